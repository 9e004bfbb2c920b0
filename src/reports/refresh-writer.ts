import { ReportError } from '../employer-api/errors';
import { type DocumentState, PROPERTY } from './document-state';
import { failedChecks, learnedFrom } from './learned';
import { ledgerRows } from './ledger';
import { addToLedger, parseLedgerPlace } from './ledger-sheet';
import { type BegunRefresh, chosenFor, type RefreshServices } from './refresh-begun';
import { endActivity, endedRun, reportProperties, withReport } from './refresh-records';
import type { KeptReport } from './report-cache';
import { layOutReport, type QuestionTable } from './report-question';
import { compareRows, describeChanges } from './row-changes';
import { findConnection } from './saved-connection';
import { describeContent, historyAfter, type SavedReport, type TableContent } from './saved-report';
import { headingsOf } from './sheet-table';
import { checkShrink, summarizeTable } from './shrink-guard';
import { parseSnapshotPlaces } from './snapshot';
import { type KeptSnapshots, keepSnapshot, readSnapshots, type SnapshotKept } from './snapshot-archive';
import type { StatusBoard } from './status-board';
import { areSameHeadings } from './table-heading';
import { TableUpdate } from './table-update';
import { finishTable, type PreparedTable, writeTable } from './table-writer';
import { planUndo } from './undo';

type Properties = Readonly<Record<string, string>>;
type Locked = <Result>(work: (state: DocumentState, properties: Properties) => Result) => Result;

/** What is about to be written, and what is known of it. */
interface NewTable {
  readonly report: KeptReport;
  readonly table: QuestionTable;
  readonly hash: string;
  /** Whether the sheet shows exactly this already, and nobody has asked for it by hand. */
  readonly isShown: boolean;
  readonly summary: SavedReport['summary'];
}

/** Writes what a refresh fetched: laid out, guarded, kept for undoing, into its sheet, with the status behind it. */
export class RefreshWriter {
  constructor(
    private readonly services: RefreshServices,
    private readonly board: StatusBoard,
    private readonly locked: Locked,
  ) {}

  /**
   * Writes the table of a refresh. Large tables are staged before the lock is taken.
   *
   * @throws {ReportError} With the old table untouched; `held_back` where it lacks much of the old one.
   */
  write(begun: BegunRefresh, report: KeptReport): DocumentState {
    const made = this.layOut(begun, report);
    this.guard(begun, made);
    const { sheets, directWriteCells, clock, stores, budget } = this.services;
    const update = new TableUpdate(sheets, made.table, this.history(begun, made.table));
    const staging = {
      ...{ directWriteCells, runId: begun.lease.id, atKeyboard: begun.lease.by !== 'schedule', clock },
      deadline: budget.deadline,
      log: (sheetId: number) =>
        stores.document.write({ [PROPERTY.staging(begun.saved.id)]: String(sheetId) }),
    };
    for (let round = 1; ; round += 1) {
      if (!made.isShown) update.stage(begun.saved, staging);
      const done = this.locked((state, properties) => this.commit(begun, made, update, state, properties));
      if (done) return done;
      if (round > 1) throw new ReportError('busy');
    }
  }

  private layOut(begun: BegunRefresh, report: KeptReport): NewTable {
    const { saved, zone, range, lease } = begun;
    const { calendar, digest } = this.services;
    const table = layOutReport(saved, report, { ...begun, today: calendar.today(zone) });
    const headings = headingsOf(table.columns);
    const hash = digest(JSON.stringify([headings, table.rows]));
    const isShown =
      lease.by === 'schedule' &&
      saved.content?.hash === hash &&
      saved.headed &&
      areSameHeadings(saved.headings, headings);
    const summary = summarizeTable(begun.chosen, range, table.fields, table.rows);
    return { report, table, hash, isShown, summary };
  }

  /** @throws {ReportError} `held_back` */
  private guard(begun: BegunRefresh, { summary }: NewTable): void {
    const before = begun.saved.summary;
    const shrunk = before && summary && !begun.confirmed ? checkShrink(before, summary) : undefined;
    if (shrunk === undefined) return;
    begun.held = { ...begun.cursor, held: shrunk.reason };
    throw new ReportError('held_back', { sentence: shrunk.reason });
  }

  private history({ saved, range, zone, lease }: BegunRefresh, { fields }: QuestionTable) {
    if (saved.mode !== 'history') return undefined;
    const [dateColumn, idColumn] = [fields.indexOf('SHIFT_DATE'), fields.indexOf('SHIFT_ID')];
    const { calendar } = this.services;
    const mayReplace = lease.by !== 'schedule';
    return {
      window: range,
      dateColumn,
      idColumn: idColumn < 0 ? null : idColumn,
      calendar,
      zone,
      mayReplace,
    };
  }

