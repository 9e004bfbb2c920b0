import { HostError } from '../../values';
import { editCells } from './edit-cells';
import { cutsMerge } from './merge-block';
import { covers, type Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/** A block of one sheet. */
interface SheetBlock {
  readonly sheet: Sheet;
  readonly block: Rectangle;
}

/**
 * Copies the values of a block to one of the same size. Texts are not read again: what was text stays text (fact S20).
 *
 * Rows of the target that a filter hides stay as they are (assumed, the worst case); those that a person hid do not.
 *
 * @throws {HostError} when the copy would leave the sheet, or cut through merged cells (texts assumed).
 */
export function copyBlock(workbook: Workbook, source: SheetBlock, { sheet, block }: SheetBlock): void {
  if (block.rows !== source.block.rows || block.columns !== source.block.columns)
    throw new HostError('A copy to a block of another size is not emulated');
  if (!covers(sheet.bounds, block)) {
    throw new HostError('The coordinates of the range are outside the dimensions of the sheet.');
  }
  if (cutsMerge(sheet, block)) {
    throw new HostError("You can't perform a paste that partially intersects a merge.");
  }
  const cells = source.sheet.grid.map(source.block, (cell) => cell);
  editCells(workbook, sheet, block, (cell, row, column) => {
    const copied = cells[row]?.[column];
    if (copied === undefined || sheet.filteredRows.has(block.row + row)) return cell;
    return { ...cell, value: copied.value, calculatedFormat: '', spilled: false, formula: '' };
  });
}
