import type { Connection } from '../../employer-api/connection';
import { refuse } from '../../employer-api/errors';
import { fitLine, utf8Length } from '../../employer-api/text';
import { LEASE_MILLIS, LISTED_RUNS, PROPERTY_BYTES } from '../../limits';
import type { Properties, TableServices } from '../ports';
import {
  type ActivityRecord,
  type DocumentState,
  findConnection,
  findReport,
  fullStore,
  type Lease,
  locked,
  PROPERTY,
  readDocumentState,
  reportProperty,
  runningLease,
} from '../saved/document-state';
import type { ReportRun, SavedReport } from '../saved/saved-report';
import { changedMeanwhile } from '../sheet/cells';
import { type FoundTable, prepareTable, type TableDraft } from '../sheet/report-table';
import { keepSnapshot, type Snapshot } from '../sheet/set-aside';
import { prepareStatusSheet, writeStatusSheet } from '../status/status-sheet';

/*
 * One run at a time writes tables: with the lock for moments, and with a lease until the commit. Before that a run asks the
 * service, and others may do so too; of a table that keeps history it has read the days.
 *
 * Cells are not read under the lock, but for one column of a staged table. Such a read waits for formulas that calculate,
 * and these may wait for the lock and give up.
 */

/** A run over one report, with what was stored when it began, or took the lease. */
export type Run = ReturnType<typeof beginRun>;

/** A run that may write a table, and the connection of its rows. */
type TableRun = Run & { readonly connection: Connection };

/**
 * Begins a run over one report, and stores nothing.
 *
 * @param properties The document properties, if they were read just now.
 * @throws {ReportError} `busy` if another run has the lease; `invalid_settings` if the report was removed.
 */
export function beginRun(
  services: TableServices,
  reportId: string,
  by: Lease['by'],
  properties: Properties = services.document.readAll(),
) {
  const { calendar, makeId, clock } = services;
  const zone = calendar.zone();
  const state = readDocumentState(properties);
  requireFree(services, state);
  // Its lease gets the same ID.
  return {
    id: makeId(),
    by,
    beganAt: clock.now(),
    saved: findReport(state, reportId),
    state,
    properties,
    zone,
  };
}

/**
 * Takes the lease, for a run that is going to write a table. The lease of a killed run expires, since it lasts longer than
 * any execution.
 *
 * @throws {ReportError} With nothing stored: `busy` if another run has the lease, or has ended with this report since this
 *   one began; as `requireUnchanged`.
 */
export function takeLease<Begun extends TableRun>(services: TableServices, run: Begun): Begun {
  const { document, clock } = services;
  return locked(services, (state, before) => {
    const saved = requireUnchanged(services, run, state, before);
    requireTurn(services, run, state);
    const { id, by, beganAt: since } = run;
    const lease = { id, by, since, until: clock.now() + LEASE_MILLIS };
    const begun = activityProperty([...state.activity, activityOf(run, 'lost', NOTHING_YET)]);
    const noted = { ...begun, [PROPERTY.lease]: JSON.stringify(lease) };
    document.write(noted);
    return { ...run, saved, state: { ...state, lease }, properties: { ...before, ...noted } };
  });
}

const NOTHING_YET = { message: '', correlationId: '' };

function activityOf(
  { by, beganAt: at, saved: { sheet } }: Run,
  outcome: ActivityRecord['outcome'],
  { message: sentence, correlationId }: Pick<ReportRun, 'message' | 'correlationId'>,
): ActivityRecord {
  return { at, by, sheet, outcome, sentence, correlationId };
}

/** @throws {ReportError} `busy` while a refresh runs. */
export function requireFree({ clock, calendar }: TableServices, state: DocumentState): void {
  const running = runningLease(state, clock.now());
  if (running === undefined) return;
  const since = calendar.text(running.since, state.zone).slice(-5);
  refuse('busy', `Wait until it has ended: a refresh has been running since ${since}`);
}

/**
 * Checks that no other run has come between.
 *
 * @param run With the state when it took the lease, if it did.
 * @throws {ReportError} `busy` if another run has the lease, or has had it since: it has taken this one's after its time, or
 *   has ended with the report.
 */
function requireTurn(services: TableServices, run: Run, state: DocumentState): void {
  const { id, saved } = run;
  if (state.lease?.id === id) return;
  requireFree(services, state);
  const stored = state.reports.find((one) => one.id === saved.id);
  if (run.state.lease?.id === id || JSON.stringify(stored?.lastRun) !== JSON.stringify(saved.lastRun))
    refuse('busy', `Try again: the table on “${saved.sheet}” was changed meanwhile`);
}

