import type { Weekday } from '../calendar/calendar-date';

/** The English names of the weekdays, Monday first. */
export const WEEKDAY_NAMES = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The weekday that a text names by its first three letters or more, whatever their case: `mon`, `Thurs`, `sunday`. */
export function findWeekday(text: string): Weekday | undefined {
  const word = text.trim().toLowerCase();
  const place = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(word));
  return word.length < 3 || place < 0 ? undefined : ((place + 1) as Weekday);
}
