import type { CellInput, EvaluateFormula, FormulaArgument, FormulaOutcome } from './bridge';
import type { ExecutionRecord } from './execution-record';
import { formulaArguments, type RunRequest } from './run-request';
import type { ScriptRunner } from './script-runner';
import type { SpreadsheetDocument } from './world/spreadsheet/spreadsheet-document';

/** What a cell would show: rows of values, or the text of its error. */
export type FormulaResult =
  | { readonly kind: 'values'; readonly values: (string | number | boolean | Date)[][] }
  | { readonly kind: 'error'; readonly message: string };

/** The execution behind a formula. `user` is at the keyboard: the quota is theirs. */
export function formulaRequest(
  document: SpreadsheetDocument,
  user: string,
  functionName: string,
  args: readonly FormulaArgument[],
  cell?: RunRequest['cell'],
): RunRequest {
  return { kind: 'formula', functionName, user, document, cell, args: formulaArguments(args) };
}

/** What the run of a formula means for its cell. */
export function formulaOutcome(record: ExecutionRecord): FormulaOutcome {
  const { outcome } = record;
  if (outcome.kind !== 'returned') return { kind: 'error', message: outcome.message };
  return { kind: 'value', value: outcome.value as FormulaOutcomeValue };
}

type FormulaOutcomeValue = Extract<FormulaOutcome, { kind: 'value' }>['value'];

/** Answers a document's formulas by running them, one execution each. */
export function formulaEvaluator(
  runner: ScriptRunner,
  document: SpreadsheetDocument,
  user: string,
): EvaluateFormula {
  return (name, args, cell) => {
    const functionName = runner.entryPoint(name, 'ignore-case');
    if (functionName === null) return { kind: 'unknown-name' };
    return formulaOutcome(runner.run(formulaRequest(document, user, functionName, args, cell)));
  };
}

/** The rows that a result fills: empty for null, dates as dates. Refuses what is no table. */
export function formulaResult(record: ExecutionRecord): FormulaResult {
  const outcome = formulaOutcome(record);
  if (outcome.kind === 'error') return outcome;
  const rows = outcome.kind === 'value' ? rowsOf(outcome.value) : null;
  if (rows === null) {
    return { kind: 'error', message: 'The result is not a single value or rows of equal length.' };
  }
  return { kind: 'values', values: rows.map((row) => row.map(shown)) };
}

function rowsOf(value: unknown): readonly (readonly CellInput[])[] | null {
  const rows = Array.isArray(value) ? value : [[value]];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  const even = width > 0 && rows.every((row) => Array.isArray(row) && row.length === width);
  return even && rows.every((row) => row.every(isCell)) ? rows : null;
}

/** A cell holds text, a number, a boolean, a date or nothing; an object is no value of a cell. */
function isCell(value: unknown): boolean {
  return typeof value !== 'object' || value === null || '$date' in value;
}

function shown(value: CellInput): string | number | boolean | Date {
  if (value === null) return '';
  return typeof value === 'object' ? new Date(value.$date) : value;
}
