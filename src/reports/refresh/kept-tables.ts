import * as v from 'valibot';
import type { DateRange } from '../../calendar/calendar-date';
import { ReportError } from '../../employer-api/errors';
import { parseStored, shownCount } from '../../employer-api/text';
import {
  addChangeLines,
  CHANGES_SHEET_NAME,
  type ComparedTable,
  changeLines,
  compareRows,
  describeChanges,
  parseChangesPlace,
} from '../changes/changes-sheet';
import { noteKeys } from '../notes/note-plan';
import { noteTaker } from '../notes/table-notes';
import type { Properties, ReportSheet } from '../ports';
import { cachedTimeZone, type DocumentState, PROPERTY, stagingIds } from '../saved/document-state';
import { daysWithHistory, historyAfter } from '../saved/kept-history';
import { findConnection } from '../saved/saved-connection';
import { HISTORY, type SavedReport, WRITTEN_TABLES } from '../saved/saved-report';
import { notePlace, type SheetRow, type SheetTable } from '../sheet/cells';
import { cellReader } from '../sheet/sheets';
import {
  forgetSnapshots,
  type KeptSnapshots,
  keepSnapshot,
  otherSlot,
  parseSnapshotPlaces,
  readSnapshots,
  type Snapshot,
  type SnapshotKept,
  type SnapshotPlaces,
  type SnapshotPointer,
  type SnapshotServices,
  UNDO_SHEET_NAME,
} from '../sheet/snapshots';
import { prepareStatusSheet } from '../status/status-sheet';
import type { TableRecord } from '../writing/table-place';
import { prepareUpdate, recordAfterRefusal } from '../writing/table-update';
import { type TableDraft, writeTable } from '../writing/table-writer';

import type { LeasedReport, RefreshLease } from './refresh-lease';
import { hashQuestion, type JudgedRefresh, type RefreshServices, stagingFor } from './refresh-phases';
import {
  commitTable,
  endActivity,
  finishWrite,
  reportProperties,
  requireUnchanged,
  snapshotProperty,
  withReport,
  withRestored,
} from './refresh-records';

/** The changes to the report besides its cells. */
interface Undone {
  readonly snapshots: SnapshotKept;
  readonly shown: ShownDays;
}

/** The hash of a table that was put back: no fetched table has it, so the next refresh counts as a change. */
const PUT_BACK = '';
const REMEDY = 'Undo again';

/** Puts a kept table back into its sheet: prepares it under the lease, writes it under the lock. */
class UndoRun {
  constructor(
    private readonly services: RefreshServices,
    private readonly lease: RefreshLease,
    private readonly archive: SnapshotServices,
  ) {}

