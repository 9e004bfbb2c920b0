import { type CellInput, HostError } from '../values';
import {
  cellCount,
  cellName,
  covers,
  intersects,
  type LineChange,
  moveReferences,
  parseA1,
  type Rectangle,
  renameSheetInFormula,
  shiftBlock,
  shiftReferences,
  shiftSpan,
  singleCell,
} from './a1';
import { type Cell, type CellChange, EMPTY_CELL } from './cells';
import { collapseSpill, showResult, unspilled, wantedBlock } from './formulas';
import { automaticDateFormat, parseTypedText, serialOfInstant, type TypedContent } from './typed-text';
import {
  type Chart,
  NEW_SHEET_COLUMNS,
  NEW_SHEET_ROWS,
  Sheet,
  type Workbook,
  type WorkbookSettings,
} from './workbook';

/* The changes of a workbook that need more than putting a value in place, by a script or at the keyboard. */

/** Docs Editors Help, "Files you can store in Google Drive": cells, empty ones included; columns up to `ZZZ`; sheets. */
const MAX_CELLS_PER_SPREADSHEET = 10_000_000;
const MAX_COLUMNS_PER_SHEET = 18_278;
const MAX_SHEETS = 200;

export function outsideSheet(): HostError {
  return new HostError('The coordinates of the range are outside the dimensions of the sheet.');
}

/**
 * Changes the cells of a block, formulas and array results included.
 *
 * All edits of contents go through here: a formula that is overwritten takes its spilled cells with it, and a spill whose
 * way is blocked or freed is laid out again.
 */
export function editCells(workbook: Workbook, sheet: Sheet, block: Rectangle, change: CellChange): void {
  for (const formula of [...sheet.formulas.values()]) {
    if (!covers(block, singleCell(formula.row, formula.column))) continue;
    collapseSpill(sheet, formula);
    sheet.dropFormula(formula);
  }
  const merges = sheet.merges.filter((merge) => intersects(merge, block));
  sheet.grid.update(block, (cell, rowOffset, columnOffset) => {
    const own = unspilled(cell);
    const changed = change(own, rowOffset, columnOffset);
    const [row, column] = [block.row + rowOffset, block.column + columnOffset];
    // Of merged cells only the first holds anything; what is written to the others is lost.
    const isHidden = merges.some(
      (merge) => covers(merge, singleCell(row, column)) && (merge.row !== row || merge.column !== column),
    );
    if (isHidden) return own;
    if (changed.formula !== '') sheet.keepFormula({ row, column, extent: singleCell(row, column) });
    return changed;
  });
  for (const formula of [...sheet.formulas.values()]) {
    const wanted = wantedBlock(formula);
    if (wanted && cellCount(wanted) > 1 && intersects(wanted, block))
      showResult(workbook, sheet, formula.row, formula.column);
  }
}

const EMPTY: TypedContent = { value: '', formula: '', format: '' };

/**
 * Puts values into a block as `setValues` does: texts are read as if typed, dates go through the spreadsheet's zone.
 * All of them are checked before the first is written.
 *
 * @throws {HostError} when a text is too long, or data validation rejects a value (text assumed).
 */
export function writeInputs(
  workbook: Workbook,
  sheet: Sheet,
  block: Rectangle,
  inputs: readonly (readonly CellInput[])[],
): void {
  const rules = sheet.validations.filter((rule) => rule.isStrict && intersects(rule.block, block));
  const contents = sheet.grid.map(block, (cell, row, column) => {
    const input = inputs[row - block.row]?.[column - block.column] ?? null;
    const content = readInput(input, cell, workbook.settings);
    const isRefused = rules.some(
      (rule) => covers(rule.block, singleCell(row, column)) && !rule.offered.includes(String(content.value)),
    );
    if (!isRefused || content.formula !== '' || content.value === '') return content;
    throw new HostError(
      `The data you entered in cell ${cellName(row, column)} violates the data validation rules set on this cell.`,
    );
  });
  editCells(workbook, sheet, block, (cell, row, column) =>
    withContent(cell, contents[row]?.[column] ?? EMPTY),
  );
}

function readInput(input: CellInput, cell: Cell, { zone, locale }: WorkbookSettings): TypedContent {
  if (input === null || input === '') return EMPTY;
  if (typeof input === 'string') return parseTypedText(input, cell.format, locale);
  if (typeof input !== 'object') return { value: input, formula: '', format: '' };
  const serial = serialOfInstant(input.$date, zone);
  return { value: serial, formula: '', format: automaticDateFormat(serial, locale) };
}

/**
 * The cell with other contents; its note and looks stay, its format too unless it was automatic.
 *
 * Each member is written out: a spread would take half of the time of a big write.
 */
