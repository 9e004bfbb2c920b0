import { parseIsoDate } from '../../../src/calendar/calendar-date';

/** An answer to the cells of a sheet in the plain, tight form: one loop over a list of fields, no checks. */
export function tightAnswerCells(text: string, fields: readonly string[]): (string | number)[][] {
  const shifts = JSON.parse(text).report.shifts as Record<string, string | number | null>[];
  const cells: (string | number)[][] = new Array(shifts.length);
  const days = new Map<string, number>();
  for (let r = 0; r < shifts.length; r++) {
    const shift = shifts[r] as Record<string, string | number | null>;
    const line: (string | number)[] = new Array(fields.length);
    const text = shift.SHIFT_DATE as string;
    let day = days.get(text);
    if (day === undefined) {
      day = parseIsoDate(text) as number;
      days.set(text, day);
    }
    line[0] = day;
    for (let c = 1; c < fields.length; c++) {
      const value = shift[fields[c] as string] as string | number | null;
      line[c] = typeof value === 'number' ? value : value === null ? '' : `'${value}`;
    }
    cells[r] = line;
  }
  return cells;
}

/** Rows to the cells of a sheet in the plain, tight form: nothing but the apostrophe before text. */
export function tightCells(rows: readonly (readonly (string | number | null)[])[]): (string | number)[][] {
  const cells: (string | number)[][] = new Array(rows.length);
  for (let r = 0; r < rows.length; r++) {
    const row = rows[r] as readonly (string | number | null)[];
    const line: (string | number)[] = new Array(18);
    for (let c = 0; c < 18; c++) {
      const value = row[c] as string | number | null;
      line[c] = typeof value === 'number' ? value : value === null ? '' : `'${value}`;
    }
    cells[r] = line;
  }
  return cells;
}
