import { ReportError } from '../employer-api/errors';
import { type DocumentState, PROPERTY } from './document-state';
import { finishWrite } from './finish-write';
import type { KeptTables } from './kept-tables';
import { failedChecks, learnedFrom } from './learned';
import { type BegunRefresh, chosenFor, type RefreshServices } from './refresh-begun';
import { endActivity, findReport, reportProperties, withReport } from './refresh-records';
import type { KeptReport } from './report-cache';
import { layOutReport, type QuestionTable } from './report-question';
import { findConnection } from './saved-connection';
import { describeContent, historyAfter, type SavedReport, type TableContent } from './saved-report';
import { headingsOf } from './sheet-table';
import { checkShrink, summarizeTable } from './shrink-guard';
import type { StatusBoard } from './status-board';
import { areSameHeadings } from './table-heading';
import { TableUpdate } from './table-update';
import { finishTable, writeTable } from './table-writer';

type Properties = Readonly<Record<string, string>>;
type Locked = <Result>(work: (state: DocumentState, properties: Properties) => Result) => Result;

/** What is about to be written, and what is known of it. */
export interface NewTable {
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
    private readonly tables: KeptTables,
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
    const kept = made.isShown ? undefined : this.tables.keep(begun, made, saved, properties);
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
      lastRun: { outcome: 'refreshed', finishedAt: clock.now(), message, correlationId },
      ...(kept ? { snapshot: kept.pointer } : {}),
    };
    const ended = endActivity(state, start, clock.now(), 'refreshed', message, correlationId);
    const after = { ...withReport(state, done), lease: undefined, zone, activity: ended.activity };
    const learned = learnedFrom(made.report.rows, properties, {
      ...{ fingerprint, packer, today: calendar.today(zone) },
    });
    return finishWrite(
      this.services,
      this.board,
      { after, done, prepared, mayCreate },
      {
        ...{ ...ended.properties, ...learned },
        ...(kept?.places ? { [PROPERTY.snapshots]: JSON.stringify(kept.places) } : {}),
      },
    );
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
    const saved = findReport(state, begun.saved.id);
    if (chosenFor(saved, begun.fingerprint, this.services.digest) !== begun.chosen) {
      throw new ReportError('busy', { sentence: 'Refresh again: this report was changed meanwhile' });
    }
    return saved;
  }
}

function nounOf({ report }: SavedReport): string {
  return report === 'shift_fulfilment' ? 'shift' : 'row';
}