function withContent(cell: Cell, content: TypedContent): Cell {
  return {
    value: content.value,
    formula: content.formula,
    format: cell.format === '' ? content.format : cell.format,
    calculatedFormat: '',
    note: cell.note,
    style: cell.style,
    spilled: false,
  };
}

/** Empties the values and formulas of a block; formats and notes stay. */
export function clearContents(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  editCells(workbook, sheet, block, (cell) => withContent(cell, EMPTY));
}

/**
 * Copies the values of a block to one of the same size. Texts are not read again: what was text stays text.
 *
 * Rows of the target that a filter hides stay as they are; those that a person hid do not.
 *
 * @throws {HostError} when the copy would leave the sheet, or cut through merged cells (texts assumed).
 */
export function copyValues(
  workbook: Workbook,
  source: { readonly sheet: Sheet; readonly block: Rectangle },
  sheet: Sheet,
  block: Rectangle,
): void {
  if (block.rows !== source.block.rows || block.columns !== source.block.columns)
    throw new HostError('A copy to a block of another size is not emulated');
  if (!covers(sheet.bounds, block)) throw outsideSheet();
  if (cutsMerge(sheet, block))
    throw new HostError("You can't perform a paste that partially intersects a merge.");
  const cells = source.sheet.grid.map(source.block, (cell) => cell);
  editCells(workbook, sheet, block, (cell, row, column) => {
    const copied = cells[row]?.[column];
    if (copied === undefined || sheet.filteredRows.has(block.row + row)) return cell;
    return { ...cell, value: copied.value, calculatedFormat: '', spilled: false, formula: '' };
  });
}

/** Merges a block into one cell: only the first cell's contents stay. @throws {HostError} Text assumed. */
export function mergeBlock(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  unmergeBlock(sheet, block);
  const kept = sheet.grid.cell(block.row, block.column);
  editCells(workbook, sheet, block, (cell, row, column) =>
    row + column === 0 ? kept : withContent(cell, EMPTY),
  );
  sheet.merges = [...sheet.merges, block];
  // What the first cell accepts is what merged cells accept (assumed).
  sheet.validations = sheet.validations.map((rule) =>
    rule.block.row === block.row && rule.block.column === block.column ? { ...rule, block } : rule,
  );
}

/** Takes merged cells apart; what they held stays in the first. @throws {HostError} Text assumed. */
export function unmergeBlock(sheet: Sheet, block: Rectangle): void {
  if (cutsMerge(sheet, block))
    throw new HostError('You must select all cells in a merged range to merge or unmerge them.');
  sheet.merges = sheet.merges.filter((merge) => !covers(block, merge));
}

/** Whether merged cells lie in a block with some of their cells only. */
function cutsMerge(sheet: Sheet, block: Rectangle): boolean {
  return sheet.merges.some((merge) => intersects(merge, block) && !covers(block, merge));
}

/**
 * Sorts the rows of a block by one of its columns, counted from 1 in the sheet. Equal rows keep their order.
 *
 * @throws {HostError} where cells of several rows are merged, or merged cells reach out of the block (texts assumed).
 */
export function sortBlock(
  workbook: Workbook,
  sheet: Sheet,
  block: Rectangle,
  column: number,
  isAscending: boolean,
): void {
  const isInTheWay = (merge: Rectangle) =>
    intersects(merge, block) && (merge.rows > 1 || !covers(block, merge));
  if (sheet.merges.some(isInTheWay)) throw new HostError("You can't sort a range with vertical merges.");
  const at = column - block.column;
  const lines = sheet.grid
    .map(block, (cell) => cell)
    .map((cells, offset) => ({ cells, offset }))
    .sort((a, b) => compareCells(a.cells[at] ?? EMPTY_CELL, b.cells[at] ?? EMPTY_CELL, isAscending));
  editCells(workbook, sheet, block, (old, row, columnOffset) => {
    const line = lines[row];
    const cell = line?.cells[columnOffset];
    if (line === undefined || cell === undefined) return old;
    const formula = cell.formula === '' ? '' : moveReferences(cell.formula, row - line.offset, 0);
    return { ...unspilled(cell), formula };
  });
}

/** Numbers before texts before booleans before errors; empty cells last in both directions. */
function compareCells({ value: a }: Cell, { value: b }: Cell, isAscending: boolean): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const rank = (value: Cell['value']) => ['number', 'string', 'boolean', 'object'].indexOf(typeof value);
  const areNumbers = typeof a === 'number' && typeof b === 'number';
  const order = rank(a) - rank(b) || (areNumbers ? a - b : String(a).localeCompare(String(b), 'en'));
  return isAscending ? order : -order;
}

/**
 * Gives a block a name, or moves the name to it. Formulas that use the name read the new cells.
 *
 * From the Docs Editors Help, "Name a range of cells": letters, numbers and underscores, 1 to 250 of them;
 * no number and neither `true` nor `false` in front; nothing that reads as A1 or R1C1 notation.
 *
 * @throws {HostError} for a name that no formula could use; the text is assumed.
 */
