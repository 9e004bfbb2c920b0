import { CACHE_SECONDS } from '../limits';
import type { SharedCache } from '../reports/ports';
import type { Audience } from '../reports/saved/saved-connection';

/**
 * Shared entries in the cache of the document or of a person.
 *
 * The cache is a convenience: where there is none, or it fails, every read misses and every write is lost.
 */
export class CacheServiceCache implements SharedCache {
  private readonly cache: GoogleAppsScript.Cache.Cache | null;

  constructor(audience: Audience) {
    this.cache =
      quietly(() =>
        audience === 'everyone' ? CacheService.getDocumentCache() : CacheService.getUserCache(),
      ) ?? null;
  }

  getAll(keys: readonly string[]): Record<string, string> {
    return quietly(() => this.cache?.getAll([...keys]) as Record<string, string> | undefined) ?? {};
  }

  putAll(entries: Readonly<Record<string, string>>, seconds = CACHE_SECONDS): void {
    quietly(() => this.cache?.putAll({ ...entries }, Math.min(seconds, CACHE_SECONDS)));
  }

  remove(key: string): void {
    quietly(() => this.cache?.remove(key));
  }

  removeAll(keys: readonly string[]): void {
    quietly(() => this.cache?.removeAll([...keys]));
  }
}

function quietly<Result>(call: () => Result): Result | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
