import type { CellInput, FormulaArgument } from '../../values';
import { type CellError, type CellValue, PARSE_ERROR } from './cell';
import { type FormulaCall, parseFormulaCall } from './formula-call';
import type { Rectangle } from './rectangle';

/** What a formula calculated: rows of equal length, or an error. */
export type FormulaResult = readonly (readonly CellInput[])[] | CellError;

/** A cell with a formula. Replaced, never changed, as cells are. */
export interface FormulaCell {
  readonly row: number;
  readonly column: number;
  /** With its `=`. */
  readonly text: string;
  /** `undefined`: not one plain call of a function; its value is supplied from outside. */
  readonly call: FormulaCall | undefined;
  /** An argument or a referenced cell may have changed since the last calculation. */
  readonly isDirty: boolean;
  /** What the last calculation was given; a calculation with the same arguments is not repeated. */
  readonly lastArguments: readonly FormulaArgument[] | undefined;
  /** `undefined` before the first calculation. */
  readonly result: FormulaResult | undefined;
  /** The cells the result takes up now, the formula's own included. */
  readonly extent: Rectangle;
}

/** A formula that has just been entered. @param value What its cell held at once. */
export function newFormulaCell(row: number, column: number, text: string, value: CellValue): FormulaCell {
  return {
    row,
    column,
    text,
    call: value === PARSE_ERROR ? undefined : parseFormulaCall(text),
    isDirty: true,
    lastArguments: undefined,
    result: undefined,
    extent: { row, column, rows: 1, columns: 1 },
  };
}

/** True when the result is an error. */
export function isErrorResult(result: FormulaResult): result is CellError {
  return !Array.isArray(result);
}
