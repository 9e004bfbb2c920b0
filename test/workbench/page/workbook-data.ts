import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IColumnData,
  type IObjectArrayPrimitiveType,
  type IRowData,
  type IStyleData,
  type IWorkbookData,
  type IWorksheetData,
  LocaleType,
  type Nullable,
} from '@univerjs/core';
import type { BlockView, CellView, DocumentView, SheetView } from '../protocol';
import { DEFAULT_STYLE, styleData } from './cell-style';

/** The workbook's ID in the grid: one page shows one document. */
export const UNIT_ID = 'book';

const ROW_PIXELS = 21;
/** Of a line of text, with some room above and below. */
const PIXELS_PER_POINT = 1.8;

/** What the page keeps in a cell beside its value. */
export interface CellNotes {
  readonly note?: string;
  readonly message?: string;
}

/** The grid's name for a sheet of the document of record. */
export function unitSheetId(sheetId: number): string {
  return `sheet-${sheetId}`;
}

/** The document as the grid takes it. */
export function workbookData(document: DocumentView): IWorkbookData {
  const sheets: Record<string, Partial<IWorksheetData>> = {};
  for (const sheet of document.sheets) sheets[unitSheetId(sheet.sheetId)] = worksheetData(sheet);
  for (const block of document.blocks) {
    const sheet = sheets[unitSheetId(block.sheetId)];
    if (!sheet) continue;
    sheet.cellData = cellMatrix(block, (style) => style);
    // What a script set counts for more than what large text needs.
    sheet.rowData = { ...rowData(block), ...sheet.rowData };
  }
  return {
    id: UNIT_ID,
    name: document.name,
    appVersion: '',
    locale: LocaleType.EN_US,
    styles: {},
    defaultStyle: DEFAULT_STYLE,
    sheetOrder: document.sheets.map((sheet) => unitSheetId(sheet.sheetId)),
    sheets,
  };
}

/** An empty sheet as the grid takes it. */
export function worksheetData(sheet: SheetView): Partial<IWorksheetData> {
  return {
    id: unitSheetId(sheet.sheetId),
    name: sheet.name,
    hidden: sheet.hidden ? BooleanNumber.TRUE : BooleanNumber.FALSE,
    rowCount: sheet.maxRows,
    columnCount: sheet.maxColumns,
    defaultStyle: DEFAULT_STYLE,
    defaultColumnWidth: 100,
    defaultRowHeight: ROW_PIXELS,
    cellData: {},
    columnData: columnData(sheet),
    showGridlines: BooleanNumber.TRUE,
    tabColor: '',
    freeze: freezeOf(sheet),
  };
}

/** Column widths as the grid takes them, counted from 0; those of 0 pixels are hidden. */
export function columnData({ columnWidths }: SheetView): IObjectArrayPrimitiveType<Partial<IColumnData>> {
  const dataOf = (pixels: number) => (pixels === 0 ? { hd: BooleanNumber.TRUE } : { w: pixels });
  return Object.fromEntries(columnWidths.map(([column, pixels]) => [column - 1, dataOf(pixels)]));
}

/** Rows with large text, counted from 0: as high as it needs, which Sheets sees to by itself. */
export function rowData({ row, cells, styles }: BlockView): IObjectArrayPrimitiveType<Partial<IRowData>> {
  const sizes = cells.map((line) => Math.max(0, ...line.map(({ s }) => styles[s ?? -1]?.fontSize ?? 0)));
  return Object.fromEntries(
    sizes.flatMap((size, index) => {
      const pixels = Math.ceil(size * PIXELS_PER_POINT);
      return pixels > ROW_PIXELS ? [[row - 1 + index, { h: pixels }]] : [];
    }),
  );
}

/** Where a sheet's frozen part ends. -1 stands for "nothing frozen". */
export function freezeOf(sheet: Pick<SheetView, 'frozenRows' | 'frozenColumns'>): IWorksheetData['freeze'] {
  return {
    xSplit: sheet.frozenColumns,
    ySplit: sheet.frozenRows,
    startRow: sheet.frozenRows || -1,
    startColumn: sheet.frozenColumns || -1,
  };
}

/** What a cell holds that a new content would not replace by itself. */
export type Leftovers = (row: number, column: number) => Nullable<ICellData>;

/**
 * A block's cells, row by row, counted from 0 as the grid does.
 *
 * @param keepStyle Turns a style into what stands in the cell: itself, or the ID under which the grid keeps it.
 * @param leftovers What stands there now. Members that need no clearing are left out, since 90,000 cells are many.
 */
export function cellMatrix(
  block: BlockView,
  keepStyle: (style: IStyleData) => IStyleData | string,
  leftovers: Leftovers = () => null,
): Record<number, Record<number, ICellData>> {
  const styles = block.styles.map((style) => {
    const data = styleData(style);
    return { kept: keepStyle(data), anew: { ...NO_STYLE, ...data, bd: { ...NO_BORDERS, ...data.bd } } };
  });
  const matrix: Record<number, Record<number, ICellData>> = {};
  block.cells.forEach((cells, rowOffset) => {
    const row = block.row - 1 + rowOffset;
    const line: Record<number, ICellData> = {};
    cells.forEach((cell, columnOffset) => {
      const column = block.column - 1 + columnOffset;
      line[column] = cellData(cell, styles, leftovers(row, column));
    });
    matrix[row] = line;
  });
  return matrix;
}

/** A style is laid over the one that a cell has: what that sets besides must go. */
const NO_BORDERS = { t: null, l: null, b: null, r: null };
const NO_STYLE = {
  ...{ n: null, bl: null, it: null, fs: null, cl: null, bg: null, tb: null, ht: null, vt: null },
} as unknown as IStyleData;

function cellData(
  cell: CellView,
  styles: readonly { readonly kept: IStyleData | string; readonly anew: IStyleData }[],
  leftover: Nullable<ICellData>,
): ICellData {
  const data: ICellData = {
    v: cell.v === undefined ? null : typeof cell.v === 'boolean' ? Number(cell.v) : cell.v,
    t: cell.v === undefined ? null : cellType(cell.v),
  };
  const style = styles[cell.s ?? -1];
  if (style !== undefined || leftover?.s) data.s = style?.[leftover?.s ? 'anew' : 'kept'] ?? null;
  if (cell.f !== undefined || leftover?.f || leftover?.si)
    Object.assign(data, { f: cell.f ?? null, si: null });
  if (leftover?.p) data.p = null;
  const notes = cellNotes(cell);
  if (notes || leftover?.custom) data.custom = notes;
  return data;
}

function cellType(value: string | number | boolean): CellValueType {
  if (typeof value === 'number') return CellValueType.NUMBER;
  return typeof value === 'boolean' ? CellValueType.BOOLEAN : CellValueType.STRING;
}

function cellNotes(cell: CellView): CellNotes | null {
  if (cell.note === undefined && cell.error === undefined) return null;
  return {
    ...(cell.note === undefined ? {} : { note: cell.note }),
    ...(cell.error === undefined ? {} : { message: cell.error }),
  };
}
