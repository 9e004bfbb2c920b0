import { ReportError } from '../employer-api/errors';

/**
 * Makes sure that a person called from the menu or the sidebar, and not a cell: formulas can name every entry
 * point of the script, and must not be able to change anything by it.
 *
 * @throws {ReportError} `invalid_settings` in a cell
 */
export function requirePerson(): void {
  try {
    SpreadsheetApp.getUi();
  } catch {
    throw new ReportError('invalid_settings', {
      sentence: 'Use the sidebar (Extensions ▸ Shift Reports): this is no formula',
    });
  }
}

/** Shows a short message over the sheet. */
export function showToast(message: string): void {
  SpreadsheetApp.getActive().toast(message, 'Shift Reports', 10);
}
