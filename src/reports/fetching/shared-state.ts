import type { DateRange } from '../../calendar/calendar-date';
import type { AccessToken } from '../../employer-api/access-token';
import { type Connection, isSampleConnection } from '../../employer-api/connection';
import { FAILURES, type FailureCode, ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/report-kind';
import { isRecord } from '../../employer-api/shift-records';
import { parseJson } from '../../employer-api/text';
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

/** The remembered part of a failure. Holds nothing from a response body. */
interface Cause {
  readonly code: FailureCode;
  /** Left out if it is the standard sentence of the code. */
  readonly sentence?: string | undefined;
  readonly status?: number | undefined;
  readonly correlationId?: string | undefined;
}

/** "Do not ask again before `until`", and why. */
export interface Mark extends Cause {
  readonly until: number;
  /** How long it was meant to last, in seconds. */
  readonly seconds: number;
}

/** An execution is requesting this now. After `until` any other may take over. */
interface Claim {
  readonly by: string;
  readonly until: number;
}

/** The shared state of one connection. */
export interface CredentialEntry {
  readonly mark?: Mark;
  /** Set while no success is remembered, so that only one execution tries bad credentials. */
  readonly claim?: Claim;
  /** Until when an earlier success counts. */
  readonly goodUntil?: number;
  /** When access was last refused, until the next success: older rows are not shown. */
  readonly deniedAt?: number;
}

/** The shared state of one report request. */
export interface RequestEntry {
  readonly mark?: Mark;
  readonly claim?: Claim;
  /** Whether its days may be too many for one answer: they are requested in halves while this is remembered. */
  readonly isTooLong?: boolean;
}

/** The shared state of the service's address in a region. */
export interface OriginEntry {
  /** Failures in a row. */
  readonly failures: number;
  readonly mark?: Mark;
}

/** The newest failure of a connection, until the next success. */
interface Failing extends Cause {
  /** When it happened. Milliseconds since 1970. */
  readonly at: number;
  /** When to try again; left out if unknown. */
  readonly until?: number;
}

/**
 * Replaces the token of a connection that was replaced or removed. Executions that have read its secret earlier check
 * this, under the lock, before they send it.
 */
export const REPLACED = { replaced: true };
/** How long `REPLACED` is needed: no execution lives longer than six minutes. */
export const REPLACED_SECONDS = 600;

/** The shared state of a connection, parsed from one cache read. */
export interface SharedView {
  readonly entries: Readonly<Record<string, string>>;
  readonly token: AccessToken | undefined;
  /** Whether this connection was replaced or removed. */
  readonly isReplaced: boolean;
  readonly credential: CredentialEntry;
  readonly origin: OriginEntry;
  readonly failing: Failing | undefined;
}

/** Parses one cache read. Entries that cannot be parsed count as missing. */
export function viewShared(
  keys: ConnectionKeys,
  entries: Readonly<Record<string, string>>,
  now: number,
): SharedView {
  const token = readEntry<AccessToken & Partial<typeof REPLACED>>(entries[keys.token]);
  const failing = readEntry<Failing>(entries[keys.failing]);
  return {
    entries,
    // Obtained in the future: the clock was set back, so `expiresAt` is unreliable.
    token: token?.value && token.obtainedAt <= now && token.expiresAt > now ? token : undefined,
    isReplaced: token?.replaced === true,
    credential: readCredential(entries[keys.credential]),
    origin: { failures: 0, ...readEntry<OriginEntry>(entries[keys.origin]) },
    failing: failing && isCode(failing.code) && typeof failing.at === 'number' ? failing : undefined,
  };
}

/** Parses the state of a connection. */
export function readCredential(text: string | undefined): CredentialEntry {
  return readEntry<CredentialEntry>(text) ?? {};
}

/** Parses the state of a request. */
export function readRequest(text: string | undefined): RequestEntry {
  return readEntry<RequestEntry>(text) ?? {};
}

function readEntry<Entry extends object>(text: string | undefined): Entry | undefined {
  const entry = parseJson(text ?? '');
  return isRecord(entry) ? (entry as Entry) : undefined;
}

/**
 * The remembered failure that still holds, if any; the connection's own comes first.
 *
 * `settings_missing` if the connection was replaced or removed: not a temporary failure, so that no stale rows are
 * shown.
 *
 * @param requests The state of the requests about to be made.
 */
export function rememberedFailure(
  { isReplaced, credential, origin }: SharedView,
  now: number,
  requests: readonly RequestEntry[] = [],
): ReportError | undefined {
  if (isReplaced) return connectionChanged();
  const mark = [credential, ...requests, origin]
    .map((entry) => entry.mark)
    .find((one) => one && holds(one, now));
  return mark === undefined ? undefined : markError(mark, now);
}

/** The failure of an execution whose connection is no longer the saved one. */
export function connectionChanged(): ReportError {
  return new ReportError('settings_missing', {
    sentence: 'Try again: the connection was changed meanwhile',
  });
}

/** True while a mark holds. One that would hold longer than intended was written with a wrong clock. */
function holds(mark: Mark, now: number): boolean {
  return isCode(mark.code) && mark.until > now && mark.until - now <= mark.seconds * 1000;
}

/** True for a code of this release: another release may have written the entry. */
function isCode(code: FailureCode): boolean {
  return Object.prototype.hasOwnProperty.call(FAILURES, code);
}

/** True if another execution has claimed the request, or is trying credentials not known to be good. */
export function isClaimed(view: SharedView, request: RequestEntry, now: number): boolean {
  const claims = [request.claim, isKnownGood(view.credential, now) ? undefined : view.credential.claim];
  return claims.some((claim) => claim !== undefined && claim.until > now);
}

/** True if a request with these credentials succeeded recently. */
export function isKnownGood({ goodUntil }: CredentialEntry, now: number): boolean {
  return (goodUntil ?? 0) > now;
}

/** Turns a mark into its failure, with the remaining time. */
function markError(mark: Mark, now: number): ReportError {
  return causeError(mark, Math.max(1, Math.ceil((mark.until - now) / 1000)));
}

/** Turns a remembered cause into its failure. */
export function causeError(
  { code, sentence, status, correlationId }: Cause,
  waitSeconds?: number,
): ReportError {
  return new ReportError(code, { sentence, status, correlationId, waitSeconds });
}

/** The part of a failure to remember. */
function causeOf({ code, detail: { sentence, status, correlationId } }: ReportError): Cause {
  return { code, sentence, status, correlationId };
}

/** Makes the mark of a failure. @param now Milliseconds since 1970. */
export function markOf(
  { error, seconds }: { readonly error: ReportError; readonly seconds: number },
  now: number,
): Mark {
  return { ...causeOf(error), seconds, until: now + seconds * 1000 };
}

/** The entry with the newest failure of a connection. @param error `undefined` to clear it. */
export function recordFailure(
  { failing }: ConnectionKeys,
  error: ReportError | undefined,
  now: number,
): Record<string, string> {
  const seconds = error?.detail.waitSeconds;
  const end = seconds === undefined ? {} : { until: now + seconds * 1000 };
  return { [failing]: JSON.stringify(error ? { ...causeOf(error), at: now, ...end } : {}) };
}

const DENYING: readonly FailureCode[] = [
  'credentials_rejected',
  'token_rejected',
  'wrong_employer',
  'not_available',
];

/** True for a failure that refuses access: older rows may not be shown. */
export function deniesAccess(code: FailureCode): boolean {
  return DENYING.includes(code);
}

const PASSING: readonly FailureCode[] = [
  'rate_limited',
  'upstream_timeout',
  'unreachable',
  'invalid_response',
  'busy',
];

/** True for a temporary failure that does not concern access: stale rows may be shown. */
export function isPassing(code: FailureCode): boolean {
  return PASSING.includes(code);
}
