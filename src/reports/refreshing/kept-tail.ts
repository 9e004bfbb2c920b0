import * as v from 'valibot';
import type { DateRange } from '../../calendar/date-range';
import { parseJson } from '../../employer-api/json';
import { HISTORY } from '../saved/saved-report';
import { TABLE_SUMMARY } from '../saved/table-summary';
import type { Snapshot, SnapshotPointer } from '../snapshots/snapshot';
import type { SheetRow, SheetTable } from '../tables/sheet-table';

const SHOWN_DAYS = v.object({
  generatedAt: v.nullable(v.string()),
  from: v.number(),
  to: v.number(),
  /** Left out of a table that was kept whole. */
  history: v.optional(v.nullable(HISTORY)),
  summary: v.fallback(v.nullable(TABLE_SUMMARY), null),
});

/** What is known of the days that a table shows. */
export type ShownDays = v.InferOutput<typeof SHOWN_DAYS>;

/** Reads what is said of a table that was kept whole; `undefined` where it is no such thing. */
export function readShownDays({ about }: Snapshot): ShownDays | undefined {
  const parsed = v.safeParse(SHOWN_DAYS, parseJson(about));
  return parsed.success ? parsed.output : undefined;
}

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

const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const TAIL = v.object({
  tail: v.object({
    head: COUNT,
    /** Where the rows before end. */
    split: COUNT,
    was: SHOWN_DAYS,
    is: SHOWN_DAYS,
    window: v.object({ from: v.number(), to: v.number() }),
  }),
});

/**
 * A change as one table, the rows before above those after, to be kept where tables are: the whole of a table that
 * grows for years would not fit there.
 */
export function tailSnapshot(
  { before, after, ...rest }: TailChange,
  { columns, fields, source }: Pick<SheetTable, 'columns'> & Pick<Snapshot, 'fields' | 'source'>,
): Snapshot {
  const tail = { ...rest, split: before.length };
  return { table: { columns, rows: [...before, ...after] }, fields, source, about: JSON.stringify({ tail }) };
}

/** Reads a change back; `undefined` where the snapshot is a whole table. */
export function readTail({ about, table }: Snapshot): TailChange | undefined {
  const parsed = v.safeParse(TAIL, parseJson(about));
  if (!parsed.success) return undefined;
  const { split, ...rest } = parsed.output.tail;
  return { ...rest, before: table.rows.slice(0, split), after: table.rows.slice(split) };
}

/** The change back. */
export function reversed({ before, after, was, is, ...rest }: TailChange): TailChange {
  return { ...rest, before: after, after: before, was: is, is: was };
}

/** Names one snapshot twice: the table before a change is kept with it. */
export function tailPointer(pointer: SnapshotPointer | null): SnapshotPointer | null {
  return pointer && { ...pointer, previous: pointer.hash };
}

/** Whether what is kept is a change. */
export function isTail(pointer: SnapshotPointer | null): boolean {
  return pointer !== null && pointer.previous === pointer.hash;
}