/** What the end of a run stores. */
export interface RunEnd {
  /** The report with its last run, which goes into the activity log; without it, neither log nor status sheet is written. */
  readonly report?: SavedReport & { readonly lastRun: ReportRun };
  /** What the log says of it. @default the outcome of the last run */
  readonly outcome?: ActivityRecord['outcome'];
  /** Other properties. */
  readonly changes?: Properties;
  /** The table that was written. */
  readonly table?: FoundTable | undefined;
}

/**
 * Ends a run under the lock: writes the status sheet with the stamp, and stores everything in one property write, which is
 * the commit and releases the lease, if the run has it.
 *
 * @param end Does what is left to do, and says what to store.
 * @returns The document's state after it, and what `end` said.
 * @throws {ReportError} `busy` as `requireTurn`, with nothing recorded: the table belongs to another run.
 */
export function endRun<End extends RunEnd>(
  services: TableServices,
  run: Run,
  end: (state: DocumentState, properties: Properties) => End,
): { readonly state: DocumentState; readonly ended: End } {
  const { sheets, document } = services;
  return locked(services, (state, properties) => {
    requireTurn(services, run, state);
    const ended = end(state, properties);
    const { report, outcome, changes, table } = ended;
    // What was noted with the lease makes room for it.
    const others = state.activity.filter(({ at, outcome: is }) => is !== 'lost' || at !== run.beganAt);
    const written = {
      ...{ ...changes, [PROPERTY.zone]: run.zone },
      ...(state.lease?.id === run.id && { [PROPERTY.lease]: '' }),
      ...activityProperty(others),
    };
    if (report) {
      const { lastRun } = report;
      const newest = { ...activityOf(run, outcome ?? lastRun.outcome, lastRun), at: lastRun.finishedAt };
      const reports = state.reports.map((one) => (one.id === report.id ? report : one));
      Object.assign(written, reportProperty(report), activityProperty([...others, newest]));
      Object.assign(written, writeStatusSheet(services, { ...state, reports }, run.zone));
    }
    if (table?.isMade) sheets.show(table.sheet);
    // Cells of the status alone may be written after the commit.
    if (table) sheets.flush();
    document.write(written);
    return { state: readDocumentState({ ...properties, ...written }), ended };
  });
}

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
 * @param run Has the lease if there is a table.
 * @param table `undefined` if the sheet shows it already.
 * @param finish Says what to store, from the report with its table, what the person should know of that, and the document
 *   properties.
 * @returns The document's state after it, and what `finish` said.
 * @throws {ReportError} With the old table unchanged: `busy` as `requireTurn`; `changed_meanwhile`; `sheet_blocked`;
 *   `write_timeout`; `invalid_settings`; `settings_missing`.
 */
export function putTable<End extends RunEnd>(
  services: TableServices,
  run: TableRun,
  table: TableToPut | undefined,
  finish: (stored: SavedReport, sentences: readonly string[], properties: Properties) => End,
): { readonly state: DocumentState; readonly ended: End } {
  const { saved, state, by } = run;
  const kept = table?.replaced && keepSnapshot(services, state, saved, table.replaced);
  const told = prepareStatusSheet(services, state, by !== 'schedule');
  const ready = table && prepareTable(services, { ...run, owner: table.owner }, table.found, table.draft);
  return endRun(services, run, (now, properties) => {
    const stored = requireUnchanged(services, run, now, properties);
    // Before the table is written: after that, its report must be stored, however long it has become.
    const full = fullStore(properties);
    if (full) throw full;
    if (ready?.before) services.document.write(reportProperty({ ...stored, ...ready.before }));
    const advice = ready?.write();
    const said = [table?.found.sentence, kept?.sentence, ready?.notes?.sentence, told, advice];
    const sentences = said.flatMap((sentence) => sentence || []);
    const after = { ...stored, ...ready?.after, undo: kept ? kept.pointer : stored.undo };
    const ended = finish(after, sentences, properties);
    return { ...ended, changes: { ...ended.changes, ...ready?.notes?.properties }, table: table?.found };
  });
}

/**
 * Checks that no person has changed what a run rests on since it began.
 *
 * @returns The report as stored now, on which the next record is based.
 * @throws {ReportError} `changed_meanwhile`; `invalid_settings`; `settings_missing`
 */
function requireUnchanged(
  { stores }: Pick<TableServices, 'stores'>,
  { saved, connection: { fingerprint } }: TableRun,
  state: DocumentState,
  properties: Properties,
): SavedReport {
  if (findConnection(properties, stores).connection.fingerprint !== fingerprint)
    changedMeanwhile('the connection');
  const stored = findReport(state, saved.id);
  if (stored.revision !== saved.revision) changedMeanwhile('this report');
  return stored;
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
