import type { WeekStart } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import type { GroupKey } from './group-keys';
import { codeKeys, type KeyCodes, type KeyValue } from './key-codes';

/** Which group each row belongs to. */
export interface GroupedRows {
  /** The group of each row, from 0. */
  readonly groupOf: Int32Array;
  /** The key values of each group, ascending by the first key, then the second, and so on. */
  readonly groups: readonly (readonly KeyValue[])[];
}

/** The most combinations of keys for which a table of all of them is kept rather than a `Map`. */
const DENSE_LIMIT = 1_000_000;

/** Groups rows by their keys: only combinations that occur. Without keys all rows are one group. */
export function groupRows(
  rows: readonly ShiftRow[],
  keys: readonly GroupKey[],
  weekStart: WeekStart,
): GroupedRows {
  const [first, ...others] = codeKeys(rows, keys, weekStart);
  if (first === undefined) return { groupOf: new Int32Array(rows.length), groups: [[]] };
  return others.reduce(divide, { groupOf: first.codes, groups: first.values.map((value) => [value]) });
}

/** Divides groups by one more key. Groups and codes are in order, so their combinations are too. */
function divide({ groupOf, groups }: GroupedRows, { codes, values }: KeyCodes): GroupedRows {
  const width = values.length;
  const size = groups.length * width;
  const combined = size <= DENSE_LIMIT ? new Int32Array(codes.length) : new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++)
    combined[row] = (groupOf[row] as number) * width + (codes[row] as number);
  const present = size <= DENSE_LIMIT ? numberDense(combined, size) : numberSparse(combined);
  return {
    groupOf: new Int32Array(combined),
    groups: present.map((combination) => [
      ...(groups[Math.floor(combination / width)] as readonly KeyValue[]),
      values[combination % width] as KeyValue,
    ]),
  };
}

/** Replaces each number by its place among those that occur; returns these, ascending. */
function numberDense(numbers: Int32Array | Float64Array, size: number): number[] {
  const places = new Int32Array(size);
  for (let at = 0; at < numbers.length; at++) places[numbers[at] as number] = 1;
  const present: number[] = [];
  for (let number = 0; number < size; number++)
    if (places[number] === 1) places[number] = present.push(number) - 1;
  for (let at = 0; at < numbers.length; at++) numbers[at] = places[numbers[at] as number] as number;
  return present;
}

/** The same for numbers too far apart for a table. */
function numberSparse(numbers: Int32Array | Float64Array): number[] {
  const present = [...new Set(numbers)].sort((one, other) => one - other);
  const places = new Map(present.map((number, place) => [number, place]));
  for (let at = 0; at < numbers.length; at++) numbers[at] = places.get(numbers[at] as number) as number;
  return present;
}
