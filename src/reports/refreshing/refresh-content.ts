import type { DateRange } from '../../calendar/date-range';
import type { ShiftRow } from '../../employer-api/shift-records';
import type { KeptReport } from '../fetching/report-cache';
import { daysWithHistory, describeGone, describeOlderAnswers, historyAfter } from '../saved/kept-history';
import type { QuestionTable } from '../saved/report-question';
import { keptHistory } from '../saved/row-owner';
import type { SavedReport, TableContent } from '../saved/saved-report';
import type { NewTable } from './new-table';
import type { BegunRefresh } from './refresh-begun';

/** The result of a write, besides the fetched rows. */
interface WrittenRows {
  readonly refreshedAt: number;
  readonly before: TableContent | null;
  /** The rows of the table, including those of kept days. */
  readonly rows: number;
  /** The days of the table, including kept days. */
  readonly days: DateRange;
}

/** A written table. */
interface TableAfterWrite {
  /** The report with its new table. */
  readonly saved: SavedReport;
  /** The days of rows that stayed, outside the fetched days. */
  readonly stayed: DateRange | undefined;
  /** Whether kept rows are gone from the sheet. */
  readonly isGone: boolean;
  readonly refreshedAt: number;
}

/** The content and history of a written table, and a sentence about rows of an earlier question. */
export function shownBy(
  begun: BegunRefresh,
  made: Pick<NewTable, 'report' | 'hash' | 'shifts' | 'checks'>,
  { saved, stayed, isGone, refreshedAt }: TableAfterWrite,
): Pick<SavedReport, 'history'> & { readonly content: TableContent; readonly older: string } {
  const { range, owner, today, rest } = begun;
  const written = { refreshedAt, before: saved.content, rows: saved.extent };
  if (saved.mode !== 'history') {
    return { content: contentOf(begun, made, { ...written, days: range }), history: null, older: '' };
  }
  const known = keptHistory(saved, owner);
  const history = historyAfter(known, range, today, rest?.cursor === null);
  const days = daysWithHistory(isGone ? range.from : history.from, range, stayed);
  const older = isGone
    ? describeGone(saved.sheet, history, range)
    : describeOlderAnswers(known, history.from, range, stayed);
  const content = contentOf(begun, made, { ...written, days });
  // Rows that someone deleted come back when all days are fetched again.
  return { content, history: isGone ? { ...history, reread: 0 } : history, older };
}

/** The content record of a written table. */
function contentOf(
  { owner }: BegunRefresh,
  { report, hash, shifts, checks }: Pick<NewTable, 'report' | 'hash' | 'shifts' | 'checks'>,
  { refreshedAt, before, rows, days }: WrittenRows,
): TableContent {
  const { generatedAt } = report;
  const isWhole = shifts.rows.length === report.rows.length;
  const empty = isWhole ? report.emptyCount : countEmpty(shifts.rows, report);
  // Issues other than empty values are all counted: the rows they belong to are unknown.
  const issues = report.issueCount - report.emptyCount + empty;
  const changedAt = before?.hash === hash ? before.changedAt : refreshedAt;
  return {
    refreshedAt,
    generatedAt,
    rows,
    ...days,
    issues,
    empty,
    checks: [...checks],
    hash,
    changedAt,
    ...owner,
  };
}

/** How many values of these rows the service left empty. An absent value may also be an invalid one, so at most all. */
export function countEmpty(rows: readonly ShiftRow[], { emptyCount }: KeptReport): number {
  const without = rows.reduce((sum, row) => sum + row.filter((value) => value === null).length, 0);
  return Math.min(without, emptyCount);
}

/**
 * What to check if a table has no rows although the service has shifts for these days; otherwise empty.
 *
 * @param rows The number of rows of the table.
 */
export function describeNothing(
  rows: number,
  report: Pick<KeptReport, 'rows'>,
  { untold }: Pick<QuestionTable, 'untold'>,
): string {
  if (untold.length > 0) return `${untold.join('. ')}.`;
  return rows > 0 || report.rows.length === 0
    ? ''
    : 'Check the venue, area and job title: no shift of these days fits.';
}
