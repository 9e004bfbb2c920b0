import * as v from 'valibot';
import { type CalendarDate, type DateRange, isOn } from '../../calendar/calendar-date';

/** The days that had rows, up to the last one. Days that no table was for count as empty. */
export const FILLED_DAYS = v.object({
  /** The last day with rows among those that were over. */
  last: v.number(),
  /** Whether each of up to 28 days had rows, from `last` backwards: `1` or `0`. */
  days: v.string(),
});

/** Which days had rows, as `FILLED_DAYS` describes it. */
export type FilledDays = v.InferOutput<typeof FILLED_DAYS>;

/** Four weeks show what is usual on a weekday. */
const KNOWN_DAYS = 28;
/** One or two empty days may be public holidays. */
const FEWEST_EMPTY = 3;

/**
 * The days of a table that had rows.
 *
 * @param days The day of each row.
 * @param today Only days before it are over.
 * @returns Null if no day that is over had any.
 */
export function filledDays(
  days: readonly (CalendarDate | null)[],
  range: DateRange,
  today: CalendarDate,
): FilledDays | null {
  const filled = new Set(days.filter((day) => day !== null && day < today && isOn(day, range)));
  if (filled.size === 0) return null;
  const last = Array.from(filled).reduce<number>(
    (latest, day) => Math.max(latest, day ?? latest),
    range.from,
  );
  return { last, days: bits({ from: range.from, to: last }, (day) => filled.has(day)) };
}

/**
 * Merges two records; on the days of the newer table, the newer one wins. Days that no table was for count as empty.
 */
export function filledAfter(before: FilledDays | null, next: FilledDays | null): FilledDays | null {
  if (before === null || next === null) return next ?? before;
  const last = Math.max(before.last, next.last);
  const from = Math.min(firstOf(before), firstOf(next));
  return {
    last,
    days: bits({ from, to: last }, (day) =>
      isOn(day, { from: firstOf(next), to: next.last }) ? hadRows(next, day) : hadRows(before, day),
    ),
  };
}

/**
 * The days at the end of a range that are over and empty, from the first to the last one that regularly had rows: whose
 * weekday had rows in each of up to four weeks before.
 *
 * @param known The days with rows after the table of that range.
 * @returns `undefined` if fewer than three such days regularly had rows.
 */
export function emptyDays(
  known: FilledDays | null,
  range: DateRange,
  today: CalendarDate,
): DateRange | undefined {
  if (known === null) return undefined;
  const [from, to] = [Math.max(range.from, known.last + 1), Math.min(range.to, today - 1)];
  const missing: CalendarDate[] = [];
  for (let day = from; day <= to; day += 1) if (isRegular(known, day)) missing.push(day);
  const [first, last] = [missing[0], missing[missing.length - 1]];
  if (first === undefined || last === undefined || missing.length < FEWEST_EMPTY) return undefined;
  return { from: first, to: last };
}

/** The share of the known days up to `to` that had rows. */
export function shareFilled(known: FilledDays, to: CalendarDate): number {
  const filled = known.days.split('1').length - 1;
  return filled / (Math.max(known.last, to) - firstOf(known) + 1);
}

/** @param day After the last day with rows. */
function isRegular(known: FilledDays, day: CalendarDate): boolean {
  const newest = day - 7 * Math.ceil((day - known.last) / 7);
  for (let before = newest; before >= firstOf(known); before -= 7) {
    if (!hadRows(known, before)) return false;
  }
  return newest >= firstOf(known);
}

function firstOf({ last, days }: FilledDays): CalendarDate {
  return last - days.length + 1;
}

function hadRows({ last, days }: FilledDays, day: CalendarDate): boolean {
  return days[last - day] === '1';
}

function bits({ from, to }: DateRange, hasRows: (day: CalendarDate) => boolean): string {
  const length = Math.min(KNOWN_DAYS, to - from + 1);
  return Array.from({ length }, (_, ago) => (hasRows(to - ago) ? '1' : '0')).join('');
}
