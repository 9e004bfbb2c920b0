import type { EmulatorOptions } from '../emulator-options';
import { Execution } from '../execution';
import type { ExecutionRecord } from '../execution-record';
import type { Fault } from '../fault';
import type { RunRequest } from '../run-request';
import { exchangeAll, type HttpRequest } from '../sync-http/http-exchange';
import type { World } from '../world/world';
import { FreeRunner } from './free-run';
import { InterleavedRun, type Interleaving, type PlannedRun } from './interleaved-run';
import { ThreadPool } from './thread-pool';

/** A request for a thread, with the fault that it meets. */
export interface FaultyRequest {
  readonly request: RunRequest;
  readonly fault: Fault | null;
}

/** Runs executions in worker threads; the threads are kept for the next ones. */
export class WorkerRunner {
  readonly #world: World;
  readonly #pool: ThreadPool;
  readonly #free: FreeRunner;
  readonly #nextId: () => number;
  readonly #atOnce: EmulatorOptions['exchange'];

  /** @param nextId Numbers executions as they start. */
  constructor(world: World, options: EmulatorOptions, nextId: () => number) {
    this.#world = world;
    this.#nextId = nextId;
    this.#atOnce = options.exchange;
    this.#pool = new ThreadPool(options.loopTimeoutMillis);
    this.#free = new FreeRunner(world, this.#pool, options);
  }

  /** See `InterleavedRun`. Only for virtual time. */
  interleave(requests: readonly FaultyRequest[], options: Interleaving): Promise<ExecutionRecord[]> {
    const exchange = (sent: readonly HttpRequest[]) => exchangeAll(sent, this.#atOnce);
    return new InterleavedRun(this.#world, this.#pool, exchange, options).run(
      requests.map((request) => this.#plan(request)),
    );
  }

  /** Runs one execution beside whatever else runs. */
  run(request: FaultyRequest): Promise<ExecutionRecord> {
    return this.#free.run(this.#plan(request));
  }

  dispose(): void {
    this.#pool.dispose();
  }

  #plan({ request, fault }: FaultyRequest): PlannedRun {
    return {
      request,
      start: (waits) => new Execution(this.#nextId(), { ...request, fault }, this.#world, waits),
    };
  }
}
