import { HostError } from '../../values';
import { decorateCells } from './edit-cells';
import { covers, intersects, type Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';
import { clearContents } from './write-inputs';

/**
 * Merges a block into one cell: only the first cell's contents stay.
 *
 * @throws {HostError} when the block cuts through merged cells; the text is assumed.
 */
export function mergeBlock(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  if (cutsMerge(sheet, block)) throw cutMerge();
  const kept = sheet.grid.cell(block.row, block.column);
  sheet.merges = sheet.merges.filter((merge) => !covers(block, merge));
  if (kept.formula === '') {
    clearContents(workbook, sheet, block);
    decorateCells(workbook, sheet, { ...block, rows: 1, columns: 1 }, () => kept);
  } else {
    const right = { ...block, column: block.column + 1, columns: block.columns - 1, rows: 1 };
    const below = { ...block, row: block.row + 1, rows: block.rows - 1 };
    if (right.columns > 0) clearContents(workbook, sheet, right);
    if (below.rows > 0) clearContents(workbook, sheet, below);
  }
  sheet.merges = [...sheet.merges, block];
}

/**
 * Takes merged cells apart; what they held stays in the first.
 *
 * @throws {HostError} when the block cuts through merged cells; the text is assumed.
 */
export function unmergeBlock(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  if (cutsMerge(sheet, block)) throw cutMerge();
  sheet.merges = sheet.merges.filter((merge) => !covers(block, merge));
  workbook.noteChange(sheet.id, block);
}

/** Whether merged cells lie in a block with some of their cells only. */
export function cutsMerge(sheet: Sheet, block: Rectangle): boolean {
  return sheet.merges.some((merge) => intersects(merge, block) && !covers(block, merge));
}

function cutMerge(): HostError {
  return new HostError('You must select all cells in a merged range to merge or unmerge them.');
}
