import type { Clock } from '../employer-api/ports';
import {
  type DocumentState,
  PROPERTY,
  readDocumentState,
  runningLease,
  type Schedule,
} from './document-state';
import type { PropertyStore, ScheduleTriggers, SpreadsheetCalendar } from './ports';

/** What scheduling needs. */
export interface ScheduleServices {
  readonly document: PropertyStore;
  readonly triggers: ScheduleTriggers;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
}

const INTERVAL_MILLIS = { hour: 3_600_000, day: 86_400_000 };
/** How many people's triggers are remembered; the oldest is forgotten first. */
const MOST_TRIGGERS = 20;
/** A run that comes earlier than this part of the interval after the last is another person's duplicate. */
const EARLIEST_PART_OF_INTERVAL = 0.8;

/** When the reports of a spreadsheet are refreshed by themselves. */
export class Scheduler {
  constructor(private readonly services: ScheduleServices) {}

  /**
   * Sets the schedule: this person's own triggers are found and removed first, then one is made.
   *
   * @returns What the spreadsheet remembers after it.
   * @throws {ReportError} `permission_missing`
   */
  save(choice: Pick<Schedule, 'every' | 'hour'>): DocumentState {
    const { document, triggers, calendar } = this.services;
    const state = readDocumentState(document.readAll());
    const triggerIds: string[] = [];
    if (choice.every === 'off') {
      triggers.remove();
    } else {
      // The hour of a day is the spreadsheet's, whatever its zone was when it was last seen.
      const id = triggers.replace(choice.every, choice.hour, calendar.zone());
      triggerIds.push(...state.schedule.triggerIds.slice(1 - MOST_TRIGGERS), id);
    }
    const schedule: Schedule = { ...choice, lastRunAt: null, triggerIds };
    this.note(schedule);
    return { ...state, schedule };
  }

  /**
   * Begins a scheduled run, and notes that it began, so that another person's trigger does not repeat it.
   *
   * @param triggerId Whose timer calls: only those that the schedule knows may begin a run.
   * @returns The state before it, when there is something to do; `undefined` when nothing is due or a refresh is
   *   running.
   */
  begin(triggerId: string): DocumentState | undefined {
    const { document, clock } = this.services;
    const now = clock.now();
    const state = readDocumentState(document.readAll());
    const { schedule } = state;
    if (schedule.every === 'off' || !schedule.triggerIds.includes(triggerId)) return undefined;
    if (state.reports.length === 0 || runningLease(state, now)) return undefined;
    const earliest = (schedule.lastRunAt ?? 0) + EARLIEST_PART_OF_INTERVAL * INTERVAL_MILLIS[schedule.every];
    if (now < earliest) return undefined;
    this.note({ ...schedule, lastRunAt: now });
    return state;
  }

  /** Takes back that a run began, when it refreshed nothing: another person's trigger may try in the same interval. */
  giveBack(before: DocumentState): void {
    this.note(before.schedule);
  }

  private note(schedule: Schedule): void {
    this.services.document.write({ [PROPERTY.schedule]: JSON.stringify(schedule) });
  }
}
