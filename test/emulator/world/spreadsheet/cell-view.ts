import { parseA1, resolveA1 } from './a1-notation';
import { effectiveFormat, isCellError } from './cell';
import { displayText } from './display';
import type { Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';
import { scalarOf } from './write-inputs';

/** One cell as a person sees it. */
export interface CellView {
  /** A date as its serial number, an error as its code, `''` when empty. */
  readonly value: string | number | boolean;
  readonly formula: string;
  readonly display: string;
  /** The cell's own note; without one, the message that an error shows when pointed at (fact F17). */
  readonly note: string;
  readonly format: string;
  /** The message of an error; absent otherwise. */
  readonly error?: string;
}

/**
 * Finds a block by A1 notation or by its name.
 *
 * @throws {RangeError} when there is no such sheet, or the text is neither.
 */
export function locate(workbook: Workbook, a1: string): { readonly sheet: Sheet; readonly block: Rectangle } {
  const named = workbook.names.get(a1.toLowerCase());
  if (named !== undefined) return { sheet: workbook.sheet(named.sheetId), block: named.block };
  const reference = parseA1(a1);
  if (reference === undefined) throw new RangeError(`${a1} is neither A1 notation nor a named range`);
  const sheet =
    reference.sheetName === undefined
      ? workbook.findSheet(workbook.activeSheetId)
      : workbook.sheetNamed(reference.sheetName);
  if (sheet === undefined) throw new RangeError(`There is no sheet for ${a1}`);
  return { sheet, block: resolveA1(reference, sheet.grid.maxRows, sheet.grid.maxColumns) };
}

/** Describes the first cell of a block. */
export function viewCell(workbook: Workbook, a1: string): CellView {
  const { sheet, block } = locate(workbook, a1);
  const cell = sheet.grid.cell(block.row, block.column);
  const error = isCellError(cell.value) ? cell.value.message : undefined;
  return {
    value: scalarOf(cell.value),
    formula: cell.formula,
    display: displayText(cell, workbook.settings.locale),
    note: cell.note === '' ? (error ?? '') : cell.note,
    format: effectiveFormat(cell),
    ...(error === undefined ? {} : { error }),
  };
}

/** The values of a block, row by row. */
export function viewValues(workbook: Workbook, a1: string): (string | number | boolean)[][] {
  const { sheet, block } = locate(workbook, a1);
  return sheet.grid.map(block, (cell) => scalarOf(cell.value));
}
