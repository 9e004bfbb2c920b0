import type { FetchServices } from '../fetching/fetch-services';
import { connectionKeys } from '../fetching/shared-keys';
import { rememberedFailure, viewShared } from '../fetching/shared-state';
import { type Audience, type ConnectionStores, findConnection } from '../saved/saved-connection';

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
    const keys = connectionKeys(connection, digest);
    const now = clock.now();
    return (
      rememberedFailure(viewShared(keys, cache.getAll([keys.credential, keys.origin]), now), now)?.message ??
      null
    );
  } catch {
    return null;
  }
}
