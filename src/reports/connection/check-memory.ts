import type { FailureCode, ReportError } from '../../employer-api/errors';
import type { FetchServices } from '../fetching/fetch-services';
import { noteFailing } from '../fetching/shared-entries';
import type { ConnectionKeys } from '../fetching/shared-keys';
import {
  type CredentialEntry,
  deniesAccess,
  markOf,
  rememberedFailure,
  viewShared,
} from '../fetching/shared-state';

/** Failures after which the service is better left alone. */
const WANTS_CALM: readonly FailureCode[] = ['rate_limited', 'unreachable', 'upstream_timeout'];

/** Why requests of a connection are on hold; `undefined` when they are not. One cache read. */
export function findHold({ cache, clock }: FetchServices, keys: ConnectionKeys): ReportError | undefined {
  const now = clock.now();
  return rememberedFailure(viewShared(keys, cache.getAll([keys.credential, keys.origin]), now), now);
}

/**
 * Ends a check before it asks for anything. One cache read.
 *
 * @throws {ReportError} While the service wants to be left alone.
 */
export function requireCalm(fetching: FetchServices, keys: ConnectionKeys): void {
  const failure = findHold(fetching, keys);
  if (failure && WANTS_CALM.includes(failure.code)) throw failure;
}

/**
 * A 429 that the check met holds for everyone, and after a refusal no kept rows are shown any more.
 *
 * @returns The failure, to be thrown.
 */
export function rememberFailure(
  { cache, clock }: FetchServices,
  keys: ConnectionKeys,
  failure: { readonly error: ReportError; readonly seconds: number },
): ReportError {
  const { error } = failure;
  const at = clock.now();
  const credential: CredentialEntry | undefined =
    error.code === 'rate_limited'
      ? { mark: markOf(failure, at) }
      : deniesAccess(error.code)
        ? { deniedAt: at }
        : undefined;
  cache.putAll({
    ...(credential ? { [keys.credential]: JSON.stringify(credential) } : {}),
    ...noteFailing(keys, error, at),
  });
  return error;
}
