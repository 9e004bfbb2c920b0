import type { CalendarDate } from '../calendar/calendar-date';
import { SHIFT_FIELDS } from '../contract/fields';
import {
  columnOf,
  DAY_COLUMN,
  ID_COLUMN,
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
  /** The SHIFT_ID of the first records in which it does not hold; null where one has none. */
  readonly failing: readonly ShiftValue[];
}

/** The most failing records that are listed for one relation; `of` less `holds` says how many there are. */
export const LISTED_FAILURES = 50;

type Identity = readonly [
  identity: string,
  fields: readonly string[],
  holds: (...values: number[]) => boolean,
  ofFinishedDays?: 'of finished days',
];

const atMost = (less: string, more: string): Identity => [
  `${less} ≤ ${more}`,
  [less, more],
  (small = 0, great = 0) => small <= great,
];

const IDENTITIES: readonly Identity[] = [
  [
    'SHIFTS_POSTED = SHIFTS_BOOKED + SHIFTS_UNFILLED',
    ['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'SHIFTS_UNFILLED'],
    (posted = 0, booked = 0, unfilled = 0) => posted === booked + unfilled,
  ],
  [
    'SHIFTS_BOOKED ≥ SHIFTS_WORKED + NO_SHOWS',
    ['SHIFTS_BOOKED', 'SHIFTS_WORKED', 'NO_SHOWS'],
    (booked = 0, worked = 0, noShows = 0) => booked >= worked + noShows,
    'of finished days',
  ],
  atMost('SHIFTS_WORKED', 'SHIFTS_BOOKED'),
  atMost('TRUE_DEMAND', 'SHIFTS_POSTED'),
  atMost('HOURS_WORKED', 'HOURS_SCHEDULED'),
  ...SHIFT_FIELDS.filter(({ kind }) => kind === 'percentage').map(
    ({ name }): Identity => [`0 ≤ ${name} ≤ 100`, [name], (value = 0) => value >= 0 && value <= 100],
  ),
  ...PUBLISHED_QUANTITIES.map((name): Identity => [`${name} ≥ 0`, [name], (value = 0) => value >= 0]),
];

/**
 * Counts for each relation that users expect of the figures how many records keep it.
 *
 * They are expectations, not promises of the service: its specification states none of them. A record of today
 * or later is not asked for what only an ended shift can keep.
 */
export function checkIdentities(rows: readonly ShiftRow[], today: CalendarDate): readonly IdentityShare[] {
  return IDENTITIES.map(([identity, fields, isKept, ofFinishedDays]) => {
    const columns = fields.map(columnOf);
    const valuesOf = (row: ShiftRow) => columns.map((column) => row[column] as number);
    const checked = rows.filter(
      (row) =>
        !(ofFinishedDays && Number(row[DAY_COLUMN]) >= today) &&
        columns.every((column) => typeof row[column] === 'number'),
    );
    const failing = checked.filter((row) => !isKept(...valuesOf(row)));
    return {
      identity,
      holds: checked.length - failing.length,
      of: checked.length,
      failing: failing.slice(0, LISTED_FAILURES).map((row) => row[ID_COLUMN] ?? null),
    };
  });
}
