import type { ReportError } from '../employer-api/errors';
import { logStarted } from './activity-log';
import { type DocumentState, PROPERTY } from './document-state';
import type { BegunRefresh, RefreshServices } from './refresh-begun';
import { endActivity, failedRun, reportProperties, withReport } from './refresh-records';
import type { SavedReport } from './saved-report';
import { removeLeftovers } from './staging';
import type { StatusBoard } from './status-board';

type Locked = <Result>(work: (state: DocumentState) => Result) => Result;

/** Notes failed refreshes where people look: with the report, in the log of activities, on the status sheet. */
export class RefreshFailures {
  constructor(
    private readonly services: RefreshServices,
    private readonly board: StatusBoard,
    private readonly locked: Locked,
  ) {}

  /** Notes that a refresh failed after it had begun. It never fails. */
  note(begun: BegunRefresh, error: ReportError): void {
    try {
      this.locked((state) => {
        // A run that lost its lease reports to nobody: the table belongs to another run.
        if (state.lease?.id !== begun.lease.id) return;
        const cleared = withoutLeftovers(this.services, state);
        this.record(begun.saved, error, { ...begun, cursor: begun.held ?? null }, cleared);
      });
    } catch {
      // The failure itself matters more than that it cannot be noted; the lease ends by itself.
    }
  }

  /** Notes a failure with the report, where the sidebar and the status sheet show it. The table stays. */
  record(
    { id }: SavedReport,
    error: ReportError,
    {
      zone,
      start,
      cursor,
    }: Pick<BegunRefresh, 'zone' | 'start'> & { readonly cursor: SavedReport['cursor'] },
    state: DocumentState,
  ): void {
    const { stores, sheets, clock } = this.services;
    const now = clock.now();
    const saved = state.reports.find((report) => report.id === id);
    const failed = saved && { ...saved, cursor, lastRun: failedRun(error, now) };
    const isLogged = state.activity.some((record) => record.kind === 'started' && record.id === start.id);
    const activity = isLogged ? state.activity : logStarted(state, start);
    const { correlationId = '' } = error.detail;
    const ended = endActivity({ ...state, activity }, start, now, 'failed', error.message, correlationId);
    // Whatever became of the report, nothing may keep the other reports waiting.
    stores.document.write({
      [PROPERTY.lease]: '',
      ...(failed ? reportProperties(failed) : {}),
      ...ended.properties,
    });
    if (failed === undefined || state.statusSheet === undefined) return;
    this.board.show({ ...withReport(state, failed), activity: ended.activity }, zone, false);
    try {
      sheets.flush();
    } catch {
      // The failure itself matters more than that it cannot be shown on a sheet; the sidebar shows it.
    }
  }
}

/** Removes what a killed run left in hidden sheets: nothing else knows of it. Costs nothing where nothing was left. */
export function withoutLeftovers({ stores, sheets }: RefreshServices, state: DocumentState): DocumentState {
  const staged = state.reports.filter(({ stagingId }) => stagingId !== null);
  if (staged.length === 0 && state.lease === undefined) return state;
  const ids = staged.map(({ stagingId }) => stagingId);
  if (!removeLeftovers(sheets, ids, state.lease?.id) || staged.length === 0) return state;
  stores.document.write(Object.fromEntries(staged.map(({ id }) => [PROPERTY.staging(id), ''])));
  return { ...state, reports: state.reports.map((report) => ({ ...report, stagingId: null })) };
}
