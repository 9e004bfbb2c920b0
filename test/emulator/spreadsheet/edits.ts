import { type CellInput, HostError } from '../values';
import {
  cellCount,
  cellName,
  covers,
  intersects,
  type LineChange,
  moveReferences,
  type Rectangle,
  readBlock,
  shiftBlock,
  shiftSpan,
  singleCell,
} from './a1';
import { type Cell, type CellChange, EMPTY_CELL } from './cells';
import { collapseSpill } from './formulas';
import { automaticDateFormat, parseTypedText, serialOfInstant, type TypedContent } from './typed-text';
import { type Place, Sheet, type Workbook, type WorkbookSettings } from './workbook';

/* The changes of a workbook that need more than putting a value in place, by a script or at the keyboard. */

/** Docs Editors Help, "Files you can store in Google Drive": cells, empty ones included. */
const MAX_CELLS_PER_SPREADSHEET = 10_000_000;

export function outsideSheet(): HostError {
  return new HostError('The coordinates of the range are outside the dimensions of the sheet.');
}

/**
 * Changes the cells of a block, formulas and array results included.
 *
 * All edits of contents go through here: a formula that is overwritten takes its spilled cells with it, one whose spilled cells
 * are is calculated anew. Of merged cells only the first holds anything; what is written to the others is lost.
 */
export function editCells(sheet: Sheet, block: Rectangle, change: CellChange): void {
  for (const [key, formula] of sheet.formulas) {
    if (!intersects(formula, block)) continue;
    collapseSpill(sheet, formula);
    if (covers(block, singleCell(formula.row, formula.column))) sheet.formulas.delete(key);
  }
  const merges = sheet.merges.filter((merge) => intersects(merge, block));
  sheet.grid.update(block, (cell, rowOffset, columnOffset) => {
    const changed = change(cell, rowOffset, columnOffset);
    const [row, column] = [block.row + rowOffset, block.column + columnOffset];
    const place = singleCell(row, column);
    const isHidden = merges.some(
      (merge) => covers(merge, place) && (merge.row !== row || merge.column !== column),
    );
    if (isHidden) return cell;
    if (changed.formula !== '') sheet.formulas.set(`${row} ${column}`, place);
    return changed;
  });
}

/**
 * Puts values into a block as `setValues` does: texts are read as if typed, dates go through the spreadsheet's zone.
 * All of them are checked before the first is written.
 *
 * @throws {HostError} when a text is too long, or data validation rejects a value (text assumed).
 */
export function writeInputs(
  sheet: Sheet,
  block: Rectangle,
  inputs: readonly (readonly CellInput[])[],
  settings: WorkbookSettings,
): void {
  const rules = sheet.validations.filter((rule) => rule.isStrict && intersects(rule, block));
  const contents = sheet.grid.map(block, (cell, row, column) => {
    const content = readInput(inputs[row - block.row]?.[column - block.column] ?? null, cell, settings);
    const isRefused = rules.some(
      (rule) => covers(rule, singleCell(row, column)) && !rule.offered.includes(String(content.value)),
    );
    if (!isRefused || content.formula !== '' || content.value === '') return content;
    throw new HostError(
      `The data you entered in cell ${cellName(row, column)} violates its data validation.`,
    );
  });
  editCells(sheet, block, (cell, row, column) => withContent(cell, contents[row]?.[column] ?? EMPTY_CELL));
}

function readInput(input: CellInput, cell: Cell, { zone, locale }: WorkbookSettings): TypedContent {
  if (input === null || input === '') return EMPTY_CELL;
  if (typeof input === 'string') return parseTypedText(input, cell.format, locale);
  if (typeof input !== 'object') return { value: input, formula: '', format: '' };
  const serial = serialOfInstant(input.getTime(), zone);
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
  };
}

/** Empties the values and formulas of a block; formats and notes stay. */
export function clearContents(sheet: Sheet, block: Rectangle): void {
  editCells(sheet, block, (cell) => withContent(cell, EMPTY_CELL));
}

/** Copies the values of a block to one of the same size. Texts are not read again: what was text stays text. */
export function copyValues(source: Sheet, from: Rectangle, sheet: Sheet, block: Rectangle): void {
  const cells = source.grid.map(from, ({ value }) => value);
  editCells(sheet, block, (cell, row, column) =>
    withContent(cell, { ...EMPTY_CELL, value: cells[row]?.[column] ?? '' }),
  );
}

