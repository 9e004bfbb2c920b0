import {
  type CalendarDate,
  isDate,
  MILLIS_PER_DAY,
  shortDay,
  shortMonth,
  toParts,
} from '../../calendar/calendar-date';
import type { FieldKind } from '../../contract/fields';
import { refuse } from '../../employer-api/errors';
import { fitText, shownPercent } from '../../employer-api/text';
import type { Digest, ReportSheet, SpreadsheetCalendar } from '../ports';

/** How far the grid of a sheet reaches. */
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** A block of cells. Rows and columns count from 1. */
export interface CellBlock extends GridSize {
  readonly row: number;
  readonly column: number;
}

/** The letters of a column, counted from 0: A, B, …, Z, AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** A block of cells in A1 notation. Row and column count from 1. */
export function a1(row: number, column: number, rows = 1, columns = 1): string {
  const first = `${columnLetters(column - 1)}${row}`;
  return rows === 1 && columns === 1
    ? first
    : `${first}:${columnLetters(column + columns - 2)}${row + rows - 1}`;
}

/**
 * The kind of a column: those of the service's fields, months and years by their first day, moments (day and time of day),
 * and counts, unlike an ID.
 */
export type ColumnKind = FieldKind | 'month' | 'year' | 'moment' | 'count';

/** One column of a written table. */
export interface SheetColumn {
  /** Its cell in the heading row. Never empty. */
  readonly heading: string;
  readonly kind: ColumnKind;
  /** Its number format in place of that of its kind. */
  readonly format?: string;
  /** Its width in place of the usual one; longer texts in it wrap. With 0 it is hidden. */
  readonly pixels?: number;
}

/** The value of a cell. A day or moment is a serial number, null an empty cell. */
export type SheetValue = string | number | boolean | null;

/** The day of a cell of a date column; null for a cell without one. */
export function dayOf(value: SheetValue | undefined): CalendarDate | null {
  return typeof value === 'number' ? Math.floor(value) : null;
}

/** Whether a cell or a field holds anything. */
export function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** One row of a written table, a value per column. */
export type SheetRow = readonly SheetValue[];

/** A table for a sheet, below its heading row. Percentages are on the 0 to 100 scale. */
export interface SheetTable {
  readonly columns: readonly SheetColumn[];
  /** The service's names of the columns, whatever their headings. */
  readonly fields: readonly string[];
  readonly rows: readonly SheetRow[];
}

/** The headings of columns, in order. */
export function headingsOf(columns: readonly SheetColumn[]): string[] {
  return columns.map(({ heading }) => heading);
}

/** Whether two lists of headings, or of names of fields, are the same in the same order. */
export function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

/** A hash of a table as it stands in the cells: it changes with each of them. An empty text makes a blank cell. */
export function hashTable(digest: Digest, { columns, rows }: Omit<SheetTable, 'fields'>): string {
  return digest(JSON.stringify([headingsOf(columns), rows]).replace(/""/g, 'null'));
}

/** A value as `setValues` takes it: text is read as if typed, unless it begins with an apostrophe. */
export type WrittenCell = string | number | boolean;

/**
 * Rows for `setValues`, such that the platform interprets nothing.
 *
 * Every text gets a leading apostrophe, which the platform removes, so that no text becomes a formula, number or date.
 * Days stay serial numbers. Blank cells pad the block to `height` and `width`.
 */
export function sheetRows(rows: readonly SheetRow[], height: number, width: number): WrittenCell[][] {
  const cells: WrittenCell[][] = rows.map((row) => {
    // A plain loop: `map` takes three times as long with tens of thousands of rows.
    const line = new Array<WrittenCell>(width);
    for (let column = 0; column < width; column += 1) line[column] = literalCell(row[column] ?? null);
    return line;
  });
  while (cells.length < height) cells.push(new Array<string>(width).fill(''));
  return cells;
}

/** One value that `setValues` takes literally. */
export function literalCell(value: SheetValue): WrittenCell {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value === null || value === '') return '';
  return `'${fitText(value)}`;
}

