import { cellName } from './a1-notation';
import { type Cell, type CellStyle, type CellValue, effectiveFormat } from './cell';
import type { Chart } from './chart';
import type { ConditionalFormat } from './conditional-format';
import type { Rectangle } from './rectangle';
import type { Sheet } from './sheet';
import type { Workbook } from './workbook';

/** One touched cell, members left out where they are the default. */
export interface CellSnapshot {
  readonly value?: CellValue;
  readonly formula?: string;
  readonly format?: string;
  readonly note?: string;
  readonly style?: CellStyle;
  readonly spilled?: true;
}

/** One sheet, plain data throughout. */
export interface SheetSnapshot {
  readonly id: number;
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly isHidden: boolean;
  readonly frozenRows: number;
  /** Touched cells by their A1 name. */
  readonly cells: Readonly<Record<string, CellSnapshot>>;
  readonly merges: readonly Rectangle[];
  readonly columnWidths: Readonly<Record<number, number>>;
  readonly charts: readonly Chart[];
  readonly conditionalFormats: readonly ConditionalFormat[];
  /** The filter's cells; absent where there is none. */
  readonly filter?: Rectangle;
  /** The rows that the filter hides, and those that a person hid; absent where there are none. */
  readonly filteredRows?: readonly number[];
  readonly hiddenRows?: readonly number[];
}

/** A whole spreadsheet as plain data, for comparing and for showing. */
export interface WorkbookSnapshot {
  readonly sheets: readonly SheetSnapshot[];
  readonly names: Readonly<Record<string, { readonly sheetId: number; readonly block: Rectangle }>>;
  readonly activeSheetId: number;
}

/** Describes the whole workbook. Two workbooks that look and calculate alike give equal snapshots. */
export function takeSnapshot(workbook: Workbook): WorkbookSnapshot {
  const names = [...workbook.names.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    sheets: workbook.sheets.map(snapshotSheet),
    names: Object.fromEntries(names.map(({ name, sheetId, block }) => [name, { sheetId, block }])),
    activeSheetId: workbook.activeSheetId,
  };
}

function snapshotSheet(sheet: Sheet): SheetSnapshot {
  const cells: Record<string, CellSnapshot> = {};
  sheet.grid.forEach((cell, row, column) => {
    cells[cellName(row, column)] = snapshotCell(cell);
  });
  return {
    id: sheet.id,
    name: sheet.name,
    rows: sheet.grid.maxRows,
    columns: sheet.grid.maxColumns,
    isHidden: sheet.isHidden,
    frozenRows: sheet.frozenRows,
    cells,
    merges: sheet.merges,
    columnWidths: Object.fromEntries(sheet.columnWidths),
    charts: sheet.charts,
    conditionalFormats: sheet.conditionalFormats,
    ...(sheet.filter === undefined ? {} : { filter: sheet.filter }),
    ...(sheet.filteredRows.size === 0 ? {} : { filteredRows: inOrder(sheet.filteredRows) }),
    ...(sheet.hiddenRows.size === 0 ? {} : { hiddenRows: inOrder(sheet.hiddenRows) }),
  };
}

function inOrder(rows: ReadonlySet<number>): number[] {
  return [...rows].sort((a, b) => a - b);
}

/** Descriptions of blank cells: a formatted column is one cell many times over. */
const blanks = new WeakMap<Cell, CellSnapshot>();

function snapshotCell(cell: Cell): CellSnapshot {
  const isBlank = cell.value === '' && cell.formula === '';
  const known = isBlank ? blanks.get(cell) : undefined;
  if (known !== undefined) return known;
  const format = effectiveFormat(cell);
  const fresh: CellSnapshot = {
    ...(cell.value === '' ? {} : { value: cell.value }),
    ...(cell.formula === '' ? {} : { formula: cell.formula }),
    ...(format === '' ? {} : { format }),
    ...(cell.note === '' ? {} : { note: cell.note }),
    ...(cell.style === undefined ? {} : { style: cell.style }),
    ...(cell.spilled ? { spilled: true as const } : {}),
  };
  if (isBlank) blanks.set(cell, fresh);
  return fresh;
}
