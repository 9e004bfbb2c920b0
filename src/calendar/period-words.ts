import {
  type CalendarDate,
  customPeriod,
  fromParts,
  type Period,
  type PeriodUnit,
  parseIsoDate,
  startOfPeriod,
  toParts,
  type Weekday,
} from './calendar-date';

/** What words for days may depend on; each asks only for what it depends on. */
export interface Now {
  today(): CalendarDate;
  weekStart(): Weekday;
}

/** The days that a period word stands for; `undefined` when the text is no period word. @param today In the spreadsheet's time zone. */
export function readPeriodWord(text: string, today: CalendarDate, weekStart: Weekday): Period | undefined {
  const days = parseDays(text);
  return days?.isPeriod ? days.of({ today: () => today, weekStart: () => weekStart }) : undefined;
}

/**
 * Recognises what can stand in a date's place, before anything is known about today: `2025-07-09`, an offset from today such
 * as `-7` or `7 days ago`, a period word such as `last 7 days`, a period's name such as `2025-Q3`.
 *
 * Case, spaces, hyphens and underscores between words do not matter: `LAST_7_DAYS` is `last 7 days`. "Last N" means
 * complete units before the current one; "to date" runs through today.
 *
 * @returns The days, and whether the text names a period rather than a single day; `undefined` if it names no days.
 */
export function parseDays(
  text: string,
): { readonly isPeriod: boolean; readonly of: (now: Now) => Period } | undefined {
  const day = parseIsoDate(text.trim());
  if (day !== undefined) return { isPeriod: false, of: () => customPeriod({ from: day, to: day }) };
  const named = namedPeriod(text.trim().toUpperCase());
  if (named) return { isPeriod: true, of: () => named };
  // A sign belongs to its number, whatever blanks stand between them. U+2212 is the minus sign of typeset text.
  const offset = /^(?::yyyymmdd[\s_]*)?([+-])[\s_]*(\d{1,4})$/i.exec(text.trim().replace('\u2212', '-'));
  // A separator between digits and a number's own minus sign can't be dropped: "2-3" is not 23, and "-1" is not 1.
  const needsSeparators = /\d[\s_-]+\d|(?:^|[\s_-])-\d/.test(text);
  const joined = needsSeparators ? '' : text.toLowerCase().replace(/[\s_-]/g, '');
  const word = offset ? ` ${offset[1]}${offset[2]}` : joined;
  for (const [pattern, read] of WORDS) {
    const parts = pattern.exec(word)?.slice(1) as [string, string] | undefined;
    if (parts) return { isPeriod: !/^ |days?ago$/.test(word), of: read(...parts) };
  }
  return undefined;
}

const DAYS = ['yesterday', 'today', 'tomorrow'];
const OFFSETS: Readonly<Record<string, number>> = { previous: -1, last: -1, this: 0, next: 1 };
const UNITS: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' };
const UNIT = '(day|week|month|quarter|year)s?';

/** Words for days, joined, and what makes them of their parts. */
const WORDS: readonly (readonly [RegExp, (part: string, unit: string) => (now: Now) => Period])[] = [
  // The blank tells it from a word, of which the hyphens are gone.
  [/^ ([+-]\d+)$/, (days) => relative('day', Number(days))],
  [/^(yesterday|today|tomorrow)$/, (day) => relative('day', DAYS.indexOf(day) - 1)],
  [/^(this|last|previous|next)(week|month|quarter|year)$/, (which, unit) => relative(unit, OFFSETS[which])],
  [/^weekbeforelast$/, () => relative('week', -2)],
  [
    RegExp(`^(?:last|past|previous)(\\d{1,4})${UNIT}$`),
    (many, unit) => relative(unit, -Number(many), Number(many)),
  ],
  [RegExp(`^next(\\d{1,4})${UNIT}$`), (many, unit) => relative(unit, 1, Number(many))],
  [RegExp(`^(\\d{1,4})${UNIT}ago$`), (many, unit) => relative(unit, -Number(many))],
  // `:YYYYMM-2` is another way to write "2 months ago"; its hyphen is gone.
  [/^:yyyymm(\d{1,4})$/, (many) => relative('month', -Number(many))],
  [/^([wmqy])td$/, (letter) => relative(UNITS[letter] as string, 0, 1, true)],
  [/^(week|month|quarter|year)todate$/, (unit) => relative(unit, 0, 1, true)],
];