  /**
   * @param snapshots Those of the report, just read.
   * @throws {ReportError} `invalid_settings` if nothing can be put back; `sheet_blocked`. The table is unchanged.
   */
  run(
    leased: LeasedReport,
    snapshots: KeptSnapshots,
  ): { readonly state: DocumentState; readonly sentence: string } {
    const { sheets, stores, digest } = this.services;
    const { saved, lease, properties } = leased;
    const { fingerprint } = findConnection(properties, stores).connection;
    const questionHash = hashQuestion(saved, fingerprint, digest);
    const plan = planUndo(saved.sheet, fingerprint, snapshots);
    if ('refused' in plan) throw new ReportError('invalid_settings', { sentence: plan.refused });
    const { snapshot } = plan;
    const table = { ...snapshot.table, fields: snapshot.fields };
    const figures = plan.change ? this.tailDraft(leased, plan.change, plan) : table;
    // Undo puts back figures, never notes: those that are there follow their shifts.
    const draft = { ...figures, notes: notePlace(snapshot.fields, saved.noted?.columns ?? []) };
    const staging = stagingFor(this.services, lease, saved.id);
    const options = { staging, mayReplace: true, takeNotes: this.takeNotes(leased) };
    const ready = prepareUpdate(sheets, saved, draft, options, () => ({
      undone: this.keepBack(saved, plan, snapshots),
      room: prepareStatusSheet(this.services, leased.state, true),
    }));
    const { prepared } = ready;
    const { undone, room } = ready.result;
    let isRefused = false;
    let advice = '';
    try {
      return this.lease.locked((state, now) => {
        const leasedQuestion = { lease, saved, questionHash, fingerprint };
        const stored = requireUnchanged(this.services, leasedQuestion, state, now, REMEDY);
        const written = commitTable(
          this.services,
          { saved: stored, prepared, properties: now, remedy: REMEDY },
          () => {
            advice = writeTable(prepared, () => {
              isRefused = true;
            });
          },
        );
        const { done, more, after } = this.done(written, state, plan, undone);
        const places = snapshotProperty(undone.snapshots, saved.id, now);
        const shown = finishWrite(this.services, { after, done, prepared, room }, { ...more, ...places });
        return {
          state: shown,
          sentence: [plan.sentence, prepared.notes?.sentence, advice, ...this.describeNotUndone(leased)]
            .filter(Boolean)
            .join(' '),
        };
      });
    } catch (error) {
      const restored = isRefused ? recordAfterRefusal(prepared, saved) : undefined;
      if (restored) this.lease.release(lease, (state) => restoring(state, saved.id, restored));
      throw error;
    }
  }

  private takeNotes({ saved, state, properties }: LeasedReport) {
    const { sheets, calendar, clock } = this.services;
    const zone = cachedTimeZone(state);
    const context = {
      sheets,
      calendar,
      clock,
      properties,
      zone,
      today: calendar.today(zone),
      id: saved.id,
      report: saved.sheet,
    };
    return noteTaker({ ...context, ...noteKeys(saved) });
  }

  /** Sentences about what is not undone with the table; none when an Undo is undone. */
  private describeNotUndone({ saved, properties }: LeasedReport): readonly string[] {
    if (saved.content?.hash === PUT_BACK) return [];
    return this.services.followers.flatMap((follower) => follower.afterUndo(saved.id, properties));
  }

  /**
   * The rows to put back in a table that keeps history, if its rows are where the refresh, or an Undo that was killed,
   * left them. Reads the time zone, because people may have changed it.
   */
  private tailDraft({ saved }: LeasedReport, change: TailChange, { snapshot }: UndoPlan): TableDraft {
    const { sheets, calendar } = this.services;
    const { head, before, after } = change;
    const { columns } = snapshot.table;
    const marks = ['SHIFT_DATE', 'SHIFT_ID']
      .map((field) => snapshot.fields.indexOf(field))
      .filter((at) => at >= 0);
    const value = cellReader(calendar, calendar.zone());
    const refuse = (): never => {
      const sentence = `Refresh “${saved.sheet}” instead: its rows are not where the last refresh left them`;
      throw new ReportError('invalid_settings', { sentence });
    };
    // A run that was killed may have logged more rows than it wrote: those are blank.
    const height = saved.extent - head;
    const stillStands = (sheet: ReportSheet) => {
      const lines = height > 0 ? sheet.readBlock(2 + head, 1, height, columns.length) : [];
      const isShown = (rows: TableDraft['rows']) =>
        rows.length <= lines.length &&
        lines.every((line, index) => marks.every((at) => value(line[at]) === (rows[index]?.[at] ?? null)));
      return isShown(after) || isShown(before) || refuse();
    };
    const sheet = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
    // Checked before anything is kept, so that a refusal leaves the spreadsheet unchanged.
    if (sheet === undefined || !stillStands(sheet)) return refuse();
    return { columns, rows: before, head, stillStands };
  }

