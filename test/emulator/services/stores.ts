import { HostError } from '../values';
import { kind, running } from './kind';

/* Properties, caches and locks, each by the scope that an execution gets. */

/** CacheService. Recorded: Poehnelt, cache limits, 2025-12. */
const CACHE_KEY_CHARACTERS = 250;
const CACHE_VALUE_BYTES = 102_400;
const CACHE_LONGEST_SECONDS = 21_600;

/** PropertiesService. Value: quotas page ("9 KB"). */
const PROPERTY_VALUE_BYTES = 9_000;
const PROPERTY_STORE_BYTES = 500_000;

/** What makes the store that an execution gets, by its scope; null where the platform answers null. */
const ofDocument = (make: (scope: string) => object) => () => {
  const { world, request } = running();
  const { documentStores } = world.switches;
  if (documentStores === 'null') return null;
  return make(`document:${world.scriptIdOf(request.book)}:${request.book.id}`);
};
const ofUser = (make: (scope: string) => object) => () => {
  const { world, request } = running();
  // A formula gets the store of the spreadsheet's owner.
  const user = request.kind === 'formula' ? request.book.owner : request.user;
  return make(`user:${world.scriptIdOf(request.book)}:${user}`);
};

const cache = kind<string>('Cache', {
  getAll: (own, keys: string[]) => {
    const { caches, clock } = running().world;
    const fresh = keys.map(cacheKey).flatMap((key) => {
      const entry = caches.get(own)?.get(key);
      return entry !== undefined && entry.expiresAt > clock.now() ? [[key, entry.value]] : [];
    });
    return Object.fromEntries(fresh);
  },
  putAll: (own, values: Record<string, unknown>, seconds: number) => {
    const pairs = Object.entries(values).map(([key, value]) => [cacheKey(key), String(value)] as const);
    const { caches, clock } = running().world;
    if (pairs.some(([, value]) => Buffer.byteLength(value) > CACHE_VALUE_BYTES))
      throw new HostError('Argument too large: value');
    const expiresAt = clock.now() + 1000 * Math.min(CACHE_LONGEST_SECONDS, Math.max(1, seconds));
    const entries = caches.get(own) ?? new Map();
    for (const [key, value] of pairs) entries.set(key, { value, expiresAt });
    caches.set(own, entries);
  },
});

export const cacheService = kind('CacheService', {
  getDocumentCache: ofDocument(cache),
  getUserCache: () => {
    const { world, request } = running();
    if (request.kind !== 'formula') return ofUser(cache)();
    if (world.switches.userCacheInFormulas === 'null') return null;
    return cache(`user:${world.scriptIdOf(request.book)}:(formulas of all users)`);
  },
})(null);

function cacheKey(key: string): string {
  if (key.length > CACHE_KEY_CHARACTERS) throw new HostError('Argument too large: key');
  return key;
}

const properties = kind<string>('Properties', {
  getProperties: (own) => Object.fromEntries(running().world.properties.get(own) ?? []),
  /** Writes all pairs or none. */
  setProperties: (own, values: Record<string, unknown>) => {
    const { properties: stores } = running().world;
    const pairs = Object.entries(values).map(([key, value]) => [key, String(value)] as const);
    if (pairs.some(([, value]) => Buffer.byteLength(value) > PROPERTY_VALUE_BYTES))
      throw new HostError('Argument too large: value');
    const after = new Map([...(stores.get(own) ?? []), ...pairs]);
    const bytes = [...after].flat().reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (bytes > PROPERTY_STORE_BYTES) throw new HostError('You have exceeded the property storage quota.');
    stores.set(own, after);
  },
});

export const propertiesService = kind('PropertiesService', {
  getDocumentProperties: ofDocument(properties),
  getUserProperties: ofUser(properties),
})(null);

const lock = kind<string>('Lock', {
  tryLock: (own, millis: number) => {
    const execution = running();
    const { locks } = execution.world;
    const { id } = execution.record;
    const isFree = execution.waitUntil(() => (locks.get(own) ?? id) === id, millis);
    if (isFree) locks.set(own, id);
    return isFree;
  },
  releaseLock: (own) => {
    const { world, record } = running();
    if (world.locks.get(own) === record.id) world.locks.delete(own);
  },
});

export const lockService = kind('LockService', {
  getDocumentLock: ofDocument(lock),
})(null);
