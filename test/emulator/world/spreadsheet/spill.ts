import type { CellInput } from '../../values';
import { cellName } from './a1-notation';
import { type Cell, type CellError, type CellValue, isOccupied } from './cell';
import { type FormulaCell, type FormulaResult, isErrorResult } from './formula-cell';
import { automaticDateFormat } from './locale';
import { cellCount, type Rectangle, singleCell } from './rectangle';
import { serialOfInstant } from './serial-date';
import type { Sheet } from './sheet';
import type { WorkbookSettings } from './workbook';

/** Takes a formula's result out of the sheet again; the formula itself stays. */
export function collapseSpill(sheet: Sheet, formula: FormulaCell): void {
  if (cellCount(formula.extent) > 1) {
    sheet.grid.update(formula.extent, (cell) =>
      cell.spilled ? { ...cell, value: '', calculatedFormat: '', spilled: false } : cell,
    );
  }
  sheet.keepFormula({ ...formula, extent: singleCell(formula.row, formula.column) });
}

/**
 * Shows a formula's result in the sheet, its array in the cells below and beside it.
 *
 * Where the array does not fit, the cell becomes `#REF!` and nothing else is written (facts F13, F14).
 *
 * @returns The cells it takes up.
 */
export function placeResult(sheet: Sheet, formula: FormulaCell, settings: WorkbookSettings): Rectangle {
  collapseSpill(sheet, formula);
  const { row, column, result } = formula;
  const place = singleCell(row, column);
  if (result === undefined) return place;
  const wanted = extentOf(formula, result);
  const obstacle = isErrorResult(result) ? result : findObstacle(sheet, wanted);
  if (obstacle !== undefined) {
    sheet.grid.update(place, (cell) => ({ ...cell, value: obstacle, calculatedFormat: '', spilled: false }));
    return place;
  }
  const rows = result as readonly (readonly CellInput[])[];
  sheet.grid.update(wanted, (cell, rowOffset, columnOffset) => ({
    ...cell,
    ...calculatedContent(rows[rowOffset]?.[columnOffset] ?? null, settings),
    spilled: rowOffset + columnOffset > 0,
  }));
  sheet.keepFormula({ ...formula, extent: wanted });
  return wanted;
}

function extentOf({ row, column }: FormulaCell, result: FormulaResult): Rectangle {
  if (isErrorResult(result)) return singleCell(row, column);
  return { row, column, rows: result.length, columns: result[0]?.length ?? 1 };
}

function findObstacle(sheet: Sheet, wanted: Rectangle): CellError | undefined {
  const { maxRows, maxColumns } = sheet.grid;
  const missingRows = wanted.row + wanted.rows - 1 - maxRows;
  const missingColumns = wanted.column + wanted.columns - 1 - maxColumns;
  if (missingRows > 0) return edgeError('rows', missingRows);
  if (missingColumns > 0) return edgeError('columns', missingColumns);
  for (const line of sheet.grid.map(wanted, (cell, row, column) => ({ cell, row, column }))) {
    for (const { cell, row, column } of line) {
      if (row === wanted.row && column === wanted.column) continue;
      if (isOccupied(cell) || cell.spilled) return collisionError(row, column);
    }
  }
  return undefined;
}

/** E14. */
function edgeError(what: 'rows' | 'columns', count: number): CellError {
  return {
    code: '#REF!',
    message: `Result was not automatically expanded, please insert more ${what} (${count}).`,
  };
}

/** E15. */
function collisionError(row: number, column: number): CellError {
  const message = `Array result was not expanded because it would overwrite data in ${cellName(row, column)}.`;
  return { code: '#REF!', message };
}

/** Texts stay texts, whatever they look like (fact F15); a `Date` becomes a serial number by the spreadsheet's zone. */
function calculatedContent(
  input: CellInput,
  settings: WorkbookSettings,
): Pick<Cell, 'value' | 'calculatedFormat'> & { value: CellValue } {
  if (input === null) return { value: '', calculatedFormat: '' };
  if (typeof input !== 'object') return { value: input, calculatedFormat: '' };
  const serial = serialOfInstant(input.$date, settings.zone);
  return { value: serial, calculatedFormat: automaticDateFormat(serial, settings.locale) };
}
