import { ReportError } from '../employer-api/errors';
import type { CellBlock } from '../reports/cell-block';
import { askPlatform } from './ask-platform';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const REFUSED =
  'Unprotect the cells or make room, or ask an owner to, then refresh: Google Sheets refused the write, the old table stays';

/**
 * The values of a block. Rows may be missing at the end of the grid, because someone deleted them or they never were:
 * then those that are there.
 */
export function readCells(sheet: Sheet, { row, column, rows, columns }: CellBlock): unknown[][] {
  const read = (count: number) => sheet.getRange(row, column, count, columns).getValues();
  try {
    return read(rows);
  } catch {
    return askPlatform(() => {
      const there = Math.min(rows, sheet.getMaxRows() - row + 1);
      return there > 0 ? read(there) : [];
    });
  }
}

/**
 * The sheet with a name, in any capitals; null if there is none. `getSheetByName` distinguishes capitals, `insertSheet` does
 * not. One service call, and one for each sheet.
 */
export function sheetInAnyCase(name: string): Sheet | null {
  const folded = name.toLowerCase();
  return askPlatform(
    () =>
      SpreadsheetApp.getActive()
        .getSheets()
        .find((sheet) => sheet.getName().toLowerCase() === folded) ?? null,
  );
}

/** Brings back grid rows that someone deleted at the end, or that never were. */
export function addRowsUpTo(sheet: Sheet, last: number): void {
  const rows = sheet.getMaxRows();
  if (last > rows) sheet.insertRowsAfter(rows, last - rows);
}

/**
 * Writes to the spreadsheet, which may be refused: protected cells, data validation, no more room. It is tried once
 * more, since the platform also fails for no reason that lasts.
 *
 * @param sentence What a refusal says to the person.
 * @param makeRoom What may help before the second try.
 * @throws {ReportError} `sheet_blocked`
 */
export function writeSheets<Result>(
  call: () => Result,
  sentence = REFUSED,
  makeRoom: () => void = () => undefined,
): Result {
  try {
    return call();
  } catch {
    return writeAgain(call, sentence, makeRoom);
  }
}

function writeAgain<Result>(call: () => Result, sentence: string, makeRoom: () => void): Result {
  try {
    makeRoom();
    return call();
  } catch {
    throw new ReportError('sheet_blocked', { sentence });
  }
}
