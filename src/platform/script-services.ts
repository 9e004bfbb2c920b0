import { ReportError } from '../employer-api/errors';
import type { Clock } from '../employer-api/ports';
import { CACHE_SECONDS } from '../limits';
import type {
  DocumentLock as DocumentLockPort,
  Properties,
  PropertyStore,
  SharedCache,
  TextPacker,
} from '../reports/ports';
import { isNearlyFull, storeIsFull } from '../reports/saved/document-state';
import type { Audience } from '../reports/saved/saved-connection';
import { askPlatform } from './authorization';

/** The platform's time and chance: the one place that asks for them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (millis) => Utilities.sleep(Math.max(0, Math.round(millis))),
  random: () => Math.random(),
};

/** A random UUID. */
export function makeUuid(): string {
  return Utilities.getUuid();
}

/** The SHA-256 of a text's UTF-8 bytes, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  // Without the character set everything outside US-ASCII would become a question mark.
  const bytes = Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8);
  // Bytes are signed.
  return bytes.map((byte) => (byte & 0xff).toString(16).padStart(2, '0')).join('');
}

/** Bytes as Apps Script has them: -128 to 127. */
export function signed(bytes: readonly number[]): number[] {
  return bytes.map((byte) => (byte << 24) >> 24);
}

/** The bytes of a blob, 0 to 255. */
function bytesOf(blob: GoogleAppsScript.Base.Blob): number[] {
  return blob.getBytes().map((byte) => byte & 0xff);
}

/** Compresses bytes, 0 to 255, as a gzip file. No service call that counts. */
export function gzip(bytes: readonly number[]): number[] {
  return bytesOf(Utilities.gzip(Utilities.newBlob(signed(bytes))));
}

/** Text compressed by gzip, as base64. */
export const gzipPacker: TextPacker = {
  pack: (text) => Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(text)).getBytes()),
  unpack: (packed) => {
    try {
      const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
      return Utilities.ungzip(blob).getDataAsString('UTF-8');
    } catch {
      return undefined;
    }
  },
};

/** The lock of the document. A lock service that fails counts as a lock that was not had. */
export class DocumentLock implements DocumentLockPort {
  private held: GoogleAppsScript.Lock.Lock | null = null;

  acquire(waitMillis: number): boolean {
    try {
      const lock = LockService.getDocumentLock() as GoogleAppsScript.Lock.Lock | null;
      if (lock === null) return true;
      if (!lock.tryLock(waitMillis)) return false;
      this.held = lock;
      return true;
    } catch {
      return false;
    }
  }

  release(): void {
    const lock = this.held;
    this.held = null;
    try {
      lock?.releaseLock();
    } catch {
      // The platform releases it when the execution ends.
    }
  }
}

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

/** Settings in the properties of the document or of a person. */
export class PropertiesStore implements PropertyStore {
  constructor(private readonly audience: Audience) {}

  readAll(): Record<string, string> {
    return askPlatform(() => this.properties()?.getProperties()) ?? {};
  }

  write(changes: Properties): void {
    const properties = askPlatform(() => this.properties());
    if (!properties) throw new ReportError('platform_unavailable');
    try {
      properties.setProperties({ ...changes });
    } catch {
      // The platform's own text does not help: it comes in the person's language.
      if (this.audience === 'everyone' && isNearlyFull({ ...this.readAll(), ...changes }))
        throw storeIsFull();
      throw new ReportError('platform_unavailable');
    }
  }

  remove(name: string): void {
    askPlatform(() => this.properties()?.deleteProperty(name));
  }

  /** Null outside a document. */
  private properties(): GoogleAppsScript.Properties.Properties | null {
    return this.audience === 'everyone'
      ? PropertiesService.getDocumentProperties()
      : PropertiesService.getUserProperties();
  }
}
