import * as v from 'valibot';
import type { FieldKind } from '../../employer-api/shift-records';
import { fitText } from '../../employer-api/text';
import {
  COUNT_FORMAT,
  DAY_FORMAT,
  DECIMAL_FORMAT,
  INTEGER_FORMAT,
  MOMENT_FORMAT,
  MONTH_FORMAT,
  PERCENTAGE_FORMAT,
  YEAR_FORMAT,
} from '../../limits';
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

/** A block of a staging sheet: its first row, and how far it reaches from column A. */
export interface StagedBlock extends GridSize {
  readonly sheet: { readonly id: number };
  readonly row: number;
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
  /** Its cell in the heading row, by which the table is found again. Never empty. */
  readonly heading: string;
  readonly kind: ColumnKind;
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

/** A number format for the cells below some headings, in A1 notation. */
export interface ColumnFormat {
  readonly ranges: readonly string[];
  readonly format: string;
}

/** The number formats by kind. `0.0%` would multiply percentages by 100. */
const FORMATS: readonly (readonly [ColumnKind, string])[] = [
  ['date', DAY_FORMAT],
  ['month', MONTH_FORMAT],
  ['year', YEAR_FORMAT],
  ['moment', MOMENT_FORMAT],
  ['integer', INTEGER_FORMAT],
  ['count', COUNT_FORMAT],
  ['decimal', DECIMAL_FORMAT],
  ['percentage', PERCENTAGE_FORMAT],
];

/** Removes an earlier format. */
const NO_FORMAT = 'General';

/** Where a table stands, and what is known of the table that has these cells now. */
export interface FormerTable {
  /** How many columns may have the formats of an earlier table. @default 0 */
  readonly width?: number;
  /** The row and the column of its first heading, from 1. @default 1 */
  readonly row?: number;
  readonly column?: number;
  /** Whether a column, from 0, stays as it is: its formats may be a person's. @default none */
  stays?(column: number): boolean;
}

/**
 * The number formats of a table, one per kind of column that occurs. Whole columns, so that later rows have them too.
 *
 * @param former Its columns that now need no format lose theirs, which takes one more format; those that stay keep
 *   theirs. Left out for a new table.
 * @param rows How many rows below the headings; to the end of the sheet when left out.
 */
export function columnFormats(
  columns: readonly SheetColumn[],
  { width = 0, stays = () => false, row = 1, column: left = 1 }: FormerTable = {},
  rows?: number,
): ColumnFormat[] {
  const rangesWhere = (count: number, matches: (kind: ColumnKind | undefined) => boolean) =>
    Array.from({ length: count }, (_, index) => index)
      .filter((index) => matches(columns[index]?.kind) && !stays(index))
      .map((index) => columnLetters(index + left - 1))
      .map((letters) => `${letters}${row + 1}:${letters}${rows === undefined ? '' : row + rows}`);
  const formats = FORMATS.map(([kind, format]) => ({
    ranges: rangesWhere(columns.length, (one) => one === kind),
    format,
  }));
  if (width > 0) {
    const isPlain = (kind: ColumnKind | undefined) => !FORMATS.some(([formatted]) => formatted === kind);
    formats.push({ ranges: rangesWhere(Math.max(width, columns.length), isPlain), format: NO_FORMAT });
  }
  return formats.filter((one) => one.ranges.length > 0);
}

/** The headings of columns, in order. */
export function headingsOf(columns: readonly SheetColumn[]): string[] {
  return columns.map(({ heading }) => heading);
}

/** A hash of a table as it stands in the cells: it changes with each of them. */
export function hashTable(
  digest: Digest,
  { columns, rows }: { readonly columns: readonly SheetColumn[]; readonly rows: readonly SheetRow[] },
): string {
  return digest(JSON.stringify([headingsOf(columns), rows]));
}

/** Where a written table has its notes. Columns count from 0. */
export const NOTE_PLACE = v.object({
  /** The columns of SHIFT_ID, SHIFT_DATE and VENUE_NAME; null where the table does not show one. */
  id: v.nullable(v.number()),
  date: v.nullable(v.number()),
  venue: v.nullable(v.number()),
  /** The headings of the note columns: the last of the table. */
  columns: v.array(v.string()),
});

/** The place of notes in a table, as `NOTE_PLACE` describes it. */
export type NotePlace = v.InferOutput<typeof NOTE_PLACE>;

/**
 * The place of notes in a table with these fields.
 *
 * @returns `undefined` for a table without note columns.
 */
export function notePlace(fields: readonly string[], columns: readonly string[]): NotePlace | undefined {
  if (columns.length === 0) return undefined;
  const at = (field: string) => (fields.includes(field) ? fields.indexOf(field) : null);
  return { id: at('SHIFT_ID'), date: at('SHIFT_DATE'), venue: at('VENUE_NAME'), columns: [...columns] };
}

/** The headings of a table without those of its note columns. */
export function fieldHeadings(headings: readonly string[], place: NotePlace | undefined): string[] {
  return headings.slice(0, headings.length - (place?.columns.length ?? 0));
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
