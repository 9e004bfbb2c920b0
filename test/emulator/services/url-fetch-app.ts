import { gunzipSync } from 'node:zlib';
import { HostError } from '../values';
import { kind, running } from './kind';

/** One request, to an address that takes the place of a host. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `''` for none. */
  readonly body: string;
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

/** The api-server states its latency instead of taking it. */
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
  return arrivals.map(({ answer }, index) => {
    if (!('failure' in answer)) return response(answer);
    const why = answer.failure === 'timeout' ? 'Timeout' : 'Address unavailable';
    throw new HostError(`${why}: ${checked[index]?.url}`);
  });
}

/** What goes out. @throws {HostError} in the platform's words. */
function requestOf({ url, method = 'get', payload, headers: given, contentType, ...params }: Params) {
  const { world, request } = running();
  // An address that begins with no entry of the whitelist is refused; the text is assumed.
  if (world.manifest.urlFetchWhitelist?.some((entry) => url.startsWith(entry)) === false)
    throw new HostError(`URL is not in the whitelist of the manifest: ${url}`);
  if (world.options.hosts?.[new URL(url).origin] === undefined) throw new HostError(`DNS error: ${url}`);
  if (params.followRedirects !== false || params.muteHttpExceptions !== true)
    throw new HostError('Following redirects and throwing for a status are not emulated');
  // An object is a form.
  const body = typeof payload === 'object' ? String(new URLSearchParams(payload)) : (payload ?? '');
  const headers = Object.entries({ ...given, ...(contentType && { 'Content-Type': contentType }) });
  for (const [name, value] of headers)
    if (!/^[\t\x20-\x7e]*$/.test(String(value)))
      throw new HostError(`Attribute provided with invalid value: Header:${name}`);
  if (payload !== undefined) headers.push(['Content-Length', String(Buffer.byteLength(body))]);
  const from = `+https://script.google.com; id: ${world.scriptIdOf(request.book)}`;
  headers.push(['User-Agent', `Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; ${from})`]);
  const texts = headers.map(([name, value]) => [name, String(value)] as const);
  const timeoutMillis = 1000 * (params.timeoutSeconds ?? 360);
  return { url, method: method.toUpperCase(), headers: texts, body, timeoutMillis };
}

/** What came of a request, and the virtual time it took. */
function arrivalOf({ url, timeoutMillis, ...sent }: ReturnType<typeof requestOf>) {
  const { world, record } = running();
  const { hosts = {}, exchange, sharesClock } = world.options;
  const sentAt = world.clock.now();
  const { origin, pathname, search } = new URL(url);
  const answer: HttpAnswer = exchange?.({
    ...{ ...sent, url: `${hosts[origin]}${pathname}${search}`, timeoutMillis },
    headers: sharesClock
      ? [...sent.headers, ['X-Virtual-Now', new Date(sentAt).toISOString()]]
      : sent.headers,
  }) ?? { failure: 'unreachable' };
  const outcome = 'failure' in answer ? answer.failure : answer.status;
  world.requests.push({ url, ...sent, executionId: record.id, sentAt, outcome });
  const millis = outcome === 'timeout' ? timeoutMillis : Number(headerOf(answer, LATENCY_HEADER) ?? 0);
  if (millis < timeoutMillis) return { answer: unpacked(answer), millis };
  return { answer: { failure: 'timeout' as const }, millis: timeoutMillis };
}

function headerOf(answer: HttpAnswer, wanted: string): string | undefined {
  return 'failure' in answer
    ? undefined
    : answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** The platform unpacks gzip by itself; how it fails where the bytes are none is assumed. */
function unpacked(answer: HttpAnswer): HttpAnswer {
  if ('failure' in answer || headerOf(answer, 'content-encoding')?.toLowerCase() !== 'gzip') return answer;
  try {
    return { ...answer, body: gunzipSync(answer.body) };
  } catch {
    return { failure: 'unreachable' };
  }
}

const response = kind<Exclude<HttpAnswer, { failure: string }>>(
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