  /** @returns `undefined` when the table turns out too large to be written under the lock. */
  private commit(
    begun: BegunRefresh,
    made: NewTable,
    update: TableUpdate,
    state: DocumentState,
    properties: Properties,
  ): DocumentState | undefined {
    const { sheets, clock, calendar, packer, directWriteCells, stores } = this.services;
    const { lease, zone, fingerprint, start } = begun;
    const saved = this.requireUnchanged(begun, state, properties);
    const mayCreate = lease.by !== 'schedule';
    const log = (changed: SavedReport) => stores.document.write(reportProperties(changed));
    const prepared = update.prepare(saved, directWriteCells, mayCreate, log);
    if (prepared === undefined) return undefined;
    const kept = made.isShown ? undefined : this.keep(begun, made, saved, properties);
    if (!made.isShown) writeTable(prepared);
    const written = finishTable(sheets, prepared);
    const history = saved.mode === 'history' ? historyAfter(saved, begun.range, calendar.today(zone)) : null;
    const content = this.contentOf(begun, made, saved.content, written.extent, history?.from);
    const message = [describeContent(content, made.report.issues[0], nounOf(saved)), kept?.sentence]
      .filter(Boolean)
      .join(' ');
    const { correlationId } = made.report;
    const done: SavedReport = {
      ...written,
      ...{ content, summary: made.summary, cursor: null, history },
      lastRun: endedRun('refreshed', clock.now(), message, correlationId),
      ...(kept ? { snapshot: kept.pointer } : {}),
    };
    const ended = endActivity(state, start, clock.now(), 'refreshed', message, correlationId);
    const after = { ...withReport(state, done), lease: undefined, zone, activity: ended.activity };
    const learned = learnedFrom(made.report.rows, properties, {
      ...{ fingerprint, packer, today: calendar.today(zone) },
    });
    return this.finish(after, done, prepared, mayCreate, {
      ...{ ...ended.properties, ...learned },
      ...(kept?.places ? { [PROPERTY.snapshots]: JSON.stringify(kept.places) } : {}),
    });
  }

  /** Status, flush, then the properties: what they say is true by then. */
  private finish(
    after: DocumentState,
    done: SavedReport,
    prepared: PreparedTable<SavedReport>,
    mayCreate: boolean,
    more: Record<string, string>,
  ): DocumentState {
    const { sheets, clock, stores } = this.services;
    const zone = after.zone ?? '';
    const statusSheet = this.board.show(after, zone, mayCreate, clock.now());
    if (prepared.isNew) sheets.show(prepared.sheet);
    sheets.flush();
    const staged = prepared.staged ? { [PROPERTY.staging(done.id)]: '' } : {};
    stores.document.write({
      ...{ ...more, ...staged, ...reportProperties(done) },
      ...{ [PROPERTY.lease]: '', [PROPERTY.zone]: zone },
      ...(statusSheet ? { [PROPERTY.statusSheet]: JSON.stringify(statusSheet) } : {}),
    });
    return { ...after, statusSheet };
  }

  /** Keeps the new table for undoing, and says what differs from the one before. History is not kept: see README. */
  private keep(
    { fingerprint, lease, range }: BegunRefresh,
    { table, report }: NewTable,
    saved: SavedReport,
    properties: Properties,
  ): SnapshotKept | undefined {
    if (saved.mode === 'history') return undefined;
    const kept = this.snapshotsOf(saved, properties);
    const before = kept.current();
    const { columns, rows, fields } = table;
    const changes =
      before && before.source === fingerprint
        ? describeChanges(compareRows({ fields: before.fields, rows: before.table.rows }, table, range))
        : '';
    const about = JSON.stringify({ generatedAt: report.generatedAt, from: range.from, to: range.to });
    const snapshot = { table: { columns, rows }, fields, source: fingerprint, about };
    const { store, services } = this.snapshotServices();
    const result = keepSnapshot({ ...services, store }, kept, snapshot, lease.id);
    return { ...result, sentence: [changes, result.sentence].filter(Boolean).join(' ') };
  }

  /** @param rows How many rows the table has now, those of kept days among them; `from` the first kept day. */
  private contentOf(
    begun: BegunRefresh,
    made: NewTable,
    before: TableContent | null,
    rows: number,
    from = begun.range.from,
  ): TableContent {
    const { clock, calendar } = this.services;
    const { report, hash } = made;
    const { generatedAt, issueCount: issues, emptyCount: empty } = report;
    const { to } = begun.range;
    const refreshedAt = clock.now();
    const checks = failedChecks(report.rows, calendar.today(begun.zone));
    const changedAt = before?.hash === hash ? before.changedAt : refreshedAt;
    return { refreshedAt, generatedAt, rows, from, to, issues, empty, checks, hash, changedAt };
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
    const saved = state.reports.find(({ id }) => id === begun.saved.id);
    if (saved === undefined) {
      throw new ReportError('invalid_settings', {
        sentence: 'Open the sidebar again: this report was removed',
      });
    }
    if (chosenFor(saved, begun.fingerprint) !== begun.chosen) {
      throw new ReportError('busy', { sentence: 'Refresh again: this report was changed meanwhile' });
    }
    return saved;
  }

