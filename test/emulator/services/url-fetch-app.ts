import { gunzipSync } from 'node:zlib';
import { exchangeAll, type HttpAnswer } from '../http';
import { HostError } from '../values';
import { guardTokens, isWhitelisted } from '../world';
import { kind, running } from './kind';

/** Limits of the quotas page and the UrlFetchApp reference that a request of the product can come near. */
const FETCH_URL_CHARACTERS = 2_082;
const FETCH_BODY_BYTES = 50 * 1024 * 1024;

/** Options of a request, as the script wrote them. */
interface Params {
  readonly url: string;
  readonly method?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly payload?: string | Readonly<Record<string, unknown>>;
  readonly muteHttpExceptions?: boolean;
  readonly followRedirects?: boolean;
  readonly timeoutSeconds?: number;
}

/** One request that the platform accepted. */
export interface CheckedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  readonly muteHttpExceptions: boolean;
  readonly timeoutMillis: number;
}

/** The api-server states its latency instead of taking it. The script never sees it. */
const LATENCY_HEADER = 'x-virtual-latency-millis';

/** UrlFetchApp. Only hosts named to the emulator exist; a script that would follow redirects is refused. */
export const urlFetchApp = kind('UrlFetchApp', {
  fetch: (_, url: string, params: Omit<Params, 'url'> = {}) => send([{ ...params, url }])[0],
  fetchAll: (_, requests: readonly Params[]) => send(requests),
})(null);

function send(requests: readonly Params[]): object[] {
  const execution = running();
  const { world, record } = execution;
  world.spend(record.user, 'fetchCalls', requests.length);
  const checked = requests.map(checkRequest);
  checked.forEach(guardTokens);
  record.fetches += requests.length;
  const time: [string, string][] = world.sharesClock
    ? [['X-Virtual-Now', new Date(world.clock.now()).toISOString()]]
    : [];
  const answers = exchangeAll(
    checked.map(({ url, method, headers, body, timeoutMillis }) => {
      const { origin, pathname, search } = new URL(url);
      return {
        url: `${world.hosts[origin]}${pathname}${search}`,
        method,
        headers: [...headers, ...time],
        body,
        timeoutMillis: Math.min(timeoutMillis, world.realTimeoutMillis),
      };
    }),
    world.exchange,
  );
  const arrivals = checked.map((request, index) => arrive(request, answers[index]));
  const serverMillis = Math.max(0, ...arrivals.map(({ millis }) => millis));
  execution.pause(serverMillis);
  return arrivals.map((arrival, index) => responseTo(checked[index] as CheckedRequest, arrival));
}

/** @throws {HostError} in the platform's words. */
function checkRequest(params: Params): CheckedRequest {
  const { world, request } = running();
  checkAddress(params.url);
  if (params.followRedirects !== false) throw new HostError('Following redirects is not emulated');
  const body = bodyOf(params.payload);
  if (body !== null && body.byteLength > FETCH_BODY_BYTES)
    throw new HostError('Limit Exceeded: URLFetch POST Size.');
  const method = (params.method ?? (body === null ? 'get' : 'post')).toUpperCase();
  const headers = headersOf(params, body);
  if (body !== null || method !== 'GET') headers.push(['Content-Length', String(body?.byteLength ?? 0)]);
  const agent = `Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com; id: ${world.scriptIdOf(request.document)})`;
  headers.push(['User-Agent', agent]);
  return {
    url: params.url,
    method,
    headers,
    body,
    muteHttpExceptions: params.muteHttpExceptions === true,
    timeoutMillis: 1000 * (params.timeoutSeconds ?? 360),
  };
}

function checkAddress(url: string): void {
  const { world } = running();
  if (url.length > FETCH_URL_CHARACTERS) throw new HostError('Limit Exceeded: URLFetch URL Length.');
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) throw new HostError(`Invalid argument: ${url}`);
  // Refused by the manifest; the wording is assumed.
  if (!isWhitelisted(world.manifest, url))
    throw new HostError(`URL is not in the whitelist of the manifest: ${url}`);
  if (world.hosts[new URL(url).origin] === undefined) throw new HostError(`DNS error: ${url}`);
}

