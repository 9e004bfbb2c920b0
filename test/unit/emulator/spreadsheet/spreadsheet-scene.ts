import type { EvaluateFormula, FormulaArgument } from '../../../emulator/bridge';
import { SpreadsheetDocument } from '../../../emulator/world/spreadsheet/spreadsheet-document';

/** A spreadsheet of Ann's in London, with one sheet, on 10 March 2026. */
export function newDocument(
  options: { readonly zone?: string; readonly locale?: string } = {},
): SpreadsheetDocument {
  return new SpreadsheetDocument({
    id: 'book-1',
    name: 'Book',
    owner: 'ann@a.example',
    zone: options.zone ?? 'Europe/London',
    locale: options.locale ?? 'en_GB',
    viewers: ['vic@v.example'],
    now: () => Date.parse('2026-03-10T09:00:00Z'),
  });
}

/** Answers formulas by name, and keeps the arguments of every run. */
export function evaluator(
  functions: Readonly<Record<string, (...args: readonly FormulaArgument[]) => unknown>>,
) {
  const runs: { name: string; args: readonly FormulaArgument[] }[] = [];
  const evaluate: EvaluateFormula = (name, args) => {
    runs.push({ name, args });
    const run = functions[name.toUpperCase()];
    return run === undefined ? { kind: 'unknown-name' } : { kind: 'value', value: run(...args) as never };
  };
  return { runs, evaluate };
}
