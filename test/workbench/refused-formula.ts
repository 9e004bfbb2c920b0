import { isVolatileFormula, parseFormulaCall, prepareArguments } from '../emulator/spreadsheet/formulas';
import type { Workbook } from '../emulator/spreadsheet/workbook';
import type { FunctionAnswer } from './protocol';

/** As Sheets says it. */
const VOLATILE: FunctionAnswer = {
  kind: 'error',
  code: '#ERROR!',
  message:
    'This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()',
};

/**
 * Why Google Sheets would not run a custom function for this formula; null when it would.
 *
 * Cells that a formula refers to are looked at only where it is one plain call: the grid has resolved the rest.
 *
 * @param formula With its `=`.
 */
export function refusedFormula(workbook: Workbook, formula: string, sheetId: number): FunctionAnswer | null {
  if (isVolatileFormula(formula)) return VOLATILE;
  const sheet = workbook.findSheet(sheetId);
  const call = parseFormulaCall(formula);
  if (sheet === undefined || call === undefined) return null;
  const prepared = prepareArguments(workbook, sheet, call.args);
  if (!('error' in prepared)) return null;
  return { kind: 'error', code: prepared.error.code, message: prepared.error.message };
}
