import type { CellInput, FormulaArgument, FormulaOutcome } from '../values';
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
import {
  type Cell,
  type CellError,
  type CellValue,
  isOccupied,
  MAX_CHARACTERS_PER_CELL,
  PARSE_ERROR,
} from './cells';
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

/** A formula that is one call of a function with plain arguments; its name as written, since names ignore case. */
interface FormulaCall {
  readonly name: string;
  readonly args: readonly CallArgument[];
}

/** A cell with a formula. Replaced, never changed, as cells are. */
export interface FormulaCell {
  readonly row: number;
  readonly column: number;
  /** With its `=`. */
  readonly text: string;
  /** `undefined`: not one plain call of a function; its value is supplied from outside. */
  readonly call: FormulaCall | undefined;
  /** What the last calculation was given; a calculation with the same arguments is not repeated. */
  readonly lastArguments?: readonly FormulaArgument[] | undefined;
  /** Rows of equal length, or an error; `undefined` before the first calculation. */
  readonly result?: readonly (readonly CellInput[])[] | CellError | undefined;
  /** The cells the result takes up now, the formula's own included. */
  readonly extent: Rectangle;
}

/** A formula that has just been entered. @param value What its cell held at once. */
export function newFormulaCell(row: number, column: number, text: string, value: CellValue): FormulaCell {
  const call = value === PARSE_ERROR ? undefined : parseFormulaCall(text);
  return { row, column, text, call, extent: singleCell(row, column) };
}

/** Matches a call whose result changes without any cell changing. TODAY is assumed to be refused too. */
const VOLATILE = /\b(?:NOW|TODAY|RAND|RANDARRAY|RANDBETWEEN)\s*\(/i;

/** True when the formula calculates something anew each time. */
export function isVolatileFormula(formula: string): boolean {
  return VOLATILE.test(formula.replace(/"(?:[^"]|"")*"/g, '""'));
}

/**
 * Reads `=NAME(arguments)` with literals, cells, ranges, named ranges, `DATE(y, m, d)` and blanks as arguments.
 *
 * @returns `undefined` for every other formula: its value must come from a grid that calculates.
 */
export function parseFormulaCall(formula: string): FormulaCall | undefined {
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
    const texts = splitArguments(insideOfBrackets(formula.slice(match.index + match[0].length)));
    return texts === undefined ? [] : [texts];
  });
}

/** The text up to the bracket that closes one opened before it; all of it where none does. */
function insideOfBrackets(text: string): string {
  let depth = 1;
  for (const { 0: piece, index } of text.matchAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|[()]/g)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (depth === 0) return text.slice(0, index);
  }
  return text;
}

/** @returns `undefined` when a bracket or a quote does not close, so that the text is not one call. */
function splitArguments(inside: string): string[] | undefined {
  if (inside.trim() === '') return [];
  const texts = [''];
  let depth = 0;
  for (const piece of inside.match(/"(?:[^"]|"")*"|'(?:[^']|'')*'|./gs) ?? []) {
    if (piece === '"' || piece === "'") return undefined;
    if (piece === '(' || piece === '{') depth += 1;
    if (piece === ')' || piece === '}') depth -= 1;
    if (depth < 0) return undefined;
    if (piece === ',' && depth === 0) texts.push('');
    else texts[texts.length - 1] += piece;
  }
  return depth === 0 ? texts.map((text) => text.trim()) : undefined;
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

/** Has every formula run again, even if its arguments turn out to be the same. */
export function forgetCalculations(workbook: Workbook): void {
  for (const sheet of workbook.sheets)
    for (const formula of [...sheet.formulas.values()])
      sheet.keepFormula({ ...formula, lastArguments: undefined });
}

/** As Sheets says it. */
const VOLATILE_ARGUMENT: CellError = {
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
    ({ row, column, text }) => covers(block, singleCell(row, column)) && isVolatileFormula(text),
  );
}

function valuesIn({ sheet, block }: Target, zone: string): FormulaArgument {
  const values = sheet.grid.map(block, (cell) => readValue(cell, zone));
  return cellCount(block) === 1 ? values[0]?.[0] : values;
}

/** One call of a custom function that a cell waits for. */
interface Calculation {
  readonly sheetId: number;
  readonly row: number;
  readonly column: number;
  readonly name: string;
  readonly args: readonly FormulaArgument[];
}

/**
 * The next calculation: its arguments are others than last time, and no cell that they read waits for another one. What the
 * platform refuses to run shows its error on the way.
 */
