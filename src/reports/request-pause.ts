import type { FetchServices } from './fetch-services';
import { type Audience, type ConnectionStores, findConnection } from './saved-connection';
import { rememberedFailure, sharedKeys, viewShared } from './shared-state';

/** What is remembered of a connection does not depend on days. */
const ANY_RANGE = { from: 0, to: 0 };

/**
 * Why requests of this spreadsheet's connection are on hold, in one sentence; null when they are not, and when
 * there is no connection. One cache read.
 */
export function describePause(
  properties: Readonly<Record<string, string>>,
  stores: ConnectionStores,
  fetchingFor: (audience: Audience) => FetchServices,
): string | null {
  try {
    const { connection, audience } = findConnection(properties, stores);
    const { cache, clock, digest } = fetchingFor(audience);
    const keys = sharedKeys(connection, ANY_RANGE, digest);
    const now = clock.now();
    return (
      rememberedFailure(viewShared(keys, cache.getAll([keys.credential, keys.origin]), now), now)?.message ??
      null
    );
  } catch {
    return null;
  }
}
