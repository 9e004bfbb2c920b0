import { ReportError } from '../../employer-api/errors';
import type { MakeId } from '../../employer-api/ports';
import { haveRunnerAllow, NEEDED, type Permission } from '../permissions';
import type { Authorization } from '../ports';
import {
  describeRefreshAll,
  type RefreshAllResult,
  type ReportRefresher,
  refreshAll,
} from '../refresh/report-refresher';
import { activityProperty, logFinished } from '../saved/activity-log';
import { type DocumentState, PROPERTY, readDocumentState, withLock } from '../saved/document-state';
import { formatSavedReport, type SavedReport } from '../saved/saved-report';
import type { FailureMail, ReportOutcome } from './failure-mail';
import { judgeWake, type ScheduleServices, scheduleProperty } from './schedule';

/** What a scheduled run needs. */
interface ScheduledRunServices extends Omit<ScheduleServices, 'triggers'> {
  readonly triggers: Pick<ScheduleServices['triggers'], 'remove'>;
  readonly authorization: Authorization;
  readonly mail: FailureMail;
  /** What touches sheets. Asked for only when something is due; throws where the sheets are not allowed. */
  readonly writing: () => { readonly refresher: ReportRefresher; endRun?(): void };
  readonly makeId: MakeId;
  /** Sends what the refreshes of this run made worth sending: by mail only where that is allowed. Never throws. @default nothing */
  readonly digest?: { send(isMailOff: boolean): void };
}

/** What a woken trigger has to do, and what was stored when it woke. */
interface Woken {
  readonly triggerId: string;
  readonly state: DocumentState;
  readonly reports: readonly SavedReport[];
}

/**
 * What a timer does when it wakes: refreshes the reports whose hour has come. Failures are recorded with the reports and
 * on the status sheet, and mailed to those who asked for mail; so is a table that needs confirmation, which is no failure.
 * One service call where nothing is due, otherwise one more for the permission, and those of each refresh.
 *
 * @param triggerId Whose timer calls: only those that the schedule knows refresh anything.
 * @throws {ReportError} The failure, or several in one: for the execution log.
 */
export function runSchedule(services: ScheduledRunServices, triggerId: string): void {
  const { document, clock, calendar, authorization, writing } = services;
  const state = readDocumentState(document.readAll());
  const wake = judgeWake(state, triggerId, clock.now(), calendar);
  if (wake.kind === 'ends') endTrigger(services, triggerId);
  if (wake.kind !== 'runs' || (wake.reports.length === 0 && !wake.isStampDue)) return;
  const woken = { triggerId, state, reports: wake.reports };
  const { missing } = authorization.missing([...NEEDED.refreshOnSchedule, 'mail']);
  const isMailOff = missing.includes('mail');
  noteMailOff(services, woken, isMailOff);
  const withheld = missing.filter(
    (name) => name !== 'mail' && !(name === 'requests' && state.connection?.isSample),
  );
  if (withheld.length > 0) throw refuseRun(services, woken, withheld, isMailOff);
  const { refresher, endRun } = writing();
  const result = refreshAll(refresher, wake.reports, 'schedule');
  try {
    // News that can't be mailed waits for the first run that may send mail.
    if (!isMailOff) services.mail.send(woken, outcomesOf(woken, result));
    services.digest?.send(isMailOff);
    throwFirst(result);
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
  { triggerId, state }: Woken,
  isMailOff: boolean,
): void {
  const own = state.schedule.runners.find((runner) => runner.triggerId === triggerId);
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
function refuseRun(
  services: ScheduledRunServices,
  woken: Woken,
  withheld: readonly Permission[],
  isMailOff: boolean,
): ReportError {
  const { document, lock, mail, writing } = services;
  const error = new ReportError('permission_missing', { sentence: haveRunnerAllow(withheld) });
  const shown = withLock(lock, () => {
    const state = readDocumentState(document.readAll());
    if (isNoted(state, error)) return undefined;
    const { changes, after } = noteRefusal(services, state, error);
    document.write(changes);
    return after;
  });
  try {
    if (shown) writing().refresher.showStatus(shown);
  } catch {
    // Where the sheets are not allowed either, the sidebar alone shows it.
  }
  if (!isMailOff) {
    const failure = { code: error.code, message: error.message };
    const outcomes = woken.state.reports.map(({ id, sheet, content }) => {
      return { id, sheet, failure, refreshedAt: content?.refreshedAt ?? null };
    });
    mail.send(woken, outcomes);
  }
  return error;
}

/** Every report with this failure, and the state after that. */
function noteRefusal(
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

/** Whether the newest scheduled run failed the same way. */
function isNoted({ activity }: DocumentState, { message }: ReportError): boolean {
  const ends = activity.flatMap((record) =>
    record.outcome !== 'running' && record.by === 'schedule' ? [record.sentence] : [],
  );
  return ends[ends.length - 1] === message;
}

/** The outcome of each report that the run tried. That another refresh was at work says nothing about a report. */
function outcomesOf({ reports }: Woken, { failures, state: after }: RefreshAllResult): ReportOutcome[] {
  return reports.flatMap(({ id, ...before }): ReportOutcome[] => {
    const { sheet, content, lastRun } = after?.reports.find((one) => one.id === id) ?? before;
    const refreshedAt = content?.refreshedAt ?? null;
    const failure = failures.find((one) => one.id === id)?.error;
    if (failure !== undefined) return failure.code === 'busy' ? [] : [{ id, sheet, failure, refreshedAt }];
    const isRefreshed = lastRun?.outcome === 'refreshed' && lastRun.finishedAt !== before.lastRun?.finishedAt;
    return isRefreshed ? [{ id, sheet, failure: null, refreshedAt }] : [];
  });
}
