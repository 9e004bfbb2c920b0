import type { CellBlock, GridSize, StagedBlock } from '../reports/cell-block';
import type { ReportSheet, ReportSheets, WrittenCell } from '../reports/ports';
import type { TableLook } from '../reports/tables/table-look';
import { askPlatform } from './ask-platform';
import { addRowsUpTo, readCells, sheetInAnyCase, writeSheets } from './sheet-calls';
import { createStagingSheet, removeStagingSheet } from './staging-sheet';

/**
 * The spreadsheet's sheets, found by ID, so that renaming and moving do not matter.
 *
 * Writes are tried twice. Values and formats come out the same; a sheet or rows added twice are refused or stay blank.
 */
export const sheetWriter: ReportSheets = {
  byId: (id) => handle(askPlatform(() => SpreadsheetApp.getActive().getSheetById(id))),
  byName: (name) => handle(askPlatform(() => SpreadsheetApp.getActive().getSheetByName(name))),
  byNameInAnyCase: (name) => handle(sheetInAnyCase(name)),
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
    const { sheet } = this;
    const { rows } = this.gridSize();
    if (first <= rows && !this.isFree(first, 1, last - first + 1, columns)) return false;
    if (last > rows) {
      writeSheets(() => sheet.insertRowsAfter(rows, last - rows));
      // What is looked at after this must be what everyone sees.
      writeSheets(() => SpreadsheetApp.flush());
    }
    return true;
  }

  isFree(row: number, column: number, rows: number, columns: number): boolean {
    const { sheet } = this;
    const used = Math.min(rows, askPlatform(() => sheet.getLastRow()) - row + 1);
    if (used <= 0) return true;
    const isBlank = (cells: readonly (readonly unknown[])[]) =>
      cells.every((line) => line.every((cell) => cell === ''));
    const range = sheet.getRange(row, column, used, columns);
    return isBlank(askPlatform(() => range.getValues())) && isBlank(askPlatform(() => range.getFormulas()));
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

  nameCell(name: string, row: number, column: number): void {
    const spreadsheet = SpreadsheetApp.getActive();
    if (askPlatform(() => spreadsheet.getRangeByName(name)) !== null) return;
    writeSheets(() => spreadsheet.setNamedRange(name, this.sheet.getRange(row, column)));
  }

  writeNamed(name: string, value: number): void {
    const named = askPlatform(() => SpreadsheetApp.getActive().getRangeByName(name));
    if (named?.getSheet().getSheetId() === this.id) writeSheets(() => named.setValue(value));
  }

  dress({ headings, wrapped, top, aligned, former, widths }: TableLook): void {
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
