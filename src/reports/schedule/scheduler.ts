import type { ScheduleForm } from '../../contract/schedule';
import { ReportError, toReportError } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import { requireDomains } from '../mail/mail-domains';
import type {
  DocumentLock,
  PropertyStore,
  ScheduleTriggers,
  SpreadsheetCalendar,
  TriggerTiming,
} from '../ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import { namedTriggers, newestRunner, type Runner, type Schedule } from '../saved/schedule-record';
import { withLock } from '../with-lock';
import { scheduleProperty, WokenTrigger } from './woken-trigger';

/** What scheduling needs. */
export interface ScheduleServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly triggers: ScheduleTriggers;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  /** The domains that mail may go to. @default any */
  readonly mailDomains?: readonly string[];
}

/** How many people's triggers are remembered, and how many that end; the oldest is forgotten first. */
const MOST_RUNNERS = 8;

/** When the reports of a spreadsheet are refreshed automatically, and as whom. */
export class Scheduler {
  /** The trigger that this execution has made. */
  private made: string | undefined;

  constructor(private readonly services: ScheduleServices) {}

  /**
   * Sets the schedule: of the triggers that this spreadsheet names, this person's own are removed, then one is made, and
   * leads from now on. Mail starts over: the next run reports again what fails already. Six service calls, two more
   * where a trigger is removed; off: four, and those two.
   *
   * @returns What the spreadsheet remembers after it.
   * @throws {ReportError} `permission_missing`, which changes nothing; `platform_unavailable` when Google makes no
   *   trigger: the schedule stays as it was, and is late until someone saves it; `busy`; `invalid_settings` where the
   *   administrator allows no mail to the address.
   */
  save(choice: ScheduleForm): DocumentState {
    if (choice.email !== undefined) requireDomains([choice.email], this.services.mailDomains ?? []);
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
   * Makes this person run the unchanged schedule from now on. The previous trigger ends itself once this one has run,
   * because no one can remove another person's. No mail is sent until someone enters an address again. Costs as `save`.
   *
   * @returns The document's state after it.
   * @throws {ReportError} `invalid_settings` if the schedule is off; otherwise as `save`.
   */
  takeOver(): DocumentState {
    return this.install((before) => {
      if (before.every !== 'off') return { ...before, email: '' };
      throw new ReportError('invalid_settings', {
        sentence: 'Choose how often to refresh: the schedule is off',
      });
    });
  }

  /** Whether the schedule runs as this person. One service call; none when it is off, or was just saved. */
  isOwn({ schedule }: DocumentState): boolean {
    const runner = newestRunner(schedule);
    if (runner === undefined) return false;
    return runner.triggerId === this.made || this.services.triggers.ownIds().includes(runner.triggerId);
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
      const before = state.schedule;
      const { email, ...chosen } = choose(before);
      const { every, hour, weekday } = chosen;
      const savedAt = clock.now();
      // The hour of a day is the spreadsheet's, whatever its zone was when it was last seen.
      const zone = every === 'off' ? state.zone : calendar.zone();
      const removed = triggers.remove(namedTriggers(before));
      const isLeft = (triggerId: string) => !removed.includes(triggerId);
      const others = before.runners.filter(({ triggerId }) => isLeft(triggerId));
      const kept = { ...chosen, savedAt, lastWakeAt: null, reported: {} };
      const runners: Runner[] = every === 'off' ? [] : others.slice(1 - MOST_RUNNERS);
      const ended = others.filter((runner) => !runners.includes(runner));
      const ending = namedTriggers({ ending: before.ending.filter(isLeft), runners: ended });
      const schedule = { ...kept, runners, ending: ending.slice(-MOST_RUNNERS) };
      if (every !== 'off' && zone !== undefined) {
        // A refresh that did not fit a run is gone on with soon; an add-on may have no second trigger for that.
        const isLong = state.reports.some(({ cursor }) => (cursor?.days ?? 0) > 0);
        const hourly = (isLong || newestRunner(before)?.hourly) === true && { hourly: true };
        const timing = { every: hourly ? ('hour' as const) : every, hour, weekday, zone };
        this.made = this.makeTrigger(timing, {
          ...before,
          savedAt: before.savedAt || savedAt,
          runners: others,
        });
        runners.push({ triggerId: this.made, savedAt, email, proven: false, zone, ...hourly });
      }
      const seen = zone === undefined || zone === state.zone ? {} : { [PROPERTY.zone]: zone };
      document.write({ ...scheduleProperty(schedule), ...seen });
      return { ...state, schedule, zone };
    });
  }

  /**
   * @param without The schedule as it was, without the triggers that are gone: what is stored where none is made. Even
   *   one that was never set is, so that a trigger which a save made and did not come to name ends when it wakes.
   */
  private makeTrigger(timing: TriggerTiming, without: Schedule): string {
    try {
      return this.services.triggers.make(timing);
    } catch (error) {
      if (toReportError(error).code === 'platform_unavailable') {
        this.services.document.write(scheduleProperty(without));
      }
      throw error;
    }
  }
}
