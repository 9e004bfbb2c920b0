import { ReportError } from '../../employer-api/errors';
import { deliverMails, dueMails, type OutboxServices } from '../mail/outbox';
import { haveRunnerAllow, NEEDED } from '../permissions';
import type { Authorization } from '../ports';
import { type RefreshServices, reportProperty } from '../refresh/lease';
import { type RefreshedReports, refreshAll, showStatus } from '../refresh/refresh-all';
import { type DocumentState, locked, readDocumentState } from '../saved/document-state';
import { judgeWake, type ScheduleServices, scheduleProperty } from './schedule';

/** What a scheduled run needs. */
interface ScheduledRunServices extends RefreshServices, Omit<OutboxServices, 'calendar'> {
  readonly triggers: Pick<ScheduleServices['triggers'], 'remove'>;
  readonly authorization: Authorization;
  /** What else is sent at its hour: the ones that are late by so many milliseconds. Never throws. */
  readonly summaries: {
    due(state: DocumentState, lateness: number): readonly unknown[];
    send(state: DocumentState, lateness: number, isMailOff: boolean): void;
  };
}

/**
 * What a timer does when it wakes: refreshes the reports whose hour has come, and sends what is due. Failures are recorded
 * with the reports and on the status sheet. One service call where nothing is due, otherwise one more for the permission,
 * those of each refresh, and after a failure one to see what is to be sent.
 *
 * @param triggerId Whose timer calls: only those that the schedule knows refresh anything.
 * @throws {ReportError} The failure, or several in one: for the execution log.
 */
export function runSchedule(services: ScheduledRunServices, triggerId: string): void {
  const { stores, clock, calendar, authorization, summaries, followers } = services;
  const read = () => readDocumentState(stores.document.readAll());
  const state = read();
  const wake = judgeWake(state, triggerId, clock.now(), calendar);
  if (wake === 'ends') endTrigger(services, triggerId);
  if (typeof wake === 'string') return;
  const { reports, isStampDue, lateness } = wake;
  const isRefreshDue = reports.length > 0 || isStampDue;
  // A trigger that stands in does not run for news alone: the one that leads sends it when it wakes next.
  const isMailDue = lateness === 0 && dueMails(services, state).mails.length > 0;
  if (!isRefreshDue && !isMailDue && summaries.due(state, lateness).length === 0) return;
  const { missing } = authorization.missing([...NEEDED.refreshOnSchedule, 'mail']);
  const isMailOff = missing.includes('mail');
  noteMailOff(services, state, isMailOff);
  const withheld = missing.filter(
    (name) => name !== 'mail' && !(name === 'requests' && state.connection?.isSample),
  );
  if (withheld.length > 0) {
    const error = new ReportError('permission_missing', { sentence: haveRunnerAllow(withheld) });
    noteRefusal(services, error);
    if (!isMailOff) deliverMails(services, read());
    throw error;
  }
  try {
    const result = isRefreshDue ? refreshAll(services, reports, 'schedule') : undefined;
    const known = result?.failures.length === 0 ? result.state : undefined;
    const after = isRefreshDue ? (known ?? read()) : state;
    // News that can't be mailed waits for the first run that may send mail.
    if (!isMailOff) deliverMails(services, after);
    summaries.send(after, lateness, isMailOff);
    if (result) throwFirst(result);
  } finally {
    for (const one of followers) one.afterSchedule?.();
  }
}

/** No failure is a table that waits for a person, nor another refresh at work: the next wake does what that left. */
function throwFirst({ failures, left, message }: RefreshedReports): void {
  const first = failures.find(({ code }) => code !== 'held_back' && code !== 'busy');
  if (first === undefined) return;
  if (failures.length === 1 && left === 0) throw first;
  throw new ReportError(first.code, { sentence: message });
}

/** Removes a trigger that the schedule does not want, once no one can change the schedule. Four service calls. */
function endTrigger(services: ScheduledRunServices, triggerId: string): void {
  locked(services, (state) => {
    if (judgeWake(state, triggerId, services.clock.now(), services.calendar) !== 'ends') return;
    try {
      services.triggers.remove([triggerId]);
    } catch {
      // One that may not remove itself wakes again, and finds the same.
    }
  });
}

/** Remembers whether the person whose trigger runs lets it send mail. Four service calls where that has changed. */
function noteMailOff(services: ScheduledRunServices, seen: DocumentState, mailOff: boolean): void {
  if (seen.schedule.mailOff === mailOff) return;
  locked(services, ({ schedule }) =>
    services.stores.document.write(scheduleProperty({ ...schedule, mailOff })),
  );
}

/**
 * No half work: where the person has not allowed what a run needs, nothing is fetched. Noted with the reports, once, and as
 * no refresh: they stay due, for this person's next wake or for another's.
 */
function noteRefusal(services: ScheduledRunServices, { message }: ReportError): void {
  const isNews = locked(services, (state) => {
    if (state.reports.every(({ lastRun }) => lastRun?.message === message)) return false;
    const reports = state.reports.map((report) => {
      const finishedAt = report.lastRun?.finishedAt ?? report.createdAt;
      return { ...report, lastRun: { outcome: 'failed' as const, finishedAt, message, correlationId: '' } };
    });
    services.stores.document.write(Object.assign({}, ...reports.map(reportProperty)));
    return true;
  });
  // Where the sheets are not allowed either, the sidebar alone shows it.
  if (isNews) showStatus(services);
}
