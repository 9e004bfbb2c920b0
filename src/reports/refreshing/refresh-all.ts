import { isReportError, toReportError } from '../../employer-api/errors';
import type { DocumentState, Lease } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { shownCount } from '../shown-count';
import type { RunBeginning } from './begin-refresh';
import type { ReportRefresher } from './report-refresher';

/** More than this would not fit a message. */
const MOST_FAILURES_TOLD = 3;

/** How a refresh of several reports went. */
export interface RefreshAllResult {
  readonly refreshed: number;
  /** One sentence per report that failed. */
  readonly failures: readonly {
    readonly id: string;
    readonly sheet: string;
    readonly error: ReturnType<typeof toReportError>;
  }[];
  /** How far reports came that go on in the next run. */
  readonly unfinished: readonly { readonly sheet: string; readonly progress: string }[];
  /** How many reports were not tried: another refresh runs, or time was used up. */
  readonly left: number;
  /** Whether there was no report, and formulas alone are calculated again. */
  readonly isStamped: boolean;
  /** What is true after it; `undefined` when nothing was written. */
  readonly state: DocumentState | undefined;
}

/**
 * Refreshes reports, one after the other. One that fails, or that someone changed meanwhile, does not keep the others
 * from being refreshed; a refresh that runs already does, and so does time that is used up. The one that was tried
 * longest ago comes first, so that none is always the one left over. Without reports formulas are calculated again all
 * the same.
 *
 * @param beginning What is noted in the write with which the first refresh begins; without reports nothing is.
 * @throws {ReportError} Without reports: as `ReportRefresher.stamp`.
 */
export function refreshAll(
  refresher: ReportRefresher,
  reports: readonly SavedReport[],
  by: Lease['by'],
  beginning?: RunBeginning,
): RefreshAllResult {
  if (reports.length === 0) {
    return {
      refreshed: 0,
      failures: [],
      unfinished: [],
      left: 0,
      isStamped: true,
      state: refresher.stamp(by),
    };
  }
  const failures: RefreshAllResult['failures'][number][] = [];
  const unfinished: { sheet: string; progress: string }[] = [];
  const run = refresher.newRun(beginning);
  let refreshed = 0;
  let state: DocumentState | undefined;
  const oldestFirst = [...reports].sort((one, other) => triedAt(one) - triedAt(other));
  for (const report of oldestFirst) {
    try {
      const done = refresher.refresh(report.id, by, false, run);
      state = done.state;
      if (done.progress === undefined) refreshed += 1;
      else unfinished.push({ sheet: report.sheet, progress: done.progress });
    } catch (error) {
      failures.push({ id: report.id, sheet: report.sheet, error: toReportError(error) });
      if (isReportError(error) && error.code === 'busy') break;
    }
  }
  const left = reports.length - refreshed - failures.length - unfinished.length;
  return { refreshed, failures, unfinished, left, isStamped: false, state };
}

function triedAt({ lastRun }: SavedReport): number {
  return lastRun?.finishedAt ?? 0;
}

/** The result in a few sentences, however many reports failed. */
export function describeRefreshAll(result: RefreshAllResult): string {
  const { refreshed, failures, unfinished, left, isStamped } = result;
  if (isStamped) return 'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.';
  const sentences = refreshed === 0 ? [] : [`${shownCount(refreshed, 'report')} refreshed.`];
  for (const { sheet, error } of failures.slice(0, MOST_FAILURES_TOLD)) {
    sentences.push(`“${sheet}”: ${error.message}`);
  }
  const untold = failures.length - MOST_FAILURES_TOLD;
  if (untold > 0) sentences.push(`${shownCount(untold, 'report')} more failed: see the list of reports.`);
  for (const { sheet, progress } of unfinished.slice(0, MOST_FAILURES_TOLD)) {
    sentences.push(`“${sheet}”: fetched ${progress} so far, refresh again to go on.`);
  }
  if (left > 0) sentences.push(`${shownCount(left, 'report')} left as before: refresh again.`);
  return sentences.join(' ');
}
