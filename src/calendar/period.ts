import { weekday } from './calendar-date';
import { type DateRange, dayCount } from './date-range';
import { type PeriodUnit, startOfPeriod } from './period-unit';

/** A range of days that still knows what was asked for: `count` units from the first day of one of them. */
export interface Period extends DateRange {
  readonly unit: PeriodUnit;
  readonly count: number;
  /** Whether it ends on a day inside its unit, as in "month to date"; else on the last day of its last unit. */
  readonly toDate: boolean;
}

/** A range that is nothing but its days. */
export function customPeriod(range: DateRange): Period {
  const { from, to } = range;
  return { from, to, unit: 'day', count: dayCount(range), toDate: false };
}

/**
 * The period of the same kind and length just before: before June comes the whole of May, before any ten days the ten
 * before them.
 *
 * A period "to date" is compared with as many days from the start of the unit before, at most all of them: before
 * 1 to 31 March comes the whole of February.
 */
export function periodBefore(period: Period): DateRange {
  const { from, to, unit, count, toDate } = period;
  // A period of weeks begins where its weeks do, be they ISO weeks or others.
  const start = startOfPeriod(unit, from, weekday(from), -count);
  return { from: start, to: toDate ? Math.min(start + to - from, from - 1) : from - 1 };
}
