import type { DateRange } from '../../calendar/calendar-date';
import { type Connection, isSampleConnection } from '../../employer-api/connection';
import type { ReportKind } from '../../employer-api/report-kind';
import type { Digest } from '../ports';

/** The keys of the cache entries that executions share for one connection. */
export interface ConnectionKeys {
  readonly token: string;
  readonly credential: string;
  readonly origin: string;
  readonly failing: string;
}

/** The keys of the cache entries that executions share for one request: days of a report, for a connection. */
export interface RequestKeys {
  readonly request: string;
  readonly report: string;
}

/** Increased whenever older entries become unreadable. */
const FORMAT = 2;

/**
 * The keys for a connection: hashes of format, fingerprint, region and employer, so that data of other credentials is
 * never found, and no key contains a client ID.
 */
export function connectionKeys(connection: Connection, digest: Digest): ConnectionKeys {
  const hash = digest(owner(connection));
  return {
    token: `token.${hash}`,
    credential: `credential.${hash}`,
    // The sample employer never fails, and works while the service fails.
    origin: isSampleConnection(connection) ? 'origin.sample' : `origin.${connection.region}`,
    failing: `failing.${hash}`,
  };
}

/** The keys for a request: hashes of connection, report and days. */
export function requestKeys(
  connection: Connection,
  { name }: Pick<ReportKind, 'name'>,
  { from, to }: DateRange,
  digest: Digest,
): RequestKeys {
  const hash = digest([owner(connection), name, from, to].join('|'));
  return { request: `request.${hash}`, report: `report.${hash}` };
}

/** The key of the list of ranges that are kept for a connection and a report. */
export function rangesKey(
  connection: Connection,
  { name }: Pick<ReportKind, 'name'>,
  digest: Digest,
): string {
  return `ranges.${digest([owner(connection), name].join('|'))}`;
}

function owner({ fingerprint, region, employer }: Connection): string {
  return [FORMAT, fingerprint, region, employer].join('|');
}
