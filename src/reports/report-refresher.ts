import type { CalendarDate } from '../calendar/calendar-date';
import { type Budget, timeoutThatFits } from '../employer-api/budget';
import { weekStartIn } from '../employer-api/connection';
import { ReportError, toReportError } from '../employer-api/errors';
import type { Clock, MakeId } from '../employer-api/ports';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-fulfilment';
import { type DocumentState, type Lease, PROPERTY, readDocumentState, runningLease } from './document-state';
import { failedChecks, learnedFrom } from './learned';
import type { Digest, DocumentLock, ReportSheets, SpreadsheetCalendar, TextPacker } from './ports';
import type { KeptReport } from './report-cache';
import type { ReportFetcher } from './report-fetcher';
import { HEADINGS } from './report-table';
import { type Audience, type ConnectionStores, findConnection } from './saved-connection';
import {
  describeContent,
  type ReportRun,
  reportRange,
  type SavedReport,
  type TableContent,
} from './saved-report';
import { StatusBoard } from './status-board';
import { SHIFT_TABLE_COLUMNS } from './sheet-table';
import { finishTable, prepareTable, writeTable } from './table-writer';
import { withLock } from './with-lock';

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
  readonly digest: Digest;
  readonly packer: TextPacker;
}

/** A refresh that has claimed its request: what it was begun with, to be compared before the write. */
interface BegunRefresh {
  readonly saved: SavedReport;
  readonly fingerprint: string;
  readonly lease: Lease;
  readonly zone: string;
  fetch(): KeptReport;
}

type Properties = Readonly<Record<string, string>>;

/** Longer than any execution lives: a lease that outlasts its run ends by itself. */
const LEASE_MILLIS = 7 * 60_000;
/** How a run is called in a sentence. */
const RUN_NAMES = { sidebar: 'from the sidebar', menu: 'from the menu', schedule: 'on the schedule' };

/**
 * Refreshes saved reports into their sheets.
 *
 * Everything is fetched and checked before a sheet is touched. The lock is held to begin and to write, never
 * while the service works; in between a lease keeps other refreshes away.
 */
export class ReportRefresher {
  private readonly board: StatusBoard;

  constructor(private readonly services: RefreshServices) {
    this.board = new StatusBoard(services.sheets, services.calendar);
  }

  /**
   * Refreshes one report.
   *
   * @returns The document's state after it.
   * @throws {ReportError} With the old table untouched, the failure recorded with the report and on the status
   *   sheet; `busy` when another refresh runs or time is used up, which changes nothing.
   */
  refresh(reportId: string, by: Lease['by']): DocumentState {
    const begun = this.locked((state, properties) => this.begin(reportId, by, state, properties));
    try {
      const report = begun.fetch();
      return this.locked((state, properties) => this.commit(begun, report, state, properties));
    } catch (error) {
      this.noteFailure(begun, toReportError(error));
      throw error;
    }
  }

  /**
   * Has formulas calculated again where there is no report to refresh: rewrites the stamp that they name.
   *
   * @throws {ReportError} `settings_missing`; `busy`.
   */
  stamp(by: Lease['by']): DocumentState {
    const { stores, sheets, calendar, clock } = this.services;
    return this.locked((state, properties) => {
      this.requireTurn(state);
      findConnection(properties, stores);
      const zone = calendar.zone();
      const statusSheet = this.board.show(state, zone, by !== 'schedule', clock.now());
      sheets.flush();
      const noted = statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {};
      stores.document.write({ ...noted, [PROPERTY.zone]: zone });
      return { ...state, statusSheet, zone };
    });
  }

  private begin(
    reportId: string,
    by: Lease['by'],
    state: DocumentState,
    properties: Properties,
  ): BegunRefresh {
    const { clock, calendar, makeId, stores, fetcherFor } = this.services;
    this.requireTurn(state);
    const saved = findReport(state, reportId);
    const usesToday = saved.period !== 'custom';
    const zone = usesToday ? calendar.zone() : (state.zone ?? calendar.zone());
    try {
      const { connection, audience } = findConnection(properties, stores);
      const range = reportRange(saved, usesToday ? calendar.today(zone) : 0, weekStartIn(connection.region));
      const fetcher = fetcherFor(audience);
      const claimed = fetcher.claim(SHIFT_FULFILMENT_REPORT, connection, range);
      const now = clock.now();
      const lease: Lease = { id: makeId(), by, since: now, until: now + LEASE_MILLIS };
      stores.document.write({ [PROPERTY.lease]: JSON.stringify(lease) });
      const { fingerprint } = connection;
      // A zone that was only remembered may be an old one: formulas must not rely on it.
      const fetch = () => fetcher.send(claimed, usesToday ? zone : null);
      return { saved, fingerprint, lease, zone, fetch };
    } catch (error) {
      this.recordFailure(saved, toReportError(error), zone, state);
      throw error;
    }
  }

  /** @throws {ReportError} `busy` when another refresh runs, or this execution has no time left for one. */
  private requireTurn(state: DocumentState): void {
    const { clock, calendar, budget } = this.services;
    const running = runningLease(state, clock.now());
    if (running) {
      const since = calendar.text(running.since, state.zone ?? calendar.zone()).slice(-5);
      const sentence = `Wait until it has ended: a refresh ${RUN_NAMES[running.by]} has been running since ${since}`;
      throw new ReportError('busy', { sentence });
    }
    // Of several reports one after the other, the last may find the time used up.
    if (timeoutThatFits(budget, clock.now()) !== budget.timeoutSeconds) {
      throw new ReportError('busy', {
        sentence: 'Refresh again: the other reports used up the time of this run',
      });
    }
  }

