import { formatIsoDate } from '../../calendar/calendar-date';
import { type DateRange, isOn } from '../../calendar/date-range';
import { ReportError } from '../../employer-api/errors';
import type { KeptReport } from '../fetching/report-cache';
import type { Properties } from '../ports';
import { type DocumentState, readDocumentState } from '../saved/document-state';
import { learnedFrom } from '../saved/learned';
import { type QuestionTable, requireDays } from '../saved/report-question';
import { holdsOthersRows, toldOwner, waitsForWord } from '../saved/row-owner';
import { describeContent, NO_DAYS, type SavedReport } from '../saved/saved-report';
import { checkShrink, isRefused } from '../saved/shrink-guard';
import type { SnapshotKept } from '../snapshots/snapshot-archive';
import type { StatusBoard, StatusRoom } from '../status/status-board';
import { draftHistory, type HistoryOptions } from '../writing/history-draft';
import { recordAfterRefusal } from '../writing/refused-write';
import { occupied } from '../writing/table-room';
import { prepareUpdate } from '../writing/table-update';
import { type PreparedTable, type TableDraft, writeTable } from '../writing/table-writer';
import { commitTable } from './commit-table';
import { finishWrite } from './finish-write';
import type { KeptTables } from './kept-tables';
import { layOutNew, lookAtRows, type NewTable } from './new-table';
import { type BegunRefresh, type RefreshServices, stagingFor } from './refresh-begun';
import { countEmpty, describeNothing, shownBy } from './refresh-content';
import { type FollowedRefresh, followedBy, inspectAll } from './refresh-followers';
import { endActivity, heldUntil, snapshotProperty, withReport } from './refresh-records';
import type { Turns } from './turns';
import { requireUnchanged } from './unchanged-report';

/** A written table, and the input of followers. */
interface WrittenRefresh {
  readonly state: DocumentState;
  readonly followed: FollowedRefresh;
}

/** Everything that is ready to be written. */
interface Ready {
  readonly prepared: PreparedTable;
  readonly kept: SnapshotKept | undefined;
  readonly room: StatusRoom | undefined;
  /** The days of rows that stay, outside the fetched days. */
  readonly stayed: DateRange | undefined;
  /** Whether kept rows are gone from the sheet. */
  readonly isGone: boolean;
}

/** A write in progress. */
interface Writing {
  readonly begun: BegunRefresh;
  readonly made: NewTable;
  readonly ready: Ready;
  /** Set when the sheet refused the table itself. */
  isRefused: boolean;
  /** What the person should do after the write; empty if nothing. */
  advice: string;
}