export function nextCalculation(workbook: Workbook): Calculation | undefined {
  for (;;) {
    const waiting = workbook.sheets.flatMap((sheet) =>
      [...sheet.formulas.values()].flatMap((formula) => {
        const { call } = formula;
        const prepared = call && prepareArguments(workbook, sheet, call.args);
        return prepared === undefined || isAsBefore(formula, prepared)
          ? []
          : [{ sheet, formula, call, prepared }];
      }),
    );
    const readsWaiting = ({ sheet: home, formula, call }: (typeof waiting)[number]) =>
      call?.args.some((argument) => {
        const target = targetOf(workbook, home, argument);
        return waiting.some(({ sheet, formula: { row, column, extent }, formula: other }) => {
          const filled = other === formula ? singleCell(row, column) : extent;
          return sheet === target?.sheet && intersects(target.block, filled);
        });
      });
    const ready = waiting.find((each) => !readsWaiting(each));
    // Formulas that wait for each other, or for those that do, all show the same error.
    const next = ready ?? waiting.find(({ formula }) => formula.result !== CIRCULAR);
    if (next === undefined) return undefined;
    const { sheet, formula, call, prepared } = next;
    const refusal = ready === undefined ? CIRCULAR : 'error' in prepared ? prepared.error : undefined;
    if (refusal !== undefined) settle(workbook, sheet, formula, refusal);
    else if (call !== undefined && 'args' in prepared) {
      const { row, column } = formula;
      return { sheetId: sheet.id, row, column, name: call.name, args: prepared.args };
    }
  }
}

function isAsBefore(
  { result, lastArguments }: FormulaCell,
  prepared: ReturnType<typeof prepareArguments>,
): boolean {
  return 'error' in prepared
    ? JSON.stringify(prepared.error) === JSON.stringify(result)
    : JSON.stringify(prepared.args) === JSON.stringify(lastArguments);
}

/** Puts the outcome of a calculation into its cell. The value of a function that the script has not comes from outside. */
export function settleCalculation(
  workbook: Workbook,
  { sheetId, row, column, args }: Calculation,
  outcome: FormulaOutcome,
): void {
  const sheet = workbook.findSheet(sheetId);
  const formula = sheet?.formulaAt(row, column);
  if (sheet === undefined || formula === undefined) return;
  if (outcome.kind === 'value') settle(workbook, sheet, formula, resultRows(outcome.value), args);
  else if (outcome.kind === 'error')
    settle(workbook, sheet, formula, { code: '#ERROR!', message: outcome.message }, args);
  else sheet.keepFormula({ ...formula, lastArguments: args, result: undefined });
}

function settle(
  workbook: Workbook,
  sheet: Sheet,
  formula: FormulaCell,
  result: FormulaCell['result'],
  lastArguments?: readonly FormulaArgument[],
): void {
  sheet.keepFormula({ ...formula, lastArguments, result });
  showResult(workbook, sheet, formula.row, formula.column);
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
  const formula = sheet.formulaAt(row, column);
  if (formula === undefined) return;
  collapseSpill(sheet, formula);
  const { result, extent: before } = formula;
  const own = singleCell(row, column);
  const wanted = wantedBlock(formula);
  const error = wanted === undefined ? (result as CellError | undefined) : findObstacle(sheet, wanted);
  if (wanted !== undefined && error === undefined) {
    const rows = result as readonly (readonly CellInput[])[];
    sheet.grid.update(wanted, (cell, rowOffset, columnOffset) => ({
      ...cell,
      ...calculatedContent(rows[rowOffset]?.[columnOffset] ?? null, workbook),
      spilled: rowOffset + columnOffset > 0,
    }));
    sheet.keepFormula({ ...formula, extent: wanted });
  } else if (error !== undefined)
    sheet.grid.update(own, (cell) => ({ ...cell, value: error, calculatedFormat: '', spilled: false }));
  const after = error === undefined && wanted !== undefined ? wanted : own;
  const rows = Math.max(lastRow(before), lastRow(after)) - row + 1;
  const columns = Math.max(lastColumn(before), lastColumn(after)) - column + 1;
  workbook.noteChange(sheet.id, { row, column, rows, columns });
}

/** Takes a formula's result out of the sheet again; the formula itself stays. */
export function collapseSpill(sheet: Sheet, formula: FormulaCell): void {
  if (cellCount(formula.extent) > 1) sheet.grid.update(formula.extent, unspilled);
  sheet.keepFormula({ ...formula, extent: singleCell(formula.row, formula.column) });
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
  const names = sheet.grid.map(wanted, (cell, row, column) => {
    const isOwn = row === wanted.row && column === wanted.column;
    return !isOwn && (isOccupied(cell) || cell.spilled) ? cellName(row, column) : undefined;
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
