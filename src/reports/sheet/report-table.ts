import { ReportError } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import { fitLine } from '../../employer-api/text';
import type { NamedBlock, ReportSheet, ReportSheets, TakeNotes, TakenNotes } from '../ports';
import {
  a1,
  type CellBlock,
  columnFormats,
  type FormerTable,
  type GridSize,
  headingsOf,
  literalCell,
  type NotePlace,
  type SheetColumn,
  type SheetRow,
  type SheetTable,
  type SheetValue,
  sheetRows,
  type WrittenCell,
} from './cells';
import { applySheetLook, blocked, changedMeanwhile, makeSheet, requireUnmerged } from './sheets';
import { type FittedColumn, tableLook } from './table-look';

/** What is stored of a report's table. */
export interface TableRecord {
  /** The name that its sheet had when it was last written, or is to have. */
  readonly sheet: string;
  readonly sheetId: number | null;
  /** The name of its cells; empty before the first write. */
  readonly rangeName: string;
  /** The heading row of the last finished write and that of a write in progress, and where their notes are. */
  readonly headings: string[];
  readonly nextHeadings: string[];
  readonly noted?: NotePlace | undefined;
  readonly nextNoted?: NotePlace | undefined;
  /** The service's names of the columns of the last finished write. */
  readonly fields: string[];
}

/** A report's table where it stands, or where it will begin. */
export interface FoundTable {
  readonly sheet: ReportSheet;
  /** The name on the sheet's tab. */
  readonly tab: string;
  /** The name of its cells. */
  readonly rangeName: string;
  /** Its cells with the heading row; no rows before the first write. */
  readonly block: CellBlock;
  /** The cells that have the name. */
  readonly named: CellBlock;
  /** The size of the sheet's grid then: any other before the write means that the table may have moved. */
  readonly grid: GridSize;
  /** What its heading row holds; empty where that is blank. */
  readonly headings: readonly string[];
  /** Where it has its notes. */
  readonly noted: NotePlace | undefined;
  /** Whether the sheet was made just now. */
  readonly isMade: boolean;
  /** That it begins anew, and why; empty for a table that was found. */
  readonly sentence: string;
}

/**
 * Finds a report's table by the name of its cells. Two service calls, one more where its sheet was renamed. Before the
 * first write, or where the name is gone, the table begins in A1 of its sheet: up to eight.
 *
 * The sheet of a made copy of a spreadsheet has a name already: its table is taken up if it has the report's headings.
 *
 * @param wanted The heading row of the table to write.
 * @param mayReplace Whether a deleted sheet may be made again: after a click, never on a schedule.
 * @throws {ReportError} `sheet_blocked`, with no cell changed.
 */
export function findTable(
  sheets: ReportSheets,
  saved: TableRecord,
  wanted: HeadingRow,
  mayReplace: boolean,
): FoundTable {
  const { rangeName } = saved;
  if (rangeName !== '') {
    const named = sheets.named(rangeName);
    if (named === undefined) return beginAnew(sheets, saved, mayReplace);
    // After a killed write there are two rows that may stand there; people may have renamed it, and then in the form.
    const rows = [saved, { headings: saved.nextHeadings, noted: saved.nextNoted }, wanted];
    return readTable(sheets, saved, { ...named, rangeName }, rows, refuseHeadings);
  }
  const sheet = sheets.byName(saved.sheet);
  const free = freeName(sheets, saved.sheet, sheet);
  if (sheet && free.named) {
    const named = { ...free.named, rangeName: free.name };
    const found = readTable(sheets, saved, named, [wanted], () => occupied(saved.sheet));
    return { ...found, sentence: `The table that was on “${saved.sheet}” is this report’s now.` };
  }
  return begin(sheets, saved, { rangeName: free.name, sheet, sentence: '' });
}

/** A heading row, and where its notes are. */
export interface HeadingRow {
  readonly headings: readonly string[];
  readonly noted?: NotePlace | undefined;
}