  /** The snapshots after Undo: two whole tables swap places; a change is kept in reverse. */
  private keepBack(
    { sheet }: SavedReport,
    { snapshot, change, pointer }: UndoPlan,
    snapshots: KeptSnapshots,
  ): Undone {
    if (change === undefined) {
      const shown = readShownDays(snapshot);
      if (shown === undefined) throw new ReportError('invalid_settings', { sentence: describeBroken(sheet) });
      return { shown, snapshots: { pointer, places: undefined, sentence: '' } };
    }
    const { table, fields, source } = snapshot;
    const back = tailSnapshot(reversed(change), { columns: table.columns, fields, source });
    const again = keepSnapshot(this.archive, snapshots, back);
    return { shown: change.was, snapshots: { ...again, pointer: tailPointer(again.pointer) } };
  }

  /** @param saved The report with its new table. */
  private done(
    saved: SavedReport,
    state: DocumentState,
    { sentence, snapshot: { fields } }: UndoPlan,
    { snapshots, shown }: Undone,
  ) {
    const { clock, makeId } = this.services;
    const now = clock.now();
    const { history = saved.history, written, ...days } = shown;
    const base = saved.content ?? { issues: 0, empty: 0, checks: [] };
    const times = { refreshedAt: now, changedAt: now, rows: saved.extent, hash: PUT_BACK };
    const done: SavedReport = {
      ...saved,
      history,
      snapshot: snapshots.pointer,
      cursor: null,
      fields: [...fields],
      // The next table is compared with the one put back.
      written,
      // The sentence was about the rows that are gone.
      content: { ...base, ...days, ...times, why: undefined },
      lastRun: { outcome: 'refreshed', finishedAt: now, message: sentence, correlationId: '' },
    };
    const run = { id: makeId(), at: now, by: 'sidebar', sheet: saved.sheet } as const;
    const ended = endActivity(state, { ...run, outcome: 'undone', sentence, correlationId: '' });
    const zone = cachedTimeZone(state);
    const after = { ...withReport(state, done), zone, activity: ended.activity };
    return { done, after, more: ended.properties };
  }
}

/** The properties of a report whose write was refused; none if it was removed in the meantime. */
function restoring({ reports }: DocumentState, id: string, restored: TableRecord): Properties {
  const stored = reports.find((report) => report.id === id);
  return stored ? reportProperties(withRestored(stored, restored)) : {};
}

/** The table to put back, and the report afterwards. */
interface UndoPlan {
  readonly snapshot: Snapshot;
  /** The change to undo in a table that keeps history; `undefined` for any other, whose snapshot is the whole table. */
  readonly change: TailChange | undefined;
  /** The pointer to save after the write: the undone table becomes the previous one. */
  readonly pointer: SnapshotPointer;
  /** The message for the person. */
  readonly sentence: string;
}

/** Why Undo is not possible, remedy first, without a full stop: for `ReportError`. */
interface UndoRefusal {
  readonly refused: string;
}

/**
 * Plans to put back the table that the last refresh replaced, exactly as it was written. Undo after Undo puts back the
 * newer one.
 *
 * Edits of people since then are not checked; the message says what happens to them.
 *
 * @param sheet The report's name for the sentences.
 * @param source The spreadsheet's current connection: a table of another one is never shown again.
 */
export function planUndo(sheet: string, source: string, snapshots: KeptSnapshots): UndoPlan | UndoRefusal {
  const { pointer } = snapshots;
  if (pointer === null) return { refused: `Refresh “${sheet}” first: no table of it is kept` };
  if (pointer.previous === null) {
    return { refused: `Refresh “${sheet}” first: no table before the one it shows is kept` };
  }
  const snapshot = isTail(pointer) ? snapshots.current() : snapshots.previous();
  if (snapshot === undefined) {
    return { refused: describeBroken(sheet) };
  }
  if (snapshot.source !== source) {
    return { refused: `Refresh “${sheet}” instead: the table before it came by another connection` };
  }
  return {
    snapshot,
    change: readTail(snapshot),
    pointer: { slot: otherSlot(pointer.slot), hash: pointer.previous, previous: pointer.hash },
    sentence: `“${sheet}” shows the table from before its last change. Edits inside the table are gone; cells beside it are unchanged.`,
  };
}

