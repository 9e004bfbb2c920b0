/**
 * A day without a clock: whole days since 1899-12-30, the serial number that Google Sheets uses.
 *
 * Days are integers so that arithmetic on them knows no time zone and no daylight saving.
 */
export type CalendarDate = number;

/** By any clock; a day on which a zone changes its clock is an hour more or less. */
export const MILLIS_PER_DAY = 86_400_000;
const MINUTES_PER_DAY = 1440;
/** The serial number of 1970-01-01. */
export const UNIX_EPOCH = 25_569;

/** The day with these parts, or `undefined` where the calendar has none, such as 30 February. */
export function fromParts(year: number, month: number, day: number): CalendarDate | undefined {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  // A date that no calendar has was moved: its month or its day is another.
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() / MILLIS_PER_DAY + UNIX_EPOCH : undefined;
}

/** Year, month (1 to 12) and day of the month (1 to 31) of a day. */
export function toParts(date: CalendarDate) {
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

/** In minutes, more than the rounding error of a serial number: 7/24 of a day comes out a little before 07:00. */
const CLOCK_NOISE = 0.01;

/** The day and the time of a serial number, rounded down to the minute: `14:05`. */
export function toMinute(serial: number): { readonly day: CalendarDate; readonly clock: string } {
  const minutes = Math.floor(serial * MINUTES_PER_DAY + CLOCK_NOISE);
  const day = Math.floor(minutes / MINUTES_PER_DAY);
  const ofDay = minutes - day * MINUTES_PER_DAY;
  const [hour, minute] = [Math.floor(ofDay / 60), ofDay % 60];
  return { day, clock: `${pad(hour, 2)}:${pad(minute, 2)}` };
}

/** A day of the week: 1 is Monday, 7 is Sunday (ISO 8601). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The day of the week on which a day falls. */
export function weekday(date: CalendarDate): Weekday {
  // Serial 2 is Monday, 1900-01-01.
  return (((((date - 2) % 7) + 7) % 7) + 1) as Weekday;
}

/** The English names of the weekdays, Monday first. */
export const WEEKDAY_NAMES = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** The name of the weekday of a day: `Monday`. */
export function weekdayName(date: CalendarDate): string {
  return WEEKDAY_NAMES[weekday(date) - 1] as string;
}

/** The weekday that a text names by its first three letters or more, whatever their case: `mon`, `Thurs`, `sunday`. */
export function findWeekday(text: string): Weekday | undefined {
  const word = text.trim().toLowerCase();
  const place = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(word));
  return word.length < 3 || place < 0 ? undefined : ((place + 1) as Weekday);
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
  return Number.isInteger(date) && date >= 32_874 && date <= 73_415;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Whole days from `from` to `to`, both included; `from` is never after `to`. */
export interface DateRange {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
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

/** The days that two ranges share; `undefined` when there are none. */
export function overlap(one: DateRange, other: DateRange): DateRange | undefined {
  const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
  return from <= to ? { from, to } : undefined;
}

/** Whether a value is a date, of whatever realm: scripts run in realms of their own, so that `instanceof` cannot tell. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

/**
 * The day of a cell that holds a date, which is read as a moment: half a day later it is still the same day, also where
 * midnight is skipped.
 *
 * @param serial A moment as the spreadsheet's clock shows it, as a serial number.
 */
export function dayOfCell(date: Date, serial: (millis: number) => number): CalendarDate {
  return Math.floor(serial(date.getTime() + MILLIS_PER_DAY / 2));
}

/** What the calendar is cut into. */
export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const MONTHS_IN = { month: 1, quarter: 3, year: 12 };

/**
 * The first day of the unit that holds `day`, or of the one that lies `offset` units after it.
 *
 * @param weekStart Counts for weeks alone.
 */
export function startOfPeriod(
  unit: PeriodUnit,
  day: CalendarDate,
  weekStart: Weekday,
  offset = 0,
): CalendarDate {
  if (unit === 'day') return day + offset;
  if (unit === 'week') return day - ((weekday(day) - weekStart + 7) % 7) + 7 * offset;
  const months = MONTHS_IN[unit];
  return startOfMonth(day, -((toParts(day).month - 1) % months) + months * offset);
}

/** The days that a formula asks for, and those to compare them with: the period of the same kind and length just before. */
export interface Period extends DateRange {
  readonly before: DateRange;
}

/** A range of days that is no calendar period; compared with as many days just before it. */
export function customPeriod({ from, to }: DateRange): Period {
  return { from, to, before: { from: from - dayCount({ from, to }), to: from - 1 } };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as English dates shorten it: `23 Nov 2026`, or `23 Nov`. */
export function shortDay(date: CalendarDate, hasYear = true): string {
  const { year, month, day } = toParts(date);
  return `${day} ${MONTHS[month - 1]}${hasYear ? ` ${year}` : ''}`;
}

/** A month as English dates shorten it: `Nov 2026`. @param day Any of its days. */
export function shortMonth(day: CalendarDate): string {
  return shortDay(day).replace(/^\d+ /, '');
}

/** A moment as English dates shorten it: `28 Nov 2026, 06:50`. @param serial By any clock. */
export function shortMoment(serial: number): string {
  const { day, clock } = toMinute(serial);
  return `${shortDay(day)}, ${clock}`;
}

/** Days as English dates shorten them: `23–29 Nov 2026`, `29 Dec 2025–4 Jan 2026`. */
export function shortDays({ from, to }: DateRange): string {
  const [first, last] = [toParts(from), toParts(to)];
  if (from === to) return shortDay(to);
  if (first.year !== last.year) return `${shortDay(from)}–${shortDay(to)}`;
  return `${first.month === last.month ? first.day : shortDay(from, false)}–${shortDay(to)}`;
}
