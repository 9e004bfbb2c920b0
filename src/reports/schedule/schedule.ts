import type { InferOutput } from 'valibot';
import { shortDay, shortMoment, toMinute, weekday as weekdayOf } from '../../calendar/calendar-date';
import type { ReportForm } from '../../contract/reports';
import type { SCHEDULE_FORM } from '../../contract/schedule';
import { refuse, shownFailure } from '../../employer-api/errors';
import { STEP_IN_MILLIS } from '../../limits';
import { allowedAddresses, describeNoMail } from '../mail/outbox';
import type { DocumentServices, Services, SpreadsheetCalendar } from '../ports';
import {
  change,
  type DocumentState,
  findConnection,
  PROPERTY,
  requireRevision,
  runningLease,
  type Schedule,
} from '../saved/document-state';
import { goesOn, outcomeOf, type ReportRun, type SavedReport } from '../saved/saved-report';

/** What scheduling needs. */
type ScheduleServices = DocumentServices &
  Pick<Services, 'triggers' | 'calendar' | 'clock' | 'mailDomains' | 'stores'>;

/*
 * Every trigger wakes once an hour. The first wake after its hour refreshes a report. The trigger of whoever saved last
 * leads; those of the others step in for a run that is two hours late.
 */

/**
 * Sets the schedule, or runs the one there is as this person: of the triggers that this spreadsheet names, their own are
 * removed, then one is made, and leads from now on.
 *
 * @param form Left out to take the schedule over. No mail is sent then until someone enters an address again.
 * @returns What the spreadsheet remembers after it.
 * @throws {ReportError} `permission_missing`; `platform_unavailable` when Google makes no trigger: the schedule stays as it
 *   was, and is late until someone saves it; `busy`; `invalid_settings` where the administrator allows no mail to the
 *   address, or the schedule to take over is off; `changed_meanwhile` if someone saved it since its form was opened;
 *   `settings_missing` if this person has no connection: every run would fail.
 */
export function saveSchedule(
  services: ScheduleServices,
  form?: InferOutput<typeof SCHEDULE_FORM>,
): DocumentState {
  const { document, triggers, calendar, clock, mailDomains, stores } = services;
  // The hour is by the spreadsheet's clock, whatever its zone was when it was last seen.
  const zone = calendar.zone();
  // Under the lock from the first trigger on: whoever wakes meanwhile must not take the new one for a stray.
  return change(services, ({ schedule: before }, properties) => {
    requireRevision(before, form?.revision, calendar, zone);
    const { every, hour, weekday, email } = form ?? { ...before, email: [] };
    const isOff = every === 'off';
    if (form === undefined && isOff)
      refuse('invalid_settings', 'Choose how often to refresh: the schedule is off');
    if (!isOff) findConnection(properties, stores);
    const [to = ''] = allowedAddresses(isOff ? [] : email, mailDomains);
    const removed = triggers.remove(before.triggers);
    const others = before.triggers.filter((id) => !removed.includes(id));
    const savedAt = clock.now();
    try {
      const schedule: Schedule = {
        ...{ every, hour, weekday, email: to, savedAt, revision: before.revision + 1, mailOff: false },
        triggers: isOff ? others : [...others, triggers.make()],
      };
      return { ...scheduleProperty(schedule), [PROPERTY.zone]: zone };
    } catch (error) {
      // Even one that was never set is stored, so that a trigger which a save made and did not come to name ends itself.
      document.write(scheduleProperty({ ...before, savedAt: before.savedAt || savedAt, triggers: others }));
      throw error;
    }
  });
}

/** The document property that holds a schedule. */
export function scheduleProperty(schedule: Schedule): Record<string, string> {
  return { [PROPERTY.schedule]: JSON.stringify(schedule) };
}

/** What of a report decides when it is due. */
export interface Timed extends Pick<SavedReport, 'createdAt'> {
  readonly every?: SavedReport['every'] | undefined;
  readonly lastRun: Pick<ReportRun, 'finishedAt'> | null;
}

/** How often a report is refreshed. Without a schedule no timer runs, so none is. */
export function intervalOf(
  { every }: Pick<Schedule, 'every'>,
  own: ReportForm['every'] = 'settings',
): Schedule['every'] {
  return every === 'off' || own === 'settings' ? every : own;
}

/** What is said of the last run everywhere. Who has chosen the old table is no more asked to choose. */
export function shownMessage(saved: SavedReport, schedule: Pick<Schedule, 'every'>): string {
  const { lastRun, cursor } = saved;
  if (outcomeOf(saved) === 'kept') return `Old table kept: ${cursor?.held}. Refresh asks again.`;
  return shownFailure(lastRun?.message ?? '', intervalOf(schedule, saved.every) !== 'off');
}

