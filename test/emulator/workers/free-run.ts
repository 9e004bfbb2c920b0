import type { EmulatorOptions } from '../emulator-options';
import { TOO_MANY_SIMULTANEOUS } from '../error-texts';
import type { ExecutionRecord } from '../execution-record';
import type { RunRequest } from '../run-request';
import { exchangeAll } from '../sync-http/http-exchange';
import type { Waits } from '../waits';
import type { World } from '../world/world';
import { AdmissionDesk } from './admission';
import type { PlannedRun } from './interleaved-run';
import { startMessage } from './start-message';
import type { ThreadPool } from './thread-pool';
import type { ClockReading } from './worker-messages';

/** How often a waiting execution looks again, in real time. */
const POLL_MILLIS = 25;

/** Runs executions as they come, each in a thread of its own, all at the same time. */
export class FreeRunner {
  readonly #world: World;
  readonly #pool: ThreadPool;
  readonly #isRealTime: boolean;
  readonly #waits: Omit<Waits, 'pause'>;
  readonly #desk = new AdmissionDesk();

  constructor(world: World, pool: ThreadPool, { clock, exchange: atOnce }: EmulatorOptions) {
    this.#world = world;
    this.#pool = pool;
    this.#isRealTime = clock === 'real';
    this.#waits = {
      exchange: (requests) => exchangeAll(requests, atOnce),
      until: (condition, millis) => this.#until(condition, world.clock.now() + millis),
    };
  }

  async run(plan: PlannedRun): Promise<ExecutionRecord> {
    const { request } = plan;
    const limit = () => this.#world.switches.simultaneousExecutions;
    while (this.#desk.ask(request, limit()) === 'wait') await sleep(POLL_MILLIS);
    const isRefused = this.#desk.ask(request, limit()) === 'refuse';
    const execution = plan.start({ ...this.#waits, pause: this.#pauseOf(request) });
    const refusal = isRefused ? TOO_MANY_SIMULTANEOUS : request.refusal;
    if (refusal !== undefined)
      return execution.finish({ kind: 'threw', name: 'Exception', message: refusal });
    this.#desk.enter(request);
    const thread = this.#pool.take();
    let message = await thread.start(startMessage(this.#world, request, this.#reading()));
    while (message.kind === 'call') {
      const reply = await execution.handle(JSON.parse(message.text));
      message = await thread.reply({ text: JSON.stringify(reply), clock: this.#reading() });
    }
    this.#pool.give(thread);
    this.#desk.leave(request);
    if (message.outcome.kind === 'killed') execution.kill(0);
    return execution.finish(message.outcome);
  }

  /** Triggers fire when someone pushes the clock: their pauses are pushed too, instead of holding that person up. */
  #pauseOf({ kind }: RunRequest): Waits['pause'] {
    const takesTime = this.#isRealTime && kind !== 'trigger';
    return (millis) => (takesTime ? sleep(millis) : this.#world.clock.advance(millis));
  }

  async #until(condition: () => boolean, deadline: number): Promise<boolean> {
    const { clock } = this.#world;
    while (!condition() && clock.now() < deadline) {
      await sleep(POLL_MILLIS);
      if (!this.#isRealTime) clock.advance(Math.min(POLL_MILLIS, deadline - clock.now()));
    }
    return condition();
  }

  #reading(): ClockReading {
    const { clock } = this.#world;
    return this.#isRealTime ? { offsetMillis: clock.offsetMillis() } : { now: clock.now() };
  }
}

function sleep(millis: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, millis);
  });
}
