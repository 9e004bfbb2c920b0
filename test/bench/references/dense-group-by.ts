import type { ShiftRow } from '../../../src/employer-api/shift-records';

type Quantities = Readonly<
  Record<'posted' | 'booked' | 'unfilled' | 'worked' | 'noShows' | 'demand', number>
>;

/** Where the fields stand in a row: specification section 2.2, counted from 0. */
const AT: Quantities = { posted: 4, booked: 5, unfilled: 7, worked: 9, noShows: 11, demand: 15 };
const [HOURS_SCHEDULED, HOURS_WORKED] = [13, 14];

/** The 13 published measures as column pairs: numerator, denominator (−1 for a sum), finished days only. */
const MEASURES: readonly (readonly [number, number, boolean])[] = [
  [AT.posted, -1, false],
  [AT.booked, -1, false],
  [AT.booked, AT.posted, false],
  [AT.unfilled, -1, false],
  [AT.unfilled, AT.posted, false],
  [AT.worked, -1, true],
  [AT.worked, AT.posted, true],
  [AT.noShows, -1, true],
  [AT.noShows, AT.booked, true],
  [HOURS_SCHEDULED, -1, false],
  [HOURS_WORKED, -1, true],
  [AT.demand, -1, false],
  [AT.worked, AT.demand, true],
];
const SLOTS = 4;

/**
 * Grouping by week (from Monday), venue and role in its plain, tight form: one table of all combinations, sums of
 * the 13 published measures, then one line per combination that occurs.
 *
 * Names count as they are written; there is no total, no interval and no order but that of first sight.
 */
export function denseGroupBy(rows: readonly ShiftRow[], today: number): (number | string | null)[][] {
  const weeks = new Map<number, number>();
  const venues = new Map<string, number>();
  const roles = new Map<string, number>();
  const codes = [
    new Int32Array(rows.length),
    new Int32Array(rows.length),
    new Int32Array(rows.length),
  ] as const;
  const weekOfDay = new Map<number, number>();
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] as ShiftRow;
    const day = row[0] as number;
    let week = weekOfDay.get(day);
    if (week === undefined) {
      week = codeOf(weeks, day - ((((day - 2) % 7) + 7) % 7));
      weekOfDay.set(day, week);
    }
    codes[0][r] = week;
    codes[1][r] = codeOf(venues, row[1] as string);
    codes[2][r] = codeOf(roles, row[3] as string);
  }
  const width = 1 + SLOTS * MEASURES.length;
  const cells = new Float64Array(weeks.size * venues.size * roles.size * width);
  for (let r = 0; r < rows.length; r++) {
    const combination =
      ((codes[0][r] as number) * venues.size + (codes[1][r] as number)) * roles.size +
      (codes[2][r] as number);
    addRow(cells, combination * width, rows[r] as ShiftRow, today);
  }
  return lines(cells, width, [...weeks.keys()], [...venues.keys()], [...roles.keys()]);
}

function codeOf<Value>(codes: Map<Value, number>, value: Value): number {
  let code = codes.get(value);
  if (code === undefined) {
    code = codes.size;
    codes.set(value, code);
  }
  return code;
}

function addRow(cells: Float64Array, start: number, row: ShiftRow, today: number): void {
  const finished = (row[0] as number) < today;
  cells[start] = (cells[start] as number) + 1;
  for (let m = 0; m < MEASURES.length; m++) {
    const measure = MEASURES[m] as readonly [number, number, boolean];
    if (measure[2] && !finished) continue;
    const top = row[measure[0]] as number | null;
    const bottom = measure[1] < 0 ? 1 : (row[measure[1]] as number | null);
    if (top === null || bottom === null) continue;
    const cell = start + 1 + SLOTS * m;
    cells[cell] = (cells[cell] as number) + top;
    cells[cell + 1] = (cells[cell + 1] as number) + bottom;
    cells[cell + 2] = (cells[cell + 2] as number) + 1;
    if (bottom === 0 && top > 0) cells[cell + 3] = (cells[cell + 3] as number) + 1;
  }
}

function lines(
  cells: Float64Array,
  width: number,
  weeks: readonly number[],
  venues: readonly string[],
  roles: readonly string[],
): (number | string | null)[][] {
  const result: (number | string | null)[][] = [];
  for (let combination = 0; combination * width < cells.length; combination++) {
    const start = combination * width;
    if (cells[start] === 0) continue;
    const role = combination % roles.length;
    const venue = Math.floor(combination / roles.length) % venues.length;
    const week = Math.floor(combination / roles.length / venues.length);
    const line: (number | string | null)[] = [
      weeks[week] as number,
      venues[venue] as string,
      roles[role] as string,
    ];
    for (let m = 0; m < MEASURES.length; m++) {
      const [, denominator] = MEASURES[m] as readonly [number, number, boolean];
      const cell = start + 1 + SLOTS * m;
      const [sum, below] = [cells[cell] as number, cells[cell + 1] as number];
      line.push(denominator < 0 ? sum : below === 0 ? null : (100 * sum) / below);
    }
    result.push(line);
  }
  return result;
}
