import * as v from 'valibot';
import { toReportError } from '../../employer-api/errors';
import type { ShiftRow } from '../../employer-api/shift-records';
import { parseStored } from '../../employer-api/text';
import type { Digest, SnapshotStore, TextPacker } from '../ports';
import type { ColumnKind, SheetTable } from './cells';

/** Each report has two slots, so that writing one snapshot never damages the other. */
type SnapshotSlot = 'a' | 'b';

/**
 * Says which snapshot is which. Stored with the saved report.
 *
 * Editors of the spreadsheet can edit the hidden sheet but not the document properties, so the report holds the hashes.
 * They are stored after the table is written: if a run is killed in between, the hash of its snapshot is unknown.
 */
export const SNAPSHOT_POINTER = v.object({
  /** The slot of the table that the sheet shows. */
  slot: v.picklist(['a', 'b']),
  /** The hash of its snapshot. */
  hash: v.string(),
  /** The hash of the previous table, in the other slot; null if there is none. */
  previous: v.nullable(v.string()),
});

/** Says which snapshot is which, as `SNAPSHOT_POINTER` describes it. */
export type SnapshotPointer = v.InferOutput<typeof SNAPSHOT_POINTER>;

/** A table as a refresh wrote it, with what is needed to show it again. */
export interface Snapshot {
  readonly table: SheetTable;
  /** The service's names of the columns, whatever their headings. */
  readonly fields: readonly string[];
  /** The fingerprint of the table's connection. Tables of different sources are never exchanged. */
  readonly source: string;
  /** Other data of the report about this table, as text. It is kept and returned unparsed. */
  readonly about: string;
}

const PLACES = v.object({
  sheetId: v.number(),
  /** The ID of the report of each block, in order; empty for a free block. */
  reports: v.array(v.string()),
});

/** The hidden sheet and the reports of its blocks: the document property `snapshots`. */
export type SnapshotPlaces = v.InferOutput<typeof PLACES>;

/** Reads the document property; `undefined` if it cannot be read. */
export function parseSnapshotPlaces(text: string | undefined): SnapshotPlaces | undefined {
  return parseStored(PLACES, text);
}

export function otherSlot(slot: SnapshotSlot): SnapshotSlot {
  return slot === 'a' ? 'b' : 'a';
}

/** What keeping snapshots needs. */
export interface SnapshotServices extends SnapshotPacking {
  readonly store: SnapshotStore;
}

/** The snapshots of one report, read once. A table is unpacked on demand: about 3 ms per 1,000 rows. */
export interface KeptSnapshots {
  readonly reportId: string;
  readonly pointer: SnapshotPointer | null;
  readonly places: SnapshotPlaces | undefined;
  readonly block: { readonly index: number; readonly state: BlockState };
  /** The table that the last refresh wrote; `undefined` if it was not kept or cannot be read. */
  current(): Snapshot | undefined;
  /** The table before it. */
  previous(): Snapshot | undefined;
}

/** What to store in the saved report and the document property `snapshots`. */
export interface SnapshotKept {
  /** Null if the table is not kept: Undo is then not possible. */
  readonly pointer: SnapshotPointer | null;
  readonly places: SnapshotPlaces | undefined;
  /** Why the table is not kept; empty if it is. */
  readonly sentence: string;
}

/**
 * Reads the snapshots of a report. One service call; none if this spreadsheet never had any.
 *
 * Never fails: a snapshot that cannot be read counts as not kept.
 */
