import type { CalendarDate } from '../calendar/calendar-date';
import { headingOf, SHIFT_FIELDS } from '../contract/fields';
import {
  columnOf,
  DAY_COLUMN,
  ID_COLUMN,
  type ShiftRow,
  type ShiftValue,
} from '../employer-api/shift-report';
import { PUBLISHED_QUANTITIES } from './measures';

/** Something that is expected of every record, and how many break it. Records are never repaired by it. */
export interface RecordCheck {
  /** What a record that breaks it has: `Worked is more than Booked`. */
  readonly words: string;
  readonly fails: number;
  /** Records that could be checked: with every value it needs and, where it needs ended shifts, before today. */
  readonly of: number;
  /** The SHIFT_ID of the first three records that break it; null where one has none. */
  readonly ids: readonly ShiftValue[];
}

type Relation = readonly [
  words: string,
  fields: readonly string[],
  isBroken: (...values: number[]) => boolean,
  ofFinishedDays?: 'of finished days',
];

const atMost = (less: string, more: string): Relation => [
  `${headingOf(less)} is more than ${headingOf(more)}`,
  [less, more],
  (small = 0, great = 0) => small > great,
];

const RELATIONS: readonly Relation[] = [
  [
    'Posted differs from Booked + Unfilled',
    ['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'SHIFTS_UNFILLED'],
    (posted = 0, booked = 0, unfilled = 0) => posted !== booked + unfilled,
  ],
  [
    'Booked is less than Worked + No-shows',
    ['SHIFTS_BOOKED', 'SHIFTS_WORKED', 'NO_SHOWS'],
    (booked = 0, worked = 0, noShows = 0) => booked < worked + noShows,
    'of finished days',
  ],
  atMost('SHIFTS_WORKED', 'SHIFTS_BOOKED'),
  atMost('TRUE_DEMAND', 'SHIFTS_POSTED'),
  atMost('HOURS_WORKED', 'HOURS_SCHEDULED'),
  ...SHIFT_FIELDS.filter(({ kind }) => kind === 'percentage').map(
    ({ name, heading }): Relation =>
      // More may work than are needed.
      name === 'TRUE_FULFILMENT_PERCENTAGE'
        ? [`${heading} is below 0`, [name], (value = 0) => value < 0]
        : [`${heading} is outside 0–100`, [name], (value = 0) => !(value >= 0 && value <= 100)],
  ),
  ...PUBLISHED_QUANTITIES.map(
    (name): Relation => [`${headingOf(name)} is below 0`, [name], (value = 0) => value < 0],
  ),
];

/**
 * Counts for each relation between fields that users expect how many records break it.
 *
 * They are expectations, not promises of the service: its specification states none of them. A record of today
 * or later is not asked for what only an ended shift can keep.
 */
export function checkRelations(rows: readonly ShiftRow[], today: CalendarDate): readonly RecordCheck[] {
  return RELATIONS.map(([words, fields, isBroken, ofFinishedDays]) => {
    const columns = fields.map(columnOf);
    const checked = rows.filter(
      (row) =>
        !(ofFinishedDays && Number(row[DAY_COLUMN]) >= today) &&
        columns.every((column) => typeof row[column] === 'number'),
    );
    return check(words, checked, (row) => isBroken(...columns.map((column) => row[column] as number)));
  });
}

/** How many records have no value of a field. */
export function checkFilled(rows: readonly ShiftRow[], name: string): RecordCheck {
  const column = columnOf(name);
  return check(`${headingOf(name)} is empty`, rows, (row) => (row[column] ?? null) === null);
}

function check(words: string, rows: readonly ShiftRow[], isBroken: (row: ShiftRow) => boolean): RecordCheck {
  const broken = rows.filter(isBroken);
  const ids = broken.slice(0, 3).map((row) => row[ID_COLUMN] ?? null);
  return { words, fails: broken.length, of: rows.length, ids };
}
