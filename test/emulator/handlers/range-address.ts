import { HostError } from '../host-errors';
import { parseA1, printA1, resolveA1 } from '../world/spreadsheet/a1-notation';
import { covers, type Rectangle } from '../world/spreadsheet/rectangle';
import type { Sheet } from '../world/spreadsheet/sheet';
import type { Workbook } from '../world/spreadsheet/workbook';
import { outsideSheet, type RangeTarget } from './document-access';

/** What the realm keeps of a range: its cells, and its A1 notation where that is open-ended (`D:F`). */
export interface RangeHandle extends RangeTarget {
  readonly notation?: string;
}

/** A range by its first cell and its size, counted from 1. @throws {HostError} E30. */
export function rangeByNumbers(
  sheet: Sheet,
  row: number,
  column: number,
  rows = 1,
  columns = 1,
): RangeHandle {
  const block = {
    row: Math.trunc(row),
    column: Math.trunc(column),
    rows: Math.trunc(rows),
    columns: Math.trunc(columns),
  };
  if (block.row < 1 || block.column < 1) throw outsideSheet();
  if (block.rows < 1) throw new HostError('The number of rows in the range must be at least 1.');
  if (block.columns < 1) throw new HostError('The number of columns in the range must be at least 1.');
  return handle(sheet, block);
}

/**
 * A range by A1 notation or by name, as seen from a sheet.
 *
 * @throws {HostError} `Range not found` when the text is neither (assumed), E30 beyond the grid.
 */
export function rangeByText(workbook: Workbook, home: Sheet, text: string): RangeHandle {
  const named = workbook.names.get(text.toLowerCase());
  if (named !== undefined) return { sheetId: named.sheetId, ...named.block };
  const reference = parseA1(text);
  const sheet = reference?.sheetName === undefined ? home : workbook.sheetNamed(reference.sheetName);
  if (reference === undefined || sheet === undefined) throw new HostError('Range not found');
  const found = handle(sheet, resolveA1(reference, sheet.grid.maxRows, sheet.grid.maxColumns));
  const isOpen = reference.lastRow === undefined || reference.lastColumn === undefined;
  return isOpen ? { ...found, notation: printA1(reference) } : found;
}

function handle(sheet: Sheet, block: Rectangle): RangeHandle {
  if (sheet.dataSource !== undefined)
    throw new HostError('Sheet.getRange in a data source sheet is not emulated');
  if (block.rows < 1 || block.columns < 1 || !covers(sheet.bounds, block)) throw outsideSheet();
  return { sheetId: sheet.id, ...block };
}
