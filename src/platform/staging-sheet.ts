import type { StagingSize } from '../reports/ports';
import { NEW_SHEET_COLUMNS } from '../reports/writing/table-heading';
import { askPlatform } from './ask-platform';
import { writeSheets } from './sheet-calls';

/**
 * Makes a hidden sheet of our own, to be filled while the table stays as it is.
 *
 * The only place that removes columns, or a sheet: of its own sheets, known by the ID that was logged when one was
 * made. It comes first among the sheets, since how many there are would cost a read.
 */
export function createStagingSheet(
  { name, rows, columns, atKeyboard }: StagingSize,
  log: (id: number) => void,
): GoogleAppsScript.Spreadsheet.Sheet {
  const spreadsheet = SpreadsheetApp.getActive();
  const inFront = atKeyboard ? askPlatform(() => spreadsheet.getActiveSheet()) : undefined;
  const sheet = writeSheets(() => spreadsheet.insertSheet(name, 0));
  log(sheet.getSheetId());
  writeSheets(() => sheet.hideSheet());
  if (inFront) askPlatform(() => spreadsheet.setActiveSheet(inFront));
  // A new sheet is 1,000 × 26 (fact S14); columns go first, so that the spreadsheet's limit of cells is kept longest.
  if (columns < NEW_SHEET_COLUMNS) {
    writeSheets(() => sheet.deleteColumns(columns + 1, NEW_SHEET_COLUMNS - columns));
  }
  if (rows > NEW_SHEET_ROWS) writeSheets(() => sheet.insertRowsAfter(NEW_SHEET_ROWS, rows - NEW_SHEET_ROWS));
  return sheet;
}

/** Removes a staging sheet by its ID; nothing where it is gone. One service call. */
export function removeStagingSheet(id: number): void {
  const spreadsheet = SpreadsheetApp.getActive();
  const sheet = askPlatform(() => spreadsheet.getSheetById(id));
  if (sheet) writeSheets(() => spreadsheet.deleteSheet(sheet));
}

const NEW_SHEET_ROWS = 1000;
