import { a1, type CellBlock } from '../cell-block';
import type { ReportSheet } from '../ports';
import { blocked } from './table-heading';

/** The most places named in a message. */
const MOST_PLACES = 3;

/**
 * Checks that no cells about to be written are merged: only the first of merged cells keeps a value, the others lose
 * theirs silently (fact S28). One service call; none for a block without cells.
 *
 * @param name The sheet's current name.
 * @param isNeeded True if a cell needs a value, by its row and column. Merged cells without such a cell are allowed.
 *   @default every cell
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

/** True if a merged cell other than the first needs a value. */
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
  const named = merged
    .slice(0, MOST_PLACES)
    .map(({ row, column, rows, columns }) => a1(row, column, rows, columns));
  const more = merged.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