/** Merges a block into one cell: only the first cell's contents stay, and what it accepts is for all (assumed). */
export function mergeBlock(sheet: Sheet, block: Rectangle): void {
  unmergeBlock(sheet, block);
  const kept = sheet.grid.cell(block.row, block.column);
  editCells(sheet, block, (cell, row, column) => (row + column === 0 ? kept : withContent(cell, EMPTY_CELL)));
  sheet.merges = [...sheet.merges, block];
  sheet.validations = sheet.validations.map((rule) =>
    rule.row === block.row && rule.column === block.column ? { ...rule, ...block } : rule,
  );
}

/** Takes merged cells apart; what they held stays in the first. */
export function unmergeBlock(sheet: Sheet, block: Rectangle): void {
  sheet.merges = sheet.merges.filter((merge) => !intersects(merge, block));
}

/**
 * Sorts the rows of a block by one of its columns, counted from 1 in the sheet: numbers before texts. Equal rows keep their
 * order; empty cells are last in both directions.
 *
 * @throws {HostError} where cells of several rows are merged (text assumed).
 */
export function sortBlock(sheet: Sheet, block: Rectangle, column: number, isAscending: boolean): void {
  if (sheet.merges.some((merge) => merge.rows > 1 && intersects(merge, block)))
    throw new HostError("You can't sort a range with vertical merges.");
  const compare = (a: Cell['value'], b: Cell['value']) => {
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    const [one, other] = typeof a === typeof b ? [a, b] : [typeof a, typeof b];
    return (one < other ? -1 : Number(one > other)) * (isAscending ? 1 : -1);
  };
  // What formulas gave is calculated anew in the new order.
  for (const formula of sheet.formulas.values())
    if (intersects(formula, block)) collapseSpill(sheet, formula);
  const keyOf = (cells: readonly Cell[]) => (cells[column - block.column] ?? EMPTY_CELL).value;
  const lines = sheet.grid
    .map(block, (cell) => cell)
    .map((cells, offset) => ({ cells, offset }))
    .sort((a, b) => compare(keyOf(a.cells), keyOf(b.cells)));
  editCells(sheet, block, (old, row, columnOffset) => {
    const { cells = [], offset = 0 } = lines[row] ?? {};
    const cell = cells[columnOffset] ?? old;
    return cell.formula === '' ? cell : { ...cell, formula: moveReferences(cell.formula, row - offset, 0) };
  });
}

/**
 * Gives a block a name, or moves the name to it. Formulas that use the name read the new cells.
 *
 * From the Docs Editors Help, "Name a range of cells": letters, numbers and underscores, 1 to 250 of them;
 * no number and neither `true` nor `false` in front; nothing that reads as A1 or R1C1 notation.
 *
 * @throws {HostError} for a name that no formula could use; the text is assumed.
 */
export function nameBlock(workbook: Workbook, name: string, place: Place): void {
  const isWord = /^(?!true|false)[a-z_][a-z0-9_]{0,249}$/i.test(name);
  if (!isWord || readBlock(name, place) !== undefined || /^r\d*c\d*$/i.test(name))
    throw new HostError('The name you have entered for this named range is invalid.');
  workbook.names.delete(workbook.nameOf(name) ?? '');
  workbook.names.set(name, place);
}

/**
 * Puts rows or columns into a sheet or takes them out. What lies beyond moves, and so does what is attached to cells.
 *
 * @throws {HostError} when the spreadsheet would grow too big (the text is assumed).
 */
export function changeLines(workbook: Workbook, sheet: Sheet, change: LineChange): void {
  const { axis, count } = change;
  if (count > 0) checkSize(workbook, count * sheet.bounds[axis === 'row' ? 'columns' : 'rows']);
  sheet.grid.changeLines(change);
  moveAttachments(workbook, sheet, change);
}

/** @throws {HostError} when so many cells more would be too many. */
function checkSize({ sheets }: Workbook, more: number): void {
  const total = sheets.reduce((sum, { bounds }) => sum + cellCount(bounds), more);
  if (total > MAX_CELLS_PER_SPREADSHEET)
    throw new HostError(`The workbook would have more than ${MAX_CELLS_PER_SPREADSHEET} cells.`);
}

