import { parseIsoDate } from '../../../src/calendar/calendar-date';
import type { ShiftRow } from '../../../src/employer-api/shift-records';

/** Rows to the result of a formula in the plain, tight form: a copy of each row with its day as a `Date`. */
export function tightFormulaTable(
  rows: readonly ShiftRow[],
  headings: readonly string[],
  toDate: (day: number) => Date,
): unknown[][] {
  const table: unknown[][] = new Array(rows.length + 1);
  table[0] = headings.slice();
  const dates = new Map<number, Date>();
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] as ShiftRow;
    const cells: unknown[] = new Array(18);
    const day = row[0] as number;
    let date = dates.get(day);
    if (date === undefined) {
      date = toDate(day);
      dates.set(day, date);
    }
    cells[0] = date;
    for (let c = 1; c < 18; c++) cells[c] = row[c];
    table[r + 1] = cells;
  }
  return table;
}

/** An answer to the result of a formula in the plain, tight form: one loop over a list of fields, no checks. */
export function tightAnswerTable(
  text: string,
  headings: readonly string[],
  toDate: (day: number) => Date,
): unknown[][] {
  const shifts = JSON.parse(text).report.shifts as Record<string, string | number | null>[];
  const table: unknown[][] = new Array(shifts.length + 1);
  table[0] = headings.slice();
  const dates = new Map<unknown, Date>();
  for (let r = 0; r < shifts.length; r++) {
    const shift = shifts[r] as Record<string, string | number | null>;
    const cells: unknown[] = new Array(headings.length);
    const day = shift.SHIFT_DATE as string;
    let date = dates.get(day);
    if (date === undefined) {
      date = toDate(parseIsoDate(day) as number);
      dates.set(day, date);
    }
    cells[0] = date;
    for (let c = 1; c < headings.length; c++) cells[c] = shift[headings[c] as string];
    table[r + 1] = cells;
  }
  return table;
}
