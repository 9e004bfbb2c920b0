import { type CalendarDate, formatIsoDate } from './calendar-date';

/** Whole days from `from` to `to`, both included; `from` is never after `to`. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** How many extra days, before and after a range. */
export interface Margin {
  readonly before: number;
  readonly after: number;
}

/** A range with extra days at its ends. */
export function widen({ from, to }: DateRange, { before, after }: Margin): DateRange {
  return { from: from - before, to: to + after };
}

/** How many days a range holds; at least 1. */
export function dayCount(range: DateRange): number {
  return range.to - range.from + 1;
}

/** Whether a value is a day, and one of a range. */
export function isOn(day: unknown, { from, to }: DateRange): day is CalendarDate {
  return typeof day === 'number' && day >= from && day <= to;
}

/** Whether all days of a range are days of another one. */
export function isInside(range: DateRange, whole: DateRange): boolean {
  return whole.from <= range.from && whole.to >= range.to;
}

/** Whether two ranges are the same days. */
export function isSameRange(one: DateRange, other: DateRange): boolean {
  return one.from === other.from && one.to === other.to;
}

/** The days that two ranges share; `undefined` when there are none. */
export function overlap(one: DateRange, other: DateRange): DateRange | undefined {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
  return from <= to ? { from, to } : undefined;
}

/** A range as people read it: `2026-03-01 to 2026-03-31`, or the one day. */
export function describeRange(range: DateRange): string {
  const from = formatIsoDate(range.from);
  return range.from === range.to ? from : `${from} to ${formatIsoDate(range.to)}`;
}
