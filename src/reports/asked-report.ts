import type { DateRange } from '../calendar/date-range';
import type { Connection } from '../employer-api/connection';
import type { ReportKind } from '../employer-api/report-kind';
import type { Digest } from './ports';
import { type ConnectionKeys, connectionKeys, type RequestKeys, rangesKey, requestKeys } from './shared-keys';
import { windowsFor } from './windows';

/** Days that are asked for by one request. */
export interface Window {
  readonly range: DateRange;
  readonly keys: RequestKeys;
}

/** A report that is wanted, and everything there is to know about where it may be kept. */
export interface AskedReport {
  readonly kind: ReportKind;
  readonly connection: Connection;
  readonly range: DateRange;
  readonly keys: ConnectionKeys;
  /** Where the kept ranges are listed; `undefined` for a report that cannot be cut. */
  readonly rangesKey: string | undefined;
  /** The requests that give all of it, in order of days. */
  readonly windows: readonly Window[];
  /** The same as one request, where `windows` has several: a refresh may have asked so. */
  readonly whole: Window | undefined;
  /** Any other request of the report. */
  window(range: DateRange): Window;
}

/** A report as a formula asks for it. @throws {ReportError} `too_many_requests` */
export function askByWindows(
  kind: ReportKind,
  connection: Connection,
  range: DateRange,
  digest: Digest,
): AskedReport {
  const asked = askWhole(kind, connection, range, digest);
  const ranges = kind.dayField === undefined ? [range] : windowsFor(range);
  return ranges.length === 1
    ? asked
    : { ...asked, windows: ranges.map(asked.window), whole: asked.windows[0] };
}

/** A report as a refresh asks for it: one request, whatever its length. */
export function askWhole(
  kind: ReportKind,
  connection: Connection,
  range: DateRange,
  digest: Digest,
): AskedReport {
  const window = (days: DateRange) => ({ range: days, keys: requestKeys(connection, kind, days, digest) });
  return {
    kind,
    connection,
    range,
    keys: connectionKeys(connection, digest),
    rangesKey: kind.dayField === undefined ? undefined : rangesKey(connection, kind, digest),
    windows: [window(range)],
    whole: undefined,
    window,
  };
}

/** Everything about requests to read in one look, besides the rows. */
export function keysToRead({ keys, rangesKey: ranges }: AskedReport, windows: readonly Window[]): string[] {
  return [
    ...[keys.token, keys.credential, keys.origin, keys.failing],
    ...(ranges === undefined ? [] : [ranges]),
    ...windows.map((window) => window.keys.request),
  ];
}
