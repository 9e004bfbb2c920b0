import { ReportError } from '../employer-api/errors';
import type { HttpRequest, HttpResponse, HttpTransport } from '../employer-api/ports';
import { permissionRefusal } from './authorization';

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
