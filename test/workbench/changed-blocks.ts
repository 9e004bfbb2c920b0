import { cellCount, intersects, lastColumn, lastRow, type Rectangle } from '../emulator/spreadsheet/a1';

/**
 * Fewer blocks that hold the same cells.
 *
 * One refresh touches a table several times, for values, formats and headings: blocks that overlap become one. Far
 * away ones stay apart, since the page should not get the cells in between.
 */
export function mergeBlocks(blocks: readonly Rectangle[]): Rectangle[] {
  const merged: Rectangle[] = [];
  for (const block of blocks) {
    let grown = block;
    for (let index = merged.length - 1; index >= 0; index--) {
      const other = merged[index];
      if (other === undefined || !worthMerging(grown, other)) continue;
      merged.splice(index, 1);
      grown = union(grown, other);
      index = merged.length;
    }
    merged.push(grown);
  }
  return merged;
}

function worthMerging(a: Rectangle, b: Rectangle): boolean {
  return intersects(a, b) || cellCount(union(a, b)) <= cellCount(a) + cellCount(b);
}

function union(a: Rectangle, b: Rectangle): Rectangle {
  const row = Math.min(a.row, b.row);
  const column = Math.min(a.column, b.column);
  return {
    row,
    column,
    rows: Math.max(lastRow(a), lastRow(b)) - row + 1,
    columns: Math.max(lastColumn(a), lastColumn(b)) - column + 1,
  };
}
