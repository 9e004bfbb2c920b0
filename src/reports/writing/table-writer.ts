import type { DateRange } from '../../calendar/date-range';
import { ReportError } from '../../employer-api/errors';
import type { GridSize } from '../cell-block';
import { changedMeanwhile } from '../changed-meanwhile';
import type { ReportSheet, ReportSheets, WrittenCell } from '../ports';
import { sheetRows } from '../tables/report-table';
import { columnFormats, headingsOf, type SheetRow, type SheetTable } from '../tables/sheet-table';
import { footOf, locate } from './table-foot';
import {
  areSameHeadings,
  blocked,
  findTable,
  keepsHeadings,
  NEW_SHEET_COLUMNS,
  recordOf,
  type TableRecord,
} from './table-heading';
import { claimColumns, claimRows, makeSheet, occupied, requireColumns, requireFitting } from './table-room';
import { requireUnmerged } from './unmerged-cells';

/** What is about to be written. A `SheetTable` alone replaces the whole table. */
export interface TableDraft extends SheetTable {
  /** How many rows of the table stay as they are, above those to write. @default 0 */
  readonly head?: number;
  /** What stands where the rows are to be written, where the columns stay; it was read for a table that keeps history. */
  readonly before?: readonly SheetRow[];
  /** The same in the columns of the draft, also where these change; left out where it is `before`, or was not read. */
  readonly replaced?: readonly SheetRow[];
  /** The first and the last day of rows that stay, of days besides those to write; left out where none do. */
  readonly stayed?: DateRange | undefined;
  /** Whether no row is left of those that were to stay or to be replaced. */
  readonly isGone?: boolean;
  /** Whether the rows that this draft rests on are still there. At most one service call. */
  stillStands?(sheet: ReportSheet): boolean;
  /** Whether these cells are the rows that are to stand there: of a table that need not be written then. */
  isShownBy?(cells: readonly (readonly unknown[])[]): boolean;
}

/** A hidden sheet in which rows wait for their copy, where they will be in the table but for `head`: from row 2 on. */
export interface StagedTable {
  readonly sheet: ReportSheet;
  /** How many rows wait there. */
  readonly rows: number;
  /** Whether the heading row stands above them. */
  readonly headed: boolean;
}

/** What decides about a write besides the table. */
export interface PrepareOptions {
  /** Whether a sheet that was deleted may be made again: after a click, never on a schedule. */
  readonly mayReplace: boolean;
  /** Where the rows wait, when they are too many to be written directly. */
  readonly staged?: StagedTable | undefined;
}

/** A table that may be written: checked, and with room. */
export interface PreparedTable {
  readonly sheet: ReportSheet;
  /** What must be stored before the write: how far it may reach, and which heading rows may be found after it. */
  readonly record: TableRecord;
  /** Whether that is stored already. */
  readonly isLogged: boolean;
  readonly draft: TableDraft;
  readonly staged: StagedTable | undefined;
  /** How many rows to write, besides the heading row: as many as we may have left behind, or more. */
  readonly height: number;
  /** How many columns to write: as many as the table had, or more. */
  readonly width: number;
  /** Whether the sheet was never written completely. */
  readonly isNew: boolean;
  /** Whether nothing speaks against the rows of the last write being there still. */
  readonly isShown: boolean;
  /** Whether the heading row and the formats are written too: of a new table, or one with other columns. */
  readonly withHeading: boolean;
  /** How many columns may have formats of an earlier table; 0 where there was none. */
  readonly formattedWidth: number;
  /** How far the sheet's grid reaches: any other size before the write means that the table may have moved. */
  readonly grid: GridSize;
}

/**
 * Finds or makes the sheet of a report. Nothing of it is written; what must be logged before the write is returned.
 *
 * A renamed or moved sheet is followed by its ID, the table in it is known by its heading row. A draft without columns,
 * as an empty answer of some reports gives, empties the table and leaves its heading row. Everything that speaks
 * against writing is found here, with no cell changed. To be called under the lease and without the lock: reading
 * waits for formulas that calculate, and those may wait for the lock. Two service calls for a table that stays as large
 * as it is, one where no cell is to be written; up to five more where it gets longer, up to five more where its columns
 * change, up to five more where the grid has other rows than after the last write.
 *
 * @throws {ReportError} `sheet_blocked`; `range_too_large`; `write_timeout` where not all rows were staged; `changed_meanwhile`
 *   when the rows that stay have changed.
 */
export function prepareTable(
  sheets: ReportSheets,
  saved: TableRecord,
  draft: TableDraft,
  { staged, mayReplace }: PrepareOptions,
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
  const { record } = place;
  const height = record.extent - (draft.head ?? 0);
  return { ...place, isLogged: isLogged(saved, record), draft, staged, height };
}

/**
 * Writes the whole block in one call: old cells beyond the new ones become blank. Staged rows are copied.
 *
 * One service call, and up to five more for the formats of a new table or of one whose columns changed. `record` must
 * be stored by now.
 *
 * @param onRefused Told when the block itself was refused: the table is as it was.
 * @returns What the person is to do about formats that were refused; empty where none were.
 * @throws {ReportError} `sheet_blocked`, with the old table still there.
 */
export function writeTable(prepared: PreparedTable, onRefused: () => void = () => undefined): string {
  try {
    writeBlock(prepared);
  } catch (error) {
    onRefused();
    throw error;
  }
  return prepared.withHeading ? formatTable(prepared) : '';
}

