import {
  type CalendarDate,
  customPeriod,
  isAcceptedDate,
  isDate,
  type Period,
  parseIsoDate,
} from '../../calendar/calendar-date';
import { type Now, parseDayOffset, parsePeriodWord } from '../../calendar/period-words';
import { invalidRange, notADate, optionInDatesPlace, unknownText } from './date-mistakes';
import { cellOf, isBlank } from './option-cells';
import { isOption } from './option-names';

/** What reading dates needs to know; an answer may cost a service call, so it is asked for only when needed. */
export interface DateContext extends Now {
  /** The day on which a moment falls in the spreadsheet's zone. */
  dayOf(date: Date): CalendarDate;
}

/** A day that was named as such, or a period that fills both ends when it stands alone. */
export type DateEnd = Period & { readonly isPeriod: boolean };

/**
 * Reads one date argument of a formula.
 *
 * @returns `undefined` for an empty cell and a missing argument.
 * @throws {ReportError} `invalid_range`
 */
export function readEnd(input: unknown, context: DateContext): DateEnd | undefined {
  if (isLeftOut(input)) return undefined;
  const value = cellOf(input);
  if (Array.isArray(input) && value === input) {
    return invalidRange('Point at one cell for each date, not at a range');
  }
  if (typeof value === 'number') return day(readNumber(value, context));
  if (typeof value === 'string') return readText(value.trim(), context);
  if (isDate(value)) return day(readDate(value, context));
  return typeof value === 'boolean' ? invalidRange('Give a date, not TRUE or FALSE') : notADate(typeof value);
}

/** Whether a date was left out: a missing argument, an empty cell, or nothing but spaces. */
export function isLeftOut(input: unknown): boolean {
  return isBlank(cellOf(input));
}

function readNumber(value: number, context: DateContext): CalendarDate {
  if (value === 0) {
    return invalidRange('0 is not a date. A reference to an empty cell can give 0. Check the cell');
  }
  const offset = value < 0 ? parseDayOffset(String(value)) : undefined;
  if (offset !== undefined) return context.today() + offset;
  // A date cell with a time of day: the day counts.
  const whole = Math.floor(value);
  return isAcceptedDate(whole) ? whole : notADate(String(value));
}

function readDate(value: Date, context: DateContext): CalendarDate {
  return Number.isNaN(value.getTime()) ? notADate(String(value)) : context.dayOf(value);
}

function readText(text: string, context: DateContext): DateEnd {
  const iso = parseIsoDate(text);
  if (iso !== undefined) return day(iso);
  const offset = parseDayOffset(text);
  if (offset !== undefined) return day(context.today() + offset);
  const period = parsePeriodWord(text);
  if (period !== undefined) return { ...period(context), isPeriod: true };
  return isOption(text) ? optionInDatesPlace(text) : unknownText(text);
}

function day(value: CalendarDate): DateEnd {
  return { ...customPeriod({ from: value, to: value }), isPeriod: false };
}
