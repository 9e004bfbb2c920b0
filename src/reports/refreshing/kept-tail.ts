import * as v from 'valibot';
import type { DateRange } from '../../calendar/calendar-date';
import { parseJson } from '../../employer-api/text';
import { HISTORY } from '../saved/saved-report';
import { TABLE_SUMMARY } from '../saved/table-summary';
import type { Snapshot, SnapshotPointer } from '../snapshots/snapshot';
import type { SheetRow, SheetTable } from '../tables/sheet-table';

const SHOWN_DAYS = v.object({
  generatedAt: v.nullable(v.string()),
  from: v.number(),
  to: v.number(),
  /** Left out for a whole table. */
  history: v.optional(v.nullable(HISTORY)),
  summary: v.nullable(TABLE_SUMMARY),
});

/** The days and the summary of a table. */
export type ShownDays = v.InferOutput<typeof SHOWN_DAYS>;

/** Reads the days of a whole table from its snapshot; `undefined` if it has none. */
export function readShownDays({ about }: Snapshot): ShownDays | undefined {
  const parsed = v.safeParse(SHOWN_DAYS, parseJson(about));
  return parsed.success ? parsed.output : undefined;
}

/** The change of a refresh to a table that keeps history: the old and new rows below `head` rows. */
export interface TailChange {
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
export function tailSnapshot(
  { before, after, ...rest }: TailChange,
  { columns, fields, source }: Pick<SheetTable, 'columns'> & Pick<Snapshot, 'fields' | 'source'>,
): Snapshot {
  const tail = { ...rest, split: before.length };
  return { table: { columns, rows: [...before, ...after] }, fields, source, about: JSON.stringify({ tail }) };
}

/** Reads a change from a snapshot; `undefined` if the snapshot is a whole table. */
export function readTail({ about, table }: Snapshot): TailChange | undefined {
  const parsed = v.safeParse(TAIL, parseJson(about));
  if (!parsed.success) return undefined;
  const { split, ...rest } = parsed.output.tail;
  return { ...rest, before: table.rows.slice(0, split), after: table.rows.slice(split) };
}

/** The reverse change. */
export function reversed({ before, after, was, is, ...rest }: TailChange): TailChange {
  return { ...rest, before: after, after: before, was: is, is: was };
}

/** The pointer to a change: the same hash twice, because one snapshot holds the old and the new rows. */
export function tailPointer(pointer: SnapshotPointer | null): SnapshotPointer | null {
  return pointer && { ...pointer, previous: pointer.hash };
}

/** True if a pointer names a change. */
export function isTail(pointer: SnapshotPointer | null): boolean {
  return pointer !== null && pointer.previous === pointer.hash;
}
