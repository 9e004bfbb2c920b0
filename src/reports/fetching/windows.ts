import { type DateRange, dayCount, isInside, startOfMonth } from '../../calendar/calendar-date';
import { ReportError } from '../../employer-api/errors';
import { LONGEST_EXACT_DAYS, MOST_WINDOWS } from '../../limits';
import { eachOnce } from './kept-ranges';

/**
 * The requests for ranges, each once, in order of days.
 *
 * Long ranges that overlap share months, so that formulas over them share requests. The first and last month may reach
 * beyond the range. A request inside another one is left out.
 *
 * @param longest The longest window that the service is known to answer, in days. Longer requests are split, unless a
 *   formula has no time for so many.
 * @throws {ReportError} `too_many_requests` if a formula has no time for so many requests.
 */
export function windowsFor(ranges: readonly DateRange[], longest = LONGEST_EXACT_DAYS): DateRange[] {
  const windows = eachOnce(ranges.flatMap(allWindowsFor))
    .filter((one, _, distinct) => !distinct.some((other) => other !== one && isInside(one, other)))
    .sort((one, other) => one.from - other.from);
  const parts = windows.flatMap((window) => partsOf(window, longest));
  if (parts.length <= MOST_WINDOWS) return parts;
  if (windows.length <= MOST_WINDOWS) return windows;
  throw new ReportError('too_many_requests', {
    sentence: `These dates need ${windows.length} requests, too many for a formula. Make a saved report in the sidebar`,
  });
}

/** Splits a range into parts of `days` days; the last part may be shorter. */
export function partsOf({ from, to }: DateRange, days: number): DateRange[] {
  const parts: DateRange[] = [];
  for (let first = from; first <= to; first += days)
    parts.push({ from: first, to: Math.min(to, first + days - 1) });
  return parts;
}

/** The requests for a single range, however many: the range itself, or its months. */
export function allWindowsFor(range: DateRange): DateRange[] {
  if (dayCount(range) <= LONGEST_EXACT_DAYS) return [range];
  const months: DateRange[] = [];
  for (let from = startOfMonth(range.from); from <= range.to; from = startOfMonth(from, 1)) {
    months.push({ from, to: startOfMonth(from, 1) - 1 });
  }
  return months;
}
