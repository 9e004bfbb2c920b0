import { formatIsoDate, startOfMonth } from '../../calendar/calendar-date';
import { type DateRange, describeRange } from '../../calendar/date-range';
import type { ReportChoices } from '../../contract/reports';
import { DAYS_UNTIL_FINAL } from '../../figures/provisional';
import type { SavedReport } from './saved-report';

type Kept = Pick<SavedReport, 'history'> & Partial<Pick<SavedReport, 'period'>>;

/**
 * The days to fetch for a table that keeps history: the last 10 that it has as well, and once a month all that are
 * kept, since days of the past are corrected; after runs that were missed also the days since the last one. Never a day
 * before the first that was asked for.
 *
 * @param range The days that the report asks for.
 * @param rereads Whether the month's turn of all kept days counts.
 */
export function historyRange(
  { history, period }: Kept,
  range: DateRange,
  today: number,
  rereads = true,
): DateRange {
  if (history === null) return range;
  const { from, to = range.to, next = today, reread } = history;
  if (rereads && reread < startOfMonth(today)) {
    return { from: Math.min(range.from, from), to: Math.max(range.to, to) };
  }
  // Dates are a person's choice; a period that moves on leaves no day out.
  const missed = period === 'custom' ? today : next;
  const first = Math.max(Math.min(today - DAYS_UNTIL_FINAL, missed), from);
  return { from: Math.min(range.from, first), to: range.to };
}

/** What is known of the kept days after these were fetched. @param isOver Whether older ones wait for the next month. */
export function historyAfter({ history }: Kept, range: DateRange, today: number, isOver = false) {
  const { from, to = range.to, next = 0 } = history ?? { from: range.from };
  const isAll = isOver || history === null || (range.from <= from && range.to >= to);
  return {
    from: Math.min(from, range.from),
    to: Math.max(to, range.to),
    // A day is not over before the next one.
    next: Math.max(next, Math.min(range.to + 1, today)),
    reread: isAll ? startOfMonth(today) : (history?.reread ?? 0),
  };
}

/** The days of a table that keeps history. @param stayed The days of rows outside those that were fetched. */
export function daysWithHistory(from: number, range: DateRange, stayed: DateRange | undefined): DateRange {
  if (stayed === undefined) return { from, to: range.to };
  return { from: Math.min(from, stayed.from), to: Math.max(range.to, stayed.to) };
}

/**
 * Says which rows answer the report as it was before someone changed it: they are never fetched again. Empty where
 * there are none.
 *
 * @param known What was known of the kept days before the refresh.
 * @param stayed The days of rows outside those that were fetched.
 */
export function describeOlderAnswers(
  { history }: Kept,
  from: number,
  range: DateRange,
  stayed: DateRange | undefined,
): string {
  if (stayed === undefined) return '';
  const before = stayed.from < from ? [`before ${formatIsoDate(from)}`] : [];
  const after = history === null && stayed.to > range.to ? [`after ${formatIsoDate(range.to)}`] : [];
  const days = [...before, ...after].join(' and ');
  if (days === '') return '';
  return `Choose another sheet to begin anew: rows of days ${days} stay as they were before the report was changed.`;
}

/** Says which kept days were gone from the sheet, and how they come back. Empty where all were fetched again. */
export function describeGone(sheet: string, { from }: DateRange, range: DateRange): string {
  if (from >= range.from) return '';
  const days = describeRange({ from, to: range.from - 1 });
  return `Refresh “${sheet}” again to bring back the rows from ${days}: they were gone from the sheet.`;
}

/** Whether rows that were fetched for one choice also answer the other, whatever the days and columns. */
export function asksTheSame(one: ReportChoices, other: ReportChoices): boolean {
  const question = ({ report, venue, area, role, groupBy }: ReportChoices) =>
    JSON.stringify([report, venue, area, role, groupBy]);
  return question(one) === question(other);
}
