import type { AccessToken } from '../../employer-api/access-token';
import { FAILURES, type FailureCode, ReportError } from '../../employer-api/errors';
import { parseJson } from '../../employer-api/json';
import { isRecord } from '../../employer-api/shift-records';
import type { ConnectionKeys } from './shared-keys';

/** What is remembered of a failure. Holds nothing from an answer. */
interface Cause {
  readonly code: FailureCode;
  /** Where it is not the advice of the code. */
  readonly sentence?: string | undefined;
  readonly status?: number;
  readonly correlationId?: string;
}

/** "Do not ask again before `until`", and why. */
export interface Mark extends Cause {
  readonly until: number;
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
  /** When access was last refused, until the next success: rows from before are shown no more. */
  readonly deniedAt?: number;
}

/** What is remembered of one report request. */
export interface RequestEntry {
  readonly mark?: Mark;
  readonly claim?: Claim;
  /** Whether its days are asked for in halves as long as this is remembered: they may be too many for one answer. */
  readonly isTooLong?: boolean;
}

/** What is remembered of the service's address in a region. */
export interface OriginEntry {
  /** Failures in a row. */
  readonly failures: number;
  readonly mark?: Mark;
}

/** The newest failure of a connection, until the next success. */
export interface Failing extends Cause {
  /** When it happened. Milliseconds since 1970. */
  readonly at: number;
  /** When trying again makes sense, where a time was told. */
  readonly until?: number;
}

/**
 * What stands in the place of the token of a connection that was replaced or removed. Executions that have read its
 * secret by then look here, under the lock, before they would send it.
 */
export const REPLACED = { replaced: true };
/** How long `REPLACED` is needed: no execution lives longer than six minutes. */
export const REPLACED_SECONDS = 600;

/** One look at what is shared about a connection: the entries of one cache read, understood. */
export interface SharedView {
  readonly entries: Readonly<Record<string, string>>;
  readonly token: AccessToken | undefined;
  /** Whether this connection was replaced or removed. */
  readonly isReplaced: boolean;
  readonly credential: CredentialEntry;
  readonly origin: OriginEntry;
  readonly failing: Failing | undefined;
}

/** How long a success with a connection's credentials counts. */
export const GOOD_SECONDS = 600;

/** Understands one read of the cache. What cannot be read counts as missing. */
export function viewShared(
  keys: ConnectionKeys,
  entries: Readonly<Record<string, string>>,
  now: number,
): SharedView {
  const token = readEntry<AccessToken & Partial<typeof REPLACED>>(entries[keys.token]);
  const failing = readEntry<Failing>(entries[keys.failing]);
  return {
    entries,
    // Obtained later than now: the clock was set back, and the end says nothing any more.
    token: token?.value && token.obtainedAt <= now && token.expiresAt > now ? token : undefined,
    isReplaced: token?.replaced === true,
    credential: readCredential(entries[keys.credential]),
    origin: { failures: 0, ...readEntry<OriginEntry>(entries[keys.origin]) },
    failing: failing && isCode(failing.code) && typeof failing.at === 'number' ? failing : undefined,
  };
}

/** What is remembered of a connection. */
export function readCredential(text: string | undefined): CredentialEntry {
  return readEntry<CredentialEntry>(text) ?? {};
}

/** What is remembered of a request. */
export function readRequest(text: string | undefined): RequestEntry {
  return readEntry<RequestEntry>(text) ?? {};
}

function readEntry<Entry extends object>(text: string | undefined): Entry | undefined {
  const entry = parseJson(text ?? '');
  return isRecord(entry) ? (entry as Entry) : undefined;
}

/**
 * The failure that is remembered and still holds, if any; the connection's own comes first.
 *
 * `settings_missing` where the connection was replaced or removed: no failure that passes, so that no older rows stand
 * in.
 *
 * @param requests What is remembered of the requests that are about to be made.
 */
export function rememberedFailure(
  { isReplaced, credential, origin }: SharedView,
  now: number,
  requests: readonly RequestEntry[] = [],
): ReportError | undefined {
  if (isReplaced) return changedMeanwhile();
  const mark = [credential, ...requests, origin]
    .map((entry) => entry.mark)
    .find((one) => one && holds(one, now));
  return mark === undefined ? undefined : markError(mark, now);
}

/** The failure of an execution whose connection is no longer the saved one. */
export function changedMeanwhile(): ReportError {
  return new ReportError('settings_missing', {
    sentence: 'Try again: the connection was changed meanwhile',
  });
}

/** A mark that would hold longer than it was meant to comes from a clock that was wrong. */
function holds(mark: Mark, now: number): boolean {
  return isCode(mark.code) && mark.until > now && mark.until - now <= mark.seconds * 1000;
}

/** An entry may have been written by a version that knew other codes. */
function isCode(code: FailureCode): boolean {
  return Object.prototype.hasOwnProperty.call(FAILURES, code);
}

/** Whether someone else is asking for this, or trying credentials that nobody knows to be good. */
export function isClaimed(view: SharedView, request: RequestEntry, now: number): boolean {
  const claims = [request.claim, isKnownGood(view.credential, now) ? undefined : view.credential.claim];
  return claims.some((claim) => claim !== undefined && claim.until > now);
}

/** Whether a request with these credentials succeeded lately. */
export function isKnownGood({ goodUntil }: CredentialEntry, now: number): boolean {
  return (goodUntil ?? 0) > now;
}

/** A mark as the failure it stands for, with the time that is left. */
export function markError(mark: Mark, now: number): ReportError {
  return causeError(mark, Math.max(1, Math.ceil((mark.until - now) / 1000)));
}

/** A remembered cause as the failure it stands for. */
export function causeError(
  { code, sentence, status, correlationId }: Cause,
  waitSeconds?: number,
): ReportError {
  return new ReportError(code, {
    sentence,
    ...(status === undefined ? {} : { status }),
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
  });
}

/** What is to be remembered of a failure. */
export function causeOf({ code, detail: { sentence, status, correlationId } }: ReportError): Cause {
  return {
    code,
    sentence,
    ...(status === undefined ? {} : { status }),
    ...(correlationId === undefined ? {} : { correlationId }),
  };
}

/** The mark of a failure that is to be remembered for so long. */
export function markOf(
  { error, seconds }: { readonly error: ReportError; readonly seconds: number },
  now: number,
): Mark {
  return { ...causeOf(error), seconds, until: now + seconds * 1000 };
}

const DENYING: readonly FailureCode[] = [
  'credentials_rejected',
  'token_rejected',
  'wrong_employer',
  'not_available',
];

/** Whether a failure says that access was refused: nothing kept from before may be shown. */
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

/** Whether a failure passes by itself and says nothing about access: rows that are kept may be shown meanwhile. */
export function isPassing(code: FailureCode): boolean {
  return PASSING.includes(code);
}
