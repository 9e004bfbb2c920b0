import { gunzipSync } from 'node:zlib';
import { checkWhitelist, guardTokens } from '../access';
import { exchangeAll, type HttpAnswer } from '../http';
import { HostError } from '../values';
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
  const { hosts = {}, exchange, sharesClock = false } = world.options;
  world.spend(record.user, 'fetchCalls', requests.length);
  const checked = requests.map(checkRequest);
  for (const { url, headers, text } of checked) guardTokens(url, headers, text);
  record.fetches += requests.length;
  const time: [string, string][] = [['X-Virtual-Now', new Date(world.clock.now()).toISOString()]];
  const answers = exchangeAll(
    checked.map(({ url, method, headers, body, timeoutMillis }) => {
      const { origin, pathname, search } = new URL(url);
      return {
        url: `${hosts[origin]}${pathname}${search}`,
        method,
        headers: sharesClock ? [...headers, ...time] : headers,
        body,
        timeoutMillis: Math.min(timeoutMillis, world.realTimeoutMillis),
      };
    }),
    exchange,
  );
  const arrivals = checked.map((request, index) => arrive(request, answers[index]));
  execution.pause(Math.max(0, ...arrivals.map(({ millis }) => millis)));
  return checked.map((request, index) => responseTo(request, arrivals[index] as Arrival));
}

/** One request that the platform accepted. */
type CheckedRequest = ReturnType<typeof checkRequest>;

/** @throws {HostError} in the platform's words. */
function checkRequest(params: Params) {
  const { world, request } = running();
  checkAddress(params.url);
  if (params.followRedirects !== false) throw new HostError('Following redirects is not emulated');
  const text = textOf(params.payload);
  const body = text === undefined ? null : Buffer.from(text, 'utf8');
  if (body !== null && body.byteLength > FETCH_BODY_BYTES)
    throw new HostError('Limit Exceeded: URLFetch POST Size.');
  const method = (params.method ?? (body === null ? 'get' : 'post')).toUpperCase();
  const headers = headersOf(params);
  if (body !== null || method !== 'GET') headers.push(['Content-Length', String(body?.byteLength ?? 0)]);
  const agent = `Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com; id: ${world.scriptIdOf(request.document)})`;
  headers.push(['User-Agent', agent]);
  return {
    url: params.url,
    method,
    headers,
    body,
    text: text ?? '',
    muteHttpExceptions: params.muteHttpExceptions === true,
    timeoutMillis: 1000 * (params.timeoutSeconds ?? 360),
  };
}

function checkAddress(url: string): void {
  const { manifest, options } = running().world;
  if (url.length > FETCH_URL_CHARACTERS) throw new HostError('Limit Exceeded: URLFetch URL Length.');
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) throw new HostError(`Invalid argument: ${url}`);
  checkWhitelist(manifest, url);
  if (options.hosts?.[new URL(url).origin] === undefined) throw new HostError(`DNS error: ${url}`);
}

/** An object is a form. */
function textOf(payload: Params['payload']): string | undefined {
  if (payload === undefined || typeof payload === 'string') return payload;
  return new URLSearchParams(payload as Record<string, string>).toString();
}

/** A character that a header cannot carry is refused like a forbidden name. */
function headersOf({ headers = {}, contentType, payload }: Params): [string, string][] {
  const type = contentType ?? (payload === undefined ? undefined : 'application/x-www-form-urlencoded');
  const all = { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) };
  return Object.entries(all).map(([name, value]) => {
    if (value === null || value === undefined)
      throw new HostError('Attribute provided with invalid value: Header:null');
    const text = String(value);
    const isForbidden = ['host', 'content-length'].includes(name.toLowerCase());
    if (isForbidden || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(text))
      throw new HostError(`Attribute provided with invalid value: Header:${name}`);
    return [name, text];
  });
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

function arrive(request: CheckedRequest, answer: HttpAnswer = { failure: 'unreachable' }): Arrival {
  const { world, record } = running();
  const { url, method, headers: sent, text, timeoutMillis } = request;
  world.requests.push({
    ...{ url, method, headers: sent, body: text },
    executionId: record.id,
    sentAt: world.clock.now(),
    outcome: 'failure' in answer ? answer.failure : answer.status,
  });
  const none = { status: 0, headers: [], body: null };
  const timeout = { ...none, failure: 'timeout', millis: timeoutMillis } as const;
  if ('failure' in answer)
    return answer.failure === 'timeout' ? timeout : { ...none, failure: 'unreachable', millis: 0 };
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2)
    pairs.push([answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '']);
  const named = (wanted: string) => pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const millis = Number(named(LATENCY_HEADER) ?? 0);
  if (millis >= timeoutMillis) return timeout;
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

const response = kind<Pick<Arrival, 'status' | 'headers'> & { readonly text: string }>(
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
function responseTo(request: CheckedRequest, { failure, body, status, headers }: Arrival): object {
  if (failure !== undefined || body === null)
    throw new HostError(`${failure === 'timeout' ? 'Timeout' : 'Address unavailable'}: ${request.url}`);
  if (body.byteLength > FETCH_BODY_BYTES) throw new HostError('Limit Exceeded: URLFetch Response Size.');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  if (status >= 400 && !request.muteHttpExceptions)
    throw new HostError(`Request failed for ${new URL(request.url).origin} returned code ${status}.`);
  return response({ status, headers, text });
}
