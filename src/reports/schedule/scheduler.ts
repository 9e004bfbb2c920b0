import { ReportError } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import type {
  DocumentLock,
  PropertyStore,
  ScheduleTriggers,
  SingleTriggers,
  SpreadsheetCalendar,
} from '../ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import { newestRunner, type Runner, type Schedule } from '../saved/schedule-record';
import { withLock } from '../with-lock';
import { judgeWake } from './schedule-rules';

/** What scheduling needs. */
export interface ScheduleServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly triggers: ScheduleTriggers & SingleTriggers;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
}

/** What a person chooses. */
export interface ScheduleChoice extends Pick<Schedule, 'every' | 'hour'> {
  /** 1 is Monday. @default 1 */
  readonly weekday?: number;
  /** Where mail about failures goes; empty for none. @default the address of the schedule before */
  readonly email?: string;
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

/** How many people's triggers are remembered; the oldest is forgotten first. */
const MOST_RUNNERS = 8;

/** When the reports of a spreadsheet are refreshed by themselves, and as whom. */
export class Scheduler {
  constructor(private readonly services: ScheduleServices) {}

  /**
   * Sets the schedule: this person's own triggers are found and removed first, then one is made, and leads from now
   * on. Mail starts anew: of what fails already the next run tells again. Seven service calls, one more for each
   * trigger removed; off: six, one more for each, and one to see that none is left.
   *
   * @returns What the spreadsheet remembers after it.
   * @throws {ReportError} `permission_missing`, which changes nothing; `platform_unavailable` when Google makes no
   *   trigger: the schedule stays as it was, and is late until someone saves it; `busy`.
   */
  save(choice: ScheduleChoice): DocumentState {
    return this.install((before) => ({
      ...before,
      every: choice.every,
      hour: choice.hour,
      weekday: choice.weekday ?? 1,
      lastRunAt: null,
      email: choice.email ?? newestRunner(before)?.email ?? '',
    }));
  }

  /**
   * Runs the schedule as it is as this person from now on. The trigger before ends itself once this one has run: nobody
   * can remove another person's. No mail goes to anyone until someone gives an address again. Costs as `save`.
   *
   * @returns What the spreadsheet remembers after it.
   * @throws {ReportError} `invalid_settings` when the schedule is off; otherwise as `save`.
   */
  takeOver(): DocumentState {
    return this.install((before) => {
      if (before.every !== 'off') return { ...before, email: '' };
      throw new ReportError('invalid_settings', {
        sentence: 'Choose how often to refresh: the schedule is off',
      });
    });
  }

  /** Whether the schedule runs as this person. One service call; none when it is off. */
  isOwn({ schedule }: DocumentState): boolean {
    const runner = newestRunner(schedule);
    return runner !== undefined && this.services.triggers.ownIds().includes(runner.triggerId);
  }

  /**
   * Begins a scheduled run, and notes that it began, so that another person's trigger does not repeat it. A trigger
   * that is not wanted any more removes itself instead, which happens once.
   *
   * @param triggerId Whose timer calls: only those that the schedule knows may begin a run.
   * @returns `undefined` when nothing is due or a refresh is running: one property read. A run: five service calls.
   * @throws {ReportError} `busy`
   */
  begin(triggerId: string): ScheduledRun | undefined {
    const { document, lock, triggers, clock } = this.services;
    const judge = (state: DocumentState) => judgeWake(state, triggerId, clock.now());
    if (judge(readDocumentState(document.readAll())) === 'wait') return undefined;
    return withLock(lock, () => {
      // Again, now that nobody else can begin one or change the schedule.
      const state = readDocumentState(document.readAll());
      const turn = judge(state);
      if (turn === 'end') endQuietly(triggers, triggerId);
      if (turn !== 'run') return undefined;
      const begunAt = clock.now();
      const { schedule } = state;
      const runners = prove(schedule.runners, triggerId, true);
      this.note({ ...schedule, lastRunAt: begunAt, lastWakeAt: begunAt, runners });
      const giveBack: ScheduledRun['giveBack'] = (changes) =>
        this.giveBack(triggerId, begunAt, state, changes);
      return { triggerId, begunAt, state, giveBack };
    });
  }

  /** Under the lock from the first trigger on: whoever wakes meanwhile must not take the new one for a stray. */
  private install(choose: (before: Schedule) => Schedule & Pick<Runner, 'email'>): DocumentState {
    const { document, lock, triggers, calendar, clock } = this.services;
    return withLock(lock, () => {
      const state = readDocumentState(document.readAll());
      const { email, ...chosen } = choose(state.schedule);
      const { every, hour, weekday } = chosen;
      const savedAt = clock.now();
      const runners: Runner[] = [];
      if (every === 'off') triggers.remove();
      else {
        // The hour of a day is the spreadsheet's, whatever its zone was when it was last seen.
        const triggerId = triggers.replace({ every, hour, weekday, zone: calendar.zone() });
        runners.push(...chosen.runners.slice(1 - MOST_RUNNERS), { triggerId, savedAt, email, proven: false });
      }
      const schedule = { ...chosen, savedAt, lastWakeAt: null, runners, told: {}, mailRefused: false };
      this.note(schedule);
      return { ...state, schedule };
    });
  }

  private giveBack(
    triggerId: string,
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
      const wasProven = before.schedule.runners.some((one) => one.triggerId === triggerId && one.proven);
      const runners = prove(schedule.runners, triggerId, wasProven);
      this.note({ ...schedule, lastRunAt: before.schedule.lastRunAt, runners }, others);
    });
  }

  private note(schedule: Schedule, others: Record<string, string> = {}): void {
    this.services.document.write({ ...others, [PROPERTY.schedule]: JSON.stringify(schedule) });
  }
}

function prove(runners: readonly Runner[], triggerId: string, proven: boolean): Runner[] {
  return runners.map((runner) => (runner.triggerId === triggerId ? { ...runner, proven } : runner));
}

/** A trigger that may not remove itself wakes again, and finds the same. */
function endQuietly(triggers: SingleTriggers, triggerId: string): void {
  try {
    triggers.end(triggerId);
  } catch {
    // Nobody can do anything about it now.
  }
}
