import type { Execution } from '../execution';
import {
  CACHE_DEFAULT_SECONDS,
  CACHE_KEY_CHARACTERS,
  CACHE_LONGEST_SECONDS,
  CACHE_VALUE_BYTES,
} from '../limits';
import { HostError } from '../values';
import { kind, running } from './kind';

/** The store that an execution gets of one kind; null where the platform answers null. */
function scope(whose: 'document' | 'user'): string | null {
  const { world, request, storeUser } = running();
  const script = world.scriptIdOf(request.document);
  if (whose === 'user') return `user:${script}:${storeUser}`;
  return world.switches.documentStores === 'null' ? null : `document:${script}:${request.document.id}`;
}

/** What makes the object of a store, or null. */
function store(make: (scope: string) => object, of: () => string | null) {
  return () => {
    const found = of();
    return found === null ? null : make(found);
  };
}

const cache = kind<string>('Cache', {
  getAll: (own, keys: unknown[]) => {
    const { world, clock } = noted(keys.length);
    const found: Record<string, string> = {};
    for (const key of keys.map(cacheKey)) {
      const value = world.caches.get(own, key, clock.now());
      if (value !== null) found[key] = value;
    }
    return found;
  },
  putAll: (own, values: Record<string, unknown>, seconds = CACHE_DEFAULT_SECONDS) => {
    const pairs = Object.entries(values).map(([key, value]) => [cacheKey(key), String(value)] as const);
    const { world, clock } = noted(pairs.length);
    for (const [, value] of pairs) {
      if (Buffer.byteLength(value) > CACHE_VALUE_BYTES) throw new HostError('Argument too large: value');
    }
    const kept = Math.min(CACHE_LONGEST_SECONDS, Math.max(1, seconds));
    for (const [key, value] of pairs) world.caches.put(own, key, value, clock.now() + kept * 1000);
  },
  remove: (own, key: unknown) => running().world.caches.remove(own, cacheKey(key)),
});

export const cacheService = kind('CacheService', {
  getDocumentCache: store(cache, () => scope('document')),
  getUserCache: store(cache, () => {
    const { kind: of, world, request } = running();
    if (of !== 'formula') return scope('user');
    if (world.switches.userCacheInFormulas === 'null') return null;
    return `user:${world.scriptIdOf(request.document)}:(formulas of all users)`;
  }),
})(null);

function noted(keys: number) {
  const { world } = running();
  running().note({ keys });
  return { world, clock: world.clock };
}

function cacheKey(key: unknown): string {
  if (key === null || key === undefined || key === '') throw new HostError('Invalid argument: key');
  if (String(key).length > CACHE_KEY_CHARACTERS) throw new HostError('Argument too large: key');
  return String(key);
}

const properties = kind<string>('Properties', {
  getProperties: (own) => {
    spendProperty(running());
    return running().world.properties.all(own);
  },
  setProperties: (own, values: Record<string, unknown>, deleteAllOthers = false) => {
    beginWriting(own, 'setProperties');
    const pairs = Object.entries(values).map(([key, value]) => [propertyKey(key), String(value)]);
    running().note({ keys: pairs.length });
    running().world.properties.set(own, Object.fromEntries(pairs), deleteAllOthers === true);
  },
  deleteProperty: (own, key: unknown) => {
    beginWriting(own, 'deleteProperty');
    running().world.properties.remove(own, propertyKey(key));
  },
});

export const propertiesService = kind('PropertiesService', {
  getDocumentProperties: store(properties, () => scope('document')),
  getUserProperties: store(properties, () => scope('user')),
})(null);

/** Fact F9: a formula sees its owner's user store, and may not write it. */
function beginWriting(own: string, member: string): void {
  if (running().kind === 'formula' && own.startsWith('user:')) {
    throw new HostError(`You do not have permission to call Properties.${member}`);
  }
  spendProperty(running());
}

function spendProperty({ world, record }: Execution): void {
  world.spend(record.user, 'propertyOperations', 1);
}

function propertyKey(key: unknown): string {
  if (key !== null && key !== undefined && key !== '') return String(key);
  throw new HostError(
    'When setting or getting a property value, the property name must not be null or empty.',
  );
}

const lock = kind<string>('Lock', {
  /** Fact L3: a time below zero is refused even when the lock is free. */
  tryLock: (own, millis: number) => {
    if (millis < 0) return false;
    const execution = running();
    const { locks } = execution.world;
    const { id } = execution.record;
    const isFree = execution.waitUntil(() => locks.isFreeFor(own, id), millis);
    if (isFree && !execution.isKilled) locks.take(own, id);
    return isFree;
  },
  releaseLock: (own) => running().world.locks.release(own, running().record.id),
});

export const lockService = kind('LockService', {
  getDocumentLock: store(lock, () => scope('document')),
})(null);