/** All that lies on cells of a sheet moves with them. A rule without cells left is gone; a chart stays, with what is left. */
function moveAttachments(workbook: Workbook, sheet: Sheet, change: LineChange): void {
  const { axis, at } = change;
  const { grid } = sheet;
  const line = (number: number) => shiftSpan(number, 1, change)?.first;
  const own = <Block extends Rectangle>(all: readonly Block[]): Block[] =>
    all.flatMap((one) => shiftBlock(one, change) ?? []);
  const places = (all: readonly Place[]) =>
    all.flatMap((one) => (one.sheetId === sheet.id ? own([one]) : one));
  for (const [name, place] of workbook.names) {
    const [moved] = places([place]);
    if (moved) workbook.names.set(name, moved);
    else workbook.names.delete(name);
  }
  const formulas = own([...sheet.formulas.values()]).filter(
    ({ row, column }) => grid.cell(row, column).formula !== '',
  );
  sheet.formulas = new Map(formulas.map((formula) => [`${formula.row} ${formula.column}`, formula]));
  // Of merged cells one may be left, which is merged no more.
  sheet.merges = own(sheet.merges).filter((merge) => cellCount(merge) > 1);
  sheet.protections = own(sheet.protections);
  sheet.validations = own(sheet.validations);
  sheet.conditionalFormats = sheet.conditionalFormats
    .map((format) => ({ ...format, ranges: own(format.ranges) }))
    .filter(({ ranges }) => ranges.length > 0);
  for (const home of workbook.sheets)
    home.charts = home.charts.map((chart) => ({ ...chart, ranges: places(chart.ranges) }));
  sheet.charts = sheet.charts.map(({ anchor, ...chart }) => {
    return { ...chart, anchor: { ...anchor, [axis]: line(anchor[axis]) ?? at } };
  });
  [sheet.filter] = own(sheet.filter ? [sheet.filter] : []);
  if (axis === 'row') return;
  const widths = [...sheet.columnWidths].map(([column, width]) => [line(column) ?? 0, width] as const);
  sheet.columnWidths = new Map(widths.filter(([column]) => column > 0));
}

/**
 * Adds an empty sheet of 1,000 × 26 cells and makes it active.
 *
 * @param index Place among the sheets from 0; past the end means last. Without one: after the active sheet (assumed).
 * @param id Given when it was told before the edit is made.
 * @throws {HostError} for a name in use; also past the limits of a spreadsheet.
 */
export function addSheet(workbook: Workbook, name: string, index?: number, id = workbook.newId()): Sheet {
  const sheet = new Sheet(id, '');
  checkSize(workbook, cellCount(sheet.bounds));
  renameSheet(workbook, sheet, name);
  const active = workbook.sheets.findIndex((other) => other.id === workbook.activeSheetId);
  workbook.sheets.splice(index ?? active + 1, 0, sheet);
  workbook.activeSheetId = sheet.id;
  return sheet;
}

/** Renames a sheet. @throws {HostError} for a name in use. */
export function renameSheet(workbook: Workbook, sheet: Sheet, name: string): void {
  if (name === '' || name.length > 100) throw new HostError(`Invalid sheet name: ${name}`);
  const other = workbook.sheetNamed(name);
  if (other !== undefined && other !== sheet)
    throw new HostError(`A sheet with the name "${name}" already exists.`);
  sheet.name = name;
}

/** Removes a sheet with its named ranges. */
export function removeSheet(workbook: Workbook, sheet: Sheet): void {
  const index = workbook.sheets.indexOf(sheet);
  workbook.sheets.splice(index, 1);
  for (const [name, { sheetId }] of workbook.names) if (sheetId === sheet.id) workbook.names.delete(name);
  if (workbook.activeSheetId === sheet.id)
    workbook.activeSheetId = workbook.sheets[Math.max(0, index - 1)]?.id ?? 0;
}

/** Hides a sheet, beside which others are visible. */
export function hideSheet(workbook: Workbook, sheet: Sheet): void {
  sheet.isHidden = true;
  const shown = workbook.sheets.find(({ isHidden }) => !isHidden);
  if (shown && workbook.activeSheetId === sheet.id) workbook.activeSheetId = shown.id;
}
