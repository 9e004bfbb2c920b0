import { resultRows } from '../emulator/spreadsheet/formulas';
import { automaticDateFormat, instantOfSerial, serialOfInstant } from '../emulator/spreadsheet/typed-text';
import type { WorkbookSettings } from '../emulator/spreadsheet/workbook';
import type { CellInput, FormulaArgument } from '../emulator/values';
import type { FormulaArgumentView, FormulaValue, FunctionAnswer } from './protocol';

/** What a spreadsheet's dates depend on. */
export type DateSettings = Pick<WorkbookSettings, 'zone' | 'locale'>;

/** An argument of the page as the script gets it: days as midnight in the spreadsheet's zone, empty cells as `''`. */
export function formulaArgument(argument: FormulaArgumentView, settings: DateSettings): FormulaArgument {
  if (!Array.isArray(argument)) return cellInput(argument as FormulaValue, settings) ?? '';
  return (argument as readonly (readonly FormulaValue[])[]).map((row) =>
    row.map((value) => cellInput(value, settings) ?? ''),
  );
}

/** A value of the page in the document's terms. */
export function cellInput(value: FormulaValue, { zone }: DateSettings): CellInput {
  return typeof value === 'object' && value !== null ? { $date: instantOfSerial(value.serial, zone) } : value;
}

/** What a custom function returned, as the page's formula engine takes it. Uneven rows become an error. */
export function functionAnswer(returned: unknown, settings: DateSettings): FunctionAnswer {
  const result = resultRows(returned);
  if ('code' in result) return { kind: 'error', code: result.code, message: result.message };
  return { kind: 'value', rows: result.map((row) => row.map((cell) => formulaValue(cell, settings))) };
}

function formulaValue(input: CellInput, { zone, locale }: DateSettings): FormulaValue {
  if (input === null || input === undefined || input === '') return null;
  if (typeof input !== 'object') return input;
  const serial = serialOfInstant(input.$date, zone);
  return { serial, format: automaticDateFormat(serial, locale) };
}