/** The longest text of a cell that is shown outside of it. */
const LONGEST_SHOWN = 200;
/** The digits that a cell without a format shows. */
const SHOWN_DIGITS = 10;

/** A value as a written table shows it, with the number format of its column; empty for null. */
export function displayCell(value: SheetValue | undefined, kind: ColumnKind | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return fitText(value, LONGEST_SHOWN);
  if (kind === 'date') return shortDay(value);
  if (kind === 'month') return shortMonth(value);
  if (kind === 'year') return String(toParts(value).year);
  if (kind === 'percentage') return shownPercent(value);
  if (kind === 'decimal') return value.toFixed(2);
  return kind === 'integer' ? String(Math.round(value)) : String(Number(value.toPrecision(SHOWN_DIGITS)));
}

/** An hour as a fraction of a day, with a tolerance for rounding. */
const HOUR = 1 / 24 + 1e-6;

/** Reads a cell; days and moments become serial numbers. */
export type ReadCell = (cell: unknown) => SheetValue;

/**
 * Reads a cell as the value that writes the same cell: text, numbers and booleans unchanged, days and moments as serial
 * numbers, an empty cell as null.
 *
 * Each distinct moment is converted once.
 */
export function cellReader(calendar: SpreadsheetCalendar, zone: string): ReadCell {
  const serials = new Map<number, number>();
  return (cell) => {
    if (typeof cell === 'string') return cell === '' ? null : cell;
    if (typeof cell === 'number' || typeof cell === 'boolean') return cell;
    if (!isDate(cell)) return null;
    const millis = cell.getTime();
    const serial = serials.get(millis) ?? serialOf(millis, calendar, zone);
    serials.set(millis, serial);
    return serial;
  };
}

/** The serial number of a moment in the zone, to the millisecond. */
function serialOf(millis: number, calendar: SpreadsheetCalendar, zone: string): number {
  const odd = ((millis % 1000) + 1000) % 1000;
  const serial = calendar.serial(millis - odd, zone) + odd / MILLIS_PER_DAY;
  const day = Math.floor(serial);
  const time = serial - day;
  if (time === 0 || time > HOUR) return serial;
  // If clocks go forward at midnight, the day begins at one o'clock, and its cell is read as that moment.
  const midnight = calendar.serial(millis - Math.round(time * MILLIS_PER_DAY), zone);
  return midnight === day ? serial : day;
}

/** Refuses a write because of something in the sheet. @throws {ReportError} `sheet_blocked` */
export function blocked(sentence: string): never {
  return refuse('sheet_blocked', sentence);
}

/**
 * Checks that no cells about to be written are merged: only the first of merged cells keeps a value, the others lose theirs
 * silently.
 *
 * @param isNeeded True if a cell needs a value, by its row and column. Merged cells without such a cell are allowed.
 *   @default every cell
 * @throws {ReportError} `sheet_blocked`, which names the first merged cells.
 */
export function requireUnmerged(
  sheet: ReportSheet,
  block: CellBlock,
  isNeeded: (row: number, column: number) => boolean = () => true,
): void {
  if (block.rows <= 0 || block.columns <= 0) return;
  const losing = sheet
    .mergedCells(block)
    .find(({ row, column, rows, columns }) =>
      Array.from({ length: rows * columns }, (_, at) => at).some(
        (at) => at > 0 && isNeeded(row + Math.floor(at / columns), column + (at % columns)),
      ),
    );
  if (losing === undefined) return;
  const place = a1(losing.row, losing.column, losing.rows, losing.columns);
  blocked(
    `Unmerge ${place} on “${sheet.name()}” (Format ▸ Merge cells ▸ Unmerge): each value needs a cell of its own`,
  );
}

/**
 * Ends a write that rests on what is no longer so.
 *
 * @param what What someone changed: `the table`.
 * @throws {ReportError} `changed_meanwhile`
 */
export function changedMeanwhile(what: string): never {
  return refuse('changed_meanwhile', `Try again: ${what} was changed meanwhile`);
}
