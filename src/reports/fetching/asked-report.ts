import type { DateRange } from '../../calendar/date-range';
import type { Connection } from '../../employer-api/connection';
import type { ReportKind } from '../../employer-api/report-kind';
import type { Digest } from '../ports';
import { eachOnce, isSame } from './kept-ranges';
import { type ConnectionKeys, connectionKeys, type RequestKeys, rangesKey, requestKeys } from './shared-keys';
import { windowsFor } from './windows';

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
  /** Any other request of the report. */
  window(range: DateRange): Window;
}

/** Ranges of a report as a formula asks for them. @throws {ReportError} `too_many_requests` */
export function askByWindows(
  kind: ReportKind,
  connection: Connection,
  ranges: readonly DateRange[],
  digest: Digest,
): AskedReport {
  return ask(
    kind,
    connection,
    digest,
    ranges,
    kind.dayField === undefined ? eachOnce(ranges) : windowsFor(ranges),
  );
}

/** A report as a refresh asks for it: one request, whatever its length. */
export function askWhole(
  kind: ReportKind,
  connection: Connection,
  range: DateRange,
  digest: Digest,
): AskedReport {
  return ask(kind, connection, digest, [range], [range]);
}

/** The wanted days that a request is made for: a month may reach beyond the ranges. */
export function wantedDays({ ranges, rangesKey: list }: AskedReport, { range }: Window): DateRange[] {
  if (list === undefined) return [range];
  return ranges
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from <= to);
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
): AskedReport {
  const window = (range: DateRange) => ({ range, keys: requestKeys(connection, kind, range, digest) });
  const others = ranges.filter((range) => !windows.some((one) => isSame(one, range)));
  return {
    kind,
    connection,
    ranges,
    keys: connectionKeys(connection, digest),
    rangesKey: kind.dayField === undefined ? undefined : rangesKey(connection, kind, digest),
    windows: windows.map(window),
    wholes: others.map(window),
    window,
  };
}
