import {
  type CalendarDate,
  formatIsoDate,
  MILLIS_PER_DAY,
  shortMoment,
  UNIX_EPOCH,
} from '../calendar/calendar-date';
import type { Audience } from '../contract/connection';
import { attempt, ReportError } from '../employer-api/errors';
import type { Clock, HttpRequest, HttpResponse, HttpTransport } from '../employer-api/ports';
import { CACHE_SECONDS } from '../limits';
import { chooseAndAllow, PERMISSIONS, type Permission } from '../reports/permissions';
import type {
  DocumentLock,
  Mailer,
  PropertyStore,
  SharedCache,
  SpreadsheetCalendar,
  TextPacker,
} from '../reports/ports';
import { fullStore } from '../reports/saved/document-state';

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
function signed(bytes: readonly number[]): number[] {
  return bytes.map((byte) => (byte << 24) >> 24);
}

/** Compresses bytes, 0 to 255, as a gzip file. */
export function gzip(bytes: readonly number[]): number[] {
  const file = Utilities.gzip(Utilities.newBlob(signed(bytes))).getBytes();
  return file.map((byte) => byte & 0xff);
}

/** Text compressed by gzip, as base64. */
export const gzipPacker: TextPacker = {
  pack: (text) => Utilities.base64Encode(Utilities.gzip(Utilities.newBlob(text)).getBytes()),
  unpack: (packed) =>
    attempt(() => {
      const blob = Utilities.newBlob(Utilities.base64Decode(packed), 'application/x-gzip');
      return Utilities.ungzip(blob).getDataAsString('UTF-8');
    }),
};

/**
 * A refusal for want of a permission; `undefined` for any other. Told by the address of the scope, which is the one part of
 * the text that is the same in every language.
 */
function permissionRefusal(error: unknown): ReportError | undefined {
  const text = String((error as { message?: unknown } | null)?.message);
  const missing = (Object.keys(PERMISSIONS) as Permission[]).filter((name) => text.includes(scopeOf(name)));
  if (missing.length === 0) return undefined;
  return new ReportError('permission_missing', { sentence: chooseAndAllow(missing) });
}

/** The whole address of a permission's scope. */
export function scopeOf(name: Permission): string {
  return `https://www.googleapis.com/auth/${PERMISSIONS[name].scope}`;
}

/**
 * Asks the platform for something; its own text is dropped.
 *
 * @throws {ReportError} `permission_missing`, `platform_unavailable`
 */
export function askPlatform<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw permissionRefusal(error) ?? new ReportError('platform_unavailable');
  }
}

/** The lock of the document. A lock service that fails counts as a lock that was not had. */
export function documentLock(): DocumentLock {
  let held: GoogleAppsScript.Lock.Lock | null = null;
  return {
    acquire: (waitMillis) =>
      attempt(() => {
        const lock = LockService.getDocumentLock() as GoogleAppsScript.Lock.Lock | null;
        if (lock === null) return true;
        if (!lock.tryLock(waitMillis)) return false;
        held = lock;
        return true;
      }) ?? false,
    release: () => {
      const lock = held;
      held = null;
      // One that cannot be released is released when the execution ends.
      attempt(() => lock?.releaseLock());
    },
  };
}

/**
 * Shared entries in the cache of the document or of a person.
 *
 * The cache is a convenience: where there is none, or it fails, every read misses and every write is lost.
 */
export function sharedCache(audience: Audience): SharedCache {
  const cache = attempt(() =>
    audience === 'everyone' ? CacheService.getDocumentCache() : CacheService.getUserCache(),
  );
  return {
    getAll: (keys) => attempt(() => cache?.getAll([...keys]) as Record<string, string> | undefined) ?? {},
    putAll: (entries) => attempt(() => cache?.putAll({ ...entries }, CACHE_SECONDS)),
  };
}

/** Settings in the properties of the document or of a person. */
export function propertyStore(audience: Audience): PropertyStore {
  /** Null outside a document. */
  const properties = () =>
    askPlatform<GoogleAppsScript.Properties.Properties | null>(() =>
      audience === 'everyone'
        ? PropertiesService.getDocumentProperties()
        : PropertiesService.getUserProperties(),
    );
  const readAll = () => askPlatform(() => properties()?.getProperties()) ?? {};
  return {
    readAll,
    write: (changes) => {
      const store = properties();
      if (!store) throw new ReportError('platform_unavailable');
      try {
        store.setProperties({ ...changes });
      } catch {
        // The platform's own text does not help: it comes in the person's language.
        const full = audience === 'everyone' ? fullStore({ ...readAll(), ...changes }) : undefined;
        throw full ?? new ReportError('platform_unavailable');
      }
    },
  };
}

