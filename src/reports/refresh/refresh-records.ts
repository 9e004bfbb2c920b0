import { type FailureCode, ReportError } from '../../employer-api/errors';
import {
  CONFIRM_INTERVALS,
  CONFIRM_MILLIS,
  INTERVAL_MILLIS,
  LONGEST_KEPT_MILLIS,
  MOST_STALLS,
} from '../../limits';
import { monthsOf } from '../fetching/asked-days';
import type { Properties, ReportSheets } from '../ports';
import { activityProperty, logFinished, type RefreshEnd } from '../saved/activity-log';
import { type DocumentState, findReport, PROPERTY, requireStoreRoom } from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import {
  formatSavedReport,
  NO_DAYS,
  type RefreshCursor,
  type ReportRun,
  type SavedReport,
} from '../saved/saved-report';
import { changedMeanwhile } from '../sheet/sheets';
import { parseSnapshotPlaces, type SnapshotKept } from '../sheet/snapshots';
import {
  type PreparedStatusSheet,
  statusProperty,
  withStatusSheet,
  writeStatusSheet,
} from '../status/status-sheet';
import type { TableRecord } from '../writing/table-place';
import { removeLeftovers } from '../writing/table-update';
import { finishTable, type PreparedTable } from '../writing/table-writer';
import type { RefreshLease } from './refresh-lease';
import { type ClaimedRefresh, hashQuestion, type RefreshServices } from './refresh-phases';

/** Until when a table that was held back may be confirmed, or an unfinished refresh continued. Milliseconds since 1970. */
function confirmableUntil({ schedule }: DocumentState, now: number): number {
  const { every } = schedule;
  return now + Math.max(CONFIRM_MILLIS, every === 'off' ? 0 : CONFIRM_INTERVALS * INTERVAL_MILLIS[every]);
}

/** Until when an unfinished refresh may be continued. Milliseconds since 1970. */
export function cursorEnd(state: DocumentState, now: number): number {
  return Math.min(confirmableUntil(state, now), now + LONGEST_KEPT_MILLIS);
}

/** The cursor of an unfinished refresh that has fetched `days` days. */
export function cursorAfter(
  { cursor, state }: Pick<ClaimedRefresh, 'cursor' | 'state'>,
  now: number,
  days: number,
  progress: string,
): RefreshCursor {
  const after = { ...cursor, progress, misses: 0 };
  if (days > cursor.days) return { ...after, until: cursorEnd(state, now), days, stalls: 0 };
  const stalls = cursor.stalls + 1;
  return stalls < MOST_STALLS
    ? { ...after, stalls }
    : { ...after, stalls, gaveUpAt: Math.max(cursor.gaveUpAt, cursor.days) };
}

/** The cursor of a refresh whose table needs confirmation: all days were fetched, so the counters start over. */
export function cursorToConfirm(
  { cursor, state }: Pick<ClaimedRefresh, 'cursor' | 'state'>,
  now: number,
  reason: string,
): RefreshCursor {
  return { ...cursor, until: confirmableUntil(state, now), held: reason, ...NO_DAYS };
}

/** The cursor after a run that failed. That is no sign of too many days, so `stalls` starts over. */
export function cursorAfterFailure(cursor: RefreshCursor): RefreshCursor {
  return { ...cursor, stalls: 0, misses: cursor.misses + 1 };
}

/** The document properties that hold a report. */
export function reportProperties(report: SavedReport): Record<string, string> {
  const staging = report.stagingId === null ? '' : String(report.stagingId);
  return {
    [PROPERTY.report(report.id)]: formatSavedReport(report),
    ...(staging === '' ? {} : { [PROPERTY.staging(report.id)]: staging }),
  };
}

/** A report with the new record of its table. */
function withTable(saved: SavedReport, record: TableRecord): SavedReport {
  const [headings, nextHeadings] = [[...record.headings], [...record.nextHeadings]];
  return { ...saved, ...record, headings, nextHeadings };
}

/** The same after a refused write; unchanged if the report has moved to another sheet in the meantime. */
export function withRestored(saved: SavedReport, restored: TableRecord | undefined): SavedReport {
  return restored && restored.sheetId === saved.sheetId ? withTable(saved, restored) : saved;
}

/** The document's state with one report changed. */
export function withReport(state: DocumentState, changed: SavedReport): DocumentState {
  return { ...state, reports: state.reports.map((report) => (report.id === changed.id ? changed : report)) };
}

/** The activity log and its property after the refresh of a report. */
export function endActivity(
  state: Pick<DocumentState, 'activity'>,
  end: RefreshEnd,
): { readonly activity: DocumentState['activity']; readonly properties: Record<string, string> } {
  const activity = logFinished(state, end);
  return { activity, properties: activityProperty(activity) };
}

