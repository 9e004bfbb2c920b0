import { covers, intersects, type Rectangle, singleCell } from '../emulator/spreadsheet/a1';
import { type Cell, effectiveFormat, isCellError } from '../emulator/spreadsheet/cells';
import type { Sheet } from '../emulator/spreadsheet/workbook';
import type { BlockView, CellView, SheetView, StyleView } from './protocol';

/** A block of a sheet as the page takes it. What formulas calculated is left out: the page's grid does that. */
export function blockView(sheet: Sheet, block: Rectangle): BlockView {
  const numbers = new Map<string, number>();
  const styles: StyleView[] = [];
  const arrays = [...sheet.formulas.values()].filter((array) => intersects(array, block));
  const cells = sheet.grid.map(block, (cell, row, column) => {
    const isCalculated = arrays.some((array) => covers(array, singleCell(row, column)));
    const style = styleView(cell, isCalculated);
    const key = JSON.stringify(style);
    if (key !== '{}' && !numbers.has(key)) numbers.set(key, styles.push(style) - 1);
    return cellView(cell, isCalculated, numbers.get(key));
  });
  return { sheetId: sheet.id, row: block.row, column: block.column, cells, styles };
}

/** A sheet without its cells, as the page takes it. */
export function sheetView(sheet: Sheet): SheetView {
  return {
    sheetId: sheet.id,
    name: sheet.name,
    hidden: sheet.isHidden,
    maxRows: sheet.grid.maxRows,
    maxColumns: sheet.grid.maxColumns,
    frozenRows: sheet.frozenRows,
    frozenColumns: sheet.frozenColumns,
    columnWidths: [...sheet.columnWidths],
  };
}

/** The smallest block from A1 that holds every cell somebody has touched; null in an untouched sheet. */
export function usedBlock(sheet: Sheet): Rectangle | null {
  let rows = 0;
  let columns = 0;
  sheet.grid.forEach((_cell, row, column) => {
    rows = Math.max(rows, row);
    columns = Math.max(columns, column);
  });
  return rows === 0 ? null : { row: 1, column: 1, rows, columns };
}

function cellView(cell: Cell, isCalculated: boolean, style: number | undefined): CellView {
  return {
    ...(isCalculated ? {} : valueView(cell)),
    ...(cell.formula === '' ? {} : { f: cell.formula }),
    ...(style === undefined ? {} : { s: style }),
    ...(cell.note === '' ? {} : { note: cell.note }),
  };
}

function valueView({ value }: Cell): Pick<CellView, 'v' | 'error'> {
  if (value === '') return {};
  return isCellError(value) ? { v: value.code, error: value.message } : { v: value };
}

function styleView(cell: Cell, isCalculated: boolean): StyleView {
  const format = isCalculated ? cell.format : effectiveFormat(cell);
  return format === '' ? (cell.style ?? {}) : { ...cell.style, format };
}
