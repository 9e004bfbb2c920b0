import type { BridgeReply } from './bridge';
import { Execution } from './execution';
import type { ExecutionRecord } from './execution-record';
import type { Fault } from './fault';
import { LONG_RUN_MILLIS } from './limits';
import { runInRealm } from './realm';
import { callStyle, type RunRequest } from './run-request';
import { servicesText } from './services-text';
import type { ExchangeAtOnce } from './sync-http/http-exchange';
import { exchangeAtOnce } from './sync-http/sync-http';
import type { Eventual, Waits } from './waits';
import type { World } from './world/world';

/** With virtual time nothing takes long but the script itself, and a server that does not answer. */
const VIRTUAL_LOOP_TIMEOUT_MILLIS = 300_000;

/** Runs one execution after another in this thread; every wait blocks, so the caller has its record at once. */
export class SequentialRunner {
  readonly #world: World;
  readonly #waits: Waits;
  readonly #loopTimeoutMillis: number;

  /**
   * @param isRealTime Whether waits really take their time.
   * @param atOnce Answers requests in this thread.
   */
  constructor(world: World, isRealTime: boolean, loopTimeoutMillis?: number, atOnce?: ExchangeAtOnce) {
    this.#world = world;
    this.#loopTimeoutMillis =
      loopTimeoutMillis ?? (isRealTime ? 2 * LONG_RUN_MILLIS : VIRTUAL_LOOP_TIMEOUT_MILLIS);
    const pause = (millis: number) => {
      if (isRealTime) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
      else world.clock.advance(millis);
    };
    this.#waits = {
      pause,
      exchange: (requests) => exchangeAtOnce(requests, atOnce),
      // Nobody else runs, so what is not free now will not become free.
      until: (condition, millis) => {
        pause(millis);
        return condition();
      },
    };
  }

  run(id: number, request: RunRequest, fault: Fault | null): ExecutionRecord {
    const execution = new Execution(id, { ...request, fault }, this.#world, this.#waits);
    if (request.refusal !== undefined) {
      return execution.finish({ kind: 'threw', name: 'Exception', message: request.refusal });
    }
    const outcome = runInRealm(
      servicesText(),
      {
        dist: this.#world.dist,
        isFresh: this.#world.freshRealms,
        functionName: request.functionName,
        style: callStyle(request.kind),
        argumentsText: JSON.stringify(request.args),
        loopTimeoutMillis: this.#loopTimeoutMillis,
      },
      {
        call: (text) => JSON.stringify(atOnce(execution.handle(JSON.parse(text)))),
        now: () => this.#world.clock.now(),
        random: () => this.#world.random.next(),
      },
    );
    if (outcome.kind === 'killed') execution.kill(0);
    return execution.finish(outcome);
  }
}

function atOnce(reply: Eventual<BridgeReply>): BridgeReply {
  if (reply instanceof Promise)
    return { error: 'Emulator error: a handler answered later in sequential mode' };
  return reply;
}
