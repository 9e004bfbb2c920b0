import type { DateRange } from '../../calendar/calendar-date';
import { ReportError } from '../../employer-api/errors';
import type { ReportSheet, ReportSheets, TakeNotes, TakenNotes } from '../ports';
import {
  type ColumnFormat,
  columnFormats,
  type GridSize,
  headingsOf,
  type NotePlace,
  type SheetColumn,
  type SheetRow,
  type SheetTable,
  sheetRows,
  type WrittenCell,
} from '../sheet/cells';
import {
  applySheetLook,
  blocked,
  changedMeanwhile,
  makeSheet,
  NEW_SHEET_COLUMNS,
  requireUnmerged,
} from '../sheet/sheets';
import { type TableLook, tableLook } from '../sheet/table-look';
import {
  areSameHeadings,
  claimRows,
  findTable,
  keepsHeadings,
  lastRowFingerprint,
  locate,
  occupied,
  recordOf,
  requireColumns,
  requireFitting,
  type TableRecord,
} from './table-place';

/** The width of a note column, in pixels; longer notes wrap. */
const NOTE_PIXELS = 180;
/** In place of a service's name, for a note column. */
const NOTE_FIELD = 'note';

/** A table to write. A `SheetTable` alone replaces the whole table. */
export interface TableDraft extends SheetTable {
  /** The service's names of the columns, whatever their headings; left out if unknown. */
  readonly fields?: readonly string[];
  /** The note columns, right of the others; their cells are read and written with the table. */
  readonly notes?: NotePlace | undefined;
  /** How many rows of the table stay as they are, above those to write. @default 0 */
  readonly head?: number;
  /** The old rows in the place of the new ones, read for a table that keeps history; left out if the columns change. */
  readonly before?: readonly SheetRow[];
  /** The old rows in the columns of the draft, even if these change; left out if equal to `before`, or not read. */
  readonly replaced?: readonly SheetRow[];
  /** The first and last day of rows that stay, outside the days to write; left out if there are none. */
  readonly stayed?: DateRange | undefined;
  /** Whether all rows to keep or replace are gone. */
  readonly isGone?: boolean;
  /** True if the rows that were read for this draft are still there. At most one service call. */
  stillStands?(sheet: ReportSheet): boolean;
  /** True if these cells already show the rows, so that the table need not be written. */
  isShownBy?(cells: readonly (readonly unknown[])[]): boolean;
}

/** A hidden sheet with rows to copy, from row 2 on: in the table they go `head` rows further down. */
export interface StagedTable {
  readonly sheet: ReportSheet;
  /** How many rows it holds. */
  readonly rows: number;
  /** Whether it has the heading row in row 1. */
  readonly headed: boolean;
}

/** The options of a write. */
interface PrepareOptions {
  /** Whether a deleted sheet may be made again: after a click, never on a schedule. */
  readonly mayReplace: boolean;
  /** The staged rows, if they are too many to be written directly. */
  readonly staged?: StagedTable | undefined;
  /** Takes the notes of the table to their new rows; left out if the table will not be written. */
  readonly takeNotes?: TakeNotes | undefined;
}

/** The columns of a draft with its note columns. */
function wholeColumns({ columns, notes }: TableDraft): readonly SheetColumn[] {
  return notes ? [...columns, ...noteColumns(notes.columns)] : columns;
}

/** The headings of a draft with those of its note columns. */
export function wholeHeadings(draft: TableDraft): string[] {
  return headingsOf(wholeColumns(draft));
}

/** The number formats of a table's columns, and the look of its headings. */
interface PreparedLook {
  readonly formats: readonly ColumnFormat[];
  readonly table: TableLook;
}

/** A table that was checked and may be written. */
export interface PreparedTable {
  readonly sheet: ReportSheet;
  /** The record to store before the write: how far it may reach, and the heading rows that may be found after it. */
  readonly record: TableRecord;
  /** Whether the record is already stored. */
  readonly isLogged: boolean;
  readonly draft: TableDraft;
  readonly staged: StagedTable | undefined;
  /** How many rows to write below the heading row: at least as many as the old table may have. */
  readonly height: number;
  /** How many columns to write: at least as many as the old table had. */
  readonly width: number;
  /** Whether the sheet was never written completely. */
  readonly isNew: boolean;
  /** Whether the sheet still seems to show the rows of the last write. */
  readonly isShown: boolean;
  /** Whether to write the heading row and the formats too: for a new table or other columns. */
  readonly withHeading: boolean;
  /** The look that it gets with the heading row. Null without one. */
  readonly look: PreparedLook | null;
  /** The notes, and where they go; left out for a table without notes. */
  readonly notes: TakenNotes | undefined;
  /** The size of the sheet's grid: any other size before the write means that the table may have moved. */
  readonly grid: GridSize;
}

