import { HostError } from '../../host-errors';
import { type Cell, effectiveFormat } from './cell';
import { decorateCells, editCells } from './edit-cells';
import { cutsMerge } from './merge-block';
import { covers, type Rectangle } from './rectangle';
import { moveReferences } from './references';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/** What is copied: everything, values without formulas and formats, formulas, or formats alone. */
export type PasteType = 'PASTE_NORMAL' | 'PASTE_VALUES' | 'PASTE_FORMULA' | 'PASTE_FORMAT';

/** A block of one sheet. */
interface SheetBlock {
  readonly sheet: Sheet;
  readonly block: Rectangle;
}

/**
 * Copies a block. Texts are not read again: what was text stays text (fact S20).
 *
 * A target that is a multiple of the source is filled with it; any other target takes the source's size from its
 * first cell.
 *
 * Rows of the target that a filter hides stay as they are (assumed, the worst case); those that a person hid do not.
 *
 * @throws {HostError} when the copy would leave the sheet, or cut through merged cells (texts assumed).
 */
export function copyBlock(workbook: Workbook, source: SheetBlock, target: SheetBlock, type: PasteType): void {
  const block = targetBlock(source.block, target.block);
  if (!covers(target.sheet.bounds, block)) {
    throw new HostError('The coordinates of the range are outside the dimensions of the sheet.');
  }
  if (cutsMerge(target.sheet, block)) {
    throw new HostError("You can't perform a paste that partially intersects a merge.");
  }
  const cells = source.sheet.grid.map(source.block, (cell) => cell);
  const edit = type === 'PASTE_FORMAT' ? decorateCells : editCells;
  edit(workbook, target.sheet, block, (cell, rowOffset, columnOffset) => {
    if (target.sheet.filteredRows.has(block.row + rowOffset)) return cell;
    const fromRow = rowOffset % source.block.rows;
    const fromColumn = columnOffset % source.block.columns;
    const copied = cells[fromRow]?.[fromColumn] ?? cell;
    const down = block.row + rowOffset - (source.block.row + fromRow);
    const right = block.column + columnOffset - (source.block.column + fromColumn);
    return pasted(copied, cell, type, down, right);
  });
}

function targetBlock(source: Rectangle, target: Rectangle): Rectangle {
  const fits = target.rows % source.rows === 0 && target.columns % source.columns === 0;
  return fits ? target : { ...target, rows: source.rows, columns: source.columns };
}

function pasted(source: Cell, old: Cell, type: PasteType, down: number, right: number): Cell {
  if (type === 'PASTE_FORMAT') return { ...old, format: effectiveFormat(source), style: source.style };
  const formula = source.formula === '' ? '' : moveReferences(source.formula, down, right);
  const content = { value: source.value, calculatedFormat: '', spilled: false };
  if (type === 'PASTE_VALUES') return { ...old, ...content, formula: '' };
  if (type === 'PASTE_FORMULA') return { ...old, ...content, formula };
  return { ...source, ...content, formula, format: effectiveFormat(source) };
}
