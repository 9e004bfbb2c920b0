import { type ReportError, toReportError } from '../../employer-api/errors';
import { timeoutThatFits } from '../../employer-api/ports';
import { shownCount } from '../../employer-api/text';
import {
  change,
  type DocumentState,
  findConnection,
  type Lease,
  PROPERTY,
  readDocumentState,
} from '../saved/document-state';
import type { SavedReport } from '../saved/saved-report';
import { attempt } from '../sheet/sheets';
import { prepareStatusSheet, writeStatusSheet } from '../status/status-sheet';
import type { RefreshServices } from './lease';
import { refreshReport } from './refresh';

/** The most reports in a message. */
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
 * @throws {ReportError} Without reports: `settings_missing`; as `stampFormulas`.
 */
export function refreshAll(
  services: RefreshServices,
  reports: readonly SavedReport[],
  by: Lease['by'],
): RefreshedReports {
  const { budget, clock, stores } = services;
  if (reports.length === 0) {
    findConnection(services.document.readAll(), stores);
    const message = 'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.';
    return { message, failures: [], left: 0, state: stampFormulas(services, by !== 'schedule') };
  }
  const failures: ReportError[] = [];
  const told: string[] = [];
  let [refreshed, left] = [0, reports.length];
  let state: DocumentState | undefined;
  const triedAt = ({ lastRun }: SavedReport) => lastRun?.finishedAt ?? 0;
  for (const { id, sheet } of [...reports].sort((one, other) => triedAt(one) - triedAt(other))) {
    // A request would get less than its time.
    if (timeoutThatFits(budget, clock.now()) !== budget.timeoutSeconds) break;
    left -= 1;
    try {
      const done = refreshReport(services, id, by);
      state = done.state;
      if (done.isUnfinished) told.push(`“${sheet}”: ${done.message} Refresh again to continue.`);
      else refreshed += 1;
    } catch (thrown) {
      const error = toReportError(thrown);
      failures.push(error);
      told.push(`“${sheet}”: ${error.message}`);
      if (error.code === 'busy') break;
    }
  }
  const unnamed = told.length - MOST_NAMED;
  const sentences = [
    refreshed > 0 && `${shownCount(refreshed, 'report')} refreshed.`,
    ...told.slice(0, MOST_NAMED),
    unnamed > 0 && `${shownCount(unnamed, 'report')} more: see the list of reports.`,
    left > 0 && `${shownCount(left, 'report')} left as before: refresh again.`,
  ];
  return { message: sentences.filter(Boolean).join(' '), failures, left, state };
}

/**
 * Makes formulas recalculate without a refresh: rewrites the status sheet with the stamp that they name. Eight service calls.
 *
 * @param mayCreate Whether that sheet may be made (again): after a click, never on a schedule.
 * @throws {ReportError} `busy`.
 */
export function stampFormulas(services: RefreshServices, mayCreate: boolean): DocumentState {
  const { document, sheets, calendar } = services;
  const zone = calendar.zone();
  const before = readDocumentState(document.readAll());
  prepareStatusSheet(services, before, mayCreate);
  return change(services, (state) => {
    const status = writeStatusSheet(services, state, zone);
    // There is no status sheet, and none may be made.
    if (status[PROPERTY.statusSheet] === undefined) return {};
    sheets.flush();
    return { ...status, [PROPERTY.zone]: zone };
  });
}

/** Does the same after changes without a refresh, if there is a status sheet. What is refused is left to the next run. */
export function showStatus(services: RefreshServices): void {
  attempt(() => stampFormulas(services, false));
}
