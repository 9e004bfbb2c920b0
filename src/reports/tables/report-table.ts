import { fitText } from '../../employer-api/text';
import type { WrittenCell } from '../ports';
import { headingsOf, SHIFT_TABLE_COLUMNS, type SheetRow, type SheetValue } from './sheet-table';

/** The heading row of a shift table: the service's own field names, in the documented order. */
export const HEADINGS: readonly string[] = headingsOf(SHIFT_TABLE_COLUMNS);

/**
 * Rows for `setValues`, such that the platform interprets nothing.
 *
 * Every text gets a leading apostrophe, which the platform removes, so that no text becomes a formula, number or date.
 * Days stay serial numbers. Blank cells pad the block to `height` and `width`.
 */
export function sheetRows(
  rows: readonly SheetRow[],
  height: number,
  width = HEADINGS.length,
): WrittenCell[][] {
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
