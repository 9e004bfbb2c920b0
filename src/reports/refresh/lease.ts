import type { Connection } from '../../employer-api/connection';
import { ReportError, refuse } from '../../employer-api/errors';
import { fitLine, utf8Length } from '../../employer-api/text';
import { LEASE_MILLIS, LISTED_RUNS, PROPERTY_BYTES } from '../../limits';
import type { Policy, Properties, Services } from '../ports';
import {
  type ActivityRecord,
  change,
  type DocumentState,
  findConnection,
  findReport,
  fullStore,
  type Lease,
  locked,
  PROPERTY,
  readDocumentState,
  runningLease,
} from '../saved/document-state';
import { formatSavedReport, type SavedReport } from '../saved/saved-report';
import { changedMeanwhile } from '../sheet/cells';
import { type FoundTable, prepareTable, type TableDraft } from '../sheet/report-table';
import { keepSnapshot, type Snapshot } from '../sheet/set-aside';
import { prepareStatusSheet, writeStatusSheet } from '../status/status-sheet';
import type { RefreshFollower } from './followed-refresh';

/** What is needed to work on the tables of reports. */
export interface RefreshServices
  extends Omit<Services, keyof Policy | 'triggers' | 'authorization' | 'mailer'> {
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
  /** The spreadsheet's time zone. */
  readonly zone: string;
}

/**
 * Takes the lease, for a run over one report. Five service calls. The lease of a killed run expires, since it lasts longer
 * than any execution.
 *
 * @param begin What else needs the lock when the run begins. It reads no sheet and never throws.
 * @throws {ReportError} `busy` if another refresh runs; `invalid_settings` if the report was removed: nothing is stored then.
 */
export function takeLease(
  services: RefreshServices,
  reportId: string,
  by: Lease['by'],
  begin?: (run: LeasedReport) => void,
): LeasedReport {
  const { makeId, clock, document, calendar } = services;
  const zone = calendar.zone();
  return locked(services, (state, before) => {
    requireFree(services, state, zone);
    const saved = findReport(state, reportId);
    const since = clock.now();
    const lease = { id: makeId(), by, since, until: since + LEASE_MILLIS };
    const record = {
      at: since,
      by,
      sheet: saved.sheet,
      outcome: 'lost',
      sentence: '',
      correlationId: '',
    } as const;
    const begun = activityProperty([...state.activity, record]);
    const noted = { ...begun, [PROPERTY.lease]: JSON.stringify(lease) };
    document.write(noted);
    const run = { lease, saved, state: { ...state, lease }, properties: { ...before, ...noted }, zone };
    begin?.(run);
    return run;
  });
}

/** @throws {ReportError} `busy` while a refresh runs. */
export function requireFree(
  { clock, calendar }: Pick<RefreshServices, 'clock' | 'calendar'>,
  state: DocumentState,
  zone: string,
): void {
  const running = runningLease(state, clock.now());
  if (running === undefined) return;
  const since = calendar.text(running.since, zone).slice(-5);
  refuse('busy', `Wait until it has ended: a refresh has been running since ${since}`);
}

/** What the end of a run stores. */
interface RunEnd {
  /** The outcome to record in the activity log; left out for a run that is not to appear there or on the status sheet. */
  readonly outcome?: ActivityRecord['outcome'];
  /** The report with its last run. */
  readonly report?: SavedReport;
  /** Other properties. */
  readonly changes?: Properties;
  /** The table that was written. */
  readonly table?: FoundTable | undefined;
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
  const { sheets } = services;
  return change(services, (state, properties) => {
    if (state.lease?.id !== run.lease.id) throw new ReportError('busy');
    const { outcome, report, changes, table } = end(state, properties);
    const { by, since: at } = run.lease;
    const { message: sentence = '', correlationId = '' } = report?.lastRun ?? {};
    const ended = outcome && { at, by, sheet: run.saved.sheet, outcome, sentence, correlationId };
    // The newest is what was noted when this run began.
    const others = state.activity.slice(0, -1);
    const written = {
      ...{ ...changes, [PROPERTY.lease]: '', [PROPERTY.zone]: run.zone },
      ...(report && reportProperty(report)),
      ...activityProperty(ended ? [...others, ended] : others),
    };
    if (ended) {
      const reports = state.reports.map((one) => (one.id === report?.id ? report : one));
      Object.assign(written, writeStatusSheet(services, { ...state, reports }, run.zone));
    }
    if (table?.isMade) sheets.show(table.sheet);
    // Cells of the status alone may be written after the commit.
    if (table) sheets.flush();
    return written;
  });
}

