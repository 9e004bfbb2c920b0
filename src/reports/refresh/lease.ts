import { type Budget, timeoutThatFits } from '../../budget';
import { ReportError, refuse } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import { LEASE_MILLIS } from '../../limits';
import type { Digest, FetchServices, Properties, TextPacker } from '../ports';
import { activityProperty, withEnded } from '../saved/activity-log';
import {
  cachedTimeZone,
  type DocumentServices,
  type DocumentState,
  findReport,
  fullStore,
  type Lease,
  locked,
  PROPERTY,
  readDocumentState,
  runningLease,
} from '../saved/document-state';
import { type Audience, type ConnectionStores, findConnection } from '../saved/saved-connection';
import { formatSavedReport, hashQuestion, type ReportRun, type SavedReport } from '../saved/saved-report';
import type { PreparedTable } from '../sheet/report-table';
import { attempt, changedMeanwhile } from '../sheet/sheets';
import { type StatusServices, writeStatusSheet } from '../status/status-sheet';
import type { RefreshFollower } from './followed-refresh';

/** What is needed to work on the tables of reports. */
export interface RefreshServices extends StatusServices, DocumentServices {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly budget: Budget;
  readonly digest: Digest;
  readonly packer: TextPacker;
  /** The largest table that is written directly, in cells. */
  readonly directWriteCells: number;
  readonly followers: readonly RefreshFollower[];
}

/*
 * One run at a time writes tables: with the lock for moments, and with a lease for a whole run.
 *
 * Sheets are not read under the lock, but for one column of a staged table. Such a read waits for formulas that calculate,
 * and these may wait for the lock and give up.
 */

/** What a run with the lease works on. */
export interface LeasedReport {
  readonly lease: Lease;
  readonly saved: SavedReport;
  readonly state: DocumentState;
  readonly properties: Properties;
}

/** The words for runs in sentences. */
const RUN_NAMES = { sidebar: 'from the sidebar', menu: 'from the menu', schedule: 'on the schedule' };

/**
 * Takes the lease, for a run over one report. Four service calls. The lease of a killed run expires, since it lasts longer
 * than any execution.
 *
 * @param isRefresh Whether the run is a refresh: if it is killed, the activity log says so.
 * @throws {ReportError} `busy` if another refresh runs, or this execution has no time left for one; `invalid_settings` if
 *   the report was removed: nothing is stored then.
 */
export function takeLease(
  services: RefreshServices,
  reportId: string,
  by: Lease['by'],
  isRefresh = false,
): LeasedReport {
  const { makeId, clock, stores } = services;
  return locked(services, (state, before) => {
    requireFree(services, state);
    const saved = findReport(state, reportId);
    const since = clock.now();
    const sheet = isRefresh ? saved.sheet : '';
    const lease = { id: makeId(), by, since, until: since + LEASE_MILLIS, sheet };
    const activity = withEnded(state);
    const noted = { ...activityProperty(activity), [PROPERTY.lease]: JSON.stringify(lease) };
    stores.document.write(noted);
    return { lease, saved, state: { ...state, activity, lease }, properties: { ...before, ...noted } };
  });
}

/**
 * Works on a report while no refresh can run: `work` has the lease, not the lock, and ends the run.
 *
 * @throws {ReportError} As `takeLease`; anything that `work` throws.
 */
export function withLease<Result>(
  services: RefreshServices,
  reportId: string,
  work: (leased: LeasedReport) => Result,
): Result {
  const leased = takeLease(services, reportId, 'sidebar');
  try {
    return work(leased);
  } catch (error) {
    // A lease that cannot be released expires.
    attempt(() => endRun(services, leased, () => ({})));
    throw error;
  }
}

/** @throws {ReportError} `busy` if another refresh runs, or this execution has no time left for one. */
export function requireFree(
  { clock, calendar, budget }: Pick<RefreshServices, 'clock' | 'calendar' | 'budget'>,
  state: DocumentState,
): void {
  const running = runningLease(state, clock.now());
  const since = running && calendar.text(running.since, cachedTimeZone(state)).slice(-5);
  // The last of several reports may find the time used up.
  const isLate = timeoutThatFits(budget, clock.now()) !== budget.timeoutSeconds;
  if (!running && !isLate) return;
  const sentence = running
    ? `Wait until it has ended: a refresh ${RUN_NAMES[running.by]} has been running since ${since}`
    : 'Refresh this one again: no time was left in this run';
  refuse('busy', sentence);
}

/** What a run that writes a table was begun with, to be compared before the write. */
interface BegunRun extends LeasedReport {
  /** The spreadsheet's time zone. */
  readonly zone: string;
  /** Of the connection. */
  readonly fingerprint: string;
}

/**
 * Checks that nothing was changed since a run began.
 *
 * @returns The report as stored now, on which the next record is based.
 * @throws {ReportError} `busy` if another run has the lease; `changed_meanwhile`; `invalid_settings`; `settings_missing`
 */
