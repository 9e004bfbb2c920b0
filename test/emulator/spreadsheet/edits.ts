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
import { type Cell, type CellChange, EMPTY_CELL, isCellError } from './cells';
import {
  collapseSpill,
  newFormulaCell,
  parseFormulaCall,
  showResult,
  unspilled,
  wantedBlock,
} from './formulas';
import {
  automaticDateFormat,
  displayText,
  parseTypedText,
  serialOfInstant,
  type TypedContent,
} from './typed-text';
import {
  type Chart,
  type ChartSpec,
  NEW_SHEET_COLUMNS,
  NEW_SHEET_ROWS,
  Sheet,
  type Workbook,
  type WorkbookSettings,
} from './workbook';

/* Every change of a workbook, by a script or at the keyboard. */

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
    workbook.noteChange(sheet.id, formula.extent);
  }
  const merges = sheet.merges.filter((merge) => intersects(merge, block));
  sheet.grid.update(block, (cell, rowOffset, columnOffset) => {
    const own = unspilled(cell);
    const changed = change(own, rowOffset, columnOffset);
    const [row, column] = [block.row + rowOffset, block.column + columnOffset];
    // Of merged cells only the first holds anything; what is written to the others is lost (assumed).
    const isHidden = merges.some(
      (merge) => covers(merge, singleCell(row, column)) && (merge.row !== row || merge.column !== column),
    );
    if (isHidden) return own;
    if (changed.formula !== '')
      sheet.keepFormula(newFormulaCell(row, column, changed.formula, changed.value));
    return changed;
  });
  workbook.noteChange(sheet.id, block);
  for (const formula of [...sheet.formulas.values()]) {
    const wanted = wantedBlock(formula);
    if (wanted && cellCount(wanted) > 1 && intersects(wanted, block))
      showResult(workbook, sheet, formula.row, formula.column);
  }
}

