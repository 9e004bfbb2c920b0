import { singleCell } from '../emulator/spreadsheet/a1';
import {
  addSheet,
  changeLines,
  editCells,
  hideSheet,
  removeSheet,
  renameSheet,
} from '../emulator/spreadsheet/edits';
import type { Sheet, Workbook } from '../emulator/spreadsheet/workbook';
import type { Edit, EditedCell } from './protocol';

/**
 * Makes in the document of record what a person did in the page.
 *
 * Values come as the page's grid understood what was typed, so that both always agree.
 *
 * @returns The ID of an added sheet, else null.
 * @throws {HostError} when the edit is refused, for example a second sheet of the same name.
 */
export function applyEdit(workbook: Workbook, edit: Edit): number | null {
  if (edit.kind === 'sheet-added') return addSheet(workbook, edit.name, edit.index).id;
  const sheet = workbook.sheet(edit.sheetId);
  if (edit.kind === 'cells') for (const cell of edit.cells) putCell(workbook, edit.sheetId, cell);
  else if (edit.kind === 'lines') changeLines(workbook, sheet, edit);
  else if (edit.kind === 'room') makeRoom(workbook, sheet, edit);
  else if (edit.kind === 'sheet-removed') removeSheet(workbook, sheet);
  else if (edit.kind === 'sheet-renamed') renameSheet(workbook, sheet, edit.name);
  else if (edit.kind === 'sheet-activated') workbook.activeSheetId = edit.sheetId;
  else if (edit.kind === 'frozen') {
    sheet.frozenRows = edit.rows;
    sheet.frozenColumns = edit.columns;
  } else if (edit.hidden) hideSheet(workbook, sheet);
  else sheet.isHidden = false;
  return null;
}

/** Puts rows and columns in at the end, where the sheet has fewer than wanted. */
function makeRoom(
  workbook: Workbook,
  sheet: Sheet,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): void {
  const { maxRows, maxColumns } = sheet.grid;
  if (rows > maxRows) changeLines(workbook, sheet, { axis: 'row', at: maxRows + 1, count: rows - maxRows });
  if (columns > maxColumns)
    changeLines(workbook, sheet, { axis: 'column', at: maxColumns + 1, count: columns - maxColumns });
}

function putCell(
  workbook: Workbook,
  sheetId: number,
  { row, column, v = '', f = '', style: { format = '', ...style } = {} }: EditedCell,
): void {
  editCells(workbook.sheet(sheetId), singleCell(row, column), (cell) => ({
    ...cell,
    value: f === '' ? v : '',
    formula: f,
    format,
    calculatedFormat: '',
    style: Object.keys(style).length === 0 ? undefined : style,
  }));
}
