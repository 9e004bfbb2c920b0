import type { Book } from '../book';
import type { ExecutionRecord } from '../execution';
import { type CellInput, type FormulaArgument, isDate } from '../values';
import { instantOfWallTime } from '../zones';
import { cellCount, covers, intersection, type Rectangle, singleCell } from './a1';
import { type Cell, type CellError, PARSE_ERROR } from './cells';
import { automaticDateFormat, readValue, serialOfInstant } from './typed-text';
import type { Place, Sheet, Workbook } from './workbook';

/* Formulas that call one custom function: what they ask, when they run, where their results go. */

/** The cells that a formula's result takes up, its own the first: once one is edited, it is calculated anew. */
export interface FormulaCell extends Rectangle {
  /** What the last calculation was given, as JSON; one with the same arguments is not repeated. */
  readonly asked?: string | undefined;
}

/**
 * The arguments of a call, as written: `''` for one left out.
 *
 * @param isPart Whether the text goes on behind the bracket that ends the call.
 * @returns `undefined` when a bracket or a quote does not close, so that the text is not one call.
 */
export function splitArguments(text: string, isPart?: 'to the bracket'): string[] | undefined {
  const texts = [''];
  let depth = 0;
  for (const piece of text.match(/"(?:[^"]|"")*"|'(?:[^']|'')*'|./gs) ?? []) {
    if (piece === '"' || piece === "'") return undefined;
    if (piece === '(' || piece === '{') depth += 1;
    if (piece === ')' || piece === '}') depth -= 1;
    if (depth < 0 && isPart === undefined) return undefined;
    if (depth < 0) break;
    if (piece === ',' && depth === 0) texts.push('');
    else texts[texts.length - 1] += piece;
  }
  if (depth > 0) return undefined;
  return texts.join('').trim() === '' && texts.length === 1 ? [] : texts.map((each) => each.trim());
}

/** A literal as written: null for one left out; `undefined` for anything else. */
export function literalOf(text: string): string | number | boolean | null | undefined {
  if (text === '') return null;
  if (/^"(?:[^"]|"")*"$/s.test(text)) return text.slice(1, -1).replaceAll('""', '"');
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/i.test(text))
    return Number(text.replace('%', '')) / (text.endsWith('%') ? 100 : 1);
  return /^(?:true|false)(?:\(\))?$/i.test(text) ? /^t/i.test(text) : undefined;
}

/** Of an array that does not fit, be it for cells in use or for the end of the sheet (text shortened). */
export const NO_ROOM: CellError = {
  code: '#REF!',
  message: 'Array result was not expanded because it would overwrite data.',
};

/**
 * What one argument stands for now: a literal, `DATE(y, m, d)` as midnight in the spreadsheet's zone, cells or a name.
 *
 * @returns `undefined` for any other text: the formula's value must come from a grid that calculates.
 */
