import { TRIGGER_TIME_SPENT } from './error-texts';
import type { ExecutionRecord } from './execution-record';
import { type RunRequest, timeEvent } from './run-request';
import { nextRun } from './trigger-schedule';
import { GOOGLE_SENDER } from './world/mailbox';
import type { Trigger } from './world/trigger-table';
import type { World } from './world/world';

/** How far the runs of a pushed clock have come. */
export interface TriggerProgress {
  /** Runs that have ended. */
  readonly done: number;
  /** Runs that there will be, as the triggers stand now. */
  readonly total: number;
}

/** Fires time-driven triggers when the clock reaches them. */
export class TriggerRunner {
  readonly #world: World;
  readonly #run: (request: RunRequest) => ExecutionRecord;

  constructor(world: World, run: (request: RunRequest) => ExecutionRecord) {
    this.#world = world;
    this.#run = run;
  }

  /** Moves the clock to an instant and runs what falls due on the way, in order. */
  runUntil(instantMillis: number): ExecutionRecord[] {
    const { clock, triggers } = this.#world;
    const records: ExecutionRecord[] = [];
    for (let due = triggers.due(instantMillis); due !== null; due = triggers.due(instantMillis)) {
      clock.advanceTo(due.nextRunAt ?? instantMillis);
      records.push(this.#fire(due));
    }
    clock.advanceTo(instantMillis);
    return records;
  }

  /** The same for a caller that runs executions elsewhere. */
  async runUntilLater(
    instantMillis: number,
    run: (request: RunRequest) => Promise<ExecutionRecord>,
    onProgress: (progress: TriggerProgress) => void = () => {},
  ): Promise<ExecutionRecord[]> {
    const { clock, triggers } = this.#world;
    const records: ExecutionRecord[] = [];
    const tell = (): void => {
      const done = records.length;
      onProgress({ done, total: done + countRuns(triggers.triggers, instantMillis) });
    };
    for (let due = triggers.due(instantMillis); due !== null; due = triggers.due(instantMillis)) {
      clock.advanceTo(due.nextRunAt ?? instantMillis);
      tell();
      const record = await run(beginRun(this.#world, due));
      endRun(this.#world, due, record);
      records.push(record);
    }
    clock.advanceTo(instantMillis);
    tell();
    return records;
  }

  #fire(trigger: Trigger): ExecutionRecord {
    const due = beginRun(this.#world, trigger);
    const record = this.#run(due);
    endRun(this.#world, trigger, record);
    return record;
  }
}

/** How often triggers fall due up to an instant, if none of the runs changes them. */
function countRuns(triggers: readonly Trigger[], instantMillis: number): number {
  let runs = 0;
  for (const { enabled, nextRunAt, schedule } of triggers) {
    for (let at = enabled ? nextRunAt : null; at !== null && at <= instantMillis; runs += 1) {
      at = nextRun(schedule, at, at);
    }
  }
  return runs;
}

/** The request of a due trigger; its next run is set before this one starts. */
export function beginRun(world: World, trigger: Trigger): RunRequest {
  const now = world.clock.now();
  trigger.nextRunAt = nextRun(trigger.schedule, now, now);
  const used = world.quotas.used(trigger.owner, 'triggerMillis', now);
  return {
    kind: 'trigger',
    functionName: trigger.handler,
    user: trigger.owner,
    document: world.documents.get(trigger.bookId) ?? world.deletedDocuments.get(trigger.bookId) ?? null,
    args: timeEvent(now, trigger.uniqueId),
    ...(used >= world.switches.quotas.triggerMillis ? { refusal: TRIGGER_TIME_SPENT } : {}),
  };
}

/** Counts the time used; a bound script's owner gets a mail about a failure, an add-on's gets none (fact T13). */
export function endRun(world: World, trigger: Trigger, record: ExecutionRecord): void {
  const now = world.clock.now();
  world.quotas.add(trigger.owner, 'triggerMillis', record.virtualMillis, now);
  if (world.installation === 'add-on' || record.outcome.kind === 'returned') return;
  world.mails.push({
    to: trigger.owner,
    subject: 'Summary of failures for Apps Script',
    body: `${trigger.handler}: ${record.outcome.message}`,
    options: {},
    sender: GOOGLE_SENDER,
    sentAt: now,
  });
}
