import { HostError } from '../host-errors';
import {
  FETCH_BODY_BYTES,
  FETCH_DEFAULT_TIMEOUT_SECONDS,
  FETCH_FIXED_TIMEOUT_SECONDS,
  FETCH_HEADER_BYTES,
  FETCH_HEADERS,
  FETCH_URL_CHARACTERS,
} from '../limits';
import { isWhitelisted } from '../manifest';
import type { World } from '../world/world';

/** One request as the realm hands it over, options read but not yet judged. */
export interface ScriptRequest {
  readonly url: string;
  readonly method: string | null;
  readonly contentType: string | null;
  readonly headers: readonly (readonly [name: string, value: string | null])[];
  readonly payload:
    | null
    | { readonly text: string }
    | { readonly base64: string }
    | { readonly form: readonly (readonly [string, string])[] };
  readonly muteHttpExceptions: boolean;
  readonly followRedirects: boolean;
  readonly timeoutSeconds: number | null;
}

/** One request that the platform accepted. */
export interface CheckedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  readonly muteHttpExceptions: boolean;
  readonly followRedirects: boolean;
  readonly timeoutMillis: number;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Judges one request as UrlFetchApp does before anything is sent. @throws {HostError} in the platform's words. */
export function checkRequest(request: ScriptRequest, world: World, scriptId: string): CheckedRequest {
  checkAddress(request.url, world);
  const body = bodyOf(request);
  if (body !== null && body.byteLength > FETCH_BODY_BYTES)
    throw new HostError('Limit Exceeded: URLFetch POST Size.');
  const method = (request.method ?? (body === null ? 'get' : 'post')).toUpperCase();
  if (!METHODS.includes(method)) throw new HostError('Attribute provided with invalid value: method');
  return {
    url: request.url,
    method,
    headers: headersOf(request, body, method, scriptId),
    body,
    muteHttpExceptions: request.muteHttpExceptions,
    followRedirects: request.followRedirects,
    timeoutMillis: 1000 * timeoutSeconds(request, world),
  };
}

/** Also for the target of a redirect. @throws {HostError} */
export function checkAddress(url: string, world: World): void {
  if (url.length > FETCH_URL_CHARACTERS) throw new HostError('Limit Exceeded: URLFetch URL Length.');
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) throw new HostError(`Invalid argument: ${url}`);
  // Refused by the manifest; the wording is assumed.
  if (!isWhitelisted(world.manifest, url))
    throw new HostError(`URL is not in the whitelist of the manifest: ${url}`);
  if (world.hosts[new URL(url).origin] === undefined) throw new HostError(`DNS error: ${url}`);
}

function timeoutSeconds(request: ScriptRequest, world: World): number {
  if (world.switches.fetchTimeout === 'fixed60') return FETCH_FIXED_TIMEOUT_SECONDS;
  return request.timeoutSeconds ?? FETCH_DEFAULT_TIMEOUT_SECONDS;
}

function bodyOf({ payload }: ScriptRequest): Uint8Array | null {
  if (payload === null) return null;
  if ('text' in payload) return Buffer.from(payload.text, 'utf8');
  if ('base64' in payload) return Buffer.from(payload.base64, 'base64');
  const form = new URLSearchParams();
  for (const [name, value] of payload.form) form.append(name, value);
  return Buffer.from(form.toString(), 'utf8');
}

function headersOf(
  request: ScriptRequest,
  body: Uint8Array | null,
  method: string,
  scriptId: string,
): (readonly [string, string])[] {
  if (request.headers.length > FETCH_HEADERS) throw new HostError('Limit Exceeded: URLFetch Header Count.');
  const headers: (readonly [string, string])[] = [];
  for (const [name, value] of request.headers) headers.push([name, checkedHeader(name, value)]);
  const named = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  if (request.contentType !== null) {
    const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    headers.splice(0, headers.length, ...others, [
      'Content-Type',
      checkedHeader('Content-Type', request.contentType),
    ]);
  } else if (body !== null && !named('content-type')) {
    headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  }
  if (body !== null || !['GET', 'HEAD'].includes(method))
    headers.push(['Content-Length', String(body?.byteLength ?? 0)]);
  if (!named('user-agent')) {
    const agent = `Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com; id: ${scriptId})`;
    headers.push(['User-Agent', agent]);
  }
  return headers;
}

/** E25. A character that a header cannot carry is refused like a forbidden name. */
function checkedHeader(name: string, value: string | null): string {
  if (value === null) throw new HostError('Attribute provided with invalid value: Header:null');
  const forbidden = ['host', 'content-length'].includes(name.toLowerCase());
  if (forbidden || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value)) {
    throw new HostError(`Attribute provided with invalid value: Header:${name}`);
  }
  if (name.length + value.length > FETCH_HEADER_BYTES)
    throw new HostError('Limit Exceeded: URLFetch Header Size.');
  return value;
}
