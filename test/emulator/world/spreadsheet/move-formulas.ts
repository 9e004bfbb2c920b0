import { showResult } from './edit-cells';
import { parseFormulaCall } from './formula-call';
import type { FormulaCell } from './formula-cell';
import { type LineChange, shiftRectangle, singleCell } from './rectangle';
import { shiftReferences } from './references';
import type { Sheet } from './sheet';
import { collapseSpill } from './spill';
import type { Workbook } from './workbook';

/**
 * Takes all formulas of a sheet up before rows or columns move, spilled cells out of the way.
 *
 * @returns The formulas as they will stand afterwards; those whose own cell goes are left out.
 */
export function takeUpFormulas(workbook: Workbook, sheet: Sheet, change: LineChange): readonly FormulaCell[] {
  const moved: FormulaCell[] = [];
  for (const formula of [...sheet.formulas.values()]) {
    collapseSpill(sheet, formula);
    const place = shiftRectangle(singleCell(formula.row, formula.column), change);
    if (place === undefined) continue;
    const text = shiftReferences(formula.text, change, (name) => concerns(workbook, sheet, name));
    const { row, column } = place;
    moved.push({
      ...formula,
      row,
      column,
      text,
      call: formula.call && parseFormulaCall(text),
      extent: place,
    });
  }
  return moved;
}

function concerns(workbook: Workbook, sheet: Sheet, name: string | undefined): boolean {
  return name === undefined || workbook.sheetNamed(name) === sheet;
}

/** Puts formulas back after rows or columns moved, and lays out their results. */
export function placeFormulas(workbook: Workbook, sheet: Sheet, formulas: readonly FormulaCell[]): void {
  sheet.formulas = new Map();
  for (const formula of formulas) {
    const { row, column, text } = formula;
    sheet.grid.put(row, column, { ...sheet.grid.cell(row, column), formula: text });
    sheet.keepFormula(formula);
  }
  for (const { row, column } of formulas) showResult(workbook, sheet, row, column);
}
