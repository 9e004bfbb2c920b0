import type { SnapshotStore } from '../reports/ports';
import { readSheets, writeSheets } from './sheet-calls';

/** Hidden sheets of this spreadsheet, found by ID. Callers read before they write, to know whose cells they are. */
export const snapshotSheet: SnapshotStore = {
  readBlock: (sheetId, row, rows, columns) => {
    const sheet = readSheets(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    if (sheet === null) return undefined;
    const read = (count: number) => sheet.getRange(row, 1, count, columns).getValues();
    try {
      return read(rows);
    } catch {
      // The sheet never had so many rows, or someone deleted some.
      const there = Math.min(rows, readSheets(() => sheet.getMaxRows()) - row + 1);
      return there < 1 ? [] : readSheets(() => read(there));
    }
  },
  writeBlock: (sheetId, row, column, cells) => {
    const values = cells as string[][];
    const write = () => {
      const range = sheetOf(sheetId).getRange(row, column, values.length, values[0]?.length ?? 1);
      range.setValues(values);
    };
    writeSheets(write, REFUSED, () => addRows(sheetOf(sheetId), row + values.length - 1));
  },
  find: (name) => {
    const sheet = readSheets(() => SpreadsheetApp.getActive().getSheetByName(name));
    if (sheet === null) return undefined;
    return { sheetId: sheet.getSheetId(), lastRow: readSheets(() => sheet.getLastRow()) };
  },
  create: (name) => {
    const spreadsheet = SpreadsheetApp.getActive();
    const inFront = readSheets(() => spreadsheet.getActiveSheet());
    const sheet = writeSheets(() => spreadsheet.insertSheet(name), REFUSED);
    // On a schedule nobody looks, and there may be none.
    if (inFront) readSheets(() => spreadsheet.setActiveSheet(inFront));
    return sheet.getSheetId();
  },
  hide: (sheetId) => {
    writeSheets(() => sheetOf(sheetId).hideSheet(), REFUSED);
  },
};

const REFUSED =
  'Unprotect the hidden sheet of Shift Reports, or ask an owner to: Google Sheets refused to write it';

/** @throws {Error} When the sheet is gone: the callers above make a refusal of it. */
function sheetOf(sheetId: number): GoogleAppsScript.Spreadsheet.Sheet {
  const sheet = SpreadsheetApp.getActive().getSheetById(sheetId);
  if (sheet === null) throw new Error('The hidden sheet is gone.');
  return sheet;
}

function addRows(sheet: GoogleAppsScript.Spreadsheet.Sheet, last: number): void {
  const rows = sheet.getMaxRows();
  if (last > rows) sheet.insertRowsAfter(rows, last - rows);
}
