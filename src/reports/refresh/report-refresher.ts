import type { KeptMonths, NotesFile } from '../../contract/sidebar';
import { isReportError, type ReportError, toReportError } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import { type DocumentState, type Lease, PROPERTY, readDocumentState } from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import {
  prepareStatusSheet,
  statusProperty,
  withStatusSheet,
  writeStatusSheet,
} from '../status/status-sheet';
import { deleteNotes, exportNotes, keepNotes } from './all-notes';

import { locked, requireFree } from './lease';
import { type RefreshedReport, type RefreshRun, refreshReport } from './refresh';
import type { RefreshServices } from './refresh-services';
import { forgetTables, showChanges, undoRefresh } from './undo';

/** Everything that is done to the tables of saved reports. */
export class ReportRefresher {
  constructor(private readonly services: RefreshServices) {}

  /** A run over several reports, with one entry in the activity log. */
  newRun(): RefreshRun {
    return { id: this.services.makeId() };
  }

  /** As `refreshReport`. @param confirmed Whether a person has confirmed the new table. */
  refresh(reportId: string, by: Lease['by'], confirmed = false, run = this.newRun()): RefreshedReport {
    return refreshReport(this.services, { reportId, by, run, confirmed });
  }

  /**
   * Makes formulas recalculate without a refresh: rewrites the stamp that they name.
   *
   * @throws {ReportError} `settings_missing`; `busy`.
   */
  stamp(by: Lease['by']): DocumentState {
    const { stores, sheets, calendar, clock } = this.services;
    const properties = stores.document.readAll();
    const before = readDocumentState(properties);
    requireFree(this.services, before);
    findConnection(properties, stores);
    const zone = calendar.zone();
    const prepared = prepareStatusSheet(this.services, before, by !== 'schedule');
    return locked(this.services, (state, now) => {
      requireFree(this.services, state);
      findConnection(now, stores);
      const after = withStatusSheet(state, prepared);
      const statusSheet = writeStatusSheet(this.services, after, zone, clock.now());
      sheets.flush();
      stores.document.write({ ...statusProperty(statusSheet), [PROPERTY.zone]: zone });
      return { ...state, statusSheet, zone };
    });
  }

  /**
   * Updates the status sheet after changes without a refresh: removed reports, and when tables become stale. One service
   * call, five more to store another number of lines. Never fails.
   */
  showStatus(state: DocumentState): DocumentState {
    const { statusSheet: known, zone } = state;
    if (known === undefined || zone === undefined) return state;
    const statusSheet = writeStatusSheet(this.services, state, zone);
    if (statusSheet?.rows === known.rows) return state;
    const { sheets, stores } = this.services;
    try {
      // Lines are given up only once they are certainly blank.
      sheets.flush();
      locked(this.services, (now) => {
        // Another run may have stored a newer state of the sheet.
        if (JSON.stringify(now.statusSheet) === JSON.stringify(known))
          stores.document.write(statusProperty(statusSheet));
      });
    } catch {
      // The lines stay part of the status.
    }
    return { ...state, statusSheet };
  }

  /** As `undoRefresh`. */
  undo(reportId: string): ReturnType<typeof undoRefresh> {
    return undoRefresh(this.services, reportId);
  }

  /** As the function of that name. */
  showChanges(reportId: string): ReturnType<typeof showChanges> {
    return showChanges(this.services, reportId);
  }

  /** As the function of that name. */
  forgetTables(reportIds?: readonly string[]): void {
    forgetTables(this.services, reportIds);
  }

  /** Stores for how long notes are kept. Two service calls. */
  keepNotes(months: KeptMonths): DocumentState {
    keepNotes(this.services, months);
    return readDocumentState(this.services.stores.document.readAll());
  }

  /** All notes of the spreadsheet as a file. @throws {ReportError} `sheet_blocked` */
  exportNotes(): NotesFile {
    const properties = this.services.stores.document.readAll();
    return exportNotes(this.services, readDocumentState(properties), properties);
  }

