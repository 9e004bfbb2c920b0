import { type CalendarDate, startOfMonth, toParts, type Weekday, weekday } from './calendar-date';

/** The day on which weeks begin: 1 is Monday, 7 is Sunday. */
export type WeekStart = Weekday;

/** What the calendar is cut into. */
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const MONTHS = { month: 1, quarter: 3, year: 12 };

/**
 * The first day of the unit that holds `day`, or of the one that lies `offset` units after it.
 *
 * @param weekStart Counts for weeks alone.
 */
export function startOfPeriod(
  unit: PeriodUnit,
  day: CalendarDate,
  weekStart: WeekStart,
  offset = 0,
): CalendarDate {
  if (unit === 'day') return day + offset;
  if (unit === 'week') return day - ((weekday(day) - weekStart + 7) % 7) + 7 * offset;
  const months = MONTHS[unit];
  return startOfMonth(day, -((toParts(day).month - 1) % months) + months * offset);
}
