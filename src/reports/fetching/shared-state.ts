import * as v from 'valibot';
import type { DateRange } from '../../calendar/calendar-date';
import type { AccessToken } from '../../employer-api/access-token';
import type { Connection } from '../../employer-api/connection';
import { FAILURES, type FailureCode, ReportError } from '../../employer-api/errors';
import type { ReportKind } from '../../employer-api/shift-report';
import { parseStored } from '../../employer-api/text';
import { LONGEST_WAIT_SECONDS } from '../../limits';
import type { Digest } from '../ports';

/*
 * What executions share through the cache. A value that is damaged is as good as missing.
 */

/** Increased whenever older entries become unreadable. */
const FORMAT = 3;

/** The keys of the two entries of a connection. */
export interface ConnectionKeys {
  readonly token: string;
  readonly state: string;
}

/**
 * The keys for a connection: hashes of format, fingerprint, region and employer, so that data of other credentials is
 * never found, and no key contains a client ID.
 */
export function connectionKeys(connection: Connection, digest: Digest): ConnectionKeys {
  const hash = digest(owner(connection));
  return { token: `token.${hash}`, state: `state.${hash}` };
}

/** The key of the rows of a month, or of another report's days. */
export function rowsKey(
  connection: Connection,
  { name }: Pick<ReportKind, 'name'>,
  { from, to }: DateRange,
  digest: Digest,
): string {
  return `rows.${digest([owner(connection), name, from, to].join('|'))}`;
}

function owner({ fingerprint, region, employer }: Connection): string {
  return [FORMAT, fingerprint, region, employer].join('|');
}

const TIME = v.pipe(v.number(), v.finite());
const TOKEN = v.object({ value: v.string(), expiresAt: TIME });
const FAILURE = v.object({
  code: v.picklist(Object.keys(FAILURES) as FailureCode[]),
  sentence: v.optional(v.string()),
  status: v.optional(v.number()),
  correlationId: v.optional(v.string()),
  /** When it happened. Milliseconds since 1970. */
  at: TIME,
  /** No request is made before this time. */
  until: TIME,
  /** The key of the rows that alone could not be had; left out if it concerns the whole connection. */
  only: v.optional(v.string()),
});
const STATE = v.object({
  /** Someone asks the service now. After `until` any other may take over. */
  claim: v.optional(v.object({ by: v.string(), until: TIME })),
  /** The newest failure since the last success. */
  failure: v.optional(FAILURE),
  /** In how many parts a month is asked for. */
  parts: v.optional(v.object({ count: v.pipe(v.number(), v.integer(), v.minValue(1)), until: TIME })),
});

/** What is known of a connection. Only the execution that has claimed it writes it. */
export type ConnectionState = Readonly<v.InferOutput<typeof STATE>>;
/** A failure that is remembered. Holds nothing from a response body. */
export type Failure = Readonly<v.InferOutput<typeof FAILURE>>;

/** Reads the state of a connection; empty if there is none. */
export function readState(text: string | undefined): ConnectionState {
  return parseStored(STATE, text) ?? {};
}

/** Reads a token that is still good. */
export function readToken(text: string | undefined, now: number): AccessToken | undefined {
  const token = parseStored(TOKEN, text);
  return token && token.expiresAt > now ? token : undefined;
}

/** Whether another execution asks the service now. */
export function isClaimed({ claim }: ConnectionState, now: number): boolean {
  return claim !== undefined && claim.until > now;
}

/** In how many parts months are asked for. */
export function partsOf({ parts }: ConnectionState, now: number): number {
  return parts !== undefined && parts.until > now ? parts.count : 1;
}

/** Remembers a failure for as long as it says. @param now Milliseconds since 1970. */
export function failureOf({ code, detail }: ReportError, now: number, only?: string): Failure {
  const { sentence, status, correlationId, waitSeconds = 0 } = detail;
  return { code, sentence, status, correlationId, at: now, until: now + waitSeconds * 1000, only };
}

/** The same of the one day that a check asks for: an odd answer says nothing of other days. */
export function failureOfDay(error: ReportError, now: number): Failure {
  const isOwn = error.code === 'invalid_response' || error.code === 'request_refused';
  return failureOf(error, now, isOwn ? 'day' : undefined);
}

/** A remembered failure as an error, with the time that is left; a second if none is. */
export function failureError(
  { code, sentence, status, correlationId, until }: Failure,
  now: number,
): ReportError {
  const waitSeconds = Math.max(1, Math.ceil((until - now) / 1000));
  return new ReportError(code, { sentence, status, correlationId, waitSeconds });
}

/** The failure because of which these rows are not asked for now. @param keys Of the rows. */
export function holdingFailure(
  { failure }: ConnectionState,
  now: number,
  keys: readonly string[] = [],
): Failure | undefined {
  if (failure === undefined || failure.until <= now) return undefined;
  // Nobody has to wait so long: the clock was set back.
  if (failure.until - now > LONGEST_WAIT_SECONDS * 1000) return undefined;
  return failure.only === undefined || keys.includes(failure.only) ? failure : undefined;
}

/** How long executions that have read a former connection's secret are kept from sending it, in seconds. */
export const REPLACED_SECONDS = 600;

/** What is left of a connection that was replaced or removed. @param now Milliseconds since 1970. */
export function replacedState(now: number): ConnectionState {
  const sentence = 'Try again: the connection was changed meanwhile';
  return {
    failure: failureOf(new ReportError('settings_missing', { sentence, waitSeconds: REPLACED_SECONDS }), now),
  };
}

const PASSING: readonly FailureCode[] = [
  'rate_limited',
  'upstream_timeout',
  'unreachable',
  'invalid_response',
  'request_refused',
  'busy',
];

/** True for a failure that does not concern access: older rows may be shown. */
export function isPassing(code: FailureCode): boolean {
  return PASSING.includes(code);
}
