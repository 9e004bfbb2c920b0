import { ReportError } from '../employer-api/errors';
import type { ReportSheet, ReportSheets, SnapshotStore, StagingSize } from '../reports/ports';
import {
  a1,
  type CellBlock,
  type GridSize,
  type StagedBlock,
  type WrittenCell,
} from '../reports/sheet/cells';
import { NEW_SHEET_COLUMNS } from '../reports/sheet/sheets';
import type { TableLook } from '../reports/sheet/table-look';
import type { HeadingNotes } from '../reports/targets/targets-sheet';
import { askPlatform } from './script-app';

/**
 * The spreadsheet's sheets, found by ID, so that renaming and moving do not matter.
 *
 * Writes are tried twice. Values and formats come out the same; a sheet or rows added twice are refused or stay blank.
 */
export const sheetWriter: ReportSheets = {
  byId: (id) => handle(askPlatform(() => SpreadsheetApp.getActive().getSheetById(id))),
  byName: (name) => handle(askPlatform(() => SpreadsheetApp.getActive().getSheetByName(name))),
  byNameInAnyCase: (name) => handle(sheetInAnyCase(name)),
  named: (name) => {
    const range = askPlatform(() => SpreadsheetApp.getActive().getRangeByName(name));
    return range === null ? undefined : { sheet: new SheetHandle(range.getSheet()), block: blockOf(range) };
  },
  create: (name) => {
    const spreadsheet = SpreadsheetApp.getActive();
    const refusal = `Choose another name for the sheet: Google Sheets refused to make “${name}”`;
    return new SheetHandle(
      writeSheets(() => spreadsheet.insertSheet(name, spreadsheet.getSheets().length), refusal),
    );
  },
  createStaging: (size, log) => new SheetHandle(createStagingSheet(size, log)),
  removeStaging: removeStagingSheet,
  show: (sheet) => {
    const shown = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheet.id));
    if (shown) askPlatform(() => SpreadsheetApp.getActive().setActiveSheet(shown));
  },
  flush: () => writeSheets(() => SpreadsheetApp.flush()),
};

/** A light blue that leaves dark letters readable. */
const HEADING_TINT = '#e8f0fe';
/** The colour of what needs attention. */
const WARNING = '#b3500b';

class SheetHandle implements ReportSheet {
  readonly id: number;

  constructor(private readonly sheet: GoogleAppsScript.Spreadsheet.Sheet) {
    this.id = sheet.getSheetId();
  }

  name(): string {
    return askPlatform(() => this.sheet.getName());
  }

  lastRow(): number {
    return askPlatform(() => this.sheet.getLastRow());
  }

  columnCount(): number {
    return askPlatform(() => this.sheet.getMaxColumns());
  }

  gridSize(): GridSize {
    // Fact S16: whole rows and columns reach to the edges. `getMaxRows` would wait for formulas that calculate.
    return askPlatform(() => ({
      rows: this.sheet.getRange('A:A').getNumRows(),
      columns: this.sheet.getRange('1:1').getNumColumns(),
    }));
  }

  widen(columns: number): void {
    const there = this.gridSize().columns;
    if (columns > there) writeSheets(() => this.sheet.insertColumnsAfter(there, columns - there));
  }

  lengthen(rows: number): void {
    const there = this.gridSize().rows;
    if (rows <= there) return;
    writeSheets(() => this.sheet.insertRowsAfter(there, rows - there));
    // What is looked at after this must be what everyone sees.
    writeSheets(() => SpreadsheetApp.flush());
  }

  insertRows(before: number, count: number): void {
    writeSheets(() => this.sheet.insertRowsBefore(before, count));
  }

  readRow(row: number, columns: number): readonly unknown[] {
    return this.readBlock(row, 1, 1, columns)[0] ?? [];
  }

  readBlock(row: number, column: number, rows: number, columns: number): readonly (readonly unknown[])[] {
    return readCells(this.sheet, { row, column, rows, columns });
  }

  readFormulas({ row, column, rows, columns }: CellBlock): readonly (readonly string[])[] {
    const there = Math.min(rows, this.gridSize().rows - row + 1);
    if (there <= 0) return [];
    return askPlatform(() => this.sheet.getRange(row, column, there, columns).getFormulas());
  }

  claimRows(first: number, last: number, columns: number): boolean {
    const { rows } = this.gridSize();
    if (first <= rows && !this.isFree(first, 1, last - first + 1, columns)) return false;
    this.lengthen(last);
    return true;
  }

  isFree(row: number, column: number, rows: number, columns: number): boolean {
    return this.firstUsed({ row, column, rows, columns }) === undefined;
  }

  firstUsed({ row, column, rows, columns }: CellBlock): string | undefined {
    const grid = this.gridSize();
    const there = Math.min(columns, grid.columns - column + 1);
    const used = Math.min(rows, askPlatform(() => this.sheet.getLastRow()) - row + 1);
    if (used <= 0 || there <= 0) return undefined;
    const range = this.sheet.getRange(row, column, used, there);
    const find = (cells: readonly (readonly unknown[])[]) => {
      const down = cells.findIndex((line) => line.some((cell) => cell !== ''));
      const right = cells[down]?.findIndex((cell) => cell !== '') ?? -1;
      return down < 0 ? undefined : a1(row + down, column + right);
    };
    return find(askPlatform(() => range.getValues())) ?? find(askPlatform(() => range.getFormulas()));
  }

