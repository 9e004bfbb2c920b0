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
import { scheduleProperty, WokenTrigger } from './woken-trigger';

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
   * Looks whether a trigger that wakes has anything to do: a run that is due, or to remove itself. One service call.
   *
   * @param triggerId Whose timer calls: only those that the schedule knows may begin a run.
   * @returns `undefined` when nothing is due or a refresh is running.
   */
  wake(triggerId: string): WokenTrigger | undefined {
    const { services } = this;
    const woken = new WokenTrigger(services, triggerId, readDocumentState(services.document.readAll()));
    return woken.turn === 'wait' ? undefined : woken;
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
      let { zone } = state;
      if (every === 'off') triggers.remove();
      else {
        // The hour of a day is the spreadsheet's, whatever its zone was when it was last seen.
        zone = calendar.zone();
        // A refresh that did not fit a run is gone on with soon; an add-on may have no second trigger for that.
        const isLong = state.reports.some(({ cursor }) => (cursor?.days ?? 0) > 0);
        const hourly = (isLong || newestRunner(state.schedule)?.hourly) === true && { hourly: true };
        const triggerId = triggers.replace({ every: hourly ? 'hour' : every, hour, weekday, zone });
        const runner = { triggerId, savedAt, email, proven: false, zone, ...hourly };
        runners.push(...chosen.runners.slice(1 - MOST_RUNNERS), runner);
      }
      const schedule = { ...chosen, savedAt, lastWakeAt: null, runners, told: {} };
      const seen = zone === undefined || zone === state.zone ? {} : { [PROPERTY.zone]: zone };
      document.write({ ...scheduleProperty(schedule), ...seen });
      return { ...state, schedule, zone };
    });
  }
}
