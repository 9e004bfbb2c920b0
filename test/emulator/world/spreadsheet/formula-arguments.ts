import type { CellInput, FormulaArgument } from '../../values';
import { type Cell, type CellError, effectiveFormat } from './cell';
import { type Target, targetOf } from './dependents';
import { type CallArgument, isVolatileFormula } from './formula-call';
import { compileFormat } from './number-format';
import { cellCount, covers, singleCell } from './rectangle';
import { instantOfSerial } from './serial-date';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';
import { scalarOf } from './write-inputs';

/** Arguments ready to cross, or the error that the cell shows instead of running the function. */
type PreparedArguments =
  | { readonly kind: 'ready'; readonly args: readonly FormulaArgument[] }
  | { readonly kind: 'refused'; readonly error: CellError };

/** E13; facts F3 and F4. */
const VOLATILE: CellError = {
  code: '#ERROR!',
  message:
    'This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()',
};
const BROKEN: CellError = { code: '#REF!', message: 'Reference does not exist.' };

/** Reads what a formula's arguments stand for now. Facts F1, F2: dates are midnight in the spreadsheet's zone. */
export function prepareArguments(
  workbook: Workbook,
  home: Sheet,
  args: readonly CallArgument[],
): PreparedArguments {
  const values: FormulaArgument[] = [];
  for (const argument of args) {
    const value = argumentValue(workbook, home, argument);
    if (value.error !== undefined) return { kind: 'refused', error: value.error };
    values.push(value.value);
  }
  return { kind: 'ready', args: values };
}

interface ArgumentValue {
  readonly value?: FormulaArgument;
  readonly error?: CellError;
}

function argumentValue(workbook: Workbook, home: Sheet, argument: CallArgument): ArgumentValue {
  switch (argument.kind) {
    case 'constant':
      return { value: argument.value };
    case 'day':
      return { value: { $date: instantOfSerial(argument.serial, workbook.settings.zone) } };
    case 'blank':
      return { value: '' };
    case 'volatile':
      return { error: VOLATILE };
    case 'broken':
      return { error: BROKEN };
    default: {
      const target = targetOf(workbook, home, argument);
      if (target !== undefined) return referenceValue(target, workbook.settings.zone);
      if (argument.kind === 'reference') return { error: BROKEN };
      return { error: { code: '#NAME?', message: `Unknown range name: '${argument.name}'.` } };
    }
  }
}

function referenceValue({ sheet, block }: Target, zone: string): ArgumentValue {
  const volatile = [...sheet.formulas.values()].some(
    ({ row, column, text }) => covers(block, singleCell(row, column)) && isVolatileFormula(text),
  );
  if (volatile) return { error: VOLATILE };
  if (cellCount(block) === 1) return { value: readValue(sheet.grid.cell(block.row, block.column), zone) };
  return { value: sheet.grid.map(block, (cell) => readValue(cell, zone)) };
}

/** What a script sees in a cell: a date where the format says so, an error as its code, `''` when empty. */
export function readValue(cell: Cell, zone: string): CellInput {
  const value = scalarOf(cell.value);
  if (typeof value !== 'number') return value;
  return compileFormat(effectiveFormat(cell)).isDate ? { $date: instantOfSerial(value, zone) } : value;
}
