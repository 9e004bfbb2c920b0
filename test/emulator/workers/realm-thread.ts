import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { bundledText } from '../bundled-text';
import { servicesText } from '../services-text';
import type { ReplyMessage, StartMessage, ThreadMessage, WorkerSetup } from './worker-messages';

/** Usual time after which a thread that does not call is ended. */
const LOOP_TIMEOUT_MILLIS = 30_000;

const LOST: ThreadMessage = {
  kind: 'done',
  outcome: { kind: 'killed', message: 'Exceeded maximum execution time' },
};

/** A worker thread with a realm in it. Strictly in turns: each message to it gives the next message of it. */
export class RealmThread {
  readonly #worker: Worker;
  readonly #replies: MessagePort;
  readonly #flag: Int32Array;
  readonly #loopTimeoutMillis: number;
  #listener: ((message: ThreadMessage) => void) | null = null;
  /** False once it was ended; then it must not be used again. */
  isUsable = true;

  /** @param loopTimeoutMillis Real time that a script may compute between two service calls. */
  constructor(loopTimeoutMillis: number) {
    this.#loopTimeoutMillis = loopTimeoutMillis;
    const { port1, port2 } = new MessageChannel();
    const signal = new SharedArrayBuffer(4);
    const workerData: WorkerSetup = { servicesText: servicesText(), signal, replies: port2 };
    const text = bundledText('test/emulator/workers/realm-worker.ts', 'node');
    this.#worker = new Worker(text, { eval: true, workerData, transferList: [port2] });
    this.#worker.unref();
    port1.unref();
    this.#replies = port1;
    this.#flag = new Int32Array(signal);
    this.#worker.on('message', (message: ThreadMessage) => this.#listener?.(message));
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
      const watchdog = setTimeout(() => this.#lose(), this.#loopTimeoutMillis);
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

/** Threads that wait for work. It grows with the number of executions at the same time. */
export class ThreadPool {
  readonly #idle: RealmThread[] = [];
  readonly #all = new Set<RealmThread>();
  readonly #loopTimeoutMillis: number;

  constructor(loopTimeoutMillis = LOOP_TIMEOUT_MILLIS) {
    this.#loopTimeoutMillis = loopTimeoutMillis;
  }

  take(): RealmThread {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const thread = new RealmThread(this.#loopTimeoutMillis);
    this.#all.add(thread);
    return thread;
  }

  give(thread: RealmThread): void {
    if (thread.isUsable) this.#idle.push(thread);
    else this.#all.delete(thread);
  }

  dispose(): void {
    for (const thread of this.#all) thread.dispose();
    this.#all.clear();
    this.#idle.length = 0;
  }
}
