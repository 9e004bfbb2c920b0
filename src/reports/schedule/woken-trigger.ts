import { ReportError } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import type {
  DocumentLock,
  Properties,
  PropertyStore,
  ScheduleTriggers,
  SpreadsheetCalendar,
} from '../ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import type { Runner, Schedule } from '../saved/schedule-record';
import { judgeWake } from '../saved/schedule-times';
import { withLock } from '../with-lock';

/** What a trigger that wakes needs. */
export interface WakeServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly triggers: Pick<ScheduleTriggers, 'remove'>;
  readonly clock: Clock;
  readonly calendar: Pick<SpreadsheetCalendar, 'serial'>;
}

/** A scheduled run that has begun. */
export interface ScheduledRun {
  readonly triggerId: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  /** What held when it began. */
  readonly state: DocumentState;
  /**
   * Takes back that it began, when it refreshed nothing: another person's trigger may try in the same interval. Four
   * service calls.
   *
   * @param changes Other properties to write in the same call.
   */
  giveBack(changes?: (state: DocumentState) => Record<string, string>): void;
}

/** That a run has begun, to be stored with what is written anyway. */
export interface NotedBeginning {
  /** What is true once `changes` are stored. */
  readonly state: DocumentState;
  readonly changes: Properties;
}

/**
 * A trigger that has woken and has something to do, as far as could be seen without the lock.
 *
 * Its run begins under the lock, once that is confirmed: in a write of its own, or in that of its first refresh. The
 * beginning is recorded, so that another person's trigger does not repeat the run.
 */
export class WokenTrigger {
  /** What it has to do, by what was stored and the hour it was when it woke: while it works the hour may come. */
  readonly turn: ReturnType<typeof judgeWake>;
  /** Whether the person whose trigger it is has not allowed mail; noted as the run begins. Unknown before anyone looked. */
  isMailOff: boolean | undefined;
  private begun: ScheduledRun | undefined;

  /** @param state What was stored when it woke. */
  constructor(
    private readonly services: WakeServices,
    private readonly triggerId: string,
    readonly state: DocumentState,
  ) {
    this.turn = this.judge(state);
  }

  /** Its run; `undefined` before that has begun. */
  get run(): ScheduledRun | undefined {
    return this.begun;
  }

  /**
   * Begins its run in a write of its own. A trigger that is no longer needed removes itself instead, which happens once.
   * Four service calls.
   *
   * @returns `undefined` if there is nothing left to run.
   * @throws {ReportError} `busy`
   */
  begin(): ScheduledRun | undefined {
    const { document, lock, triggers } = this.services;
    return withLock(lock, () => {
      // Again, now that no one else can begin a run or change the schedule.
      const state = readDocumentState(document.readAll());
      const turn = this.judge(state);
      if (turn === 'end') endQuietly(triggers, this.triggerId);
      if (turn === 'run') document.write(this.noteIn(state).changes);
      return this.begun;
    });
  }

  /**
   * Begins its run in a write of the caller, under the caller's lock. If it has begun there is nothing to store.
   *
   * @param state What is stored now.
   * @throws {ReportError} `busy` if there is nothing left to run: another run has begun, or the schedule was changed.
   */
  noteIn(state: DocumentState): NotedBeginning {
    if (this.begun) return { state, changes: {} };
    const turn = this.judge(state);
    const goesOn = this.turn === 'goOn';
    if (turn !== 'run' && !(turn === 'goOn' && goesOn)) throw new ReportError('busy');
    const { triggerId } = this;
    const begunAt = this.services.clock.now();
    const runners = prove(state.schedule.runners, triggerId, true).map((runner) =>
      runner.triggerId === triggerId && this.isMailOff !== undefined
        ? { ...runner, mailOff: this.isMailOff || undefined }
        : runner,
    );
    // What is gone on with leaves the next run to its hour, also where that has come meanwhile.
    const times = goesOn ? {} : { lastRunAt: begunAt, lastWakeAt: begunAt };
    const schedule = { ...state.schedule, ...times, runners };
    const giveBack: ScheduledRun['giveBack'] = (changes) => this.giveBack(begunAt, state, changes);
    this.begun = { triggerId, begunAt, state, giveBack };
    return { state: { ...state, schedule }, changes: scheduleProperty(schedule) };
  }

  private judge(state: DocumentState): ReturnType<typeof judgeWake> {
    const { clock, calendar } = this.services;
    return judgeWake(state, this.triggerId, clock.now(), calendar);
  }

  private giveBack(
    begunAt: number,
    before: DocumentState,
    changes: Parameters<ScheduledRun['giveBack']>[0],
  ): void {
    const { document, lock } = this.services;
    withLock(lock, () => {
      const state = readDocumentState(document.readAll());
      const { schedule } = state;
      const others = changes?.(state) ?? {};
      // Someone may have set another schedule meanwhile: theirs stays.
      if (schedule.lastRunAt !== begunAt || schedule.savedAt !== before.schedule.savedAt) {
        if (Object.keys(others).length > 0) document.write(others);
        return;
      }
      const isOwn = ({ triggerId }: Runner) => triggerId === this.triggerId;
      const wasProven = before.schedule.runners.some((one) => isOwn(one) && one.proven);
      const runners = prove(schedule.runners, this.triggerId, wasProven);
      const { lastRunAt } = before.schedule;
      document.write({ ...others, ...scheduleProperty({ ...schedule, lastRunAt, runners }) });
    });
  }
}

/** The document property that holds a schedule. */
export function scheduleProperty(schedule: Schedule): Record<string, string> {
  return { [PROPERTY.schedule]: JSON.stringify(schedule) };
}

function prove(runners: readonly Runner[], triggerId: string, proven: boolean): Runner[] {
  return runners.map((runner) => (runner.triggerId === triggerId ? { ...runner, proven } : runner));
}

/** A trigger that may not remove itself wakes again, and finds the same. */
function endQuietly(triggers: WakeServices['triggers'], triggerId: string): void {
  try {
    triggers.remove([triggerId]);
  } catch {
    // There is nothing to be done about it now.
  }
}
