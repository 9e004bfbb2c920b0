import { gunzipSync } from 'node:zlib';
import { HostError } from '../values';
import { kind, running } from './kind';

/** One request, as it arrives. */
export interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `''` for none. */
  readonly body: string;
  /** Time after which the exchange is given up. */
  readonly timeoutMillis: number;
  /** The sender's time, milliseconds since 1970: who answers takes it for its own. */
  readonly sentAt: number;
}

/** What came back; names of headers as the server wrote them. */
export type HttpAnswer =
  | {
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: Uint8Array;
    }
  | { readonly failure: keyof typeof FAILURES };

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

/** UrlFetchApp. What `EmulatorOptions.exchange` doesn't know doesn't exist; a script that would follow redirects or have a status throw is refused. */
export const urlFetchApp = kind('UrlFetchApp', {
  fetch: (_, url: string, params: Omit<Params, 'url'>) => send([{ ...params, url }])[0],
  fetchAll: (_, requests: readonly Params[]) => send(requests),
})(null);

const FAILURES = { timeout: 'Timeout', unreachable: 'Address unavailable', unknown: 'DNS error' };

function send(requests: readonly Params[]): object[] {
  const execution = running();
  const { world, record } = execution;
  world.switches.fetchesLeft -= requests.length;
  if (world.switches.fetchesLeft < 0)
    throw new HostError('Service invoked too many times for one day: urlfetch.');
  const checked = requests.map(requestOf);
  record.fetches += requests.length;
  const arrivals = checked.map(arrivalOf);
  execution.pause(Math.max(0, ...arrivals.map(({ millis }) => millis)));
  return arrivals.map(({ answer }, index) => {
    if (!('failure' in answer)) return response(answer);
    throw new HostError(`${FAILURES[answer.failure]}: ${checked[index]?.url}`);
  });
}

/** What goes out. @throws {HostError} in the platform's words. */
function requestOf({ url, method = 'get', payload, headers: given, contentType, ...params }: Params) {
  const { world } = running();
  // An address that begins with no entry of the whitelist is refused; the text is assumed.
  if (!world.manifest.urlFetchWhitelist.some((entry) => url.startsWith(entry)))
    throw new HostError(`URL is not in the whitelist of the manifest: ${url}`);
  if (params.followRedirects !== false || params.muteHttpExceptions !== true)
    throw new HostError('Following redirects and throwing for a status are not emulated');
  // An object is a form.
  const body = typeof payload === 'object' ? String(new URLSearchParams(payload)) : (payload ?? '');
  const all = { ...given, ...(contentType && { 'Content-Type': contentType }) };
  const headers = Object.entries(all).map(([name, value]) => [name, String(value)] as const);
  for (const [name, value] of headers)
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw new HostError(`Attribute provided with invalid value: Header:${name}`);
  const timeoutMillis = 1000 * (params.timeoutSeconds ?? 360);
  return { url, method: method.toUpperCase(), headers, body, timeoutMillis };
}

/** What came of a request, and the virtual time it took. */
function arrivalOf({ timeoutMillis, ...request }: ReturnType<typeof requestOf>) {
  const { world, record } = running();
  const sent = { ...request, sentAt: world.clock.now() };
  const answer = world.options.exchange?.({ ...sent, timeoutMillis }) ?? { failure: 'unknown' };
  const outcome = 'failure' in answer ? answer.failure : answer.status;
  world.requests.push({ ...sent, executionId: record.id, outcome });
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
