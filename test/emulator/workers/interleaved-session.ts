import type { BridgeReply } from '../bridge';
import type { Execution } from '../execution';
import type { ExecutionRecord } from '../execution-record';
import type { RunRequest } from '../run-request';
import type { Waits } from '../waits';
import type { World } from '../world/world';
import type { RealmThread } from './realm-thread';
import { startMessage } from './start-message';
import type { ThreadPool } from './thread-pool';
import type { ThreadMessage } from './worker-messages';

/** A wait that the scheduler has to end. */
interface OpenWait {
  readonly wakesAt: number;
  /** What ends it earlier; null where only time does. */
  readonly condition: (() => boolean) | null;
  readonly end: (isMet: boolean) => void;
}

/** One execution under the scheduler: halted at a call, waiting for the clock or a condition, or ended. */
export class InterleavedSession {
  readonly waits: Waits;
  readonly #world: World;
  readonly #pool: ThreadPool;
  readonly #request: RunRequest;
  #execution: Execution | null = null;
  #thread: RealmThread | null = null;
  #call: string | null = null;
  #wait: OpenWait | null = null;
  /** The answer being made, while a wait is open. */
  #reply: Promise<BridgeReply> | null = null;
  #onWait: (() => void) | null = null;

  constructor(world: World, pool: ThreadPool, request: RunRequest, exchange: Waits['exchange']) {
    this.#world = world;
    this.#pool = pool;
    this.#request = request;
    this.waits = {
      pause: (millis) => this.#openWait(millis, null).then(() => undefined),
      until: (condition, millis) => this.#openWait(millis, condition),
      exchange,
    };
  }

  open(execution: Execution): void {
    this.#execution = execution;
  }

  /** Instant of the clock at which a wait ends by itself. */
  get wakesAt(): number {
    return this.#wait?.wakesAt ?? Number.POSITIVE_INFINITY;
  }

  canGoOn(now: number): boolean {
    return this.#wait === null || this.#wait.wakesAt <= now || this.#wait.condition?.() === true;
  }

  /** Whether nothing that another execution does can make it go on. */
  get isAsleep(): boolean {
    return this.#wait?.condition === null;
  }

  /** Goes on until the next call, the next wait or the end. @returns The record at the end, else null. */
  async step(): Promise<ExecutionRecord | null> {
    if (this.#wait !== null) {
      const { end, condition } = this.#wait;
      this.#wait = null;
      end(condition?.() === true);
      return this.#untilHalt();
    }
    if (this.#thread === null) return this.#take(await this.#start());
    return this.#answer(this.#call ?? '');
  }

  #start(): Promise<ThreadMessage> {
    this.#thread = this.#pool.take();
    return this.#thread.start(startMessage(this.#world, this.#request, { now: this.#world.clock.now() }));
  }

  async #answer(call: string): Promise<ExecutionRecord | null> {
    const reply = this.#execution?.handle(JSON.parse(call)) ?? { error: 'Emulator error: no execution' };
    this.#reply = Promise.resolve(reply);
    return this.#untilHalt();
  }

  /** Until the answer is made, or needs the scheduler again. */
  async #untilHalt(): Promise<ExecutionRecord | null> {
    const waits = new Promise<null>((resolve) => {
      this.#onWait = () => resolve(null);
      if (this.#wait !== null) resolve(null);
    });
    const reply = await Promise.race([waits, this.#reply]);
    this.#onWait = null;
    if (reply === null || reply === undefined) return null;
    this.#reply = null;
    const message = { text: JSON.stringify(reply), clock: { now: this.#world.clock.now() } };
    return this.#take(await (this.#thread as RealmThread).reply(message));
  }

  #take(message: ThreadMessage): ExecutionRecord | null {
    if (message.kind === 'call') {
      this.#call = message.text;
      return null;
    }
    if (this.#thread !== null) this.#pool.give(this.#thread);
    if (message.outcome.kind === 'killed') this.#execution?.kill(0);
    return this.#execution?.finish(message.outcome) ?? null;
  }

  #openWait(millis: number, condition: OpenWait['condition']): Promise<boolean> {
    return new Promise((resolve) => {
      this.#wait = { wakesAt: this.#world.clock.now() + Math.max(0, millis), condition, end: resolve };
      this.#onWait?.();
    });
  }
}
