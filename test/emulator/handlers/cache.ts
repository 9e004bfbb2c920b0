import type { CallContext, HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import {
  CACHE_DEFAULT_SECONDS,
  CACHE_KEY_CHARACTERS,
  CACHE_LONGEST_SECONDS,
  CACHE_VALUE_BYTES,
} from '../limits';
import { storeScope } from './store-scope';

/** CacheService and Cache. Targets are scopes. */
export const cacheHandlers: HostHandlers = {
  'CacheService.getDocumentCache': (context) => storeScope(context, 'document'),
  'CacheService.getScriptCache': (context) => storeScope(context, 'script'),
  'CacheService.getUserCache': (context) => {
    if (context.kind !== 'formula') return storeScope(context, 'user');
    if (context.world.switches.userCacheInFormulas === 'null') return null;
    return `user:${context.execution.scriptId}:(formulas of all users)`;
  },
  'Cache.get': (context, scope: string, key: string | null) => read(context, scope, checkedKey(key)),
  'Cache.getAll': (context, scope: string, keys: (string | null)[]) => {
    context.execution.note({ keys: keys.length });
    const found: Record<string, string> = {};
    for (const key of keys.map(checkedKey)) {
      const value = read(context, scope, key);
      if (value !== null) found[key] = value;
    }
    return found;
  },
  'Cache.put': (context, scope: string, key: string | null, value: string, seconds: number | null) => {
    write(context, scope, { [checkedKey(key)]: checkedValue(value) }, seconds);
  },
  'Cache.putAll': (context, scope: string, values: Record<string, string>, seconds: number | null) => {
    const pairs = Object.entries(values);
    context.execution.note({ keys: pairs.length });
    for (const [key, value] of pairs) {
      checkedKey(key);
      checkedValue(value);
    }
    write(context, scope, values, seconds);
  },
  'Cache.remove': ({ world }, scope: string, key: string | null) => {
    world.caches.remove(scope, checkedKey(key));
  },
  'Cache.removeAll': ({ world, execution }, scope: string, keys: (string | null)[]) => {
    execution.note({ keys: keys.length });
    for (const key of keys.map(checkedKey)) world.caches.remove(scope, key);
  },
};

function read({ world, clock }: CallContext, scope: string, key: string): string | null {
  return world.caches.get(scope, key, clock.now(), world.switches.cache);
}

function write(
  { world, clock }: CallContext,
  scope: string,
  pairs: Readonly<Record<string, string>>,
  seconds: number | null,
): void {
  const kept = Math.min(CACHE_LONGEST_SECONDS, Math.max(1, seconds ?? CACHE_DEFAULT_SECONDS));
  for (const [key, value] of Object.entries(pairs)) {
    world.caches.put(scope, key, value, clock.now() + kept * 1000);
  }
}

function checkedKey(key: string | null): string {
  if (key === null || key === '') throw new HostError('Invalid argument: key');
  if (key.length > CACHE_KEY_CHARACTERS) throw new HostError('Argument too large: key');
  return key;
}

function checkedValue(value: string): string {
  if (Buffer.byteLength(value) > CACHE_VALUE_BYTES) throw new HostError('Argument too large: value');
  return value;
}
