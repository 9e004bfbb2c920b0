import * as v from 'valibot';
import { toReportError } from '../../employer-api/errors';
import { parseStored } from '../../employer-api/text';
import type { Digest, ReportSheet, ReportSheets, TextPacker } from '../ports';
import type { ColumnKind, SheetRow, SheetTable } from './cells';

/*
 * The hidden sheet of tables kept for Undo: two rows for each report, one for the newest table and one for that which a run
 * was about to replace. Column A says to which report a row belongs, the cells right of it hold a compressed table.
 *
 * Editors can edit the sheet but not the document properties, so the report holds the row and the hash of its table. They
 * are stored after the refresh is written: if a run is killed or refused before, the table kept before is still there.
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

/** What keeping snapshots needs. */
export interface SnapshotServices {
  readonly sheets: ReportSheets;
  readonly packer: TextPacker;
  readonly digest: Digest;
}

/** Where a report's snapshot is. Stored with the report. */
export const SNAPSHOT_POINTER = v.object({ sheetId: v.number(), row: v.number(), hash: v.string() });

/** Where a report's snapshot is: the hidden sheet, its row from 1, and its hash. */
export type SnapshotPointer = v.InferOutput<typeof SNAPSHOT_POINTER>;

/** A report, as far as its snapshot goes. */
interface Undoable {
  readonly id: string;
  readonly undo: SnapshotPointer | null;
}

/** What to store with the report. */
export interface SnapshotKept {
  /** Null if it is not kept: Undo is then not possible. */
  readonly pointer: SnapshotPointer | null;
  /** Why the table is not kept; empty if it is. */
  readonly sentence: string;
}

/** The name of the hidden sheet with the snapshots. */
export const UNDO_SHEET_NAME = 'Shift Reports undo';
const MARK = 'Shift Reports keeps tables here for Undo. What is edited here is not used. Report: ';
/** A cell holds 50,000 characters. */
const CHUNK_CHARACTERS = 45_000;
/** The cells of a table; unused ones are blank. A table of more than 2 MB is not kept. */
const SNAPSHOT_CELLS = 46;

/**
 * Keeps a table beside the one kept for its report before. One service call; up to ten for the first one of a report, or
 * if the hidden sheet was deleted. Never fails: if the table cannot be kept, the sentence says why.
 */
export function keepSnapshot(services: SnapshotServices, report: Undoable, snapshot: Snapshot): SnapshotKept {
  const unkept = (why: string) => ({ pointer: null, sentence: `This refresh can’t be undone: ${why}.` });
  const packed = packTable(services, report.id, snapshot);
  if (packed === undefined) return unkept('the table is too large to be kept beside the sheet');
  try {
    const { sheet, row } = placeFor(services.sheets, report);
    sheet.lengthen(row);
    sheet.widen(1 + SNAPSHOT_CELLS);
    sheet.write(row, [[MARK + report.id, ...packed.cells].map((cell) => cell && `'${cell}`)]);
    return { pointer: { sheetId: sheet.id, row, hash: packed.hash }, sentence: '' };
  } catch (error) {
    return unkept(`Google Sheets did not keep the table (${toReportError(error).code})`);
  }
}

/** The row beside that of the kept table; without one the first of the report's two rows, or of two new ones. */
function placeFor(sheets: ReportSheets, { id, undo }: Undoable) {
  const known = undo === null ? undefined : sheets.byId(undo.sheetId);
  if (undo !== null && known !== undefined)
    return { sheet: known, row: undo.row + (undo.row % 2 === 1 ? 1 : -1) };
  const { sheet, marks } = takeSheet(sheets);
  // A run that was killed may have written a row of this report.
  const own = marks.indexOf(MARK + id);
  return { sheet, row: 1 + 2 * Math.floor((own < 0 ? marks.length + 1 : own) / 2) };
}

/**
 * The table kept for a report. One service call.
 *
 * @returns `undefined` if there is none, or it was changed in the hidden sheet. Never fails.
 */
export function readSnapshot(services: SnapshotServices, { id, undo }: Undoable): Snapshot | undefined {
  const sheet = undo === null ? undefined : services.sheets.byId(undo.sheetId);
  if (undo === null || sheet === undefined) return undefined;
  try {
    const [cells = []] = sheet.readBlock(undo.row, 2, 1, SNAPSHOT_CELLS);
    return unpackTable(services, id, cells.join(''), undo.hash);
  } catch {
    return undefined;
  }
}

/**
 * Blanks the rows of reports' snapshots. One service call each. Never fails: cells that cannot be cleared stay in their
 * hidden sheet, where nothing reads them.
 */
export function forgetSnapshots(sheets: ReportSheets, reports: readonly Undoable[]): void {
  const blank = new Array<string>(1 + SNAPSHOT_CELLS).fill('');
  for (const { undo } of reports) {
    try {
      const sheet = undo === null ? undefined : sheets.byId(undo.sheetId);
      if (undo !== null) sheet?.write(undo.row - ((undo.row + 1) % 2), [blank, blank]);
    } catch {
      // Forgotten all the same.
    }
  }
}

/** Makes the hidden sheet, or finds it with its column A: made by a killed run, or copied with the spreadsheet. */
function takeSheet(sheets: ReportSheets): {
  readonly sheet: ReportSheet;
  readonly marks: readonly unknown[];
} {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? UNDO_SHEET_NAME : `${UNDO_SHEET_NAME} ${number}`;
    const sheet = sheets.byName(name) ?? sheets.byNameInAnyCase(name);
    if (sheet === undefined) return { sheet: sheets.createHidden(name), marks: [] };
    const last = sheet.lastRow();
    // Made by a run that was killed before it could hide it.
    if (last === 0) sheet.hide();
    const marks = last === 0 ? [] : sheet.readBlock(1, 1, last, 1).map(([mark]) => mark);
    if (last === 0 || String(marks[last - 1]).startsWith(MARK)) return { sheet, marks };
  }
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
