import { HostError } from '../../values';
import { type Cell, isCellError } from './cell';
import { editCells } from './edit-cells';
import { covers, intersects, type Rectangle } from './rectangle';
import { moveReferences } from './references';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/**
 * Sorts the rows of a block by one of its columns, counted from 1 in the sheet. Equal rows keep their order.
 *
 * @throws {HostError} where cells of several rows are merged, or merged cells reach out of the block (texts assumed).
 */
export function sortBlock(
  workbook: Workbook,
  sheet: Sheet,
  block: Rectangle,
  column: number,
  ascending: boolean,
): void {
  if (sheet.merges.some((merge) => intersects(merge, block) && (merge.rows > 1 || !covers(block, merge)))) {
    throw new HostError("You can't sort a range with vertical merges.");
  }
  const lines = sheet.grid
    .map(block, (cell) => cell)
    .map((cells, offset) => ({ cells, offset }))
    .sort((a, b) => compareCells(a.cells[column - block.column], b.cells[column - block.column], ascending));
  editCells(workbook, sheet, block, (_cell, rowOffset, columnOffset) => {
    const line = lines[rowOffset];
    const cell = line?.cells[columnOffset];
    if (line === undefined || cell === undefined) return _cell;
    const formula = cell.formula === '' ? '' : moveReferences(cell.formula, rowOffset - line.offset, 0);
    return { ...cell, formula, spilled: false, value: cell.spilled ? '' : cell.value };
  });
}

/** Numbers before texts before booleans before errors; empty cells last in both directions. */
function compareCells(a: Cell | undefined, b: Cell | undefined, ascending: boolean): number {
  const rankA = rank(a);
  const rankB = rank(b);
  if (rankA === EMPTY_RANK || rankB === EMPTY_RANK) return rankA - rankB;
  const order = rankA - rankB || compareValues(a?.value, b?.value);
  return ascending ? order : -order;
}

const EMPTY_RANK = 9;

function rank(cell: Cell | undefined): number {
  if (cell === undefined || cell.value === '') return EMPTY_RANK;
  if (isCellError(cell.value)) return 3;
  return ['number', 'string', 'boolean'].indexOf(typeof cell.value);
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en');
}
