import type { WeekStart } from '../calendar/period-words';
import { type Budget, timeoutThatFits } from '../employer-api/budget';
import { ReportError, toReportError } from '../employer-api/errors';
import type { Clock, MakeId } from '../employer-api/ports';
import { type DocumentState, type Lease, PROPERTY, readDocumentState, runningLease } from './document-state';
import type { DocumentLock, ReportSheets, SpreadsheetCalendar } from './ports';
import type { KeptReport } from './report-cache';
import type { ReportFetcher } from './report-fetcher';
import { type Audience, type ConnectionStores, findConnection } from './saved-connection';
import { describeContent, type ReportRun, reportRange, type SavedReport } from './saved-report';
import { writeStatus } from './status-writer';
import { prepareTable, writeTable } from './table-writer';

/** What a refresh needs. */
export interface RefreshServices {
  readonly stores: ConnectionStores;
  readonly fetcherFor: (audience: Audience) => ReportFetcher;
  readonly lock: DocumentLock;
  readonly sheets: ReportSheets;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly budget: Budget;
}

/** Longer than any execution lives: a lease that outlasts its run ends by itself. */
const LEASE_MILLIS = 7 * 60_000;
/** Others hold the lock for a token request or a write: seconds at the most. */
const LOCK_WAIT_MILLIS = 15_000;

/**
 * Refreshes saved reports into their sheets.
 *
 * Everything is fetched and checked before a sheet is touched. The lock is held to begin and to write, never
 * while the service works; in between a lease keeps other refreshes away.
 */
export class ReportRefresher {
  constructor(private readonly services: RefreshServices) {}

  /**
   * Refreshes one report.
   *
   * @returns The document's state after it.
   * @throws {ReportError} With the old table untouched, the failure recorded with the report and on the status
   *   sheet; `busy` when another refresh runs, which changes nothing.
   */
  refresh(reportId: string, by: Lease['by']): DocumentState {
    const begun = this.locked((state, properties) => this.begin(reportId, by, state, properties));
    try {
      const report = begun.fetch();
      return this.locked((state) => this.commit(reportId, begun.lease, begun.zone, report, state));
    } catch (error) {
      this.noteFailure(reportId, toReportError(error), begun.zone, begun.lease);
      throw error;
    }
  }

  private begin(reportId: string, by: Lease['by'], state: DocumentState, properties: Record<string, string>) {
    const { clock, calendar, makeId, stores, fetcherFor, budget } = this.services;
    const now = clock.now();
    if (runningLease(state, now)) throw new ReportError('busy');
    // Of several reports one after the other, the last may find the time used up.
    if (timeoutThatFits(budget, now) !== budget.timeoutSeconds) {
      throw new ReportError('busy', {
        sentence: 'Refresh again: the other reports used up the time of this run',
      });
    }
    const saved = savedReport(state, reportId);
    const usesToday = saved.period !== 'custom';
    const zone = usesToday ? calendar.zone() : (state.zone ?? calendar.zone());
    try {
      const { connection, audience } = findConnection(properties, stores);
      const weekStart: WeekStart = connection.region === 'US' ? 7 : 1;
      const range = reportRange(saved, usesToday ? calendar.today(zone) : 0, weekStart);
      const fetcher = fetcherFor(audience);
      const claimed = fetcher.claim(connection, range);
      const lease: Lease = { id: makeId(), by, since: now, until: now + LEASE_MILLIS };
      stores.document.write({ [PROPERTY.lease]: JSON.stringify(lease) });
      return { lease, zone, fetch: () => fetcher.send(claimed) };
    } catch (error) {
      this.recordFailure(reportId, toReportError(error), zone, state, undefined);
      throw error;
    }
  }