export function readSnapshots(
  services: SnapshotServices,
  places: SnapshotPlaces | undefined,
  reportId: string,
  pointer: SnapshotPointer | null,
): KeptSnapshots {
  const index = blockFor(places, reportId);
  const cells = readCells(services, places, index);
  const state = typeof cells === 'string' ? cells : stateOfBlock(cells, reportId);
  const read = (slot: SnapshotSlot, hash: string | null) => {
    if (hash === null || typeof cells === 'string') return undefined;
    const column = cells.map((row) => row[slot === 'a' ? 0 : 1]);
    return unpackTable({ report: reportId, slot }, column, hash, services);
  };
  return {
    reportId,
    pointer,
    places,
    block: { index, state },
    current: () => (pointer === null ? undefined : read(pointer.slot, pointer.hash)),
    previous: () => (pointer === null ? undefined : read(otherSlot(pointer.slot), pointer.previous)),
  };
}

/**
 * Keeps a snapshot of the table about to be written, in the slot of the table before the last one.
 *
 * Call it before the sheet is written, and store its result after that: if the run is killed in between, the snapshot
 * that the saved report names stays intact. One service call; five for the first snapshot of a spreadsheet, or if the
 * hidden sheet was deleted. Never fails: if the table cannot be kept, the sentence says why.
 */
export function keepSnapshot(
  services: SnapshotServices,
  kept: KeptSnapshots,
  snapshot: Snapshot,
): SnapshotKept {
  const { pointer, places } = kept;
  const slot = pointer === null ? 'a' : otherSlot(pointer.slot);
  const unkept = (why: string) => ({
    pointer: null,
    places,
    sentence: `This refresh can’t be undone: ${why}.`,
  });
  if (kept.block.state === 'unread') return unkept('the hidden sheet for it could not be read');
  if (kept.block.index >= MOST_BLOCKS) {
    return unkept(`tables are kept of ${MOST_BLOCKS} reports, and of no more`);
  }
  const packed = packTable({ report: kept.reportId, slot }, snapshot, services);
  if (packed === undefined) return unkept('the table is too large to be kept beside the sheet');
  try {
    const written = writeCells(services.store, kept, slot, packed.cells);
    if (written === undefined) return unkept('other sheets have the names of the hidden sheet for it');
    const previous = kept.block.state === 'ours' && pointer ? pointer.hash : null;
    return { pointer: { slot, hash: packed.hash, previous }, places: written, sentence: '' };
  } catch (error) {
    return unkept(`Google Sheets did not keep the table (${toReportError(error).code})`);
  }
}

/**
 * Clears the snapshots of removed reports, or of all reports if the connection is removed. Two service calls each.
 *
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function forgetSnapshots(
  store: SnapshotStore,
  places: SnapshotPlaces,
  reportIds: readonly string[] = places.reports,
): SnapshotPlaces {
  const { sheetId } = places;
  const blank = Array.from({ length: SNAPSHOT_CELLS }, () => ['', '']);
  const reports = places.reports.map((reportId, index) => {
    if (reportId === '' || !reportIds.includes(reportId)) return reportId;
    // Cells without our mark belong to a person.
    const isOurs = isMarked(store.readBlock(sheetId, rowOfBlock(index), 1, BLOCK_COLUMNS));
    if (isOurs) store.writeBlock(sheetId, rowOfBlock(index), 1, blank);
    return '';
  });
  return { sheetId, reports };
}

function readCells(
  { store }: SnapshotServices,
  places: SnapshotPlaces | undefined,
  index: number,
): Cells | 'lost' | 'unread' {
  if (places === undefined) return 'lost';
  try {
    return store.readBlock(places.sheetId, rowOfBlock(index), SNAPSHOT_CELLS, BLOCK_COLUMNS) ?? 'lost';
  } catch {
    return 'unread';
  }
}

function writeCells(
  store: SnapshotStore,
  { reportId, places, block }: KeptSnapshots,
  slot: SnapshotSlot,
  cells: readonly string[],
): SnapshotPlaces | undefined {
  const isNew = block.state === 'lost' || places === undefined;
  const sheetId = isNew ? takeSheet(store, places?.sheetId) : places.sheetId;
  if (sheetId === undefined) return undefined;
  const index = isNew ? 0 : block.index;
  const isOwnColumn = block.state === 'ours';
  store.writeBlock(
    sheetId,
    rowOfBlock(index),
    isOwnColumn && slot === 'b' ? 2 : 1,
    literal(isOwnColumn ? cells.map((cell) => [cell]) : wholeBlock(reportId, slot, cells)),
  );
  const reports = isNew ? [] : [...places.reports];
  reports[index] = reportId;
  return { sheetId, reports };
}

/** Adds a leading apostrophe to every text, which the platform removes. */
function literal(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.map((cell) => (cell === '' ? '' : `'${cell}`)));
}

