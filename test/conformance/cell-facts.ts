import { createHash } from 'node:crypto';
import type { Mark } from './fact';
import type { FactFile } from './read-fact-file';

/** A fact that shows only in a cell with `=CONFORMANCE_FACT(…)`. */
export interface CellFact {
  /** The number of the test's fact, and which part of it. */
  readonly id: string;
  readonly mark: Mark;
  readonly title: string;
  /** The file of facts with the function; it is not written a second time. */
  readonly file: string;
  readonly call: string;
  /** Further arguments of the formula, as typed. `{value}` is a cell beside it. */
  readonly given: string;
  /** What stands from `{value}` on before the formula is entered. */
  readonly values: readonly (readonly (string | number | boolean)[])[];
  /** What stands right below the formula. */
  readonly below?: string;
  /** Whether a throw is told as a value; else the cell shows it. */
  readonly isCaught: boolean;
  /** What is read, how many columns and rows from the formula on. */
  readonly read: 'values' | 'display';
  readonly rows: number;
  readonly columns: number;
  /** `{cell}` is the address of the formula. */
  readonly expected: readonly (readonly unknown[])[];
}

const EXECUTION = { file: 'formula-execution', given: '', values: [], isCaught: true } as const;
const CELLS = { file: 'formula-cells', given: '', values: [], isCaught: false } as const;
const ONE = { read: 'values', rows: 1, columns: 1 } as const;
const SHOWN = { read: 'display', rows: 1, columns: 1, expected: [['#ERROR!']] } as const;

const shape = (id: string, mark: Mark, value: string | number | boolean, expected: string): CellFact => ({
  ...EXECUTION,
  ...ONE,
  id,
  mark,
  call: 'SHAPE',
  given: '{value}',
  values: [[value]],
  title: `a cell with ${JSON.stringify(value)} arrives as ${expected}`,
  expected: [[expected]],
});

/**
 * Parts of facts whose tests look at cells from outside. The expectations are those of the tests with the same numbers, as the list of facts has them.
 * An answer to a part does not vouch for the whole.
 */
export const CELL_FACTS: readonly CellFact[] = [
  shape('F1/number', 'doc', 7, 'number 7'),
  shape('F1/text', 'doc', 'text', 'string text'),
  shape('F1/boolean', 'doc', true, 'boolean true'),
  shape('F1/empty', 'doc', '', 'string '),
  {
    ...EXECUTION,
    ...ONE,
    id: 'F1/range',
    mark: 'doc',
    call: 'SHAPE',
    given: '{value}:{corner}',
    title: 'a range arrives as rows',
    values: [[1, 'two']],
    expected: [['rows [[1,"two"],["",""]]']],
  },
  {
    ...EXECUTION,
    ...ONE,
    id: 'F2/date',
    mark: 'asm',
    call: 'SHAPE',
    given: 'DATE(2026, 7, 1)',
    title: 'a date is midnight in the zone',
    expected: [['date 2026-06-30T23:00:00.000Z']],
  },
  {
    ...EXECUTION,
    ...SHOWN,
    id: 'F3/now',
    mark: 'rec',
    call: 'SHAPE',
    given: '{value}',
    title: 'NOW() is refused, also by way of a cell',
    values: [['=NOW()']],
  },
  {
    ...CELLS,
    ...SHOWN,
    id: 'F4/today',
    mark: 'asm',
    call: 'ECHO',
    given: 'TODAY()',
    title: 'TODAY() is refused',
  },
  {
    ...EXECUTION,
    ...ONE,
    id: 'F6/write',
    mark: 'rec',
    call: 'WRITES',
    title: 'setValue is not permitted',
    expected: [['Exception: You do not have permission to call setValue']],
  },
  {
    ...EXECUTION,
    id: 'F8/stores',
    mark: 'doc',
    call: 'STORES',
    read: 'values',
    rows: 1,
    columns: 4,
    title: 'document stores and HTML work',
    expected: [['yes', 'yes', 'x', 'Platform conformance']],
  },
  {
    ...EXECUTION,
    ...ONE,
    id: 'F9/write',
    mark: 'doc',
    call: 'KEEPS',
    title: 'the user store is not written',
    expected: [['Exception: You do not have permission to call Properties.setProperty']],
  },
  {
    ...EXECUTION,
    ...ONE,
    id: 'F11/ui',
    mark: 'doc',
    call: 'ASKS',
    title: 'there is no interface',
    expected: [['Exception: Cannot call SpreadsheetApp.getUi() from this context.']],
  },
  {
    ...EXECUTION,
    ...ONE,
    id: 'F11/range',
    mark: 'doc',
    call: 'WHERE',
    expected: [['{cell}']],
    title: 'the active range is the own cell',
  },
  {
    ...CELLS,
    id: 'F13/neighbour',
    mark: 'doc',
    call: 'GRID',
    given: '2, 2',
    below: 'mine',
    title: 'an occupied neighbour: #REF!, nothing written',
    read: 'display',
    rows: 2,
    columns: 2,
    expected: [
      ['#REF!', ''],
      ['mine', ''],
    ],
  },
  {
    ...CELLS,
    id: 'F15/texts',
    mark: 'asm',
    call: 'TEXTS',
    read: 'values',
    rows: 1,
    columns: 4,
    title: 'texts stay texts, null is empty',
    expected: [['007', '=1+1', '2026-01-31', '']],
  },
  { ...CELLS, ...SHOWN, id: 'F16/flat', mark: 'asm', call: 'FLAT', title: 'a flat array is refused' },
  { ...CELLS, ...SHOWN, id: 'F16/ragged', mark: 'asm', call: 'RAGGED', title: 'a ragged array is refused' },
  {
    ...CELLS,
    ...SHOWN,
    id: 'F17/throw',
    mark: 'rec2',
    call: 'FAIL',
    title: 'what is thrown shows as #ERROR!',
  },
];

/** The script of the tests that a fact calls into. @throws {Error} When the file has none. */
export function scriptOf(fact: CellFact, files: readonly FactFile[]): string {
  const found = files.find(({ file }) => file === fact.file)?.scripts;
  const text = found?.SCRIPT ?? found?.CODE;
  if (text === undefined) throw new Error(`${fact.file} has no script.`);
  return text;
}

/** Tells one wording of a fact from a later one. */
export function digestOf(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
