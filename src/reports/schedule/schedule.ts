import { shortDay } from '../../calendar/calendar-date';
import type { ScheduleForm, ScheduleView } from '../../contract/schedule';
import { refuse, toReportError } from '../../employer-api/errors';
import type { Clock } from '../../employer-api/ports';
import { describeNoMail, maskAddress, wholeAddresses } from '../mail/outbox';
import type { DocumentLock, PropertyStore, ScheduleTriggers, SpreadsheetCalendar } from '../ports';
import {
  cachedTimeZone,
  type DocumentState,
  PROPERTY,
  readDocumentState,
  runningLease,
  withLock,
} from '../saved/document-state';
import { requireRevision } from '../saved/kept-list';
import { goesOn, type SavedReport } from '../saved/saved-report';
import {
  describeNextHour,
  hasCome,
  hourAhead,
  latenessOf,
  namedTriggers,
  newestRunner,
  type Runner,
  roleOf,
  type Schedule,
  type Timed,
} from '../saved/saved-schedule';

/** What scheduling needs. */
export interface ScheduleServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly triggers: ScheduleTriggers;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  /** The domains that mail may go to; any where none is listed. */
  readonly mailDomains: readonly string[];
}

/** How many people's triggers are remembered; the oldest is forgotten first. */
const MOST_RUNNERS = 8;

/*
 * Every trigger wakes once an hour. The first wake after its hour refreshes a report. The trigger of whoever saved last
 * leads; those of the others step in for a run that is two hours late.
 */

/**
 * Sets the schedule: of the triggers that this spreadsheet names, this person's own are removed, then one is made, and
 * leads from now on. Six service calls, two more where a trigger is removed; off: four, and those two.
 *
 * @returns What the spreadsheet remembers after it.
 * @throws {ReportError} `permission_missing`, which changes nothing; `platform_unavailable` when Google makes no
 *   trigger: the schedule stays as it was, and is late until someone saves it; `busy`; `invalid_settings` where the
 *   administrator allows no mail to the address; `changed_meanwhile` if someone saved it since its form was opened.
 */
export function saveSchedule(
  services: ScheduleServices,
  { revision, every, hour, weekday = 1, email }: ScheduleForm,
): DocumentState {
  const { mailDomains, calendar } = services;
  if (email) wholeAddresses([email], [], mailDomains);
  return install(services, (before, state) => {
    const time = (millis: number) => calendar.text(millis, cachedTimeZone(state));
    requireRevision(before, revision, time);
    return { ...before, every, hour, weekday, email: email ?? newestRunner(before)?.email ?? '' };
  });
}

/**
 * Makes this person's trigger lead from now on; the schedule stays as it is. No mail is sent until someone enters an
 * address again. Costs as `saveSchedule`.
 *
 * @returns The document's state after it.
 * @throws {ReportError} `invalid_settings` if the schedule is off; otherwise as `saveSchedule`.
 */
export function takeOver(services: ScheduleServices): DocumentState {
  return install(services, (before) =>
    before.every === 'off'
      ? refuse('invalid_settings', 'Choose how often to refresh: the schedule is off')
      : { ...before, email: '' },
  );
}

/** Whether the schedule runs as this person. One service call; none when it is off. */
export function isOwnSchedule(
  { triggers }: Pick<ScheduleServices, 'triggers'>,
  { schedule }: DocumentState,
): boolean {
  const runner = newestRunner(schedule);
  return runner !== undefined && triggers.ownIds().includes(runner.triggerId);
}

