import type { Cell } from './cell';
import { markDependents } from './dependents';
import { newFormulaCell } from './formula-cell';
import { covers, intersects, lastColumn, lastRow, type Rectangle, singleCell } from './rectangle';
import { formulaKey, type Sheet } from './sheet';
import { collapseSpill, placeResult } from './spill';
import type { Workbook } from './workbook';

/** Replaces the contents of one cell; offsets count from 0 within the block. */
type CellChange = (cell: Cell, rowOffset: number, columnOffset: number) => Cell;

/**
 * Changes the cells of a block, formulas and array results included.
 *
 * All edits of contents go through here: a formula that is overwritten takes its spilled cells with it, a spill whose
 * way is blocked or freed is laid out again, and formulas that point here are marked for calculation.
 */
export function editCells(workbook: Workbook, sheet: Sheet, block: Rectangle, change: CellChange): void {
  for (const formula of formulasIn(sheet, block)) {
    collapseSpill(sheet, formula);
    sheet.formulas.delete(formulaKey(formula.row, formula.column));
    workbook.noteChange(sheet.id, formula.extent);
    markDependents(workbook, sheet.id, formula.extent);
  }
  const hasMerges = sheet.merges.some((merge) => intersects(merge, block));
  sheet.grid.update(block, (cell, rowOffset, columnOffset) => {
    const own = cell.spilled ? { ...cell, value: '', calculatedFormat: '', spilled: false } : cell;
    const changed = change(own, rowOffset, columnOffset);
    if (hasMerges && isHiddenByMerge(sheet, block.row + rowOffset, block.column + columnOffset)) return own;
    if (changed.formula !== '') {
      const [row, column] = [block.row + rowOffset, block.column + columnOffset];
      sheet.keepFormula(newFormulaCell(row, column, changed.formula, changed.value));
    }
    return changed;
  });
  workbook.noteChange(sheet.id, block);
  markDependents(workbook, sheet.id, block);
  layOutSpills(workbook, sheet, block);
}

/** Changes formats, notes or looks: nothing is calculated anew, formulas and spilled values stay. */
export function decorateCells(
  workbook: Workbook,
  sheet: Sheet,
  block: Rectangle,
  change: CellChange | AlikeChange,
): void {
  if (typeof change === 'function') sheet.grid.update(block, change);
  else sheet.grid.updateAlike(block, change.ofCell);
  workbook.noteChange(sheet.id, block);
}

/** The same change for each cell, whatever its place. */
export interface AlikeChange {
  readonly ofCell: (cell: Cell) => Cell;
}

/** The same change for each cell. Cells and rows that are one object stay one object: a look for a whole column is cheap. */
export function alike(change: (cell: Cell) => Cell): AlikeChange {
  const results = new Map<Cell, Cell>();
  return {
    ofCell: (cell) => {
      let result = results.get(cell);
      if (result === undefined) {
        result = change(cell);
        results.set(cell, result);
      }
      return result;
    },
  };
}

function formulasIn(sheet: Sheet, block: Rectangle) {
  return [...sheet.formulas.values()].filter(({ row, column }) => covers(block, singleCell(row, column)));
}

/** Of merged cells only the first holds anything; what is written to the others is lost (assumed). */
function isHiddenByMerge(sheet: Sheet, row: number, column: number): boolean {
  return sheet.merges.some(
    (merge) => covers(merge, singleCell(row, column)) && (merge.row !== row || merge.column !== column),
  );
}

/** Lays out the array results anew that an edit of `block` may have blocked or freed. */
function layOutSpills(workbook: Workbook, sheet: Sheet, block: Rectangle): void {
  for (const formula of sheet.formulas.values()) {
    if (!Array.isArray(formula.result)) continue;
    const rows = formula.result.length;
    const columns = formula.result[0]?.length ?? 1;
    if (rows * columns === 1) continue;
    const wanted = { row: formula.row, column: formula.column, rows, columns };
    if (intersects(wanted, block)) showResult(workbook, sheet, formula.row, formula.column);
  }
}

/** Lays out one formula's result and marks what depends on the cells it takes up or leaves. */
export function showResult(workbook: Workbook, sheet: Sheet, row: number, column: number): void {
  const formula = sheet.formulaAt(row, column);
  if (formula === undefined) return;
  const before = formula.extent;
  const after = placeResult(sheet, formula, workbook.settings);
  const touched = {
    row,
    column,
    rows: Math.max(lastRow(before), lastRow(after)) - row + 1,
    columns: Math.max(lastColumn(before), lastColumn(after)) - column + 1,
  };
  workbook.noteChange(sheet.id, touched);
  markDependents(workbook, sheet.id, touched);
}
