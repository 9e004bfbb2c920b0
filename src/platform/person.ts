import { ReportError } from '../employer-api/errors';

/**
 * Makes sure that a person called from the menu or the sidebar, and not a cell: formulas can name every entry
 * point of the script, and must not be able to change anything by it.
 *
 * @throws {ReportError} `invalid_settings` in a cell
 */
export function requirePerson(): void {
  // Twice: the platform also fails for no reason that lasts.
  if (!hasScreen() && !hasScreen()) {
    throw new ReportError('invalid_settings', {
      sentence: 'Use the sidebar (Extensions ▸ Shift Reports): this is no formula',
    });
  }
}

function hasScreen(): boolean {
  try {
    SpreadsheetApp.getUi();
    return true;
  } catch {
    return false;
  }
}

/** Shows a short message over the sheet. */
export function showToast(message: string): void {
  SpreadsheetApp.getActive().toast(message, 'Shift Reports', 10);
}
