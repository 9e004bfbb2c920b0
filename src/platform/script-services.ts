import { ReportError } from '../employer-api/errors';
import type { Clock, HttpRequest, HttpResponse, HttpTransport } from '../employer-api/ports';
import { CACHE_SECONDS } from '../limits';
import type {
  DocumentLock as DocumentLockPort,
  Properties,
  PropertyStore,
  SharedCache,
  TextPacker,
} from '../reports/ports';
import { refusedWrite } from '../reports/saved/document-state';
import type { Audience } from '../reports/saved/saved-connection';
import { askPlatform, permissionRefusal } from './script-app';

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
      throw this.audience === 'everyone'
        ? refusedWrite({ ...this.readAll(), ...changes })
        : new ReportError('platform_unavailable');
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

/** The reference documents `timeoutSeconds`; the type definitions lack it. */
export type FetchRequest = GoogleAppsScript.URL_Fetch.URLFetchRequest & { readonly timeoutSeconds: number };

/** The end of "Service invoked too many times for one day: urlfetch.", the same in every language. */
const SPENT_QUOTA = /: urlfetch\.?$/;

/**
 * Requests by UrlFetchApp.
 *
 * Redirects are never followed and no status throws. What does throw (no name, no connection, time-out) counts as no
 * answer, whatever its text, which may be translated and holds the address. Only what the person's own account lacks,
 * a permission or the day's quota, is distinguished.
 */
export class UrlFetchTransport implements HttpTransport {
  /** @throws {ReportError} `permission_missing`, where the person has not allowed requests; `quota_spent` */
  send(request: HttpRequest): HttpResponse | undefined {
    const { url, ...options } = fetchRequest(request);
    return answered(() => readResponse(UrlFetchApp.fetch(url, options)));
  }

  /**
   * A failure of one request fails them all: the platform throws, and names none.
   *
   * @throws {ReportError} `permission_missing`, where the person has not allowed requests; `quota_spent`
   */
  sendAll(requests: readonly HttpRequest[]): (HttpResponse | undefined)[] {
    const [first, second] = requests;
    if (first && second === undefined) return [this.send(first)];
    const responses = answered(() => UrlFetchApp.fetchAll(requests.map(fetchRequest)).map(readResponse));
    return requests.map((_, index) => responses?.[index]);
  }
}

function fetchRequest(request: HttpRequest): FetchRequest {
  const form = 'form' in request.body;
  return {
    url: request.url,
    method: 'post',
    contentType: form ? 'application/x-www-form-urlencoded' : 'application/json',
    headers: withoutContentType(request.headers),
    // An array as payload would be sent as bytes: `[]` must go out as text.
    payload: 'form' in request.body ? { ...request.body.form } : request.body.json,
    followRedirects: false,
    muteHttpExceptions: true,
    timeoutSeconds: request.timeoutSeconds,
  };
}

/**
 * What a request answered; `undefined` for no answer.
 *
 * @throws {ReportError} `permission_missing`, `quota_spent`
 */
export function answered<Answer>(send: () => Answer): Answer | undefined {
  try {
    return send();
  } catch (error) {
    const refusal = permissionRefusal(error);
    if (refusal) throw refusal;
    if (SPENT_QUOTA.test(String((error as { message?: unknown }).message)))
      throw new ReportError('quota_spent');
    return undefined;
  }
}

/** An answer of the platform; of a repeated header the first value. */
export function readResponse(response: GoogleAppsScript.URL_Fetch.HTTPResponse): HttpResponse {
  const headers: Record<string, string> = {};
  const sent = response.getAllHeaders() as Record<string, string | string[]>;
  for (const name of Object.keys(sent)) {
    const value = sent[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) headers[name.toLowerCase()] = String(first);
  }
  return { status: response.getResponseCode(), headers, text: response.getContentText('UTF-8') };
}

/** UrlFetchApp takes the content type as an option of its own. */
function withoutContentType(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'Content-Type': _, ...others } = headers;
  return others;
}
