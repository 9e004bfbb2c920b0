import { requirePerson, showToast } from '../compose/person';
import { composeWriting } from '../compose/writing';
import { toReportError } from '../employer-api/errors';
import { readDocumentState } from '../reports/document-state';
import { describeRefreshAll, refreshAll } from '../reports/refresh-all';

/** Menu item: refreshes all reports and says how it went. */
export function refreshAllReports(): void {
  try {
    requirePerson();
    const { refresher, stores } = composeWriting('sidebar');
    const { reports } = readDocumentState(stores.document.readAll());
    showToast(describeRefreshAll(refreshAll(refresher, reports, 'menu')));
  } catch (error) {
    throw new Error(toReportError(error).message);
  }
}
