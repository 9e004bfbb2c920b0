import type { SharedCache } from '../../src/reports/ports';

const MOST_BYTES = 102_400;
const LONGEST_KEY = 250;

/** A shared cache in memory, with the platform's limits; counts its calls. An oversized write is lost as a whole. */
export class MemoryCache implements SharedCache {
  readonly entries = new Map<string, string>();
  /** The service calls made, by name. */
  readonly calls = { getAll: 0, putAll: 0 };

  getAll(keys: readonly string[]): Record<string, string> {
    this.calls.getAll += 1;
    const found: Record<string, string> = {};
    for (const key of keys) {
      const value = this.entries.get(key);
      if (value !== undefined) found[key] = value;
    }
    return found;
  }

  putAll(entries: Readonly<Record<string, string>>): void {
    this.calls.putAll += 1;
    const pairs = Object.entries(entries);
    const fits = ([key, value]: [string, string]) =>
      key.length <= LONGEST_KEY && Buffer.byteLength(value) <= MOST_BYTES;
    if (!pairs.every(fits)) return;
    for (const [key, value] of pairs) this.entries.set(key, value);
  }
}
