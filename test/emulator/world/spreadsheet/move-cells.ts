import { EMPTY_CELL } from './cell';
import { editCells } from './edit-cells';
import { changeLines } from './edit-lines';
import { covers, type Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/**
 * Cuts a block and pastes it in the same sheet. A name whose cells are all cut goes with them; one of which a part is cut
 * stays where it is (assumed, the worse case: what was cut is then outside it).
 */
export function cutBlock(
  workbook: Workbook,
  sheet: Sheet,
  block: Rectangle,
  to: { readonly row: number; readonly column: number },
): void {
  const cells = sheet.grid.map(block, (cell) => cell);
  const target = { ...block, ...to };
  editCells(workbook, sheet, block, () => EMPTY_CELL);
  editCells(workbook, sheet, target, (_cell, row, column) => cells[row]?.[column] ?? EMPTY_CELL);
  for (const [key, named] of workbook.names) {
    if (named.sheetId !== sheet.id || !covers(block, named.block)) continue;
    const { row, column } = named.block;
    const moved = { row: row + to.row - block.row, column: column + to.column - block.column };
    workbook.names.set(key, { ...named, block: { ...named.block, ...moved } });
  }
}

/**
 * Drags whole rows to before another row. A name that lies in them goes with them; for any other the rows are deleted here
 * and inserted there (assumed, the worse case: rows dragged out of a name and back in at its edge are outside it).
 */
export function moveRows(
  workbook: Workbook,
  sheet: Sheet,
  first: number,
  count: number,
  before: number,
): void {
  const width = sheet.grid.maxColumns;
  changeLines(workbook, sheet, { axis: 'row', at: before, count });
  const from = before <= first ? first + count : first;
  const moved = { row: from, column: 1, rows: count, columns: width };
  cutBlock(workbook, sheet, moved, { row: before, column: 1 });
  changeLines(workbook, sheet, { axis: 'row', at: from, count: -count });
}
