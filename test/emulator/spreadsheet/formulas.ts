import type { CellInput, EvaluateFormula, FormulaArgument, FormulaOutcome } from '../values';
import {
  type A1Reference,
  cellCount,
  cellName,
  covers,
  intersection,
  intersects,
  lastColumn,
  lastRow,
  parseA1,
  type Rectangle,
  resolveA1,
  singleCell,
} from './a1';
import { type Cell, type CellError, MAX_CHARACTERS_PER_CELL, PARSE_ERROR } from './cells';
import type { SpreadsheetDocument } from './document';
import { automaticDateFormat, instantOfSerial, readValue, serialOfDay, serialOfInstant } from './typed-text';
import type { Sheet, Workbook } from './workbook';

/* Formulas that call one custom function: what they ask, when they run, where their results go. */

/** One argument as written in a formula. */
export type CallArgument =
  | { readonly kind: 'constant'; readonly value: string | number | boolean }
  | { readonly kind: 'day'; readonly serial: number }
  | { readonly kind: 'blank' }
  | { readonly kind: 'reference'; readonly reference: A1Reference }
  | { readonly kind: 'name'; readonly name: string }
  /** NOW() and its kin, TODAY() included: not allowed in a custom function's arguments. */
  | { readonly kind: 'volatile' }
  /** A reference whose cells are gone. */
  | { readonly kind: 'broken' };

/** What is known of a cell with a formula, whose text stands in the cell. Replaced, never changed, as cells are. */
export interface FormulaCell {
  readonly row: number;
  readonly column: number;
  /** What the last calculation was given; a calculation with the same arguments is not repeated. */
  readonly lastArguments?: readonly FormulaArgument[] | undefined;
  /** Rows of equal length, or an error; `undefined` before the first calculation. */
  readonly result?: readonly (readonly CellInput[])[] | CellError | undefined;
  /** The cells the result takes up now, the formula's own included. */
  readonly extent: Rectangle;
}

