import type { FailureCode, ReportError } from '../../employer-api/errors';
import { allWindowsFor } from '../fetching/windows';
import type { Properties } from '../ports';
import { logStarted } from '../saved/activity-log';
import { type DocumentState, PROPERTY } from '../saved/document-state';
import type { RefreshCursor, ReportRun, SavedReport } from '../saved/saved-report';
import type { StatusBoard, StatusRoom } from '../status/status-board';
import { removeLeftovers } from '../writing/staging';
import type { TableRecord } from '../writing/table-heading';
import type { BegunRefresh, RefreshServices } from './refresh-begun';
import {
  cursorAfterFailure,
  endActivity,
  failedRun,
  reportProperties,
  statusProperty,
  withReport,
  withRestored,
} from './refresh-records';
import type { Turns } from './turns';

/** What is known of a refresh that ended without a new table. */
interface Failed extends Pick<BegunRefresh, 'zone' | 'start'> {
  /** What a person's word, or the next run, goes on with. */
  readonly cursor: SavedReport['cursor'];
  /** What else is to be stored of a refresh that did not even begin; left out of one that did. */
  readonly noted?: Properties;
  /** What is known of the table, where that is not what is stored. */
  readonly restored?: TableRecord | undefined;
}

/** Failures of a write after which the next run may write the same rows. */
const NOTHING_TO_MEND: readonly FailureCode[] = [
  'busy',
  'changed_meanwhile',
  'platform_unavailable',
  'write_timeout',
];

/** Notes failed refreshes where people look: with the report, in the log of activities, on the status sheet. */
export class RefreshFailures {
  constructor(
    private readonly services: RefreshServices,
    private readonly board: StatusBoard,
    private readonly turns: Turns,
  ) {}

  /** Notes that a refresh failed after it had begun. It never fails. */
  note(begun: BegunRefresh, error: ReportError): void {
    const { sheets, stores, clock } = this.services;
    const { lease, saved, stagedId } = begun;
    try {
      const room = this.board.prepare(begun.state, false);
      const isCleared = stagedId !== undefined && removeLeftovers(sheets, [stagedId], lease.id);
      this.turns.locked((state) => {
        // A run that lost its lease reports to nobody: the table belongs to another run.
        if (state.lease?.id !== lease.id) return;
        if (isCleared) stores.document.write({ [PROPERTY.staging(saved.id)]: '' });
        const cleared = isCleared ? withoutStaging(state, saved.id) : state;
        const run = failedRun(error, clock.now());
        const cursor = begun.held ?? leftBy(begun, error);
        this.record(saved, run, { ...begun, cursor }, cleared, room);
      });
    } catch {
      // The failure itself matters more than that it cannot be noted; the lease ends by itself.
    }
  }

  /**
   * Notes how a run ended without a new table, where the sidebar and the status sheet show it. Under the lock.
   *
   * @param room What was prepared of the status sheet.
   * @returns The document's state after it.
   */
  record(
    { id }: SavedReport,
    lastRun: ReportRun,
    { zone, start, cursor, noted, restored }: Failed,
    state: DocumentState,
    room?: StatusRoom,
  ): DocumentState {
    const { stores } = this.services;
    const saved = state.reports.find((report) => report.id === id);
    const failed = saved && { ...withRestored(saved, restored), cursor, lastRun };
    const isStarted = state.activity.some((record) => record.kind === 'started' && record.id === start.id);
    // The run may have begun with other reports, and not with this one.
    const isLogged = isStarted && noted === undefined;
    const activity = isLogged ? state.activity : logStarted(state, start);
    const { outcome, finishedAt: at, message: sentence, correlationId } = lastRun;
    const ended = endActivity({ activity }, { ...start, at, outcome, sentence, correlationId });
    // Whatever became of the report, nothing may keep the other reports waiting.
    stores.document.write({
      ...noted,
      [PROPERTY.lease]: '',
      ...(failed ? reportProperties(failed) : {}),
      ...ended.properties,
      ...statusProperty(room),
    });
    const told = { ...state, lease: undefined, zone, activity: ended.activity };
    if (failed === undefined) return told;
    const after = withReport(told, failed);
    if (state.statusSheet !== undefined) this.show(after, room);
    return after;
  }

  /**
   * Shows a failure that could not be shown under the lock: its report has no line on the status sheet yet, or people
   * have given the sheet other rows or columns. Looked for without the lock. No service call that counts where the sheet
   * is ready. It never fails.
   */
  catchUp(state: DocumentState): void {
    if (this.board.isReady(state)) return;
    const room = this.board.prepare(state, false);
    if (room === undefined || room.isLogged) return;
    try {
      this.turns.locked((now) => {
        // Whoever refreshes now shows it too.
        if (now.lease !== undefined) return;
        this.services.stores.document.write(statusProperty(room));
        this.show({ ...state, ...now }, room);
      });
    } catch {
      // The sidebar shows it.
    }
  }

  private show(state: DocumentState, room: StatusRoom | undefined): void {
    const zone = state.zone ?? '';
    if (room) this.board.write(state, zone, room);
    else this.board.show(state, zone);
    try {
      this.services.sheets.flush();
    } catch {
      // The failure itself matters more than that it cannot be shown on a sheet; the sidebar shows it.
    }
  }
}

/** What the next run goes on with after a failure; null where it begins anew. */
function leftBy(begun: BegunRefresh, { code }: ReportError): RefreshCursor | null {
  const { cursor, left } = begun;
  if (left !== undefined && left !== null) return left;
  // A table that people have to make room for comes with rows as they are by then.
  if (left === null && !NOTHING_TO_MEND.includes(code)) return null;
  // What came the next run finds, and it has more time to write it.
  const isKept = cursor.days > 0 || code === 'write_timeout' || allWindowsFor(begun.range).length > 1;
  return isKept ? cursorAfterFailure(cursor) : null;
}

function withoutStaging(state: DocumentState, id: string): DocumentState {
  const reports = state.reports.map((report) => (report.id === id ? { ...report, stagingId: null } : report));
  return { ...state, reports };
}
