import {
  type CalendarDate,
  type DateRange,
  dayCount,
  isInside,
  isOn,
  isSameRange,
  type Margin,
  overlap,
  startOfMonth,
  widen,
} from '../../calendar/calendar-date';
import type { Connection } from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import type { ReportAnswer, ReportKind } from '../../employer-api/report-kind';
import { LONGEST_EXACT_DAYS, MOST_WINDOWS } from '../../limits';
import type { Digest } from '../ports';
import { eachOnce, type KeptReport } from './report-cache';
import {
  type ConnectionKeys,
  connectionKeys,
  type RequestKeys,
  rangesKey,
  requestKeys,
} from './shared-state';

/*
 * The specification calls `to_date` the "end of the range" (section 4.2). It does not say that the last day is included,
 * nor by which clock the service's days begin. The add-on takes SHIFT_DATE to be the requested day, both ends
 * included, until an answer shows otherwise. Then it requests extra days at the ends and shows only the wanted ones.
 */

/** No extra days. */
export const NO_MARGIN: Margin = { before: 0, after: 0 };
/** The service leaves out the last day. */
export const WITHOUT_LAST_DAY: Margin = { before: 0, after: 1 };
/** The service's days are not those of SHIFT_DATE. It may leave out the last day too. */
export const OTHER_DAYS: Margin = { before: 1, after: 2 };

/** An answer and its days. */
type AnsweredDays = Pick<KeptReport, 'range' | 'asked' | 'fields' | 'rows'>;

/** True if one margin has all extra days of another. */
export function holdsMargin(margin: Margin, other: Margin): boolean {
  return margin.before >= other.before && margin.after >= other.after;
}

/** An extra day with at least this share of the records of the day before it is complete. */
const WHOLE_DAY_SHARE = 0.5;

/**
 * True if records show that the service's days are not those of SHIFT_DATE: some are of the day next to the requested
 * days, at one end only, or an extra day has only part of its records. A service that also sends days further away
 * ignores the range, which proves nothing.
 */
export function showsOtherDays(kind: ReportKind, answer: AnsweredDays): boolean {
  const { range, asked = range, fields, rows } = answer;
  const column = fields.findIndex(({ name }) => name === kind.dayField);
  let [before, after] = [false, false];
  for (const row of rows) {
    const day = row[column];
    if (typeof day !== 'number' || isOn(day, asked)) continue;
    if (day === asked.from - 1) before = true;
    else if (day === asked.to + 1) after = true;
    else return false;
  }
  const share = asked.from === range.from ? shareOnExtraDay(kind, answer) : 0;
  return before !== after || (share > 0 && share < WHOLE_DAY_SHARE);
}

/** True if an answer has its extra day at the end: the service includes the last day. */
export function showsLastDay(kind: ReportKind, answer: AnsweredDays): boolean {
  return shareOnExtraDay(kind, answer) >= WHOLE_DAY_SHARE;
}

/**
 * True if answers show that the service leaves out the last day: an answer with records has none of its last day, but
 * another answer that reaches further has some. Days that are not over do not count, since their records come and go.
 *
 * @param finished The last day that is over.
 */
export function showsLeftOutDay(
  kind: ReportKind,
  answers: readonly AnsweredDays[],
  finished: CalendarDate,
): boolean {
  const has = ({ fields, rows }: AnsweredDays, day: CalendarDate) => {
    const column = fields.findIndex(({ name }) => name === kind.dayField);
    return rows.some((row) => row[column] === day);
  };
  return answers.some((answer) => {
    const { range, asked = range, rows } = answer;
    const last = range.to;
    if (asked.to > last || last > finished || rows.length === 0 || has(answer, last)) return false;
    return answers.some((other) => other.range.from <= last && other.range.to > last && has(other, last));
  });
}

/** The number of records of the last extra day, divided by that of the last wanted day. */
function shareOnExtraDay(kind: ReportKind, { range, asked = range, fields, rows }: AnsweredDays): number {
  if (asked.to === range.to) return 0;
  const column = fields.findIndex(({ name }) => name === kind.dayField);
  const countOn = (day: CalendarDate) => rows.filter((row) => row[column] === day).length;
  return countOn(asked.to) / Math.max(1, countOn(range.to));
}

/**
 * The margin that two answers for one day show to be needed.
 *
 * @param wider The answer requested with the next day as well; `undefined` if it did not come.
 */
export function marginOfDay(
  kind: ReportKind,
  day: CalendarDate,
  alone: ReportAnswer,
  wider: ReportAnswer | undefined,
): Margin {
  const countOn = ({ fields, rows }: ReportAnswer, wanted: CalendarDate) => {
    const column = fields.findIndex(({ name }) => name === kind.dayField);
    return rows.filter((row) => row[column] === wanted).length;
  };
  if (showsOtherDays(kind, { ...alone, range: { from: day, to: day } })) return OTHER_DAYS;
  if (wider === undefined || countOn(wider, day) <= countOn(alone, day)) return NO_MARGIN;
  const isLeftOut = countOn(alone, day) === 0 && countOn(wider, day + 1) === 0;
  return isLeftOut ? WITHOUT_LAST_DAY : OTHER_DAYS;
}

/** The requested days, to be kept beside an answer; nothing if there are no extra days. */
export function askedWith(range: DateRange, margin: Margin): { readonly asked?: DateRange } {
  return margin.before === 0 && margin.after === 0 ? {} : { asked: widen(range, margin) };
}

