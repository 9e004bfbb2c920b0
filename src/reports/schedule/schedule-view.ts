import type { ScheduleView } from '../../contract/schedule';
import { entryOf, isAccountRefused, type MailKind, type MailLedger, parseLedger } from '../mail/mail-ledger';
import { describeDomains, maskAddress, mayMail } from '../mail/outbox';
import { MAIL_IS_OFF } from '../permissions';
import type { SpreadsheetCalendar } from '../ports';
import { type DocumentState, newestRunner, type Schedule } from '../saved/document-state';
import { describeRunWindow, lateSince, nextRun, scheduleZone } from '../saved/schedule-times';

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
  return `Press “Save schedule” to run it by the clock of ${zone}: it runs by that of ${runs}, as it was saved before this spreadsheet’s time zone changed.`;
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
    return 'Wait a day: Google refused the last e-mail. It is sent with a later run.';
  }
  if (entryOf(ledger, kind, address).refusals === 0) return '';
  return `Check the address ${maskAddress(address)}: Google refused the last e-mail to it. It is tried again with a later run.`;
}
