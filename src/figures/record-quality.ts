import type { CalendarDate } from '../calendar/calendar-date';
import {
  columnOf,
  DAY_COLUMN,
  ID_COLUMN,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../employer-api/shift-records';
import { PUBLISHED_QUANTITIES } from './measures';

/** Shift records of which something is doubtful, by the records that are kept. */
export interface DoubtfulRecords {
  /** How many equal records were left out for one that is kept. */
  readonly again: ReadonlyMap<ShiftRow, number>;
  /** Records kept although a SHIFT_ID before them is the same: they differ in another field. */
  readonly conflicting: ReadonlySet<ShiftRow>;
}

/** Shift records that may be grouped, and what is doubtful among them. */
export interface DistinctRows {
  readonly rows: readonly ShiftRow[];
  readonly doubts: DoubtfulRecords;
  /** Records without a day, each once: it is unknown whether they belong to the days asked for, so they are in no figure. */
  readonly undated: readonly ShiftRow[];
}

/** How many records of one group are doubtful. */
export interface DoubtCounts {
  /** Records left out because another one with the same SHIFT_ID equals them in every field. */
  readonly repeated: number;
  /** Records that share their SHIFT_ID with a different one before them. */
  readonly conflicting: number;
}

/** Nothing is doubtful. */
export const NO_DOUBTS: DoubtfulRecords = { again: new Map(), conflicting: new Set() };

/**
 * Takes the records that figures are made of: those that have a day. A record that came twice counts once.
 *
 * Only a SHIFT_ID can tell a repetition from two shifts that look alike, so records without one are all kept.
 * The same SHIFT_ID with other fields is kept and counted: which of the two is right is unknown here.
 *
 * @returns The first of equal records, in the order in which they came.
 */
export function distinctRows(rows: readonly ShiftRow[]): DistinctRows {
  const undated = rows.filter((row) => !isDated(row));
  if (undated.length === 0) return { ...once(rows), undated };
  return { ...once(rows.filter(isDated)), undated: once(undated).rows };
}

function isDated(row: ShiftRow): boolean {
  return typeof row[DAY_COLUMN] === 'number';
}

function once(rows: readonly ShiftRow[]): Omit<DistinctRows, 'undated'> {
  const firsts = new Map<ShiftValue, ShiftRow>();
  // By all of their values: a service may send one SHIFT_ID for every record.
  const others = new Map<string, ShiftRow>();
  const again = new Map<ShiftRow, number>();
  const conflicting = new Set<ShiftRow>();
  const kept = rows.filter((row) => {
    const id = row[ID_COLUMN] ?? null;
    if (id === null) return true;
    const first = firsts.get(id);
    if (first === undefined) {
      firsts.set(id, row);
      return true;
    }
    const values = JSON.stringify(row);
    const same = equal(first, row) ? first : others.get(values);
    if (same !== undefined) {
      again.set(same, (again.get(same) ?? 0) + 1);
      return false;
    }
    others.set(values, row);
    conflicting.add(row);
    return true;
  });
  return { rows: kept, doubts: { again, conflicting } };
}

/**
 * Counts what is doubtful, by group. Costs nothing where nothing is.
 *
 * @param groupOf The group of each row, from 0 to `groupCount` − 1.
 * @returns The counts of every group; those of the group after the last one are of all rows.
 */
export function countDoubts(
  rows: readonly ShiftRow[],
  groupOf: readonly number[],
  groupCount: number,
  { again, conflicting }: DoubtfulRecords,
): (group: number) => DoubtCounts {
  if (again.size === 0 && conflicting.size === 0) return () => NONE;
  const counts = Array.from({ length: groupCount + 1 }, () => ({ repeated: 0, conflicting: 0 }));
  rows.forEach((row, at) => {
    const repeated = again.get(row) ?? 0;
    const other = Number(conflicting.has(row));
    for (const group of [groupOf[at] as number, groupCount]) {
      const count = counts[group] as (typeof counts)[number];
      count.repeated += repeated;
      count.conflicting += other;
    }
  });
  return (group) => counts[group] ?? NONE;
}

const NONE: DoubtCounts = { repeated: 0, conflicting: 0 };

function equal(one: ShiftRow, other: ShiftRow): boolean {
  return one.every((value, column) => value === other[column]);
}

/** How often a relation between the fields of a record holds. Records are never repaired by it. */
interface IdentityShare {
  /** The relation in the service's own names, such as `SHIFTS_WORKED ≤ SHIFTS_BOOKED`. */
  readonly identity: string;
  readonly holds: number;
  /** Records that could be checked: with every value it needs and, where it needs ended shifts, before today. */
  readonly of: number;
  /** The first records in which it does not hold. */
  readonly failing: readonly FailingRecord[];
}

/** A record in which a relation does not hold. */
interface FailingRecord {
  /** Where it stands among the rows, from 0. */
  readonly index: number;
  /** Its SHIFT_ID; null where it has none. */
  readonly shiftId: ShiftValue;
}

/** The most failing records that are listed for one relation; `of` less `holds` says how many there are. */
export const LISTED_FAILURES = 50;

interface Identity {
  readonly identity: string;
  readonly fields: readonly string[];
  readonly holds: (...values: number[]) => boolean;
  readonly finishedDaysOnly?: true;
}

const IDENTITIES: readonly Identity[] = [
  {
    identity: 'SHIFTS_POSTED = SHIFTS_BOOKED + SHIFTS_UNFILLED',
    fields: ['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'SHIFTS_UNFILLED'],
    holds: (posted: number, booked: number, unfilled: number) => posted === booked + unfilled,
  },
  {
    identity: 'SHIFTS_BOOKED ≥ SHIFTS_WORKED + NO_SHOWS',
    fields: ['SHIFTS_BOOKED', 'SHIFTS_WORKED', 'NO_SHOWS'],
    holds: (booked: number, worked: number, noShows: number) => booked >= worked + noShows,
    finishedDaysOnly: true,
  },
  atMost('SHIFTS_WORKED', 'SHIFTS_BOOKED'),
  atMost('TRUE_DEMAND', 'SHIFTS_POSTED'),
  atMost('HOURS_WORKED', 'HOURS_SCHEDULED'),
  ...fieldsOf('percentage').map((name) => within(name, `0 ≤ ${name} ≤ 100`, 100)),
  ...PUBLISHED_QUANTITIES.map((name) => within(name, `${name} ≥ 0`, Number.POSITIVE_INFINITY)),
];

/**
 * Counts for each relation that users expect of the figures how many records keep it.
 *
 * They are expectations, not promises of the service: its specification states none of them. A record of today
 * or later, or without a day, is not asked for what only an ended shift can keep.
 */
export function checkIdentities(rows: readonly ShiftRow[], today: CalendarDate): readonly IdentityShare[] {
  return IDENTITIES.map((identity) => share(identity, rows, today));
}

function share(
  { identity, fields, holds, finishedDaysOnly }: Identity,
  rows: readonly ShiftRow[],
  today: CalendarDate,
): IdentityShare {
  const columns = fields.map(columnOf);
  const failing: FailingRecord[] = [];
  let [kept, checked] = [0, 0];
  rows.forEach((row, index) => {
    const day = row[DAY_COLUMN];
    if (finishedDaysOnly && !(typeof day === 'number' && day < today)) return;
    const values = columns.map((column) => row[column]);
    if (!values.every((value): value is number => typeof value === 'number')) return;
    checked += 1;
    if (holds(...values)) kept += 1;
    else if (failing.length < LISTED_FAILURES) failing.push({ index, shiftId: row[ID_COLUMN] ?? null });
  });
  return { identity, holds: kept, of: checked, failing };
}

function atMost(less: string, more: string): Identity {
  return {
    identity: `${less} ≤ ${more}`,
    fields: [less, more],
    holds: (small: number, great: number) => small <= great,
  };
}

function within(field: string, identity: string, most: number): Identity {
  return { identity, fields: [field], holds: (value: number) => value >= 0 && value <= most };
}

function fieldsOf(kind: string): string[] {
  return SHIFT_FULFILMENT_FIELDS.filter((field) => field.kind === kind).map(({ name }) => name);
}
