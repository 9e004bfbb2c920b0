import { ReportError } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import { haveRunnerAllow, NEEDED, type Permission } from '../permissions';
import type { Authorization } from '../ports';
import {
  describeRefreshAll,
  type RefreshAllResult,
  type ReportRefresher,
  refreshAll,
} from '../refresh/report-refresher';
import { activityProperty, logFinished, logStarted } from '../saved/activity-log';
import { type DocumentState, PROPERTY } from '../saved/document-state';
import { formatSavedReport, goesOn } from '../saved/saved-report';
import type { FailureMail, ReportOutcome } from './failure-mail';
import type { ScheduledRun, Scheduler, WokenTrigger } from './scheduler';

/** What a scheduled run needs. */
interface ScheduledRefreshServices {
  readonly scheduler: Scheduler;
  readonly authorization: Authorization;
  readonly mail: FailureMail;
  /** What touches sheets. Asked for only when a run has begun; throws where the sheets are not allowed. */
  readonly writing: () => { readonly refresher: ReportRefresher; endRun?(): void };
  readonly clock: Clock;
  readonly makeId: MakeId;
  /** Sends what the refreshes of this run made worth sending: by mail only where that is allowed. Never throws. @default nothing */
  readonly digest?: { send(isMailOff: boolean): void };
}

/** The refreshes of the schedule. */
export class ScheduledRefresh {
  constructor(private readonly services: ScheduledRefreshServices) {}

  /**
   * Refreshes all reports if a run is due and no other run does it. Failures are recorded with the reports and on the
   * status sheet and mailed to those who asked for mail; so is a table that needs confirmation, which is no failure.
   * One call to look, one for the permission, and each refresh: the first one also records that the run began.
   *
   * @throws {ReportError} The failure, or several in one: for the execution log.
   */
  run(triggerId: string): void {
    const { scheduler, writing, authorization } = this.services;
    const woken = scheduler.wake(triggerId);
    if (woken === undefined || (beginsAlone(woken) && woken.begin() === undefined)) return;
    const { missing } = authorization.missing([...NEEDED.refreshOnSchedule, 'mail']);
    woken.isMailOff = missing.includes('mail');
    const { reports, connection } = woken.run?.state ?? woken.state;
    const withheld = missing.filter(
      (name) => name !== 'mail' && !(name === 'requests' && connection?.isSample),
    );
    if (withheld.length > 0) {
      this.refuse(woken, withheld);
      return;
    }
    const now = this.services.clock.now();
    const due = woken.turn === 'goOn' ? reports.filter((report) => goesOn(report, now)) : reports;
    const { refresher, endRun } = writing();
    const result = refreshAll(refresher, due, 'schedule', woken);
    try {
      if (woken.run) this.end(woken.run, result, woken.isMailOff);
      else this.requireOthers(triggerId, result);
    } finally {
      endRun?.();
    }
  }

  /** @throws {ReportError} What failed. */
  private end(run: ScheduledRun, result: RefreshAllResult, isMailOff: boolean): void {
    const { mail, digest } = this.services;
    const { refreshed, failures, left, isStamped } = result;
    // A table that is held back waits for a person: the service answered, and another run would get the same answer.
    const failed = failures.filter(({ error }) => error.code !== 'held_back');
    const isHeld = failed.length < failures.length;
    const isBusy = failures.some(({ error }) => error.code === 'busy');
    if (refreshed === 0 && !isBusy && !isStamped && !isHeld) run.giveBack();
    // News that can't be mailed waits for the first run that may send mail.
    if (!isMailOff) mail.send(run, outcomesOf(run, result));
    digest?.send(isMailOff);
    const [first] = failed;
    // A refresh that runs already is no failure, unless it left reports behind.
    if (first === undefined || (isBusy && left === 0)) return;
    if (failures.length === 1 && left === 0) throw first.error;
    throw new ReportError(first.error.code, { sentence: describeRefreshAll(result) });
  }

