import { type CalendarDate, type DateRange, startOfPeriod, type WeekStart } from '../calendar/calendar-date';
import type { GroupKey, PeriodKey } from './group-keys';

const PERIOD_KEYS: readonly GroupKey[] = ['day', 'week', 'month', 'quarter', 'year'] satisfies PeriodKey[];

/** Whether a key names calendar periods. A weekday names none: it recurs. */
export function isPeriodKey(key: GroupKey): key is PeriodKey {
  return PERIOD_KEYS.includes(key);
}

/** How many days of a period can hold records of ended shifts, out of all its days. */
export interface DaysCovered {
  /** Days of the period within the range and before today. */
  readonly covered: number;
  readonly of: number;
}

/**
 * Counts the days that several periods have in common, such as those of a week within a month. They are incomplete when
 * fewer are covered than there are.
 *
 * @param periods At least one, by its first day.
 */
export function daysCovered(
  periods: readonly { readonly unit: PeriodKey; readonly start: CalendarDate }[],
  { range, today, weekStart }: { range: DateRange; today: CalendarDate; weekStart: WeekStart },
): DaysCovered {
  const start = Math.max(...periods.map((period) => period.start));
  const end = Math.min(...periods.map((period) => startOfPeriod(period.unit, period.start, weekStart, 1)));
  const covered = Math.min(end, range.to + 1, today) - Math.max(start, range.from);
  return { covered: Math.max(0, covered), of: end - start };
}
