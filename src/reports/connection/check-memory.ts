import type { ReportError } from '../../employer-api/errors';
import type { FetchServices } from '../fetching/fetch-services';
import type { ConnectionKeys } from '../fetching/shared-keys';
import {
  type CredentialEntry,
  causeOf,
  deniesAccess,
  rememberedFailure,
  viewShared,
} from '../fetching/shared-state';

/** @throws {ReportError} While the service wants to be left alone. */
export function requireCalm({ cache, clock }: FetchServices, keys: ConnectionKeys): void {
  const now = clock.now();
  const failure = rememberedFailure(viewShared(keys, cache.getAll([keys.credential, keys.origin]), now), now);
  if (failure && ['rate_limited', 'unreachable', 'upstream_timeout'].includes(failure.code)) throw failure;
}

/**
 * A 429 that the check met holds for everyone, and after a refusal no kept rows are shown any more.
 *
 * @returns The failure, to be thrown.
 */
export function rememberFailure(
  { cache, clock }: FetchServices,
  keys: ConnectionKeys,
  { error, seconds }: { readonly error: ReportError; readonly seconds: number },
): ReportError {
  const at = clock.now();
  const credential: CredentialEntry | undefined =
    error.code === 'rate_limited'
      ? { mark: { ...causeOf(error), seconds, until: at + seconds * 1000 } }
      : deniesAccess(error.code)
        ? { deniedAt: at }
        : undefined;
  cache.putAll({
    ...(credential ? { [keys.credential]: JSON.stringify(credential) } : {}),
    [keys.failing]: JSON.stringify({ ...causeOf(error), at }),
  });
  return error;
}