/**
 * When reports are due: each at the first full hour of its interval that begins after its last refresh, whoever made that,
 * and after the schedule was saved.
 */
export function timetable(
  schedule: Pick<Schedule, 'every' | 'hour' | 'weekday' | 'savedAt'>,
  now: number,
  zone: string,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
) {
  // Full hours of the zone's clock, counted from the first day. Serial numbers of moments are not exact.
  const hourAt = (millis: number) => Math.floor(calendar.serial(millis, zone) * 24 + 1 / 3600);
  const present = hourAt(now);

  /** `undefined` for a report that is refreshed by hand. */
  function hourOf(report: Timed): number | undefined {
    const every = intervalOf(schedule, report.every);
    if (every === 'off') return undefined;
    const isOne = (hour: number) =>
      every === 'hour' ||
      (hour % 24 === schedule.hour &&
        (every === 'day' || weekdayOf(Math.floor(hour / 24)) === schedule.weekday));
    const tried = report.lastRun?.finishedAt ?? 0;
    let hour = hourAt(Math.max(schedule.savedAt, report.createdAt, tried)) + 1;
    while (!isOne(hour)) hour += 1;
    return hour;
  }

  return {
    /** Whether its hour has come, and for at least so many milliseconds. */
    isDue(report: Timed, lateness: number): boolean {
      const hour = hourOf(report);
      return hour !== undefined && present >= hour + lateness / 3_600_000;
    },
    /** The hour in which the first of these comes, in words: `22 Nov 2026, 06:00 to 07:00`; null if none does. */
    next(reports: readonly Timed[]): string | null {
      const hours = reports.map(hourOf).filter((hour) => hour !== undefined);
      if (hours.length === 0) return null;
      const from = Math.max(Math.min(...hours), present);
      return `${shortMoment(from / 24)} to ${toMinute((from + 1) / 24).clock}`;
    },
  };
}

/**
 * What a trigger that wakes has to do, by what is stored.
 *
 * @returns Nothing (`waits`); to end itself, since the schedule does not want it (`ends`); or the reports to refresh, whether
 *   a refresh is due (in a spreadsheet without reports it only moves the stamp), and by how many milliseconds anything must
 *   be late to be done now.
 */
export function judgeWake(
  state: DocumentState,
  triggerId: string,
  now: number,
  calendar: Pick<SpreadsheetCalendar, 'serial'>,
) {
  const { every, triggers, savedAt } = state.schedule;
  // A schedule that cannot be read says nothing.
  if (savedAt === 0) return 'waits';
  if (every === 'off' || !triggers.includes(triggerId)) return 'ends';
  if (runningLease(state, now)) return 'waits';
  const leads = triggers[triggers.length - 1] === triggerId;
  const lateness = leads ? 0 : STEP_IN_MILLIS;
  const times = timetable(state.schedule, now, state.zone, calendar);
  const isDue = (one: Timed) => times.isDue(one, lateness);
  const reports = state.reports.filter((report) => isDue(report) || (leads && goesOn(report, now)));
  const isRefreshDue = reports.length > 0 || timedIn(state).some(isDue);
  return { reports, isRefreshDue, lateness };
}

/** What waits for its hour: the reports; without any the stamp, once it was written. */
function timedIn({ reports, statusSheet }: DocumentState): readonly Timed[] {
  if (reports.length > 0 || statusSheet === undefined) return reports;
  return [{ createdAt: statusSheet.stampedAt, lastRun: null }];
}

/** The schedule for people, times in the spreadsheet's zone. Says who runs it by date only: the script may not know names. */
export function describeSchedule(
  state: DocumentState,
  now: number,
  zone: string,
  calendar: SpreadsheetCalendar,
  mailDomains: readonly string[] = [],
) {
  const { every, hour, weekday, revision, email, savedAt } = state.schedule;
  const day = (millis: number) => Math.floor(calendar.serial(millis, zone));
  const times = timetable(state.schedule, now, zone, calendar);
  const timed = timedIn(state);
  const isLate = timed.some((one) => times.isDue(one, STEP_IN_MILLIS));
  return {
    // As in the form.
    ...{ every, hour, weekday, revision, email },
    mailProblem: describeNoMail(state, [email], day(now), mailDomains) || null,
    nextRun: times.next(timed),
    runsAs: every === 'off' ? null : `the person who saved the schedule on ${shortDay(day(savedAt))}`,
    late: isLate
      ? 'Press “Take over” in Settings to run the schedule yourself: a refresh is more than two hours late.'
      : null,
  };
}
