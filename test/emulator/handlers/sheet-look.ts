import type { CallContext, HostHandlers } from '../bridge';
import { HostError } from '../host-errors';
import { displayText } from '../world/spreadsheet/display';
import type { Sheet } from '../world/spreadsheet/sheet';
import { committed, editSheet, outsideSheet, type SheetTarget } from './document-access';

/** Pixels of a column and of a row nobody has changed. */
const DEFAULT_WIDTH = 100;
const DEFAULT_HEIGHT = 21;
/** Pixels that one character takes, and those beside the text; for `autoResizeColumns`. Assumed. */
const CHARACTER_WIDTH = 8;
const WIDTH_MARGIN = 10;

/** How a Sheet lies on the screen: frozen lines, sizes of rows and columns, gridlines, the tab's colour. */
export const sheetLookHandlers: HostHandlers = {
  'Sheet.setFrozenRows': (context, target, rows: number) => setFrozen(context, target, 'frozenRows', rows),
  'Sheet.getFrozenRows': (context, target) => reading(context, target).frozenRows,
  'Sheet.setFrozenColumns': (context, target, columns: number) =>
    setFrozen(context, target, 'frozenColumns', columns),
  'Sheet.getFrozenColumns': (context, target) => reading(context, target).frozenColumns,
  'Sheet.setColumnWidth': (context, target, column: number, width: number) =>
    setWidths(context, target, column, 1, () => width),
  'Sheet.setColumnWidths': (context, target, first: number, count: number, width: number) =>
    setWidths(context, target, first, count, () => width),
  'Sheet.getColumnWidth': (context, target, column: number) =>
    reading(context, target).columnWidths.get(column) ?? DEFAULT_WIDTH,
  'Sheet.autoResizeColumns': (context, target, first: number, count: number) =>
    setWidths(context, target, first, count, fittingWidth),
  'Sheet.setRowHeight': (context, target, row: number, height: number) =>
    setHeights(context, target, row, 1, height),
  'Sheet.setRowHeights': (context, target, first: number, count: number, height: number) =>
    setHeights(context, target, first, count, height),
  'Sheet.getRowHeight': (context, target, row: number) =>
    reading(context, target).rowHeights.get(row) ?? DEFAULT_HEIGHT,
  'Sheet.setHiddenGridlines': (context, target, isHidden: boolean) =>
    change(context, target, (sheet) => {
      sheet.hasHiddenGridlines = isHidden;
    }),
  'Sheet.hasHiddenGridlines': (context, target) => reading(context, target).hasHiddenGridlines,
  'Sheet.setTabColor': (context, target, color: string | null) =>
    change(context, target, (sheet) => {
      sheet.tabColor = color;
    }),
  'Sheet.getTabColor': (context, target) => reading(context, target).tabColor,
};

function reading(context: CallContext, { sheetId }: SheetTarget): Sheet {
  return committed(context).sheet(sheetId);
}

function change(context: CallContext, target: SheetTarget, edit: (sheet: Sheet) => void): undefined {
  editSheet(context, target, (workbook, sheet) => {
    edit(sheet);
    workbook.noteChange(sheet.id);
  });
}

/** Not all lines may be frozen (the text is assumed). */
function setFrozen(
  context: CallContext,
  target: SheetTarget,
  member: 'frozenRows' | 'frozenColumns',
  count: number,
): undefined {
  change(context, target, (sheet) => {
    const lines = member === 'frozenRows' ? sheet.grid.maxRows : sheet.grid.maxColumns;
    if (count < 0 || count >= lines) throw outsideSheet();
    sheet[member] = count;
  });
}

function setWidths(
  context: CallContext,
  target: SheetTarget,
  first: number,
  count: number,
  width: (sheet: Sheet, column: number) => number,
): undefined {
  change(context, target, (sheet) => {
    if (first < 1 || count < 1 || first + count - 1 > sheet.grid.maxColumns) throw outsideSheet();
    for (let column = first; column < first + count; column++)
      sheet.columnWidths.set(column, width(sheet, column));
  });
}

/** A height of no pixels is refused (the text is assumed). */
function setHeights(
  context: CallContext,
  target: SheetTarget,
  first: number,
  count: number,
  height: number,
): undefined {
  change(context, target, (sheet) => {
    if (first < 1 || count < 1 || first + count - 1 > sheet.grid.maxRows) throw outsideSheet();
    if (height < 1) throw new HostError('The row height must be at least 1.');
    for (let row = first; row < first + count; row++) sheet.rowHeights.set(row, height);
  });
}

function fittingWidth(sheet: Sheet, column: number): number {
  const rows = sheet.grid.lastRow();
  if (rows === 0) return DEFAULT_WIDTH;
  const texts = sheet.grid.map({ row: 1, column, rows, columns: 1 }, (cell) => displayText(cell));
  const longest = texts.reduce((most, [text = '']) => Math.max(most, text.length), 0);
  return longest * CHARACTER_WIDTH + WIDTH_MARGIN;
}