/**
 * Finds or makes the sheet of a report and checks everything that may prevent the write. Changes no cell; returns what
 * to log before the write.
 *
 * A renamed or moved sheet is found by its ID, the table in it by its heading row. A draft without columns, as from an
 * empty response of some reports, clears the table and leaves its heading row.
 *
 * Call it under the lease and without the lock: reading waits for formulas that calculate, and those may wait for the
 * lock. Two service calls for a table that keeps its size, one if no cell will be written; up to five more each if it
 * gets longer, if its columns change, and if the number of rows of the grid has changed since the last write.
 *
 * @throws {ReportError} `sheet_blocked`; `range_too_large`; `write_timeout` if not all rows were staged;
 *   `changed_meanwhile` if the rows that stay have changed.
 */
export function prepareTable(
  sheets: ReportSheets,
  saved: TableRecord & { readonly fields?: readonly string[] },
  draft: TableDraft,
  { staged, mayReplace, takeNotes }: PrepareOptions,
): PreparedTable {
  requireFitting(draft);
  if (staged && staged.rows < draft.rows.length) throw new ReportError('write_timeout');
  const sheet = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
  if (sheet === undefined && saved.sheetId !== null && !mayReplace) {
    blocked(`Refresh in the sidebar to make the sheet “${saved.sheet}” again: it was deleted`);
  }
  const place = sheet
    ? checkTable(sheet, { ...recordOf(saved), sheet: nameOf(sheets, sheet, saved) }, draft, mayReplace)
    : makePlace(sheets, recordOf(saved), draft);
  const { record, formattedWidth: width } = place;
  const height = record.extent - (draft.head ?? 0);
  const former = { width, stays: stayingColumns(saved, record.headings, draft) };
  const columns = wholeColumns(draft);
  // Measured before the lock is taken.
  const look = place.withHeading
    ? { formats: columnFormats(columns, former), table: tableLook(columns, draft.rows, former) }
    : null;
  // Read last, since people type at any time.
  const notes = takeNotes?.({ ...place, draft, mayReplace });
  if (staged && draft.notes && notes?.areWritten) stageNotes(staged, draft, notes);
  return { ...place, isLogged: isLogged(saved, record), draft, staged, height, look, notes };
}

/** Adds the notes to staged rows. One service call for each chunk of rows. */
function stageNotes({ sheet }: StagedTable, { columns, rows }: TableDraft, { cells }: TakenNotes): void {
  for (let first = 0; first < rows.length; first += STAGED_NOTE_ROWS) {
    const chunk = cells.slice(first, first + STAGED_NOTE_ROWS);
    sheet.write(2 + first, sheetRows(chunk, 0, chunk[0]?.length ?? 0), columns.length + 1);
  }
}

/** So many rows of up to five notes take one `setValues`. */
const STAGED_NOTE_ROWS = 18_000;

/** Finds the columns of the table in the sheet that keep their place, heading and field. */
function stayingColumns(
  { headed, nextHeadings, fields, noted }: TableRecord & { readonly fields?: readonly string[] },
  found: readonly string[],
  draft: TableDraft,
): (column: number) => boolean {
  // The formats of an interrupted write are unknown.
  const of = (names: readonly string[], place: NotePlace | undefined) => [
    ...names,
    ...(place?.columns ?? []).map(() => NOTE_FIELD),
  ];
  const [before, after] = [of(fields ?? [], noted), of(draft.fields ?? [], draft.notes)];
  const isKnown = headed && nextHeadings.length === 0 && before.length === found.length;
  const headings = wholeHeadings(draft);
  return (column) => isKnown && found[column] === headings[column] && before[column] === after[column];
}

/**
 * Writes the whole block in one call and clears old cells beyond it. Staged rows are copied.
 *
 * One service call. For a new table or other columns up to seven more for their formats, eight for the look of the
 * headings, and one for each width. `record` must already be stored.
 *
 * @param onRefused Called if the block itself was refused: the table is unchanged.
 * @returns What the person should do about refused formats; empty if none were refused.
 * @throws {ReportError} `sheet_blocked`, with the old table unchanged.
 */
export function writeTable(prepared: PreparedTable, onRefused: () => void = () => undefined): string {
  const { notes, look } = prepared;
  try {
    notes?.beforeWrite();
    writeBlock(prepared);
  } catch (error) {
    notes?.afterRefusal();
    onRefused();
    throw error;
  }
  const advice = look ? formatTable(prepared, look) : '';
  notes?.afterWrite();
  return advice;
}

/**
 * Formats whole columns, including later rows; if cells below the table prevent that, only the rows of the table. The
 * columns that stay keep what a person may have made of them.
 */
