import type { CalendarDate, DateRange } from '../calendar/calendar-date';
import { headingOf, SHIFT_FIELDS } from '../contract/fields';
import {
  columnOf,
  DAY_COLUMN,
  ID_COLUMN,
  type ShiftRow,
  type ShiftValue,
} from '../employer-api/shift-report';
import { NUMBERS, type NumberOf, numberOf, PUBLISHED_QUANTITIES, type PublishedQuantity } from './measures';

/** Something that is expected of every record, and how many break it. Records are never repaired by it. */
export interface RecordCheck {
  /** What a record that breaks it has: `Worked is more than Booked`. */
  readonly words: string;
  readonly fails: number;
  /** Records that could be checked: with every value it needs and, where it needs ended shifts, before today. */
  readonly of: number;
  /** The SHIFT_ID of the first three records that break it, in ascending order; null where one has none. */
  readonly ids: readonly ShiftValue[];
  /** The first and the last day of those that break it. Rows are in the order of their days. */
  readonly days: DateRange;
}

/** What is expected, and by how much a record breaks it: more than 0; NaN where the record lacks a value. */
type Relation = readonly [words: string, excess: NumberOf, ofFinishedDays?: 'of finished days'];

const { SHIFTS_POSTED, SHIFTS_BOOKED, SHIFTS_UNFILLED, WORKED_AND_NO_SHOWS } = NUMBERS;

const atMost = (less: PublishedQuantity, more: PublishedQuantity): Relation => [
  `${headingOf(less)} is more than ${headingOf(more)}`,
  (row) => NUMBERS[less](row) - NUMBERS[more](row),
];

const RELATIONS: readonly Relation[] = [
  [
    'Posted differs from Booked + Unfilled',
    (row) => Math.abs(SHIFTS_POSTED(row) - SHIFTS_BOOKED(row) - SHIFTS_UNFILLED(row)),
  ],
  [
    'Booked is less than Worked + No-shows',
    (row) => WORKED_AND_NO_SHOWS(row) - SHIFTS_BOOKED(row),
    'of finished days',
  ],
  atMost('SHIFTS_WORKED', 'SHIFTS_BOOKED'),
  atMost('TRUE_DEMAND', 'SHIFTS_POSTED'),
  atMost('HOURS_WORKED', 'HOURS_SCHEDULED'),
  ...SHIFT_FIELDS.filter(({ kind }) => kind === 'percentage').map(({ name, heading }): Relation => {
    const value = numberOf(name);
    // More may work than are needed.
    return name === 'TRUE_FULFILMENT_PERCENTAGE'
      ? [`${heading} is below 0`, (row) => -value(row)]
      : [`${heading} is outside 0–100`, (row) => Math.max(-value(row), value(row) - 100)];
  }),
  ...PUBLISHED_QUANTITIES.map(
    (name): Relation => [`${headingOf(name)} is below 0`, (row) => -NUMBERS[name](row)],
  ),
];

/**
 * Counts for each relation between fields that users expect how many records break it.
 *
 * They are expectations, not promises of the service: its specification states none of them. A record of today
 * or later is not asked for what only an ended shift can keep.
 */
export function checkRelations(rows: readonly ShiftRow[], today: CalendarDate): readonly RecordCheck[] {
  return RELATIONS.map(([words, excess, ofFinishedDays]) => {
    const isAsked = (row: ShiftRow) => !ofFinishedDays || Number(row[DAY_COLUMN]) < today;
    const checked = rows.filter((row) => isAsked(row) && !Number.isNaN(excess(row)));
    return check(words, checked, (row) => excess(row) > 0);
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
  ids.sort((one, other) => Number(one) - Number(other));
  const [first, last] = [broken[0], broken[broken.length - 1]];
  const days = { from: Number(first?.[DAY_COLUMN]), to: Number(last?.[DAY_COLUMN]) };
  return { words, fails: broken.length, of: rows.length, ids, days };
}