/** Changes formats, notes or looks: nothing is calculated anew, formulas and spilled values stay. */
export function decorateCells(workbook: Workbook, sheet: Sheet, block: Rectangle, change: CellChange): void {
  sheet.grid.update(block, change);
  workbook.noteChange(sheet.id, block);
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
  const rules = sheet.validations.filter((rule) => intersects(rule.block, block));
  const contents = sheet.grid.map(block, (cell, row, column) => {
    const content = readInput(
      inputs[row - block.row]?.[column - block.column] ?? null,
      cell,
      workbook.settings,
    );
    const isRefused = rules.some(
      (rule) => covers(rule.block, singleCell(row, column)) && !rule.accepts(content.value),
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
 * Rows of the target that a filter hides stay as they are (assumed, the worst case); those that a person hid do not.
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
  if (cutsMerge(sheet, block)) throw cutMerge();
  const kept = sheet.grid.cell(block.row, block.column);
  sheet.merges = sheet.merges.filter((merge) => !covers(block, merge));
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
export function unmergeBlock(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  if (cutsMerge(sheet, block)) throw cutMerge();
  sheet.merges = sheet.merges.filter((merge) => !covers(block, merge));
  workbook.noteChange(sheet.id, block);
}

/** Whether merged cells lie in a block with some of their cells only. */
function cutsMerge(sheet: Sheet, block: Rectangle): boolean {
  return sheet.merges.some((merge) => intersects(merge, block) && !covers(block, merge));
}

function cutMerge(): HostError {
  return new HostError('You must select all cells in a merged range to merge or unmerge them.');
}

/**
 * Cuts a block and pastes it in the same sheet. A name whose cells are all cut goes with them; one of which a part is cut
 * stays where it is (assumed, the worse case: what was cut is then outside it).
 */
export function cutBlock(
  workbook: Workbook,
  sheet: Sheet,
  block: Rectangle,
  to: { readonly row: number; readonly column: number },
): void {
  const cells = sheet.grid.map(block, (cell) => cell);
  editCells(workbook, sheet, block, () => EMPTY_CELL);
  editCells(workbook, sheet, { ...block, ...to }, (_, row, column) => cells[row]?.[column] ?? EMPTY_CELL);
  for (const [key, named] of workbook.names) {
    if (named.sheetId !== sheet.id || !covers(block, named.block)) continue;
    const { row, column } = named.block;
    const moved = { row: row + to.row - block.row, column: column + to.column - block.column };
    workbook.names.set(key, { ...named, block: { ...named.block, ...moved } });
  }
}

/**
 * Drags whole rows to before another row. A name that lies in them goes with them; for any other the rows are deleted here
 * and inserted there (assumed, the worse case: rows dragged out of a name and back in at its edge are outside it).
 */
export function moveRows(
  workbook: Workbook,
  sheet: Sheet,
  first: number,
  count: number,
  before: number,
): void {
  changeLines(workbook, sheet, { axis: 'row', at: before, count });
  const from = before <= first ? first + count : first;
  const moved = { row: from, column: 1, rows: count, columns: sheet.grid.maxColumns };
  cutBlock(workbook, sheet, moved, { row: before, column: 1 });
  changeLines(workbook, sheet, { axis: 'row', at: from, count: -count });
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
function compareCells(a: Cell, b: Cell, isAscending: boolean): number {
  const [rankA, rankB] = [rank(a), rank(b)];
  if (rankA === EMPTY_RANK || rankB === EMPTY_RANK) return rankA - rankB;
  const areNumbers = typeof a.value === 'number' && typeof b.value === 'number';
  const order =
    rankA - rankB ||
    (areNumbers ? Number(a.value) - Number(b.value) : String(a.value).localeCompare(String(b.value), 'en'));
  return isAscending ? order : -order;
}

const EMPTY_RANK = 9;

function rank({ value }: Cell): number {
  if (value === '') return EMPTY_RANK;
  return isCellError(value) ? 3 : ['number', 'string', 'boolean'].indexOf(typeof value);
}

/** Puts a filter on a block, whose first row is its heading. It hides nothing yet. */
export function putFilter(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  sheet.filter = block;
  sheet.filteredRows.clear();
  workbook.noteChange(sheet.id);
}

/**
 * Has the filter hide rows by what a column shows.
 *
 * What is hidden is decided now: rows that are written later stay hidden or shown until someone sets a criterion again.
 */
export function filterColumn(
  workbook: Workbook,
  sheet: Sheet,
  column: number,
  hidden: readonly string[],
): void {
  sheet.filteredRows = new Set();
  const { row: heading = 0, rows = 0 } = sheet.filter ?? {};
  for (let row = heading + 1; row < heading + rows; row += 1) {
    if (hidden.includes(displayText(sheet.grid.cell(row, column), workbook.settings.locale)))
      sheet.filteredRows.add(row);
  }
  workbook.noteChange(sheet.id);
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
  workbook.noteChange(sheet.id);
}

/** Takes a name away. @throws {HostError} when there is none; the text is assumed. */
export function removeName(workbook: Workbook, name: string): void {
  const named = workbook.names.get(name.toLowerCase());
  if (named === undefined) throw new HostError(`The named range ${name} does not exist.`);
  workbook.names.delete(name.toLowerCase());
  workbook.noteChange(named.sheetId);
}

/**
 * Puts rows or columns into a sheet or takes them out. What lies beyond moves, and so do formulas' references, named
 * ranges, protections, validations, merges, charts and conditional formats.
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
  const concerns = (name: string | undefined) => name === undefined || workbook.sheetNamed(name) === sheet;
  const formulas = [...sheet.formulas.values()].flatMap((formula) => {
    collapseSpill(sheet, formula);
    const place = shiftBlock(singleCell(formula.row, formula.column), change);
    if (place === undefined) return [];
    const text = shiftReferences(formula.text, change, concerns);
    const call = formula.call && parseFormulaCall(text);
    return [{ ...formula, row: place.row, column: place.column, text, call, extent: place }];
  });
  sheet.grid.changeLines(change);
  sheet.formulas = new Map();
  rewriteFormulas(workbook, (text) => shiftReferences(text, change, (name) => isNamed(sheet, name)));
  shiftAttachments(workbook, sheet, change);
  for (const formula of formulas) {
    const { row, column, text } = formula;
    sheet.grid.put(row, column, { ...sheet.grid.cell(row, column), formula: text });
    sheet.keepFormula(formula);
  }
  for (const { row, column } of formulas) showResult(workbook, sheet, row, column);
  workbook.noteChange(sheet.id);
}

function tooManyCells(): HostError {
  return new HostError(
    `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS_PER_SPREADSHEET} cells.`,
  );
}

const isNamed = (sheet: Sheet, name: string | undefined) => name?.toLowerCase() === sheet.name.toLowerCase();

function rewriteFormulas(workbook: Workbook, rewrite: (text: string) => string): void {
  for (const home of workbook.sheets) {
    for (const formula of [...home.formulas.values()]) {
      const text = rewrite(formula.text);
      if (text === formula.text) continue;
      const { row, column } = formula;
      home.keepFormula({ ...formula, text, call: parseFormulaCall(text) });
      home.grid.put(row, column, { ...home.grid.cell(row, column), formula: text });
    }
  }
}

/**
 * Moves what is attached to cells: names, merges, protections, validations, charts and what they show, conditional formats,
 * the filter, widths, hidden rows. A rule without cells left is gone; a chart stays, with what is left of its ranges
 * (assumed).
 */
function shiftAttachments(workbook: Workbook, sheet: Sheet, change: LineChange): void {
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
  // A formula of a rule looks at the same cells as before.
  const looksHere = (name: string | undefined) => name === undefined || isNamed(sheet, name);
  const followed = (text: string) => shiftReferences(text, change, looksHere);
  sheet.conditionalFormats = sheet.conditionalFormats.flatMap(({ condition, ...rule }) => {
    const ranges = blocks(rule.ranges);
    const isFormula = condition.criteria === 'CUSTOM_FORMULA';
    const moved = isFormula ? { ...condition, values: condition.values.map(followed) } : condition;
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
    sheet.filteredRows = sheet.filter ? lines(sheet.filteredRows) : new Set();
    sheet.hiddenRows = lines(sheet.hiddenRows);
  } else {
    const widths = [...sheet.columnWidths].map(([column, width]) => [line(column) ?? 0, width] as const);
    sheet.columnWidths = new Map(widths.filter(([column]) => column > 0));
    if (sheet.filter === undefined) sheet.filteredRows.clear();
  }
}

/** Puts a chart on a sheet. @param id Given when an edit is repeated. @returns The chart's ID. */
export function addChart(
  workbook: Workbook,
  sheet: Sheet,
  spec: ChartSpec,
  id = workbook.nextChartId(),
): number {
  checkChart(workbook, sheet, spec);
  sheet.charts = [...sheet.charts, { ...spec, id }];
  workbook.noteChange(sheet.id);
  return id;
}

/** Puts others, or none, in a chart's place. @throws {HostError} when it is not on the sheet; the text is assumed. */
export function putChart(workbook: Workbook, sheet: Sheet, id: number, others: readonly Chart[]): void {
  if (!sheet.charts.some((chart) => chart.id === id)) throw new HostError('The chart is not on this sheet.');
  for (const chart of others) checkChart(workbook, sheet, chart);
  sheet.charts = sheet.charts.flatMap((chart) => (chart.id === id ? others : [chart]));
  workbook.noteChange(sheet.id);
}

/** A chart has cells to show, and its corner lies in the sheet (both assumed). */
function checkChart(workbook: Workbook, sheet: Sheet, { ranges, anchor }: ChartSpec): void {
  if (ranges.length === 0) throw new HostError('A chart needs at least one range.');
  for (const { sheetId } of ranges) workbook.sheet(sheetId);
  if (!covers(sheet.bounds, singleCell(anchor.row, anchor.column))) throw outsideSheet();
}

/**
 * Adds an empty sheet of 1,000 × 26 cells and makes it active.
 *
 * @param name Without one: `Sheet` and the first free number.
 * @param index Place among the sheets from 0; past the end means last. Without one: after the active sheet (assumed).
 * @param id Given when an edit is repeated that already told its ID.
 * @throws {HostError} for a name in use; also past the limits of a spreadsheet.
 */
export function addSheet(
  workbook: Workbook,
  name?: string,
  index?: number,
  id = workbook.nextSheetId(),
): Sheet {
  let number = workbook.sheets.length + 1;
  while (workbook.sheetNamed(`Sheet${number}`) !== undefined) number += 1;
  const chosen = name ?? `Sheet${number}`;
  checkName(workbook, chosen);
  const total = workbook.cellTotal + NEW_SHEET_ROWS * NEW_SHEET_COLUMNS;
  if (workbook.sheets.length >= MAX_SHEETS || total > MAX_CELLS_PER_SPREADSHEET) throw tooManyCells();
  const sheet = new Sheet(id, chosen);
  const active = workbook.sheets.findIndex((other) => other.id === workbook.activeSheetId);
  workbook.sheets.splice(index ?? active + 1, 0, sheet);
  workbook.activeSheetId = sheet.id;
  workbook.noteChange(sheet.id);
  return sheet;
}

function checkName(workbook: Workbook, name: string, except?: Sheet): void {
  if (name === '' || name.length > 100) throw new HostError(`Invalid sheet name: ${name}`);
  const other = workbook.sheetNamed(name);
  if (other !== undefined && other !== except)
    throw new HostError(`A sheet with the name "${name}" already exists. Please enter another name.`);
}

/** Renames a sheet; formulas follow. @throws {HostError} for a name in use. */
export function renameSheet(workbook: Workbook, sheet: Sheet, name: string): void {
  checkName(workbook, name, sheet);
  const before = sheet.name;
  sheet.name = name;
  rewriteFormulas(workbook, (text) => renameSheetInFormula(text, before, name));
  workbook.noteChange(sheet.id);
}

/** Removes a sheet with its named ranges. @throws {HostError} for the last one; the text is assumed. */
export function removeSheet(workbook: Workbook, sheet: Sheet): void {
  if (workbook.sheets.length === 1) throw new HostError("You can't remove all the sheets in a document.");
  const index = workbook.sheets.indexOf(sheet);
  workbook.sheets.splice(index, 1);
  for (const [key, named] of workbook.names) if (named.sheetId === sheet.id) workbook.names.delete(key);
  if (workbook.activeSheetId === sheet.id)
    workbook.activeSheetId = workbook.sheets[Math.max(0, index - 1)]?.id ?? 0;
  workbook.noteChange(sheet.id);
}

/** Hides a sheet. @throws {HostError} for the last visible one; the text is assumed. */
export function hideSheet(workbook: Workbook, sheet: Sheet): void {
  const shown = workbook.sheets.find((other) => other !== sheet && !other.isHidden);
  if (shown === undefined) throw new HostError("You can't hide all the sheets in a document.");
  sheet.isHidden = true;
  if (workbook.activeSheetId === sheet.id) workbook.activeSheetId = shown.id;
  workbook.noteChange(sheet.id);
}