/** A run that writes a table, and the connection of its rows. */
type TableRun = LeasedReport & { readonly connection: Connection };

/** A table to put in the place of another. */
interface TableToPut {
  readonly found: FoundTable;
  readonly draft: TableDraft;
  /** Whose rows they are; left out for the owner of those that are there. */
  readonly owner?: string | undefined;
  /** The rows in their place, kept for Undo; left out if none are to be kept. */
  readonly replaced?: Omit<Snapshot, 'about'> | undefined;
}

/**
 * Checks what may prevent the write of a table, keeps the rows that it replaces for Undo, writes it and ends the run.
 * Nothing may have changed since the run began. New headings are noted before the table is written, in a write of their
 * own.
 *
 * @param table `undefined` if the sheet shows it already.
 * @param finish Says what to store, from the report with its table, what the person should know of that, and the document
 *   properties.
 * @throws {ReportError} With the old table unchanged: `busy` if another run has the lease; `changed_meanwhile`;
 *   `sheet_blocked`; `write_timeout`; `invalid_settings`; `settings_missing`.
 */
export function putTable(
  services: RefreshServices,
  run: TableRun,
  table: TableToPut | undefined,
  finish: (stored: SavedReport, sentences: readonly string[], properties: Properties) => RunEnd,
): DocumentState {
  const { saved, state, lease } = run;
  const kept = table?.replaced && keepSnapshot(services, state, saved, table.replaced);
  const told = prepareStatusSheet(services, state, lease.by !== 'schedule');
  const ready = table && prepareTable(services, { ...run, owner: table.owner }, table.found, table.draft);
  const end = (now: DocumentState, properties: Properties): RunEnd => {
    const stored = requireUnchanged(services, run, properties, now);
    // Before the table is written: after that, its report must be stored, however long it has become.
    const full = fullStore(properties);
    if (full) throw full;
    if (ready?.before) services.document.write(reportProperty({ ...stored, ...ready.before }));
    const advice = ready?.write();
    const said = [table?.found.sentence, kept?.sentence, ready?.notes?.sentence, told, advice];
    const sentences = said.flatMap((sentence) => sentence || []);
    const after = { ...stored, ...ready?.after, undo: kept ? kept.pointer : stored.undo };
    const { changes, ...rest } = finish(after, sentences, properties);
    return { ...rest, changes: { ...changes, ...ready?.notes?.properties }, table: table?.found };
  };
  return endRun(services, run, end);
}

/**
 * Checks that nothing was changed since a run began.
 *
 * @returns The report as stored now, on which the next record is based.
 * @throws {ReportError} `busy` if another run has the lease; `changed_meanwhile`; `invalid_settings`; `settings_missing`
 */
export function requireUnchanged(
  { stores, document }: Pick<RefreshServices, 'stores' | 'document'>,
  { lease, saved, connection: { fingerprint } }: TableRun,
  properties = document.readAll(),
  state = readDocumentState(properties),
): SavedReport {
  if (state.lease?.id !== lease.id) throw new ReportError('busy');
  if (findConnection(properties, stores).connection.fingerprint !== fingerprint)
    changedMeanwhile('the connection');
  const stored = findReport(state, saved.id);
  if (stored.revision !== saved.revision) changedMeanwhile('this report');
  return stored;
}

/** The document property that holds a report. @throws {ReportError} `invalid_settings` if it is too long. */
export function reportProperty(report: SavedReport): Record<string, string> {
  return { [PROPERTY.report(report.id)]: formatSavedReport(report) };
}

/** The longest sentence in the activity log, in characters. */
const LONGEST_SENTENCE = 400;

/** The document property with the newest records that fit, at least one; long sentences are shortened. */
export function activityProperty(records: readonly ActivityRecord[]): Record<string, string> {
  const short = records
    .slice(-LISTED_RUNS)
    .map((record) => ({ ...record, sentence: fitLine(record.sentence, LONGEST_SENTENCE) }));
  while (short.length > 1 && utf8Length(JSON.stringify(short)) > PROPERTY_BYTES) short.shift();
  return { [PROPERTY.activity]: JSON.stringify(short) };
}
