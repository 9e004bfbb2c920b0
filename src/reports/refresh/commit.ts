import { ReportError } from '../../employer-api/errors';
import type { Properties } from '../ports';
import { type ActivityRecord, activityProperty, logFinished, type RefreshStart } from '../saved/activity-log';
import {
  cachedTimeZone,
  type DocumentState,
  findReport,
  type Lease,
  PROPERTY,
  readDocumentState,
  requireStoreRoom,
} from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import {
  formatSavedReport,
  hashQuestion,
  type RefreshCursor,
  type ReportRun,
  type SavedReport,
} from '../saved/saved-report';
import { type PreparedTable, recordAfter, recordBefore, writeTable } from '../sheet/report-table';
import { changedMeanwhile } from '../sheet/sheets';
import {
  type PreparedStatusSheet,
  statusProperty,
  withStatusSheet,
  writeStatusSheet,
} from '../status/status-sheet';
import { locked, type RefreshServices } from './lease';

/** What a run that writes a table was begun with, to be compared before the write. */
export interface BegunRun {
  readonly lease: Lease;
  readonly saved: SavedReport;
  /** A hash of the question and the connection. */
  readonly questionHash: string;
  readonly fingerprint: string;
}

/** A table that is ready to be written, and what is recorded with it. */
export interface ReadyTable {
  /** `undefined` if the sheet shows it already. */
  readonly table: PreparedTable | undefined;
  /** The prepared status sheet. */
  readonly room: PreparedStatusSheet;
  /** The spreadsheet's time zone. */
  readonly zone: string;
  /** What the person should do if something was changed in the meantime. */
  readonly remedy: string;
}

/** What a write leaves. */
export interface Written {
  /** The report with its new table and everything else that changes. */
  readonly done: SavedReport;
  /** Its end, for the activity log. */
  readonly end: ActivityRecord;
  /** Other properties to store. */
  readonly more: Properties;
}

/**
 * Writes a table and records it, under the lock: checks that nothing was changed meanwhile, writes, updates the status
 * sheet and the stamp, and stores everything in one property write, which is the commit. Reads no sheet.
 *
 * @param finish Makes what is stored, from the report with its new table. Its `advice` says what the person should do about
 *   refused formats; empty if nothing.
 * @returns The state after it.
 * @throws {ReportError} With the old table unchanged: `busy` if another run has the lease; `changed_meanwhile`;
 *   `sheet_blocked`; `invalid_settings`; `settings_missing`.
 */
export function commitTable(
  services: RefreshServices,
  begun: BegunRun,
  { table, room, zone, remedy }: ReadyTable,
  finish: (stored: SavedReport, advice: string, properties: Properties) => Written,
): DocumentState {
  const { sheets, stores, clock } = services;
  return locked(services, (state, properties) => {
    const stored = requireUnchanged(services, begun, state, properties, remedy);
    requireStoreRoom(properties, stored.id);
    const before = table && recordBefore(table, stored);
    const logs = {
      ...(before ? reportProperty({ ...stored, ...before }) : {}),
      ...table?.notes?.logs,
    };
    if (Object.keys(logs).length > 0) stores.document.write(logs);
    const advice = table ? writeTable(sheets, table, remedy) : '';
    const { done, end, more } = finish({ ...stored, ...(table && recordAfter(table)) }, advice, properties);
    const activity = logFinished(state, end);
    const after = { ...withReport(state, done), zone, activity };
    const statusSheet = writeStatusSheet(services, withStatusSheet(after, room), zone, clock.now());
    if (table?.found.isMade) sheets.show(table.found.sheet);
    // Cells of the status alone may be written after the commit.
    if (table) sheets.flush();
    stores.document.write({
      ...more,
      ...table?.notes?.after(),
      ...reportProperty(done),
      ...activityProperty(activity),
      ...statusProperty(statusSheet),
      [PROPERTY.lease]: '',
      [PROPERTY.zone]: zone,
    });
    return { ...after, lease: undefined, statusSheet };
  });
}