/** The first name for the table of a sheet that is free, or stands for cells of this very sheet. */
function freeName(sheets: ReportSheets, tab: string, sheet: ReportSheet | undefined) {
  const wanted = `Shifts_${tab.replace(/\W/g, '_').slice(0, 100)}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    const named = sheets.named(name);
    if (named === undefined || named.sheet.id === sheet?.id) return { name, named };
  }
}

/**
 * @param rows The heading rows that the table may have, the wanted one last: its note columns that people have begun beside
 *   the table become part of it.
 */
function readTable(
  sheets: ReportSheets,
  saved: TableRecord,
  { sheet, block: named, rangeName }: NamedBlock & Pick<FoundTable, 'rangeName'>,
  rows: readonly HeadingRow[],
  refuse: typeof refuseHeadings,
): FoundTable {
  const tab = sheets.byName(saved.sheet)?.id === sheet.id ? saved.sheet : sheet.name();
  const grid = sheet.gridSize();
  const { row, column, columns } = named;
  const wanted = rows[rows.length - 1] as HeadingRow;
  const width = Math.min(Math.max(columns, wanted.headings.length), grid.columns - column + 1);
  const [line = []] = sheet.readBlock(row, column, 1, width);
  const cells = line.slice(0, columns);
  const found = { sheet, tab, rangeName, block: named, named, grid, isMade: false, sentence: '' };
  if (cells.every((cell) => cell === '')) return { ...found, headings: [], noted: undefined };
  const isThere = ({ headings }: HeadingRow, among: readonly unknown[]) =>
    headings.length > 0 &&
    headings.length <= among.length &&
    among.every((cell, at) => cell === (headings[at] ?? ''));
  const shown = rows.find((one) => isThere(one, cells)) ?? refuse(found, cells, rows[0]);
  const isBegun = width > columns && wanted.noted !== undefined && isThere(wanted, line);
  const { headings, noted } = isBegun ? wanted : shown;
  return { ...found, headings, noted, block: isBegun ? { ...named, columns: width } : named };
}

const LONGEST_TOLD = 40;

/** Names the first column whose heading is not the one that was written. */
function refuseHeadings(
  { tab, block }: Pick<FoundTable, 'tab' | 'block'>,
  cells: readonly unknown[],
  { headings, noted }: HeadingRow = { headings: [], noted: undefined },
): never {
  const at = Array.from({ length: Math.max(cells.length, headings.length) }, (_, index) => index).find(
    (index) => cells[index] !== headings[index],
  ) as number;
  const [place, heading] = [a1(block.row, block.column + at), headings[at]];
  const holds = fitLine(String(cells[at] ?? ''), LONGEST_TOLD);
  const isNote = heading !== undefined && noted?.columns.includes(heading) === true;
  const other = isNote
    ? 'change Note columns in the report’s form to what is there'
    : `edit the report and set Columns: ${heading} as …`;
  return blocked(
    heading === undefined
      ? `Take the column of ${place} out of the table on “${tab}” (undo the change): it holds “${holds}”, which is not a heading of the report`
      : `Put the heading ${heading} back in ${place} of “${tab}” (undo the change), or ${other}: the cell holds “${holds}”`,
  );
}

/** Begins a table whose name is gone, in A1 of its sheet. */
function beginAnew(sheets: ReportSheets, saved: TableRecord, mayReplace: boolean): FoundTable {
  const { sheet: tab, sheetId, rangeName } = saved;
  const own = sheetId === null ? undefined : sheets.byId(sheetId);
  if (own === undefined && !mayReplace)
    blocked(`Refresh in the sidebar to make the sheet “${tab}” again: it was deleted`);
  const sheet = own ?? sheets.byName(tab);
  const sentence = `The table was begun anew: the name ${rangeName} was deleted.`;
  return begin(sheets, saved, {
    rangeName,
    sheet,
    sentence: own && saved.headings.length > 0 ? sentence : '',
  });
}

function begin(
  sheets: ReportSheets,
  saved: TableRecord,
  {
    rangeName,
    sheet,
    sentence,
  }: Pick<FoundTable, 'rangeName' | 'sentence'> & { sheet: ReportSheet | undefined },
): FoundTable {
  const made = sheet ? { sheet, isNew: false } : makeSheet(sheets, saved.sheet);
  const used = made.isNew ? undefined : made.sheet.firstUsed({ row: 1, column: 1, ...made.sheet.gridSize() });
  if (used !== undefined && saved.headings.length === 0) occupied(saved.sheet, used);
  if (used !== undefined)
    blocked(
      `Give the table on “${saved.sheet}” its name ${rangeName} back (Data ▸ Named ranges), or clear the sheet: the name was deleted, and ${used} is in use`,
    );
  const block = { row: 1, column: 1, rows: 0, columns: 0 };
  const grid = made.sheet.gridSize();
  const found = { sheet: made.sheet, rangeName, block, named: block, grid, isMade: made.isNew };
  return { ...found, tab: saved.sheet, headings: [], noted: undefined, sentence };
}

/** Refuses a sheet that belongs to a person. @throws {ReportError} `sheet_blocked` */
export function occupied(name: string, used = ''): never {
  const where = used === '' ? '' : ` in ${used}`;
  return blocked(`Choose an empty sheet or a new name: “${name}” already holds something${where}`);
}

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
}

/** The columns of a draft with its note columns. */
function wholeColumns({ columns, notes }: TableDraft): readonly SheetColumn[] {
  const added = notes?.columns.map((heading) => ({ heading, kind: 'text' as const, pixels: NOTE_PIXELS }));
  return added ? [...columns, ...added] : columns;
}

/** The headings of a draft with those of its note columns. */
export function wholeHeadings(draft: TableDraft): string[] {
  return headingsOf(wholeColumns(draft));
}

/** The rows of a table below its heading row. */
export function rowCount({ block }: Pick<FoundTable, 'block'>): number {
  return Math.max(0, block.rows - 1);
}

/** A table that was checked and may be written. */
export interface PreparedTable {
  readonly found: FoundTable;
  readonly draft: TableDraft;
  /** The cells that it will have. */
  readonly block: CellBlock;
  /** The cells that it has or will have: those that are written, and blanked. */
  readonly reach: CellBlock;
  /** Whether to write the heading row and the formats too: for a new table or other columns. */
  readonly withHeading: boolean;
  /** Where formats are set, with the heading row. */
  readonly former: FormerTable;
  /** The hidden sheet that holds the rows, if they are too many for one write. */
  readonly staged: ReportSheet | undefined;
  /** The notes, and where they go; left out for a table without notes. */
  readonly notes: TakenNotes | undefined;
  /** The size of the sheet's grid, with room for the table. */
  readonly grid: GridSize;
}

/** The most cells of a spreadsheet. */
const MOST_CELLS = 10_000_000;

/**
 * Checks everything that may prevent the write of a table, and makes room at the end of the grid. Changes no cell.
 *
 * Cells that the table grows over must be blank, and none that are written may be merged. A draft without columns, as
 * from an empty response of some reports, clears the table and leaves its heading row.
 *
 * Call it under the lease and without the lock: reading waits for formulas that calculate, and those may wait for the
 * lock. One service call; up to eight more if the table grows, and those of notes and staging.
 *
 * @throws {ReportError} `sheet_blocked`; `range_too_large`; `write_timeout` if the rows took too long to stage.
 */
export function prepareTable(
  sheets: ReportSheets,
  saved: TableRecord,
  found: FoundTable,
  draft: TableDraft,
  options: {
    readonly staging: StagingOptions;
    readonly takeNotes?: TakeNotes | undefined;
    /** What to do if someone changed the table meanwhile. @default 'Refresh again' */
    readonly remedy?: string;
  },
): PreparedTable {
  const { sheet, tab, block: old, headings } = found;
  const { head = 0, rows } = draft;
  const now = wholeHeadings(draft);
  const columns = now.length || old.columns;
  const block = { ...old, rows: 1 + head + rows.length, columns };
  const reach = { ...old, rows: Math.max(old.rows, block.rows), columns: Math.max(old.columns, columns) };
  if (reach.rows * reach.columns > MOST_CELLS) throw new ReportError('range_too_large');
  const isSame = saved.nextHeadings.length === 0 && areSame(headings, now);
  const withHeading = now.length > 0 && !isSame;
  // Rows that stay must keep their columns.
  if (head > 0 && (withHeading || head > rowCount(found))) changedMeanwhile('the table', options.remedy);
  requireBlank(found, reach);
  requireUnmoved(sheets, found, options.remedy);
  sheet.lengthen(reach.row + reach.rows - 1);
  sheet.widen(reach.column + reach.columns - 1);
  const first = withHeading ? 0 : 1 + head;
  requireUnmerged(sheet, tab, { ...reach, row: reach.row + first, rows: reach.rows - first });
  const grid = sheet.gridSize();
  const width = rowCount(found) === 0 && headings.length === 0 ? 0 : reach.columns;
  const stays = stayingColumns(saved, headings, draft);
  const former = { width, row: block.row, column: block.column, stays };
  const prepared = { found, draft, block, reach, withHeading, former, grid };
  const taken = {
    ...{ sheet, row: block.row, column: block.column, draft, withHeading },
    ...{ oldRows: rowCount(found), oldNotes: found.noted, record: { headings } },
  };
  // Large tables are staged first, because it takes long and people type notes at any time.
  const isStaged = needsStaging(prepared, options.staging.directWriteCells) && !sheet.hasFilter();
  const staged = isStaged ? stageRows(sheets, prepared, options.staging) : undefined;
  const notes = options.takeNotes?.(taken);
  if (staged && draft.notes && notes?.areWritten) stageNotes(staged, draft, notes);
  return { ...prepared, staged, notes };
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((heading, index) => heading === other[index]);
}

/** @throws {ReportError} `sheet_blocked` if a cell that the table grows over is in use, which the message names. */
function requireBlank({ sheet, tab, block: old }: FoundTable, reach: CellBlock): void {
  const below = { ...reach, row: old.row + old.rows, rows: reach.rows - old.rows };
  const beside = { ...old, column: old.column + old.columns, columns: reach.columns - old.columns };
  for (const block of [below, beside]) {
    if (old.rows === 0 || block.rows <= 0 || block.columns <= 0) continue;
    const used = sheet.firstUsed(block);
    if (used !== undefined) blocked(`Clear or move ${used} on “${tab}”: the table grows over this cell`);
  }
}

/** Finds the columns of the table in the sheet that keep their place, heading and field. */
function stayingColumns(
  { nextHeadings, fields, noted }: TableRecord,
  found: readonly string[],
  draft: TableDraft,
): (column: number) => boolean {
  const of = (names: readonly string[], place: NotePlace | undefined) => [
    ...names,
    ...(place?.columns ?? []).map(() => NOTE_FIELD),
  ];
  const [before, after] = [of(fields, noted), of(draft.fields ?? [], draft.notes)];
  // The formats of an interrupted write are unknown.
  const isKnown = nextHeadings.length === 0 && before.length === found.length;
  const headings = wholeHeadings(draft);
  return (column) => isKnown && found[column] === headings[column] && before[column] === after[column];
}

/**
 * Writes the whole table in one operation, blanks old cells beyond it, and names its cells: enlarged before the write and
 * shrunk after it, so that everything written is inside the name wherever the run is killed.
 *
 * Under the lock. One service call; two for the name if the size changes; for a new table or other columns up to eight
 * for formats, eight for the look, and one for each width. Reads nothing, except for a staged table.
 *
 * @returns What the person should do about refused formats; empty if none were refused.
 * @throws {ReportError} `sheet_blocked`, with the old table unchanged; `changed_meanwhile`, with nothing written.
 */
export function writeTable(sheets: ReportSheets, prepared: PreparedTable, remedy?: string): string {
  const { found, block, reach, notes, withHeading, grid } = prepared;
  const { sheet, rangeName, named } = found;
  requireUnmoved(sheets, { sheet, grid }, remedy);
  const grows = !areSameCells(named, reach);
  try {
    notes?.beforeWrite();
    if (grows) sheet.nameBlock(rangeName, reach);
    writeCells(prepared);
  } catch (error) {
    if (grows && named.rows > 0) restoreName(found);
    throw error;
  }
  const advice = withHeading ? formatTable(prepared) : '';
  if (!areSameCells(reach, block)) sheet.nameBlock(rangeName, block);
  notes?.afterWrite();
  return advice;
}

/**
 * What to store before a write that changes the heading row, so that the table is found whichever row a killed run leaves:
 * the one that is there, or the new one. `undefined` if the row stays.
 */
export function recordBefore(
  { found, draft, withHeading }: PreparedTable,
  saved: TableRecord,
): Omit<TableRecord, 'sheet'> | undefined {
  if (!withHeading) return undefined;
  const { sheet, rangeName, headings, noted } = found;
  const isSame = headings.length === 0 || areSame(headings, saved.headings);
  const now = isSame ? saved : { headings: [...headings], noted, fields: [] };
  return {
    sheetId: sheet.id,
    rangeName,
    headings: now.headings,
    noted: now.noted,
    fields: now.fields,
    nextHeadings: wholeHeadings(draft),
    nextNoted: draft.notes,
  };
}

/** What to store once all writes are certain. */
export function recordAfter({ found, draft }: PreparedTable): Omit<TableRecord, 'fields'> {
  const { sheet, tab, rangeName } = found;
  const isHeaded = draft.columns.length > 0;
  return {
    sheet: tab,
    sheetId: sheet.id,
    rangeName,
    headings: isHeaded ? wholeHeadings(draft) : [...found.headings],
    nextHeadings: [],
    noted: isHeaded ? draft.notes : found.noted,
    nextNoted: undefined,
  };
}

function areSameCells(one: CellBlock, other: CellBlock): boolean {
  return one.rows === other.rows && one.columns === other.columns;
}

/** After a refused write the name is that of the old cells; if that is refused too, it names blank cells besides. */
function restoreName({ sheet, rangeName, named }: FoundTable): void {
  try {
    sheet.nameBlock(rangeName, named);
  } catch {
    // The next write sets it.
  }
}

/**
 * Checks that the sheet still exists, with the same numbers of rows and columns: people may have inserted or deleted some
 * while this run waited for the lock. No service call that counts.
 */
function requireUnmoved(
  sheets: ReportSheets,
  { sheet, grid }: Pick<FoundTable, 'sheet' | 'grid'>,
  remedy?: string,
): void {
  const now = sheets.byId(sheet.id)?.gridSize();
  if (now?.rows !== grid.rows || now.columns !== grid.columns) changedMeanwhile('the table', remedy);
}

function writeCells(prepared: PreparedTable): void {
  const { found, draft, reach, withHeading, notes, staged } = prepared;
  const { sheet } = found;
  const { columns, head = 0 } = draft;
  // Notes that stay where they are need not be written: someone may be typing there.
  const width = notes && !notes.areWritten ? columns.length : reach.columns;
  const first = withHeading ? 0 : 1 + head;
  const height = reach.rows - first;
  if (height === 0 || width === 0) return;
  const top = reach.row + first;
  const write = () => {
    const cells = sheetRows(rowsWithNotes(draft, notes), reach.rows - 1 - head, width);
    sheet.write(top, withHeading ? [...headingCells(draft, width), ...cells] : cells, reach.column);
  };
  if (staged === undefined) {
    write();
    return;
  }
  const block = {
    sheet: staged,
    row: withHeading ? STAGED_ROW - 1 : STAGED_ROW,
    rows: height,
    columns: width,
  };
  sheet.copyValues(block, top, reach.column);
  // A slicer or a typed table may hide rows that a copy leaves out; a write reaches them.
  if (!showsRows(prepared)) write();
}

/** True if a column of numbers, or else of texts, holds what was copied. One service call. */
function showsRows({ found, draft: { columns, rows, head = 0 }, reach }: PreparedTable): boolean {
  const kinds = columns.map(({ kind }) => kind);
  const at = Math.max(
    kinds.lastIndexOf('integer'),
    kinds.includes('integer') ? -1 : kinds.lastIndexOf('text'),
  );
  if (at < 0) return true;
  const shown = found.sheet.readBlock(reach.row + 1 + head, reach.column + at, rows.length, 1);
  const isShown = (cell: unknown, written: SheetValue) =>
    literalCell(written) === (typeof cell === 'string' && cell !== '' ? `'${cell}` : cell);
  return rows.every((row, index) => isShown(shown[index]?.[0], row[at] ?? null));
}

