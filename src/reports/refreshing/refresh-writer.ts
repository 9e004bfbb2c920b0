import type { DateRange } from '../../calendar/date-range';
import type { KeptReport } from '../fetching/report-cache';
import type { Properties } from '../ports';
import { type DocumentState, readDocumentState } from '../saved/document-state';
import { learnedFrom } from '../saved/learned';
import { toldOwner } from '../saved/row-owner';
import { describeContent, type SavedReport } from '../saved/saved-report';
import type { SnapshotKept } from '../snapshots/snapshot-archive';
import type { StatusBoard, StatusRoom } from '../status/status-board';
import { recordAfterRefusal } from '../writing/refused-write';
import { occupied } from '../writing/table-room';
import { prepareUpdate } from '../writing/table-update';
import { type PreparedTable, writeTable } from '../writing/table-writer';
import { commitTable } from './commit-table';
import { finishWrite } from './finish-write';
import { type JudgedTable, judgeTable } from './judged-table';
import type { KeptTables } from './kept-tables';
import type { NewTable } from './new-table';
import { type BegunRefresh, type RefreshServices, stagingFor } from './refresh-begun';
import { describeNothing, shownBy } from './refresh-content';
import { type FollowedRefresh, followedBy, inspectAll } from './refresh-followers';
import { endActivity, snapshotProperty, withReport } from './refresh-records';
import type { Turns } from './turns';
import { requireUnchanged } from './unchanged-report';

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
  /** Whether rows that were kept are gone from the sheet. */
  readonly isGone: boolean;
}

/** A write on its way. */
interface Writing {
  readonly begun: BegunRefresh;
  readonly made: NewTable;
  readonly ready: Ready;
  /** Set when the sheet refused the table itself. */
  isRefused: boolean;
  /** What the person is to do about a table that was written; empty where nothing. */
  advice: string;
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
    begun.owner = toldOwner(begun.owner, begun.region, report.employer);
    const judged = judgeTable(this.services, begun, report);
    this.requireOwnSheet(begun);
    // Not even a blank sheet is made for a report that is gone by now. One property read.
    if (begun.saved.sheetId === null || begun.state.statusSheet === undefined) {
      const properties = this.services.stores.document.readAll();
      requireUnchanged(this.services, begun, readDocumentState(properties), properties);
    }
    const { made, ready } = this.readyToWrite(begun, judged);
    const writing: Writing = { begun, made, ready, isRefused: false, advice: '' };
    try {
      return this.turns.locked((state, properties) => this.commit(writing, state, properties));
    } catch (error) {
      if (writing.isRefused) begun.restored = recordAfterRefusal(writing.ready.prepared, begun.saved);
      throw error;
    }
  }

  /** People may have given the sheet of another report the name of this one. @throws {ReportError} `sheet_blocked` */
  private requireOwnSheet({ saved, state }: BegunRefresh): void {
    const { sheets } = this.services;
    const own = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
    const sheet = own ?? sheets.byName(saved.sheet);
    if (state.reports.some(({ id, sheetId }) => id !== saved.id && sheetId === sheet?.id))
      occupied(saved.sheet);
  }

  /** Makes a table ready, also where the rows turn out to be others than those that it should show. */
  private readyToWrite(begun: BegunRefresh, judged: JudgedTable): Pick<Writing, 'made' | 'ready'> {
    const ready = this.prepare(begun, judged);
    if (!judged.made.isShown || ready.prepared.isShown) return { made: judged.made, ready };
    // By a zone that was only remembered, the cells of all days may have been read wrong.
    const zone = this.services.calendar.zone();
    begun.isTouched = zone === begun.zone;
    begun.zone = zone;
    return this.readyToWrite(begun, judgeTable(this.services, begun, judged.report));
  }

  private prepare(begun: BegunRefresh, { made, draft }: JudgedTable): Ready {
    const { saved, lease } = begun;
    const mayReplace = lease.by !== 'schedule';
    const staging = stagingFor(this.services, lease, saved.id, (sheetId) => {
      begun.stagedId = sheetId;
    });
    const options = { staging, mayReplace };
    const { prepared, result } = prepareUpdate(this.services.sheets, saved, draft, options, () => ({
      kept: made.isShown || begun.isTouched ? undefined : this.tables.keep(begun, made, draft),
      room: this.board.prepare(begun.state, mayReplace),
      stayed: made.isShown ? (saved.content ?? undefined) : draft.stayed,
      isGone: draft.isGone ?? false,
    }));
    return { prepared, ...result };
  }

  /** Under the lock; it reads nothing. */
  private commit(writing: Writing, state: DocumentState, properties: Properties): WrittenRefresh {
    const { begun, made } = writing;
    const { prepared, room } = writing.ready;
    const saved = requireUnchanged(this.services, begun, state, properties);
    const written = commitTable(this.services, { saved, prepared, room, properties }, () => {
      if (made.isShown) return;
      writing.advice = writeTable(prepared, () => {
        writing.isRefused = true;
      });
    });
    return this.conclude(writing, written, state, properties);
  }

  /** Notes what was written where people look, and with the report. @param saved With what is known of its table now. */
  private conclude(
    { begun, made, ready, advice }: Writing,
    saved: SavedReport,
    state: DocumentState,
    properties: Properties,
  ): WrittenRefresh {
    const { clock, packer } = this.services;
    const { zone, fingerprint, start, today } = begun;
    const { prepared, kept, room, stayed, isGone } = ready;
    const table = { saved, stayed, isGone, refreshedAt: clock.now() };
    const { content, history, older } = shownBy(begun, made, table);
    const followed = followedBy(begun, made.report, saved, properties);
    const { sentences: told, changes: noted } = inspectAll(this.services.inspectors, followed);
    const message = [describeContent(content, made.report.issues[0], nounOf(saved))]
      .concat(
        describeNothing(content.rows, made.report, made.table),
        made.blank,
        older,
        begun.rest?.sentence ?? '',
      )
      .concat(kept?.sentence ?? '', room?.sentence ?? '', advice, told)
      .filter(Boolean)
      .join(' ');
    const { correlationId } = made.report;
    const done: SavedReport = {
      ...saved,
      content,
      summary: made.summary,
      cursor: begun.rest?.cursor ?? null,
      history,
      fields: [...made.table.fields],
      lastRun: { outcome: 'refreshed', finishedAt: clock.now(), message, correlationId },
      ...(kept ? { snapshot: kept.pointer } : {}),
    };
    const ended = endActivity(state, {
      ...start,
      at: clock.now(),
      outcome: 'refreshed',
      sentence: message,
      correlationId,
      ...(told.length === 0 ? {} : { news: told.join(' ') }),
    });
    const { alertEpisodes = state.alertEpisodes } = noted;
    const after = { ...withReport(state, done), zone, activity: ended.activity, alertEpisodes };
    const learned = learnedFrom(made.report.rows, properties, { fingerprint, packer, today });
    const ends = finishWrite(
      this.services,
      this.board,
      { after, done, prepared, room },
      {
        ...ended.properties,
        ...learned,
        ...noted,
        ...snapshotProperty(kept, saved.id, properties),
      },
    );
    return { state: ends, followed: { ...followed, saved: done, properties: { ...properties, ...noted } } };
  }
}

function nounOf({ report }: SavedReport): string {
  return report === 'shift_fulfilment' ? 'shift' : 'row';
}
