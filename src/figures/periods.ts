import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import { startOfPeriod } from '../calendar/period-unit';
import type { WeekStart } from '../calendar/period-words';
import type { GroupKey, PeriodKey } from './group-keys';

const PERIOD_KEYS: readonly GroupKey[] = ['day', 'week', 'month', 'quarter', 'year'] satisfies PeriodKey[];

/** Whether a key names calendar periods. A weekday names none: it comes round again. */
export function isPeriodKey(key: GroupKey): key is PeriodKey {
  return PERIOD_KEYS.includes(key);
}

/** The key with the shortest periods; `undefined` where no key names periods. */
export function shortestPeriod(keys: readonly GroupKey[]): PeriodKey | undefined {
  return [...keys].filter(isPeriodKey).sort((one, other) => rank(one) - rank(other))[0];
}

/** How many days of a period can hold records of ended shifts, out of all its days. */
export interface DaysCovered {
  /** Days of the period within the range and before today. */
  readonly covered: number;
  readonly of: number;
}

/** Counts the days of one period. It is incomplete when fewer are covered than it has. */
export function daysCovered(
  unit: PeriodKey,
  start: CalendarDate,
  { range, today, weekStart }: { range: DateRange; today: CalendarDate; weekStart: WeekStart },
): DaysCovered {
  const end = startOfPeriod(unit, start, weekStart, 1);
  const covered = Math.min(end, range.to + 1, today) - Math.max(start, range.from);
  return { covered: Math.max(0, covered), of: end - start };
}

function rank(key: GroupKey): number {
  return PERIOD_KEYS.indexOf(key);
}
