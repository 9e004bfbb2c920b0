import type { CellBlock } from '../cell-block';
import type { ReportSheet } from '../ports';
import { columnLetters } from '../tables/sheet-table';
import { blocked } from './table-heading';

/** More places than these are not named. */
const MOST_PLACES = 3;

/**
 * Makes sure that nobody has merged cells that are about to be written: of merged cells only the first keeps a value,
 * the others lose theirs without a word (fact S28). One service call; none for a block without cells.
 *
 * @param name What the sheet is called now.
 * @param isNeeded Whether a value is to stand in a cell, by its row and column. Merged cells that cost no value are left
 *   alone. @default every cell
 * @throws {ReportError} `sheet_blocked`, which names the merged cells.
 */
export function requireUnmerged(
  sheet: ReportSheet,
  name: string,
  block: CellBlock,
  isNeeded: (row: number, column: number) => boolean = () => true,
): void {
  if (block.rows <= 0 || block.columns <= 0) return;
  const merged = sheet.mergedCells(block).filter((one) => costsValues(one, isNeeded));
  if (merged.length === 0) return;
  blocked(
    `Unmerge ${placesOf(merged)} on “${name}” (Format ▸ Merge cells ▸ Unmerge): each value needs a cell of its own`,
  );
}

/** Whether a value is to stand in one of the merged cells besides the first. */
function costsValues(merged: CellBlock, isNeeded: (row: number, column: number) => boolean): boolean {
  for (let row = merged.row; row < merged.row + merged.rows; row += 1) {
    for (let column = merged.column; column < merged.column + merged.columns; column += 1) {
      const isFirst = row === merged.row && column === merged.column;
      if (!isFirst && isNeeded(row, column)) return true;
    }
  }
  return false;
}

function placesOf(merged: readonly CellBlock[]): string {
  const named = merged.slice(0, MOST_PLACES).map(({ row, column, rows, columns }) => {
    const last = `${columnLetters(column + columns - 2)}${row + rows - 1}`;
    return `${columnLetters(column - 1)}${row}:${last}`;
  });
  const more = merged.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
