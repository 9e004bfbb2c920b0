import { requirePerson, showToast } from '../compose/person';
import { composeWriting } from '../compose/writing';
import { toReportError } from '../employer-api/errors';
import { describeRefreshAll, refreshAll } from '../reports/refreshing/refresh-all';
import { readDocumentState } from '../reports/saved/document-state';

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