/** The run record of a failure; a table that is held back is no failure. */
export function failedRun({ code, message, detail }: ReportError, finishedAt: number): ReportRun {
  const outcome = code === 'held_back' ? 'held' : 'failed';
  return { outcome, finishedAt, message, correlationId: detail.correlationId ?? '' };
}

/**
 * The document property with the places of snapshots, after keeping one. Others may have been freed in the meantime.
 */
export function snapshotProperty(
  snapshots: SnapshotKept | undefined,
  reportId: string,
  properties: Properties,
): Record<string, string> {
  if (snapshots?.places === undefined) return {};
  const now = parseSnapshotPlaces(properties[PROPERTY.snapshots]);
  const gone = (id: string) => id !== reportId && now !== undefined && !now.reports.includes(id);
  const isSameSheet = now?.sheetId === snapshots.places.sheetId;
  const reports = snapshots.places.reports.map((id) => (isSameSheet && gone(id) ? '' : id));
  return { [PROPERTY.snapshots]: JSON.stringify({ ...snapshots.places, reports }) };
}

/**
 * Checks before a write that this run still has the lease, that the connection of the rows is still the spreadsheet's,
 * and that the question of the report has not changed. Under the lock.
 *
 * @param remedy What the person should do.
 * @returns The report as stored now, on which the next record is based.
 * @throws {ReportError} `busy` if another run has the lease; `changed_meanwhile`; `invalid_settings` if the report was
 *   removed; `settings_missing`.
 */
export function requireUnchanged(
  { stores, digest }: Pick<RefreshServices, 'stores' | 'digest'>,
  claimed: Pick<ClaimedRefresh, 'lease' | 'saved' | 'questionHash' | 'fingerprint'>,
  state: DocumentState,
  properties: Properties,
  remedy = 'Refresh again',
): SavedReport {
  if (state.lease?.id !== claimed.lease.id) throw new ReportError('busy');
  const { connection } = findConnection(properties, stores);
  if (connection.fingerprint !== claimed.fingerprint) changedMeanwhile('the connection', remedy);
  const saved = findReport(state, claimed.saved.id);
  if (hashQuestion(saved, claimed.fingerprint, digest) !== claimed.questionHash)
    changedMeanwhile('this report', remedy);
  return saved;
}

/** A table that was prepared before the lock was acquired. */
interface ReadyTable {
  readonly saved: SavedReport;
  readonly prepared: PreparedTable;
  /** The current document properties. */
  readonly properties: Properties;
  /** What the person should do if the table was changed in the meantime. @default 'Refresh again' */
  readonly remedy?: string;
}

/**
 * Logs a write in the properties, in case the run is killed, and then writes the table. Under the lock; reads no sheet.
 *
 * @returns The report with its new table.
 * @throws {ReportError} With nothing written: `changed_meanwhile` if the table was changed, `invalid_settings` if the
 *   properties have no room; anything that `write` throws.
 */
export function commitTable(
  { sheets, stores }: RefreshServices,
  { saved, prepared, properties, remedy }: ReadyTable,
  write: () => void,
): SavedReport {
  requireUnmoved(sheets, prepared, remedy);
  requireStoreRoom(properties, saved.id);
  const logs = {
    ...(prepared.isLogged ? {} : reportProperties(withTable(saved, prepared.record))),
    ...prepared.notes?.logs,
  };
  if (Object.keys(logs).length > 0) stores.document.write(logs);
  write();
  return withTable(saved, finishTable(sheets, prepared));
}

/**
 * Checks that the sheet of a prepared table still exists, with the same numbers of rows and columns. People may have
 * deleted the sheet, or inserted or deleted rows and columns, while this run waited for the lock.
 *
 * No service call that counts. Not detected: typed or merged cells, a filter, and moved rows.
 *
 * @param remedy What the person should do.
 * @throws {ReportError} `changed_meanwhile`, with nothing written.
 */
function requireUnmoved(
  sheets: ReportSheets,
  { sheet, grid }: PreparedTable,
  remedy = 'Refresh again',
): void {
  const now = sheets.byId(sheet.id)?.gridSize();
  if (now?.rows !== grid.rows || now.columns !== grid.columns) changedMeanwhile('the table', remedy);
}

/** A written table, and the state after it. */
interface WrittenTable {
  readonly after: DocumentState & { readonly zone: string };
  readonly done: SavedReport;
  readonly prepared: PreparedTable;
  /** The prepared status sheet. */
  readonly room: PreparedStatusSheet;
}