/** Says that a snapshot is damaged or gone: remedy first, without a full stop. */
function describeBroken(sheet: string): string {
  return `Refresh “${sheet}” instead: the table before it is gone from the hidden sheet “${UNDO_SHEET_NAME}”, or was changed there`;
}

const SHOWN_DAYS = v.object({
  generatedAt: v.nullable(v.string()),
  from: v.number(),
  to: v.number(),
  /** Left out for a whole table. */
  history: v.optional(v.nullable(HISTORY)),
  written: v.nullable(WRITTEN_TABLES),
});

/** The days of a table, and what the next one is compared with. */
type ShownDays = v.InferOutput<typeof SHOWN_DAYS>;

/** Reads the days of a whole table from its snapshot; `undefined` if it has none. */
function readShownDays({ about }: Snapshot): ShownDays | undefined {
  return parseStored(SHOWN_DAYS, about);
}

/** The change of a refresh to a table that keeps history: the old and new rows below `head` rows. */
interface TailChange {
  /** How many rows above the change stayed. */
  readonly head: number;
  readonly before: readonly SheetRow[];
  readonly after: readonly SheetRow[];
  /** The days of the table before and after. */
  readonly was: ShownDays;
  readonly is: ShownDays;
  /** The fetched days. */
  readonly window: DateRange;
}

const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const TAIL = v.object({
  tail: v.object({
    head: COUNT,
    /** The number of old rows. */
    split: COUNT,
    was: SHOWN_DAYS,
    is: SHOWN_DAYS,
    window: v.object({ from: v.number(), to: v.number() }),
  }),
});

/**
 * Packs a change as one table, old rows above new ones, to keep as a snapshot: a whole table that grows for years would
 * not fit.
 */
function tailSnapshot(
  { before, after, ...rest }: TailChange,
  { columns, fields, source }: Pick<SheetTable, 'columns'> & Pick<Snapshot, 'fields' | 'source'>,
): Snapshot {
  const tail = { ...rest, split: before.length };
  return { table: { columns, rows: [...before, ...after] }, fields, source, about: JSON.stringify({ tail }) };
}

/** Reads a change from a snapshot; `undefined` if the snapshot is a whole table. */
function readTail({ about, table }: Snapshot): TailChange | undefined {
  const stored = parseStored(TAIL, about);
  if (stored === undefined) return undefined;
  const { split, ...rest } = stored.tail;
  return { ...rest, before: table.rows.slice(0, split), after: table.rows.slice(split) };
}

/** The reverse change. */
function reversed({ before, after, was, is, ...rest }: TailChange): TailChange {
  return { ...rest, before: after, after: before, was: is, is: was };
}

/** The pointer to a change: the same hash twice, because one snapshot holds the old and the new rows. */
function tailPointer(pointer: SnapshotPointer | null): SnapshotPointer | null {
  return pointer && { ...pointer, previous: pointer.hash };
}

/** True if a pointer names a change. */
function isTail(pointer: SnapshotPointer | null): boolean {
  return pointer !== null && pointer.previous === pointer.hash;
}

/**
 * Says what a refresh changed.
 *
 * @param before The table before; `undefined` where there is none to compare.
 * @param rows The new rows of the days, where the table holds others.
 */
function describeAgainst(
  before: ComparedTable | undefined,
  { range, made: { table } }: JudgedRefresh,
  rows = table.rows,
): string {
  return before === undefined
    ? ''
    : describeChanges(compareRows(before, { fields: table.fields, rows }, range));
}

/** The snapshots of tables: for Undo, and to show what a refresh changed. */
export class KeptTables {
  constructor(
    private readonly services: RefreshServices,
    private readonly lease: RefreshLease,
  ) {}

