import { MAX_CELLS_PER_SPREADSHEET, MAX_COLUMNS_PER_SHEET } from '../../limits';
import { HostError } from '../../values';
import { markAllFormulas } from './dependents';
import { parseFormulaCall } from './formula-call';
import { placeFormulas, takeUpFormulas } from './move-formulas';
import { cellCount, type LineChange, lastColumn, lastRow, type Rectangle, shiftRectangle } from './rectangle';
import { shiftReferences } from './references';
import type { Sheet } from './sheet';
import { shiftAttachments } from './shift-attachments';
import type { Workbook } from './workbook';

/**
 * Puts rows or columns into a sheet or takes them out. What lies beyond moves, and so do formulas' references, named
 * ranges, protections, validations, merges, charts and conditional formats.
 *
 * @throws {HostError} when the spreadsheet would grow too big, or the sheet would lose its last row or column.
 */
export function changeLines(workbook: Workbook, sheet: Sheet, change: LineChange): void {
  checkSize(workbook, sheet, change);
  const formulas = takeUpFormulas(workbook, sheet, change);
  sheet.grid.changeLines(change);
  // Of merged cells one may be left, which is merged no more.
  sheet.merges = sheet.merges
    .flatMap((merge) => shiftRectangle(merge, change) ?? [])
    .filter((merge) => cellCount(merge) > 1);
  sheet.protections = sheet.protections.flatMap((protection) => {
    const block = protection.wholeSheet ? sheet.bounds : shiftRectangle(protection.block, change);
    return block === undefined ? [] : [{ ...protection, block }];
  });
  sheet.validations = sheet.validations.flatMap((validation) => {
    const block = shiftRectangle(validation.block, change);
    return block === undefined ? [] : [{ ...validation, block }];
  });
  shiftAttachments(workbook, sheet, change);
  if (change.axis === 'row') sheet.frozenRows = Math.min(sheet.frozenRows, sheet.grid.maxRows - 1);
  shiftNames(workbook, sheet, change);
  shiftAllReferences(workbook, sheet, change);
  placeFormulas(workbook, sheet, formulas);
  markAllFormulas(workbook);
  workbook.noteChange(sheet.id);
}

function checkSize(workbook: Workbook, sheet: Sheet, { axis, count }: LineChange): void {
  const { maxRows, maxColumns } = sheet.grid;
  const [lines, others] = axis === 'row' ? [maxRows, maxColumns] : [maxColumns, maxRows];
  if (lines + count < 1) throw new HostError(`You can't delete all the ${axis}s on the sheet.`);
  if (axis === 'column' && maxColumns + count > MAX_COLUMNS_PER_SHEET) throw tooManyCells();
  if (count > 0 && workbook.cellTotal + count * others > MAX_CELLS_PER_SPREADSHEET) throw tooManyCells();
}

/** Fact S21; the text is assumed. */
export function tooManyCells(): HostError {
  return new HostError(
    `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS_PER_SPREADSHEET} cells.`,
  );
}

/** A name whose cells are all gone is removed, as in `getRangeByName`, which then finds nothing. */
function shiftNames(workbook: Workbook, sheet: Sheet, change: LineChange): void {
  for (const [key, named] of workbook.names) {
    if (named.sheetId !== sheet.id) continue;
    const block: Rectangle | undefined = shiftRectangle(named.block, change);
    if (block === undefined) workbook.names.delete(key);
    else workbook.names.set(key, { ...named, block });
  }
}

/** Rewrites the references of formulas in other sheets; those of this sheet were taken up and rewritten already. */
function shiftAllReferences(workbook: Workbook, changed: Sheet, change: LineChange): void {
  for (const sheet of workbook.sheets) {
    if (sheet === changed) continue;
    for (const formula of [...sheet.formulas.values()]) {
      const text = shiftReferences(
        formula.text,
        change,
        (name) => name !== undefined && name.toLowerCase() === changed.name.toLowerCase(),
      );
      if (text !== formula.text) renewText(sheet, formula.row, formula.column, text);
    }
  }
}

function renewText(sheet: Sheet, row: number, column: number, text: string): void {
  const formula = sheet.formulaAt(row, column);
  if (formula === undefined) return;
  sheet.keepFormula({ ...formula, text, call: parseFormulaCall(text) });
  sheet.grid.put(row, column, { ...sheet.grid.cell(row, column), formula: text });
}

/** True when the lines that go or come touch a block. */
export function linesTouch(block: Rectangle, { axis, at, count }: LineChange): boolean {
  const end = count < 0 ? at - count - 1 : at;
  const [first, last] = axis === 'row' ? [block.row, lastRow(block)] : [block.column, lastColumn(block)];
  return count < 0 ? at <= last && end >= first : at > first && at <= last;
}