/** Matches a call whose result changes without any cell changing. TODAY is assumed to be refused too. */
const VOLATILE = /\b(?:NOW|TODAY|RAND|RANDARRAY|RANDBETWEEN)\s*\(/i;

/** True when the formula calculates something anew each time. */
export function isVolatileFormula(formula: string): boolean {
  return VOLATILE.test(formula.replace(/"(?:[^"]|"")*"/g, '""'));
}

/**
 * Reads `=NAME(arguments)` with literals, cells, ranges, named ranges, `DATE(y, m, d)` and blanks as arguments; names of
 * functions ignore case.
 *
 * @returns `undefined` for every other formula: its value must come from a grid that calculates.
 */
export function parseFormulaCall(formula: string) {
  const [, name, inside = ''] = /^=\s*([A-Za-z_][\w.]*)\s*\((.*)\)\s*$/s.exec(formula) ?? [];
  const args = name === undefined ? undefined : splitArguments(inside)?.map(parseArgument);
  if (name === undefined || args === undefined || args.includes(undefined)) return undefined;
  return { name, args: args as CallArgument[] };
}

/**
 * The arguments of each call of a function anywhere in a formula, as written; `undefined` for those that are no plain
 * arguments. Case does not matter.
 */
export function argumentsOfCalls(formula: string, name: string): (CallArgument | undefined)[][] {
  return argumentTexts(formula, name).map((texts) => texts.map(parseArgument));
}

/** The same, not read: `''` for an argument left out. */
export function argumentTexts(formula: string, name: string): string[][] {
  const call = new RegExp(String.raw`"(?:[^"]|"")*"|(?<![\w.])${name}\s*\(`, 'gi');
  return [...formula.matchAll(call)].flatMap((match) => {
    if (match[0].startsWith('"')) return [];
    const texts = splitArguments(formula.slice(match.index + match[0].length), 'to the bracket');
    return texts === undefined ? [] : [texts];
  });
}

/**
 * @param isPart Whether the text goes on behind the bracket that ends the call.
 * @returns `undefined` when a bracket or a quote does not close, so that the text is not one call.
 */
function splitArguments(text: string, isPart?: 'to the bracket'): string[] | undefined {
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

function parseArgument(text: string): CallArgument | undefined {
  if (text === '') return { kind: 'blank' };
  if (/^"(?:[^"]|"")*"$/s.test(text))
    return { kind: 'constant', value: text.slice(1, -1).replaceAll('""', '"') };
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/i.test(text))
    return { kind: 'constant', value: Number(text.replace('%', '')) / (text.endsWith('%') ? 100 : 1) };
  if (/^(?:true|false)(?:\(\))?$/i.test(text)) return { kind: 'constant', value: /^t/i.test(text) };
  if (isVolatileFormula(text)) return { kind: 'volatile' };
  if (text.includes('#REF!')) return { kind: 'broken' };
  const date = /^DATE\(\s*(\d{4})\s*,\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/i.exec(text);
  if (date) return { kind: 'day', serial: serialOfDay(Number(date[1]), Number(date[2]), Number(date[3])) };
  const reference = parseA1(text);
  if (reference !== undefined) return { kind: 'reference', reference };
  return /^[A-Za-z_][\w.]*$/.test(text) ? { kind: 'name', name: text } : undefined;
}

/** Cells that an argument points at. */
interface Target {
  readonly sheet: Sheet;
  readonly block: Rectangle;
}

/** @returns `undefined` when it points nowhere. */
function targetOf(workbook: Workbook, home: Sheet, argument: CallArgument): Target | undefined {
  if (argument.kind === 'name') {
    const named = workbook.names.get(argument.name.toLowerCase());
    const sheet = named && workbook.findSheet(named.sheetId);
    return named && sheet && { sheet, block: named.block };
  }
  if (argument.kind !== 'reference') return undefined;
  const { reference } = argument;
  const sheet = reference.sheetName === undefined ? home : workbook.sheetNamed(reference.sheetName);
  if (sheet === undefined) return undefined;
  const block = intersection(resolveA1(reference, sheet.grid.maxRows, sheet.grid.maxColumns), sheet.bounds);
  return block && { sheet, block };
}

/** As Sheets says it. */
export const VOLATILE_ARGUMENT: CellError = {
  code: '#ERROR!',
  message:
    'This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()',
};
const BROKEN: CellError = { code: '#REF!', message: 'Reference does not exist.' };
const CIRCULAR: CellError = {
  code: '#REF!',
  message: 'Circular dependency detected. To resolve with iterative calculation, see File > Settings.',
};

/**
 * Reads what a formula's arguments stand for now. Dates are midnight in the spreadsheet's zone.
 *
 * @returns The error that the cell shows instead, where the platform does not run the function.
 */
export function prepareArguments(
  workbook: Workbook,
  home: Sheet,
  args: readonly CallArgument[],
): { readonly args: readonly FormulaArgument[] } | { readonly error: CellError } {
  const { zone } = workbook.settings;
  const values: FormulaArgument[] = [];
  for (const argument of args) {
    const target = targetOf(workbook, home, argument);
    if (argument.kind === 'volatile' || (target && holdsVolatile(target)))
      return { error: VOLATILE_ARGUMENT };
    if (argument.kind === 'constant') values.push(argument.value);
    else if (argument.kind === 'day') values.push({ $date: instantOfSerial(argument.serial, zone) });
    else if (argument.kind === 'blank') values.push('');
    else if (target !== undefined) values.push(valuesIn(target, zone));
    else if (argument.kind === 'name')
      return { error: { code: '#NAME?', message: `Unknown range name: '${argument.name}'.` } };
    else return { error: BROKEN };
  }
  return { args: values };
}

function holdsVolatile({ sheet, block }: Target): boolean {
  return [...sheet.formulas.values()].some(
    ({ row, column }) =>
      covers(block, singleCell(row, column)) && isVolatileFormula(sheet.grid.cell(row, column).formula),
  );
}

function valuesIn({ sheet, block }: Target, zone: string): FormulaArgument {
  const values = sheet.grid.map(block, (cell) => readValue(cell, zone));
  return cellCount(block) === 1 ? values[0]?.[0] : values;
}

/** Calculations of one recalculation after which formulas are taken to feed each other for ever. */
const MOST_CALCULATIONS = 10_000;

/**
 * Runs the custom functions whose arguments changed, each after those whose cells it reads. What the platform refuses to run
 * shows its error; so do formulas that wait for each other, and those that wait for them.
 *
 * @returns How many ran.
 */
export function recalculate(document: SpreadsheetDocument, evaluate: EvaluateFormula): number {
  let count = 0;
  /** By sheet and place: whether it waits for itself; true as long as that is not known. */
  const waiting = new Map<string, boolean>();
  const visit = (sheetId: number, row: number, column: number): boolean => {
    const key = `${sheetId} ${row} ${column}`;
    const known = waiting.get(key);
    if (known !== undefined) return known;
    waiting.set(key, true);
    const isStuck = formulasRead(document.workbook, sheetId, row, column)
      .map((place) => visit(...place))
      .includes(true);
    waiting.set(key, isStuck);
    const found = callAt(document.workbook, sheetId, row, column);
    if (found === undefined) return false;
    const { sheet, formula, call } = found;
    const prepared = isStuck ? { error: CIRCULAR } : prepareArguments(document.workbook, sheet, call.args);
    const keep = (result: FormulaCell['result'], args?: readonly FormulaArgument[]) =>
      document.edit((workbook) => settle(workbook, sheetId, formula, result, args));
    if ('error' in prepared) {
      if (JSON.stringify(prepared.error) !== JSON.stringify(formula.result)) keep(prepared.error);
    } else if (JSON.stringify(prepared.args) !== JSON.stringify(formula.lastArguments)) {
      count += 1;
      const isEndless = count > MOST_CALCULATIONS;
      const outcome = isEndless ? null : evaluate(call.name, prepared.args, { sheetId, row, column });
      keep(outcome === null ? CIRCULAR : resultOf(outcome), prepared.args);
    }
    return isStuck;
  };
  // An array that was laid out for the first time may be read by a formula that has run already.
  for (let before = -1; before < count; ) {
    before = count;
    waiting.clear();
    for (const { id, formulas } of document.workbook.sheets)
      for (const { row, column } of formulas.values()) visit(id, row, column);
  }
  return count;
}

/** The formulas whose cells a formula reads; of its own result only where it stands. */
function formulasRead(workbook: Workbook, sheetId: number, row: number, column: number) {
  const found = callAt(workbook, sheetId, row, column);
  return (found?.call.args ?? []).flatMap((argument) => {
    const target = found && targetOf(workbook, found.sheet, argument);
    if (target === undefined) return [];
    const isRead = (other: FormulaCell) =>
      intersects(target.block, other === found?.formula ? singleCell(row, column) : other.extent);
    const read = [...target.sheet.formulas.values()].filter(isRead);
    return read.map((other) => [target.sheet.id, other.row, other.column] as const);
  });
}

function callAt(workbook: Workbook, sheetId: number, row: number, column: number) {
  const sheet = workbook.findSheet(sheetId);
  const formula = sheet?.formulaAt(row, column);
  const cell = sheet?.grid.cell(row, column);
  const call = cell && cell.value !== PARSE_ERROR ? parseFormulaCall(cell.formula) : undefined;
  return sheet && formula && call && { sheet, formula, call };
}

/** @returns `undefined` for a function that the script has not: its value comes from outside. */
function resultOf(outcome: FormulaOutcome): FormulaCell['result'] {
  if (outcome.kind === 'value') return resultRows(outcome.value);
  return outcome.kind === 'error' ? { code: '#ERROR!', message: outcome.message } : undefined;
}

/** Keeps what a formula gave, and shows it, if it is still there. */
export function settle(
  workbook: Workbook,
  sheetId: number,
  { row, column }: Pick<FormulaCell, 'row' | 'column'>,
  result: FormulaCell['result'],
  lastArguments?: readonly FormulaArgument[],
): void {
  const sheet = workbook.findSheet(sheetId);
  const formula = sheet?.formulaAt(row, column);
  if (sheet === undefined || formula === undefined) return;
  sheet.keepFormula({ ...formula, lastArguments, result });
  if (result !== undefined) showResult(workbook, sheet, row, column);
}

/** Rows of equal length as they are, a single value as one row; any other array is refused (text assumed). */
export function resultRows(value: unknown): NonNullable<FormulaCell['result']> {
  const rows = Array.isArray(value) ? value : [[value]];
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  const isCell = (cell: unknown) => typeof cell !== 'object' || cell === null || '$date' in cell;
  const isEven =
    width > 0 && rows.every((row) => Array.isArray(row) && row.length === width && row.every(isCell));
  if (!isEven) return { code: '#ERROR!', message: NOT_A_TABLE };
  const isLong = (cell: unknown) => typeof cell === 'string' && cell.length > MAX_CHARACTERS_PER_CELL;
  return rows.some((row: unknown[]) => row.some(isLong)) ? { code: '#ERROR!', message: TOO_LONG } : rows;
}

const NOT_A_TABLE = 'The result is not a single value or a two-dimensional array with rows of equal length.';
const TOO_LONG = `Your input contains more than the maximum of ${MAX_CHARACTERS_PER_CELL} characters in a single cell.`;

/**
 * Lays out a formula's result, its array in the cells below and beside it. Where the array does not fit, the cell becomes
 * `#REF!` and nothing else is written.
 */
export function showResult(workbook: Workbook, sheet: Sheet, row: number, column: number): void {
  const before = sheet.formulaAt(row, column);
  if (before === undefined) return;
  const formula = collapseSpill(sheet, before);
  const wanted = wantedBlock(formula);
  const error =
    wanted === undefined ? (formula.result as CellError | undefined) : findObstacle(sheet, wanted);
  if (error !== undefined)
    sheet.grid.update(formula.extent, (cell) => ({
      ...cell,
      value: error,
      calculatedFormat: '',
      spilled: false,
    }));
  else if (wanted !== undefined) {
    const rows = formula.result as readonly (readonly CellInput[])[];
    sheet.grid.update(wanted, (cell, rowOffset, columnOffset) => ({
      ...cell,
      ...calculatedContent(rows[rowOffset]?.[columnOffset] ?? null, workbook),
      spilled: rowOffset + columnOffset > 0,
    }));
    sheet.keepFormula({ ...formula, extent: wanted });
  }
}

/** Takes a formula's result out of the cells around it; the formula itself stays. */
export function collapseSpill(sheet: Sheet, formula: FormulaCell): FormulaCell {
  if (cellCount(formula.extent) > 1) sheet.grid.update(formula.extent, unspilled);
  const collapsed = { ...formula, extent: singleCell(formula.row, formula.column) };
  sheet.keepFormula(collapsed);
  return collapsed;
}

/** A cell without its part of another cell's result. */
export function unspilled(cell: Cell): Cell {
  return cell.spilled ? { ...cell, value: '', calculatedFormat: '', spilled: false } : cell;
}

/** The cells that a formula's rows would fill; `undefined` for an error, or before it was calculated. */
export function wantedBlock({ row, column, result }: FormulaCell): Rectangle | undefined {
  if (!Array.isArray(result)) return undefined;
  return { row, column, rows: result.length, columns: result[0]?.length ?? 1 };
}

/** The error of an array without room; `undefined` where its cells are free. */
function findObstacle(sheet: Sheet, wanted: Rectangle): CellError | undefined {
  const { maxRows, maxColumns } = sheet.grid;
  const missing = { rows: lastRow(wanted) - maxRows, columns: lastColumn(wanted) - maxColumns };
  for (const what of ['rows', 'columns'] as const) {
    const message = `Result was not automatically expanded, please insert more ${what} (${missing[what]}).`;
    if (missing[what] > 0) return { code: '#REF!', message };
  }
  const names = sheet.grid.map(wanted, ({ value, formula, spilled }, row, column) => {
    const isOwn = row === wanted.row && column === wanted.column;
    return !isOwn && (value !== '' || formula !== '' || spilled) ? cellName(row, column) : undefined;
  });
  const found = names.flat().find((name) => name !== undefined);
  const message = `Array result was not expanded because it would overwrite data in ${found}.`;
  return found === undefined ? undefined : { code: '#REF!', message };
}

/** Texts stay texts, whatever they look like; a `Date` becomes a serial number by the spreadsheet's zone. */
function calculatedContent(input: CellInput, { settings }: Workbook) {
  if (typeof input !== 'object' || input === null) return { value: input ?? '', calculatedFormat: '' };
  const serial = serialOfInstant(input.$date, settings.zone);
  return { value: serial, calculatedFormat: automaticDateFormat(serial, settings.locale) };
}
