import { Agent, request as httpRequest } from 'node:http';

/** One request to a loopback server. Plain data: it crosses threads. */
export interface HttpRequest {
  /** A `http://` address on this machine. */
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  /** Real time after which the exchange is given up. */
  readonly timeoutMillis: number;
}

/** What came back. `rawHeaders` alternates names and values, as the server wrote them. */
export type HttpAnswer =
  | { readonly status: number; readonly rawHeaders: readonly string[]; readonly body: Uint8Array }
  | { readonly failure: 'timeout' | 'unreachable' };

const agent = new Agent({ keepAlive: true });

/** Sends one request. Never rejects: refused, reset and cut-off connections are the answer `unreachable`. */
export function exchange(request: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve) => {
    const outgoing = httpRequest(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      agent,
    });
    const timer = setTimeout(() => {
      resolve({ failure: 'timeout' });
      outgoing.destroy();
    }, request.timeoutMillis);
    const fail = () => {
      clearTimeout(timer);
      resolve({ failure: 'unreachable' });
    };
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      const chunks: Uint8Array[] = [];
      incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      incoming.on('error', fail);
      incoming.on('close', () => {
        if (!incoming.complete) return fail();
        clearTimeout(timer);
        const body = new Uint8Array(Buffer.concat(chunks));
        resolve({ status: incoming.statusCode ?? 0, rawHeaders: incoming.rawHeaders, body });
      });
    });
    outgoing.end(request.body ?? undefined);
  });
}

/** Answers a request without a network; `undefined` where it doesn't know the address. */
export type ExchangeAtOnce = (request: HttpRequest) => HttpAnswer | undefined;

/** Sends all requests at the same time. Never rejects. */
export function exchangeAll(
  requests: readonly HttpRequest[],
  atOnce?: ExchangeAtOnce,
): Promise<HttpAnswer[]> {
  return Promise.all(requests.map((request) => atOnce?.(request) ?? exchange(request)));
}