/**
 * Ends a write: the status sheet, a flush, then the properties, so that these are true when stored. Under the lock;
 * reads nothing.
 *
 * @param more Other properties to write with them.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function finishWrite(
  services: RefreshServices,
  { after, done, prepared, room }: WrittenTable,
  more: Properties,
): DocumentState {
  const { sheets, clock, stores } = services;
  const { zone } = after;
  const statusSheet = writeStatusSheet(services, withStatusSheet(after, room), zone, clock.now());
  if (prepared.isNew) sheets.show(prepared.sheet);
  sheets.flush();
  const staged = prepared.staged ? { [PROPERTY.staging(done.id)]: '' } : {};
  stores.document.write({
    ...more,
    ...staged,
    ...prepared.notes?.after(),
    ...reportProperties(done),
    [PROPERTY.lease]: '',
    [PROPERTY.zone]: zone,
    ...statusProperty(statusSheet),
  });
  return { ...after, lease: undefined, statusSheet };
}

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
  /** The record of the table, if it is not the stored one. */
  readonly restored?: TableRecord | undefined;
}

/** Failures of a write after which the next run may write the same rows, because no person has to do anything. */
const RETRIED_WITHOUT_A_PERSON: readonly FailureCode[] = [
  'busy',
  'changed_meanwhile',
  'platform_unavailable',
  'write_timeout',
];

/** Records failed refreshes: with the report, in the activity log and on the status sheet. */
export class RefreshFailures {
  constructor(
    private readonly services: RefreshServices,
    private readonly lease: RefreshLease,
  ) {}

  /** Records the failure of a refresh that had begun. Never fails. */
  note(claimed: ClaimedRefresh, error: ReportError, reached: ReachedRefresh = claimed): void {
    const { sheets, stores, clock } = this.services;
    const { lease, saved, start } = claimed;
    const { stagedId, zone, restored } = reached;
    try {
      const isCleared = stagedId !== undefined && removeLeftovers(sheets, [stagedId], lease.id);
      this.lease.locked((state) => {
        // A run that lost its lease records nothing: the table belongs to another run.
        if (state.lease?.id !== lease.id) return;
        if (isCleared) stores.document.write({ [PROPERTY.staging(saved.id)]: '' });
        const cleared = isCleared ? withoutStaging(state, saved.id) : state;
        const run = failedRun(error, clock.now());
        const cursor = leftBy(claimed, reached, error);
        this.record(saved, run, { zone, start, cursor, restored }, cleared);
      });
    } catch {
      // The failure itself matters more than recording it; the lease expires.
    }
  }

  /**
   * Records how a run ended without a new table, for the sidebar and the status sheet. Under the lock.
   *
   * @returns The document's state after it.
   */
  record(
    { id }: SavedReport,
    lastRun: ReportRun,
    { zone, start, cursor, restored }: Failed,
    state: DocumentState,
  ): DocumentState {
    const { stores, sheets } = this.services;
    const saved = state.reports.find((report) => report.id === id);
    const failed = saved && {
      ...withRestored(saved, restored),
      cursor,
      lastRun,
      // Who presses Refresh is asked again.
      written: saved.written && { ...saved.written, isKept: start.by === 'schedule' && saved.written.isKept },
    };
    const { outcome, finishedAt: at, message: sentence, correlationId } = lastRun;
    const ended = endActivity(state, { ...start, at, outcome, sentence, correlationId });
    const released = { ...state, lease: undefined, zone, activity: ended.activity };
    const after = failed === undefined ? released : withReport(released, failed);
    // Formulas recalculate where the state of the report changes: what they say of it may no longer be so.
    const isNews = lastRun.outcome !== saved?.lastRun?.outcome;
    const statusSheet = writeStatusSheet(this.services, after, zone, isNews ? lastRun.finishedAt : undefined);
    try {
      if (statusSheet !== undefined) sheets.flush();
    } catch {
      // The failure itself matters more than the status sheet; the sidebar shows it.
    }
    // Even if the report is gone, the lease is released, so that other reports need not wait.
    stores.document.write({
      [PROPERTY.lease]: '',
      ...(failed ? reportProperties(failed) : {}),
      ...ended.properties,
      ...statusProperty(statusSheet),
    });
    return { ...after, statusSheet };
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
  if (left === null && !RETRIED_WITHOUT_A_PERSON.includes(code)) return null;
  // The next run finds the fetched days and has more time to write them.
  const isKept = cursor.days > 0 || code === 'write_timeout' || monthsOf([range]).length > 1;
  return isKept ? cursorAfterFailure(cursor) : null;
}

function withoutStaging(state: DocumentState, id: string): DocumentState {
  const reports = state.reports.map((report) => (report.id === id ? { ...report, stagingId: null } : report));
  return { ...state, reports };
}
