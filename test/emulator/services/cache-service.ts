import { callHost, checkArguments, refuseUnknownMembers } from './realm';

/** CacheService. Keys and values become text inside the realm, as their own `toString` says. */
export function createCacheService(): object {
  const getter = (member: string) =>
    function () {
      checkArguments(`CacheService.${member}`, arguments, []);
      const scope = callHost(`CacheService.${member}`, null, []);
      return scope === null ? null : createCache(scope);
    };
  return refuseUnknownMembers('CacheService', {
    getDocumentCache: getter('getDocumentCache'),
    getScriptCache: getter('getScriptCache'),
    getUserCache: getter('getUserCache'),
  });
}

function createCache(scope: string): object {
  return refuseUnknownMembers('Cache', {
    get(key: unknown) {
      checkArguments('Cache.get', arguments, ['any']);
      return callHost('Cache.get', scope, [keyText(key)]);
    },
    getAll(keys: unknown[]) {
      checkArguments('Cache.getAll', arguments, ['array']);
      return callHost('Cache.getAll', scope, [keys.map(keyText)]);
    },
    put(key: unknown, value: unknown, seconds?: number) {
      checkArguments('Cache.put', arguments, ['any', 'any', 'number?']);
      return callHost('Cache.put', scope, [keyText(key), String(value), seconds]);
    },
    putAll(values: { readonly [key: string]: unknown }, seconds?: number) {
      checkArguments('Cache.putAll', arguments, ['object', 'number?']);
      return callHost('Cache.putAll', scope, [textValues(values), seconds]);
    },
    remove(key: unknown) {
      checkArguments('Cache.remove', arguments, ['any']);
      return callHost('Cache.remove', scope, [keyText(key)]);
    },
    removeAll(keys: unknown[]) {
      checkArguments('Cache.removeAll', arguments, ['array']);
      return callHost('Cache.removeAll', scope, [keys.map(keyText)]);
    },
  });
}

/** A key as text; what is missing stays null, which the service refuses. */
export function keyText(key: unknown): string | null {
  return key === null || key === undefined ? null : String(key);
}

/** All values as text. */
export function textValues(values: { readonly [key: string]: unknown }): { [key: string]: string } {
  const texts: { [key: string]: string } = {};
  for (const key of Object.keys(values)) texts[key] = String(values[key]);
  return texts;
}
