import type { KeptReport } from '../fetching/report-cache';
import { failedChecks } from '../saved/learned';
import type { TableContent } from '../saved/saved-report';
import type { BegunRefresh } from './refresh-begun';

/** What a write adds to what was fetched. */
interface WrittenRows {
  readonly refreshedAt: number;
  readonly before: TableContent | null;
  /** How many rows the table has now, those of kept days among them. */
  readonly rows: number;
  /** The first day of the table, which may be a kept one. */
  readonly from: TableContent['from'];
}

/** What is remembered of a table that was written. */
export function contentOf(
  { range, today, mark }: BegunRefresh,
  { report, hash }: { readonly report: KeptReport; readonly hash: string },
  { refreshedAt, before, rows, from }: WrittenRows,
): TableContent {
  const { generatedAt, issueCount: issues, emptyCount: empty } = report;
  const checks = failedChecks(report.rows, today);
  const changedAt = before?.hash === hash ? before.changedAt : refreshedAt;
  return {
    ...{ refreshedAt, generatedAt, rows, from, to: range.to, issues, empty, checks, hash, changedAt },
    ...mark,
  };
}