  /**
   * Keeps a snapshot of the new table and describes the changes. For a table that keeps history, the snapshot holds the
   * rows about to be replaced and the new ones. One read and one write, under the lease and before the lock. If the
   * table then cannot be written, the snapshot of the table before the last is lost, unless it keeps history.
   */
  keep(judged: JudgedRefresh): SnapshotKept {
    const { fingerprint, range, saved, report, made } = judged;
    const snapshots = this.snapshotsOf(saved, judged.properties);
    if (saved.mode === 'history') return this.keepTail(judged, snapshots);
    // A snapshot made while the table kept history is not a whole table.
    const before = isTail(snapshots.pointer) ? undefined : snapshots.current();
    const { table } = made;
    const { columns, rows, fields } = table;
    const isSame = before?.source === fingerprint;
    const compared = isSame ? { fields: before.fields, rows: before.table.rows } : undefined;
    const changes = describeAgainst(compared, judged);
    const about = JSON.stringify({ generatedAt: report.generatedAt, ...range, written: made.written });
    const snapshot = { table: { columns, rows }, fields, source: fingerprint, about };
    const result = keepSnapshot(this.archive(), snapshots, snapshot);
    const pointer =
      result.pointer && isTail(snapshots.pointer) ? { ...result.pointer, previous: null } : result.pointer;
    return { ...result, pointer, sentence: [changes, result.sentence].filter(Boolean).join(' ') };
  }

  private keepTail(judged: JudgedRefresh, snapshots: KeptSnapshots): SnapshotKept {
    const { fingerprint, range, saved, today, deferredDays, report, made, draft } = judged;
    const { table, written } = made;
    const { head = 0, before, rows: after, columns, stayed } = draft;
    const { places } = snapshots;
    if (before === undefined) {
      const why = saved.headed ? 'This refresh can’t be undone, because the table’s structure changed.' : '';
      const sentence = [describeAgainst(undefined, judged), why].filter(Boolean).join(' ');
      return { pointer: null, places, sentence };
    }
    const history = historyAfter(saved, range, today, deferredDays?.cursor === null);
    const { generatedAt, from, to } = saved.content ?? { generatedAt: null, ...range };
    const { fields } = table;
    const change = {
      head,
      before,
      after,
      window: range,
      was: { generatedAt, from, to, history: saved.history, written: saved.written },
      is: {
        generatedAt: report.generatedAt,
        ...daysWithHistory(history.from, range, stayed),
        history,
        written,
      },
    };
    const changes = describeAgainst({ fields, rows: before }, judged, after);
    const snapshot = tailSnapshot(change, { columns, fields, source: fingerprint });
    const result = keepSnapshot(this.archive(), snapshots, snapshot);
    const sentence = [changes, result.sentence].filter(Boolean).join(' ');
    return { ...result, pointer: tailPointer(result.pointer), sentence };
  }

  /**
   * Puts back the table that the last refresh replaced.
   *
   * @throws {ReportError} `invalid_settings` if there is none; `sheet_blocked`.
   */
  undo(leased: LeasedReport): { readonly state: DocumentState; readonly sentence: string } {
    const snapshots = this.snapshotsOf(leased.saved, leased.properties);
    return new UndoRun(this.services, this.lease, this.archive()).run(leased, snapshots);
  }

