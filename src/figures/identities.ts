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
    holds: (posted = 0, booked = 0, unfilled = 0) => posted === booked + unfilled,
  },
  {
    identity: 'SHIFTS_BOOKED ≥ SHIFTS_WORKED + NO_SHOWS',
    fields: ['SHIFTS_BOOKED', 'SHIFTS_WORKED', 'NO_SHOWS'],
    holds: (booked = 0, worked = 0, noShows = 0) => booked >= worked + noShows,
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
    holds: (small = 0, great = 0) => small <= great,
  };
}

function within(field: string, identity: string, most: number): Identity {
  return { identity, fields: [field], holds: (value = 0) => value >= 0 && value <= most };
}

function fieldsOf(kind: string): string[] {
  return SHIFT_FULFILMENT_FIELDS.filter((field) => field.kind === kind).map(({ name }) => name);
}
