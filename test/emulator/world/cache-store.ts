import { CACHE_ENTRIES, CACHE_ENTRIES_KEPT } from '../limits';
import { SeededRandom } from '../random';
import type { CacheMode } from '../switches';
import { scopesPoint } from './save-point';

interface Entry {
  readonly value: string;
  readonly expiresAt: number;
  /** Order of writing, oldest smallest. */
  readonly written: number;
}

/** All caches, by scope. Plain data that a test may look into. */
export class CacheStore {
  readonly scopes = new Map<string, Map<string, Entry>>();
  #writes = 0;
  #chance: { seed: number; random: SeededRandom } | null = null;

  /** The value, or null when it was never put, has expired, or the cache's mode loses it. */
  get(scope: string, key: string, now: number, mode: CacheMode): string | null {
    if (this.#forgets(key, mode)) return null;
    const entries = this.scopes.get(scope);
    const entry = entries?.get(key);
    if (entry === undefined) return null;
    if (entry.expiresAt > now) return entry.value;
    entries?.delete(key);
    return null;
  }

  /** Puts one value. One too many drops a tenth at once: those nearest to their expiry, of equal ones the oldest. */
  put(scope: string, key: string, value: string, expiresAt: number): void {
    let entries = this.scopes.get(scope);
    if (entries === undefined) {
      entries = new Map();
      this.scopes.set(scope, entries);
    }
    entries.set(key, { value, expiresAt, written: this.#writes++ });
    if (entries.size > CACHE_ENTRIES) this.#shrink(entries);
  }

  remove(scope: string, key: string): void {
    this.scopes.get(scope)?.delete(key);
  }

  /** Forgets everything, as Google may at any time. */
  clear(): void {
    this.scopes.clear();
  }

  /** @returns What puts the values back; the chance of `randomNull` begins anew. */
  savePoint(): () => void {
    const [putScopes, writes] = [scopesPoint(this.scopes), this.#writes];
    return () => {
      putScopes();
      this.#writes = writes;
      this.#chance = null;
    };
  }

  #shrink(entries: Map<string, Entry>): void {
    const nearestFirst = [...entries].sort(
      ([, a], [, b]) => a.expiresAt - b.expiresAt || a.written - b.written,
    );
    for (const [key] of nearestFirst.slice(0, entries.size - CACHE_ENTRIES_KEPT)) entries.delete(key);
  }

  #forgets(key: string, mode: CacheMode): boolean {
    if (mode === 'normal') return false;
    if (mode === 'empty') return true;
    if ('loseKeys' in mode)
      return mode.loseKeys.some((lost) => (typeof lost === 'string' ? lost === key : lost.test(key)));
    if (this.#chance?.seed !== mode.seed)
      this.#chance = { seed: mode.seed, random: new SeededRandom(mode.seed) };
    return this.#chance.random.next() < mode.randomNull;
  }
}
