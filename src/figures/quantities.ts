import { columnOf, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';

/** The numbers of a shift record that may be summed, under the service's own names: positions and hours. */
export const PUBLISHED_QUANTITIES = [
  'SHIFTS_POSTED',
  'SHIFTS_BOOKED',
  'SHIFTS_UNFILLED',
  'SHIFTS_WORKED',
  'NO_SHOWS',
  'HOURS_SCHEDULED',
  'HOURS_WORKED',
  'TRUE_DEMAND',
] as const;

/** Numbers that we make of one record; null where a part of them is null. */
const DERIVED = {
  /** Everyone who was expected and accounted for: a denominator of no-shows. */
  WORKED_AND_NO_SHOWS: (worked: number, noShows: number) => worked + noShows,
  /** People who were needed and did not work. Per record, so that one venue's surplus hides no other's gap. */
  MISSING_PEOPLE: (demand: number, worked: number) => Math.max(0, demand - worked),
  /** Booked people who neither worked nor count as no-shows: those who cancelled late, or were sent home. */
  LEFT_AFTER_BOOKING: (booked: number, accounted: number) => Math.max(0, booked - accounted),
};

/** A number that a shift record holds, or that we make of two of them. */
export type Quantity = (typeof PUBLISHED_QUANTITIES)[number] | keyof typeof DERIVED;

/** Reads a quantity of a row; null where the service left it, or a part of it, empty. */
export function quantityReader(quantity: Quantity): (row: ShiftRow) => number | null {
  if (quantity === 'WORKED_AND_NO_SHOWS') return combined('SHIFTS_WORKED', 'NO_SHOWS', DERIVED[quantity]);
  if (quantity === 'MISSING_PEOPLE') return combined('TRUE_DEMAND', 'SHIFTS_WORKED', DERIVED[quantity]);
  if (quantity === 'LEFT_AFTER_BOOKING') {
    const [booked, accounted] = [columnOf('SHIFTS_BOOKED'), quantityReader('WORKED_AND_NO_SHOWS')];
    return (row) => combine(row[booked] ?? null, accounted(row), DERIVED[quantity]);
  }
  const column = columnOf(quantity);
  return (row) => row[column] as number | null;
}

function combined(one: string, other: string, make: (one: number, other: number) => number) {
  const [first, second] = [columnOf(one), columnOf(other)];
  return (row: ShiftRow) => combine(row[first] ?? null, row[second] ?? null, make);
}

function combine(
  one: ShiftValue,
  other: ShiftValue,
  make: (one: number, other: number) => number,
): number | null {
  return typeof one === 'number' && typeof other === 'number' ? make(one, other) : null;
}