/** Mail by MailApp, from the account of the person whose trigger runs, or who is at the keyboard. */
export const mailer: Mailer = {
  spreadsheet: () => {
    const ask = (call: (book: GoogleAppsScript.Spreadsheet.Spreadsheet) => string) =>
      attempt(() => call(SpreadsheetApp.getActive())) ?? '';
    return { name: ask((book) => book.getName()), address: ask((book) => book.getUrl()) };
  },
  send: ({ to, subject, body, html, picture }) =>
    attempt(() => {
      const png = () => Utilities.newBlob(signed(picture), 'image/png', 'picture.png');
      const formatted = { htmlBody: html, inlineImages: picture.length === 0 ? {} : { picture: png() } };
      MailApp.sendEmail(to, subject, body, { name: 'Shift Reports', ...formatted });
      return true;
    }) ?? false,
};

/** The reference documents `timeoutSeconds`; the type definitions lack it. */
type FetchRequest = GoogleAppsScript.URL_Fetch.URLFetchRequest & { readonly timeoutSeconds: number };

/** The end of "Service invoked too many times for one day: urlfetch.", the same in every language. */
const SPENT_QUOTA = /: urlfetch\.?$/;

/**
 * Requests by UrlFetchApp.
 *
 * Redirects are never followed and no status throws. What does throw (no name, no connection, time-out) counts as no
 * answer, whatever its text, which may be translated and holds the address. Of several requests the platform does not say
 * which one failed. Only what the person's own account lacks, a permission or the day's quota, is distinguished.
 */
export const urlFetchTransport: HttpTransport = {
  /** @throws {ReportError} `permission_missing`, where the person has not allowed requests; `quota_spent` */
  send: (requests) => {
    const [{ url, ...options } = { url: '' }, ...others] = requests.map(fetchRequest);
    const fetched = () =>
      others.length === 0
        ? [UrlFetchApp.fetch(url, options)]
        : UrlFetchApp.fetchAll([{ url, ...options }, ...others]);
    const responses = answered(() => fetched().map(readResponse));
    return requests.map((_, index) => responses?.[index]);
  },
};

function fetchRequest({ url, headers: sent, body, timeoutSeconds }: HttpRequest): FetchRequest {
  // UrlFetchApp takes the content type as an option of its own.
  const { 'Content-Type': _, ...headers } = sent;
  return {
    ...{ url, headers, timeoutSeconds, method: 'post', followRedirects: false, muteHttpExceptions: true },
    ...('form' in body
      ? { contentType: 'application/x-www-form-urlencoded', payload: { ...body.form } }
      : // An array as payload would be sent as bytes: `[]` must go out as text.
        { contentType: 'application/json', payload: body.json }),
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
  const sent = Object.entries(response.getAllHeaders() as Record<string, string | string[]>);
  const headers = sent.map(([name, value]) => [name.toLowerCase(), String([value].flat()[0] ?? '')]);
  return {
    status: response.getResponseCode(),
    headers: Object.fromEntries(headers),
    text: response.getContentText('UTF-8'),
  };
}

/**
 * The ID of the spreadsheet that this execution belongs to.
 *
 * @throws {ReportError} `permission_missing`, `platform_unavailable`
 */
export function spreadsheetId(): string {
  return askPlatform(() => SpreadsheetApp.getActive().getId());
}

/**
 * Days and times as the spreadsheet's time zone has them.
 *
 * The script's own zone, in which a `Date`'s local getters count, is another one; so days go in and out by
 * `formatDate` and `parseDate` only.
 */
export function spreadsheetCalendar() {
  let known: string | undefined;
  const serial = (millis: number, zone: string) => {
    const shown = Utilities.formatDate(new Date(millis), zone, 'yyyy-MM-dd HH:mm:ss');
    // What the zone's clock shows, as if it were UTC.
    const utc = Date.parse(`${shown.replace(' ', 'T')}Z`);
    const days = Math.floor(utc / MILLIS_PER_DAY);
    return UNIX_EPOCH + days + (utc - days * MILLIS_PER_DAY) / MILLIS_PER_DAY;
  };
  const calendar: SpreadsheetCalendar = {
    zone: () => {
      known ??= askPlatform(() => SpreadsheetApp.getActive().getSpreadsheetTimeZone());
      return known;
    },
    serial,
    today: (zone) => Math.floor(serial(Date.now(), zone)),
    text: (millis, zone) => shortMoment(serial(millis, zone)),
  };
  /** Midnight at the beginning of a day: the value of a date cell. */
  const midnight = (day: CalendarDate, zone: string): Date =>
    Utilities.parseDate(formatIsoDate(day), zone, 'yyyy-MM-dd');
  return { ...calendar, midnight };
}