/** An object is a form. */
function bodyOf(payload: Params['payload']): Uint8Array | null {
  if (payload === undefined) return null;
  if (typeof payload === 'string') return Buffer.from(payload, 'utf8');
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) form.append(name, String(value));
  return Buffer.from(form.toString(), 'utf8');
}

function headersOf({ headers = {}, contentType }: Params, body: Uint8Array | null): [string, string][] {
  const pairs = Object.entries(headers);
  const type = contentType ?? (body === null ? undefined : 'application/x-www-form-urlencoded');
  const all = type === undefined ? pairs : [...pairs, ['Content-Type', type] as const];
  return all.map(([name, value]) => [name, checkedHeader(name, value)]);
}

/** A character that a header cannot carry is refused like a forbidden name. */
function checkedHeader(name: string, value: unknown): string {
  if (value === null || value === undefined)
    throw new HostError('Attribute provided with invalid value: Header:null');
  const text = String(value);
  const isForbidden = ['host', 'content-length'].includes(name.toLowerCase());
  if (isForbidden || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(text)) {
    throw new HostError(`Attribute provided with invalid value: Header:${name}`);
  }
  return text;
}

/** The end of one exchange, as the script finds it; without a body: none came. */
interface Arrival {
  /** Virtual time it took. */
  readonly millis: number;
  readonly failure?: 'timeout' | 'unreachable';
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
}

function arrive(request: CheckedRequest, answer: HttpAnswer | undefined): Arrival {
  const { world, record } = running();
  world.requests.push({
    url: request.url,
    method: request.method,
    headers: request.headers,
    body: request.body === null ? '' : Buffer.from(request.body).toString('utf8'),
    executionId: record.id,
    sentAt: world.clock.now(),
    outcome: answer === undefined ? 'unreachable' : 'failure' in answer ? answer.failure : answer.status,
  });
  const none = { status: 0, headers: [], body: null };
  if (answer === undefined || 'failure' in answer) {
    const failure = answer?.failure ?? 'unreachable';
    return { ...none, failure, millis: failure === 'timeout' ? request.timeoutMillis : 0 };
  }
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2)
    pairs.push([answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '']);
  const named = (wanted: string) => pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const millis = Number(named(LATENCY_HEADER) ?? 0);
  if (millis >= request.timeoutMillis) return { ...none, failure: 'timeout', millis: request.timeoutMillis };
  const body = unpacked(answer.body, named('content-encoding'));
  if (body === null) return { ...none, failure: 'unreachable', millis };
  const headers = pairs.filter(([name]) => name.toLowerCase() !== LATENCY_HEADER);
  return { millis, status: answer.status, headers, body };
}

/** The platform unpacks gzip by itself. @returns null when the bytes are none; how it then fails is assumed. */
function unpacked(body: Uint8Array, encoding: string | undefined): Uint8Array | null {
  if (encoding?.toLowerCase() !== 'gzip') return body;
  try {
    return new Uint8Array(gunzipSync(body));
  } catch {
    return null;
  }
}

const response = kind<Arrival & { readonly text: string }>(
  'HTTPResponse',
  {},
  {
    getResponseCode: ({ status }) => status,
    getContentText: ({ text }) => text,
    // Names keep the server's case; repeated ones become an array.
    getAllHeaders: ({ headers }) => {
      const all: Record<string, string | string[]> = {};
      for (const [name, value] of headers) {
        const known = all[name];
        all[name] = known === undefined ? value : [known, value].flat();
      }
      return all;
    },
  },
);

/** The status throws unless muted; the network always throws. */
function responseTo(request: CheckedRequest, arrival: Arrival): object {
  const { failure, body, status } = arrival;
  if (failure !== undefined || body === null)
    throw new HostError(`${failure === 'timeout' ? 'Timeout' : 'Address unavailable'}: ${request.url}`);
  if (body.byteLength > FETCH_BODY_BYTES) throw new HostError('Limit Exceeded: URLFetch Response Size.');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  if (status >= 400 && !request.muteHttpExceptions)
    throw new HostError(`Request failed for ${new URL(request.url).origin} returned code ${status}.`);
  return response({ ...arrival, text });
}
