import { type CalendarDate, isAcceptedDate, parseIsoDate } from '../calendar/calendar-date';
import { type DateRange, describeRange } from '../calendar/date-range';
import { readDayOffset } from '../calendar/day-offset';
import { PERIOD_WORDS, readPeriodWord, type WeekStart } from '../calendar/period-words';
import { ReportError } from '../employer-api/errors';
import { closest } from './did-you-mean';

/** What reading dates needs to know; each answer may cost a service call, so it is asked for only when needed. */
export interface DateContext {
  today(): CalendarDate;
  weekStart(): WeekStart;
  /** The day on which a moment falls in the spreadsheet's zone. */
  dayOf(date: Date): CalendarDate;
}

/** A day that was named as such, or the first and last day of a period. */
type DateEnd = DateRange & { readonly isPeriod: boolean };

const LONGEST_ECHO = 40;

/**
 * Reads the two dates of a formula.
 *
 * Each is a date cell, a serial number, `YYYY-MM-DD`, a period word or an offset from today such as -7. In `from` a
 * period gives its first day, in `to` its last; alone it gives both. Anything less than two dates or a period is a
 * mistake: a cell that someone emptied must not turn into a report that nobody asked for.
 *
 * @throws {ReportError} `invalid_range`, one sentence that says what to write instead.
 */
export function readRange(from: unknown, to: unknown, context: DateContext): DateRange {
  const first = readEnd(from, context);
  const last = readEnd(to, context);
  if (first === undefined) {
    return invalid(
      last === undefined ? 'Give two dates, or a period such as "last week"' : 'Give the first day as well',
    );
  }
  if (last === undefined && !first.isPeriod) return invalid('Give the last day as well');
  const range = { from: first.from, to: (last ?? first).to };
  if (!isAcceptedDate(range.from) || !isAcceptedDate(range.to))
    return invalid('Give dates from 1990 to 2100');
  if (range.from > range.to) {
    const [one, other] = [range.from, range.to].map((day) => describeRange({ from: day, to: day }));
    return invalid(`The first day, ${one}, is after the last day, ${other}`);
  }
  return range;
}

/** @returns `undefined` for an empty cell and a missing argument. */
function readEnd(input: unknown, context: DateContext): DateEnd | undefined {
  const value = singleCell(input);
  if (value === undefined || value === null || value === '') return undefined;
  if (isDate(value)) return day(context.dayOf(value));
  if (typeof value === 'number') return readNumber(value, context);
  if (typeof value === 'string') return value.trim() === '' ? undefined : readText(value.trim(), context);
  return invalid('Give a date, not TRUE or FALSE');
}

/** A range of one cell counts as its cell. */
function singleCell(input: unknown): unknown {
  if (!Array.isArray(input)) return input;
  const row: unknown = input[0];
  const single = input.length === 1 && Array.isArray(row) && row.length === 1;
  return single ? row[0] : invalid('Point at one cell for each date, not at a range');
}

function readNumber(value: number, context: DateContext): DateEnd {
  if (value === 0) return invalid('0 is not a date. A reference to an empty cell can give 0. Check the cell');
  const offset = value < 0 ? readDayOffset(String(value), context.today()) : undefined;
  if (offset !== undefined) return day(offset);
  // A date cell with a time of day: the day counts.
  const whole = Math.floor(value);
  if (isAcceptedDate(whole)) return day(whole);
  return notADate(String(value));
}

function readText(text: string, context: DateContext): DateEnd {
  const iso = parseIsoDate(text);
  if (iso !== undefined) return day(iso);
  if (!/[a-z]/i.test(text) && !/^(\d{4}|\d{4}-\d{2}|[+-]\d{1,4})$/.test(text)) return notADate(text);
  const offset = readDayOffset(text, context.today());
  if (offset !== undefined) return day(offset);
  const period = readPeriodWord(text, context.today(), context.weekStart());
  if (period !== undefined) return { ...period, isPeriod: true };
  return /[a-z]{3}/i.test(text) && !/\d{2,}[^\d]\d/.test(text) ? unknownPeriod(text) : notADate(text);
}

function notADate(text: string): never {
  return invalid(
    `Write 2024-12-31, point at a date cell, or use a word such as "last week". (${echo(text)})`,
  );
}

function unknownPeriod(text: string): never {
  const near = closest(text, PERIOD_WORDS);
  return invalid(
    `Unknown period ${echo(text)}. ${near ? `Did you mean "${near}"?` : 'Use a word such as "last week".'}`,
  );
}

function day(value: CalendarDate): DateEnd {
  return { from: value, to: value, isPeriod: false };
}

function isDate(value: unknown): value is Date {
  // Realms differ: `instanceof Date` would not hold.
  return Object.prototype.toString.call(value) === '[object Date]';
}

function echo(text: string): string {
  return `"${text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text}"`;
}

function invalid(sentence: string): never {
  throw new ReportError('invalid_range', { sentence });
}
