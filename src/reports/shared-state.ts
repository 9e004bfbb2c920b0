import type { DateRange } from '../calendar/date-range';
import type { AccessToken } from '../employer-api/access-token';
import type { Connection } from '../employer-api/connection';
import { type FailureCode, ReportError } from '../employer-api/errors';
import { parseJson } from '../employer-api/json';
import type { Digest } from './ports';
import { reportKeys } from './report-cache';

/** "Do not ask again before `until`", and why. Holds nothing from an answer. */
export interface Mark {
  readonly code: FailureCode;
  readonly until: number;
  readonly status?: number;
  readonly correlationId?: string;
  /** How long it was meant to last, in seconds. */
  readonly seconds: number;
}

/** Someone is asking for this now; takes over after `until` whoever comes. */
export interface Claim {
  readonly by: string;
  readonly until: number;
}

/** What is remembered of one connection. */
export interface CredentialEntry {
  readonly mark?: Mark;
  /** Held while no success is remembered, so that bad credentials are met once and not by every cell. */
  readonly claim?: Claim;
  /** Until when an earlier success counts. */
  readonly goodUntil?: number;
}

/** What is remembered of one report request. */
export interface RequestEntry {
  readonly mark?: Mark;
  readonly claim?: Claim;
}

/** What is remembered of the service's address in a region. */
export interface OriginEntry {
  /** Failures in a row. */
  readonly failures: number;
  readonly mark?: Mark;
}

/** The names of everything that executions share about one connection and one range. */
export interface SharedKeys {
  readonly token: string;
  readonly credential: string;
  readonly request: string;
  readonly origin: string;
  readonly report: string;
}

/** One look at the shared state: the entries of one cache read, understood. */
export interface SharedView {
  readonly entries: Readonly<Record<string, string>>;
  readonly token: AccessToken | undefined;
  readonly credential: CredentialEntry;
  readonly request: RequestEntry;
  readonly origin: OriginEntry;
}

/** What is remembered of a connection does not depend on days: any will do. */
export const ANY_RANGE: DateRange = { from: 0, to: 0 };

/** How long a success with a connection's credentials counts. */
export const GOOD_SECONDS = 600;
const FORMAT = 1;

/**
 * The keys for a connection and a range: hashes over format, fingerprint, region, employer and days, so that
 * nothing kept for other credentials can be met, and no client ID stands in a key.
 */
export function sharedKeys(connection: Connection, range: DateRange, digest: Digest): SharedKeys {
  const who = [FORMAT, connection.fingerprint, connection.region, connection.employer].join('|');
  const credential = digest(who);
  const request = digest([who, range.from, range.to].join('|'));
  return {
    token: `token.${credential}`,
    credential: `credential.${credential}`,
    request: `request.${request}`,
    origin: `origin.${connection.region}`,
    report: `report.${request}`,
  };
}

/** Everything to read in one look. */
export function keysToRead(keys: SharedKeys): string[] {
  return [keys.token, keys.credential, keys.request, keys.origin, ...reportKeys(keys.report)];
}

/** Understands one read of the cache. What cannot be read counts as missing. */
export function viewShared(
  keys: SharedKeys,
  entries: Readonly<Record<string, string>>,
  now: number,
): SharedView {
  const token = parseJson(entries[keys.token] ?? '') as AccessToken | null | undefined;
  return {
    entries,
    // Obtained later than now: the clock was set back, and the end says nothing any more.
    token: token && token.obtainedAt <= now && token.expiresAt > now ? token : undefined,
    credential: (parseJson(entries[keys.credential] ?? '') as CredentialEntry | undefined) ?? {},
    request: (parseJson(entries[keys.request] ?? '') as RequestEntry | undefined) ?? {},
    origin: (parseJson(entries[keys.origin] ?? '') as OriginEntry | undefined) ?? { failures: 0 },
  };
}

/** The failure that is remembered and still holds, if any; the connection's own comes first. */
export function rememberedFailure(view: SharedView, now: number): ReportError | undefined {
  const mark = [view.credential.mark, view.request.mark, view.origin.mark].find(
    (one) => one && holds(one, now),
  );
  return mark === undefined ? undefined : markError(mark, now);
}

/** A mark that would hold longer than it was meant to comes from a clock that was wrong. */
function holds(mark: Mark, now: number): boolean {
  return mark.until > now && mark.until - now <= mark.seconds * 1000;
}

/** Whether someone else is asking for this report, or trying credentials that nobody knows to be good. */
export function isClaimed(view: SharedView, now: number): boolean {
  const claims = [view.request.claim, isKnownGood(view, now) ? undefined : view.credential.claim];
  return claims.some((claim) => claim !== undefined && claim.until > now);
}

/** Whether a request with these credentials succeeded lately. */
export function isKnownGood(view: SharedView, now: number): boolean {
  return (view.credential.goodUntil ?? 0) > now;
}

/** A mark as the failure it stands for, with the time that is left. */
export function markError(mark: Mark, now: number): ReportError {
  const { status, correlationId } = mark;
  return new ReportError(mark.code, {
    ...(status === undefined ? {} : { status }),
    ...(correlationId === undefined ? {} : { correlationId }),
    waitSeconds: Math.max(1, Math.ceil((mark.until - now) / 1000)),
  });
}
