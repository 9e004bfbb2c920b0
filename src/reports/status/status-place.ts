import type { ReportSheet } from '../ports';
import type { DocumentState, StatusSheet } from '../saved/document-state';
import { isStatusBlock, STATUS_COLUMN_COUNT, statusWidth } from './status-table';

/** Whether the grid has another size than when the sheet was looked at. No service call that counts. */
export function hasMoved(sheet: ReportSheet, { grid }: StatusSheet): boolean {
  const now = sheet.gridSize();
  return grid !== undefined && (now.rows !== grid.rows || now.columns !== grid.columns);
}

/** Whether the status stands where it was all the same. One service call. */
export function standsOn(sheet: ReportSheet, known: StatusSheet, { reports }: DocumentState): boolean {
  const columns = Math.min(known.columns ?? STATUS_COLUMN_COUNT, sheet.gridSize().columns);
  const cells = sheet.readBlock(1, 1, 1 + known.rows, columns);
  return isStatusBlock(cells, Math.min(known.rows, reports.length), known.stampedAt > 0);
}

/** How many of the sheet's columns are the status's. Two service calls. */
export function widthOf(sheet: ReportSheet): number {
  return statusWidth(sheet.readRow(1, Math.min(STATUS_COLUMN_COUNT, sheet.columnCount())));
}

/** Whether nobody uses the cells to the right that a status sheet of an older version does not have. Up to two service calls. */
export function hasColumns(
  sheet: ReportSheet,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): boolean {
  if (sheet.columnCount() < STATUS_COLUMN_COUNT) return false;
  return sheet.isFree(1, columns + 1, 1 + rows, STATUS_COLUMN_COUNT - columns);
}