/**
 * Writes the fetched rows to the sheet: lays them out, applies the shrink guard, keeps a snapshot for Undo, and updates
 * the status sheet.
 *
 * Everything that reads sheets happens before the lock, under the lease: a read waits for formulas that calculate, and
 * these may wait for the lock. The table is checked last, and again under the lock without reading.
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
   * @throws {ReportError} With the old table unchanged; `held_back` if the new table needs confirmation.
   */
  write(begun: BegunRefresh, report: KeptReport): WrittenRefresh {
    begun.owner = toldOwner(begun.owner, begun.region, report.employer);
    const judged = judgeTable(this.services, begun, report);
    this.requireOwnSheet(begun);
    // Avoids making a sheet for a report that was removed in the meantime. One property read.
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

  /**
   * Refuses the sheet of another report, which people may have given this name.
   *
   * @throws {ReportError} `sheet_blocked`
   */
  private requireOwnSheet({ saved, state }: BegunRefresh): void {
    const { sheets } = this.services;
    const own = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
    const sheet = own ?? sheets.byName(saved.sheet);
    if (state.reports.some(({ id, sheetId }) => id !== saved.id && sheetId === sheet?.id))
      occupied(saved.sheet);
  }

  /** Makes a table ready; lays it out again if the sheet turns out not to show the expected rows. */
  private readyToWrite(begun: BegunRefresh, judged: JudgedTable): Pick<Writing, 'made' | 'ready'> {
    const ready = this.prepare(begun, judged);
    if (!judged.made.isShown || ready.prepared.isShown) return { made: judged.made, ready };
    // If the remembered time zone was wrong, cells with days may have been read wrong.
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

  /**
   * Records the write with the report, in the activity log and on the status sheet.
   *
   * @param saved With its new table.
   */
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

/** A table that may replace the old one, and what to write of it. */
interface JudgedTable {
  readonly made: NewTable;
  readonly draft: TableDraft;
  /** The report that was judged: of fewer days if kept days stay. */
  readonly report: KeptReport;
}

/**
 * Lays out the fetched rows with the days that stay, and holds back a table that needs confirmation. Kept days that the
 * service no longer has stay if a person has decided so before, and on the schedule, which cannot ask: then only the
 * newest days are written.
 *
 * Reads the sheet of a table that keeps history, as `draftHistory` does; makes no other service call.
 *
 * @throws {ReportError} `held_back`; `sheet_blocked`
 */
function judgeTable(services: RefreshServices, begun: BegunRefresh, report: KeptReport): JudgedTable {
  const { saved } = begun;
  const made = layOutNew(begun, report, services);
  const { table, shifts } = made;
  const options = made.isShown ? undefined : historyOptions(services, begun, table);
  const draft: TableDraft = made.isShown
    ? { columns: table.columns, rows: [], head: saved.extent, ...lookAtRows(services, begun, table) }
    : options
      ? draftHistory(services.sheets, saved, table, options)
      : table;
  const others = waitsForWord(saved, begun.owner);
  const now = services.clock.now();
  if (others !== undefined) hold(begun, others, now);
  const before = saved.summary;
  const stood = draft.replaced ?? draft.before;
  const replaced = stood && { fields: table.fields, before: stood, after: draft.rows };
  const shrunk = others === undefined && before ? checkShrink(before, shifts, replaced) : undefined;
  if (shrunk) {
    const { enough, confirmed, lease } = begun;
    const isChosen = isRefused(before, shrunk.reason);
    const stays = shrunk.older !== undefined && !confirmed && (isChosen || lease.by === 'schedule');
    if (stays && enough && begun.range.from < enough.from) {
      begun.range = enough;
      const days = `Days before ${formatIsoDate(enough.from)} stay as they are until next month`;
      begun.rest = {
        cursor: null,
        sentence: isChosen ? `${days}, as you chose.` : `${days}: ${shrunk.older}.`,
      };
      return judgeTable(services, begun, newestOf(report, enough));
    }
    hold(begun, shrunk.reason, now);
  }
  return { made, draft, report };
}

/** Holds a table back, unless a person has confirmed this reason. @throws {ReportError} `held_back` */
function hold(begun: BegunRefresh, reason: string, now: number): void {
  const asked = begun.saved.cursor?.held || reason;
  if (begun.confirmed && asked === reason) return;
  const until = heldUntil(begun.state, now);
  // All days were fetched: if they have to be fetched again, the counters start anew.
  begun.held = { ...begun.cursor, until, held: reason, ...NO_DAYS };
  throw new ReportError('held_back', { sentence: reason });
}

function historyOptions(
  { calendar }: RefreshServices,
  { saved, range, zone, lease, owner }: BegunRefresh,
  { fields }: QuestionTable,
): HistoryOptions | undefined {
  if (saved.mode !== 'history' || holdsOthersRows(saved, owner)) return undefined;
  const idColumn = fields.indexOf('SHIFT_ID');
  return {
    window: range,
    fields,
    formerFields: saved.fields,
    dateColumn: requireDays(fields),
    idColumn: idColumn < 0 ? null : idColumn,
    calendar,
    zone,
    mayReplace: lease.by !== 'schedule',
  };
}

function newestOf(report: KeptReport, range: DateRange): KeptReport {
  const column = report.fields.findIndex(({ name }) => name === 'SHIFT_DATE');
  const rows = report.rows.filter((row) => isOn(row[column], range));
  const emptyCount = countEmpty(rows, report);
  // Issues other than empty values stay: the rows they belong to are unknown.
  const issueCount = report.issueCount - report.emptyCount + emptyCount;
  return { ...report, range, rows, emptyCount, issueCount };
}