/*
 * The hidden sheet: one block of rows for each report, one below the other. Column A holds slot a, column B slot b,
 * and the first row of column C says to which report the block belongs. A column per table and
 * not a row, since a new sheet has 1,000 rows and 26 columns, and columns are never inserted.
 */

/** Cells as read from a sheet. */
type Cells = readonly (readonly unknown[])[];

/**
 * The state of a block. `ours`: it belongs to this report. `free`: it may be used. `lost`: its sheet is gone, or a
 * person uses it. `unread`: it could not be read this time.
 */
type BlockState = 'ours' | 'free' | 'lost' | 'unread';

const BLOCK_COLUMNS = 3;

/** The most blocks. The IDs of their reports are in one property, at most 9 kB. */
const MOST_BLOCKS = 200;

/** The name of the hidden sheet with the snapshots. */
export const UNDO_SHEET_NAME = 'Shift Reports undo';
/** If a person has a sheet of that name, ours gets a number, up to this one. */
const MOST_NAMES = 5;
const MARK = 'Shift Reports keeps tables here for Undo. What is edited here is not used. Report: ';

/** The first row of a block. Blocks count from 0. */
function rowOfBlock(index: number): number {
  return 1 + index * SNAPSHOT_CELLS;
}

/** The block of a report: its own, or else a free one, or else a new one. */
function blockFor(places: SnapshotPlaces | undefined, reportId: string): number {
  if (places === undefined) return 0;
  const [own, free] = [places.reports.indexOf(reportId), places.reports.indexOf('')];
  return own >= 0 ? own : free >= 0 ? free : places.reports.length;
}

/** The state of a block, from its cells. */
function stateOfBlock(cells: Cells, reportId: string): BlockState {
  if (markOf(cells) === MARK + reportId) return 'ours';
  const isBlank = cells.every((row) => row.every((cell) => cell === ''));
  return isBlank || isMarked(cells) ? 'free' : 'lost';
}

/** True if a block, or the first row of one, has our mark, for any report. */
function isMarked(cells: Cells | undefined): boolean {
  const mark = markOf(cells);
  return typeof mark === 'string' && mark.startsWith(MARK);
}

/** A whole block that holds one table. */
function wholeBlock(reportId: string, slot: SnapshotSlot, cells: readonly string[]): string[][] {
  return cells.map((cell, at) => [
    slot === 'a' ? cell : '',
    slot === 'b' ? cell : '',
    at === 0 ? MARK + reportId : '',
  ]);
}

/**
 * Makes or finds our hidden sheet: a new one, one made by a killed run, or one copied with the spreadsheet. Four
 * service calls, two more for each name that is taken, also in other capitals.
 *
 * @param lost A sheet that must no longer be used.
 * @returns `undefined` if people have sheets with all names that we would use.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
function takeSheet(store: SnapshotStore, lost: number | undefined): number | undefined {
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const name = number === 1 ? UNDO_SHEET_NAME : `${UNDO_SHEET_NAME} ${number}`;
    const found = store.find(name);
    if (found === undefined || mayBeTaken(store, found, lost)) {
      const sheetId = found ? found.sheetId : store.create(name);
      if (sheetId === undefined) continue;
      store.hide(sheetId);
      return sheetId;
    }
  }
  return undefined;
}

function mayBeTaken(
  store: SnapshotStore,
  { sheetId, lastRow }: { readonly sheetId: number; readonly lastRow: number },
  lost: number | undefined,
): boolean {
  if (sheetId === lost) return false;
  return lastRow === 0 || isMarked(store.readBlock(sheetId, 1, 1, BLOCK_COLUMNS));
}

function markOf(cells: Cells | undefined): unknown {
  return cells?.[0]?.[BLOCK_COLUMNS - 1];
}

/** What packing tables into cells needs. */
interface SnapshotPacking {
  readonly packer: TextPacker;
  readonly digest: Digest;
}