export function nameBlock(workbook: Workbook, name: string, sheet: Sheet, block: Rectangle): void {
  const isWord = /^(?!true|false)[a-z_][a-z0-9_]{0,249}$/i.test(name);
  if (!isWord || parseA1(name) !== undefined || /^r\d*c\d*$/i.test(name))
    throw new HostError('The name you have entered for this named range is invalid.');
  workbook.names.set(name.toLowerCase(), { name, sheetId: sheet.id, block });
}

/**
 * Puts rows or columns into a sheet or takes them out. What lies beyond moves, and so does what is attached to cells.
 *
 * @throws {HostError} when the spreadsheet would grow too big (the text is assumed), or the sheet would lose its
 *   last row or column.
 */
export function changeLines(workbook: Workbook, sheet: Sheet, change: LineChange): void {
  const { axis, count } = change;
  const { maxRows, maxColumns } = sheet.grid;
  const [lines, others] = axis === 'row' ? [maxRows, maxColumns] : [maxColumns, maxRows];
  if (lines + count < 1) throw new HostError(`You can't delete all the ${axis}s on the sheet.`);
  const isWide = axis === 'column' && maxColumns + count > MAX_COLUMNS_PER_SHEET;
  if (isWide || (count > 0 && workbook.cellTotal + count * others > MAX_CELLS_PER_SPREADSHEET))
    throw tooManyCells();
  // Formulas as they will stand, spilled cells out of the way; those whose own cell goes are left out.
  const formulas = [...sheet.formulas.values()].flatMap((formula) => {
    collapseSpill(sheet, formula);
    const place = shiftBlock(singleCell(formula.row, formula.column), change);
    return place === undefined ? [] : [{ ...formula, row: place.row, column: place.column, extent: place }];
  });
  sheet.grid.changeLines(change);
  sheet.formulas = new Map();
  for (const formula of formulas) sheet.keepFormula(formula);
  const follow = (text: string, home: Sheet) =>
    shiftReferences(
      text,
      change,
      (name) => (name === undefined ? home : workbook.sheetNamed(name)) === sheet,
    );
  rewriteFormulas(workbook, follow);
  moveAttachments(workbook, sheet, change, (text) => follow(text, sheet));
  for (const { row, column } of formulas) showResult(workbook, sheet, row, column);
}

function tooManyCells(): HostError {
  return new HostError(
    `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS_PER_SPREADSHEET} cells.`,
  );
}

function rewriteFormulas(workbook: Workbook, rewrite: (text: string, home: Sheet) => string): void {
  for (const home of workbook.sheets) {
    for (const { row, column } of home.formulas.values()) {
      const before = home.grid.cell(row, column);
      const formula = rewrite(before.formula, home);
      if (formula !== before.formula)
        home.grid.update(singleCell(row, column), (cell) => ({ ...cell, formula }));
    }
  }
}

/** A rule without cells left is gone; a chart stays, with what is left of its ranges. */
function moveAttachments(
  workbook: Workbook,
  sheet: Sheet,
  change: LineChange,
  follow: (formula: string) => string,
): void {
  const { axis } = change;
  const blocks = <Block extends Rectangle>(all: readonly Block[]) =>
    all.flatMap((block) => shiftBlock(block, change) ?? []);
  const withBlock = <T extends { readonly block: Rectangle }>(each: T): T[] =>
    blocks([each.block]).map((block) => ({ ...each, block }));
  const line = (at: number) => shiftSpan(at, 1, change)?.first;
  for (const [key, named] of workbook.names) {
    const [moved] = named.sheetId === sheet.id ? withBlock(named) : [named];
    if (moved === undefined) workbook.names.delete(key);
    else workbook.names.set(key, moved);
  }
  // Of merged cells one may be left, which is merged no more.
  sheet.merges = blocks(sheet.merges).filter((merge) => cellCount(merge) > 1);
  sheet.protections = sheet.protections.flatMap((each) =>
    each.wholeSheet ? [{ ...each, block: sheet.bounds }] : withBlock(each),
  );
  sheet.validations = sheet.validations.flatMap(withBlock);
  sheet.conditionalFormats = sheet.conditionalFormats.flatMap(({ condition, ...rule }) => {
    const ranges = blocks(rule.ranges);
    const isFormula = condition.criteria === 'CUSTOM_FORMULA';
    const moved = isFormula ? { ...condition, values: condition.values.map(follow) } : condition;
    return ranges.length === 0 ? [] : [{ ...rule, ranges, condition: moved }];
  });
  for (const home of workbook.sheets) {
    home.charts = home.charts.map((chart) => {
      const ranges = chart.ranges.flatMap((each) => (each.sheetId === sheet.id ? blocks([each]) : [each]));
      if (home !== sheet) return { ...chart, ranges };
      const last = axis === 'row' ? sheet.grid.maxRows : sheet.grid.maxColumns;
      const at = Math.min(line(chart.anchor[axis]) ?? change.at, last);
      return { ...chart, ranges, anchor: { ...chart.anchor, [axis]: at } };
    });
  }
  sheet.filter = sheet.filter && shiftBlock(sheet.filter, change);
  const lines = (rows: ReadonlySet<number>) => new Set([...rows].flatMap((row) => line(row) ?? []));
  if (axis === 'row') {
    sheet.frozenRows = Math.min(sheet.frozenRows, sheet.grid.maxRows - 1);
    sheet.filteredRows = lines(sheet.filteredRows);
    sheet.hiddenRows = lines(sheet.hiddenRows);
  } else {
    const widths = [...sheet.columnWidths].map(([column, width]) => [line(column) ?? 0, width] as const);
    sheet.columnWidths = new Map(widths.filter(([column]) => column > 0));
  }
  if (sheet.filter === undefined) sheet.filteredRows.clear();
}

