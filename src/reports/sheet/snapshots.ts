import * as v from 'valibot';
import { toReportError } from '../../employer-api/errors';
import { parseStored } from '../../employer-api/text';
import type { Digest, ReportSheet, ReportSheets, TextPacker } from '../ports';
import type { ColumnKind, SheetRow, SheetTable } from './cells';

/*
 * The hidden sheet of tables kept for Undo: one block of rows for each report, one below the other. Columns A and B hold a
 * compressed table each, the newest and one that a run was about to replace; the first row of column C says to which
 * report the block belongs.
 *
 * Editors can edit the sheet but not the document properties, so the report holds the column and the hash of its table.
 * They are stored after the refresh is written: if a run is killed or refused before, the table kept before is still there.
 */

/** A table as it stood before a refresh, with what is needed to show it again. */
export interface Snapshot {
  readonly table: SheetTable;
  /** The service's names of the columns, whatever their headings. */
  readonly fields: readonly string[];
  /** The fingerprint of the table's connection: a table of another one is never shown again. */
  readonly source: string;
  /** The first day of the rows, of a table that keeps history; null for a whole table. */
  readonly since: number | null;
  /** Other data of the report about this table, as text. */
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

/** The places to store after a snapshot of a report was kept: others may have been freed meanwhile. */
export function placesAfter(
  now: SnapshotPlaces | undefined,
  kept: SnapshotPlaces,
  reportId: string,
): SnapshotPlaces {
  if (now?.sheetId !== kept.sheetId) return kept;
  const own = kept.reports.indexOf(reportId);
  const length = Math.max(now.reports.length, own + 1);
  const reports = Array.from({ length }, (_, at) => (at === own ? reportId : (now.reports[at] ?? '')));
  return { ...now, reports };
}

/** What keeping snapshots needs. */
export interface SnapshotServices {
  readonly sheets: ReportSheets;
  readonly packer: TextPacker;
  readonly digest: Digest;
}

/** Where a report's snapshot is. Stored with the report. */
export const SNAPSHOT_POINTER = v.object({ column: v.picklist([1, 2]), hash: v.string() });

/** Where a report's snapshot is: its column, and its hash. */
export type SnapshotPointer = v.InferOutput<typeof SNAPSHOT_POINTER>;

/** What to store in the saved report and the document property `snapshots`. */
export interface SnapshotKept {
  /** Null if it is not kept: Undo is then not possible. */
  readonly pointer: SnapshotPointer | null;
  readonly places: SnapshotPlaces | undefined;
  /** Why the table is not kept; empty if it is. */
  readonly sentence: string;
}

/** The name of the hidden sheet with the snapshots. */
export const UNDO_SHEET_NAME = 'Shift Reports undo';
const MARK = 'Shift Reports keeps tables here for Undo. What is edited here is not used. Report: ';
/** The most blocks. The IDs of their reports are in one property, at most 9 kB. */
const MOST_BLOCKS = 200;
/** A cell holds 50,000 characters. */
const CHUNK_CHARACTERS = 45_000;
/** The cells of a block; unused ones are blank. A table of more than 2 MB is not kept. */
export const SNAPSHOT_CELLS = 46;

/**
 * Keeps a table beside the one kept for its report before. One service call; up to eight for the first of a
 * spreadsheet, or if the hidden sheet was deleted. Never fails: if the table cannot be kept, the sentence says why.
 */
export function keepSnapshot(
  services: SnapshotServices,
  places: SnapshotPlaces | undefined,
  { id: reportId, undo }: { readonly id: string; readonly undo: SnapshotPointer | null },
  snapshot: Snapshot,
): SnapshotKept {
  const unkept = (why: string) => ({
    pointer: null,
    places,
    sentence: `This refresh can’t be undone: ${why}.`,
  });
  const packed = packTable(services, reportId, snapshot);
  if (packed === undefined) return unkept('the table is too large to be kept beside the sheet');
  try {
    const known = places && services.sheets.byId(places.sheetId);
    const sheet = known ?? takeSheet(services.sheets);
    const reports = known && places ? [...places.reports] : [];
    const own = [reports.indexOf(reportId), reports.indexOf('')].find((at) => at >= 0) ?? reports.length;
    if (own >= MOST_BLOCKS) return unkept(`tables are kept of ${MOST_BLOCKS} reports, and of no more`);
    const isNew = reports[own] !== reportId;
    const column = !isNew && undo?.column === 1 ? 2 : 1;
    reports[own] = reportId;
    sheet.lengthen(rowOfBlock(own) + SNAPSHOT_CELLS - 1);
    const marked = (at: number) => (isNew ? ['', at === 0 ? `'${MARK}${reportId}` : ''] : []);
    const cells = packed.cells.map((cell, at) => [cell && `'${cell}`, ...marked(at)]);
    sheet.write(rowOfBlock(own), cells, column);
    return { pointer: { column, hash: packed.hash }, places: { sheetId: sheet.id, reports }, sentence: '' };
  } catch (error) {
    return unkept(`Google Sheets did not keep the table (${toReportError(error).code})`);
  }
}

/**
 * The table kept for a report. One service call.
 *
 * @returns `undefined` if there is none, or it was changed in the hidden sheet. Never fails.
 */
export function readSnapshot(
  services: SnapshotServices,
  places: SnapshotPlaces | undefined,
  { id, undo }: { readonly id: string; readonly undo: SnapshotPointer | null },
): Snapshot | undefined {
  const at = places?.reports.indexOf(id) ?? -1;
  const sheet = places && services.sheets.byId(places.sheetId);
  if (sheet === undefined || at < 0 || undo === null) return undefined;
  try {
    const cells = sheet.readBlock(rowOfBlock(at), undo.column, SNAPSHOT_CELLS, 1);
    return unpackTable(services, id, cells.map(([cell]) => cell).join(''), undo.hash);
  } catch {
    return undefined;
  }
}

/**
 * Forgets the snapshots of reports, or of all reports, and clears their cells. Two service calls each. Never fails: cells
 * that cannot be cleared stay in their hidden sheet, where nothing reads them.
 */
export function forgetSnapshots(
  sheets: ReportSheets,
  places: SnapshotPlaces,
  reportIds: readonly string[] = places.reports,
): SnapshotPlaces {
  const sheet = sheets.byId(places.sheetId);
  const blank = Array.from({ length: SNAPSHOT_CELLS }, () => ['', '', '']);
  const reports = places.reports.map((reportId, at) => {
    if (reportId === '' || !reportIds.includes(reportId)) return reportId;
    try {
      // Cells without our mark belong to a person.
      if (sheet && isMarked(sheet, rowOfBlock(at))) sheet.write(rowOfBlock(at), blank);
    } catch {
      // Forgotten all the same.
    }
    return '';
  });
  return { sheetId: places.sheetId, reports };
}

/** The first row of a block. Blocks count from 0. */
function rowOfBlock(index: number): number {
  return 1 + index * SNAPSHOT_CELLS;
}

/** Makes the hidden sheet, or finds it: made by a killed run, or copied with the spreadsheet. */
function takeSheet(sheets: ReportSheets): ReportSheet {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? UNDO_SHEET_NAME : `${UNDO_SHEET_NAME} ${number}`;
    const found = sheets.byName(name) ?? sheets.byNameInAnyCase(name);
    if (found === undefined) return sheets.createHidden(name);
    const isBlank = found.lastRow() === 0;
    // Made by a run that was killed before it could hide it.
    if (isBlank) found.hide();
    if (isBlank || isMarked(found, 1)) return found;
  }
}