/** As before a write, without the lock. One service call. @throws {ReportError} */
export function requireStill(services: RefreshServices, begun: BegunRun, remedy: string): void {
  const properties = services.stores.document.readAll();
  requireUnchanged(services, begun, readDocumentState(properties), properties, remedy);
}

/** @returns The report as stored now, on which the next record is based. */
function requireUnchanged(
  { stores, digest }: Pick<RefreshServices, 'stores' | 'digest'>,
  { lease, saved: { id }, questionHash, fingerprint }: BegunRun,
  state: DocumentState,
  properties: Properties,
  remedy: string,
): SavedReport {
  if (state.lease?.id !== lease.id) throw new ReportError('busy');
  const { connection } = findConnection(properties, stores);
  if (connection.fingerprint !== fingerprint) changedMeanwhile('the connection', remedy);
  const saved = findReport(state, id);
  if (hashQuestion(saved, fingerprint, digest) !== questionHash) changedMeanwhile('this report', remedy);
  return saved;
}

/** A run that ends without a new table. */
export interface EndedRun {
  readonly lease: Lease;
  readonly saved: SavedReport;
  readonly start: RefreshStart;
  /** The time zone, as far as it is known. */
  readonly zone: string | undefined;
}

/**
 * Records how a run ended without a new table: with the report, in the activity log and on the status sheet. Under the
 * lock. A run that lost its lease records nothing: the table belongs to another run.
 *
 * @param cursor Where the next run goes on, or what a person has to confirm; null if it starts over.
 * @returns The document's state after it.
 * @throws {ReportError} `busy`
 */
export function recordEnd(
  services: RefreshServices,
  { lease, saved: { id }, start, zone: known }: EndedRun,
  lastRun: ReportRun,
  cursor: RefreshCursor | null,
): DocumentState {
  return locked(services, (state) => {
    if (state.lease?.id !== lease.id) throw new ReportError('busy');
    const { outcome, finishedAt: at, message: sentence, correlationId } = lastRun;
    const saved = state.reports.find((report) => report.id === id);
    const activity = logFinished(state, { ...start, at, outcome, sentence, correlationId });
    // Who presses Refresh is asked again.
    const written = saved?.written && {
      ...saved.written,
      isKept: start.by === 'schedule' && saved.written.isKept,
    };
    const failed = saved && { ...saved, cursor, lastRun, written: written ?? null };
    const zone = known ?? cachedTimeZone(state);
    const released = { ...state, lease: undefined, zone, activity };
    const after = failed ? withReport(released, failed) : released;
    // Formulas recalculate where the state of the report changes: what they say of it may no longer be so.
    const isNews = outcome !== saved?.lastRun?.outcome;
    const statusSheet = writeStatusSheet(services, after, zone, isNews ? at : undefined);
    if (statusSheet !== undefined) flushQuietly(services);
    // Even if the report is gone, the lease is released, so that other reports need not wait.
    services.stores.document.write({
      ...(failed ? reportProperty(failed) : {}),
      ...activityProperty(activity),
      ...statusProperty(statusSheet),
      [PROPERTY.lease]: '',
    });
    return { ...after, statusSheet };
  });
}

function flushQuietly({ sheets }: Pick<RefreshServices, 'sheets'>): void {
  try {
    sheets.flush();
  } catch {
    // The failure itself matters more than the status sheet; the sidebar shows it.
  }
}

/** The document property that holds a report. @throws {ReportError} `invalid_settings` if it is too long. */
export function reportProperty(report: SavedReport): Record<string, string> {
  return { [PROPERTY.report(report.id)]: formatSavedReport(report) };
}

/** The document's state with one report changed. */
export function withReport(state: DocumentState, changed: SavedReport): DocumentState {
  return { ...state, reports: state.reports.map((report) => (report.id === changed.id ? changed : report)) };
}