  /**
   * Puts the table back that the last refresh replaced. Under the lock.
   *
   * @throws {ReportError} `invalid_settings` where there is none; `sheet_blocked`.
   */
  undo(saved: SavedReport, state: DocumentState, properties: Properties) {
    const { sheets, stores, clock, makeId } = this.services;
    const { connection } = findConnection(properties, stores);
    const plan = planUndo(saved.sheet, connection.fingerprint, this.snapshotsOf(saved, properties));
    if ('refused' in plan) throw new ReportError('invalid_settings', { sentence: plan.refused });
    const { table, about } = plan.snapshot;
    const update = new TableUpdate(sheets, table, undefined);
    // Under the lock as a whole: nobody fetches, and the rows are at hand.
    const log = (changed: SavedReport) => stores.document.write(reportProperties(changed));
    const prepared = update.prepare(saved, Number.POSITIVE_INFINITY, true, log);
    if (prepared === undefined) throw new ReportError('busy');
    writeTable(prepared);
    const now = clock.now();
    const known = JSON.parse(about) as Pick<TableContent, 'generatedAt' | 'from' | 'to'>;
    const base = saved.content ?? { issues: 0, empty: 0, checks: [] };
    const content = {
      ...base,
      ...known,
      refreshedAt: now,
      changedAt: now,
      rows: table.rows.length,
      hash: '',
    };
    const done: SavedReport = {
      ...finishTable(sheets, prepared),
      ...{ content, snapshot: plan.pointer, summary: null, cursor: null },
      lastRun: endedRun('refreshed', now, plan.sentence, ''),
    };
    const start = { id: makeId(), at: now, by: 'sidebar' as const, sheet: saved.sheet };
    const ended = endActivity(state, start, now, 'refreshed', plan.sentence, '');
    const zone = state.zone ?? this.services.calendar.zone();
    const after = { ...withReport(state, done), zone, activity: ended.activity };
    return { state: this.finish(after, done, prepared, true, ended.properties), sentence: plan.sentence };
  }

  /**
   * Writes what the last refresh changed to the sheet of changes. Under the lock.
   *
   * @throws {ReportError} `invalid_settings` where nothing can be compared; `sheet_blocked`.
   */
  showChanges(saved: SavedReport, state: DocumentState, properties: Properties) {
    const { sheets, stores, clock, calendar } = this.services;
    const kept = this.snapshotsOf(saved, properties);
    const [before, after] = [kept.previous(), kept.current()];
    const days = saved.content;
    if (before === undefined || after === undefined || days === null) {
      const sentence = `Refresh “${saved.sheet}” again first: there is no table before the last one to compare with`;
      throw new ReportError('invalid_settings', { sentence });
    }
    const tableOf = ({ fields, table }: typeof before) => ({ fields, rows: table.rows });
    const changes = compareRows(tableOf(before), tableOf(after), days);
    const said = describeChanges(changes);
    if (changes.kind === 'table') return { state, sentence: said };
    const zone = state.zone ?? calendar.zone();
    const { rows, left } = ledgerRows(changes, calendar.serial(clock.now(), zone), saved.sheet);
    const note = (place: unknown) => stores.document.write({ [PROPERTY.ledger]: JSON.stringify(place) });
    const services = { sheets, calendar, zone, log: note };
    const place = addToLedger(services, parseLedgerPlace(properties[PROPERTY.ledger]), rows, true);
    sheets.flush();
    if (place) note(place);
    const untold = left === 0 ? '' : ` ${left} more lines did not fit.`;
    return { state, sentence: `${said} See the sheet “Shift Reports changes”.${untold}` };
  }

  private snapshotsOf(saved: SavedReport, properties: Properties): KeptSnapshots {
    const { store, services } = this.snapshotServices();
    const places = parseSnapshotPlaces(properties[PROPERTY.snapshots]);
    return readSnapshots({ ...services, store }, places, saved.id, saved.snapshot);
  }

  private snapshotServices() {
    const { snapshots: store, packer, digest } = this.services;
    return { store, services: { packer, digest } };
  }
}

function nounOf({ report }: SavedReport): string {
  return report === 'shift_fulfilment' ? 'shift' : 'row';
}
