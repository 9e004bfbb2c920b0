import { type DateContext, readRange } from '../../../../src/answers/arguments/cells';
import { formatIsoDate, parseIsoDate, type Weekday } from '../../../../src/calendar/calendar-date';
import { serialOf } from '../../../support/shift-records';

/**
 * A spreadsheet on Wednesday 2025-07-09, weeks from Monday, unless told otherwise; a `Date` falls on the day that its
 * UTC clock shows.
 *
 * @param asked Gets the name of everything that is asked for.
 */
export function dateContext({
  today = '2025-07-09',
  weekStart = 1 as Weekday,
  asked = [] as string[],
} = {}): DateContext {
  return {
    today: () => {
      asked.push('today');
      return serialOf(today);
    },
    weekStart: () => {
      asked.push('weekStart');
      return weekStart;
    },
    dayOf: (date) => {
      asked.push('dayOf');
      return parseIsoDate(date.toISOString().slice(0, 10)) ?? Number.NaN;
    },
  };
}

/** The days that two arguments stand for, as `2025-07-01 2025-07-31`. */
export function days(from: unknown, to: unknown, context: DateContext = dateContext()): string {
  const range = readRange(from, to, context);
  return `${formatIsoDate(range.from)} ${formatIsoDate(range.to)}`;
}

/** The sentence with which two arguments are refused. */
export function refusal(from: unknown, to?: unknown, context: DateContext = dateContext()): string {
  try {
    days(from, to, context);
  } catch (error) {
    const { name, code, message } = error as { name: string; code: string; message: string };
    if (name === 'ReportError' && code === 'invalid_option') return message;
    throw error;
  }
  throw new Error('The dates were accepted');
}