  mergedCells({ row, column, rows, columns }: CellBlock): readonly CellBlock[] {
    const there = Math.min(rows, this.gridSize().rows - row + 1);
    if (there <= 0) return [];
    // Fact S26: also those that reach out of the range.
    return askPlatform(() => this.sheet.getRange(row, column, there, columns).getMergedRanges().map(blockOf));
  }

  numberFormats({ row, column, rows, columns }: CellBlock): readonly (readonly string[])[] {
    return askPlatform(() => this.sheet.getRange(row, column, rows, columns).getNumberFormats());
  }

  hasFilter(): boolean {
    return askPlatform(() => this.sheet.getFilter()) !== null;
  }

  write(row: number, cells: readonly (readonly WrittenCell[])[], column = 1): void {
    const width = cells[0]?.length ?? 0;
    const values = cells as WrittenCell[][];
    const set = () => this.sheet.getRange(row, column, cells.length, width).setValues(values);
    writeSheets(set, undefined, () => addRowsUpTo(this.sheet, row + cells.length - 1));
  }

  copyValues({ sheetId, row: from, rows, columns }: StagedBlock, row: number): void {
    const copy = () => {
      const staging = SpreadsheetApp.getActive().getSheetById(sheetId);
      if (staging === null) throw new RangeError('The staging sheet is gone');
      const target = this.sheet.getRange(row, 1, rows, columns);
      staging.getRange(from, 1, rows, columns).copyTo(target, { contentsOnly: true });
    };
    writeSheets(copy, undefined, () => addRowsUpTo(this.sheet, row + rows - 1));
  }

  format(
    formats: readonly { readonly columns: readonly string[]; readonly format: string }[],
    rows?: number,
  ): void {
    const last = rows === undefined ? '' : 1 + rows;
    for (const { columns, format } of formats) {
      const ranges = columns.map((column) => `${column}2:${column}${last}`);
      writeSheets(() => this.sheet.getRangeList(ranges).setNumberFormat(format));
    }
    writeSheets(() => this.sheet.setFrozenRows(1));
  }

  formatCells(ranges: readonly string[], format: string): void {
    if (ranges.length === 0) return;
    writeSheets(() => this.sheet.getRangeList([...ranges]).setNumberFormat(format));
  }

  nameBlock(name: string, { row, column, rows, columns }: CellBlock): void {
    writeSheets(() =>
      SpreadsheetApp.getActive().setNamedRange(name, this.sheet.getRange(row, column, rows, columns)),
    );
  }

  warnWhere(range: string, texts: readonly string[]): void {
    const cells = [this.sheet.getRange(range)];
    const rules = texts.map((text) =>
      SpreadsheetApp.newConditionalFormatRule()
        .setRanges(cells)
        .whenTextContains(text)
        .setFontColor(WARNING)
        .setBold(true)
        .build(),
    );
    writeSheets(() => this.sheet.setConditionalFormatRules(rules));
  }

  applyLook({ headings, wrapped, top, aligned, former, widths }: TableLook): void {
    const set = (
      ranges: readonly string[],
      look: (cells: GoogleAppsScript.Spreadsheet.RangeList) => void,
    ) => {
      if (ranges.length > 0) writeSheets(() => look(this.sheet.getRangeList([...ranges])));
    };
    set(headings, (cells) => cells.setFontWeight('bold'));
    set(headings, (cells) => cells.setBackground(HEADING_TINT));
    set(wrapped, (cells) => cells.setWrap(true));
    set(top, (cells) => cells.setVerticalAlignment('top'));
    set(former, (cells) => cells.setFontWeight('normal'));
    set(former, (cells) => cells.setBackground(null));
    for (const { column, columns, pixels } of widths) {
      writeSheets(() => this.sheet.setColumnWidths(column, columns, pixels));
    }
    for (const [side, ranges] of aligned) set(ranges, (cells) => cells.setHorizontalAlignment(side));
  }
}

function blockOf(range: GoogleAppsScript.Spreadsheet.Range): CellBlock {
  return {
    row: range.getRow(),
    column: range.getColumn(),
    rows: range.getNumRows(),
    columns: range.getNumColumns(),
  };
}

function handle(sheet: GoogleAppsScript.Spreadsheet.Sheet | null): ReportSheet | undefined {
  return sheet === null ? undefined : new SheetHandle(sheet);
}

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

/** Hover notes of a new targets sheet. */
export const targetsSheetSetup: HeadingNotes = {
  furnish: (sheetId, notes) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    // A sheet that was deleted a moment ago needs no notes.
    if (sheet === null) return;
    writeSheets(() => sheet.getRange(1, 1, 1, notes.length).setNotes([[...notes]]));
  },
};

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const WRITE_REFUSED =
  'Unprotect the cells or make room, or ask an owner to, then refresh: Google Sheets refused the write, the old table stays';

/**
 * The values of a block. Rows may be missing at the end of the grid, because someone deleted them or they never were:
 * then those that are there.
 */
function readCells(sheet: Sheet, { row, column, rows, columns }: CellBlock): unknown[][] {
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
function sheetInAnyCase(name: string): Sheet | null {
  const folded = name.toLowerCase();
  return askPlatform(
    () =>
      SpreadsheetApp.getActive()
        .getSheets()
        .find((sheet) => sheet.getName().toLowerCase() === folded) ?? null,
  );
}

/** Brings back grid rows that someone deleted at the end, or that never were. */
function addRowsUpTo(sheet: Sheet, last: number): void {
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
  sentence = WRITE_REFUSED,
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
