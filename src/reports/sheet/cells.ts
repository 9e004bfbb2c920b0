import { type CalendarDate, shortDay, shortMonth, toParts } from '../../calendar/calendar-date';
import type { FieldKind } from '../../contract/fields';
import { fitText, shownPercent } from '../../employer-api/text';
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

/** A column where it stands, from 1; without one, a place that a former table had: it loses its look. */
export interface PlacedColumn {
  readonly at: number;
  readonly column: SheetColumn | undefined;
  /** How many letters its longest text has, to fit the width to. */
  readonly letters?: number | undefined;
}

/** What cells look like: each part is set where it is given. */
interface Look {
  readonly format?: string;
  /** Bold, tinted and in view while people scroll; false takes weight and tint away. */
  readonly isHeading?: boolean;
  readonly wraps?: true;
  /** Texts begin at the top of a row that a wrapped text makes high. */
  readonly isTop?: true;
  readonly side?: 'left' | 'center' | 'right';
  /** How wide their columns are; 0 for hidden ones. */
  readonly pixels?: number;
}

/** A look, and the cells that get it, in A1 notation. */
export interface CellLook extends Look {
  readonly ranges: readonly string[];
}

/** What a conditional format sets: letters, the first two bold, or what is behind them. */
export type RuleLook = 'fine' | 'wrong' | 'grey' | 'warning' | 'tint' | 'light tint';

/** A conditional format. */
export interface CellRule {
  readonly ranges: readonly string[];
  readonly look: RuleLook;
  /**
   * How a text ends, or a formula from `=` on. Formulas are read as if typed: without an argument separator, which locales
   * differ in, and for the first cell of the first range.
   */
  readonly when: string;
}

/** Removes an earlier format. */
const NO_FORMAT = 'General';

/**
 * The number format of each kind, its usual width in pixels, and its side. `0.0%` would multiply percentages by 100. Days
 * in the middle touch neither a name on their right nor a number on their left.
 */
const KINDS: Readonly<
  Record<ColumnKind, readonly [format: string, pixels: number, side: NonNullable<Look['side']>]>
> = {
  text: [NO_FORMAT, 280, 'left'],
  date: [DAY_FORMAT, 100, 'center'],
  month: [MONTH_FORMAT, 80, 'center'],
  year: [YEAR_FORMAT, 80, 'center'],
  moment: [MOMENT_FORMAT, 130, 'center'],
  integer: [INTEGER_FORMAT, 80, 'right'],
  count: [COUNT_FORMAT, 80, 'right'],
  decimal: [DECIMAL_FORMAT, 80, 'right'],
  percentage: [PERCENTAGE_FORMAT, 80, 'right'],
  boolean: [NO_FORMAT, 80, 'right'],
};

/** Cells with their looks, those of one look together: setting it is one service call for all of them. */
export function byLook(cells: readonly (readonly [range: string, look: Look])[]): CellLook[] {
  const found = new Map<string, Look & { readonly ranges: string[] }>();
  for (const [range, look] of cells) {
    const key = JSON.stringify(look);
    const known = found.get(key) ?? { ...look, ranges: [] };
    known.ranges.push(range);
    found.set(key, known);
  }
  return Array.from(found.values());
}

/**
 * The look of whole columns, so that later rows have it too, and of their headings.
 *
 * @param row The row of the headings.
 * @param last The last row to format. @default the end of the sheet
 */
export function looksOf(columns: readonly PlacedColumn[], row = 1, last: number | '' = ''): CellLook[] {
  const there = columns.flatMap(({ at, column }) => (column ? [{ ...column, at }] : []));
  const wide = there.filter(({ pixels }) => pixels !== undefined);
  const below = there.map(({ at }) => [whole(at, row + 1), { isTop: true }] as const);
  const formats = columns.map(({ at, column }) => {
    return [
      `${whole(at, row + 1)}${last}`,
      { format: column?.format ?? KINDS[column?.kind ?? 'text'][0] },
    ] as const;
  });
  return [
    ...byLook([
      ...formats,
      ...columns.map(({ at, column }) => [a1(row, at), { isHeading: column !== undefined }] as const),
      ...there.map(({ at }) => [a1(row, at), { wraps: true }] as const),
      ...wide.map(({ at }) => [whole(at, row + 1), { wraps: true }] as const),
      ...(wide.length > 0 ? below : []),
      ...there.map(({ at, kind }) => [whole(at, row), { side: KINDS[kind][2] }] as const),
    ]),
    ...widthsOf(columns),
  ];
}

/** A column of the sheet from a row on. */
function whole(at: number, row: number): string {
  const letters = columnLetters(at - 1);
  return `${letters}${row}:${letters}`;
}

/** Neighbours of one width together. */
function widthsOf(columns: readonly PlacedColumn[]): CellLook[] {
  const runs: { first: number; count: number; pixels: number }[] = [];
  for (const { at, column, letters } of columns) {
    if (column === undefined) continue;
    const [pixels, last] = [widthOf(column, letters), runs[runs.length - 1]];
    if (last && last.first + last.count === at && last.pixels === pixels) last.count += 1;
    else runs.push({ first: at, count: 1, pixels });
  }
  return runs.map(({ first, count, pixels }) => ({ ranges: [a1(1, first, 1, count)], pixels }));
}

/** In pixels: a letter of a text, a bold one of a heading, what a capital takes more, and the space beside words. */
const [LETTER, BOLD, CAPITAL, PADDING] = [7, 7.5, 2, 16];
const LEAST_PIXELS = 80;

/**
 * By kind, a text as wide as the longest of its rows up to a limit, and at least as wide as the longest word of the
 * heading: Google Sheets breaks headings at spaces only.
 */
function widthOf({ heading, kind, pixels }: SheetColumn, letters?: number): number {
  if (pixels !== undefined) return pixels;
  const usual = KINDS[kind][1];
  const text = letters === undefined ? usual : Math.max(LEAST_PIXELS, LETTER * letters + PADDING);
  const words = heading
    .split(' ')
    .map((word) => word.length * BOLD + (word.match(/[A-Z_%]/g)?.length ?? 0) * CAPITAL + PADDING);
  return Math.ceil(Math.max(Math.min(usual, text), ...words) / 10) * 10;
}
