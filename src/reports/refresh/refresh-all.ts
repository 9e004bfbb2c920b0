import { type ReportError, toReportError } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import { type DocumentState, type Lease, locked, PROPERTY, readDocumentState } from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import { prepareStatusSheet, writeStatusSheet } from '../status/status-sheet';
import type { RefreshServices } from './lease';
import { refreshReport } from './refresh';

/** The most failures in a message. */
const MOST_NAMED = 3;

/** The result of refreshing several reports. */
export interface RefreshedReports {
  /** What became of them, in a few sentences. */
  readonly message: string;
  readonly failures: readonly ReportError[];
  /** How many reports were not tried, because another refresh runs or the time was up. */
  readonly left: number;
  /** The state after it; `undefined` if nothing was written. */
  readonly state: DocumentState | undefined;
}

/**
 * Refreshes reports one after the other. A report that fails, or that someone changed in the meantime, does not stop
 * the others; another running refresh does, and so does the end of the time. The report tried longest ago comes first,
 * so that every report gets its turn. Without reports, formulas recalculate anyway.
 *
 * @throws {ReportError} Without reports, as `stampFormulas`.
 */
export function refreshAll(
  services: RefreshServices,
  reports: readonly SavedReport[],
  by: Lease['by'],
): RefreshedReports {
  if (reports.length === 0) {
    const message = 'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.';
    return { message, failures: [], left: 0, state: stampFormulas(services, by) };
  }
  const failures: ReportError[] = [];
  const failed: string[] = [];
  const unfinished: string[] = [];
  let refreshed = 0;
  let state: DocumentState | undefined;
  const triedAt = ({ lastRun }: SavedReport) => lastRun?.finishedAt ?? 0;
  for (const { id, sheet } of [...reports].sort((one, other) => triedAt(one) - triedAt(other))) {
    try {
      const done = refreshReport(services, id, by);
      state = done.state;
      if (done.progress === undefined) refreshed += 1;
      else unfinished.push(`“${sheet}”: fetched ${done.progress} so far, refresh again to continue.`);
    } catch (thrown) {
      const error = toReportError(thrown);
      failures.push(error);
      failed.push(`“${sheet}”: ${error.message}`);
      if (error.code === 'busy') break;
    }
  }
  const left = reports.length - refreshed - failures.length - unfinished.length;
  const unnamed = failed.length - MOST_NAMED;
  const sentences = [
    refreshed > 0 && `${shownCount(refreshed, 'report')} refreshed.`,
    ...failed.slice(0, MOST_NAMED),
    unnamed > 0 && `${shownCount(unnamed, 'report')} more failed: see the list of reports.`,
    ...unfinished.slice(0, MOST_NAMED),
    left > 0 && `${shownCount(left, 'report')} left as before: refresh again.`,
  ];
  return { message: sentences.filter(Boolean).join(' '), failures, left, state };
}

/**
 * Makes formulas recalculate without a refresh: rewrites the stamp that they name.
 *
 * @throws {ReportError} `settings_missing`; `busy`.
 */
export function stampFormulas(services: RefreshServices, by: Lease['by']): DocumentState {
  const { stores, sheets, calendar } = services;
  const properties = stores.document.readAll();
  findConnection(properties, stores);
  const zone = calendar.zone();
  const { sheetId } = prepareStatusSheet(services, readDocumentState(properties), by !== 'schedule');
  return locked(services, (state, now) => {
    const written = { ...writeStatusSheet(services, state, zone, sheetId), [PROPERTY.zone]: zone };
    sheets.flush();
    stores.document.write(written);
    return readDocumentState({ ...now, ...written });
  });
}

/**
 * Updates the status sheet after changes without a refresh: removed reports, states, and when tables become stale. Five
 * service calls. Never fails.
 */
export function showStatus(services: RefreshServices): void {
  try {
    locked(services, (state) => {
      if (state.statusSheet === undefined || state.zone === undefined) return;
      services.stores.document.write(writeStatusSheet(services, state, state.zone));
    });
  } catch {
    // The next run writes it.
  }
}