export function requireUnchanged(
  { stores, digest }: Pick<RefreshServices, 'stores' | 'digest'>,
  { lease, saved, fingerprint }: Omit<BegunRun, 'zone'>,
  properties = stores.document.readAll(),
  state = readDocumentState(properties),
): SavedReport {
  if (state.lease?.id !== lease.id) throw new ReportError('busy');
  if (findConnection(properties, stores).connection.fingerprint !== fingerprint)
    changedMeanwhile('the connection');
  const stored = findReport(state, saved.id);
  const asked = (report: SavedReport) => hashQuestion(report, fingerprint, digest);
  if (asked(stored) !== asked(saved)) changedMeanwhile('this report');
  return stored;
}

/** What the end of a run leaves. */
interface RunEnd {
  /** The run, for the activity log and the status sheet; left out for one that writes neither. */
  readonly lastRun?: ReportRun;
  /** How the activity log calls it. @default as `lastRun` does */
  readonly outcome?: 'undone';
  /** The report with its run; `undefined` if it was removed. */
  readonly report?: SavedReport | undefined;
  /** Other properties to store. */
  readonly changes?: Properties;
  /** The spreadsheet's time zone; `undefined` if it could not be read. */
  readonly zone?: string | undefined;
  /** The status sheet. @default the stored one */
  readonly statusSheetId?: number | undefined;
  /** The table that was written. */
  readonly table?: PreparedTable | undefined;
}

/**
 * Ends a run under the lock: writes the status sheet with the stamp, and stores everything in one property write, which is
 * the commit and releases the lease.
 *
 * @param end Does what is left to do, and says what to store.
 * @returns The document's state after it.
 * @throws {ReportError} `busy` if the lease is lost, with nothing recorded: the table belongs to another run.
 */
export function endRun(
  services: RefreshServices,
  run: LeasedReport,
  end: (state: DocumentState, properties: Properties) => RunEnd,
): DocumentState {
  const { sheets, stores } = services;
  return locked(services, (state, properties) => {
    if (state.lease?.id !== run.lease.id) throw new ReportError('busy');
    const { lastRun, outcome, report, changes, zone, statusSheetId, table } = end(state, properties);
    const written: Record<string, string> = { ...changes, [PROPERTY.lease]: '' };
    if (zone) written[PROPERTY.zone] = zone;
    if (report) Object.assign(written, reportProperty(report));
    if (lastRun) {
      const after = report ? withReport(state, report) : state;
      const { message: sentence, correlationId } = lastRun;
      const ended = { sheet: run.saved.sheet, outcome: outcome ?? lastRun.outcome, sentence, correlationId };
      const status = writeStatusSheet(services, after, zone ?? cachedTimeZone(state), statusSheetId);
      Object.assign(written, activityProperty(withEnded(state, ended)), status);
    }
    if (table?.found.isMade) sheets.show(table.found.sheet);
    // Cells of the status alone may be written after the commit.
    if (table) sheets.flush();
    stores.document.write(written);
    return readDocumentState({ ...properties, ...written });
  });
}

/**
 * Writes a table and ends the run. Nothing may have changed since it began. New headings are noted before the table is
 * written, in a write of their own.
 *
 * @param table `undefined` if the sheet shows it already.
 * @param finish Says what to store, from the report with its new table. Its `advice` says what the person should do about
 *   refused formats; empty if nothing.
 * @throws {ReportError} With the old table unchanged: `busy` if another run has the lease; `changed_meanwhile`;
 *   `sheet_blocked`; `invalid_settings`; `settings_missing`.
 */
export function commitTable(
  services: RefreshServices,
  run: BegunRun,
  table: PreparedTable | undefined,
  statusSheetId: number | undefined,
  finish: (stored: SavedReport, advice: string, properties: Properties) => RunEnd,
): DocumentState {
  return endRun(services, run, (state, properties) => {
    const stored = requireUnchanged(services, run, properties, state);
    // Before the table is written: after that, its report must be stored, however long it has become.
    const full = fullStore(properties);
    if (full) throw full;
    const before = table?.before;
    if (before) services.stores.document.write(reportProperty({ ...stored, ...before }));
    const advice = table?.write() ?? '';
    const end = finish({ ...stored, ...table?.after }, advice, properties);
    const changes = { ...end.changes, ...table?.notes?.properties };
    return { ...end, changes, table, statusSheetId, zone: run.zone };
  });
}

/** The document property that holds a report. @throws {ReportError} `invalid_settings` if it is too long. */
export function reportProperty(report: SavedReport): Record<string, string> {
  return { [PROPERTY.report(report.id)]: formatSavedReport(report) };
}

/** The document's state with one report changed. */
export function withReport(state: DocumentState, changed: SavedReport): DocumentState {
  return { ...state, reports: state.reports.map((report) => (report.id === changed.id ? changed : report)) };
}
