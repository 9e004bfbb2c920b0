import { type CalendarDate, fromParts, startOfMonth, toParts, weekday } from './calendar-date';
import type { DateRange } from './date-range';

/** The day on which weeks begin: 1 is Monday, 7 is Sunday. */
export type WeekStart = 1 | 7;

/** The longest count in a period word, such as the N of "last N days". */
const LONGEST_COUNT = 3660;

/** Period words as people write them, for suggestions. N stands for any count. */
export const PERIOD_WORDS = [
  ...['today', 'yesterday', 'tomorrow', 'last 7 days', 'last 28 days', 'next 7 days'],
  ...['this week', 'last week', 'week before last', 'next week', 'last 4 weeks', 'WTD'],
  ...['this month', 'last month', 'next month', 'last 3 months', 'MTD'],
  ...['this quarter', 'last quarter', 'QTD', 'this year', 'last year', 'YTD'],
];

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12 };

/**
 * The days that a period word stands for.
 *
 * Case, spaces, hyphens and underscores do not matter: `LAST_7_DAYS` is `last 7 days`. "Last N" means
 * complete units before the current one; "to date" runs through today.
 *
 * @param today Today in the spreadsheet's time zone.
 * @returns `undefined` when the text is no period word.
 */
export function readPeriodWord(
  text: string,
  today: CalendarDate,
  weekStart: WeekStart,
): DateRange | undefined {
  const word = text.toLowerCase().replace(/[\s_-]+/g, '');
  return (
    dayWord(word, today) ??
    unitWord(word, today, weekStart) ??
    countedWord(word, today, weekStart) ??
    agoWord(word, today, weekStart) ??
    toDateWord(word, today, weekStart) ??
    namedPeriod(text.trim().toUpperCase())
  );
}

function dayWord(word: string, today: CalendarDate): DateRange | undefined {
  const offset = { today: 0, yesterday: -1, tomorrow: 1 }[word];
  return offset === undefined ? undefined : { from: today + offset, to: today + offset };
}

function unitWord(word: string, today: CalendarDate, weekStart: WeekStart): DateRange | undefined {
  if (word === 'weekbeforelast') return units('week', today, weekStart, -2, 1);
  const match = /^(this|last|previous|next)(week|month|quarter|year)$/.exec(word);
  if (!match) return undefined;
  const offset = match[1] === 'this' ? 0 : match[1] === 'next' ? 1 : -1;
  return units(match[2] as Unit, today, weekStart, offset, 1);
}

function countedWord(word: string, today: CalendarDate, weekStart: WeekStart): DateRange | undefined {
  const match = /^(last|past|next)(\d{1,4})(day|week|month|quarter|year)s?$/.exec(word);
  const count = readCount(match?.[2]);
  if (!match || count === undefined) return undefined;
  return units(match[3] as Unit, today, weekStart, match[1] === 'next' ? 1 : -count, count);
}

function agoWord(word: string, today: CalendarDate, weekStart: WeekStart): DateRange | undefined {
  // `:YYYYMM-2` is another way to write "2 months ago"; its hyphen is gone by now.
  const match = /^(?::yyyymm(\d{1,4})|(\d{1,4})(week|month|quarter|year)s?ago)$/.exec(word);
  const count = readCount(match?.[1] ?? match?.[2]);
  if (!match || count === undefined) return undefined;
  return units((match[3] ?? 'month') as Unit, today, weekStart, -count, 1);
}

function toDateWord(word: string, today: CalendarDate, weekStart: WeekStart): DateRange | undefined {
  const match = /^(?:(w|m|q|y)td|(week|month|quarter|year)todate)$/.exec(word);
  if (!match) return undefined;
  const unit = match[2] ?? { w: 'week', m: 'month', q: 'quarter', y: 'year' }[match[1] ?? ''];
  return { from: startOfUnit(unit as Unit, today, weekStart, 0), to: today };
}

/** Periods with a name of their own: `2025`, `2025-Q3`, `2025-07`, `2025-W27` (ISO weeks). */
function namedPeriod(text: string): DateRange | undefined {
  const match = /^(\d{4})(?:[\s_-]*(?:Q([1-4])|W(\d{2}))|-(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const [, year, quarter, week, month] = match;
  if (week !== undefined) return isoWeek(Number(year), Number(week));
  const firstMonth = quarter === undefined ? Number(month ?? 1) : Number(quarter) * 3 - 2;
  const from = fromParts(Number(year), firstMonth, 1);
  if (from === undefined) return undefined;
  const length = quarter === undefined ? (month === undefined ? 12 : 1) : 3;
  return { from, to: startOfMonth(from, length) - 1 };
}

function isoWeek(year: number, week: number): DateRange | undefined {
  const fourth = fromParts(year, 1, 4);
  if (fourth === undefined || week < 1) return undefined;
  const from = fourth - (weekday(fourth) - 1) + (week - 1) * 7;
  // ISO 8601: a week belongs to the year that holds its Thursday.
  return toParts(from + 3).year === year ? { from, to: from + 6 } : undefined;
}

/** `count` whole units, the first of them `offset` units after the current one. */
function units(
  unit: Unit,
  today: CalendarDate,
  weekStart: WeekStart,
  offset: number,
  count: number,
): DateRange {
  const from = startOfUnit(unit, today, weekStart, offset);
  return { from, to: startOfUnit(unit, today, weekStart, offset + count) - 1 };
}

function startOfUnit(unit: Unit, today: CalendarDate, weekStart: WeekStart, offset: number): CalendarDate {
  if (unit === 'day') return today + offset;
  if (unit === 'week') return today - ((weekday(today) - weekStart + 7) % 7) + 7 * offset;
  const months = MONTHS[unit] ?? 1;
  const month = toParts(today).month;
  return startOfMonth(today, -((month - 1) % months) + months * offset);
}

function readCount(text: string | undefined): number | undefined {
  const count = Number(text);
  return count >= 1 && count <= LONGEST_COUNT ? count : undefined;
}
