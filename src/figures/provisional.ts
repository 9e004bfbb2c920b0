import type { CalendarDate } from '../calendar/calendar-date';
import { DAYS_UNTIL_FINAL } from '../limits';

/** Whether the figures of a day may still be corrected. */
export function isProvisional(day: CalendarDate, today: CalendarDate): boolean {
  return day > today - DAYS_UNTIL_FINAL;
}
