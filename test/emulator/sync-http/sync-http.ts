import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { bundledText } from '../bundled-text';
import type { HttpAnswer, HttpRequest } from './http-exchange';

/** Real time allowed on top of the longest time-out before the thread counts as lost. */
const GRACE_MILLIS = 5_000;

/** HTTP that blocks the caller, as Apps Script's does: a worker thread sends, this thread waits. */
export class SyncHttp {
  #worker: Worker | null = null;

  /** Sends all requests at the same time and waits for all answers. A lost thread throws. */
  exchange(requests: readonly HttpRequest[]): HttpAnswer[] {
    const { port1, port2 } = new MessageChannel();
    // A flag of its own for each batch: a shared one would be woken by an exchange given up before.
    const signal = new SharedArrayBuffer(4);
    this.#start().postMessage({ requests, port: port2, signal }, [port2]);
    const longest = Math.max(0, ...requests.map((request) => request.timeoutMillis));
    Atomics.wait(new Int32Array(signal), 0, 0, longest + GRACE_MILLIS);
    const received = receiveMessageOnPort(port1);
    port1.close();
    if (received === undefined) throw new Error('The HTTP thread did not answer');
    return received.message as HttpAnswer[];
  }

  /** Ends the thread. */
  dispose(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    if (this.#worker === null) {
      const text = bundledText('test/emulator/sync-http/worker.ts', 'node');
      this.#worker = new Worker(text, { eval: true });
      this.#worker.unref();
    }
    return this.#worker;
  }
}
