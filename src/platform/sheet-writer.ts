import { ReportError } from '../employer-api/errors';
import type { ReportSheet, ReportSheets } from '../reports/ports';

/**
 * The spreadsheet's sheets, found by ID, so that renaming and moving do not matter.
 *
 * Writes may be refused: protected cells, data validation, no more room. A write is tried once more, since the
 * platform also fails for no reason that lasts. Values and formats come out the same; a sheet or rows added twice are
 * refused or stay blank.
 */
export const sheetWriter: ReportSheets = {
  byId: (id) => handle(attempt(() => SpreadsheetApp.getActive().getSheetById(id))),
  byName: (name) => handle(attempt(() => SpreadsheetApp.getActive().getSheetByName(name))),
  create: (name) => {
    const spreadsheet = SpreadsheetApp.getActive();
    const refusal = `Choose another name for the sheet: Google Sheets refused to make “${name}”`;
    return new SheetHandle(
      write(() => spreadsheet.insertSheet(name, spreadsheet.getSheets().length), refusal),
    );
  },
  show: (sheet) => {
    const shown = attempt(() => SpreadsheetApp.getActive().getSheetById(sheet.id));
    if (shown) attempt(() => SpreadsheetApp.getActive().setActiveSheet(shown));
  },
  flush: () => write(() => SpreadsheetApp.flush()),
};

class SheetHandle implements ReportSheet {
  readonly id: number;

  constructor(private readonly sheet: GoogleAppsScript.Spreadsheet.Sheet) {
    this.id = sheet.getSheetId();
  }

  name(): string {
    return attempt(() => this.sheet.getName());
  }

  lastRow(): number {
    return attempt(() => this.sheet.getLastRow());
  }

  readRow(row: number, columns: number): readonly unknown[] {
    return attempt(() => this.sheet.getRange(row, 1, 1, columns).getValues())[0] ?? [];
  }

  claimRows(first: number, last: number, columns: number): boolean {
    const { sheet } = this;
    const rows = attempt(() => sheet.getMaxRows());
    if (first <= rows && !this.isFree(first, Math.min(last, rows), columns)) return false;
    if (last > rows) write(() => sheet.insertRowsAfter(rows, last - rows));
    return true;
  }

  /** A formula counts as in use even where it shows nothing. */
  private isFree(first: number, last: number, columns: number): boolean {
    const { sheet } = this;
    if (attempt(() => sheet.getLastRow()) < first) return true;
    const range = sheet.getRange(first, 1, last - first + 1, columns);
    const isBlank = (cells: readonly (readonly unknown[])[]) =>
      cells.every((row) => row.every((cell) => cell === ''));
    return isBlank(attempt(() => range.getValues())) && isBlank(attempt(() => range.getFormulas()));
  }

  write(row: number, cells: readonly (readonly (string | number)[])[]): void {
    const width = cells[0]?.length ?? 0;
    const values = cells as (string | number)[][];
    write(() => this.sheet.getRange(row, 1, cells.length, width).setValues(values));
  }

  format(formats: readonly { readonly columns: readonly string[]; readonly format: string }[]): void {
    for (const { columns, format } of formats) {
      write(() =>
        this.sheet.getRangeList(columns.map((column) => `${column}2:${column}`)).setNumberFormat(format),
      );
    }
    write(() => this.sheet.setFrozenRows(1));
  }

  nameCell(name: string, row: number, column: number): void {
    const spreadsheet = SpreadsheetApp.getActive();
    if (attempt(() => spreadsheet.getRangeByName(name)) !== null) return;
    write(() => spreadsheet.setNamedRange(name, this.sheet.getRange(row, column)));
  }

  widen(columns: number, pixels: number): void {
    write(() => this.sheet.setColumnWidths(1, columns, pixels));
  }
}

function handle(sheet: GoogleAppsScript.Spreadsheet.Sheet | null): ReportSheet | undefined {
  return sheet === null ? undefined : new SheetHandle(sheet);
}

function attempt<Result>(call: () => Result): Result {
  try {
    return call();
  } catch {
    throw new ReportError('platform_unavailable');
  }
}

const REFUSED =
  'Unprotect the cells or make room, or ask an owner to, then refresh: Google Sheets refused the write, the old table stays';

function write<Result>(call: () => Result, refusal = REFUSED): Result {
  try {
    return call();
  } catch {
    return writeAgain(call, refusal);
  }
}

function writeAgain<Result>(call: () => Result, sentence: string): Result {
  try {
    return call();
  } catch {
    throw new ReportError('sheet_blocked', { sentence });
  }
}
