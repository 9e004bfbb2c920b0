import { composeWriting } from '../compose/writing';
import { toReportError } from '../employer-api/errors';
import { requirePerson, showToast } from '../platform/person';
import { describeRefreshAll, refreshAll } from '../reports/refresh-all';

/** Menu item: refreshes all reports and says how it went. */
export function refreshAllReports(): void {
  try {
    requirePerson();
    const { refresher, stores } = composeWriting('sidebar');
    showToast(describeRefreshAll(refreshAll(refresher, stores.document, 'menu')));
  } catch (error) {
    throw new Error(toReportError(error).message);
  }
}
