import { isReportError, toReportError } from '../employer-api/errors';
import type { DocumentState, Lease } from './document-state';
import type { ReportRefresher } from './report-refresher';
import type { SavedReport } from './saved-report';

/** How a refresh of several reports went. */
export interface RefreshAllResult {
  readonly refreshed: number;
  /** One sentence per report that failed. */
  readonly failures: readonly { readonly sheet: string; readonly error: ReturnType<typeof toReportError> }[];
  /** What is true after it; `undefined` when no report was refreshed. */
  readonly state: DocumentState | undefined;
}

/**
 * Refreshes reports, one after the other. One that fails does not keep the others from being refreshed;
 * a refresh that runs already does, and so does time that is used up. The one that was refreshed longest ago comes
 * first, so that none is always the one left over.
 */
export function refreshAll(
  refresher: ReportRefresher,
  reports: readonly SavedReport[],
  by: Lease['by'],
): RefreshAllResult {
  const failures: { sheet: string; error: ReturnType<typeof toReportError> }[] = [];
  let refreshed = 0;
  let state: DocumentState | undefined;
  const oldestFirst = [...reports].sort((one, other) => refreshedAt(one) - refreshedAt(other));
  for (const report of oldestFirst) {
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

function refreshedAt({ content }: SavedReport): number {
  return content?.refreshedAt ?? 0;
}

/** The result in one or more sentences. */
export function describeRefreshAll({ refreshed, failures }: RefreshAllResult): string {
  if (refreshed + failures.length === 0)
    return 'Add a report in the sidebar first: there is none to refresh.';
  const done = refreshed === 0 ? [] : [`${refreshed} report${refreshed === 1 ? '' : 's'} refreshed.`];
  return [...done, ...failures.map(({ sheet, error }) => `“${sheet}”: ${error.message}`)].join(' ');
}
