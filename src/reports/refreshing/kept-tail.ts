import type { DateRange } from '../../calendar/date-range';
import { parseJson } from '../../employer-api/json';
import type { SavedReport, TableContent } from '../saved/saved-report';
import type { Snapshot, SnapshotPointer } from '../snapshots/snapshot';
import type { SheetRow, SheetTable } from '../tables/sheet-table';

/** What is known of the days that a table shows. */
export type ShownDays = Pick<TableContent, 'generatedAt' | 'from' | 'to'> &
  Pick<SavedReport, 'history' | 'summary'>;

/** What a refresh of a table that keeps history replaced, and by what: all rows from one on. */
export interface TailChange {
  /** How many rows above them stayed. */
  readonly head: number;
  readonly before: readonly SheetRow[];
  readonly after: readonly SheetRow[];
  /** What the table showed before, and shows after. */
  readonly was: ShownDays;
  readonly is: ShownDays;
  /** The days that were fetched. */
  readonly window: DateRange;
}

/** Where the rows before end, and the rest of a change. */
type Tail = Omit<TailChange, 'before' | 'after'> & { readonly split: number };

/**
 * A change as one table, the rows before above those after, to be kept where tables are: the whole of a table that
 * grows for years would not fit there.
 */
export function tailSnapshot(
  { before, after, ...rest }: TailChange,
  { columns, fields, source }: Pick<SheetTable, 'columns'> & Pick<Snapshot, 'fields' | 'source'>,
): Snapshot {
  const tail: Tail = { ...rest, split: before.length };
  return { table: { columns, rows: [...before, ...after] }, fields, source, about: JSON.stringify({ tail }) };
}

/** Reads a change back; `undefined` where the snapshot is a whole table. */
export function readTail({ about, table }: Snapshot): TailChange | undefined {
  const tail = (parseJson(about) as { readonly tail?: Tail } | undefined)?.tail;
  if (tail === undefined) return undefined;
  const { split, ...rest } = tail;
  return { ...rest, before: table.rows.slice(0, split), after: table.rows.slice(split) };
}

/** The change back. */
export function reversed({ before, after, was, is, ...rest }: TailChange): TailChange {
  return { ...rest, before: after, after: before, was: is, is: was };
}

/** Names one snapshot twice: the table before a change is kept with it. */
export function tailPointer(pointer: SnapshotPointer | null): SnapshotPointer | null {
  return pointer && { ...pointer, previous: pointer.stamp };
}

/** Whether what is kept is a change. */
export function isTail(pointer: SnapshotPointer | null): boolean {
  return pointer !== null && pointer.previous === pointer.stamp;
}
