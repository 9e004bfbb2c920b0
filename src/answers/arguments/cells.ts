import { isDate } from '../../calendar/calendar-date';
import { refuseOption } from './refusals';

/** Moments of the years 2001 to 2100 in milliseconds since 1970: no date is a number near them. */
const STAMPS = { from: 1e12, to: 4.2e12 };

/** The last year that cells show as a date. */
const LAST_YEAR = 9999;

/**
 * Whether an argument is the cell `SHIFT_STAMP`: a moment in milliseconds since 1970, which is no date that a formula
 * takes. If people gave its cell a date format, it is a day that no cell can show.
 */
export function isStamp(argument: unknown): boolean {
  const value = cellOf(argument);
  if (typeof value === 'number') return value >= STAMPS.from && value <= STAMPS.to;
  // The year of what is too far for a `Date` is not a number.
  return isDate(value) && !(value.getUTCFullYear() <= LAST_YEAR);
}

/** What a cell holds that is not empty. */
export type Cell = string | number | boolean | Date;

/** Whether a value is missing or an empty cell. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether an argument is missing, `SHIFT_STAMP`, or of nothing but empty cells. */
export function isEmpty(argument: unknown): boolean {
  return isStamp(argument) || rowsOf(argument).every((row) => row.every(isBlank));
}

/** What an argument holds: a range of one cell counts as its cell. */
export function cellOf(argument: unknown): unknown {
  if (!Array.isArray(argument) || argument.length !== 1) return argument;
  const [row]: readonly unknown[] = argument;
  return Array.isArray(row) && row.length === 1 ? row[0] : argument;
}

/** The rows of a range: of an argument that is no range, its one cell. Rows may differ in length. */
export function rowsOf(argument: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(argument)) return [[argument]];
  return argument.map((row: unknown) => (Array.isArray(row) ? row : [row]));
}

/** The cells of an argument, row by row, without the blank ones. @throws {ReportError} `invalid_option` */
export function cellsOf(argument: unknown): readonly Cell[] {
  const cells: Cell[] = [];
  for (const row of rowsOf(argument))
    for (const value of row) if (!isBlank(value)) cells.push(readCell(value));
  return cells;
}

/** A cell that holds something. @throws {ReportError} `invalid_option` for what no cell can hold. */
export function readCell(value: unknown): Cell {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isPlain || isDate(value)) return value;
  return refuseOption('Give options as text, numbers, dates, TRUE or FALSE');
}

/** A cell as a person would write it. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return isDate(cell) ? 'a date' : String(cell);
}
