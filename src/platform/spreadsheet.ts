import { attempt, refuse } from '../employer-api/errors';
import type { SelectedCell } from '../explanations/explanation';
import { askPlatform } from './script-services';

/** The cell that the person at the keyboard has selected. It reads and never changes anything. */
export function selectedCell(): SelectedCell | undefined {
  const range = askPlatform(() => SpreadsheetApp.getActive().getCurrentCell());
  return range === null || range === undefined ? undefined : askPlatform(() => describeCell(range));
}

function describeCell(range: GoogleAppsScript.Spreadsheet.Range): SelectedCell {
  const sheet = range.getSheet();
  const [row, column] = [range.getRow(), range.getColumn()];
  return {
    sheetId: sheet.getSheetId(),
    row,
    column,
    // What cannot be read is a calculation.
    read: (reference) => attempt(() => sheetRange(sheet, reference).getValues()),
  };
}

/** A reference without a sheet means the formula's own one, whichever is in front. */
function sheetRange(sheet: GoogleAppsScript.Spreadsheet.Sheet, reference: string) {
  return reference.includes('!') ? SpreadsheetApp.getActive().getRange(reference) : sheet.getRange(reference);
}

/**
 * Makes sure that a person called from the menu or the sidebar, and not a cell: formulas can name every entry
 * point of the script, and must not be able to change anything by it.
 *
 * @throws {ReportError} `invalid_settings` in a cell
 */
export function requirePerson(): void {
  const screen = () => attempt(() => SpreadsheetApp.getUi());
  // Twice: the platform also fails for no reason that lasts.
  if ((screen() ?? screen()) === undefined)
    refuse('invalid_settings', 'Use the sidebar (Extensions ▸ Shift Reports): this isn’t a formula');
}

/** Shows a short message over the sheet. */
export function showToast(message: string): void {
  SpreadsheetApp.getActive().toast(message, 'Shift Reports', 10);
}
