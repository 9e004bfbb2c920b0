import { attempt, refuse } from '../employer-api/errors';
import type { SelectedCell } from '../explanations/explanation';
import type { ReportSheet, ReportSheets } from '../reports/ports';
import { a1, type CellBlock, type WrittenCell } from '../reports/sheet/cells';
import type { CellRule, RuleLook } from '../reports/sheet/sheets';
import { askPlatform } from './script-services';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type RangeList = GoogleAppsScript.Spreadsheet.RangeList;

/**
 * The spreadsheet's sheets, found by ID, so that renaming and moving do not matter.
 *
 * Writes are tried twice. Values and formats come out the same; a sheet or rows added twice are refused or stay blank.
 */
export const sheetWriter: ReportSheets = {
  byId: (id) => found(id === null ? null : askPlatform(() => SpreadsheetApp.getActive().getSheetById(id))),
  byName: (name) => found(askPlatform(() => SpreadsheetApp.getActive().getSheetByName(name))),
  all: () => askPlatform(() => SpreadsheetApp.getActive().getSheets()).map(handleOf),
  named: (name) => {
    const range = askPlatform(() => SpreadsheetApp.getActive().getRangeByName(name));
    return range === null ? undefined : { sheet: handleOf(range.getSheet()), block: cellsOf(range) };
  },
  create: (name, isHidden) => {
    const spreadsheet = SpreadsheetApp.getActive();
    const refusal = `Choose another name for the sheet: Google Sheets refused to make “${name}”`;
    const inFront = isHidden ? askPlatform(() => spreadsheet.getActiveSheet()) : null;
    let other: Sheet | undefined;
    const sheet = writeSheets(
      () => other ?? spreadsheet.insertSheet(name, spreadsheet.getSheets().length),
      refusal,
      () => {
        const isNamed = (one: Sheet) => one.getName().toLowerCase() === name.toLowerCase();
        other = spreadsheet.getSheets().find(isNamed);
      },
    );
    if (isHidden && other === undefined) writeSheets(() => sheet.hideSheet(), REFUSED);
    // On a schedule no one looks, and there may be none.
    if (inFront) askPlatform(() => spreadsheet.setActiveSheet(inFront));
    return handleOf(sheet);
  },
  show: ({ id }, selected = []) => {
    const shown = askPlatform(() => SpreadsheetApp.getActive().getSheetById(id));
    if (shown) askPlatform(() => SpreadsheetApp.getActive().setActiveSheet(shown));
    // Of several cells the last one becomes the current cell.
    if (shown && selected.length > 0)
      askPlatform(() => shown.setActiveRangeList(shown.getRangeList([...selected].reverse())));
  },
  flush: () => writeSheets(() => SpreadsheetApp.flush()),
};

function found(sheet: Sheet | null | undefined): ReportSheet | undefined {
  return sheet ? handleOf(sheet) : undefined;
}

/** A light blue that leaves dark letters readable. */
const HEADING_TINT = '#e8f0fe';
/** What conditional formats set; dark letters stay readable on them. */
const RULE_COLOURS: Readonly<Record<RuleLook, string>> = {
  fine: '#137333',
  wrong: '#b3500b',
  grey: '#80868b',
  warning: '#b3500b',
  'dark tint': '#f6b26b',
  tint: '#f9cb9c',
  'pale tint': '#fce5cd',
  'dark blue': '#aec3dc',
  blue: '#cbd8e8',
  'pale blue': '#e4ebf3',
};

