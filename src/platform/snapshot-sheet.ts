import type { SnapshotStore } from '../reports/ports';
import { askPlatform } from './ask-platform';
import { addRowsUpTo, readCells, sheetInAnyCase, writeSheets } from './sheet-calls';

/** Hidden sheets of this spreadsheet, found by ID. Callers read before they write, to know whose cells they are. */
export const snapshotSheet: SnapshotStore = {
  readBlock: (sheetId, row, rows, columns) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    return sheet === null ? undefined : readCells(sheet, { row, column: 1, rows, columns });
  },
  writeBlock: (sheetId, row, column, cells) => {
    const values = cells as string[][];
    const write = () => {
      const range = sheetOf(sheetId).getRange(row, column, values.length, values[0]?.length ?? 1);
      range.setValues(values);
    };
    writeSheets(write, REFUSED, () => addRowsUpTo(sheetOf(sheetId), row + values.length - 1));
  },
  find: (name) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetByName(name));
    if (sheet === null) return undefined;
    return { sheetId: sheet.getSheetId(), lastRow: askPlatform(() => sheet.getLastRow()) };
  },
  create: (name) => {
    const spreadsheet = SpreadsheetApp.getActive();
    const inFront = askPlatform(() => spreadsheet.getActiveSheet());
    const sheet = insertSheet(spreadsheet, name);
    if (sheet === undefined) return undefined;
    // On a schedule no one looks, and there may be none.
    if (inFront) askPlatform(() => spreadsheet.setActiveSheet(inFront));
    return sheet.getSheetId();
  },
  hide: (sheetId) => {
    writeSheets(() => sheetOf(sheetId).hideSheet(), REFUSED);
  },
};

const REFUSED =
  'Unprotect the hidden sheet of Shift Reports, or ask an owner to: Google Sheets refused to write it';

/** @returns `undefined` if a sheet has that name in other capitals. @throws {ReportError} `sheet_blocked` */
function insertSheet(
  spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet,
  name: string,
): GoogleAppsScript.Spreadsheet.Sheet | undefined {
  try {
    return writeSheets(() => spreadsheet.insertSheet(name), REFUSED);
  } catch (error) {
    if (sheetInAnyCase(name) === null) throw error;
    return undefined;
  }
}

/** @throws {Error} When the sheet is gone: the callers above make a refusal of it. */
function sheetOf(sheetId: number): GoogleAppsScript.Spreadsheet.Sheet {
  const sheet = SpreadsheetApp.getActive().getSheetById(sheetId);
  if (sheet === null) throw new Error('The hidden sheet is gone.');
  return sheet;
}
