import type { CalendarDate } from '../calendar/calendar-date';

/** Figures of days that are less old than this may still be corrected by the service. Our choice. */
export const DAYS_UNTIL_FINAL = 10;

/** Whether the figures of a day may still be corrected. */
export function isProvisional(day: CalendarDate, today: CalendarDate): boolean {
  return day > today - DAYS_UNTIL_FINAL;
}
