import { fitText } from '../employer-api/fit-text';
import { SHIFT_FULFILMENT_FIELDS } from '../employer-api/shift-fulfilment-fields';
import type { ShiftRow, ShiftValue } from '../employer-api/shift-records';

/** The heading row: the service's own field names, in the documented order. */
export const HEADINGS: readonly string[] = SHIFT_FULFILMENT_FIELDS.map((field) => field.name);

/** How many columns a table has. */
export const COLUMN_COUNT = HEADINGS.length;

/**
 * Rows as `setValues` takes them without reading anything into them.
 *
 * Every text gets one leading apostrophe, which the platform takes off again: nothing is taken for a formula,
 * a number or a date. Days stay serial numbers. Blank rows pad the block to `height`.
 */
export function sheetRows(rows: readonly ShiftRow[], height: number): (string | number)[][] {
  // Plain loops: a map per row takes three times as long on tens of thousands of rows.
  const cells: (string | number)[][] = [];
  for (const row of rows) {
    const line: (string | number)[] = [];
    for (const value of row) line.push(literalCell(value));
    cells.push(line);
  }
  while (cells.length < height) cells.push(new Array<string>(COLUMN_COUNT).fill(''));
  return cells;
}

/** One value as `setValues` takes it literally. */
export function literalCell(value: ShiftValue): string | number {
  if (typeof value === 'number') return value;
  if (value === null || value === '') return '';
  return `'${fitText(value)}`;
}

/** Whether a row read from a sheet is our heading row. */
export function isHeadingRow(cells: readonly unknown[]): boolean {
  return HEADINGS.every((heading, index) => cells[index] === heading);
}

/** Columns of one kind, as A1 letters. */
export function columnsOf(...kinds: readonly string[]): string[] {
  return SHIFT_FULFILMENT_FIELDS.flatMap((field, index) =>
    kinds.includes(field.kind) ? [String.fromCharCode(65 + index)] : [],
  );
}