  /**
   * Deletes all notes.
   *
   * @param expected How many there are in the file that the person has.
   * @throws {ReportError} `changed_meanwhile`, with nothing deleted; `busy`; `sheet_blocked`
   */
  deleteNotes(expected: number): DocumentState {
    const { document } = this.services.stores;
    const properties = document.readAll();
    deleteNotes(this.services, readDocumentState(properties), properties, expected);
    return readDocumentState(document.readAll());
  }
}

/** The most failures in a message. */
const MOST_NAMED_FAILURES = 3;

/** The result of refreshing several reports. */
export interface RefreshAllResult {
  readonly refreshed: number;
  /** One sentence per report that failed. */
  readonly failures: readonly {
    readonly id: string;
    readonly sheet: string;
    readonly error: ReportError;
  }[];
  /** The progress of reports that continue in the next run. */
  readonly unfinished: readonly { readonly sheet: string; readonly progress: string }[];
  /** How many reports were not tried, because another refresh runs or the time was up. */
  readonly left: number;
  /** Whether there was no report, so that only formulas recalculate. */
  readonly isStamped: boolean;
  /** The state after it; `undefined` if nothing was written. */
  readonly state: DocumentState | undefined;
}

/**
 * Refreshes reports one after the other. A report that fails, or that someone changed in the meantime, does not stop
 * the others; another running refresh does, and so does the end of the time. The report tried longest ago comes first,
 * so that every report gets its turn. Without reports, formulas recalculate anyway.
 *
 * @throws {ReportError} Without reports, as `ReportRefresher.stamp`.
 */
export function refreshAll(
  refresher: ReportRefresher,
  reports: readonly SavedReport[],
  by: Lease['by'],
): RefreshAllResult {
  if (reports.length === 0) {
    return {
      refreshed: 0,
      failures: [],
      unfinished: [],
      left: 0,
      isStamped: true,
      state: refresher.stamp(by),
    };
  }
  const failures: RefreshAllResult['failures'][number][] = [];
  const unfinished: { sheet: string; progress: string }[] = [];
  const run = refresher.newRun();
  let refreshed = 0;
  let state: DocumentState | undefined;
  const oldestFirst = [...reports].sort((one, other) => triedAt(one) - triedAt(other));
  for (const report of oldestFirst) {
    try {
      const done = refresher.refresh(report.id, by, false, run);
      state = done.state;
      if (done.progress === undefined) refreshed += 1;
      else unfinished.push({ sheet: report.sheet, progress: done.progress });
    } catch (error) {
      failures.push({ id: report.id, sheet: report.sheet, error: toReportError(error) });
      if (isReportError(error) && error.code === 'busy') break;
    }
  }
  const left = reports.length - refreshed - failures.length - unfinished.length;
  return { refreshed, failures, unfinished, left, isStamped: false, state };
}

function triedAt({ lastRun }: SavedReport): number {
  return lastRun?.finishedAt ?? 0;
}

/** The result in a few sentences, however many reports failed. */
export function describeRefreshAll(result: RefreshAllResult): string {
  const { refreshed, failures, unfinished, left, isStamped } = result;
  if (isStamped) return 'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.';
  const sentences = refreshed === 0 ? [] : [`${shownCount(refreshed, 'report')} refreshed.`];
  for (const { sheet, error } of failures.slice(0, MOST_NAMED_FAILURES)) {
    sentences.push(`“${sheet}”: ${error.message}`);
  }
  const unnamed = failures.length - MOST_NAMED_FAILURES;
  if (unnamed > 0) sentences.push(`${shownCount(unnamed, 'report')} more failed: see the list of reports.`);
  for (const { sheet, progress } of unfinished.slice(0, MOST_NAMED_FAILURES)) {
    sentences.push(`“${sheet}”: fetched ${progress} so far, refresh again to continue.`);
  }
  if (left > 0) sentences.push(`${shownCount(left, 'report')} left as before: refresh again.`);
  return sentences.join(' ');
}