/** A sheet by its ID: whatever becomes of its name and place. */
function handleOf(sheet: Sheet): ReportSheet {
  const rangeOf = ({ row, column, rows, columns }: CellBlock) => sheet.getRange(row, column, rows, columns);
  // Whole rows and columns reach to the edges. `getMaxRows` would wait for formulas that calculate.
  const gridSize = () =>
    askPlatform(() => ({
      rows: sheet.getRange('A:A').getNumRows(),
      columns: sheet.getRange('1:1').getNumColumns(),
    }));
  /** Rows may be missing at the end of the grid, because someone deleted them or they never were. */
  const readThere = <Line>(block: CellBlock, read: (range: Range) => Line[]): Line[] => {
    const rows = Math.min(block.rows, gridSize().rows - block.row + 1);
    return rows > 0 ? askPlatform(() => read(rangeOf({ ...block, rows }))) : [];
  };
  /** Writes a block, if need be below rows that someone has deleted. */
  const writeThere = (write: () => unknown, last: number) =>
    writeSheets(write, undefined, () => {
      const rows = sheet.getMaxRows();
      if (last > rows) sheet.insertRowsAfter(rows, last - rows);
    });
  return {
    id: sheet.getSheetId(),
    name: () => askPlatform(() => sheet.getName()),
    rename: (name) => void askPlatform(() => sheet.setName(name)),
    lastRow: () => askPlatform(() => sheet.getLastRow()),
    gridSize,
    grow: ({ rows, columns }) => {
      const there = gridSize();
      if (columns > there.columns)
        writeSheets(() => sheet.insertColumnsAfter(there.columns, columns - there.columns));
      if (rows <= there.rows) return;
      writeSheets(() => sheet.insertRowsAfter(there.rows, rows - there.rows));
      // What is looked at after this must be what everyone sees.
      writeSheets(() => SpreadsheetApp.flush());
    },
    insertRows: (before, count) => void writeSheets(() => sheet.insertRowsBefore(before, count)),
    readBlock: (row, column, rows, columns) =>
      readThere<unknown[]>({ row, column, rows, columns }, (range) => range.getValues()),
    readTexts: (block) => askPlatform(() => rangeOf(block).getDisplayValues()),
    readFormulas: (block) => readThere(block, (range) => range.getFormulas()),
    firstUsed: ({ row, column, rows, columns }) => {
      const there = Math.min(columns, gridSize().columns - column + 1);
      const used = Math.min(rows, askPlatform(() => sheet.getLastRow()) - row + 1);
      if (used <= 0 || there <= 0) return undefined;
      const range = sheet.getRange(row, column, used, there);
      const find = (cells: readonly (readonly unknown[])[]) => {
        const down = cells.findIndex((line) => line.some((cell) => cell !== ''));
        const right = cells[down]?.findIndex((cell) => cell !== '') ?? -1;
        return down < 0 ? undefined : a1(row + down, column + right);
      };
      return find(askPlatform(() => range.getValues())) ?? find(askPlatform(() => range.getFormulas()));
    },
    // Also those that reach out of the range.
    mergedCells: (block) => readThere(block, (range) => range.getMergedRanges().map(cellsOf)),
    numberFormats: (block) => askPlatform(() => rangeOf(block).getNumberFormats()),
    hasFilter: () => askPlatform(() => sheet.getFilter()) !== null,
    write: (row, cells, column = 1) => {
      const block = { row, column, rows: cells.length, columns: cells[0]?.length ?? 0 };
      writeThere(() => rangeOf(block).setValues(cells as WrittenCell[][]), row + cells.length - 1);
    },
    copyValues: ({ id }, row, to) =>
      writeThere(
        () => {
          const source = SpreadsheetApp.getActive().getSheetById(id);
          if (source === null) throw new RangeError('The sheet to copy from is gone');
          source.getRange(row, 1, to.rows, to.columns).copyTo(rangeOf(to), { contentsOnly: true });
        },
        to.row + to.rows - 1,
      ),
    blank: () => {
      const { rows, columns } = gridSize();
      writeSheets(() => sheet.getRange(1, 1, rows, columns).clearContent());
    },
    dress: ({ ranges, format, isHeading, wraps, isTop, side, pixels, frozenColumns }) => {
      const set = (look: (cells: RangeList) => void) =>
        writeSheets(() => look(sheet.getRangeList([...ranges])));
      if (format !== undefined) set((cells) => cells.setNumberFormat(format));
      if (isHeading !== undefined) {
        set((cells) => cells.setFontWeight(isHeading ? 'bold' : 'normal'));
        set((cells) => cells.setBackground(isHeading ? HEADING_TINT : null));
      }
      if (isHeading) writeSheets(() => sheet.setFrozenRows(1));
      if (frozenColumns !== undefined) writeSheets(() => sheet.setFrozenColumns(frozenColumns));
      if (wraps) set((cells) => cells.setWrap(true));
      if (isTop) set((cells) => cells.setVerticalAlignment('top'));
      if (side !== undefined) set((cells) => cells.setHorizontalAlignment(side));
      if (pixels === undefined) return;
      for (const { column, columns } of ranges.map((range) => cellsOf(sheet.getRange(range))))
        writeSheets(() => {
          if (pixels === 0) sheet.hideColumns(column, columns);
          else sheet.setColumnWidths(column, columns, pixels);
        });
    },
    nameBlock: (name, block) =>
      writeSheets(() => SpreadsheetApp.getActive().setNamedRange(name, rangeOf(block))),
    setRules: (rules) =>
      void writeSheets(() => sheet.setConditionalFormatRules(rules.map((rule) => makeRule(sheet, rule)))),
    guide: (columns) => {
      const [rows, width] = [sheet.getMaxRows() - 1, columns.length];
      writeSheets(() => sheet.getRange(1, 1, 1, width).setNotes([columns.map(({ note }) => note)]));
      for (const [at, { offers }] of columns.entries()) {
        if (offers.length === 0) continue;
        const list = SpreadsheetApp.newDataValidation().requireValueInList([...offers], true);
        const rule = list.setAllowInvalid(true).build();
        writeSheets(() => sheet.getRange(2, at + 1, rows, 1).setDataValidation(rule));
      }
    },
  };
}

