import { refuse } from '../employer-api/errors';
import type { ReportSheet, ReportSheets, StagedBlock } from '../reports/ports';
import { a1, type CellBlock, type GridSize, type WrittenCell } from '../reports/sheet/cells';
import type { RangesByFormat, TableLook } from '../reports/sheet/columns';
import type { TargetsFurnishing } from '../reports/targets/targets-sheet';
import { askPlatform } from './script-services';

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
  createHidden: (name) => {
    const spreadsheet = SpreadsheetApp.getActive();
    const inFront = askPlatform(() => spreadsheet.getActiveSheet());
    const sheet = writeSheets(() => spreadsheet.insertSheet(name, spreadsheet.getSheets().length), REFUSED);
    writeSheets(() => sheet.hideSheet(), REFUSED);
    // On a schedule no one looks, and there may be none.
    if (inFront) askPlatform(() => spreadsheet.setActiveSheet(inFront));
    return new SheetHandle(sheet);
  },
  show: (sheet) => {
    const shown = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheet.id));
    if (shown) askPlatform(() => SpreadsheetApp.getActive().setActiveSheet(shown));
  },
  flush: () => writeSheets(() => SpreadsheetApp.flush()),
};

/** A light blue that leaves dark letters readable. */
const HEADING_TINT = '#e8f0fe';
/** The colours of what is well and of what needs attention. */
const COLOURS = { fine: '#137333', wrong: '#b3500b' };

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

  readTexts({ row, column, rows, columns }: CellBlock): readonly (readonly string[])[] {
    return askPlatform(() => this.sheet.getRange(row, column, rows, columns).getDisplayValues());
  }

  readFormulas({ row, column, rows, columns }: CellBlock): readonly (readonly string[])[] {
    const there = Math.min(rows, this.gridSize().rows - row + 1);
    if (there <= 0) return [];
    return askPlatform(() => this.sheet.getRange(row, column, there, columns).getFormulas());
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

  copyValues({ sheet: { id }, row: from, rows, columns }: StagedBlock, row: number, column: number): void {
    const copy = () => {
      const source = SpreadsheetApp.getActive().getSheetById(id);
      if (source === null) throw new RangeError('The sheet to copy from is gone');
      const target = this.sheet.getRange(row, column, rows, columns);
      source.getRange(from, 1, rows, columns).copyTo(target, { contentsOnly: true });
    };
    writeSheets(copy, undefined, () => addRowsUpTo(this.sheet, row + rows - 1));
  }

  hide(): void {
    writeSheets(() => this.sheet.hideSheet(), REFUSED);
  }

  blank(): void {
    const { rows, columns } = this.gridSize();
    writeSheets(() => this.sheet.getRange(1, 1, rows, columns).clearContent());
  }

  format(formats: RangesByFormat): void {
    for (const [format, ranges] of Object.entries(formats))
      writeSheets(() => this.sheet.getRangeList([...ranges]).setNumberFormat(format));
  }

  nameBlock(name: string, { row, column, rows, columns }: CellBlock): void {
    writeSheets(() =>
      SpreadsheetApp.getActive().setNamedRange(name, this.sheet.getRange(row, column, rows, columns)),
    );
  }

  colourWhere(range: string, texts: Readonly<Record<'fine' | 'wrong', readonly string[]>>): void {
    const cells = [this.sheet.getRange(range)];
    const rules = (['wrong', 'fine'] as const).flatMap((kind) =>
      texts[kind].map((text) =>
        SpreadsheetApp.newConditionalFormatRule()
          .setRanges(cells)
          .whenTextContains(text)
          .setFontColor(COLOURS[kind])
          .setBold(true)
          .build(),
      ),
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
    for (const [column, columns, pixels] of widths)
      writeSheets(() => this.sheet.setColumnWidths(column, columns, pixels));
    for (const side of ['left', 'center', 'right'] as const)
      set(aligned[side], (cells) => cells.setHorizontalAlignment(side));
    writeSheets(() => this.sheet.setFrozenRows(1));
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

const REFUSED =
  'Unprotect the hidden sheet of Shift Reports, or ask an owner to: Google Sheets refused to write it';

/** Hover notes, drop-downs and the grey example of a new targets sheet. */
export const targetsSheetSetup: TargetsFurnishing = {
  furnish: (sheetId, columns, exampleName) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    // A sheet that was deleted a moment ago needs nothing.
    if (sheet === null) return;
    const [rows, width] = [sheet.getMaxRows() - 1, columns.length];
    writeSheets(() => sheet.getRange(1, 1, 1, width).setNotes([columns.map(({ note }) => note)]));
    // No argument separator, which differs between locales.
    const example = SpreadsheetApp.newConditionalFormatRule()
      .setRanges([sheet.getRange(2, 1, rows, width)])
      .whenFormulaSatisfied(`=$A2="${exampleName}"`)
      .setFontColor(EXAMPLE_COLOR)
      .build();
    writeSheets(() => sheet.setConditionalFormatRules([example]));
    for (const [at, { offers }] of columns.entries()) {
      if (offers.length === 0) continue;
      const list = SpreadsheetApp.newDataValidation().requireValueInList([...offers], true);
      const rule = list.setAllowInvalid(true).build();
      writeSheets(() => sheet.getRange(2, at + 1, rows, 1).setDataValidation(rule));
    }
  },
};

const EXAMPLE_COLOR = '#80868b';

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
    // Once more.
  }
  try {
    makeRoom();
    return call();
  } catch {
    return refuse('sheet_blocked', sentence);
  }
}
