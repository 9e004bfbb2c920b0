import { askPerson, authorization, requirePerson, showToast } from '../compose/person';
import { composeWriting } from '../compose/writing';
import { inOwnWords } from '../employer-api/errors';
import { NEEDED } from '../reports/permissions';
import { describeRefreshAll, refreshAll } from '../reports/refreshing/refresh-all';
import { readDocumentState } from '../reports/saved/document-state';

/** Menu item: has Google ask for what is missing, or refreshes all reports and says how it went. */
export function refreshAllReports(): void {
  inOwnWords(requirePerson);
  // Not in a `try`. Who will not have mail sent, or no schedule, is not asked for it again and again.
  if (authorization.missing(NEEDED.refreshAllReports).url !== null) askPerson();
  inOwnWords(() => {
    const { refresher, stores } = composeWriting('sidebar');
    const { reports } = readDocumentState(stores.document.readAll());
    showToast(describeRefreshAll(refreshAll(refresher, reports, 'menu')));
  });
}
