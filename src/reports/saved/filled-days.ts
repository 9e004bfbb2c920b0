import * as v from 'valibot';
import type { CalendarDate } from '../../calendar/calendar-date';
import { type DateRange, isOn } from '../../calendar/date-range';

/** Which days had rows, as far as tables up to the last of these days were for them. */
export const FILLED_DAYS = v.object({
  /** The last day with rows, of those that were over. */
  last: v.number(),
  /** Of each of up to 28 days, from that one backwards, whether it had rows: `1` or `0`. */
  days: v.string(),
});

/** Which days had rows, as `FILLED_DAYS` describes it. */
export type FilledDays = v.InferOutput<typeof FILLED_DAYS>;

/** Four weeks say what is usual on a weekday. */
const KNOWN_DAYS = 28;
/** A business may be closed on a public holiday or two. */
const FEWEST_EMPTY = 3;

/**
 * Which days of a table had rows.
 *
 * @param days The day of each row.
 * @param today Only days before it are over.
 * @returns Null where no day that is over had any.
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

/** The same of a table and those before it; the newest has it right. Days that no table was for count as empty. */
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
 * The last days of a range that are over and empty, from the first to the last one that regularly had rows, where those are
 * at least three: their weekday had some in each of up to four weeks before.
 *
 * @param known What is known after the table of that range.
 * @returns `undefined` where there are none, or fewer.
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

/** @param day After the last one that had rows. */
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