  private commit(
    reportId: string,
    lease: Lease,
    zone: string,
    report: KeptReport,
    state: DocumentState,
  ): DocumentState {
    const { sheets, clock, stores } = this.services;
    // The fence: whoever took over after this run's lease ran out owns the table now.
    if (state.lease?.id !== lease.id) throw new ReportError('busy');
    const saved = savedReport(state, reportId);
    const store = (changed: SavedReport) =>
      stores.document.write({ [PROPERTY.report(reportId)]: JSON.stringify(changed) });
    const prepared = prepareTable(sheets, saved, report.rows.length, lease.by !== 'schedule', store);
    writeTable(prepared, report.rows);
    const content = {
      refreshedAt: clock.now(),
      generatedAt: report.generatedAt,
      rows: report.rows.length,
      from: report.range.from,
      to: report.range.to,
      issues: report.issueCount,
    };
    const run = this.run('refreshed', describeContent(content), report.correlationId);
    const done: SavedReport = {
      ...prepared.report,
      headed: true,
      extent: report.rows.length,
      content,
      lastRun: run,
    };
    const after = { ...withReport(state, done), lease: undefined, zone };
    const statusSheet = this.showStatus(after, zone, lease.by !== 'schedule');
    if (prepared.isNew) sheets.show(prepared.sheet);
    sheets.flush();
    stores.document.write({
      [PROPERTY.report(reportId)]: JSON.stringify(done),
      [PROPERTY.lease]: '',
      [PROPERTY.zone]: zone,
      ...(statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {}),
    });
    return { ...after, statusSheet };
  }

  /** The table is written by now: a status sheet that refuses the write does not make that untrue. */
  private showStatus(state: DocumentState, zone: string, mayCreate: boolean): DocumentState['statusSheet'] {
    try {
      return writeStatus(this.services.sheets, state, this.services.calendar, zone, mayCreate);
    } catch {
      return state.statusSheet;
    }
  }

  private noteFailure(reportId: string, error: ReportError, zone: string, lease: Lease): void {
    try {
      this.locked((state) => this.recordFailure(reportId, error, zone, state, lease));
    } catch {
      // The failure itself matters more than that it cannot be noted; the lease ends by itself.
    }
  }

  /** Notes a failure with the report, where the sidebar and the status sheet show it. The table stays. */
  private recordFailure(
    reportId: string,
    error: ReportError,
    zone: string,
    state: DocumentState,
    lease: Lease | undefined,
  ): void {
    // A run that lost its lease reports to nobody: the table belongs to another run.
    if (lease && state.lease?.id !== lease.id) return;
    const saved = state.reports.find((report) => report.id === reportId);
    if (saved === undefined) {
      // Removed meanwhile: nothing to note, and nothing may keep the other reports waiting.
      this.services.stores.document.write({ [PROPERTY.lease]: '' });
      return;
    }
    const run = this.run('failed', error.message, error.detail.correlationId ?? '');
    const failed: SavedReport = { ...saved, lastRun: run };
    this.services.stores.document.write({
      [PROPERTY.report(reportId)]: JSON.stringify(failed),
      ...(lease ? { [PROPERTY.lease]: '' } : {}),
    });
    try {
      writeStatus(this.services.sheets, withReport(state, failed), this.services.calendar, zone, false);
      this.services.sheets.flush();
    } catch {
      // The failure itself matters more than that it cannot be shown on a sheet; the sidebar shows it.
    }
  }

  private run(outcome: ReportRun['outcome'], message: string, correlationId: string): ReportRun {
    return { outcome, finishedAt: this.services.clock.now(), message, correlationId };
  }

  private locked<Result>(work: (state: DocumentState, properties: Record<string, string>) => Result): Result {
    const { lock, stores } = this.services;
    if (!lock.acquire(LOCK_WAIT_MILLIS)) throw new ReportError('busy');
    try {
      const properties = stores.document.readAll();
      return work(readDocumentState(properties), properties);
    } finally {
      lock.release();
    }
  }
}

function savedReport(state: DocumentState, id: string): SavedReport {
  const report = state.reports.find((one) => one.id === id);
  if (report) return report;
  throw new ReportError('invalid_settings', { sentence: 'Open the sidebar again: this report was removed' });
}

function withReport(state: DocumentState, changed: SavedReport): DocumentState {
  return { ...state, reports: state.reports.map((report) => (report.id === changed.id ? changed : report)) };
}