/** Under the lock from the first trigger on: whoever wakes meanwhile must not take the new one for a stray. */
function install(
  { document, lock, triggers, calendar, clock }: ScheduleServices,
  choose: (before: Schedule, state: DocumentState) => Schedule & Pick<Runner, 'email'>,
): DocumentState {
  return withLock(lock, () => {
    const state = readDocumentState(document.readAll());
    const before = state.schedule;
    const { email, ...chosen } = choose(before, state);
    const isOff = chosen.every === 'off';
    const savedAt = clock.now();
    // The hour of a day is the spreadsheet's, whatever its zone was when it was last seen.
    const zone = isOff ? state.zone : calendar.zone();
    const removed = triggers.remove(namedTriggers(before));
    const others = before.runners.filter(({ triggerId }) => !removed.includes(triggerId));
    const runners: Runner[] = isOff ? withoutMail(others) : others.slice(1 - MOST_RUNNERS);
    if (!isOff) {
      try {
        runners.push({ triggerId: triggers.make(), savedAt, email });
      } catch (error) {
        // Even one that was never set is stored, so that a trigger which a save made and did not come to name ends itself.
        const asBefore = { ...before, savedAt: before.savedAt || savedAt, runners: others };
        if (toReportError(error).code === 'platform_unavailable') document.write(scheduleProperty(asBefore));
        throw error;
      }
    }
    const revision = before.revision + 1;
    const schedule = { ...chosen, savedAt, revision, runners };
    const seen = zone === undefined || zone === state.zone ? {} : { [PROPERTY.zone]: zone };
    document.write({ ...scheduleProperty(schedule), ...seen });
    return { ...state, schedule, zone };
  });
}

/** The runners of a schedule that ends, whose addresses are forgotten. */
export function withoutMail(runners: readonly Runner[]): Runner[] {
  return runners.map((runner) => ({ ...runner, email: '' }));
}

/** The document property that holds a schedule. */
export function scheduleProperty(schedule: Schedule): Record<string, string> {
  return { [PROPERTY.schedule]: JSON.stringify(schedule) };
}

/** What a trigger that wakes finds to do. */
export type Wake =
  | { readonly kind: 'waits' }
  /** The schedule does not want this trigger. */
  | { readonly kind: 'ends' }
  /** It looks after the schedule now. Without reports there is still the stamp, once it was written. */
  | {
      readonly kind: 'runs';
      readonly reports: readonly SavedReport[];
      readonly isStampDue: boolean;
      /** How late must be what it does, in milliseconds. */
      readonly lateness: number;
    };

/** Looks at what was stored for what a trigger that wakes has to do. No service call that counts. */
export function judgeWake(
  state: DocumentState,
  triggerId: string,
  now: number,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
): Wake {
  const role = roleOf(state.schedule, triggerId);
  if (role === 'ends') return { kind: 'ends' };
  if (role === 'waits' || runningLease(state, now)) return { kind: 'waits' };
  const serialOf = (millis: number) => calendar.serial(millis, cachedTimeZone(state));
  const lateness = latenessOf(role);
  const isDue = (one: Timed) =>
    hasCome(hourAhead(state.schedule, one, now, serialOf), serialOf(now), lateness);
  const reports = state.reports.filter(
    (report) => isDue(report) || (role === 'leads' && goesOn(report, now)),
  );
  const isStampDue = state.reports.length === 0 && timedIn(state).some(isDue);
  return { kind: 'runs', reports, isStampDue, lateness };
}

/** What waits for its hour: the reports; without any the stamp, once it was written. */
function timedIn({ reports, statusSheet }: DocumentState): readonly Timed[] {
  if (reports.length > 0 || statusSheet === undefined) return reports;
  return [{ createdAt: statusSheet.stampedAt, lastRun: null }];
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
  const serialOf = (millis: number) => calendar.serial(millis, zone);
  const time = serialOf(now);
  const hours = timedIn(state).map((one) => hourAhead(schedule, one, now, serialOf));
  const isLate = hours.some((hour) => hasCome(hour, time, latenessOf('stands in')));
  return {
    ...{ every, hour, weekday, revision: schedule.revision },
    mailTo: maskAddress(runner?.email ?? ''),
    mailProblem: describeNoMail(state, [runner?.email ?? ''], Math.floor(time), mailDomains) || null,
    nextRun: describeNextHour(hours, time),
    runsAs: runner
      ? `the person who saved the schedule on ${shortDay(Math.floor(calendar.serial(runner.savedAt, zone)))}`
      : null,
    late: isLate ? LATE : null,
  };
}

const LATE = 'Press “Take over” to run the schedule yourself: a refresh is more than two hours late.';
