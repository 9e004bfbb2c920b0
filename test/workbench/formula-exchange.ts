import { literalOf, resultRows, splitArguments } from '../emulator/spreadsheet/formulas';
import { automaticDateFormat, instantOfSerial, serialOfInstant } from '../emulator/spreadsheet/typed-text';
import type { WorkbookSettings } from '../emulator/spreadsheet/workbook';
import type { CellInput, FormulaArgument } from '../emulator/values';
import type { FormulaArgumentView, FormulaValue, FunctionAnswer } from './protocol';

/* What custom functions are given by the page's grid, and what it gets back. */

/** What a spreadsheet's dates depend on. */
type DateSettings = Pick<WorkbookSettings, 'zone' | 'locale'>;

/** An argument of the page as the script gets it: days as midnight in the spreadsheet's zone, empty cells as `''`. */
export function formulaArgument(argument: FormulaArgumentView, settings: DateSettings): FormulaArgument {
  if (!Array.isArray(argument)) return cellInput(argument as FormulaValue, settings) ?? '';
  return (argument as readonly (readonly FormulaValue[])[]).map((row) =>
    row.map((value) => cellInput(value, settings) ?? ''),
  );
}

/** A value of the page in the document's terms. */
export function cellInput(value: FormulaValue, { zone }: DateSettings): CellInput {
  return typeof value === 'object' && value !== null ? new Date(instantOfSerial(value.serial, zone)) : value;
}

/**
 * The arguments of a call as the formula writes them, where the grid's formula engine has changed them on the way: it
 * reads the text `"2025-07"` as a day and `"10%"` as a number. An argument left empty is `''` for both.
 *
 * @param formula The cell's whole formula. One that calls the function several times is understood where the other
 *   arguments tell the calls apart.
 * @param args What the engine gave.
 */
export function writtenArguments(
  formula: string,
  name: string,
  args: readonly FormulaArgument[],
): readonly FormulaArgument[] {
  const corrected = argumentTexts(formula, name).flatMap((texts) => {
    const written = texts.map(literalOf);
    const isThis =
      written.length === args.length && written.every((argument, index) => mayBe(argument, args[index]));
    return isThis
      ? [args.map((value, index) => (typeof written[index] === 'string' ? written[index] : value))]
      : [];
  });
  const [first] = corrected;
  const isOne = new Set(corrected.map((one) => JSON.stringify(one))).size === 1;
  return first !== undefined && isOne ? first : args;
}

/** The arguments of each call of a function anywhere in a formula, as written: `''` for one left out. Case does not matter. */
export function argumentTexts(formula: string, name: string): string[][] {
  const call = new RegExp(String.raw`"(?:[^"]|"")*"|(?<![\w.])${name}\s*\(`, 'gi');
  return [...formula.matchAll(call)].flatMap((match) => {
    if (match[0].startsWith('"')) return [];
    const texts = splitArguments(formula.slice(match.index + match[0].length), 'to the bracket');
    return texts === undefined ? [] : [texts];
  });
}

/** Whether the engine can have made this value of an argument: a text that it took for something else counts. */
function mayBe(written: ReturnType<typeof literalOf>, value: FormulaArgument): boolean {
  if (written === null) return value === '';
  if (written === undefined) return true;
  const isMisread = typeof written === 'string' && typeof value !== 'string' && !Array.isArray(value);
  return written === value || isMisread;
}

/** What a custom function returned, as the page's formula engine takes it. Uneven rows become an error. */
export function functionAnswer(returned: unknown, settings: DateSettings): FunctionAnswer {
  const result = resultRows(returned);
  if ('code' in result) return { kind: 'error', ...result };
  return { kind: 'value', rows: result.map((row) => row.map((cell) => formulaValue(cell, settings))) };
}

function formulaValue(input: CellInput, { zone, locale }: DateSettings): FormulaValue {
  if (input === null || input === undefined || input === '') return null;
  if (typeof input !== 'object') return input;
  const serial = serialOfInstant(input.getTime(), zone);
  return { serial, format: automaticDateFormat(serial, locale) };
}