function rowsWithNotes({ columns, rows }: TableDraft, notes: TakenNotes | undefined): readonly SheetRow[] {
  if (!notes?.areWritten) return rows;
  const width = columns.length;
  return rows.map((row, at) => [
    ...Array.from({ length: width }, (_, column) => row[column] ?? null),
    ...(notes.cells[at] ?? []),
  ]);
}

/** The heading row as a block of one row. */
function headingCells(draft: TableDraft, width: number): WrittenCell[][] {
  return sheetRows([wholeHeadings(draft)], 1, width);
}

/** Formats whole columns, including later rows; if cells below the table prevent that, only the rows of the table. */
function formatTable({ found, draft, former, block }: PreparedTable): string {
  const { sheet, tab } = found;
  const columns = wholeColumns(draft);
  const unset = (where: string) =>
    `Set the number formats ${where}on “${tab}” yourself (Format ▸ Number): Google Sheets refused them.`;
  try {
    sheet.format(columnFormats(columns, former));
    return '';
  } catch {
    try {
      sheet.format(columnFormats(columns, former, Math.max(1, block.rows - 1)));
      return unset('below the table ');
    } catch {
      return unset('');
    }
  } finally {
    applySheetLook(sheet, tableLook(fitted(draft, columns), former));
  }
}

