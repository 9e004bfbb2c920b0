import type { ShiftRow } from '../../src/employer-api/shift-records';
import { meanOf } from './baselines/mean-of-percentages';
import { makeShiftRows } from './shift-rows';

/** How far the mean of the percentages of a group is from the percentage of the group, in points. */
export interface PercentageError {
  readonly groups: string;
  readonly rows: number;
  readonly count: number;
  readonly 'mean error, points': string;
  readonly 'largest error, points': string;
}

/** Where worked, booked and their percentage stand in the rows of the benchmark. */
const [WORKED, BOOKED, WORKED_PERCENTAGE] = [9, 5, 10];
const ROWS = 10_000;

const GROUPINGS: readonly { readonly groups: string; readonly key: (row: ShiftRow) => unknown }[] = [
  { groups: 'all rows', key: () => '' },
  { groups: 'by venue', key: (row) => row[1] },
  { groups: 'by week and venue', key: (row) => `${Math.floor(((row[0] as number) - 2) / 7)} ${row[1]}` },
];

/** Worked % of booked: the mean of the records' percentages against the ratio of their sums. */
export function measurePercentageError(): PercentageError[] {
  const rows = makeShiftRows(ROWS);
  return GROUPINGS.map(({ groups, key }) => {
    const errors = [...split(rows, key).values()].flatMap(errorOf);
    return {
      groups,
      rows: ROWS,
      count: errors.length,
      'mean error, points': (errors.reduce((sum, error) => sum + error, 0) / errors.length).toFixed(2),
      'largest error, points': Math.max(...errors).toFixed(2),
    };
  });
}

/** @returns Nothing for a group in which nobody was booked. */
function errorOf(rows: readonly ShiftRow[]): number[] {
  const sum = (column: number) => rows.reduce((total, row) => total + Number(row[column]), 0);
  const mean = meanOf(rows.map((row) => row[WORKED_PERCENTAGE] ?? null));
  return sum(BOOKED) === 0 || mean === null ? [] : [Math.abs(mean - (100 * sum(WORKED)) / sum(BOOKED))];
}

function split(rows: readonly ShiftRow[], key: (row: ShiftRow) => unknown): Map<unknown, ShiftRow[]> {
  const groups = new Map<unknown, ShiftRow[]>();
  for (const row of rows) {
    const of = key(row);
    const group = groups.get(of) ?? [];
    group.push(row);
    groups.set(of, group);
  }
  return groups;
}