/**
 * So many units, the first of them `offset` units after the current one.
 *
 * @param toDate Whether it ends today instead. It is then compared with the same number of days from the start of the unit
 *   before, at most all of them: 1 to 31 March is compared with the whole of February.
 */
function relative(name: string, offset = 0, count = 1, toDate = false): (now: Now) => Period {
  const unit = name as PeriodUnit;
  return (now) => {
    const today = now.today();
    const weekStart = unit === 'week' ? now.weekStart() : 1;
    const start = (units: number) => startOfPeriod(unit, today, weekStart, units);
    const [from, earlier] = [start(offset), start(offset - count)];
    if (!toDate) return { from, to: start(offset + count) - 1, before: { from: earlier, to: from - 1 } };
    return { from, to: today, before: { from: earlier, to: Math.min(earlier + today - from, from - 1) } };
  };
}

/** Periods with a name of their own: `2025`, `2025-Q3`, `2025-07`, `2025-W27` (ISO weeks). */
function namedPeriod(text: string): Period | undefined {
  const match = /^(\d{4})(?:[\s_-]*(?:Q([1-4])|W(\d{2}))|[\s_-]+(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const [, year, quarter, week, month] = match;
  const unit = week ? 'week' : quarter ? 'quarter' : month ? 'month' : 'year';
  // ISO 8601: weeks begin on Monday, and a week belongs to the year that holds its Thursday. So 4 January lies in the first
  // of every year, and a week 0 or 54 in another year.
  const first = week
    ? startOfPeriod('week', fromParts(Number(year), 1, 4) as CalendarDate, 1, Number(week) - 1)
    : fromParts(Number(year), quarter ? Number(quarter) * 3 - 2 : Number(month ?? 1), 1);
  if (first === undefined || (week && toParts(first + 3).year !== Number(year))) return undefined;
  const start = (units: number) => startOfPeriod(unit, first, 1, units);
  return { from: first, to: start(1) - 1, before: { from: start(-1), to: first - 1 } };
}

/**
 * Everything that can stand in a date's place besides a date: the word that people read about, then other ways to write
 * it. A number in a word stands for any number of up to four digits, and each word can be given alone. Case does not matter,
 * nor do spaces, hyphens and underscores between words.
 */
export const PERIODS = `
today; yesterday; tomorrow; 7 days ago, -7, 7daysAgo, :YYYYMMDD-7
last 7 days, past 7 days, LAST_7_DAYS; next 7 days; next 14 days
week before last; this week; last week, previous week; 3 weeks ago; last 4 weeks, past 4 weeks
next week; WTD, week to date; next 2 weeks
this month; last month, previous month; 2 months ago, :YYYYMM-2; last 3 months, past 3 months
next month; MTD, month to date
this quarter; last quarter, previous quarter; 2 quarters ago; last 2 quarters, past 2 quarters
next quarter; QTD, quarter to date
this year; last year, previous year; 2 years ago; next year; YTD, year to date
2025; 2025-Q3; 2025-07; 2025-W27
`
  .trim()
  .split(/[;\n] ?/)
  .map((words) => words.split(', ') as [word: string, ...also: string[]]);

/** Every way to write a period in words, for suggestions; names such as `2025-Q3` are no words. */
export const PERIOD_WORDS: readonly string[] = PERIODS.flat().filter((word) => !/^[-:]|^\d{4}/.test(word));
