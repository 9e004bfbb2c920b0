import { gunzipSync } from 'node:zlib';
import { checkWhitelist, guardTokens } from '../access';
import { HostError } from '../values';
import { kind, running } from './kind';

/** One request, to an address that takes the place of a host. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  /** Time after which the exchange is given up. */
  readonly timeoutMillis: number;
}

/** What came back; names of headers as the server wrote them. */
export type HttpAnswer =
  | {
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array;
    }
  | { readonly failure: 'timeout' | 'unreachable' };

/** Answers a request; `undefined` where it doesn't know the address. */
export type Exchange = (request: HttpRequest) => HttpAnswer | undefined;

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
  world.spend(record.user, 'urlfetch', requests.length);
  const checked = requests.map(checkRequest);
  for (const { url, headers, text } of checked) guardTokens(url, headers, text);
  record.fetches += requests.length;
  const arrivals = checked.map(arrive);
  execution.pause(Math.max(0, ...arrivals.map(({ millis }) => millis)));
  return checked.map((request, index) => responseTo(request, arrivals[index] as Arrival));
}

/** One request that the platform accepted. */
type CheckedRequest = ReturnType<typeof checkRequest>;

/** @throws {HostError} in the platform's words. */
function checkRequest({ url, payload, headers: given = {}, ...params }: Params) {
  const { world, request } = running();
  if (url.length > FETCH_URL_CHARACTERS) throw new HostError('Limit Exceeded: URLFetch URL Length.');
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) throw new HostError(`Invalid argument: ${url}`);
  checkWhitelist(world.manifest, url);
  if (world.options.hosts?.[new URL(url).origin] === undefined) throw new HostError(`DNS error: ${url}`);
  if (params.followRedirects !== false) throw new HostError('Following redirects is not emulated');
  // An object is a form.
  const text = typeof payload === 'object' ? String(new URLSearchParams(payload as never)) : (payload ?? '');
  const body = payload === undefined ? null : Buffer.from(text, 'utf8');
  if (body !== null && body.byteLength > FETCH_BODY_BYTES)
    throw new HostError('Limit Exceeded: URLFetch POST Size.');
  const method = (params.method ?? (body === null ? 'get' : 'post')).toUpperCase();
  const type = params.contentType ?? (body === null ? undefined : 'application/x-www-form-urlencoded');
  const headers = Object.entries({ ...given, ...(type && { 'Content-Type': type }) }).map(([name, value]) => {
    // A character that a header cannot carry is refused like a forbidden name.
    const isForbidden = ['host', 'content-length'].includes(name.toLowerCase());
    if (isForbidden || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(String(value)))
      throw new HostError(`Attribute provided with invalid value: Header:${name}`);
    return [name, String(value)] as const;
  });
  const agent = `Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com; id: ${world.scriptIdOf(request.book)})`;
  return {
    ...{ url, method, body, text },
    headers: [
      ...headers,
      ...(body === null && method === 'GET' ? [] : [['Content-Length', `${body?.byteLength ?? 0}`] as const]),
      ['User-Agent', agent] as const,
    ],
    muteHttpExceptions: params.muteHttpExceptions === true,
    timeoutMillis: 1000 * (params.timeoutSeconds ?? 360),
  };
}

/** The end of one exchange, as the script finds it, and the virtual time it took. */
interface Arrival {
  readonly millis: number;
  readonly failure?: 'timeout' | 'unreachable';
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

const NOTHING = { millis: 0, status: 0, headers: [], body: new Uint8Array() };

function arrive({ url, method, headers: sent, body, text, timeoutMillis }: CheckedRequest): Arrival {
  const { world, record } = running();
  const { hosts = {}, exchange, sharesClock } = world.options;
  const { origin, pathname, search } = new URL(url);
  const time = ['X-Virtual-Now', new Date(world.clock.now()).toISOString()] as const;
  const answer = exchange?.({
    ...{ url: `${hosts[origin]}${pathname}${search}`, method, body, timeoutMillis },
    headers: sharesClock ? [...sent, time] : sent,
  }) ?? { failure: 'unreachable' };
  world.requests.push({
    ...{ url, method, headers: sent, body: text },
    executionId: record.id,
    sentAt: world.clock.now(),
    outcome: 'failure' in answer ? answer.failure : answer.status,
  });
  const timeout = { ...NOTHING, failure: 'timeout', millis: timeoutMillis } as const;
  if ('failure' in answer) return answer.failure === 'timeout' ? timeout : { ...NOTHING, ...answer };
  const { status } = answer;
  const named = (wanted: string) => answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const millis = Number(named(LATENCY_HEADER) ?? 0);
  if (millis >= timeoutMillis) return timeout;
  const headers = answer.headers.filter(([name]) => name.toLowerCase() !== LATENCY_HEADER);
  // The platform unpacks gzip by itself; how it fails where the bytes are none is assumed.
  const isPacked = named('content-encoding')?.toLowerCase() === 'gzip';
  try {
    return { millis, status, headers, body: isPacked ? gunzipSync(answer.body) : answer.body };
  } catch {
    return { ...NOTHING, failure: 'unreachable', millis };
  }
}

const response = kind<Arrival>(
  'HTTPResponse',
  {},
  {
    getResponseCode: ({ status }) => status,
    getContentText: ({ body }) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body),
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
  if (failure !== undefined)
    throw new HostError(`${failure === 'timeout' ? 'Timeout' : 'Address unavailable'}: ${request.url}`);
  if (body.byteLength > FETCH_BODY_BYTES) throw new HostError('Limit Exceeded: URLFetch Response Size.');
  if (status >= 400 && !request.muteHttpExceptions)
    throw new HostError(`Request failed for ${new URL(request.url).origin} returned code ${status}.`);
  return response(arrival);
}
