import type { FetchServices } from '../fetching/fetch-services';
import { connectionKeys } from '../fetching/shared-keys';
import type { Properties } from '../ports';
import { type Audience, type ConnectionStores, findConnection } from '../saved/saved-connection';
import { findHold } from './check-memory';

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
    const fetching = fetchingFor(audience);
    return findHold(fetching, connectionKeys(connection, fetching.digest))?.message ?? null;
  } catch {
    return null;
  }
}
