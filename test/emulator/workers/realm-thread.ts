import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { bundledText } from '../bundled-text';
import { servicesText } from '../services-text';
import type { ReplyMessage, StartMessage, ThreadMessage, WorkerSetup } from './worker-messages';

const LOST: ThreadMessage = {
  kind: 'done',
  outcome: { kind: 'killed', message: 'Exceeded maximum execution time' },
};

/** A worker thread with a realm in it. Strictly in turns: each message to it gives the next message of it. */
export class RealmThread {
  readonly #worker: Worker;
  readonly #replies: MessagePort;
  readonly #flag: Int32Array;
  /** Real time that a script may compute between two service calls before its thread is ended. */
  loopTimeoutMillis = 0;
  #listener: ((message: ThreadMessage) => void) | null = null;
  /** False once it was ended; then it must not be used again. */
  isUsable = true;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    const signal = new SharedArrayBuffer(4);
    const workerData: WorkerSetup = {
      servicesText: servicesText(),
      signal,
      replies: port2,
    };
    const text = bundledText('test/emulator/workers/realm-worker.ts', 'node');
    this.#worker = new Worker(text, { eval: true, workerData, transferList: [port2] });
    this.#worker.unref();
    port1.unref();
    this.#replies = port1;
    this.#flag = new Int32Array(signal);
    this.#worker.on('message', (message: ThreadMessage) => {
      // Once more: what was said before the thread ran does not last, and an idle thread must not keep Node alive.
      this.#worker.unref();
      this.#listener?.(message);
    });
    this.#worker.on('error', () => this.#lose());
  }

  /** Starts an execution. @returns Its first call, or its end. */
  start(message: StartMessage): Promise<ThreadMessage> {
    this.#worker.postMessage(message);
    return this.#next();
  }

  /** Answers the pending call. @returns The next call, or the end. */
  reply(message: ReplyMessage): Promise<ThreadMessage> {
    this.#replies.postMessage(message);
    Atomics.store(this.#flag, 0, 1);
    Atomics.notify(this.#flag, 0);
    return this.#next();
  }

  dispose(): void {
    this.isUsable = false;
    this.#replies.close();
    void this.#worker.terminate();
  }

  #next(): Promise<ThreadMessage> {
    return new Promise((resolve) => {
      const watchdog = setTimeout(() => this.#lose(), this.loopTimeoutMillis);
      this.#listener = (message) => {
        clearTimeout(watchdog);
        this.#listener = null;
        resolve(message);
      };
    });
  }

  #lose(): void {
    this.dispose();
    this.#listener?.(LOST);
  }
}
