import { askPerson, requirePerson } from '../compose/person';
import { inOwnWords, ReportError } from '../employer-api/errors';

/** Menu item: opens the sidebar. Where it may not, Google asks the person. */
export function showSidebar(): void {
  inOwnWords(requirePerson);
  if (isOpened()) return;
  // Not in a `try`. Returns where nothing is missing, and the platform failed for another reason.
  askPerson();
  throw new Error(new ReportError('platform_unavailable').message);
}

function isOpened(): boolean {
  try {
    const page = HtmlService.createHtmlOutputFromFile('Sidebar').setTitle('Shift Reports');
    SpreadsheetApp.getUi().showSidebar(page);
    return true;
  } catch {
    return false;
  }
}
