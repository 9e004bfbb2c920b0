import type { DateRange } from '../../calendar/date-range';
import { ReportError } from '../../employer-api/errors';
import type { KeptReport } from '../fetching/report-cache';
import { type DocumentState, readDocumentState } from '../saved/document-state';
import { learnedFrom } from '../saved/learned';
import { type QuestionTable, requireDays } from '../saved/report-question';
import { holdsOthersRows, waitsForWord } from '../saved/row-owner';
import { findConnection } from '../saved/saved-connection';
import { describeContent, type SavedReport } from '../saved/saved-report';
import { checkShrink } from '../saved/shrink-guard';
import type { SnapshotKept } from '../snapshots/snapshot-archive';
import type { StatusBoard, StatusRoom } from '../status/status-board';
import { recordAfterRefusal } from '../writing/refused-write';
import { prepareUpdate } from '../writing/table-update';
import { finishTable, type PreparedTable, writeTable } from '../writing/table-writer';
import { requireUnmoved } from '../writing/unmoved-table';
import { finishWrite } from './finish-write';
import type { KeptTables } from './kept-tables';
import { layOutNew, type NewTable } from './new-table';
import { type BegunRefresh, chosenFor, type RefreshServices, stagingFor } from './refresh-begun';
import { describeNothing, shownBy } from './refresh-content';
import { type FollowedRefresh, followedBy, inspectAll } from './refresh-followers';
import {
  endActivity,
  findReport,
  reportProperties,
  snapshotProperty,
  statusProperty,
  withReport,
  withTable,
} from './refresh-records';
import type { Properties, Turns } from './turns';

/** A table that was written, and what followers are told of it. */
export interface WrittenRefresh {
  readonly state: DocumentState;
  readonly followed: FollowedRefresh;
}

/** What is ready to be written. */
interface Ready {
  readonly prepared: PreparedTable;
  readonly kept: SnapshotKept | undefined;
  readonly room: StatusRoom | undefined;
  /** The days of rows that stay besides those that were fetched. */
  readonly stayed: DateRange | undefined;
}

/** A write on its way. */
interface Writing {
  readonly begun: BegunRefresh;
  readonly made: NewTable;
  readonly ready: Ready;
  /** Set when the sheet refused the table itself. */
  isRefused: boolean;
}

/**
 * Writes what a refresh fetched: laid out, guarded, kept for undoing, into its sheet, with the status behind it.
 *
 * All that reads sheets comes before the lock, under the lease: a read waits for the formulas that calculate, and
 * these may wait for the lock. The table is looked at last, and once more under the lock as far as that reads nothing.
 */
export class RefreshWriter {
  constructor(
    private readonly services: RefreshServices,
    private readonly board: StatusBoard,
    private readonly tables: KeptTables,
    private readonly turns: Turns,
  ) {}

  /**
   * Writes the table of a refresh. Large tables are staged before the lock is taken.
   *
   * @throws {ReportError} With the old table untouched; `held_back` where it lacks much of the old one.
   */
  write(begun: BegunRefresh, report: KeptReport): WrittenRefresh {
    const made = layOutNew(begun, report, this.services.digest);
    this.guard(begun, made);
    // Not even a blank sheet is made for a report that is gone by now. One property read.
    if (begun.saved.sheetId === null || begun.state.statusSheet === undefined) {
      const properties = this.services.stores.document.readAll();
      this.requireUnchanged(begun, readDocumentState(properties), properties);
    }
    const writing: Writing = { begun, made, ready: this.prepare(begun, made), isRefused: false };
    try {
      return this.turns.locked((state, properties) => this.commit(writing, state, properties));
    } catch (error) {
      if (writing.isRefused) begun.restored = recordAfterRefusal(writing.ready.prepared, begun.saved);
      throw error;
    }
  }

  private prepare(begun: BegunRefresh, made: NewTable): Ready {
    const { saved, lease } = begun;
    const mayReplace = lease.by !== 'schedule';
    const staging = stagingFor(this.services, lease, saved.id, (sheetId) => {
      begun.stagedId = sheetId;
    });
    const { columns } = made.table;
    // Rows that stand there already are not written: it is enough that their heading row does.
    const [table, history] = made.isShown
      ? [{ columns, rows: [], head: saved.extent }, undefined]
      : [made.table, this.history(begun, made.table)];
    const options = { history, staging, mayReplace };
    const { prepared, result } = prepareUpdate(this.services.sheets, saved, table, options, (draft) => ({
      kept: made.isShown ? undefined : this.tables.keep(begun, made, draft),
      room: this.board.prepare(begun.state, mayReplace),
      stayed: made.isShown ? (saved.content ?? undefined) : draft.stayed,
    }));
    return { prepared, ...result };
  }