/** Puts a chart on a sheet, or in the place of one with its ID. It has cells to show; its corner lies in the sheet. */
export function putChart(workbook: Workbook, sheet: Sheet, chart: Chart): void {
  const { id, ranges, anchor } = chart;
  if (ranges.length === 0) throw new HostError('A chart needs at least one range.');
  for (const { sheetId } of ranges) workbook.sheet(sheetId);
  if (!covers(sheet.bounds, singleCell(anchor.row, anchor.column))) throw outsideSheet();
  const isKnown = sheet.charts.some((each) => each.id === id);
  sheet.charts = isKnown
    ? sheet.charts.map((each) => (each.id === id ? chart : each))
    : [...sheet.charts, chart];
}

/**
 * Adds an empty sheet of 1,000 × 26 cells and makes it active.
 *
 * @param name Without one: `Sheet` and the first free number.
 * @param index Place among the sheets from 0; past the end means last. Without one: after the active sheet (assumed).
 * @param id Given when it was told before the edit is made.
 * @throws {HostError} for a name in use; also past the limits of a spreadsheet.
 */
export function addSheet(workbook: Workbook, name?: string, index?: number, id = workbook.newId()): Sheet {
  let number = workbook.sheets.length + 1;
  while (workbook.sheetNamed(`Sheet${number}`) !== undefined) number += 1;
  const sheet = new Sheet(id, checkedName(workbook, name ?? `Sheet${number}`));
  const total = workbook.cellTotal + NEW_SHEET_ROWS * NEW_SHEET_COLUMNS;
  if (workbook.sheets.length >= MAX_SHEETS || total > MAX_CELLS_PER_SPREADSHEET) throw tooManyCells();
  const active = workbook.sheets.findIndex((other) => other.id === workbook.activeSheetId);
  workbook.sheets.splice(index ?? active + 1, 0, sheet);
  workbook.activeSheetId = sheet.id;
  return sheet;
}

function checkedName(workbook: Workbook, name: string, except?: Sheet): string {
  if (name === '' || name.length > 100) throw new HostError(`Invalid sheet name: ${name}`);
  const other = workbook.sheetNamed(name);
  if (other === undefined || other === except) return name;
  throw new HostError(`A sheet with the name "${name}" already exists. Please enter another name.`);
}

/** Renames a sheet; formulas follow. @throws {HostError} for a name in use. */
export function renameSheet(workbook: Workbook, sheet: Sheet, name: string): void {
  const before = sheet.name;
  sheet.name = checkedName(workbook, name, sheet);
  rewriteFormulas(workbook, (text) => renameSheetInFormula(text, before, name));
}

/** Removes a sheet with its named ranges. @throws {HostError} for the last one; the text is assumed. */
export function removeSheet(workbook: Workbook, sheet: Sheet): void {
  if (workbook.sheets.length === 1) throw new HostError("You can't remove all the sheets in a document.");
  const index = workbook.sheets.indexOf(sheet);
  workbook.sheets.splice(index, 1);
  for (const [key, named] of workbook.names) if (named.sheetId === sheet.id) workbook.names.delete(key);
  if (workbook.activeSheetId === sheet.id)
    workbook.activeSheetId = workbook.sheets[Math.max(0, index - 1)]?.id ?? 0;
}

/** Hides a sheet. @throws {HostError} for the last visible one; the text is assumed. */
export function hideSheet(workbook: Workbook, sheet: Sheet): void {
  const shown = workbook.sheets.find((other) => other !== sheet && !other.isHidden);
  if (shown === undefined) throw new HostError("You can't hide all the sheets in a document.");
  sheet.isHidden = true;
  if (workbook.activeSheetId === sheet.id) workbook.activeSheetId = shown.id;
}
