import type { FailureCode, ReportError } from '../../employer-api/errors';
import { GOOD_SECONDS } from '../../limits';
import {
  type ConnectionKeys,
  type CredentialEntry,
  connectionKeys,
  deniesAccess,
  markOf,
  recordFailure,
  rememberedFailure,
  type SharedView,
  viewShared,
} from '../fetching/shared-state';
import type { FetchServices, Properties } from '../ports';
import { type Audience, type ConnectionStores, findConnection } from '../saved/saved-connection';

/** A call that failed. */
export interface FailedCall {
  readonly error: ReportError;
  /** How long it is remembered; `undefined` if it matters to no other caller. */
  readonly seconds: number | undefined;
}

/** Failures after which the service is better left alone. */
const WANTS_CALM: readonly FailureCode[] = ['rate_limited', 'unreachable', 'upstream_timeout'];

/**
 * Ends a check before it asks for anything.
 *
 * @throws {ReportError} While the service wants to be left alone.
 */
export function requireNoPause(view: SharedView, now: number): void {
  const failure = rememberedFailure(view, now);
  if (failure && WANTS_CALM.includes(failure.code)) throw failure;
}

/** The entries after a check that succeeded: requests are welcome. */
export function entriesAfterSuccess(keys: ConnectionKeys, now: number): Record<string, string> {
  return {
    [keys.credential]: JSON.stringify({ goodUntil: now + GOOD_SECONDS * 1000 }),
    [keys.origin]: JSON.stringify({ failures: 0 }),
    ...recordFailure(keys, undefined, now),
  };
}

/** The entries after a failure: a 429 makes everyone wait, and after a refusal kept rows are no longer shown. */
export function entriesAfterFailure(
  keys: ConnectionKeys,
  { error, seconds }: FailedCall,
  now: number,
): Record<string, string> {
  if (seconds === undefined) return {};
  const credential: CredentialEntry | undefined =
    error.code === 'rate_limited'
      ? { mark: markOf({ error, seconds }, now) }
      : deniesAccess(error.code)
        ? { deniedAt: now }
        : undefined;
  return {
    ...(credential ? { [keys.credential]: JSON.stringify(credential) } : {}),
    ...recordFailure(keys, error, now),
  };
}

/**
 * Why requests of this spreadsheet's connection are on hold, in one sentence; null when they are not, and when
 * there is no connection. One cache read.
 */
export function describePause(
  properties: Properties,
  stores: ConnectionStores,
  fetchingFor: (audience: Audience) => FetchServices,
): string | null {
  try {
    const { connection, audience } = findConnection(properties, stores);
    const { cache, clock, digest } = fetchingFor(audience);
    const keys = connectionKeys(connection, digest);
    const now = clock.now();
    const view = viewShared(keys, cache.getAll([keys.credential, keys.origin]), now);
    return rememberedFailure(view, now)?.message ?? null;
  } catch {
    return null;
  }
}
