import { toParts } from './calendar-date';
import type { DateRange } from './date-range';

/** The months as English dates shorten them. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Short names of two periods, never the same: `9–15 Nov` and `16–22 Nov`. Years are named if there is more than one.
 */
export function periodLabels(before: DateRange, after: DateRange): readonly [string, string] {
  const years = new Set([before.from, before.to, after.from, after.to].map((day) => partsOf(day).year));
  const [one, other] = [labelOf(before, years.size > 1), labelOf(after, years.size > 1)];
  return one === other ? [one, `${other} (2)`] : [one, other];
}

/** A day as English dates shorten it: `23 Nov 2026`. */
export function shortDay(day: DateRange['from']): string {
  return labelOf({ from: day, to: day }, true);
}

function labelOf({ from, to }: DateRange, withYear: boolean): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  const end = `${last.day} ${last.month}${withYear ? ` ${last.year}` : ''}`;
  if (from === to) return end;
  if (withYear && first.year !== last.year) return `${first.day} ${first.month} ${first.year}–${end}`;
  return first.month === last.month ? `${first.day}–${end}` : `${first.day} ${first.month}–${end}`;
}

function partsOf(date: DateRange['from']) {
  const { year, month, day } = toParts(date);
  return { year, month: MONTHS[month - 1] ?? '', day };
}
