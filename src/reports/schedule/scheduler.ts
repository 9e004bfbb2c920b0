import type { ScheduleForm, ScheduleView } from '../../contract/schedule';
import { ReportError, toReportError } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import { entryOf, isAccountRefused, type MailKind, type MailLedger, parseLedger } from '../mail/mail-ledger';
import { describeDomains, maskAddress, mayMail, requireDomains } from '../mail/outbox';
import { MAIL_IS_OFF } from '../permissions';
import type {
  DocumentLock,
  Properties,
  PropertyStore,
  ScheduleTriggers,
  SpreadsheetCalendar,
  TriggerTiming,
} from '../ports';
import {
  type DocumentState,
  namedTriggers,
  newestRunner,
  PROPERTY,
  type Runner,
  readDocumentState,
  type Schedule,
  withLock,
} from '../saved/document-state';
import { describeRunWindow, judgeWake, lateSince, nextRun, scheduleZone } from '../saved/schedule-times';

/** What scheduling needs. */
interface ScheduleServices {
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

/** What a trigger that wakes needs. */
interface WakeServices {
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
interface NotedBeginning {
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

/**
 * The schedule for people, times in the spreadsheet's zone. Says who runs it by date only: the script may not know
 * names, and an address that one person typed is not for everyone to read. No service call that counts.
 */
export function describeSchedule(
  state: DocumentState,
  now: number,
  zone: string,
  calendar: SpreadsheetCalendar,
  mailDomains: readonly string[] = [],
): Omit<ScheduleView, 'isOwn'> {
  const { schedule } = state;
  const { every, hour, weekday } = schedule;
  const runner = newestRunner(schedule);
  const next = nextRun(schedule, now, zone, calendar);
  const since = lateSince(state, now);
  return {
    every,
    hour,
    weekday,
    mailTo: maskAddress(runner?.email ?? ''),
    mailProblem:
      describeRefusal(
        schedule,
        parseLedger(state.mails),
        'failures',
        runner?.email ?? '',
        now,
        mailDomains,
      ) || null,
    nextRun: next ? describeRunWindow(next) : null,
    runsAs: runner
      ? `the person who saved the schedule on ${calendar.text(runner.savedAt, zone).slice(0, 10)}`
      : null,
    late:
      since === undefined
        ? null
        : `Press “Take over” to run the schedule yourself: no scheduled run has begun since ${calendar.text(since, zone)}.`,
    zoneProblem: describeZones(schedule, zone),
  };
}

/** Google wakes a trigger by the clock of the zone in which it was made. Once an hour is the same by any clock. */
function describeZones(schedule: Schedule, zone: string): string | null {
  const runs = scheduleZone(schedule, zone);
  if (runs === zone || (schedule.every !== 'day' && schedule.every !== 'week')) return null;
  return `Press “Save schedule” to switch it to ${zone}: the spreadsheet’s time zone has changed, and the schedule still runs in ${runs}.`;
}

/** What to do about mail that Google or the administrator refuses, to an address or to anyone; empty where none does. */
export function describeRefusal(
  schedule: Pick<Schedule, 'runners'>,
  ledger: MailLedger,
  kind: MailKind,
  address: string,
  now: number,
  mailDomains: readonly string[],
): string {
  if (address === '') return '';
  if (!mayMail(address, mailDomains)) return `${describeDomains(mailDomains)}.`;
  if (newestRunner(schedule)?.mailOff) return MAIL_IS_OFF;
  if (isAccountRefused(ledger, now)) {
    return 'Wait a day: Google refused the last email. It is sent with a later run.';
  }
  if (entryOf(ledger, kind, address).refusals === 0) return '';
  return `Check the address ${maskAddress(address)}: Google refused the last email to it. It is tried again with a later run.`;
}