function formatTable({ sheet, record }: PreparedTable, { formats, table }: PreparedLook): string {
  const unset = (where: string) =>
    `Set the number formats ${where}on “${record.sheet}” yourself (Format ▸ Number): Google Sheets refused them.`;
  try {
    sheet.format(formats);
    return '';
  } catch {
    try {
      sheet.format(formats, Math.max(1, record.extent));
      return unset('below the table ');
    } catch {
      return unset('');
    }
  } finally {
    applySheetLook(sheet, table);
  }
}

function writeBlock({ sheet, draft, staged, height, width: whole, withHeading, notes }: PreparedTable): void {
  const { columns, head = 0 } = draft;
  // Notes that stay where they are need not be written: someone may be typing there.
  const width = notes && !notes.areWritten ? columns.length : whole;
  const top = withHeading ? 1 : 2 + head;
  const blockRows = withHeading ? height + 1 : height;
  if (blockRows === 0 || width === 0) return;
  if (staged === undefined) {
    const cells = sheetRows(rowsWithNotes(draft, notes), height, width);
    sheet.write(top, withHeading ? [...headingCells(draft, width), ...cells] : cells);
    return;
  }
  // The heading row turned out to be missing only after staging.
  if (withHeading && !staged.headed) staged.sheet.write(1, headingCells(draft));
  const block = { sheetId: staged.sheet.id, row: withHeading ? 1 : 2, rows: blockRows, columns: width };
  sheet.copyValues(block, top);
}

function rowsWithNotes({ columns, rows }: TableDraft, notes: TakenNotes | undefined): readonly SheetRow[] {
  if (!notes?.areWritten) return rows;
  const width = columns.length;
  return rows.map((row, at) => [
    ...Array.from({ length: width }, (_, column) => row[column] ?? null),
    ...(notes.cells[at] ?? []),
  ]);
}

/**
 * The record to store once all writes are certain. Removes the staging sheet, for one service call. Call it before the
 * flush, so that the sheet is certainly gone when its ID is forgotten.
 *
 * @returns With `stagingId` set if the staging sheet could not be removed; the next run tries again.
 */
export function finishTable(sheets: ReportSheets, { record, draft, staged }: PreparedTable): TableRecord {
  const { columns, rows, head = 0, notes } = draft;
  const stagingId = staged ? staged.sheet.id : record.stagingId;
  const isRemoved = staged !== undefined && canRemove(sheets, staged.sheet.id);
  const places = { headings: wholeHeadings(draft), nextHeadings: [], noted: notes, nextNoted: undefined };
  const written = columns.length > 0 && { headed: true, ...places };
  const foot = lastRowFingerprint(draft, record);
  return { ...record, ...written, extent: head + rows.length, foot, stagingId: isRemoved ? null : stagingId };
}

/** The heading row as a block of one row for `write`. */
export function headingCells(draft: TableDraft, width = wholeHeadings(draft).length): WrittenCell[][] {
  return sheetRows([wholeHeadings(draft)], 1, width);
}

function canRemove(sheets: ReportSheets, stagingId: number): boolean {
  try {
    sheets.removeStaging(stagingId);
    return true;
  } catch {
    // The table is written; the sheet is hidden, and the next run tries again.
    return false;
  }
}

/** Where to write a table, and what to log before. */
type Place = Pick<
  PreparedTable,
  'sheet' | 'record' | 'width' | 'isNew' | 'isShown' | 'withHeading' | 'grid'
> & {
  readonly formattedWidth: number;
  /** How many rows below the heading row the table has before the write, and where its notes are. */
  readonly oldRows: number;
  readonly oldNotes: NotePlace | undefined;
};

/** Checks an existing table and claims the additional cells that it needs. */
function checkTable(sheet: ReportSheet, before: TableRecord, draft: TableDraft, mayReplace: boolean): Place {
  const headings = wholeHeadings(draft);
  const { head = 0, rows, notes } = draft;
  // Read before the table is checked, so that later changes of the grid are detected.
  const grid = sheet.gridSize();
  const saved = locate(sheet, before);
  const found = findTable(sheet, saved, headings, mayReplace, draft.isShownBy ? saved.extent : 0);
  const isShown = saved.extent === before.extent && draft.isShownBy?.(found.rows) !== false;
  const isHeaded = keepsHeadings(saved, headings) && areSameHeadings(found.headings, headings);
  const withHeading = !isHeaded && headings.length > 0;
  // Rows that stay must keep their columns and their place.
  const stays = head === 0 || !withHeading;
  if (!stays || (draft.stillStands && !draft.stillStands(sheet))) changedMeanwhile('the table');
  const oldWidth = found.headings.length;
  const width = Math.max(oldWidth, headings.length);
  const extent = Math.max(saved.extent, head + rows.length);
  if (width > oldWidth) claimColumns(sheet, saved, oldWidth, width);
  const top = withHeading ? 1 : 2 + head;
  requireUnmerged(sheet, saved.sheet, { row: top, column: 1, rows: 2 + extent - top, columns: width });
  if (extent > saved.extent) claimRows(sheet, saved, extent, width);
  const nextHeadings = withHeading ? headings : saved.nextHeadings;
  const nextNoted = withHeading ? notes : saved.nextNoted;
  const oldNotes = placeIn(found.headings, saved, notes);
  const formattedWidth = oldWidth === 0 ? 0 : width;
  const grown = { ...grid, rows: Math.max(grid.rows, 1 + extent) };
  const foot = { gridRows: grown.rows, lastRow: saved.foot?.lastRow ?? '' };
  const record = {
    ...saved,
    headings: found.headings,
    nextHeadings,
    noted: oldNotes,
    nextNoted,
    extent,
    foot,
  };
  const oldRows = found.headings.length === 0 ? 0 : saved.extent;
  return {
    sheet,
    width,
    formattedWidth,
    isNew: found.isNew,
    isShown,
    withHeading,
    record,
    grid: grown,
    oldRows,
    oldNotes,
  };
}

