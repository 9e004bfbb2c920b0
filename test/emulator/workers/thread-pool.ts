import { RealmThread } from './realm-thread';

/** Usual time that a script may compute between two service calls. */
const LOOP_TIMEOUT_MILLIS = 120_000;

/** Real time after which threads that nobody uses are ended. */
const IDLE_MILLIS = 5_000;

/**
 * Idle threads of this process. All emulators share them: starting fifty threads costs more than a second, and each
 * run gets a realm of its own anyway.
 */
const idle: RealmThread[] = [];
let cleaning: NodeJS.Timeout | null = null;

/** Lends threads to one emulator. */
export class ThreadPool {
  readonly #lent = new Set<RealmThread>();
  readonly #loopTimeoutMillis: number;

  /** @param loopTimeoutMillis Real time that a script may compute between two service calls. */
  constructor(loopTimeoutMillis = LOOP_TIMEOUT_MILLIS) {
    this.#loopTimeoutMillis = loopTimeoutMillis;
  }

  take(): RealmThread {
    const thread = idle.pop() ?? new RealmThread();
    thread.loopTimeoutMillis = this.#loopTimeoutMillis;
    this.#lent.add(thread);
    return thread;
  }

  give(thread: RealmThread): void {
    this.#lent.delete(thread);
    if (!thread.isUsable) return;
    idle.push(thread);
    if (cleaning === null) cleaning = setTimeout(endIdleThreads, IDLE_MILLIS).unref();
    else cleaning.refresh();
  }

  /** Ends the threads that still run; idle ones wait for another emulator, for some seconds. */
  dispose(): void {
    for (const thread of this.#lent) thread.dispose();
    this.#lent.clear();
  }
}

function endIdleThreads(): void {
  for (const thread of idle) thread.dispose();
  idle.length = 0;
}
