import type { ShiftRow, ShiftValue } from '../employer-api/shift-records';
import { columnOf } from './quantities';

/** Shift records that may be grouped, and what came more than once among them. */
export interface DistinctRows {
  readonly rows: readonly ShiftRow[];
  /** Records left out because another one with the same SHIFT_ID equals them in every field. */
  readonly repeated: number;
  /** Records kept although a SHIFT_ID before them is the same: they differ in another field. */
  readonly conflicting: number;
}

/**
 * Counts a record that came twice once.
 *
 * Only a SHIFT_ID can tell a repetition from two shifts that look alike, so records without one are all kept.
 * The same SHIFT_ID with other fields is kept and counted: nobody here knows which of the two is right.
 *
 * @returns The first of equal records, in the order in which they came.
 */
export function distinctRows(rows: readonly ShiftRow[]): DistinctRows {
  const idColumn = columnOf('SHIFT_ID');
  const byId = new Map<ShiftValue, ShiftRow[]>();
  let [repeated, conflicting] = [0, 0];
  const kept = rows.filter((row) => {
    const id = row[idColumn] ?? null;
    if (id === null) return true;
    const before = byId.get(id);
    if (before === undefined) {
      byId.set(id, [row]);
      return true;
    }
    if (before.some((other) => equal(other, row))) {
      repeated += 1;
      return false;
    }
    before.push(row);
    conflicting += 1;
    return true;
  });
  return { rows: kept, repeated, conflicting };
}

function equal(one: ShiftRow, other: ShiftRow): boolean {
  return one.every((value, column) => value === other[column]);
}
