import { type DateRange, dayCount, isSameRange, type Margin, overlap } from '../../calendar/date-range';
import type { Connection } from '../../employer-api/connection';
import type { ReportKind } from '../../employer-api/report-kind';
import type { Digest } from '../ports';
import { NO_MARGIN } from './day-margin';
import { eachOnce } from './kept-ranges';
import { type ConnectionKeys, connectionKeys, type RequestKeys, rangesKey, requestKeys } from './shared-keys';
import { MOST_WINDOWS, partsOf, windowsFor } from './windows';

/** Days that are asked for by one request. */
export interface Window {
  readonly range: DateRange;
  readonly keys: RequestKeys;
}

/** Ranges of a report that are wanted, and everything there is to know about where they may be kept. */
export interface AskedReport {
  readonly kind: ReportKind;
  readonly connection: Connection;
  /** In the order in which they are wanted; they may overlap. */
  readonly ranges: readonly DateRange[];
  readonly keys: ConnectionKeys;
  /** Where the kept ranges are listed; `undefined` for a report that cannot be cut. */
  readonly rangesKey: string | undefined;
  /** The requests that give all of it, each once. */
  readonly windows: readonly Window[];
  /** Ranges as one request each, where `windows` asks otherwise: a refresh or another formula may have asked so. */
  readonly wholes: readonly Window[];
  /** How many days more than those of a window are asked for; an answer that was asked for with fewer is not shown. */
  readonly margin: Margin;
  /** Any other request of the report. */
  window(range: DateRange): Window;
}

/**
 * Ranges of a report as a formula asks for them.
 *
 * @param longest The most days that the service is known to answer for; `undefined` where nothing speaks against any.
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

/** The same, with so many days more asked for. */
export function askWider(asked: AskedReport, margin: Margin): AskedReport {
  return { ...asked, margin };
}

/** The same, with some windows asked for in halves; `undefined` where a formula has no time for so many requests. */
export function askInHalves(
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

/** A report as a refresh asks for it: one request, whatever its length. */
export function askWhole(
  kind: ReportKind,
  connection: Connection,
  range: DateRange,
  digest: Digest,
  margin: Margin = NO_MARGIN,
): AskedReport {
  return ask(kind, connection, digest, [range], [range], margin);
}

/** The wanted days that a request is made for: a month may reach beyond the ranges. */
export function wantedDays({ ranges, rangesKey: list }: AskedReport, { range }: Window): DateRange[] {
  if (list === undefined) return [range];
  return ranges.flatMap((one) => overlap(one, range) ?? []);
}

/** Everything about requests to read in one look, besides the rows. */
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
    wholes: others.map(window),
    // Rows without a day cannot be told from those of the days more.
    margin: kind.dayField === undefined ? NO_MARGIN : { before: margin.before, after: margin.after },
    window,
  };
}
