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

/** Options of a request, as the script wrote them. */
interface Params {
  readonly url: string;
  readonly method?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly payload?: string | Readonly<Record<string, string>>;
  readonly muteHttpExceptions?: boolean;
  readonly followRedirects?: boolean;
  readonly timeoutSeconds?: number;
}

/** The api-server states its latency instead of taking it. The script never sees it. */
const LATENCY_HEADER = 'x-virtual-latency-millis';

/** UrlFetchApp. Only hosts named to the emulator exist; a script that would follow redirects or have a status throw is refused. */
export const urlFetchApp = kind('UrlFetchApp', {
  fetch: (_, url: string, params: Omit<Params, 'url'>) => send([{ ...params, url }])[0],
  fetchAll: (_, requests: readonly Params[]) => send(requests),
})(null);

function send(requests: readonly Params[]): object[] {
  const execution = running();
  const { world, record } = execution;
  world.spendFetches(record.user, requests.length);
  const checked = requests.map(requestOf);
  record.fetches += requests.length;
  const arrivals = checked.map(arrivalOf);
  execution.pause(Math.max(0, ...arrivals.map(({ millis }) => millis)));
  const { failure, url } = arrivals.find((arrival) => arrival.failure) ?? {};
  if (failure) throw new HostError(`${failure === 'timeout' ? 'Timeout' : 'Address unavailable'}: ${url}`);
  return arrivals.map(response);
}

/** What goes out. @throws {HostError} in the platform's words. */
function requestOf({ url, method = 'get', payload, headers: given, contentType, ...params }: Params) {
  const { world, request } = running();
  checkWhitelist(world.manifest, url);
  if (world.options.hosts?.[new URL(url).origin] === undefined) throw new HostError(`DNS error: ${url}`);
  if (params.followRedirects !== false || params.muteHttpExceptions !== true)
    throw new HostError('Following redirects and throwing for a status are not emulated');
  // An object is a form.
  const body = typeof payload === 'object' ? String(new URLSearchParams(payload)) : (payload ?? '');
  const headers = Object.entries({ ...given, ...(contentType && { 'Content-Type': contentType }) });
  // A character that a header cannot carry is refused like a forbidden name.
  for (const [name, value] of headers)
    if (/^(host|content-length)$/i.test(name) || !/^[\t\x20-\x7e]*$/.test(String(value)))
      throw new HostError(`Attribute provided with invalid value: Header:${name}`);
  if (payload !== undefined) headers.push(['Content-Length', String(Buffer.byteLength(body))]);
  const from = `+https://script.google.com; id: ${world.scriptIdOf(request.book)}`;
  headers.push(['User-Agent', `Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; ${from})`]);
  const texts = headers.map(([name, value]) => [name, String(value)] as const);
  guardTokens(url, texts, body);
  const timeoutMillis = 1000 * (params.timeoutSeconds ?? 360);
  return { url, method: method.toUpperCase(), headers: texts, body, timeoutMillis };
}

/** The end of one exchange, as the script finds it, and the virtual time it took. */
interface Arrival {
  readonly url: string;
  readonly millis: number;
  readonly failure?: 'timeout' | 'unreachable';
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

function arrivalOf({
  url,
  method,
  headers: sent,
  body,
  timeoutMillis,
}: ReturnType<typeof requestOf>): Arrival {
  const { world, record } = running();
  const { hosts = {}, exchange, sharesClock } = world.options;
  const sentAt = world.clock.now();
  const { origin, pathname, search } = new URL(url);
  const answer = exchange?.({
    ...{ url: `${hosts[origin]}${pathname}${search}`, method, timeoutMillis },
    headers: sharesClock ? [...sent, ['X-Virtual-Now', new Date(sentAt).toISOString()]] : sent,
    body: body === '' ? null : Buffer.from(body),
  }) ?? { failure: 'unreachable' };
  const outcome = 'failure' in answer ? answer.failure : answer.status;
  world.requests.push({ url, method, headers: sent, body, executionId: record.id, sentAt, outcome });
  const failed = { url, millis: 0, status: 0, headers: [], body: new Uint8Array() };
  const timeout = { ...failed, failure: 'timeout', millis: timeoutMillis } as const;
  if ('failure' in answer) return answer.failure === 'timeout' ? timeout : { ...failed, ...answer };
  const named = (wanted: string) => answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const millis = Number(named(LATENCY_HEADER) ?? 0);
  if (millis >= timeoutMillis) return timeout;
  const headers = answer.headers.filter(([name]) => name.toLowerCase() !== LATENCY_HEADER);
  // The platform unpacks gzip by itself; how it fails where the bytes are none is assumed.
  const isPacked = named('content-encoding')?.toLowerCase() === 'gzip';
  try {
    return { ...answer, url, millis, headers, body: isPacked ? gunzipSync(answer.body) : answer.body };
  } catch {
    return { ...failed, failure: 'unreachable', millis };
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
      for (const [name, value] of headers) all[name] = name in all ? [all[name] ?? [], value].flat() : value;
      return all;
    },
  },
);
