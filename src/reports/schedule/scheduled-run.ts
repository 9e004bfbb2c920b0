import { attempt, ReportError } from '../../employer-api/errors';
import { deliverMails, dueMails, type OutboxServices } from '../mail/outbox';
import { haveRunnerAllow, SERVICE } from '../permissions';
import type { Services } from '../ports';
import type { RefreshServices } from '../refresh/followed-refresh';
import { refreshAll } from '../refresh/refresh';
import {
  change,
  type DocumentState,
  locked,
  readDocumentState,
  reportProperty,
} from '../saved/document-state';
import { changeShown } from '../status/status-sheet';
import { judgeWake, scheduleProperty } from './schedule';

const HAVE_RUNNER_CONNECT =
  'Have whoever runs the schedule connect in the sidebar, or press “Take over”: no connection here works for them';

/** What a scheduled run needs. */
interface ScheduledRunServices extends RefreshServices, OutboxServices {
  readonly triggers: Pick<Services['triggers'], 'remove'>;
  readonly authorization: Services['authorization'];
  /** What else is sent at its hour: the ones that are late by so many milliseconds. Never throws. */
  readonly summaries: {
    due(state: DocumentState, lateness: number): readonly unknown[];
    send(state: DocumentState, lateness: number, isMailOff: boolean): void;
  };
}

/**
 * What a timer does when it wakes: refreshes the reports whose hour has come, and sends what is due. Failures are recorded
 * with the reports and on the status sheet. One service call where nothing is due.
 *
 * @param triggerId Whose timer calls: only those that the schedule knows refresh anything.
 * @throws {ReportError} The failure, or several in one: for the execution log.
 */
export function runSchedule(services: ScheduledRunServices, triggerId: string): void {
  const { document, clock, calendar, authorization, summaries, followers } = services;
  const read = () => readDocumentState(document.readAll());
  const properties = document.readAll();
  const state = readDocumentState(properties);
  const wake = judgeWake(state, triggerId, clock.now(), calendar);
  if (wake === 'ends') endTrigger(services, triggerId);
  if (typeof wake === 'string') return;
  const { reports, isRefreshDue, lateness } = wake;
  // A trigger that stands in does not run for news alone: the one that leads sends it when it wakes next.
  const isMailDue = lateness === 0 && dueMails(services, state).mails.length > 0;
  if (!isRefreshDue && !isMailDue && summaries.due(state, lateness).length === 0) return;
  const { missing } = authorization.missing([...SERVICE, 'mail']);
  const mailOff = missing.includes('mail');
  // So that people see why no mail comes.
  if (state.schedule.mailOff !== mailOff)
    change(services, ({ schedule }) => scheduleProperty({ ...schedule, mailOff }));
  const withheld = missing.filter(
    (name) => name !== 'mail' && !(name === 'requests' && state.connection?.isSample),
  );
  if (withheld.length > 0) {
    const error = new ReportError('permission_missing', { sentence: haveRunnerAllow(withheld) });
    noteRefusal(services, state, error);
    if (!mailOff) deliverMails(services, read());
    throw error;
  }
  try {
    const result = isRefreshDue ? refreshAll(services, properties, 'schedule', reports) : undefined;
    if (result?.failures.some(({ code }) => code === 'settings_missing'))
      noteRefusal(services, state, new ReportError('settings_missing', { sentence: HAVE_RUNNER_CONNECT }));
    const known = result?.failures.length === 0 ? result.state : undefined;
    const after = isRefreshDue ? (known ?? read()) : state;
    // News that can't be mailed waits for the first run that may send mail.
    if (!mailOff) deliverMails(services, after);
    summaries.send(after, lateness, mailOff);
    const { failures = [], left = 0, message } = result ?? {};
    // No failure is a table that waits for a person, nor another refresh at work: the next wake does what that left.
    const first = failures.find(({ code }) => code !== 'held_back' && code !== 'busy');
    if (first)
      throw failures.length + left === 1 ? first : new ReportError(first.code, { sentence: message });
  } finally {
    for (const one of followers) one.afterSchedule?.();
  }
}

/** Removes a trigger that the schedule does not want, once no one can change the schedule. */
function endTrigger(services: ScheduledRunServices, triggerId: string): void {
  locked(services, (state) => {
    if (judgeWake(state, triggerId, services.clock.now(), services.calendar) !== 'ends') return;
    // One that may not remove itself wakes again, and finds the same.
    attempt(() => services.triggers.remove([triggerId]));
  });
}

/**
 * No half work: where the person has not allowed what a run needs, or has no connection, nothing is fetched. Noted with the
 * reports, once, and as no refresh: they stay due, for this person's next wake or for another's.
 */
function noteRefusal(services: ScheduledRunServices, state: DocumentState, error: ReportError): void {
  const { message, code } = error;
  if (state.reports.every(({ lastRun }) => lastRun?.message === message)) return;
  // Where the sheets are not allowed either, the sidebar alone shows it.
  changeShown(services, ({ reports }) => {
    const noted = reports.map((report) => {
      const finishedAt = report.lastRun?.finishedAt ?? report.createdAt;
      const lastRun = { outcome: 'failed' as const, finishedAt, message, code, correlationId: '' };
      return reportProperty({ ...report, lastRun });
    });
    return Object.assign({}, ...noted);
  });
}