/** The report and slot of a snapshot. They are part of its hash. */
interface SnapshotName {
  readonly report: string;
  readonly slot: SnapshotSlot;
}

/** A table as a column of cells, each to be written as text. */
interface PackedTable {
  readonly cells: readonly string[];
  /** Needed to read the cells again. */
  readonly hash: string;
}

/** A cell holds 50,000 characters. */
const CHUNK_CHARACTERS = 45_000;
/** The cells of a snapshot; unused ones are blank. A table of more than 2 MB is not kept. */
export const SNAPSHOT_CELLS = 46;

const COLUMN_KINDS: readonly [ColumnKind, ...ColumnKind[]] = [
  'date',
  'text',
  'integer',
  'decimal',
  'percentage',
  'boolean',
  'moment',
  'count',
];

/** The head of the packed text, before the rows. */
const ABOUT = v.object({
  columns: v.array(v.object({ heading: v.string(), kind: v.picklist(COLUMN_KINDS) })),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  fields: v.array(v.string()),
  source: v.string(),
  about: v.string(),
});

/** @returns `undefined` if the table is too large to keep. */
export function packTable(
  name: SnapshotName,
  { table, ...rest }: Snapshot,
  { packer, digest }: SnapshotPacking,
): PackedTable | undefined {
  const { columns, rows } = table;
  const about = { ...rest, columns, count: rows.length };
  const packed = packer.pack(`${JSON.stringify(about)}\n${encodeTable(table)}`);
  if (packed.length > SNAPSHOT_CELLS * CHUNK_CHARACTERS) return undefined;
  const cells = Array.from({ length: SNAPSHOT_CELLS }, (_, at) =>
    packed.slice(at * CHUNK_CHARACTERS, (at + 1) * CHUNK_CHARACTERS),
  );
  return { cells, hash: digest(hashed(name, packed)) };
}

/**
 * Reads a table back.
 *
 * @param hash The hash from `packTable`.
 * @returns `undefined` if any cell differs from what was written under this name: a wrong table is never returned.
 */
export function unpackTable(
  name: SnapshotName,
  cells: readonly unknown[],
  hash: string,
  { packer, digest }: SnapshotPacking,
): Snapshot | undefined {
  const packed = cells.join('');
  if (digest(hashed(name, packed)) !== hash) return undefined;
  const text = packer.unpack(packed) ?? '';
  const end = text.indexOf('\n');
  const about = parseStored(ABOUT, text.slice(0, Math.max(end, 0)));
  if (about === undefined) return undefined;
  const { columns, count, ...rest } = about;
  // Each row takes at least one character, so a larger count is invalid.
  const rows = count <= text.length ? rowsOf(text.slice(end + 1), columns.length, count) : undefined;
  return rows && { ...rest, table: { columns, rows } };
}

function rowsOf(text: string, width: number, count: number): SheetTable['rows'] | undefined {
  try {
    const rows = JSON.parse(text) as ShiftRow[];
    return rows.length === count && rows.every((row) => row.length === width) ? rows : undefined;
  } catch {
    return undefined;
  }
}

function hashed({ report, slot }: SnapshotName, packed: string): string {
  return `${report}\n${slot}\n${packed}`;
}

function encodeTable({ rows }: SheetTable): string {
  return JSON.stringify(rows);
}
