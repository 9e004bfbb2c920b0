import type { FailureCode, ReportError } from '../../employer-api/errors';
import { allWindowsFor } from '../fetching/asked-report';
import type { Properties } from '../ports';
import { logStarted } from '../saved/activity-log';
import { type DocumentState, PROPERTY } from '../saved/document-state';
import type { RefreshCursor, ReportRun, SavedReport } from '../saved/saved-report';
import type { StatusBoard, StatusRoom } from '../status/status-board';
import type { TableRecord } from '../writing/table-place';
import { removeLeftovers } from '../writing/table-update';
import type { RefreshLease } from './refresh-lease';
import type { ClaimedRefresh, RefreshServices } from './refresh-phases';
import {
  cursorAfterFailure,
  endActivity,
  failedRun,
  reportProperties,
  statusProperty,
  withReport,
  withRestored,
} from './refresh-records';

/** How far a refresh came before it failed. */
export interface ReachedRefresh extends Pick<ClaimedRefresh, 'zone' | 'range'> {
  /** The cursor to continue with; null if all days are there, `undefined` if they are not and there is no cursor. */
  readonly left?: RefreshCursor | null;
  /** The ID of the staging sheet, if one was made. */
  readonly stagedId?: number;
  /** Set if the write was refused: the record of the old table. */
  readonly restored?: TableRecord | undefined;
}

/** A refresh that ended without a new table. */
interface Failed extends Pick<ClaimedRefresh, 'zone' | 'start'> {
  /** The cursor for a confirmation or the next run. */
  readonly cursor: SavedReport['cursor'];
  /** Other properties to store, if the refresh did not begin; left out if it did. */
  readonly noted?: Properties;
  /** The record of the table, if it is not the stored one. */
  readonly restored?: TableRecord | undefined;
}

/** Failures of a write after which the next run may write the same rows, because no person has to do anything. */
const NOTHING_TO_MEND: readonly FailureCode[] = [
  'busy',
  'changed_meanwhile',
  'platform_unavailable',
  'write_timeout',
];

/** Records failed refreshes: with the report, in the activity log and on the status sheet. */
export class RefreshFailures {
  constructor(
    private readonly services: RefreshServices,
    private readonly board: StatusBoard,
    private readonly lease: RefreshLease,
  ) {}

  /** Records the failure of a refresh that had begun. Never fails. */
  note(claimed: ClaimedRefresh, error: ReportError, reached: ReachedRefresh = claimed): void {
    const { sheets, stores, clock } = this.services;
    const { lease, saved, start } = claimed;
    const { stagedId, zone, restored } = reached;
    try {
      const room = this.board.prepare(claimed.state, false);
      const isCleared = stagedId !== undefined && removeLeftovers(sheets, [stagedId], lease.id);
      this.lease.locked((state) => {
        // A run that lost its lease records nothing: the table belongs to another run.
        if (state.lease?.id !== lease.id) return;
        if (isCleared) stores.document.write({ [PROPERTY.staging(saved.id)]: '' });
        const cleared = isCleared ? withoutStaging(state, saved.id) : state;
        const run = failedRun(error, clock.now());
        const cursor = leftBy(claimed, reached, error);
        this.record(saved, run, { zone, start, cursor, restored }, cleared, room);
      });
    } catch {
      // The failure itself matters more than recording it; the lease expires.
    }
  }

  /**
   * Records how a run ended without a new table, for the sidebar and the status sheet. Under the lock.
   *
   * @param room The prepared status sheet.
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
    // The run may have begun with other reports but not with this one.
    const isLogged = isStarted && noted === undefined;
    const activity = isLogged ? state.activity : logStarted(state, start);
    const { outcome, finishedAt: at, message: sentence, correlationId } = lastRun;
    const ended = endActivity({ activity }, { ...start, at, outcome, sentence, correlationId });
    // Even if the report is gone, the lease is released, so that other reports need not wait.
    stores.document.write({
      ...noted,
      [PROPERTY.lease]: '',
      ...(failed ? reportProperties(failed) : {}),
      ...ended.properties,
      ...statusProperty(room),
    });
    const released = { ...state, lease: undefined, zone, activity: ended.activity };
    if (failed === undefined) return released;
    const after = withReport(released, failed);
    if (state.statusSheet !== undefined) this.show(after, room);
    return after;
  }

  /**
   * Shows a failure that could not be shown under the lock, because its report has no line on the status sheet yet or
   * people have changed the rows or columns of the sheet. Reads the sheet without the lock. No service call that counts
   * if the sheet is ready. Never fails.
   */
  catchUp(state: DocumentState): void {
    if (this.board.isReady(state)) return;
    const room = this.board.prepare(state, false);
    if (room === undefined || room.isLogged) return;
    try {
      this.lease.locked((now) => {
        // The refresh that runs now shows it too.
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
      // The failure itself matters more than the status sheet; the sidebar shows it.
    }
  }
}

/** The cursor for the next run after a failure; null if it starts over. */
function leftBy(
  { cursor }: ClaimedRefresh,
  { left, range }: ReachedRefresh,
  { code }: ReportError,
): RefreshCursor | null {
  if (left !== undefined && left !== null) return left;
  // Once people have made room for a table, its rows are fetched again.
  if (left === null && !NOTHING_TO_MEND.includes(code)) return null;
  // The next run finds the fetched days and has more time to write them.
  const isKept = cursor.days > 0 || code === 'write_timeout' || allWindowsFor(range).length > 1;
  return isKept ? cursorAfterFailure(cursor) : null;
}

function withoutStaging(state: DocumentState, id: string): DocumentState {
  const reports = state.reports.map((report) => (report.id === id ? { ...report, stagingId: null } : report));
  return { ...state, reports };
}
