import { displayText } from './display';
import { lastRow, type Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/** Puts a filter on a block, whose first row is its heading. It hides nothing yet. */
export function putFilter(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  clearFilter(sheet);
  sheet.filter = block;
  workbook.noteChange(sheet.id);
}

/** Takes the filter away; the rows that it hid are shown. */
export function removeFilter(workbook: Workbook, sheet: Sheet): void {
  clearFilter(sheet);
  workbook.noteChange(sheet.id);
}

/** Without a filter nothing is filtered. */
export function clearFilter(sheet: Sheet): void {
  sheet.filter = undefined;
  sheet.filterCriteria.clear();
  sheet.filteredRows.clear();
}

/**
 * Sets which texts of a column, as shown, the filter hides; none to let all through again.
 *
 * What is hidden is decided now: rows that are written later stay hidden or shown until someone sets a criterion again.
 */
export function filterColumn(
  workbook: Workbook,
  sheet: Sheet,
  column: number,
  hiddenTexts: readonly string[],
): void {
  if (hiddenTexts.length === 0) sheet.filterCriteria.delete(column);
  else sheet.filterCriteria.set(column, hiddenTexts);
  sheet.filteredRows = new Set(rowsToHide(sheet, workbook.settings.locale));
  workbook.noteChange(sheet.id);
}

function rowsToHide(sheet: Sheet, locale: string): number[] {
  if (sheet.filter === undefined) return [];
  const rows: number[] = [];
  for (let row = sheet.filter.row + 1; row <= lastRow(sheet.filter); row++) {
    const isHidden = [...sheet.filterCriteria].some(([column, texts]) =>
      texts.includes(displayText(sheet.grid.cell(row, column), locale)),
    );
    if (isHidden) rows.push(row);
  }
  return rows;
}

/** Hides rows, as a person does, or shows them again. */
export function hideRows(
  workbook: Workbook,
  sheet: Sheet,
  first: number,
  count: number,
  isHidden = true,
): void {
  for (let row = first; row < first + count; row++) {
    if (isHidden) sheet.hiddenRows.add(row);
    else sheet.hiddenRows.delete(row);
  }
  workbook.noteChange(sheet.id);
}