/** A conditional format as Google Sheets has it. */
export function makeRule(sheet: Sheet, { ranges, look, when }: CellRule) {
  const rule = SpreadsheetApp.newConditionalFormatRule().setRanges(
    ranges.map((range) => sheet.getRange(range)),
  );
  const made = when.startsWith('=') ? rule.whenFormulaSatisfied(when) : rule.whenTextContains(when);
  if (/tint$|blue$/.test(look)) return made.setBackground(RULE_COLOURS[look]).build();
  if (look === 'fine' || look === 'wrong') made.setBold(true);
  return made.setFontColor(RULE_COLOURS[look]).build();
}

/** The cells of a range. */
export function cellsOf(range: Range): CellBlock {
  return {
    row: range.getRow(),
    column: range.getColumn(),
    rows: range.getNumRows(),
    columns: range.getNumColumns(),
  };
}

const REFUSED =
  'Unprotect the hidden sheet of Shift Reports, or ask an owner to: Google Sheets refused to write it';

const WRITE_REFUSED =
  'Unprotect the cells, remove their drop-downs (Data ▸ Data validation) or make room, or ask an owner to, then refresh: Google Sheets refused the write, the old table stays';

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

/** The cell that the person at the keyboard has selected. It reads and never changes anything. */
export function selectedCell(): SelectedCell | undefined {
  const range = askPlatform(() => SpreadsheetApp.getActive().getCurrentCell());
  return range === null || range === undefined ? undefined : askPlatform(() => describeCell(range));
}

function describeCell(range: Range): SelectedCell {
  const sheet = range.getSheet();
  const [row, column] = [range.getRow(), range.getColumn()];
  return {
    sheetId: sheet.getSheetId(),
    row,
    column,
    // What cannot be read is a calculation.
    read: (reference) => attempt(() => sheetRange(sheet, reference).getValues()),
  };
}

/** A reference without a sheet means the formula's own one, whichever is in front. */
function sheetRange(sheet: Sheet, reference: string) {
  return reference.includes('!') ? SpreadsheetApp.getActive().getRange(reference) : sheet.getRange(reference);
}

/**
 * Makes sure that a person called from the menu or the sidebar, and not a cell: formulas can name every entry
 * point of the script, and must not be able to change anything by it.
 *
 * @throws {ReportError} `invalid_settings` in a cell
 */
export function requirePerson(): void {
  const screen = () => attempt(() => SpreadsheetApp.getUi());
  // Twice: the platform also fails for no reason that lasts.
  if ((screen() ?? screen()) === undefined)
    refuse('invalid_settings', 'Use the sidebar (Extensions ▸ Shift Reports): this isn’t a formula');
}

/** Shows a short message over the sheet. */
export function showToast(message: string): void {
  SpreadsheetApp.getActive().toast(message, 'Shift Reports', 10);
}