/** Where the notes are in a table with these headings, which may be those of an interrupted write or typed by a person. */
function placeIn(
  headings: readonly string[],
  { headings: last, nextHeadings, noted, nextNoted }: TableRecord,
  wanted: NotePlace | undefined,
): NotePlace | undefined {
  if (headings.length === 0) return undefined;
  if (areSameHeadings(headings, last)) return noted;
  return areSameHeadings(headings, nextHeadings) ? nextNoted : wanted;
}

/** Finds or makes a sheet for a table that has none. */
function makePlace(sheets: ReportSheets, saved: TableRecord, draft: TableDraft): Place {
  const { rows, head = 0, notes } = draft;
  const headings = wholeHeadings(draft);
  if (head > 0) changedMeanwhile('the table');
  const named = sheets.byName(saved.sheet);
  const { sheet, isNew } = named ? { sheet: named, isNew: false } : makeSheet(sheets, saved.sheet);
  if (!isNew && sheet.lastRow() > 0) occupied(saved.sheet);
  const [extent, width] = [rows.length, headings.length];
  if (!isNew || width > NEW_SHEET_COLUMNS) requireColumns(sheet, saved.sheet, width);
  if (!isNew) requireUnmerged(sheet, saved.sheet, { row: 1, column: 1, rows: 1 + extent, columns: width });
  sheet.claimRows(1, 1 + extent, width);
  const grid = sheet.gridSize();
  const record = {
    ...saved,
    sheetId: sheet.id,
    headed: false,
    headings: [],
    nextHeadings: headings,
    noted: undefined,
    nextNoted: notes,
    extent,
    foot: { gridRows: grid.rows, lastRow: '' },
  };
  return {
    sheet,
    width,
    formattedWidth: 0,
    isNew: true,
    isShown: false,
    withHeading: width > 0,
    record,
    grid,
    oldRows: 0,
    oldNotes: undefined,
  };
}

/** True if the record of a write is already stored. The name of the sheet does not count. */
function isLogged(saved: TableRecord, record: TableRecord): boolean {
  return (
    saved.sheetId === record.sheetId &&
    saved.extent === record.extent &&
    (saved.foot === undefined || saved.foot.gridRows === record.foot?.gridRows) &&
    areSameHeadings(saved.headings, record.headings) &&
    areSameHeadings(saved.nextHeadings, record.nextHeadings) &&
    isSamePlace(saved.noted, record.noted) &&
    isSamePlace(saved.nextNoted, record.nextNoted)
  );
}

/** The sheet's current name. One service call if it was renamed, otherwise none. */
function nameOf(sheets: ReportSheets, sheet: ReportSheet, saved: TableRecord): string {
  return sheets.byName(saved.sheet)?.id === sheet.id ? saved.sheet : sheet.name();
}

/** The columns for notes, by their headings. */
function noteColumns(headings: readonly string[]): (SheetColumn & { readonly pixels: number })[] {
  return headings.map((heading) => ({ heading, kind: 'text', pixels: NOTE_PIXELS }));
}

/** True if two tables have their notes in the same place. */
function isSamePlace(one: NotePlace | undefined, other: NotePlace | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Checks that a table may get wider in its own rows. Up to four service calls.
 *
 * @param before How many columns it has; 0 in a sheet where it was never written.
 * @throws {ReportError} `sheet_blocked`
 */
function claimColumns(
  sheet: ReportSheet,
  { sheet: name, extent }: TableRecord,
  before: number,
  width: number,
): void {
  requireColumns(sheet, name, width);
  if (sheet.isFree(1, before + 1, 1 + extent, width - before)) return;
  if (before === 0) occupied(name);
  blocked(`Clear the cells to the right of the table on “${name}”: the new columns need the space`);
}
