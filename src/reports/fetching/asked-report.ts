import {
  type DateRange,
  dayCount,
  isInside,
  isSameRange,
  type Margin,
  overlap,
  startOfMonth,
} from '../../calendar/calendar-date';
import type { Connection } from '../../employer-api/connection';
import { ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import { LONGEST_EXACT_DAYS, MOST_WINDOWS } from '../../limits';
import type { Digest } from '../ports';
import { NO_MARGIN } from './day-margin';
import { eachOnce } from './report-cache';
import {
  type ConnectionKeys,
  connectionKeys,
  type RequestKeys,
  rangesKey,
  requestKeys,
} from './shared-state';

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
  longest?: number,
  margin: Margin = NO_MARGIN,
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
  margin: Margin = NO_MARGIN,
): AskedReport {
  return ask(kind, connection, digest, [range], [range], margin);
}

/** The wanted days of a window: a month may reach beyond the ranges. */
export function wantedDays({ ranges, rangesKey: list }: AskedReport, { range }: Window): DateRange[] {
  if (list === undefined) return [range];
  return ranges.flatMap((one) => overlap(one, range) ?? []);
}

/** The cache keys of the state of requests, without their rows. */
export function keysToRead({ keys, rangesKey: ranges }: AskedReport, windows: readonly Window[]): string[] {
  return [
    ...[keys.token, keys.credential, keys.origin, keys.failing],
    ...(ranges === undefined ? [] : [ranges]),
    ...windows.map((window) => window.keys.request),
  ];
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
