import { parseA1, type Rectangle, resolveA1 } from '../emulator/spreadsheet/a1';
import type { CellStyle } from '../emulator/spreadsheet/cells';
import { addSheet, decorateCells, editCells, renameSheet } from '../emulator/spreadsheet/edits';
import type { Sheet, Workbook } from '../emulator/spreadsheet/workbook';

/** Text or a formula for one cell, or looks for a block; what is absent stays as it is. */
export interface SheetPart {
  /** For example `A1` or `B10:B22`. */
  readonly at: string;
  /** With a leading `=` a formula, else text; an apostrophe in front keeps text from being a formula. For the first cell. */
  readonly text?: string;
  readonly style?: CellStyle;
  /** Number format as a person would type it. */
  readonly format?: string;
}

/** Finds a sheet by its name, or adds it as the tab of that index. */
export function sheetFor(workbook: Workbook, name: string, index: number): Sheet {
  const existing = workbook.sheetNamed(name);
  if (existing) return existing;
  const sheet = addSheet(workbook, undefined, index);
  renameSheet(workbook, sheet, name);
  return sheet;
}

/** Puts the parts on a sheet, in order: later looks go over earlier ones. */
export function composeSheet(workbook: Workbook, sheet: Sheet, parts: readonly SheetPart[]): void {
  for (const { at, text, style, format } of parts) {
    const block = blockAt(sheet, at);
    if (text !== undefined) putText(workbook, sheet, { ...block, rows: 1, columns: 1 }, text);
    decorateCells(workbook, sheet, block, (cell) => ({
      ...cell,
      style: style === undefined ? cell.style : { ...cell.style, ...style },
      format: format ?? cell.format,
    }));
  }
}

function putText(workbook: Workbook, sheet: Sheet, place: Rectangle, text: string): void {
  const content = text.startsWith('=') ? { formula: text } : { value: text.replace(/^'/, '') };
  editCells(workbook, sheet, place, (cell) => ({ ...cell, ...content }));
}

function blockAt(sheet: Sheet, a1: string): Rectangle {
  const reference = parseA1(a1);
  if (reference === undefined) throw new RangeError(`${a1} is no block of cells.`);
  return resolveA1(reference, sheet.grid.maxRows, sheet.grid.maxColumns);
}
