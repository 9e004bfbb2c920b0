import { type CalendarDate, fromParts, toParts } from './calendar-date';
import { LARGEST_NUMBER } from './day-offset';
import type { Period } from './period';
import { type PeriodUnit, startOfPeriod, type WeekStart } from './period-unit';
import { joinWords } from './word-spelling';

/** What a period word may depend on; a word asks only for what it depends on. */
export interface Now {
  today(): CalendarDate;
  weekStart(): WeekStart;
}

/** A period in relation to today: `count` units, the first of them `offset` units after the current one. */
interface Relative {
  readonly unit: PeriodUnit;
  readonly offset: number;
  readonly count: number;
  /** Whether it ends today instead of with its last unit. */
  readonly toDate?: boolean;
}

/**
 * The days that a period word stands for, and what kind of period they are.
 *
 * @param today Today in the spreadsheet's time zone.
 * @returns `undefined` when the text is no period word.
 */
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
  const word = joinWords(text);
  const relative = word === undefined ? undefined : relativeWord(word);
  if (relative) return (now) => relativePeriod(relative, now);
  const named = namedPeriod(text.trim().toUpperCase());
  return named && (() => named);
}

function relativePeriod({ unit, offset, count, toDate = false }: Relative, now: Now): Period {
  const today = now.today();
  const weekStart = unit === 'week' ? now.weekStart() : 1;
  const from = startOfPeriod(unit, today, weekStart, offset);
  const to = toDate ? today : startOfPeriod(unit, today, weekStart, offset + count) - 1;
  return { from, to, unit, count, toDate };
}

function relativeWord(word: string): Relative | undefined {
  return dayWord(word) ?? unitWord(word) ?? countedWord(word) ?? agoWord(word) ?? toDateWord(word);
}

function dayWord(word: string): Relative | undefined {
  const index = ['yesterday', 'today', 'tomorrow'].indexOf(word);
  return index < 0 ? undefined : { unit: 'day', offset: index - 1, count: 1 };
}

function unitWord(word: string): Relative | undefined {
  if (word === 'weekbeforelast') return { unit: 'week', offset: -2, count: 1 };
  const match = /^(this|last|previous|next)(week|month|quarter|year)$/.exec(word);
  if (!match) return undefined;
  const offset = match[1] === 'this' ? 0 : match[1] === 'next' ? 1 : -1;
  return { unit: match[2] as PeriodUnit, offset, count: 1 };
}

function countedWord(word: string): Relative | undefined {
  const match = /^(last|past|previous|next)(\d{1,4})(day|week|month|quarter|year)s?$/.exec(word);
  const count = readCount(match?.[2]);
  if (!match || count === undefined) return undefined;
  return { unit: match[3] as PeriodUnit, offset: match[1] === 'next' ? 1 : -count, count };
}

function agoWord(word: string): Relative | undefined {
  // `:YYYYMM-2` is another way to write "2 months ago"; its hyphen is gone by now.
  const match = /^(?::yyyymm(\d{1,4})|(\d{1,4})(week|month|quarter|year)s?ago)$/.exec(word);
  const count = readCount(match?.[1] ?? match?.[2]);
  if (!match || count === undefined) return undefined;
  return { unit: (match[3] ?? 'month') as PeriodUnit, offset: -count, count: 1 };
}

function toDateWord(word: string): Relative | undefined {
  const match = /^(?:(w|m|q|y)td|(week|month|quarter|year)todate)$/.exec(word);
  if (!match) return undefined;
  const unit = match[2] ?? { w: 'week', m: 'month', q: 'quarter', y: 'year' }[match[1] ?? ''];
  return { unit: unit as PeriodUnit, offset: 0, count: 1, toDate: true };
}

/** Periods with a name of their own: `2025`, `2025-Q3`, `2025-07`, `2025-W27` (ISO weeks). */
function namedPeriod(text: string): Period | undefined {
  const match = /^(\d{4})(?:[\s_-]*(?:Q([1-4])|W(\d{2}))|[\s_-]+(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const [, year, quarter, week, month] = match;
  if (week !== undefined) return isoWeek(Number(year), Number(week));
  const unit = quarter !== undefined ? 'quarter' : month !== undefined ? 'month' : 'year';
  const from = fromParts(Number(year), quarter ? Number(quarter) * 3 - 2 : Number(month ?? 1), 1);
  if (from === undefined) return undefined;
  return { from, to: startOfPeriod(unit, from, 1, 1) - 1, unit, count: 1, toDate: false };
}

function isoWeek(year: number, week: number): Period | undefined {
  // ISO 8601: weeks begin on Monday, and a week belongs to the year that holds its Thursday. So 4 January lies in the
  // first of every year, and a week 0 or 54 in another year.
  const fourth = fromParts(year, 1, 4) as CalendarDate;
  const from = startOfPeriod('week', fourth, 1, week - 1);
  if (toParts(from + 3).year !== year) return undefined;
  return { from, to: from + 6, unit: 'week', count: 1, toDate: false };
}

function readCount(text: string | undefined): number | undefined {
  const count = Number(text);
  return count >= 1 && count <= LARGEST_NUMBER ? count : undefined;
}