/** Texts are as wide as the longest of them. */
function fitted({ rows }: TableDraft, columns: readonly FittedColumn[]): FittedColumn[] {
  return columns.map((column, at) => {
    const lengths = column.kind === 'text' ? rows.map((row) => String(row[at] ?? '').length) : [];
    return lengths.length === 0
      ? column
      : { ...column, letters: lengths.reduce((a, b) => Math.max(a, b), 0) };
  });
}

/** What staging needs. */
export interface StagingOptions {
  /** The largest table that is written directly, in cells. */
  readonly directWriteCells: number;
  readonly clock: Clock;
  /** When staging must be done. Milliseconds since 1970. */
  readonly deadline: number;
}

/** The hidden sheet on which large tables are made ready. */
export const STAGING_SHEET_NAME = 'Shift Reports staging';
const STAGING_MARK = 'Shift Reports makes large tables ready here. What is typed here is deleted.';
/** Where staged rows begin: below the mark and the heading row. */
const STAGED_ROW = 3;
/** One `setValues` has the cells of this many direct writes: 90,000 cells, 5 s on average. */
const CHUNK_WRITES = 5;
/** A table with notes is written directly up to so many direct writes: its notes are mostly not written. */
const NOTED_WRITES = 1.5;

/** True if a table is too large to be written directly, with the old rows to blank. */
function needsStaging(
  { draft, reach }: Pick<PreparedTable, 'draft' | 'reach'>,
  directWriteCells: number,
): boolean {
  const rows = reach.rows - 1 - (draft.head ?? 0);
  const notes = draft.notes?.columns.length ?? 0;
  return (
    rows * (reach.columns - notes) > directWriteCells ||
    rows * reach.columns > NOTED_WRITES * directWriteCells
  );
}

