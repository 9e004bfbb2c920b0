import { gunzipSync } from 'node:zlib';
import type { Execution } from '../execution';
import { FETCH_REDIRECTS } from '../limits';
import type { HttpAnswer } from '../sync-http/http-exchange';
import { after, type Eventual } from '../waits';
import { guardTokens } from '../world/oauth-token';
import type { World } from '../world/world';
import { type CheckedRequest, checkAddress } from './fetch-request';

/** The api-server states its latency instead of taking it. Stripped: the script never sees it. */
const LATENCY_HEADER = 'x-virtual-latency-millis';

/** The end of one exchange, redirects included. */
export interface Arrival {
  /** Virtual time it took. */
  readonly millis: number;
  readonly result:
    | {
        readonly kind: 'answer';
        readonly status: number;
        readonly headers: readonly (readonly [string, string])[];
        readonly body: Uint8Array;
      }
    | { readonly kind: 'timeout' | 'unreachable'; readonly url: string };
}

/** Sends a batch at the same time; follows redirects where asked, with headers and body (the worst assumption). */
export function exchangeBatch(
  execution: Execution,
  requests: readonly CheckedRequest[],
): Eventual<Arrival[]> {
  return round(
    execution,
    requests,
    requests.map(() => 0),
    FETCH_REDIRECTS,
  );
}

/** The clock of a local service goes by this header and takes it out: the script's own request stays as it is. */
function timeHeader({ sharesClock, clock }: World): [string, string][] {
  return sharesClock ? [['X-Virtual-Now', new Date(clock.now()).toISOString()]] : [];
}

function round(
  execution: Execution,
  requests: readonly CheckedRequest[],
  spentMillis: readonly number[],
  hopsLeft: number,
): Eventual<Arrival[]> {
  const { world } = execution;
  requests.forEach(guardTokens);
  const local = requests.map((request) => ({
    url: localAddress(world.hosts, request.url),
    method: request.method,
    headers: [...request.headers, ...timeHeader(world)],
    body: request.body,
    timeoutMillis: Math.min(request.timeoutMillis, world.realTimeoutMillis),
  }));
  execution.record.fetches += requests.length;
  return after(execution.waits.exchange(local), (answers) => {
    const arrivals = requests.map((request, index) => {
      log(execution, request, answers[index]);
      return arrive(request, answers[index], spentMillis[index] ?? 0);
    });
    const redirected = arrivals.flatMap((arrival, index) => {
      const request = requests[index];
      const next = request === undefined || hopsLeft === 0 ? null : redirectOf(request, arrival);
      return next === null ? [] : [{ index, next, spent: arrival.millis }];
    });
    if (redirected.length === 0) return arrivals;
    for (const { next } of redirected) checkAddress(next.url, world);
    const rest = round(
      execution,
      redirected.map(({ next }) => next),
      redirected.map(({ spent }) => spent),
      hopsLeft - 1,
    );
    return after(rest, (later) => {
      redirected.forEach(({ index }, place) => {
        const arrival = later[place];
        if (arrival !== undefined) arrivals[index] = arrival;
      });
      return arrivals;
    });
  });
}

function localAddress(hosts: Readonly<Record<string, string>>, address: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${hosts[origin]}${pathname}${search}`;
}

function arrive(request: CheckedRequest, answer: HttpAnswer | undefined, spentMillis: number): Arrival {
  if (answer === undefined || 'failure' in answer) {
    const kind = answer?.failure ?? 'unreachable';
    const millis = kind === 'timeout' ? request.timeoutMillis : spentMillis;
    return { millis, result: { kind, url: request.url } };
  }
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    pairs.push([answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '']);
  }
  const latency = pairs.find(([name]) => name.toLowerCase() === LATENCY_HEADER);
  const millis = spentMillis + Number(latency?.[1] ?? 0);
  if (millis >= request.timeoutMillis) {
    return { millis: request.timeoutMillis, result: { kind: 'timeout', url: request.url } };
  }
  const headers = pairs.filter(([name]) => name.toLowerCase() !== LATENCY_HEADER);
  const body = decode(answer.body, headers);
  if (body === null) return { millis, result: { kind: 'unreachable', url: request.url } };
  return { millis, result: { kind: 'answer', status: answer.status, headers, body } };
}

/** The platform unpacks gzip by itself. @returns null when the bytes are none; how it then fails is assumed. */
function decode(body: Uint8Array, headers: readonly (readonly [string, string])[]): Uint8Array | null {
  const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  if (encoding?.toLowerCase() !== 'gzip') return body;
  try {
    return new Uint8Array(gunzipSync(body));
  } catch {
    return null;
  }
}

function redirectOf(request: CheckedRequest, { result }: Arrival): CheckedRequest | null {
  if (!request.followRedirects || result.kind !== 'answer') return null;
  if (![301, 302, 303, 307, 308].includes(result.status)) return null;
  const location = result.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  return location === undefined ? null : { ...request, url: new URL(location, request.url).href };
}

function log(execution: Execution, request: CheckedRequest, answer: HttpAnswer | undefined): void {
  execution.world.requests.push({
    url: request.url,
    method: request.method,
    headers: request.headers,
    body: request.body === null ? '' : Buffer.from(request.body).toString('utf8'),
    executionId: execution.record.id,
    sentAt: execution.world.clock.now(),
    outcome: answer === undefined ? 'unreachable' : 'failure' in answer ? answer.failure : answer.status,
  });
}
