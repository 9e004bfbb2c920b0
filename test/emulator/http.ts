import { resolve } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

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

/** Answers a request without a network; `undefined` where it doesn't know the address. */
export type ExchangeAtOnce = (request: HttpRequest) => HttpAnswer | undefined;

/** Sends all requests at the same time and blocks until all have been answered, as Apps Script does. */
export function exchangeAll(requests: readonly HttpRequest[], atOnce?: ExchangeAtOnce): HttpAnswer[] {
  const answers = requests.map((request) => atOnce?.(request));
  const others = requests.filter((_, index) => answers[index] === undefined);
  const sent = others.length === 0 ? [] : exchangeBlocking(others);
  return answers.map((answer) => answer ?? sent.shift() ?? { failure: 'unreachable' });
}

/** Real time allowed on top of the longest time-out before the thread counts as lost. */
const GRACE_MILLIS = 5_000;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

let worker: Worker | null = null;

/** @throws {Error} when the thread is lost. */
function exchangeBlocking(requests: readonly HttpRequest[]): HttpAnswer[] {
  worker ??= new Worker(resolve('test/emulator/http-thread.cjs'));
  worker.unref();
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ requests, port: port2 }, [port2]);
  const longest = Math.max(0, ...requests.map((request) => request.timeoutMillis));
  for (const end = performance.now() + longest + GRACE_MILLIS; performance.now() < end; ) {
    const received = receiveMessageOnPort(port1);
    if (received !== undefined) {
      port1.close();
      return received.message as HttpAnswer[];
    }
    Atomics.wait(PAUSE, 0, 0, 1);
  }
  throw new Error('The HTTP thread did not answer');
}