/**
 * Fills the hidden staging sheet with the rows of a large table; the table itself stays unchanged. Four service calls and
 * one for each 90,000 cells, four more to make the sheet.
 *
 * @throws {ReportError} `sheet_blocked`; `write_timeout` if the next chunk would miss the deadline.
 */
function stageRows(
  sheets: ReportSheets,
  { draft, reach }: Pick<PreparedTable, 'draft' | 'reach'>,
  { clock, deadline, directWriteCells }: StagingOptions,
): ReportSheet {
  const sheet = takeStagingSheet(sheets);
  const { rows } = draft;
  sheet.blank();
  sheet.lengthen(STAGED_ROW - 1 + reach.rows);
  sheet.widen(reach.columns);
  sheet.write(1, [[STAGING_MARK]]);
  sheet.write(STAGED_ROW - 1, headingCells(draft, reach.columns));
  const chunk = Math.max(
    1,
    Math.floor((CHUNK_WRITES * directWriteCells) / Math.max(1, draft.columns.length)),
  );
  let longestMillis = 0;
  for (let done = 0; done < rows.length; done += chunk) {
    const startedAt = clock.now();
    if (startedAt + longestMillis > deadline) throw new ReportError('write_timeout');
    sheet.write(STAGED_ROW + done, sheetRows(rows.slice(done, done + chunk), 0, draft.columns.length));
    longestMillis = Math.max(longestMillis, clock.now() - startedAt);
  }
  sheets.flush();
  return sheet;
}

