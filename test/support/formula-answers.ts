import type { FormulaResult } from '../emulator/person';

/** A value of a cell; blank is `''`. */
export type Shown = string | number | boolean | Date;

/** The rows of a result. @throws {Error} with the sentence, where the cell shows one. */
export function rowsOf(result: FormulaResult): Shown[][] {
  if (result.kind === 'error') throw new Error(result.message);
  return result.values;
}

/** The one value of a result. */
export function oneValue(result: FormulaResult): Shown {
  const rows = rowsOf(result);
  if (rows.length !== 1 || rows[0]?.length !== 1) throw new Error('The result is more than one cell.');
  return rows[0][0] as Shown;
}

/** The rows below the heading row, by heading. */
export function linesOf(result: FormulaResult): Record<string, Shown>[] {
  const [headings = [], ...rows] = rowsOf(result);
  return rows.map((row) => Object.fromEntries(row.map((value, at) => [String(headings[at]), value])));
}

/** One column below its heading. */
export function columnOf(result: FormulaResult, heading: string): Shown[] {
  return linesOf(result).map((line) => {
    const value = line[heading];
    if (value === undefined)
      throw new Error(`There is no column ${heading}: ${Object.keys(line).join(', ')}`);
    return value;
  });
}

/** The sentence in the cell. @throws {Error} where there is a result. */
export function sentenceIn(result: FormulaResult): string {
  if (result.kind === 'error') return result.message;
  throw new Error(`The cell shows ${JSON.stringify(result.values.slice(0, 3))}`);
}
