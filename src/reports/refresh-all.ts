import { isReportError, toReportError } from '../employer-api/errors';
import { type DocumentState, type Lease, readDocumentState } from './document-state';
import type { PropertyStore } from './ports';
import type { ReportRefresher } from './report-refresher';

/** How a refresh of several reports went. */
export interface RefreshAllResult {
  readonly refreshed: number;
  /** One sentence per report that failed. */
  readonly failures: readonly { readonly sheet: string; readonly error: ReturnType<typeof toReportError> }[];
  /** What is true after it; `undefined` when no report was refreshed. */
  readonly state: DocumentState | undefined;
}

/**
 * Refreshes all reports, one after the other. One that fails does not keep the others from being refreshed;
 * a refresh that runs already does.
 */
export function refreshAll(
  refresher: ReportRefresher,
  document: PropertyStore,
  by: Lease['by'],
): RefreshAllResult {
  const failures: { sheet: string; error: ReturnType<typeof toReportError> }[] = [];
  let refreshed = 0;
  let state: DocumentState | undefined;
  for (const report of readDocumentState(document.readAll()).reports) {
    try {
      state = refresher.refresh(report.id, by);
      refreshed += 1;
    } catch (error) {
      failures.push({ sheet: report.sheet, error: toReportError(error) });
      if (isReportError(error) && error.code === 'busy') break;
    }
  }
  return { refreshed, failures, state };
}

/** The result in one or more sentences. */
export function describeRefreshAll({ refreshed, failures }: RefreshAllResult): string {
  if (refreshed + failures.length === 0)
    return 'Add a report in the sidebar first: there is none to refresh.';
  const done = refreshed === 0 ? [] : [`${refreshed} report${refreshed === 1 ? '' : 's'} refreshed.`];
  return [...done, ...failures.map(({ sheet, error }) => `“${sheet}”: ${error.message}`)].join(' ');
}