function isMarked(sheet: ReportSheet, row: number): boolean {
  const mark = sheet.readRow(row, 3)[2];
  return typeof mark === 'string' && mark.startsWith(MARK);
}

const KINDS: readonly [ColumnKind, ...ColumnKind[]] = [
  'date',
  'month',
  'year',
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
  columns: v.array(v.object({ heading: v.string(), kind: v.picklist(KINDS) })),
  count: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  fields: v.array(v.string()),
  source: v.string(),
  since: v.nullable(v.number()),
  about: v.string(),
});

function packTable(
  { packer, digest }: SnapshotServices,
  reportId: string,
  { table, ...rest }: Snapshot,
): { readonly cells: readonly string[]; readonly hash: string } | undefined {
  const { columns, rows } = table;
  const about = {
    ...rest,
    columns: columns.map(({ heading, kind }) => ({ heading, kind })),
    count: rows.length,
  };
  const packed = packer.pack(`${JSON.stringify(about)}\n${JSON.stringify(rows)}`);
  if (packed.length > SNAPSHOT_CELLS * CHUNK_CHARACTERS) return undefined;
  const cells = Array.from({ length: SNAPSHOT_CELLS }, (_, at) =>
    packed.slice(at * CHUNK_CHARACTERS, (at + 1) * CHUNK_CHARACTERS),
  );
  return { cells, hash: digest(`${reportId}\n${packed}`) };
}

/** @returns `undefined` if any cell differs from what was written for the report: a wrong table is never returned. */
function unpackTable(
  { packer, digest }: SnapshotServices,
  reportId: string,
  packed: string,
  hash: string,
): Snapshot | undefined {
  if (digest(`${reportId}\n${packed}`) !== hash) return undefined;
  const text = packer.unpack(packed) ?? '';
  const end = text.indexOf('\n');
  const about = parseStored(ABOUT, text.slice(0, Math.max(end, 0)));
  if (about === undefined) return undefined;
  const { columns, count, ...rest } = about;
  const rows = JSON.parse(text.slice(end + 1)) as readonly SheetRow[];
  return rows.length === count ? { ...rest, table: { columns, rows } } : undefined;
}
