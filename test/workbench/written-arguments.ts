import { argumentsOfCalls, type CallArgument } from '../emulator/spreadsheet/formulas';
import type { FormulaArgument } from '../emulator/values';

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
  const corrected = argumentsOfCalls(formula, name).flatMap((written) => {
    if (written.length !== args.length) return [];
    const isThis = written.every((argument, index) => mayBe(argument, args[index]));
    return isThis ? [args.map((value, index) => asWritten(written[index], value))] : [];
  });
  const [first] = corrected;
  const isOne = new Set(corrected.map((one) => JSON.stringify(one))).size === 1;
  return first !== undefined && isOne ? first : args;
}

/** Whether the engine can have made this value of an argument: a text that it took for something else counts. */
function mayBe(written: CallArgument | undefined, value: FormulaArgument): boolean {
  if (written?.kind === 'blank') return value === '';
  if (written?.kind !== 'constant') return true;
  const isMisread = typeof written.value === 'string' && typeof value !== 'string' && !Array.isArray(value);
  return written.value === value || isMisread;
}

function asWritten(written: CallArgument | undefined, value: FormulaArgument): FormulaArgument {
  const isText = written?.kind === 'constant' && typeof written.value === 'string';
  return isText ? written.value : value;
}
