import { requirePerson } from '../compose/person';
import { ReportError, toReportError } from '../employer-api/errors';

/** Menu item: opens the sidebar. */
export function showSidebar(): void {
  try {
    requirePerson();
    open();
  } catch (error) {
    throw new Error(toReportError(error).message);
  }
}

function open(): void {
  try {
    const page = HtmlService.createHtmlOutputFromFile('Sidebar').setTitle('Shift Reports');
    SpreadsheetApp.getUi().showSidebar(page);
  } catch {
    throw new ReportError('permission_missing');
  }
}
