import { isDate } from '../../calendar/calendar-date';
import { shortHash } from '../../employer-api/text';
import { columnLetters } from '../cell-block';
import type { ReportSheet } from '../ports';
import { fieldHeadings } from '../tables/note-place';
import type { SheetTable } from '../tables/sheet-table';
import { blocked, type TableRecord } from './table-heading';

/** What to store to find the end of a table again. @param record The record logged before the write. */
export function lastRowFingerprint(
  { columns, rows, head = 0 }: SheetTable & { readonly head?: number },
  { foot, extent }: TableRecord,
): TableRecord['foot'] {
  const last = rows[rows.length - 1];
  const isSame = last === undefined && head === extent;
  const key = last ? rowKey(last.filter((_, column) => !isTime(columns[column]?.kind))) : '';
  return foot && { ...foot, lastRow: isSame ? foot.lastRow : key };
}

/**
 * The record of a table with its current number of rows. People insert and delete rows inside a table and below it: the
 * number of rows of the grid shows that, and the place of the last row shows which of the two it was.
 *
 * No service call if the grid has as many rows as after the last write; otherwise up to eight.
 *
 * @throws {ReportError} `sheet_blocked` if it is unclear whether used cells belong to the table.
 */
export function locate<Saved extends TableRecord>(sheet: ReportSheet, saved: Saved): Saved {
  const { foot, extent, headings } = saved;
  const grid = sheet.gridSize();
  if (foot === undefined || extent === 0 || grid.rows === foot.gridRows) return saved;
  const change = grid.rows - foot.gridRows;
  const least = Math.max(0, extent + Math.min(0, change));
  const most = Math.min(extent + Math.max(0, change), grid.rows - 1);
  const width = Math.min(Math.max(1, headings.length), grid.columns);
  // Blank cells may count as either.
  if (least >= most || sheet.isFree(2 + least, 1, most - least, width)) return { ...saved, extent: least };
  // Notes change at any time.
  const fields = Math.min(width, Math.max(1, fieldHeadings(headings, saved.noted).length));
  const lastOf = (rows: number) => {
    const row = rows > 0 && foot.lastRow !== '' ? sheet.readRow(1 + rows, fields) : [];
    return row.length > 0 && rowKey(row) === foot.lastRow ? row : undefined;
  };
  if (lastOf(most)) return { ...saved, extent: most };
  const last = lastOf(least);
  // If the table was sorted, its former last row may have rows of the table below it.
  const isEnd =
    last && !sheet.readBlock(2 + least, 1, most - least, fields).some((row) => isAlike(row, last));
  if (isEnd) return { ...saved, extent: least };
  return blocked(
    `Put the rows of “${sheet.name()}” back (undo the change), or move what A${2 + least}:${columnLetters(width - 1)}${1 + most} hold elsewhere: rows were inserted or deleted, and these may be yours`,
  );
}

/** The key of a row. Days and times are left out, because as cells return them they depend on the time zone. */
function rowKey(row: readonly unknown[]): string {
  const values = row.filter((value) => isFilled(value) && !isDate(value));
  return values.length === 0 ? '' : shortHash(JSON.stringify(values));
}

/** True if a row may belong to the same table: cells of the same types, and not many fewer. */
function isAlike(row: readonly unknown[], other: readonly unknown[]): boolean {
  const kindOf = (value: unknown) => (isDate(value) ? 'date' : typeof value);
  const both = row.map((value, column) => [value, other[column]]).filter((pair) => pair.every(isFilled));
  const isSame = both.every(([one, two]) => kindOf(one) === kindOf(two));
  return isSame && 2 * both.length >= other.filter(isFilled).length;
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== '';
}

function isTime(kind: string | undefined): boolean {
  return kind === 'date' || kind === 'moment';
}
