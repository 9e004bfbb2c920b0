import { SHIFT_FULFILMENT_FIELDS } from '../../employer-api/shift-records';
import { DAY_FORMAT, DECIMAL_FORMAT, INTEGER_FORMAT, MOMENT_FORMAT, PERCENTAGE_FORMAT } from '../../limits';
import { columnLetters } from '../cell-block';

/** The kind of a column: those of the service's fields, and moments (day and time of day). */
export type ColumnKind = 'date' | 'text' | 'integer' | 'decimal' | 'percentage' | 'boolean' | 'moment';

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

/** The 18 documented fields of a shift record, under the service's own names. */
export const SHIFT_TABLE_COLUMNS: readonly SheetColumn[] = SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => ({
  heading: name,
  kind,
}));

/** In place of a service's name, for a note column. */
export const NOTE_FIELD = 'note';

/** The width of a note column, in pixels; longer notes wrap. */
const NOTE_PIXELS = 180;

/** The columns for notes, by their headings. */
export function noteColumns(headings: readonly string[]): (SheetColumn & { readonly pixels: number })[] {
  return headings.map((heading) => ({ heading, kind: 'text', pixels: NOTE_PIXELS }));
}

/** A number format for whole columns, by their letters. */
export interface ColumnFormat {
  readonly columns: readonly string[];
  readonly format: string;
}

/** The number formats by kind. `0.0%` would multiply percentages by 100. */
const FORMATS: readonly (readonly [ColumnKind, string])[] = [
  ['date', DAY_FORMAT],
  ['moment', MOMENT_FORMAT],
  ['integer', INTEGER_FORMAT],
  ['decimal', DECIMAL_FORMAT],
  ['percentage', PERCENTAGE_FORMAT],
];

/** Removes an earlier format. */
export const NO_FORMAT = 'General';

/** What is known of the table that has these cells now. */
export interface FormerTable {
  /** How many columns may have the formats of an earlier table. @default 0 */
  readonly width?: number;
  /** Whether a column, from 0, stays as it is: its formats may be a person's. @default none */
  stays?(column: number): boolean;
}

/**
 * The number formats of a table, one per kind of column that occurs: at most five.
 *
 * @param former Its columns that now need no format lose theirs, which takes one more format; those that stay keep
 *   theirs. Left out for a new table.
 */
export function columnFormats(
  columns: readonly SheetColumn[],
  { width: resetWidth = 0, stays = () => false }: FormerTable = {},
): ColumnFormat[] {
  const lettersWhere = (count: number, matches: (kind: ColumnKind | undefined) => boolean) =>
    Array.from({ length: count }, (_, index) => index)
      .filter((index) => matches(columns[index]?.kind) && !stays(index))
      .map(columnLetters);
  const formats = FORMATS.map(([kind, format]) => ({
    columns: lettersWhere(columns.length, (one) => one === kind),
    format,
  }));
  if (resetWidth > 0) {
    const isPlain = (kind: ColumnKind | undefined) => !FORMATS.some(([formatted]) => formatted === kind);
    const width = Math.max(resetWidth, columns.length);
    formats.push({ columns: lettersWhere(width, isPlain), format: NO_FORMAT });
  }
  return formats.filter((one) => one.columns.length > 0);
}

/** The headings of columns, in order. */
export function headingsOf(columns: readonly SheetColumn[]): string[] {
  return columns.map(({ heading }) => heading);
}
