import { ReportError } from '../../employer-api/errors';
import { CONFIRM_MILLIS, LONGEST_KEPT_MILLIS, MOST_STALLS } from '../../limits';
import type { Properties } from '../ports';
import { activityProperty, logFinished, type RefreshEnd } from '../saved/activity-log';
import { type DocumentState, INTERVAL_MILLIS, PROPERTY } from '../saved/document-state';
import {
  formatSavedReport,
  NO_DAYS,
  type RefreshCursor,
  type ReportRun,
  type SavedReport,
} from '../saved/saved-report';
import { parseSnapshotPlaces } from '../snapshots/snapshot';
import type { SnapshotKept } from '../snapshots/snapshot-archive';
import type { StatusRoom } from '../status/status-board';
import type { TableRecord } from '../writing/table-heading';
import type { ClaimedRefresh } from './refresh-phases';

/** Until when a table that was held back may be confirmed. Milliseconds since 1970. */
function confirmableUntil({ schedule }: DocumentState, now: number): number {
  const { every } = schedule;
  return now + Math.max(CONFIRM_MILLIS, every === 'off' ? 0 : 2 * INTERVAL_MILLIS[every]);
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

/** The document property with the extent of the status sheet; none if that is already stored. */
export function statusProperty(room: StatusRoom | undefined): Record<string, string> {
  return room === undefined || room.isLogged ? {} : { [PROPERTY.statusSheet]: JSON.stringify(room.sheet) };
}

/** A report with the new record of its table. */
export function withTable(saved: SavedReport, record: TableRecord): SavedReport {
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

/** A report by its ID. @throws {ReportError} `invalid_settings` if it was removed. */
export function findReport(state: DocumentState, id: string): SavedReport {
  const report = state.reports.find((one) => one.id === id);
  if (report) return report;
  throw new ReportError('invalid_settings', { sentence: 'Open the sidebar again: this report was removed' });
}

/**
 * The document property with the places of snapshots, after keeping one. Others may have been freed in the meantime.
 */
export function snapshotProperty(
  kept: SnapshotKept | undefined,
  reportId: string,
  properties: Properties,
): Record<string, string> {
  if (kept?.places === undefined) return {};
  const now = parseSnapshotPlaces(properties[PROPERTY.snapshots]);
  const gone = (id: string) => id !== reportId && now !== undefined && !now.reports.includes(id);
  const isSameSheet = now?.sheetId === kept.places.sheetId;
  const reports = kept.places.reports.map((id) => (isSameSheet && gone(id) ? '' : id));
  return { [PROPERTY.snapshots]: JSON.stringify({ ...kept.places, reports }) };
}
