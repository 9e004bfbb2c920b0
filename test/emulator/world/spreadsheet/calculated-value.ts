import type { CellInput } from '../../values';
import { resultRows } from './calculation';
import { locate } from './cell-view';
import { showResult } from './edit-cells';
import type { Workbook } from './workbook';

/**
 * Puts a value that was calculated outside into a formula's cell.
 *
 * @throws {RangeError} when the cell holds no formula.
 */
export function setCalculated(
  workbook: Workbook,
  a1: string,
  value: CellInput | readonly (readonly CellInput[])[],
): void {
  const { sheet, block } = locate(workbook, a1);
  const formula = sheet.formulaAt(block.row, block.column);
  if (formula === undefined) throw new RangeError(`${a1} holds no formula`);
  sheet.keepFormula({ ...formula, isDirty: false, result: resultRows(value) });
  showResult(workbook, sheet, block.row, block.column);
}