  private commit(
    begun: BegunRefresh,
    report: KeptReport,
    state: DocumentState,
    properties: Properties,
  ): DocumentState {
    const { sheets, clock, stores, calendar, packer } = this.services;
    const { lease, zone } = begun;
    const saved = this.requireUnchanged(begun, state, properties);
    const mayCreate = lease.by !== 'schedule';
    const headings = saved.headed ? HEADINGS : [];
    const record = { headings, nextHeadings: [], stagingId: null, ...saved };
    const table = { columns: SHIFT_TABLE_COLUMNS, rows: report.rows };
    const prepared = prepareTable(sheets, record, table, { mayReplace: mayCreate }, (changed) =>
      stores.document.write(reportProperty(changed)),
    );
    writeTable(prepared);
    const today = calendar.today(zone);
    const content = this.describe(report, saved.content, today);
    const run = this.run('refreshed', describeContent(content, report.issues[0]), report.correlationId);
    const done: SavedReport = { ...finishTable(sheets, prepared), content, lastRun: run };
    const after = { ...withReport(state, done), lease: undefined, zone };
    const statusSheet = this.board.show(after, zone, mayCreate, clock.now());
    if (prepared.isNew) sheets.show(prepared.sheet);
    sheets.flush();
    stores.document.write({
      ...reportProperty(done),
      [PROPERTY.lease]: '',
      [PROPERTY.zone]: zone,
      ...learnedFrom(report.rows, properties, { ...begun, today, packer }),
      ...(statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {}),
    });
    return { ...after, statusSheet };
  }

  /** What the table will show, and whether that is anything new. */
  private describe(report: KeptReport, before: TableContent | null, today: CalendarDate): TableContent {
    const { clock, digest } = this.services;
    const { rows, generatedAt, issueCount: issues, emptyCount: empty } = report;
    const { from, to } = report.range;
    const refreshedAt = clock.now();
    const checks = failedChecks(rows, today);
    const hash = digest(JSON.stringify(rows));
    const changedAt = before?.hash === hash ? before.changedAt : refreshedAt;
    return { refreshedAt, generatedAt, rows: rows.length, from, to, issues, empty, checks, hash, changedAt };
  }

  /**
   * The fence before the write: the lease is still this run's, the connection that the rows came by is still the
   * spreadsheet's, and the report still asks for what was fetched.
   */
  private requireUnchanged(begun: BegunRefresh, state: DocumentState, properties: Properties): SavedReport {
    if (state.lease?.id !== begun.lease.id) throw new ReportError('busy');
    const { connection } = findConnection(properties, this.services.stores);
    if (connection.fingerprint !== begun.fingerprint) {
      throw new ReportError('busy', { sentence: 'Refresh again: the connection was changed meanwhile' });
    }
    const saved = findReport(state, begun.saved.id);
    if (chosen(saved) !== chosen(begun.saved)) {
      throw new ReportError('busy', { sentence: 'Refresh again: this report was changed meanwhile' });
    }
    return saved;
  }

  private noteFailure(begun: BegunRefresh, error: ReportError): void {
    try {
      this.locked((state) => {
        // A run that lost its lease reports to nobody: the table belongs to another run.
        if (state.lease?.id !== begun.lease.id) return;
        this.recordFailure(begun.saved, error, begun.zone, state);
      });
    } catch {
      // The failure itself matters more than that it cannot be noted; the lease ends by itself.
    }
  }

  /** Notes a failure with the report, where the sidebar and the status sheet show it. The table stays. */
  private recordFailure({ id }: SavedReport, error: ReportError, zone: string, state: DocumentState): void {
    const { stores, sheets } = this.services;
    const saved = state.reports.find((report) => report.id === id);
    const run = this.run('failed', error.message, error.detail.correlationId ?? '');
    const failed = saved && { ...saved, lastRun: run };
    // Whatever became of the report, nothing may keep the other reports waiting.
    stores.document.write({ [PROPERTY.lease]: '', ...(failed ? reportProperty(failed) : {}) });
    if (failed === undefined || state.statusSheet === undefined) return;
    this.board.show(withReport(state, failed), zone, false);
    try {
      sheets.flush();
    } catch {
      // The failure itself matters more than that it cannot be shown on a sheet; the sidebar shows it.
    }
  }

  private run(outcome: ReportRun['outcome'], message: string, correlationId: string): ReportRun {
    return { outcome, finishedAt: this.services.clock.now(), message, correlationId };
  }

  private locked<Result>(work: (state: DocumentState, properties: Properties) => Result): Result {
    const { lock, stores } = this.services;
    return withLock(lock, () => {
      const properties = stores.document.readAll();
      return work(readDocumentState(properties), properties);
    });
  }
}

function findReport(state: DocumentState, id: string): SavedReport {
  const report = state.reports.find((one) => one.id === id);
  if (report) return report;
  throw new ReportError('invalid_settings', { sentence: 'Open the sidebar again: this report was removed' });
}

function reportProperty(report: SavedReport): Record<string, string> {
  return { [PROPERTY.report(report.id)]: JSON.stringify(report) };
}

function chosen({ period, from, to, sheet }: SavedReport): string {
  return JSON.stringify([period, from, to, sheet]);
}

function withReport(state: DocumentState, changed: SavedReport): DocumentState {
  return { ...state, reports: state.reports.map((report) => (report.id === changed.id ? changed : report)) };
}
