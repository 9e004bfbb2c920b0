import type { DateRange } from '../../calendar/date-range';
import type { ShiftRow } from '../../employer-api/shift-records';
import type { KeptReport } from '../fetching/report-cache';
import { daysWithHistory, describeGone, describeOlderAnswers, historyAfter } from '../saved/kept-history';
import type { QuestionTable } from '../saved/report-question';
import { keptHistory } from '../saved/row-owner';
import type { SavedReport, TableContent } from '../saved/saved-report';
import type { NewTable } from './new-table';
import type { BegunRefresh } from './refresh-begun';

/** What a write adds to what was fetched. */
interface WrittenRows {
  readonly refreshedAt: number;
  readonly before: TableContent | null;
  /** How many rows the table has now, those of kept days among them. */
  readonly rows: number;
  /** The days of the table, kept ones among them. */
  readonly days: DateRange;
}

/** A table that was written. */
interface TableAfterWrite {
  /** With what is known of its table now. */
  readonly saved: SavedReport;
  /** The days of rows that stayed besides those that were fetched. */
  readonly stayed: DateRange | undefined;
  /** Whether rows that were kept are gone from the sheet. */
  readonly isGone: boolean;
  readonly refreshedAt: number;
}

/** What a table shows now and keeps, and a sentence about rows that answer what the report asked before. */
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
  // Rows that someone deleted come again when all days do.
  return { content, history: isGone ? { ...history, reread: 0 } : history, older };
}

/** What is remembered of a table that was written. */
function contentOf(
  { owner }: BegunRefresh,
  { report, hash, shifts, checks }: Pick<NewTable, 'report' | 'hash' | 'shifts' | 'checks'>,
  { refreshedAt, before, rows, days }: WrittenRows,
): TableContent {
  const { generatedAt } = report;
  const isWhole = shifts.rows.length === report.rows.length;
  const empty = isWhole ? report.emptyCount : countEmpty(shifts.rows, report);
  // What is doubtful is told whole: nobody knows which rows it belongs to.
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

/** How many values of these rows the service left empty; one that is none may also be a doubtful one. */
export function countEmpty(rows: readonly ShiftRow[], { emptyCount }: KeptReport): number {
  const without = rows.reduce((sum, row) => sum + row.filter((value) => value === null).length, 0);
  return Math.min(without, emptyCount);
}

/**
 * What to know of a table, or to do about it, that shows no shift although the service has some for these days; empty
 * otherwise.
 *
 * @param rows How many rows the table has.
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
