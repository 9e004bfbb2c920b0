import { ReportError } from '../employer-api/errors';
import { activityProperty, logFinished, type RefreshStart } from './activity-log';
import { type DocumentState, INTERVAL_MILLIS, PROPERTY } from './document-state';
import { formatSavedReport, type ReportRun, type SavedReport } from './saved-report';

/** A cursor holds at least this long, or two intervals of the schedule. */
const CURSOR_MILLIS = 3_600_000;

/** Until when a refresh that is not finished may be gone on with. Milliseconds since 1970. */
export function cursorEnd({ schedule }: DocumentState, now: number): number {
  const { every } = schedule;
  return now + Math.max(CURSOR_MILLIS, every === 'off' ? 0 : 2 * INTERVAL_MILLIS[every]);
}

/** The document properties that hold a report. */
export function reportProperties(report: SavedReport): Record<string, string> {
  const staging = report.stagingId === null ? '' : String(report.stagingId);
  return {
    [PROPERTY.report(report.id)]: formatSavedReport(report),
    ...(staging === '' ? {} : { [PROPERTY.staging(report.id)]: staging }),
  };
}

/** The document's state with one report changed. */
export function withReport(state: DocumentState, changed: SavedReport): DocumentState {
  return { ...state, reports: state.reports.map((report) => (report.id === changed.id ? changed : report)) };
}

/** The log and its property after the refresh of a report ended. */
export function endActivity(
  state: DocumentState,
  start: RefreshStart,
  at: number,
  outcome: 'refreshed' | 'failed',
  sentence: string,
  correlationId: string,
): { readonly activity: DocumentState['activity']; readonly properties: Record<string, string> } {
  const activity = logFinished(state, { ...start, at, outcome, sentence, correlationId });
  return { activity, properties: activityProperty(activity) };
}

/** What a failure says on the card of its report. */
export function failedRun(error: ReportError, finishedAt: number): ReportRun {
  const { correlationId = '' } = error.detail;
  return { outcome: 'failed', finishedAt, message: error.message, correlationId };
}

/** A report by its ID. @throws {ReportError} `invalid_settings` when it was removed. */
export function findReport(state: DocumentState, id: string): SavedReport {
  const report = state.reports.find((one) => one.id === id);
  if (report) return report;
  throw new ReportError('invalid_settings', { sentence: 'Open the sidebar again: this report was removed' });
}
