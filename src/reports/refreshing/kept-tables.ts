import { ReportError } from '../../employer-api/errors';
import {
  addChangeLines,
  CHANGES_SHEET_NAME,
  type ComparedTable,
  changeLines,
  compareRows,
  describeChanges,
  parseChangesPlace,
} from '../changes/changes-sheet';
import type { Properties } from '../ports';
import { type DocumentState, PROPERTY, stagingIds } from '../saved/document-state';
import { daysWithHistory, historyAfter } from '../saved/kept-history';
import type { SavedReport } from '../saved/saved-report';
import {
  forgetSnapshots,
  type KeptSnapshots,
  keepSnapshot,
  parseSnapshotPlaces,
  readSnapshots,
  type Snapshot,
  type SnapshotKept,
  type SnapshotPlaces,
  type SnapshotServices,
} from '../snapshots/snapshot-archive';
import type { StatusBoard } from '../status/status-board';
import type { LeasedReport, RefreshLease } from './refresh-lease';
import type { JudgedRefresh, RefreshServices } from './refresh-phases';
import { reportProperties } from './refresh-records';
import { isTail, readTail, tailPointer, tailSnapshot, UndoRun } from './undo-run';

/** The snapshots of tables: for Undo, and to show what a refresh changed. */
export class KeptTables {
  constructor(
    private readonly services: RefreshServices,
    private readonly board: StatusBoard,
    private readonly lease: RefreshLease,
  ) {}

  /**
   * Keeps a snapshot of the new table and describes the changes. For a table that keeps history, the snapshot holds the
   * rows about to be replaced and the new ones. One read and one write, under the lease and before the lock. If the
   * table then cannot be written, the snapshot of the table before the last is lost, unless it keeps history.
   */
  keep(judged: JudgedRefresh): SnapshotKept {
    const { fingerprint, range, saved, report, made } = judged;
    const kept = this.snapshotsOf(saved, judged.properties);
    if (saved.mode === 'history') return this.keepTail(judged, kept);
    // A snapshot made while the table kept history is not a whole table.
    const before = isTail(kept.pointer) ? undefined : kept.current();
    const { table } = made;
    const { columns, rows, fields } = table;
    const compared = before && { fields: before.fields, rows: before.table.rows };
    const changes =
      before?.source === fingerprint && compared ? describeChanges(compareRows(compared, table, range)) : '';
    const about = JSON.stringify({ generatedAt: report.generatedAt, ...range, summary: made.summary });
    const snapshot = { table: { columns, rows }, fields, source: fingerprint, about };
    const result = keepSnapshot(this.archive(), kept, snapshot);
    const pointer =
      result.pointer && isTail(kept.pointer) ? { ...result.pointer, previous: null } : result.pointer;
    return { ...result, pointer, sentence: [changes, result.sentence].filter(Boolean).join(' ') };
  }

  private keepTail(
    { fingerprint, range, saved, today, deferredDays, report, made, draft }: JudgedRefresh,
    kept: KeptSnapshots,
  ): SnapshotKept {
    const { table, summary } = made;
    const { head = 0, before, rows: after, columns, stayed } = draft;
    const { places } = kept;
    if (before === undefined) {
      const why = saved.headed ? 'This refresh can’t be undone, because the table’s structure changed.' : '';
      return { pointer: null, places, sentence: why };
    }
    const history = historyAfter(saved, range, today, deferredDays?.cursor === null);
    const { generatedAt, from, to } = saved.content ?? { generatedAt: null, ...range };
    const { fields } = table;
    const change = {
      head,
      before,
      after,
      window: range,
      was: { generatedAt, from, to, history: saved.history, summary: saved.summary },
      is: {
        generatedAt: report.generatedAt,
        ...daysWithHistory(history.from, range, stayed),
        history,
        summary,
      },
    };
    const changes = describeChanges(compareRows({ fields, rows: before }, { fields, rows: after }, range));
    const snapshot = tailSnapshot(change, { columns, fields, source: fingerprint });
    const result = keepSnapshot(this.archive(), kept, snapshot);
    const sentence = [changes, result.sentence].filter(Boolean).join(' ');
    return { ...result, pointer: tailPointer(result.pointer), sentence };
  }

  /**
   * Puts back the table that the last refresh replaced.
   *
   * @throws {ReportError} `invalid_settings` if there is none; `sheet_blocked`.
   */
  undo(leased: LeasedReport): { readonly state: DocumentState; readonly sentence: string } {
    const kept = this.snapshotsOf(leased.saved, leased.properties);
    return new UndoRun(this.services, this.board, this.lease, this.archive()).run(leased, kept);
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
    const { sheets, stores, calendar } = this.services;
    const [before, after, days] = comparedTables(this.snapshotsOf(saved, properties), saved);
    const changes = compareRows(before, after, days);
    const said = describeChanges(changes);
    const given = { ...state, lease: undefined };
    if (changes.kind === 'table') {
      this.lease.release(lease);
      return { state: given, sentence: said };
    }
    const zone = calendar.zone();
    const { rows, left } = changeLines(changes, calendar.serial(days.refreshedAt, zone), saved.sheet);
    const note = (place: unknown) => ({ [PROPERTY.changes]: JSON.stringify(place) });
    const services = { sheets, calendar, zone, log: (place: unknown) => stores.document.write(note(place)) };
    const place = addChangeLines(services, parseChangesPlace(properties[PROPERTY.changes]), rows, true);
    sheets.flush();
    this.lease.release(lease, () => (place ? note(place) : {}));
    const rest = left === 0 ? '' : ` ${left} more lines did not fit.`;
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
  kept: KeptSnapshots,
  { sheet, content }: SavedReport,
): [ComparedTable, ComparedTable, NonNullable<SavedReport['content']>] {
  const after = kept.current();
  const change = after && readTail(after);
  const before = change ? after : kept.previous();
  if (before === undefined || after === undefined || content === null) {
    throw new ReportError('invalid_settings', {
      sentence: `Refresh “${sheet}” again first: there is no table before the last one to compare with`,
    });
  }
  const tableOf = ({ fields }: Snapshot, rows = after.table.rows) => ({ fields, rows });
  if (change === undefined) return [tableOf(before, before.table.rows), tableOf(after), content];
  return [tableOf(after, change.before), tableOf(after, change.after), { ...content, ...change.window }];
}
