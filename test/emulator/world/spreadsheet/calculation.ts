import { MAX_CHARACTERS_PER_CELL } from '../../limits';
import type { CellInput, FormulaArgument, FormulaOutcome } from '../../values';
import { isBuiltInFunction } from './built-in-functions';
import type { CellError } from './cell';
import { targetOf } from './dependents';
import { showResult } from './edit-cells';
import { prepareArguments } from './formula-arguments';
import type { FormulaCell, FormulaResult } from './formula-cell';
import { covers, intersects, singleCell } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/** One call of a custom function that a cell waits for. */
export interface Calculation {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  /** The formula as it stood; a result that comes after the cell changed is dropped. */
  readonly text: string;
  readonly name: string;
  readonly args: readonly FormulaArgument[];
}

/**
 * The calculations that can start now: their arguments changed, and no cell they read waits for another one.
 *
 * Formulas that need no run are settled on the way: those whose arguments turn out to be the same as last time, those
 * that the platform refuses, and built-in functions, whose values come from outside.
 */
export function readyCalculations(workbook: Workbook): readonly Calculation[] {
  for (;;) {
    const waiting = dirtyFormulas(workbook);
    const ready = waiting.filter(({ sheet, formula }) => !readsAny(workbook, sheet, formula, waiting));
    if (ready.length === 0) {
      breakCircle(workbook, waiting);
      return [];
    }
    const calculations = ready.flatMap(({ sheet, formula }) => prepare(workbook, sheet, formula) ?? []);
    if (calculations.length > 0) return calculations;
  }
}

/** Formulas that wait for each other, or for those that do, all show the same error. */
function breakCircle(workbook: Workbook, waiting: readonly Waiting[]): void {
  for (const { sheet, formula } of waiting) settle(workbook, sheet, formula, CIRCULAR, undefined);
  for (const { sheet, formula } of waiting) {
    const settled = sheet.formulaAt(formula.row, formula.column);
    if (settled !== undefined) sheet.keepFormula({ ...settled, isDirty: false });
  }
}

interface Waiting {
  readonly sheet: Sheet;
  readonly formula: FormulaCell;
}

function dirtyFormulas(workbook: Workbook): readonly Waiting[] {
  return workbook.sheets.flatMap((sheet) =>
    [...sheet.formulas.values()].filter(({ isDirty }) => isDirty).map((formula) => ({ sheet, formula })),
  );
}

/** True when a formula reads a cell that another waiting formula fills, or its own. */
function readsAny(
  workbook: Workbook,
  home: Sheet,
  formula: FormulaCell,
  waiting: readonly Waiting[],
): boolean {
  return (formula.call?.args ?? []).some((argument) => {
    const target = targetOf(workbook, home, argument);
    if (target === undefined) return false;
    return waiting.some(({ sheet, formula: other }) => {
      if (sheet !== target.sheet) return false;
      return other === formula
        ? covers(target.block, singleCell(other.row, other.column))
        : intersects(target.block, other.extent);
    });
  });
}

function prepare(workbook: Workbook, sheet: Sheet, formula: FormulaCell): Calculation | undefined {
  const { call, row, column, text } = formula;
  if (call === undefined || isBuiltInFunction(call.name)) {
    sheet.keepFormula({ ...formula, isDirty: false });
    return undefined;
  }
  const prepared = prepareArguments(workbook, sheet, call.args);
  if (prepared.kind === 'refused') {
    settle(workbook, sheet, formula, prepared.error, undefined);
    return undefined;
  }
  const { args } = prepared;
  if (formula.result !== undefined && JSON.stringify(args) === JSON.stringify(formula.lastArguments)) {
    sheet.keepFormula({ ...formula, isDirty: false });
    return undefined;
  }
  return { sheetId: sheet.id, row, column, text, name: call.name, args };
}

/**
 * Puts the outcome of a calculation into its cell. Nothing happens when the cell holds another formula by now; when
 * only its arguments changed meanwhile, it has to run once more.
 */
export function settleCalculation(
  workbook: Workbook,
  calculation: Calculation,
  outcome: FormulaOutcome,
): void {
  const sheet = workbook.findSheet(calculation.sheetId);
  const formula = sheet?.formulaAt(calculation.row, calculation.column);
  if (sheet === undefined || formula === undefined || formula.text !== calculation.text) return;
  settle(workbook, sheet, formula, resultOf(calculation.name, outcome), calculation.args);
  const settled = sheet.formulaAt(calculation.row, calculation.column);
  const now = formula.call && prepareArguments(workbook, sheet, formula.call.args);
  const isSame = now?.kind === 'ready' && JSON.stringify(now.args) === JSON.stringify(calculation.args);
  if (settled !== undefined) sheet.keepFormula({ ...settled, isDirty: !isSame });
}

function settle(
  workbook: Workbook,
  sheet: Sheet,
  formula: FormulaCell,
  result: FormulaResult,
  lastArguments: readonly FormulaArgument[] | undefined,
): void {
  sheet.keepFormula({ ...formula, isDirty: false, lastArguments, result });
  showResult(workbook, sheet, formula.row, formula.column);
}

function resultOf(name: string, outcome: FormulaOutcome): FormulaResult {
  if (outcome.kind === 'unknown-name') return { code: '#NAME?', message: `Unknown function: '${name}'.` };
  // Fact F17.
  if (outcome.kind === 'error') return { code: '#ERROR!', message: outcome.message };
  return resultRows(outcome.value);
}

/** Rows of equal length as they are, a single value as one row; any other array is refused (fact F16, text assumed). */
export function resultRows(value: unknown): FormulaResult {
  const rows = Array.isArray(value) ? value : [[value]];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  const even = width > 0 && rows.every((row) => Array.isArray(row) && row.length === width);
  if (!even) return NOT_A_TABLE;
  const tooLong = rows.some((row: unknown[]) => row.some((cell) => isTooLong(cell)));
  return tooLong ? TOO_LONG : (rows as readonly (readonly CellInput[])[]);
}

function isTooLong(cell: unknown): boolean {
  return typeof cell === 'string' && cell.length > MAX_CHARACTERS_PER_CELL;
}

const NOT_A_TABLE: CellError = {
  code: '#ERROR!',
  message: 'The result is not a single value or a two-dimensional array with rows of equal length.',
};
const TOO_LONG: CellError = {
  code: '#ERROR!',
  message: `Your input contains more than the maximum of ${MAX_CHARACTERS_PER_CELL} characters in a single cell.`,
};
const CIRCULAR: CellError = {
  code: '#REF!',
  message: 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.',
};

/** What a formula that never comes to rest shows. */
export const CIRCULAR_OUTCOME: FormulaOutcome = { kind: 'error', message: CIRCULAR.message };
