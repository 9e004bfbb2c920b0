import {
  type CalendarDate,
  fromParts,
  type Period,
  type PeriodUnit,
  startOfPeriod,
  toParts,
  type WeekStart,
} from './calendar-date';

/** What a period word may depend on; a word asks only for what it depends on. */
export interface Now {
  today(): CalendarDate;
  weekStart(): WeekStart;
}

/** The days that a period word stands for; `undefined` when the text is no period word. @param today In the spreadsheet's time zone. */
export function readPeriodWord(text: string, today: CalendarDate, weekStart: WeekStart): Period | undefined {
  return parsePeriodWord(text)?.({ today: () => today, weekStart: () => weekStart });
}

/**
 * Recognises a period word before anything is known about today.
 *
 * Case, spaces, hyphens and underscores between words do not matter: `LAST_7_DAYS` is `last 7 days`. "Last N" means
 * complete units before the current one; "to date" runs through today.
 *
 * @returns What makes the period; `undefined` when the text is no period word.
 */
export function parsePeriodWord(text: string): ((now: Now) => Period) | undefined {
  const named = namedPeriod(text.trim().toUpperCase());
  if (named) return () => named;
  const word = joinWords(text) ?? '';
  // `:YYYYMM-2` is another way to write "2 months ago"; its hyphen is gone by now.
  const ago = /^(?::yyyymm(\d{1,4})|(\d{1,4})(week|month|quarter|year)s?ago)$/.exec(word);
  const back = readCount(ago?.[1] ?? ago?.[2]);
  const [, which, one] = /^(this|last|previous|next)(week|month|quarter|year)$/.exec(word) ?? [];
  const [, where, many, unit] =
    /^(last|past|previous|next)(\d{1,4})(day|week|month|quarter|year)s?$/.exec(word) ?? [];
  const count = readCount(many);
  const toDate = UNITS.find((known) => word === `${known[0]}td` || word === `${known}todate`);
  if (DAYS.includes(word)) return relative('day', DAYS.indexOf(word) - 1);
  if (word === 'weekbeforelast') return relative('week', -2);
  if (which) return relative(one as PeriodUnit, which === 'this' ? 0 : which === 'next' ? 1 : -1);
  if (count) return relative(unit as PeriodUnit, where === 'next' ? 1 : -count, count);
  if (back) return relative((ago?.[3] ?? 'month') as PeriodUnit, -back);
  return toDate && relative(toDate, 0, 1, true);
}

const DAYS = ['yesterday', 'today', 'tomorrow'];
const UNITS: readonly PeriodUnit[] = ['week', 'month', 'quarter', 'year'];

/** So many units, the first of them `offset` units after the current one. @param toDate Whether it ends today instead. */
function relative(unit: PeriodUnit, offset: number, count = 1, toDate = false): (now: Now) => Period {
  return (now) => {
    const today = now.today();
    const weekStart = unit === 'week' ? now.weekStart() : 1;
    const from = startOfPeriod(unit, today, weekStart, offset);
    const to = toDate ? today : startOfPeriod(unit, today, weekStart, offset + count) - 1;
    return { from, to, unit, count, toDate };
  };
}

