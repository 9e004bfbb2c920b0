import { callHost, checked, refuseUnknownMembers } from './realm';

/** CacheService. Keys and values become text inside the realm, as their own `toString` says. */
export function createCacheService(): object {
  const getter = (member: string) =>
    checked(`CacheService.${member}`, [[]], () => {
      const scope = callHost(`CacheService.${member}`, null, []);
      return scope === null ? null : createCache(scope);
    });
  return refuseUnknownMembers('CacheService', {
    getDocumentCache: getter('getDocumentCache'),
    getScriptCache: getter('getScriptCache'),
    getUserCache: getter('getUserCache'),
  });
}

function createCache(scope: string): object {
  return refuseUnknownMembers('Cache', {
    get: checked('Cache.get', [['any']], (key: unknown) => callHost('Cache.get', scope, [keyText(key)])),
    getAll: checked('Cache.getAll', [['array']], (keys: unknown[]) =>
      callHost('Cache.getAll', scope, [keys.map(keyText)]),
    ),
    put: checked('Cache.put', [['any', 'any', 'number?']], (key: unknown, value: unknown, seconds?: number) =>
      callHost('Cache.put', scope, [keyText(key), String(value), seconds]),
    ),
    putAll: checked(
      'Cache.putAll',
      [['object', 'number?']],
      (values: { readonly [key: string]: unknown }, seconds?: number) =>
        callHost('Cache.putAll', scope, [textValues(values), seconds]),
    ),
    remove: checked('Cache.remove', [['any']], (key: unknown) =>
      callHost('Cache.remove', scope, [keyText(key)]),
    ),
    removeAll: checked('Cache.removeAll', [['array']], (keys: unknown[]) =>
      callHost('Cache.removeAll', scope, [keys.map(keyText)]),
    ),
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
