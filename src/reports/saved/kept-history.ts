import { type DateRange, describeRange, formatIsoDate, startOfMonth } from '../../calendar/calendar-date';
import type { ReportChoices } from '../../contract/reports';
import { DAYS_UNTIL_FINAL } from '../../limits';
import type { SavedReport } from './saved-report';

type Kept = Pick<SavedReport, 'history'> & Partial<Pick<SavedReport, 'period'>>;

/**
 * The days to fetch for a table that keeps history: those requested, the last 10 kept days, after missed runs also the
 * days since the last run, and once a month all kept days, because past days are corrected. Never a day before the
 * first that was ever requested.
 *
 * @param range The days that the report requests.
 * @param rereads Whether all kept days may be fetched again this month.
 */
export function historyRange(
  { history, period }: Kept,
  range: DateRange,
  today: number,
  rereads = true,
): DateRange {
  if (history === null) return range;
  const { from, to, next, reread } = history;
  if (rereads && reread < startOfMonth(today)) {
    return { from: Math.min(range.from, from), to: Math.max(range.to, to) };
  }
  // Custom dates are fetched as chosen; a period that moves leaves no day out.
  const missed = period === 'custom' ? today : next;
  const first = Math.max(Math.min(today - DAYS_UNTIL_FINAL, missed), from);
  return { from: Math.min(range.from, first), to: range.to };
}

/** The history record after a range was fetched. @param isOver Whether older days wait for the next month. */
export function historyAfter({ history }: Kept, range: DateRange, today: number, isOver = false) {
  const { from, to, next } = history ?? { ...range, next: 0 };
  const isAll = isOver || history === null || (range.from <= from && range.to >= to);
  return {
    from: Math.min(from, range.from),
    to: Math.max(to, range.to),
    // A day is not over before the next one.
    next: Math.max(next, Math.min(range.to + 1, today)),
    reread: isAll ? startOfMonth(today) : (history?.reread ?? 0),
  };
}

/** The days of a table that keeps history. @param stayed The days of rows outside the fetched days. */
export function daysWithHistory(from: number, range: DateRange, stayed: DateRange | undefined): DateRange {
  if (stayed === undefined) return { from, to: range.to };
  return { from: Math.min(from, stayed.from), to: Math.max(range.to, stayed.to) };
}

/**
 * Says which rows belong to the report as it was before someone changed it, and so are never fetched again. Empty if
 * there are none.
 *
 * @param known The history before the refresh.
 * @param stayed The days of rows outside the fetched days.
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
  return `Choose another sheet to start over: rows of days ${days} stay as they were before the report was changed.`;
}

/** Says which kept days were gone from the sheet, and how to get them back. Empty if all were fetched again. */
export function describeGone(sheet: string, { from }: DateRange, range: DateRange): string {
  if (from >= range.from) return '';
  const days = describeRange({ from, to: range.from - 1 });
  return `Refresh “${sheet}” again to bring back the rows from ${days}: they were gone from the sheet.`;
}

/** True if two choices ask the same question, regardless of days and columns. */
export function asksTheSame(one: ReportChoices, other: ReportChoices): boolean {
  const question = ({ report, venue, area, role, groupBy }: ReportChoices) =>
    JSON.stringify([report, venue, area, role, groupBy]);
  return question(one) === question(other);
}
