import { changedMeanwhile } from '../changed-meanwhile';
import type { ReportSheets } from '../ports';
import type { PreparedTable } from './table-writer';

/**
 * Makes sure that a table that was prepared is where it was: its sheet is there, with as many rows and columns. People
 * may have deleted the sheet, or inserted or deleted rows and columns, while this run waited for the lock.
 *
 * No service call that counts. What is not seen: cells that were typed or merged, a filter, and rows that were moved
 * with their number the same.
 *
 * @param remedy What the person is to do.
 * @throws {ReportError} `changed_meanwhile`, with nothing written.
 */
export function requireUnmoved(
  sheets: ReportSheets,
  { sheet, grid }: PreparedTable,
  remedy = 'Refresh again',
): void {
  const now = sheets.byId(sheet.id)?.gridSize();
  if (now?.rows !== grid.rows || now.columns !== grid.columns) changedMeanwhile('the table', remedy);
}