/** Finds the staging sheet by its name and mark, or makes it: a person's sheet of that name is left alone. */
function takeStagingSheet(sheets: ReportSheets): ReportSheet {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? STAGING_SHEET_NAME : `${STAGING_SHEET_NAME} ${number}`;
    const sheet = sheets.byName(name);
    if (sheet === undefined) return sheets.createHidden(name);
    const [mark] = sheet.readRow(1, 1);
    if (mark === STAGING_MARK) return sheet;
    // Made by a run that was killed before it could hide it.
    if (mark === '' && sheet.lastRow() === 0) {
      sheet.hide();
      return sheet;
    }
  }
}

/** Empties the staging sheet, if there is one: the rows of a connection go with it. Up to three service calls. */
export function clearStaging(sheets: ReportSheets): void {
  const sheet = sheets.byName(STAGING_SHEET_NAME);
  if (sheet && sheet.readRow(1, 1)[0] === STAGING_MARK) sheet.blank();
}

/** So many rows of up to five notes take one `setValues`. */
const STAGED_NOTE_ROWS = 18_000;

/** Adds the notes to staged rows. One service call for each chunk of rows. */
function stageNotes(sheet: ReportSheet, { columns, rows }: TableDraft, { cells }: TakenNotes): void {
  for (let first = 0; first < rows.length; first += STAGED_NOTE_ROWS) {
    const chunk = cells.slice(first, first + STAGED_NOTE_ROWS);
    sheet.write(STAGED_ROW + first, sheetRows(chunk, 0, chunk[0]?.length ?? 0), columns.length + 1);
  }
}
