import { planUndo } from '../../src/reports/refresh/kept-tables';
import { SHIFT_TABLE_COLUMNS, type SheetRow, type SheetTable } from '../../src/reports/sheet/cells';
import {
  type KeptSnapshots,
  keepSnapshot,
  readSnapshots,
  type Snapshot,
  type SnapshotPlaces,
  type SnapshotPointer,
} from '../../src/reports/sheet/snapshots';
import { MemorySnapshots } from './memory-snapshots';
import { nodeDigest, nodePacker } from './node-text';
import { ROW } from './sample-report';

/** A shift table whose rows have these IDs. */
export function shiftTable(...ids: readonly number[]): SheetTable {
  return { columns: SHIFT_TABLE_COLUMNS, rows: ids.map((id): SheetRow => [...ROW.slice(0, 17), id]) };
}

/** A table as a refresh by the connection `fingerprint-1` keeps it. */
export function snapshotOf(table: SheetTable, source = 'fingerprint-1'): Snapshot {
  return { table, fields: table.columns.map(({ heading }) => heading), source, about: 'about it' };
}

/** What a spreadsheet remembers of its reports' tables, and the refreshes and undos that change it. */
export class SnapshotScene {
  readonly store = new MemorySnapshots();
  readonly services = { store: this.store, packer: nodePacker, digest: nodeDigest };
  places: SnapshotPlaces | undefined;
  readonly pointers = new Map<string, SnapshotPointer | null>();
  /** The table that each report's sheet shows. */
  readonly shown = new Map<string, SheetTable>();

  read(report = 'r-1'): KeptSnapshots {
    return readSnapshots(this.services, this.places, report, this.pointers.get(report) ?? null);
  }

  /**
   * One refresh.
   *
   * @param killed After which step it is killed: the table was kept, or the sheet was written too.
   * @returns Why the table is not kept; empty when it is.
   */
  refresh(table: SheetTable, report = 'r-1', killed?: 'kept' | 'written'): string {
    const kept = keepSnapshot(this.services, this.read(report), snapshotOf(table));
    if (killed === 'kept') return kept.sentence;
    this.shown.set(report, table);
    if (killed === 'written') return kept.sentence;
    this.pointers.set(report, kept.pointer);
    this.places = kept.places;
    return kept.sentence;
  }

  /** Undoes the last refresh. @returns Why not; `undefined` when it was undone. */
  undo(report = 'r-1', source = 'fingerprint-1'): string | undefined {
    const plan = planUndo('Shifts', source, this.read(report));
    if ('refused' in plan) return plan.refused;
    this.shown.set(report, plan.snapshot.table);
    this.pointers.set(report, plan.pointer);
    return undefined;
  }

  /** The service calls since this was last asked. */
  takeCalls(): string[] {
    return this.store.calls.splice(0);
  }
}