function argumentOf(text: string, workbook: Workbook, home: Sheet): FormulaArgument {
  const { zone } = workbook.settings;
  const literal = literalOf(text);
  if (literal !== undefined) return literal ?? '';
  const [, ...date] =
    /^DATE\(\s*(\d{4})\s*,\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/i.exec(text)?.map(Number) ?? [];
  const [year, month = 0, day = 0] = date;
  if (year !== undefined) return new Date(instantOfWallTime(zone, Date.UTC(year, month - 1, day)));
  const found = workbook.find(text, home);
  const block = found && intersection(found.block, found.sheet.bounds);
  if (found === undefined || block === undefined) return undefined;
  const read = found.sheet.grid.map(block, (cell) => readValue(cell, zone));
  return cellCount(block) === 1 ? read[0]?.[0] : read;
}

type FormulaOutput = readonly (readonly CellInput[])[] | CellError;

/** `=NAME(arguments)`; names of functions ignore case. */
const CALL = /^=\s*([A-Za-z_][\w.]*)\s*\((.*)\)\s*$/s;

/** Rounds of one recalculation: formulas that feed each other for ever show what the last of them gave. */
const MOST_ROUNDS = 100;

/**
 * Runs the custom functions whose arguments changed, until none has others: a formula may read what another one gave.
 *
 * @param evaluate Runs a custom function for its cell; `undefined` for one that the script has not, whose value comes from outside.
 * @returns How many ran.
 */
export function recalculate(
  book: Book,
  evaluate: (name: string, args: readonly FormulaArgument[], cell: Place) => FormulaOutput | undefined,
): number {
  let count = 0;
  for (let round = 0, isSettled = false; !isSettled && round < MOST_ROUNDS; round += 1) {
    isSettled = true;
    for (const { id: sheetId, formulas } of book.workbook.sheets) {
      for (const { row, column } of formulas.values()) {
        const sheet = book.workbook.sheet(sheetId);
        const { value, formula } = sheet.grid.cell(row, column);
        const [, name = '', inside = ''] = CALL.exec(value === PARSE_ERROR ? '' : formula) ?? [];
        const texts = name === '' ? undefined : splitArguments(inside);
        const args = texts?.map((text) => argumentOf(text, book.workbook, sheet));
        const asked = JSON.stringify(args);
        if (args === undefined || args.includes(undefined)) continue;
        if (asked === sheet.formulas.get(`${row} ${column}`)?.asked) continue;
        const result = evaluate(name, args, { sheetId, ...singleCell(row, column) });
        if (result === undefined) continue;
        isSettled = false;
        count += 1;
        book.edit((workbook) => settle(workbook, sheetId, { row, column }, result, asked));
      }
    }
  }
  return count;
}

/**
 * Lays out what a formula gave, if it is still there: an array in the cells below and beside it. Where that does not fit, the
 * cell becomes `#REF!` and nothing else is written.
 */
export function settle(
  workbook: Workbook,
  sheetId: number,
  { row, column }: Pick<FormulaCell, 'row' | 'column'>,
  result: FormulaOutput,
  asked?: string,
): void {
  const sheet = workbook.findSheet(sheetId);
  const formula = sheet?.formulas.get(`${row} ${column}`);
  if (sheet === undefined || formula === undefined) return;
  collapseSpill(sheet, formula);
  const place = singleCell(row, column);
  const given = 'code' in result ? [[result]] : result;
  const wanted = { ...place, rows: Math.max(1, given.length), columns: given[0]?.length ?? 1 };
  const [rows, block] = hasRoom(sheet, wanted) ? [given, wanted] : [[[NO_ROOM]], place];
  sheet.formulas.set(`${row} ${column}`, { ...block, asked });
  sheet.grid.update(block, (cell, rowOffset, columnOffset) => ({
    ...cell,
    ...calculatedContent(rows[rowOffset]?.[columnOffset] ?? '', workbook),
  }));
}

/** What the run of a formula means for its cell. */
export function outputOf({ outcome }: ExecutionRecord): FormulaOutput {
  return outcome.kind === 'returned'
    ? resultRows(outcome.value)
    : { code: '#ERROR!', message: outcome.message };
}

/** Rows of equal length as they are, a single value as one row; any other array is refused (text assumed). */
export function resultRows(value: unknown): FormulaOutput {
  const rows = Array.isArray(value) ? value : [[value]];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  const isCell = (cell: unknown) => typeof cell !== 'object' || cell === null || isDate(cell);
  const isEven =
    width > 0 && rows.every((row) => Array.isArray(row) && row.length === width && row.every(isCell));
  return isEven ? rows : { code: '#ERROR!', message: NOT_A_TABLE };
}

const NOT_A_TABLE = 'The result is not a single value or a two-dimensional array with rows of equal length.';

/** Takes an array out of the cells around its formula, which is calculated anew if it is still there. */
export function collapseSpill(sheet: Sheet, formula: FormulaCell): void {
  const { row, column } = formula;
  sheet.grid.update(formula, (cell, rowOffset, columnOffset) =>
    rowOffset + columnOffset === 0 ? cell : { ...cell, value: '', calculatedFormat: '' },
  );
  sheet.formulas.set(`${row} ${column}`, singleCell(row, column));
}

/** Whether an array's cells are free, all of them in the sheet. */
function hasRoom({ bounds, grid }: Sheet, wanted: Rectangle): boolean {
  const isFree = ({ value, formula }: Cell, row: number, column: number) =>
    (row === wanted.row && column === wanted.column) || (value === '' && formula === '');
  return covers(bounds, wanted) && !grid.map(wanted, isFree).flat().includes(false);
}

/** Texts stay texts, whatever they look like; a `Date` becomes a serial number by the spreadsheet's zone. */
function calculatedContent(input: NonNullable<CellInput> | CellError, { settings }: Workbook) {
  if (typeof input !== 'object' || 'code' in input) return { value: input, calculatedFormat: '' };
  const serial = serialOfInstant(input.getTime(), settings.zone);
  return { value: serial, calculatedFormat: automaticDateFormat(serial, settings.locale) };
}
