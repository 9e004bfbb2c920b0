import { ReportError } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import type { ReportSheet, ReportSheets } from '../ports';
import type { SheetTable } from '../tables/sheet-table';
import { blocked, type TableRecord } from './table-heading';

/** The most cells of a spreadsheet. */
const MOST_CELLS = 10_000_000;

/**
 * Adds a sheet, or finds the one with its name in other capitals, since for Google Sheets such names are the same. Call
 * it after `byName` has found none, without the lock. Two service calls; if the name is taken one more, and one per
 * sheet.
 *
 * @throws {ReportError} `sheet_blocked`
 */
export function makeSheet(
  sheets: ReportSheets,
  name: string,
): { readonly sheet: ReportSheet; readonly isNew: boolean } {
  try {
    return { sheet: sheets.create(name), isNew: true };
  } catch (error) {
    const sheet = sheets.byNameInAnyCase(name);
    if (sheet === undefined) throw error;
    return { sheet, isNew: false };
  }
}

/** Checks that a spreadsheet can hold a table. @throws {ReportError} `range_too_large` */
export function requireFitting({ columns, rows, head = 0 }: SheetTable & { readonly head?: number }): void {
  if ((head + rows.length) * columns.length > MOST_CELLS) throw new ReportError('range_too_large');
}

/**
 * Checks that a table may get wider in its own rows. Up to four service calls.
 *
 * @param before How many columns it has; 0 in a sheet where it was never written.
 * @throws {ReportError} `sheet_blocked`
 */
export function claimColumns(
  sheet: ReportSheet,
  { sheet: name, extent }: TableRecord,
  before: number,
  width: number,
): void {
  requireColumns(sheet, name, width);
  if (sheet.isFree(1, before + 1, 1 + extent, width - before)) return;
  if (before === 0) occupied(name);
  blocked(`Clear the cells to the right of the table on “${name}”: the new columns need their place`);
}

/**
 * Checks that a table may get longer. Up to five service calls.
 *
 * @throws {ReportError} `sheet_blocked`
 */
export function claimRows(sheet: ReportSheet, saved: TableRecord, extent: number, width: number): void {
  if (sheet.claimRows(2 + saved.extent, 1 + extent, width)) return;
  blocked(`Clear the cells below the table on “${saved.sheet}”: the new rows need their place`);
}

/**
 * Checks that a sheet has `width` columns. Columns are never added, so that cells to the right of a table stay in
 * place. One service call.
 *
 * @throws {ReportError} `sheet_blocked`
 */
export function requireColumns(sheet: ReportSheet, name: string, width: number): void {
  const missing = width - sheet.columnCount();
  if (missing <= 0) return;
  blocked(
    `Add ${shownCount(missing, 'column')} at the right end of “${name}”, or choose fewer: the table has ${width}`,
  );
}

/** Refuses a sheet that belongs to a person. @throws {ReportError} `sheet_blocked` */
export function occupied(name: string): never {
  return blocked(`Choose an empty sheet or a new name: “${name}” already holds something`);
}