  /** @throws {ReportError} `held_back` */
  private guard(begun: BegunRefresh, { shifts }: NewTable): void {
    const reason = waitsForWord(begun.saved, begun.owner);
    if (reason !== undefined) this.hold(begun, reason);
    const before = begun.saved.summary;
    const shrunk = before ? checkShrink(before, shifts) : undefined;
    if (shrunk) this.hold(begun, shrunk.reason);
  }

  private hold(begun: BegunRefresh, reason: string): void {
    if (begun.confirmed) return;
    begun.held = { ...begun.cursor, held: reason };
    throw new ReportError('held_back', { sentence: reason });
  }

  private history({ saved, range, zone, lease, owner }: BegunRefresh, { fields }: QuestionTable) {
    if (saved.mode !== 'history' || holdsOthersRows(saved, owner)) return undefined;
    const idColumn = fields.indexOf('SHIFT_ID');
    const { calendar } = this.services;
    const mayReplace = lease.by !== 'schedule';
    return {
      window: range,
      dateColumn: requireDays(fields),
      idColumn: idColumn < 0 ? null : idColumn,
      calendar,
      zone,
      mayReplace,
    };
  }

  /** Under the lock; it reads nothing. */
  private commit(writing: Writing, state: DocumentState, properties: Properties): WrittenRefresh {
    const { sheets, stores } = this.services;
    const { begun, made } = writing;
    const { prepared, room } = writing.ready;
    const saved = this.requireUnchanged(begun, state, properties);
    requireUnmoved(sheets, prepared);
    const logs = {
      ...(prepared.isLogged ? {} : reportProperties(withTable(saved, prepared.record))),
      ...statusProperty(room),
    };
    if (Object.keys(logs).length > 0) stores.document.write(logs);
    if (!made.isShown) {
      writeTable(prepared, () => {
        writing.isRefused = true;
      });
    }
    const written = withTable(saved, finishTable(sheets, prepared));
    return this.conclude(writing, written, state, properties);
  }

  /** Notes what was written where people look, and with the report. @param saved With what is known of its table now. */
  private conclude(
    { begun, made, ready }: Writing,
    saved: SavedReport,
    state: DocumentState,
    properties: Properties,
  ): WrittenRefresh {
    const { clock, packer } = this.services;
    const { zone, fingerprint, start, today } = begun;
    const { prepared, kept, room, stayed } = ready;
    const { content, history, older } = shownBy(begun, made, { saved, stayed, refreshedAt: clock.now() });
    const followed = followedBy(begun, made.report, saved, properties);
    const { sentences: told, changes: noted } = inspectAll(this.services.inspectors, followed);
    const message = [describeContent(content, made.report.issues[0], nounOf(saved))]
      .concat(describeNothing(content.rows, made.report), older)
      .concat(kept?.sentence ?? '', room?.sentence ?? '', told)
      .filter(Boolean)
      .join(' ');
    const { correlationId } = made.report;
    const done: SavedReport = {
      ...saved,
      ...{ content, summary: made.summary, cursor: null, history },
      lastRun: { outcome: 'refreshed', finishedAt: clock.now(), message, correlationId },
      ...(kept ? { snapshot: kept.pointer } : {}),
    };
    const heard = told.length === 0 ? start : { ...start, news: told.join(' ') };
    const ended = endActivity(state, heard, clock.now(), 'refreshed', message, correlationId);
    const { alertEpisodes = state.alertEpisodes } = noted;
    const after = { ...withReport(state, done), zone, activity: ended.activity, alertEpisodes };
    const learned = learnedFrom(made.report.rows, properties, { fingerprint, packer, today });
    const ends = finishWrite(
      this.services,
      this.board,
      { after, done, prepared, room },
      {
        ...{ ...ended.properties, ...learned, ...noted },
        ...snapshotProperty(kept, saved.id, properties),
      },
    );
    return { state: ends, followed: { ...followed, saved: done, properties: { ...properties, ...noted } } };
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
