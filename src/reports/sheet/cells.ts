import { shortDay, shortMonth, toParts } from '../../calendar/calendar-date';
import type { FieldKind } from '../../employer-api/shift-records';
import { fitText, shownPercent } from '../../employer-api/text';
import type { Digest } from '../ports';

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

/** The block that A1 notation of cells names. */
export function blockOf(notation: string): CellBlock {
  const [first, last] = [cornerOf(notation.replace(/:.*/, '')), cornerOf(notation.replace(/.*:/, ''))];
  return { ...first, rows: last.row - first.row + 1, columns: last.column - first.column + 1 };
}

function cornerOf(notation: string): Pick<CellBlock, 'row' | 'column'> {
  const letters = notation.replace(/\d+$/, '');
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(notation.slice(letters.length)), column };
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
  /** Its width in place of the usual one; longer texts in it wrap. */
  readonly pixels?: number;
}

/** The value of a cell. A day or moment is a serial number, null an empty cell. */
export type SheetValue = string | number | boolean | null;

/** Whether a cell or a field holds anything. */
export function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** One row of a written table, a value per column. */
export type SheetRow = readonly SheetValue[];

/** A table for a sheet, below its heading row. Percentages are on the 0 to 100 scale. */
export interface SheetTable {
  readonly columns: readonly SheetColumn[];
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
export function hashTable(digest: Digest, { columns, rows }: SheetTable): string {
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
    for (let column = 0; column < width; column += 1) {
      const value = row[column];
      line[column] = typeof value === 'number' ? value : value === undefined ? '' : literalCell(value);
    }
    return line;
  });
  while (cells.length < height) cells.push(new Array<string>(width).fill(''));
  return cells;
}

/** One value that `setValues` takes literally. */
export function literalCell(value: string | number | null): string | number;
export function literalCell(value: SheetValue): WrittenCell;
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
