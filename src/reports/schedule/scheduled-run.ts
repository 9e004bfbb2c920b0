import { ReportError } from '../../employer-api/errors';
import type { MakeId } from '../../employer-api/ports';
import type { Outbox } from '../mail/outbox';
import { haveRunnerAllow, NEEDED, type Permission } from '../permissions';
import type { Authorization, Properties } from '../ports';
import {
  describeRefreshAll,
  type RefreshAllResult,
  type ReportRefresher,
  refreshAll,
} from '../refresh/report-refresher';
import { activityProperty, logFinished } from '../saved/activity-log';
import { type DocumentState, PROPERTY, readDocumentState, withLock } from '../saved/document-state';
import { formatSavedReport } from '../saved/saved-report';
import { judgeWake, type ScheduleServices, scheduleProperty } from './schedule';

/** What a scheduled run needs. */
interface ScheduledRunServices extends Omit<ScheduleServices, 'triggers' | 'mailDomains'> {
  readonly triggers: Pick<ScheduleServices['triggers'], 'remove'>;
  readonly authorization: Authorization;
  /** Mail about failures and alerts. */
  readonly outbox: Pick<Outbox, 'due' | 'deliver'>;
  /** What else is sent at its hour: the ones that are late by so many milliseconds. Never throws. */
  readonly summaries: {
    due(properties: Properties, lateness: number): readonly unknown[];
    send(properties: Properties, lateness: number, isMailOff: boolean): void;
  };
  /** What touches sheets. Asked for only when something is due; throws where the sheets are not allowed. */
  readonly writing: () => { readonly refresher: ReportRefresher; endRun?(): void };
  readonly makeId: MakeId;
}

/**
 * What a timer does when it wakes: refreshes the reports whose hour has come, and sends what is due. Failures are recorded
 * with the reports and on the status sheet. One service call where nothing is due, otherwise one more for the permission,
 * those of each refresh, and one to look what is to be sent.
 *
 * @param triggerId Whose timer calls: only those that the schedule knows refresh anything.
 * @throws {ReportError} The failure, or several in one: for the execution log.
 */
export function runSchedule(services: ScheduledRunServices, triggerId: string): void {
  const { document, clock, calendar, authorization, writing, outbox, summaries } = services;
  const properties = document.readAll();
  const state = readDocumentState(properties);
  const wake = judgeWake(state, triggerId, clock.now(), calendar);
  if (wake.kind === 'ends') endTrigger(services, triggerId);
  if (wake.kind !== 'runs') return;
  const { reports, isStampDue, lateness } = wake;
  const isRefreshDue = reports.length > 0 || isStampDue;
  // Who stands in sends no news: the one who leads does, at the next wake.
  const isMailDue = lateness === 0 && outbox.due(properties).size > 0;
  if (!isRefreshDue && !isMailDue && summaries.due(properties, lateness).length === 0) return;
  const { missing } = authorization.missing([...NEEDED.refreshOnSchedule, 'mail']);
  const isMailOff = missing.includes('mail');
  noteMailOff(services, triggerId, state, isMailOff);
  const withheld = missing.filter(
    (name) => name !== 'mail' && !(name === 'requests' && state.connection?.isSample),
  );
  if (withheld.length > 0) {
    const error = noteRefusal(services, withheld);
    if (!isMailOff) outbox.deliver(document.readAll());
    throw error;
  }
  const { refresher, endRun } = writing();
  try {
    const result = isRefreshDue ? refreshAll(refresher, reports, 'schedule') : undefined;
    const after = isRefreshDue ? document.readAll() : properties;
    // News that can't be mailed waits for the first run that may send mail.
    if (!isMailOff) outbox.deliver(after);
    summaries.send(after, lateness, isMailOff);
    if (result) throwFirst(result);
  } finally {
    endRun?.();
  }
}

/** No failure is a table that waits for a person, nor another refresh at work: the next wake does what that left. */
function throwFirst(result: RefreshAllResult): void {
  const { failures, left } = result;
  const failed = failures.filter(({ error: { code } }) => code !== 'held_back' && code !== 'busy');
  const [first] = failed;
  if (first === undefined) return;
  if (failures.length === 1 && left === 0) throw first.error;
  throw new ReportError(first.error.code, { sentence: describeRefreshAll(result) });
}

/** Removes a trigger that the schedule does not want, once no one can change the schedule. Four service calls. */
function endTrigger(
  { document, lock, triggers, clock, calendar }: ScheduledRunServices,
  triggerId: string,
): void {
  withLock(lock, () => {
    const state = readDocumentState(document.readAll());
    if (judgeWake(state, triggerId, clock.now(), calendar).kind !== 'ends') return;
    try {
      triggers.remove([triggerId]);
    } catch {
      // One that may not remove itself wakes again, and finds the same.
    }
  });
}

/** Remembers whether the person whose trigger runs lets it send mail. Four service calls where that has changed. */
function noteMailOff(
  { document, lock }: ScheduledRunServices,
  triggerId: string,
  { schedule: seen }: DocumentState,
  isMailOff: boolean,
): void {
  const own = seen.runners.find((runner) => runner.triggerId === triggerId);
  if ((own?.mailOff ?? false) === isMailOff) return;
  withLock(lock, () => {
    const { schedule } = readDocumentState(document.readAll());
    const runners = schedule.runners.map((runner) =>
      runner.triggerId === triggerId ? { ...runner, mailOff: isMailOff || undefined } : runner,
    );
    document.write(scheduleProperty({ ...schedule, runners }));
  });
}

/**
 * No half work: where the person has not allowed what a run needs, nothing is fetched. Noted once, not at every wake, and
 * as no refresh: the reports stay due, for this person's next wake or for another's.
 */
function noteRefusal(services: ScheduledRunServices, withheld: readonly Permission[]): ReportError {
  const { document, lock, writing } = services;
  const error = new ReportError('permission_missing', { sentence: haveRunnerAllow(withheld) });
  const shown = withLock(lock, () => {
    const state = readDocumentState(document.readAll());
    if (state.reports.every(({ lastRun }) => lastRun?.message === error.message)) return undefined;
    const { changes, after } = failEach(services, state, error);
    document.write(changes);
    return after;
  });
  try {
    if (shown) writing().refresher.showStatus(shown);
  } catch {
    // Where the sheets are not allowed either, the sidebar alone shows it.
  }
  return error;
}

/** Every report with this failure, and the state after that. */
function failEach(
  { clock, makeId }: ScheduledRunServices,
  state: DocumentState,
  { message }: ReportError,
): { readonly changes: Record<string, string>; readonly after: DocumentState } {
  const at = clock.now();
  const begun = { id: makeId(), at, by: 'schedule' as const };
  const failed = { outcome: 'failed' as const, sentence: message, correlationId: '' };
  let after = state;
  for (const { sheet } of state.reports) {
    after = { ...after, activity: logFinished(after, { ...begun, ...failed, sheet }) };
  }
  const reports = state.reports.map((report) => {
    const finishedAt = report.lastRun?.finishedAt ?? report.createdAt;
    return { ...report, lastRun: { outcome: 'failed' as const, finishedAt, message, correlationId: '' } };
  });
  const changes = Object.fromEntries(
    reports.map((report) => [PROPERTY.report(report.id), formatSavedReport(report)]),
  );
  return { changes: { ...changes, ...activityProperty(after.activity) }, after: { ...after, reports } };
}
