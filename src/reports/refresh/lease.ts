import { type Budget, timeoutThatFits } from '../../budget';
import { ReportError, refuse } from '../../employer-api/errors';
import type { Clock, MakeId } from '../../employer-api/ports';
import { LEASE_MILLIS } from '../../limits';
import type { Digest, DocumentLock, FetchServices, Properties, TextPacker } from '../ports';
import { activityProperty, withEnded, withLeft } from '../saved/activity-log';
import {
  cachedTimeZone,
  type DocumentState,
  findReport,
  fullStore,
  type Lease,
  PROPERTY,
  readDocumentState,
  runningLease,
  withLock,
} from '../saved/document-state';
import { type Audience, type ConnectionStores, findConnection } from '../saved/saved-connection';
import {
  formatSavedReport,
  hashQuestion,
  type RefreshCursor,
  type ReportRun,
  type SavedReport,
} from '../saved/saved-report';
import type { PreparedTable } from '../sheet/report-table';
import { changedMeanwhile } from '../sheet/sheets';
import { type PreparedStatusSheet, type StatusServices, writeStatusSheet } from '../status/status-sheet';
import type { RefreshFollower, RefreshInspector } from './followed-refresh';

/** What is needed to work on the tables of reports. */
export interface RefreshServices extends StatusServices {
  readonly lock: DocumentLock;
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly budget: Budget;
  readonly digest: Digest;
  readonly packer: TextPacker;
  /** The largest table that is written directly, in cells. */
  readonly directWriteCells: number;
  readonly inspectors: readonly RefreshInspector[];
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

/** Does work under the lock, with the state stored then. Three service calls. @throws {ReportError} `busy` */
export function locked<Result>(
  { lock, stores }: Pick<RefreshServices, 'lock' | 'stores'>,
  work: (state: DocumentState, properties: Properties) => Result,
): Result {
  return withLock(lock, () => {
    const properties = stores.document.readAll();
    return work(readDocumentState(properties), properties);
  });
}

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
    const activity = withLeft(state);
    const noted = { ...activityProperty(activity), [PROPERTY.lease]: JSON.stringify(lease) };
    stores.document.write(noted);
    return { lease, saved, state: { ...state, activity, lease }, properties: { ...before, ...noted } };
  });
}

/** Releases the lease. Four service calls. Never fails: a lease expires. */
export function releaseLease(
  services: Pick<RefreshServices, 'lock' | 'stores'>,
  { id }: Lease,
  changes: Properties = {},
): void {
  try {
    locked(services, (state) => {
      if (state.lease?.id === id) services.stores.document.write({ ...changes, [PROPERTY.lease]: '' });
    });
  } catch {
    // The next run waits until the lease has expired.
  }
}

/**
 * Works on a report while no refresh can run: `work` has the lease, not the lock, and releases it.
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
    releaseLease(services, leased.lease);
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
  { lease, saved, fingerprint }: BegunRun,
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

/** A table that is ready to be written. */
export interface ReadyTable extends BegunRun {
  /** The spreadsheet's time zone. */
  readonly zone: string;
  /** `undefined` if the sheet shows it already. */
  readonly table: PreparedTable | undefined;
  /** The prepared status sheet. */
  readonly room: PreparedStatusSheet;
  /** How the activity log calls it. @default as the report's own record of the run */
  readonly outcome?: 'undone';
}

/**
 * Writes a table and records it, under the lock: checks that nothing was changed meanwhile, writes, updates the status
 * sheet and the stamp, and stores everything in one property write, which is the commit. New headings are noted before the
 * table is written, in a write of their own.
 *
 * @param finish Makes what is stored, from the report with its new table: the report with its run, and other properties.
 *   Its `advice` says what the person should do about refused formats; empty if nothing.
 * @returns The properties after it.
 * @throws {ReportError} With the old table unchanged: `busy` if another run has the lease; `changed_meanwhile`;
 *   `sheet_blocked`; `invalid_settings`; `settings_missing`.
 */
export function commitTable(
  services: RefreshServices,
  { table, room, zone, ...run }: ReadyTable,
  finish: (
    stored: SavedReport,
    advice: string,
    properties: Properties,
  ) => { readonly done: SavedReport & { readonly lastRun: ReportRun }; readonly more: Properties },
): Properties {
  const { sheets, stores } = services;
  return locked(services, (state, properties) => {
    const stored = requireUnchanged(services, run, properties, state);
    // Before the table is written: after that, its report must be stored, however long it has become.
    const full = fullStore(properties);
    if (full) throw full;
    if (table?.before) stores.document.write(reportProperty({ ...stored, ...table.before }));
    const advice = table?.write() ?? '';
    const { done, more } = finish({ ...stored, ...table?.after }, advice, properties);
    const { lastRun } = done;
    const activity = withEnded(state, run, lastRun, run.outcome ?? lastRun.outcome);
    const status = writeStatusSheet(services, withReport(state, done), zone, room.sheetId);
    if (table?.found.isMade) sheets.show(table.found.sheet);
    // Cells of the status alone may be written after the commit.
    if (table) sheets.flush();
    const written = {
      ...more,
      ...table?.notes?.properties,
      ...reportProperty(done),
      ...activityProperty(activity),
      ...status,
      [PROPERTY.lease]: '',
      [PROPERTY.zone]: zone,
    };
    stores.document.write(written);
    return { ...properties, ...written };
  });
}

/**
 * Records how a run ended without a new table: with the report, in the activity log and on the status sheet. Under the
 * lock. A run that lost its lease records nothing: the table belongs to another run.
 *
 * @param cursor Where the next run goes on, or what a person has to confirm; null if it starts over.
 * @param known The time zone; `undefined` if it could not be read.
 * @returns The document's state after it.
 * @throws {ReportError} `busy`
 */
export function recordEnd(
  services: RefreshServices,
  run: LeasedReport,
  lastRun: ReportRun,
  cursor: RefreshCursor | null,
  known: string | undefined,
): DocumentState {
  const { sheets, stores } = services;
  return locked(services, (state, properties) => {
    if (state.lease?.id !== run.lease.id) throw new ReportError('busy');
    const saved = state.reports.find(({ id }) => id === run.saved.id);
    const activity = withEnded(state, run, lastRun, lastRun.outcome);
    // Who presses Refresh is asked again.
    const written = saved?.written && {
      ...saved.written,
      isKept: run.lease.by === 'schedule' && saved.written.isKept,
    };
    const failed = saved && { ...saved, cursor, lastRun, written: written ?? null };
    const zone = known ?? cachedTimeZone(state);
    const after = failed ? withReport(state, failed) : state;
    const status = writeStatusSheet(services, after, zone);
    try {
      if (status[PROPERTY.statusSheet]) sheets.flush();
    } catch {
      // The failure itself matters more than the status sheet; the sidebar shows it.
    }
    // Even if the report is gone, the lease is released, so that other reports need not wait.
    const stored = {
      ...(failed ? reportProperty(failed) : {}),
      ...activityProperty(activity),
      ...status,
      [PROPERTY.lease]: '',
    };
    stores.document.write(stored);
    return readDocumentState({ ...properties, ...stored });
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
