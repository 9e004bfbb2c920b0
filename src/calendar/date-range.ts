import { type CalendarDate, formatIsoDate } from './calendar-date';

/** Whole days from `from` to `to`, both included; `from` is never after `to`. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** How many days a range holds; at least 1. */
export function dayCount(range: DateRange): number {
  return range.to - range.from + 1;
}

/** A range as people read it: `2026-03-01 to 2026-03-31`, or the one day. */
export function describeRange(range: DateRange): string {
  const from = formatIsoDate(range.from);
  return range.from === range.to ? from : `${from} to ${formatIsoDate(range.to)}`;
}