/** The days of one request. */
export interface Window {
  readonly range: DateRange;
  readonly keys: RequestKeys;
}

/** The wanted ranges of a report, the requests that give them, and the cache keys under which they may be kept. */
export interface AskedReport {
  readonly kind: ReportKind;
  readonly connection: Connection;
  /** In the order of the results; they may overlap. */
  readonly ranges: readonly DateRange[];
  readonly keys: ConnectionKeys;
  /** The key of the list of kept ranges; `undefined` for a report whose rows have no day. */
  readonly rangesKey: string | undefined;
  /** The requests that give all days, each once. */
  readonly windows: readonly Window[];
  /** The ranges that are not windows, as one request each: a refresh or another formula may have requested them so. */
  readonly exactWindows: readonly Window[];
  /** The extra days to request with each window; answers requested with fewer are not shown. */
  readonly margin: Margin;
  /** The window for any other range of the report. */
  window(range: DateRange): Window;
}

/**
 * Ranges of a report as a formula requests them.
 *
 * @param longest The longest window that the service is known to answer, in days; `undefined` if no limit is known.
 * @throws {ReportError} `too_many_requests`
 */
export function askByWindows(
  kind: ReportKind,
  connection: Connection,
  ranges: readonly DateRange[],
  digest: Digest,
  longest: number | undefined,
  margin: Margin,
): AskedReport {
  const windows = kind.dayField === undefined ? eachOnce(ranges) : windowsFor(ranges, longest);
  return ask(kind, connection, digest, ranges, windows, margin);
}

/** The same report with these extra days. */
export function withMargin(asked: AskedReport, margin: Margin): AskedReport {
  return { ...asked, margin };
}

/** The same report with some windows in halves; `undefined` if a formula has no time for so many requests. */
export function splitWindows(
  { kind, connection, ranges, windows, margin }: AskedReport,
  tooLong: readonly Window[],
  digest: Digest,
): AskedReport | undefined {
  const parts = windows.flatMap((window) => {
    const days = dayCount(window.range);
    return partsOf(window.range, tooLong.includes(window) ? Math.ceil(days / 2) : days);
  });
  return parts.length > MOST_WINDOWS ? undefined : ask(kind, connection, digest, ranges, parts, margin);
}

/** A report as a refresh requests it: one request, whatever its length. */
export function askWhole(
  kind: ReportKind,
  connection: Connection,
  range: DateRange,
  digest: Digest,
  margin: Margin,
): AskedReport {
  return ask(kind, connection, digest, [range], [range], margin);
}

/** The wanted days of a window: a month may reach beyond the ranges. */
export function wantedDays({ ranges, rangesKey: list }: AskedReport, { range }: Window): DateRange[] {
  if (list === undefined) return [range];
  return ranges.flatMap((one) => overlap(one, range) ?? []);
}

function ask(
  kind: ReportKind,
  connection: Connection,
  digest: Digest,
  ranges: readonly DateRange[],
  windows: readonly DateRange[],
  margin: Margin,
): AskedReport {
  const window = (range: DateRange) => ({ range, keys: requestKeys(connection, kind, range, digest) });
  const others = ranges.filter((range) => !windows.some((one) => isSameRange(one, range)));
  return {
    kind,
    connection,
    ranges,
    keys: connectionKeys(connection, digest),
    rangesKey: kind.dayField === undefined ? undefined : rangesKey(connection, kind, digest),
    windows: windows.map(window),
    exactWindows: others.map(window),
    // Rows without a day cannot be distinguished from those of extra days.
    margin: kind.dayField === undefined ? NO_MARGIN : { before: margin.before, after: margin.after },
    window,
  };
}

/**
 * The requests for ranges, each once, in order of days.
 *
 * Long ranges that overlap share months, so that formulas over them share requests. The first and last month may reach
 * beyond the range. A request inside another one is left out.
 *
 * @param longest The longest window that the service is known to answer, in days. Longer requests are split, unless a
 *   formula has no time for so many.
 * @throws {ReportError} `too_many_requests` if a formula has no time for so many requests.
 */
export function windowsFor(ranges: readonly DateRange[], longest = LONGEST_EXACT_DAYS): DateRange[] {
  const windows = eachOnce(ranges.flatMap(allWindowsFor))
    .filter((one, _, distinct) => !distinct.some((other) => other !== one && isInside(one, other)))
    .sort((one, other) => one.from - other.from);
  const parts = windows.flatMap((window) => partsOf(window, longest));
  if (parts.length <= MOST_WINDOWS) return parts;
  if (windows.length <= MOST_WINDOWS) return windows;
  throw new ReportError('too_many_requests', {
    sentence: `These dates need ${windows.length} requests, too many for a formula. Make a saved report in the sidebar`,
  });
}

/** Splits a range into parts of `days` days; the last part may be shorter. */
function partsOf({ from, to }: DateRange, days: number): DateRange[] {
  const parts: DateRange[] = [];
  for (let first = from; first <= to; first += days)
    parts.push({ from: first, to: Math.min(to, first + days - 1) });
  return parts;
}

/** The requests for a single range, however many: the range itself, or its months. */
export function allWindowsFor(range: DateRange): DateRange[] {
  if (dayCount(range) <= LONGEST_EXACT_DAYS) return [range];
  const months: DateRange[] = [];
  for (let from = startOfMonth(range.from); from <= range.to; from = startOfMonth(from, 1)) {
    months.push({ from, to: startOfMonth(from, 1) - 1 });
  }
  return months;
}