/** Formats whole columns, for rows that come later too; where cells below refuse that, the rows of the table. */
function formatTable({ sheet, record, draft, formattedWidth }: PreparedTable): string {
  const formats = columnFormats(draft.columns, formattedWidth);
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
  }
}

function writeBlock({ sheet, draft, staged, height, width, withHeading }: PreparedTable): void {
  const { columns, rows, head = 0 } = draft;
  const top = withHeading ? 1 : 2 + head;
  const blockRows = withHeading ? height + 1 : height;
  if (blockRows === 0 || width === 0) return;
  if (staged === undefined) {
    const cells = sheetRows(rows, height, width);
    sheet.write(top, withHeading ? [...headingCells(columns, width), ...cells] : cells);
    return;
  }
  // A heading row that was found to be missing only now.
  if (withHeading && !staged.headed) staged.sheet.write(1, headingCells(columns));
  const block = { sheetId: staged.sheet.id, row: withHeading ? 1 : 2, rows: blockRows, columns: width };
  sheet.copyValues(block, top);
}

/**
 * What is to be stored of the table once all writes are certain. Staged rows are no longer needed: their sheet is
 * removed, for one service call. Call it before the flush, so that the sheet is surely gone when it is forgotten.
 *
 * @returns With `stagingId` set when the staging sheet could not be removed; the next run tries again.
 */
export function finishTable(sheets: ReportSheets, { record, draft, staged }: PreparedTable): TableRecord {
  const { columns, rows, head = 0 } = draft;
  const stagingId = staged ? staged.sheet.id : record.stagingId;
  const isRemoved = staged !== undefined && canRemove(sheets, staged.sheet.id);
  const written = columns.length > 0 && { headed: true, headings: headingsOf(columns), nextHeadings: [] };
  const foot = footOf(draft, record);
  return { ...record, ...written, extent: head + rows.length, foot, stagingId: isRemoved ? null : stagingId };
}

/** The heading row as `write` takes it, as one row of a block. */
export function headingCells(columns: TableDraft['columns'], width = columns.length): WrittenCell[][] {
  return sheetRows([headingsOf(columns)], 1, width);
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

/** Where a table is to be written, and what must be logged before. */
type Place = Pick<
  PreparedTable,
  'sheet' | 'record' | 'width' | 'formattedWidth' | 'isNew' | 'isShown' | 'withHeading' | 'grid'
>;

/** Checks a table that stands in its sheet, and claims the cells that it gets besides. */
function checkTable(sheet: ReportSheet, before: TableRecord, draft: TableDraft, mayReplace: boolean): Place {
  const headings = headingsOf(draft.columns);
  const { head = 0, rows } = draft;
  // Before the table is looked at: what happens from here on shows.
  const grid = sheet.gridSize();
  const saved = locate(sheet, before);
  const found = findTable(sheet, saved, headings, mayReplace, draft.isShownBy ? saved.extent : 0);
  const isShown = saved.extent === before.extent && draft.isShownBy?.(found.rows) !== false;
  const isHeaded = keepsHeadings(saved, headings) && areSameHeadings(found.headings, headings);
  const withHeading = !isHeaded && headings.length > 0;
  // Rows that stay must have their columns and be where they were.
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
  const formattedWidth = oldWidth === 0 ? 0 : width;
  const grown = { ...grid, rows: Math.max(grid.rows, 1 + extent) };
  const foot = { gridRows: grown.rows, lastRow: saved.foot?.lastRow ?? '' };
  const record = { ...saved, headings: found.headings, nextHeadings, extent, foot };
  return { sheet, width, formattedWidth, isNew: found.isNew, isShown, withHeading, record, grid: grown };
}

/** Finds or makes a sheet for a table that has none. */
function makePlace(sheets: ReportSheets, saved: TableRecord, { columns, rows, head = 0 }: TableDraft): Place {
  if (head > 0) changedMeanwhile('the table');
  const named = sheets.byName(saved.sheet);
  const { sheet, isNew } = named ? { sheet: named, isNew: false } : makeSheet(sheets, saved.sheet);
  if (!isNew && sheet.lastRow() > 0) occupied(saved.sheet);
  const [extent, width] = [rows.length, columns.length];
  if (!isNew || width > NEW_SHEET_COLUMNS) requireColumns(sheet, saved.sheet, width);
  if (!isNew) requireUnmerged(sheet, saved.sheet, { row: 1, column: 1, rows: 1 + extent, columns: width });
  sheet.claimRows(1, 1 + extent, width);
  const grid = sheet.gridSize();
  const record = {
    ...saved,
    sheetId: sheet.id,
    headed: false,
    headings: [],
    nextHeadings: headingsOf(columns),
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
  };
}

/** Whether what a write may change is stored already. The name is no more than a name. */
function isLogged(saved: TableRecord, record: TableRecord): boolean {
  return (
    saved.sheetId === record.sheetId &&
    saved.extent === record.extent &&
    (saved.foot === undefined || saved.foot.gridRows === record.foot?.gridRows) &&
    areSameHeadings(saved.headings, record.headings) &&
    areSameHeadings(saved.nextHeadings, record.nextHeadings)
  );
}

/** The sheet's name today. Only a sheet that no longer answers to its old name is asked: one service call. */
function nameOf(sheets: ReportSheets, sheet: ReportSheet, saved: TableRecord): string {
  return sheets.byName(saved.sheet)?.id === sheet.id ? saved.sheet : sheet.name();
}
