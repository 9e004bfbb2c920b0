import { TOO_MANY_SIMULTANEOUS } from '../error-texts';
import type { Execution } from '../execution';
import type { ExecutionRecord } from '../execution-record';
import { SeededRandom } from '../random';
import type { RunRequest } from '../run-request';
import type { Waits } from '../waits';
import type { World } from '../world/world';
import { AdmissionDesk } from './admission';
import { InterleavedSession } from './interleaved-session';
import type { ThreadPool } from './thread-pool';

/** One task: its request, and what makes its execution when it starts. */
export interface PlannedRun {
  readonly request: RunRequest;
  readonly start: (waits: Waits) => Execution;
}

/** An execution that has begun, and which task it is of. */
interface ActiveRun {
  readonly session: InterleavedSession;
  readonly index: number;
  readonly request: RunRequest;
}

/** In which order executions go on. */
export interface Interleaving {
  /** Decides who goes next. */
  readonly seed: number;
  /**
   * One task that begins only after the others have gone so many steps. From then on they go on only where it waits for
   * something that they have, such as a lock; for its requests and pauses the clock moves.
   */
  readonly rush?: { readonly task: number; readonly afterSteps: number };
}

/**
 * Runs executions side by side, one service call at a time. The seed picks who goes next; the clock moves only when
 * all sleep, wait or fetch, and then to the earliest moment at which one can go on. The same seed gives the same run.
 */
export class InterleavedRun {
  readonly #world: World;
  readonly #pool: ThreadPool;
  readonly #exchange: Waits['exchange'];
  readonly #random: SeededRandom;
  readonly #desk = new AdmissionDesk();
  readonly #rush: Interleaving['rush'];
  #steps = 0;

  constructor(world: World, pool: ThreadPool, exchange: Waits['exchange'], { seed, rush }: Interleaving) {
    this.#exchange = exchange;
    this.#world = world;
    this.#pool = pool;
    this.#random = new SeededRandom(seed);
    this.#rush = rush;
  }

  /** Ends when all have ended; records in the order of the tasks. */
  async run(plans: readonly PlannedRun[]): Promise<ExecutionRecord[]> {
    const records: ExecutionRecord[] = [];
    const waiting = plans.map((plan, index) => ({ plan, index }));
    const active: ActiveRun[] = [];
    for (;;) {
      for (const entry of [...waiting]) {
        const { request } = entry.plan;
        const admission = this.#desk.ask(request, this.#world.switches.simultaneousExecutions);
        if (admission === 'wait') continue;
        waiting.splice(waiting.indexOf(entry), 1);
        const session = this.#begin(entry.plan, admission === 'refuse');
        if (session instanceof InterleavedSession) active.push({ session, index: entry.index, request });
        else records[entry.index] = session;
      }
      if (active.length === 0) return records;
      const ready = active.filter(({ session }) => session.canGoOn(this.#world.clock.now()));
      const rushing = this.#rushing(active);
      const next = this.#choose(ready, rushing);
      if (next === undefined) {
        const asleep = rushing?.session.isAsleep ? [rushing] : active;
        this.#world.clock.advanceTo(Math.min(...asleep.map(({ session }) => session.wakesAt)));
        continue;
      }
      const record = await next.session.step();
      if (record === null) continue;
      records[next.index] = record;
      active.splice(active.indexOf(next), 1);
      this.#desk.leave(next.request);
    }
  }

  /** @returns `undefined` where the clock has to move first. */
  #choose(ready: readonly ActiveRun[], rushing: ActiveRun | undefined): ActiveRun | undefined {
    if (rushing && ready.includes(rushing)) return rushing;
    if (rushing?.session.isAsleep) return undefined;
    const others = ready.filter(({ index }) => index !== this.#rush?.task);
    if (others.length > 0) this.#steps += 1;
    return others[this.#random.below(others.length)];
  }

  /** The task that goes first by now. */
  #rushing(active: readonly ActiveRun[]): ActiveRun | undefined {
    const rush = this.#rush;
    if (rush === undefined || (this.#steps < rush.afterSteps && active.length > 1)) return undefined;
    return active.find(({ index }) => index === rush.task);
  }

  #begin(plan: PlannedRun, isRefused: boolean): InterleavedSession | ExecutionRecord {
    const session = new InterleavedSession(this.#world, this.#pool, plan.request, this.#exchange);
    const execution = plan.start(session.waits);
    const refusal = isRefused ? TOO_MANY_SIMULTANEOUS : plan.request.refusal;
    if (refusal !== undefined)
      return execution.finish({ kind: 'threw', name: 'Exception', message: refusal });
    this.#desk.enter(plan.request);
    session.open(execution);
    return session;
  }
}