  /**
   * Writes the changes of the last refresh to the sheet of changes. Under the lease, so that no other run writes there.
   *
   * @throws {ReportError} `invalid_settings` if there are no two tables to compare; `sheet_blocked`.
   */
  showChanges({ saved, state, properties, lease }: LeasedReport): {
    readonly state: DocumentState;
    readonly sentence: string;
  } {
    const { sheets, calendar } = this.services;
    const [before, after, days] = comparedTables(this.snapshotsOf(saved, properties), saved);
    const changes = compareRows(before, after, days);
    const said = describeChanges(changes);
    const given = { ...state, lease: undefined };
    const seenAt = calendar.serial(days.refreshedAt, calendar.zone());
    const { rows, left } = changeLines(changes, seenAt, saved.sheet);
    if (rows.length === 0) {
      this.lease.release(lease);
      return { state: given, sentence: said };
    }
    const place = addChangeLines({ sheets }, parseChangesPlace(properties[PROPERTY.changes]), rows);
    sheets.flush();
    this.lease.release(lease, () => (place ? { [PROPERTY.changes]: JSON.stringify(place) } : {}));
    const rest = left === 0 ? '' : ` ${shownCount(left, 'more line')} did not fit.`;
    return { state: given, sentence: `${said} See the sheet “${CHANGES_SHEET_NAME}”.${rest}` };
  }

  /**
   * Clears the snapshots of reports, or of all reports if none are named, and removes the staging sheets of killed
   * runs. Reads sheets, so it is called without the lock. Snapshots that cannot be cleared stay in the hidden sheet,
   * but no report names them, so there is nothing to undo.
   *
   * @throws {ReportError} `sheet_blocked`, `platform_unavailable` of the hidden sheet; `busy`, with nothing forgotten.
   */
  forget(reportIds?: readonly string[]): void {
    const { stores, snapshots } = this.services;
    const stored = stores.document.readAll();
    if (Object.keys(stagingIds(stored)).length > 0) this.lease.removeLeftovers();
    const places = parseSnapshotPlaces(stored[PROPERTY.snapshots]);
    if (places === undefined) return;
    let left = places;
    try {
      left = forgetSnapshots(snapshots, places, reportIds);
    } finally {
      this.lease.locked(({ reports }, properties) => {
        const isMeant = ({ id, snapshot }: SavedReport) =>
          snapshot !== null && (reportIds === undefined || reportIds.includes(id));
        const changes = reports.filter(isMeant).map((one) => reportProperties({ ...one, snapshot: null }));
        const freed = placesWithout(parseSnapshotPlaces(properties[PROPERTY.snapshots]), places, left);
        const note = freed ? { [PROPERTY.snapshots]: JSON.stringify(freed) } : {};
        stores.document.write(Object.assign(note, ...changes));
      });
    }
  }

  private snapshotsOf(saved: SavedReport, properties: Properties): KeptSnapshots {
    const places = parseSnapshotPlaces(properties[PROPERTY.snapshots]);
    return readSnapshots(this.archive(), places, saved.id, saved.snapshot);
  }

  private archive(): SnapshotServices {
    const { snapshots: store, packer, digest } = this.services;
    return { store, packer, digest };
  }
}

/** The current places without those that were freed; `undefined` if snapshots are now on another sheet. */
function placesWithout(
  now: SnapshotPlaces | undefined,
  before: SnapshotPlaces,
  after: SnapshotPlaces,
): SnapshotPlaces | undefined {
  if (now?.sheetId !== before.sheetId) return undefined;
  const isFreed = (id: string, index: number) => after.reports[index] === '' && before.reports[index] === id;
  return { ...now, reports: now.reports.map((id, index) => (isFreed(id, index) ? '' : id)) };
}

/** @throws {ReportError} `invalid_settings` */
function comparedTables(
  snapshots: KeptSnapshots,
  { sheet, content }: SavedReport,
): [ComparedTable, ComparedTable, NonNullable<SavedReport['content']>] {
  const after = snapshots.current();
  const change = after && readTail(after);
  const before = change ? after : snapshots.previous();
  if (before === undefined || after === undefined || content === null) {
    throw new ReportError('invalid_settings', {
      sentence: `Refresh “${sheet}” again first: there is no table before the last one to compare with`,
    });
  }
  const tableOf = ({ fields }: Snapshot, rows = after.table.rows) => ({ fields, rows });
  if (change === undefined) return [tableOf(before, before.table.rows), tableOf(after), content];
  return [tableOf(after, change.before), tableOf(after, change.after), { ...content, ...change.window }];
}