  /**
   * Of a run that could not begin: that others are at it, or were just now, is no failure. One service call.
   *
   * @throws {ReportError} Why it could not, where it is still due.
   */
  private requireOthers(triggerId: string, { failures }: RefreshAllResult): void {
    const [first] = failures;
    if (first && this.services.scheduler.wake(triggerId)?.turn === 'run') throw first.error;
  }

  /** No half work: where the person has not allowed what a run needs, nothing is fetched. Noted once, not at every wake. */
  private refuse(woken: WokenTrigger, withheld: readonly Permission[]): void {
    const { mail } = this.services;
    const run = woken.run ?? woken.begin();
    if (run === undefined) return;
    const error = new ReportError('permission_missing', { sentence: haveRunnerAllow(withheld) });
    let shown: DocumentState | undefined;
    run.giveBack((state) => {
      if (isNoted(state, error)) return {};
      const { changes, after } = this.noteRefusal(state, error);
      shown = after;
      return changes;
    });
    if (shown !== undefined) this.show(shown);
    if (woken.isMailOff) throw error;
    const failure = { code: error.code, message: error.message };
    mail.send(
      run,
      run.state.reports.map(({ id, sheet, content }) => ({
        id,
        sheet,
        failure,
        refreshedAt: content?.refreshedAt ?? null,
      })),
    );
    throw error;
  }

  private show(state: DocumentState): void {
    try {
      this.services.writing().refresher.showStatus(state);
    } catch {
      // Where the sheets are not allowed either, the sidebar alone shows it.
    }
  }

  private noteRefusal(
    state: DocumentState,
    { message }: ReportError,
  ): { readonly changes: Record<string, string>; readonly after: DocumentState } {
    const { clock, makeId } = this.services;
    const at = clock.now();
    const begun = { id: makeId(), at, by: 'schedule' as const };
    const failed = { outcome: 'failed' as const, sentence: message, correlationId: '' };
    let after = state;
    for (const { sheet } of state.reports) {
      const start = { ...begun, sheet };
      after = { ...after, activity: logStarted(after, start) };
      after = { ...after, activity: logFinished(after, { ...start, ...failed }) };
    }
    const lastRun = { outcome: 'failed' as const, finishedAt: at, message, correlationId: '' };
    const reports = state.reports.map((report) => ({ ...report, lastRun }));
    const changes = Object.fromEntries(
      reports.map((report) => [PROPERTY.report(report.id), formatSavedReport(report)]),
    );
    return { changes: { ...changes, ...activityProperty(after.activity) }, after: { ...after, reports } };
  }
}

/** Whether a run begins, or its trigger ends, without a refresh: one that is not wanted, or that has no report. */
function beginsAlone(woken: WokenTrigger): boolean {
  return woken.turn === 'end' || woken.state.reports.length === 0;
}

/** Whether the newest scheduled run failed the same way. */
function isNoted({ activity }: DocumentState, { message }: ReportError): boolean {
  const ends = activity.flatMap((record) =>
    record.kind === 'finished' && record.by === 'schedule' ? [record.sentence] : [],
  );
  return ends[ends.length - 1] === message;
}

/** The outcome of each report that the run tried. That another refresh was at work says nothing about a report. */
function outcomesOf(
  { state, begunAt }: ScheduledRun,
  { failures, state: after }: RefreshAllResult,
): ReportOutcome[] {
  const tried = after?.reports ?? state.reports;
  return tried.flatMap(({ id, sheet, content, lastRun }): ReportOutcome[] => {
    const refreshedAt = content?.refreshedAt ?? null;
    const failure = failures.find((one) => one.id === id)?.error;
    if (failure !== undefined) return failure.code === 'busy' ? [] : [{ id, sheet, failure, refreshedAt }];
    const isRefreshed = lastRun?.outcome === 'refreshed' && lastRun.finishedAt >= begunAt;
    return isRefreshed ? [{ id, sheet, failure: null, refreshedAt }] : [];
  });
}