/** Periods with a name of their own: `2025`, `2025-Q3`, `2025-07`, `2025-W27` (ISO weeks). */
function namedPeriod(text: string): Period | undefined {
  const match = /^(\d{4})(?:[\s_-]*(?:Q([1-4])|W(\d{2}))|[\s_-]+(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const [, year, quarter, week, month] = match;
  if (week !== undefined) {
    // ISO 8601: weeks begin on Monday, and a week belongs to the year that holds its Thursday. So 4 January lies in the
    // first of every year, and a week 0 or 54 in another year.
    const fourth = fromParts(Number(year), 1, 4) as CalendarDate;
    const from = startOfPeriod('week', fourth, 1, Number(week) - 1);
    const isOfYear = toParts(from + 3).year === Number(year);
    return isOfYear ? { from, to: from + 6, unit: 'week', count: 1, toDate: false } : undefined;
  }
  const unit = quarter !== undefined ? 'quarter' : month !== undefined ? 'month' : 'year';
  const from = fromParts(Number(year), quarter ? Number(quarter) * 3 - 2 : Number(month ?? 1), 1);
  if (from === undefined) return undefined;
  return { from, to: startOfPeriod(unit, from, 1, 1) - 1, unit, count: 1, toDate: false };
}

function readCount(text: string | undefined): number | undefined {
  const count = Number(text);
  return count >= 1 && count <= LARGEST_NUMBER ? count : undefined;
}

/** The largest number in a word for days: the N of `last N days`, and of `N days ago`. */
export const LARGEST_NUMBER = 3660;

/**
 * How many days after today a text says: `-7`, `+3`, `7 days ago`, `7daysAgo`, `:YYYYMMDD-7`.
 *
 * @returns `undefined` when the text is no offset, or one of 0 or more than 3,660 days.
 */
export function parseDayOffset(text: string): number | undefined {
  // A sign belongs to its number, whatever blanks are between. U+2212 is the minus sign of typeset text.
  const number = text.trim().replace('\u2212', '-');
  const [, sign, days] = /^(?::yyyymmdd[\s_]*)?([+-])[\s_]*(\d{1,4})$/i.exec(number) ?? [];
  const ago = /^(\d{1,4})days?ago$/.exec(joinWords(text) ?? '')?.[1];
  const offset = days === undefined ? -Number(ago) : Number(`${sign}${days}`);
  return offset !== 0 && Math.abs(offset) <= LARGEST_NUMBER ? offset : undefined;
}

/**
 * Brings words for days to one spelling: lower case, without the spaces, hyphens and underscores between words.
 *
 * Those between digits, and a hyphen that stands before a number as its sign, say something: "2-3" is not 23, and "-1" is
 * not 1.
 *
 * @returns `undefined` where the text has one of these.
 */
function joinWords(text: string): string | undefined {
  const word = text.toLowerCase();
  return /\d[\s_-]+\d|(?:^|[\s_-])-\d/.test(word) ? undefined : word.replace(/[\s_-]/g, '');
}

/**
 * Everything that can stand in a date's place besides a date: the word that people read about, then other ways to write
 * it. A number in a word stands for any from 1 to 3,660, and each word can be given alone. Case, and spaces, hyphens and
 * underscores between words do not matter.
 */
export const PERIODS: readonly (readonly [word: string, ...also: string[]])[] = [
  ['today'],
  ['yesterday'],
  ['tomorrow'],
  ['7 days ago', '-7', '7daysAgo', ':YYYYMMDD-7'],
  ['last 7 days', 'past 7 days', 'LAST_7_DAYS'],
  ['next 7 days'],
  ['next 14 days'],
  ['week before last'],
  ['this week'],
  ['last week', 'previous week'],
  ['3 weeks ago'],
  ['last 4 weeks', 'past 4 weeks'],
  ['next week'],
  ['WTD', 'week to date'],
  ['next 2 weeks'],
  ['this month'],
  ['last month', 'previous month'],
  ['2 months ago', ':YYYYMM-2'],
  ['last 3 months', 'past 3 months'],
  ['next month'],
  ['MTD', 'month to date'],
  ['this quarter'],
  ['last quarter', 'previous quarter'],
  ['2 quarters ago'],
  ['last 2 quarters', 'past 2 quarters'],
  ['next quarter'],
  ['QTD', 'quarter to date'],
  ['this year'],
  ['last year', 'previous year'],
  ['2 years ago'],
  ['next year'],
  ['YTD', 'year to date'],
  ['2025'],
  ['2025-Q3'],
  ['2025-07'],
  ['2025-W27'],
];

/** Every way to write a period in words, for suggestions; names such as `2025-Q3` are no words. */
export const PERIOD_WORDS: readonly string[] = PERIODS.flat().filter((word) => !/^[-:]|^\d{4}/.test(word));
