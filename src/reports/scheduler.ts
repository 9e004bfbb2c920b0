import type { Clock } from '../employer-api/ports';
import {
  type DocumentState,
  INTERVAL_MILLIS,
  PROPERTY,
  readDocumentState,
  runningLease,
  type Schedule,
} from './document-state';
import type { DocumentLock, PropertyStore, ScheduleTriggers, SpreadsheetCalendar } from './ports';
import { withLock } from './with-lock';

/** What scheduling needs. */
export interface ScheduleServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly triggers: ScheduleTriggers;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
}

/** A scheduled run that has begun. */
export interface ScheduledRun {
  readonly state: DocumentState;
  /** Takes back that it began, when it refreshed nothing: another person's trigger may try in the same interval. */
  giveBack(): void;
}

/** How many people's triggers are remembered; the oldest is forgotten first. */
const MOST_TRIGGERS = 20;
/** A run that comes earlier than this part of the interval after the last is a duplicate. */
const EARLIEST_PART_OF_INTERVAL = 0.8;
/** The triggers of people who set the schedule before take over when the newest one's run is this late. */
const OVERDUE_PART_OF_INTERVAL = 1.2;

/** When the reports of a spreadsheet are refreshed by themselves. */
export class Scheduler {
  constructor(private readonly services: ScheduleServices) {}

  /**
   * Sets the schedule: this person's own triggers are found and removed first, then one is made.
   *
   * @returns What the spreadsheet remembers after it.
   * @throws {ReportError} `permission_missing`; `busy`.
   */
  save(choice: Pick<Schedule, 'every' | 'hour'>): DocumentState {
    const { document, lock, triggers, calendar, clock } = this.services;
    const made: string[] = [];
    if (choice.every === 'off') triggers.remove();
    // The hour of a day is the spreadsheet's, whatever its zone was when it was last seen.
    else made.push(triggers.replace(choice.every, choice.hour, calendar.zone()));
    return withLock(lock, () => {
      const state = readDocumentState(document.readAll());
      const others = choice.every === 'off' ? [] : state.schedule.triggerIds.slice(1 - MOST_TRIGGERS);
      const schedule = { ...choice, savedAt: clock.now(), lastRunAt: null, triggerIds: [...others, ...made] };
      this.note(schedule);
      return { ...state, schedule };
    });
  }

  /**
   * Begins a scheduled run, and notes that it began, so that another person's trigger does not repeat it.
   *
   * @param triggerId Whose timer calls: only those that the schedule knows may begin a run.
   * @returns `undefined` when nothing is due or a refresh is running: one property read.
   * @throws {ReportError} `busy`
   */
  begin(triggerId: string): ScheduledRun | undefined {
    const { document, lock } = this.services;
    if (!this.isDue(readDocumentState(document.readAll()), triggerId)) return undefined;
    return withLock(lock, () => {
      // Again, now that nobody else can begin one or change the schedule.
      const state = readDocumentState(document.readAll());
      if (!this.isDue(state, triggerId)) return undefined;
      const begun: Schedule = { ...state.schedule, lastRunAt: this.services.clock.now() };
      this.note(begun);
      return { state, giveBack: () => this.giveBack(begun, state.schedule) };
    });
  }

  private isDue(state: DocumentState, triggerId: string): boolean {
    const now = this.services.clock.now();
    const { every, triggerIds, savedAt } = state.schedule;
    if (every === 'off' || !triggerIds.includes(triggerId)) return false;
    const hasWork = state.reports.length > 0 || state.statusSheet !== undefined;
    if (!hasWork || runningLease(state, now)) return false;
    // A run in the future was noted by a clock that was wrong.
    const last = (state.schedule.lastRunAt ?? now) <= now ? state.schedule.lastRunAt : null;
    const isNewest = triggerIds[triggerIds.length - 1] === triggerId;
    if (isNewest) return last === null || now >= last + EARLIEST_PART_OF_INTERVAL * INTERVAL_MILLIS[every];
    return now >= (last ?? savedAt) + OVERDUE_PART_OF_INTERVAL * INTERVAL_MILLIS[every];
  }

  private giveBack(begun: Schedule, before: Schedule): void {
    const { document, lock } = this.services;
    withLock(lock, () => {
      const { schedule } = readDocumentState(document.readAll());
      // Someone may have set another schedule meanwhile: theirs stays.
      if (JSON.stringify(schedule) === JSON.stringify(begun)) this.note(before);
    });
  }

  private note(schedule: Schedule): void {
    this.services.document.write({ [PROPERTY.schedule]: JSON.stringify(schedule) });
  }
}
