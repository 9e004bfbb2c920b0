import { formatIsoDate, startOfMonth } from '../../calendar/calendar-date';
import type { DateRange } from '../../calendar/date-range';
import type { ReportChoices, SavedReport } from './saved-report';

type Kept = Pick<SavedReport, 'history'>;

/** Figures of days that are less old than this may still be corrected by the service. */
const LOOK_BACK_DAYS = 10;

/**
 * The days to fetch for a table that keeps history: the last 10 that it has as well, and once a month all that are
 * kept, since days of the past are corrected. Never a day before the first that was asked for.
 *
 * @param range The days that the report asks for.
 */
export function historyRange({ history }: Kept, range: DateRange, today: number): DateRange {
  if (history === null) return range;
  const isReread = history.reread < startOfMonth(today);
  const first = isReread ? history.from : Math.max(today - LOOK_BACK_DAYS, history.from);
  return { from: Math.min(range.from, first), to: range.to };
}

/** What is known of the kept days after these were fetched. */
export function historyAfter({ history }: Kept, range: DateRange, today: number) {
  const isAll = history === null || range.from <= history.from;
  return {
    from: Math.min(history?.from ?? range.from, range.from),
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

/** Whether rows that were fetched for one choice also answer the other, whatever the days and columns. */
export function asksTheSame(one: ReportChoices, other: ReportChoices): boolean {
  const question = ({ report, venue, area, role, groupBy }: ReportChoices) =>
    JSON.stringify([report, venue, area, role, groupBy]);
  return question(one) === question(other);
}
