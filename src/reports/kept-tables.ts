import { ReportError } from '../employer-api/errors';
import { type DocumentState, PROPERTY } from './document-state';
import { finishWrite } from './finish-write';
import { ledgerRows } from './ledger';
import { addToLedger, parseLedgerPlace } from './ledger-sheet';
import type { BegunRefresh, RefreshServices } from './refresh-begun';
import { endActivity, reportProperties, withReport } from './refresh-records';
import type { NewTable } from './refresh-writer';
import { compareRows, describeChanges } from './row-changes';
import { findConnection } from './saved-connection';
import type { SavedReport, TableContent } from './saved-report';
import { parseSnapshotPlaces } from './snapshot';
import {
  forgetSnapshots,
  type KeptSnapshots,
  keepSnapshot,
  readSnapshots,
  type SnapshotKept,
  type SnapshotServices,
} from './snapshot-archive';
import type { StatusBoard } from './status-board';
import { TableUpdate } from './table-update';
import { finishTable, writeTable } from './table-writer';
import { planUndo } from './undo';

type Properties = Readonly<Record<string, string>>;

/** The tables that are kept beside the sheets: to put one back, and to tell what a refresh changed. */
export class KeptTables {
  constructor(
    private readonly services: RefreshServices,
    private readonly board: StatusBoard,
  ) {}

  /**
   * Keeps the new table for undoing, and says what differs from the one before. One read and one write; nothing for a
   * table that keeps history, which cannot be undone.
   */
  keep(
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
    const result = keepSnapshot(this.archive(), kept, snapshot, lease.id);
    return { ...result, sentence: [changes, result.sentence].filter(Boolean).join(' ') };
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
      lastRun: { outcome: 'refreshed', finishedAt: now, message: plan.sentence, correlationId: '' },
    };
    const start = { id: makeId(), at: now, by: 'sidebar' as const, sheet: saved.sheet };
    const ended = endActivity(state, start, now, 'refreshed', plan.sentence, '');
    const zone = state.zone ?? this.services.calendar.zone();
    const after = { ...withReport(state, done), zone, activity: ended.activity };
    const written = { after, done, prepared, mayCreate: true };
    const shown = finishWrite(this.services, this.board, written, ended.properties);
    return { state: shown, sentence: plan.sentence };
  }

  /**
   * Writes what the last refresh changed to the sheet of changes. Under the lock.
   *
   * @throws {ReportError} `invalid_settings` where nothing can be compared; `sheet_blocked`.
   */
  showChanges(saved: SavedReport, state: DocumentState, properties: Properties) {
    const { sheets, stores, calendar } = this.services;
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
    const { rows, left } = ledgerRows(changes, calendar.serial(days.refreshedAt, zone), saved.sheet);
    const note = (place: unknown) => stores.document.write({ [PROPERTY.ledger]: JSON.stringify(place) });
    const services = { sheets, calendar, zone, log: note };
    const place = addToLedger(services, parseLedgerPlace(properties[PROPERTY.ledger]), rows, true);
    sheets.flush();
    if (place) note(place);
    const untold = left === 0 ? '' : ` ${left} more lines did not fit.`;
    return { state, sentence: `${said} See the sheet “Shift Reports changes”.${untold}` };
  }

  /** Blanks what is kept of reports, of all when none are named. Under the lock; it may fail with nothing forgotten. */
  forget(properties: Properties, reportIds?: readonly string[]): void {
    const { stores, snapshots } = this.services;
    const places = parseSnapshotPlaces(properties[PROPERTY.snapshots]);
    if (places === undefined) return;
    const left = forgetSnapshots(snapshots, places, reportIds);
    stores.document.write({ [PROPERTY.snapshots]: JSON.stringify(left) });
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
