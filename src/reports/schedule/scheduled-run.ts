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
import type { SavedReport } from '../saved/saved-report';
import { showStatus } from '../status/status-sheet';
import { judgeWake, scheduleProperty } from './schedule';

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
 * with the reports and on the status sheet. One service call where nothing is due, otherwise those of each refresh and of mail
 * that goes, and after a failure one to see what is to be sent. What the person has allowed is asked, with one more, after
 * something was refused, before mail goes, and while mail is off; four where mail has come to be allowed or refused.
 *
 * @param triggerId Whose timer calls: only those that the schedule knows refresh anything.
 * @throws {ReportError} The failure, or several in one: for the execution log.
 */
export function runSchedule(services: ScheduledRunServices, triggerId: string): void {
  const { document, clock, calendar, authorization, summaries, followers } = services;
  const properties = document.readAll();
  const state = readDocumentState(properties);
  const wake = judgeWake(state, triggerId, clock.now(), calendar);
  if (wake === 'ends') endTrigger(services, triggerId);
  if (typeof wake === 'string') return;
  const { reports, isRefreshDue, lateness } = wake;
  // A trigger that stands in does not run for news alone: the one that leads sends it when it wakes next.
  const isMailDue = lateness === 0 && dueMails(services, state).mails.length > 0;
  if (!isRefreshDue && !isMailDue && summaries.due(state, lateness).length === 0) return;
  try {
    const result = isRefreshDue
      ? refreshAll(services, properties, 'schedule', reports)
      : { failures: [], left: 0, message: '', state };
    const { failures, left, message } = result;
    const known = failures.length === 0 ? result.state : undefined;
    const after = known ?? readDocumentState(document.readAll());
    const refused = failures.find(({ code }) => code === 'permission_missing');
    const isAsked =
      refused !== undefined ||
      after.schedule.mailOff ||
      dueMails(services, after).mails.length > 0 ||
      summaries.due(after, lateness).length > 0;
    const missing = isAsked ? authorization.missing([...SERVICE, 'mail']).missing : [];
    const mailOff = missing.includes('mail');
    // So that people see why no mail comes.
    if (after.schedule.mailOff !== mailOff)
      change(services, ({ schedule }) => scheduleProperty({ ...schedule, mailOff }));
    const withheld = missing.filter((name) => name !== 'mail');
    const refusal =
      refused && withheld.length > 0
        ? new ReportError('permission_missing', { sentence: haveRunnerAllow(withheld) })
        : refused;
    const noted = refusal ? noteRefusal(services, reports, refusal) : after;
    // News that can't be mailed waits for the first run that may send mail.
    if (!mailOff) deliverMails(services, noted);
    if (refusal) throw refusal;
    summaries.send(after, lateness, mailOff);
    // No failure is a table that waits for a person, nor another refresh at work: the next wake does what that left.
    const first = failures.find(({ code }) => code !== 'held_back' && code !== 'busy');
    if (first)
      throw failures.length + left === 1 ? first : new ReportError(first.code, { sentence: message });
  } finally {
    for (const one of followers) one.afterSchedule?.();
  }
}

/** Removes a trigger that the schedule does not want, once no one can change the schedule. Four service calls. */
function endTrigger(services: ScheduledRunServices, triggerId: string): void {
  locked(services, (state) => {
    if (judgeWake(state, triggerId, services.clock.now(), services.calendar) !== 'ends') return;
    // One that may not remove itself wakes again, and finds the same.
    attempt(() => services.triggers.remove([triggerId]));
  });
}

/**
 * Notes that the person has not allowed what a run needs with the reports that it left, once, and as no refresh: they stay
 * due, for this person's next wake or for another's.
 *
 * @param due The reports as the run found them.
 */
function noteRefusal(
  services: ScheduledRunServices,
  due: readonly SavedReport[],
  { message }: ReportError,
): DocumentState {
  let isNews = false;
  const state = change(services, ({ reports }) => {
    const left = reports.filter(({ id, lastRun }) =>
      due.some((one) => one.id === id && one.lastRun?.finishedAt === lastRun?.finishedAt),
    );
    isNews = left.some(({ lastRun }) => lastRun?.message !== message);
    const noted = left.map((report) => {
      const finishedAt = report.lastRun?.finishedAt ?? report.createdAt;
      return reportProperty({
        ...report,
        lastRun: { outcome: 'failed', finishedAt, message, correlationId: '' },
      });
    });
    return isNews ? Object.assign({}, ...noted) : {};
  });
  // Where the sheets are not allowed either, the sidebar alone shows it.
  if (isNews) showStatus(services);
  return state;
}
