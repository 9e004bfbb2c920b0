import { isReportError, toReportError } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import type { DocumentState, Lease } from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import type { RunBeginning } from './begin-refresh';
import type { ReportRefresher } from './report-refresher';

/** The most failures in a message. */
const MOST_NAMED_FAILURES = 3;

/** The result of refreshing several reports. */
export interface RefreshAllResult {
  readonly refreshed: number;
  /** One sentence per report that failed. */
  readonly failures: readonly {
    readonly id: string;
    readonly sheet: string;
    readonly error: ReturnType<typeof toReportError>;
  }[];
  /** The progress of reports that continue in the next run. */
  readonly unfinished: readonly { readonly sheet: string; readonly progress: string }[];
  /** How many reports were not tried, because another refresh runs or the time was up. */
  readonly left: number;
  /** Whether there was no report, so that only formulas recalculate. */
  readonly isStamped: boolean;
  /** The state after it; `undefined` if nothing was written. */
  readonly state: DocumentState | undefined;
}

/**
 * Refreshes reports one after the other. A report that fails, or that someone changed in the meantime, does not stop
 * the others; another running refresh does, and so does the end of the time. The report tried longest ago comes first,
 * so that every report gets its turn. Without reports, formulas recalculate anyway.
 *
 * @param beginning What to store when the first refresh begins; unused without reports.
 * @throws {ReportError} Without reports, as `ReportRefresher.stamp`.
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
  for (const { sheet, error } of failures.slice(0, MOST_NAMED_FAILURES)) {
    sentences.push(`“${sheet}”: ${error.message}`);
  }
  const unnamed = failures.length - MOST_NAMED_FAILURES;
  if (unnamed > 0) sentences.push(`${shownCount(unnamed, 'report')} more failed: see the list of reports.`);
  for (const { sheet, progress } of unfinished.slice(0, MOST_NAMED_FAILURES)) {
    sentences.push(`“${sheet}”: fetched ${progress} so far, refresh again to go on.`);
  }
  if (left > 0) sentences.push(`${shownCount(left, 'report')} left as before: refresh again.`);
  return sentences.join(' ');
}
