/**
 * A day without a clock: whole days since 1899-12-30, the serial number that Google Sheets uses.
 *
 * Days are integers so that arithmetic on them knows no time zone and no daylight saving.
 */
export type CalendarDate = number;

/** Year, month (1 to 12) and day of the month (1 to 31). */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** By any clock; a day on which a zone changes its clock is an hour more or less. */
export const MILLIS_PER_DAY = 86_400_000;
/** The serial number of 1970-01-01. */
export const UNIX_EPOCH = 25_569;

/** The first day accepted from a person: 1990-01-01. */
export const EARLIEST_DATE: CalendarDate = 32_874;
/** The last day accepted from a person: 2100-12-31. */
export const LATEST_DATE: CalendarDate = 73_415;

/** The day with these parts, or `undefined` where the calendar has none, such as 30 February. */
export function fromParts(year: number, month: number, day: number): CalendarDate | undefined {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  // A date that no calendar has was moved: its month or its day is another.
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() / MILLIS_PER_DAY + UNIX_EPOCH : undefined;
}

/** The parts of a day. */
export function toParts(date: CalendarDate): DateParts {
  const utc = new Date((date - UNIX_EPOCH) * MILLIS_PER_DAY);
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, day: utc.getUTCDate() };
}

/** Reads exactly `YYYY-MM-DD`; anything else, and days that do not exist, give `undefined`. */
export function parseIsoDate(text: string): CalendarDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return match ? fromParts(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/** Writes a day as `YYYY-MM-DD`. */
export function formatIsoDate(date: CalendarDate): string {
  const { year, month, day } = toParts(date);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** A day of the week: 1 is Monday, 7 is Sunday (ISO 8601). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The day of the week on which a day falls. */
export function weekday(date: CalendarDate): Weekday {
  // Serial 2 is Monday, 1900-01-01.
  return (((((date - 2) % 7) + 7) % 7) + 1) as Weekday;
}

/** The first day of the month that lies `months` after the month of `date`. */
export function startOfMonth(date: CalendarDate, months = 0): CalendarDate {
  const { year, month } = toParts(date);
  const utc = new Date(0);
  // `Date.UTC` would take a year before 100 for one of the twentieth century.
  return utc.setUTCFullYear(year, month - 1 + months, 1) / MILLIS_PER_DAY + UNIX_EPOCH;
}

/** Whether a person may ask for this day: a whole number from 1990-01-01 to 2100-12-31. */
export function isAcceptedDate(date: number): date is CalendarDate {
  return Number.isInteger(date) && date >= EARLIEST_DATE && date <= LATEST_DATE;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
