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

/** Shift records, each once, and what came again. */
interface DistinctRows {
  readonly rows: readonly ShiftRow[];
  /** Records left out because another one with the same SHIFT_ID equals them in every field. */
  readonly repeated: readonly ShiftRow[];
  /** Records kept that share their SHIFT_ID with a different one before them. */
  readonly conflicting: readonly ShiftRow[];
}

/**
 * Takes the records that figures are made of: a record that came twice counts once.
 *
 * Only a SHIFT_ID can tell a repetition from two shifts that look alike, so records without one are all kept.
 * The same SHIFT_ID with other fields is kept and counted: which of the two is right is unknown here.
 *
 * @returns The first of equal records, in the order in which they came.
 */
export function distinctRows(rows: readonly ShiftRow[]): DistinctRows {
  const firsts = new Map<ShiftValue, ShiftRow>();
  // By all of their values: a service may send one SHIFT_ID for every record.
  const others = new Set<string>();
  const repeated: ShiftRow[] = [];
  const conflicting: ShiftRow[] = [];
  const kept = rows.filter((row) => {
    const id = row[ID_COLUMN] ?? null;
    if (id === null) return true;
    const first = firsts.get(id);
    if (first === undefined) {
      firsts.set(id, row);
      return true;
    }
    const values = JSON.stringify(row);
    const isAgain = others.has(values) || first.every((value, column) => value === row[column]);
    (isAgain ? repeated : conflicting).push(row);
    others.add(values);
    return !isAgain;
  });
  return { rows: kept, repeated, conflicting };
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
 * or later is not asked for what only an ended shift can keep.
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
    if (finishedDaysOnly && Number(day) >= today) return;
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
