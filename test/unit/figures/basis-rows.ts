import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { SPEC_NAMES } from '../../support/spec-fields';

/** 2 March 2026 as a serial number; the rows of these tests are a day older. */
export const TODAY = 46_083;

/** So many equal rows with these fields; the others are null, the day is yesterday. */
export function times(count: number, fields: Readonly<Record<string, number | null>>): ShiftRow[] {
  const record: Record<string, number | null> = { SHIFT_DATE: TODAY - 1, ...fields };
  return Array.from({ length: count }, () => SPEC_NAMES.map((name) => record[name] ?? null));
}

/** Rows of bookings: positions posted, booked and needed, and what is published. */
export function bookings(
  count: number,
  [posted, booked, demand]: readonly [number | null, number | null, number | null],
  published: number | null,
  date = TODAY - 1,
): ShiftRow[] {
  return times(count, {
    SHIFT_DATE: date,
    SHIFTS_POSTED: posted,
    SHIFTS_BOOKED: booked,
    TRUE_DEMAND: demand,
    SHIFTS_BOOKED_PERCENTAGE: published,
  });
}
