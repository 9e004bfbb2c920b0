import type { Rectangle } from './rectangle';

/** A block as written in A1 notation. Open ends (`5:7`, `D:F`) reach to the edge of the sheet. */
export interface A1Reference {
  readonly sheetName: string | undefined;
  readonly firstRow: number | undefined;
  readonly firstColumn: number | undefined;
  readonly lastRow: number | undefined;
  readonly lastColumn: number | undefined;
}

const CELL = /^\$?([A-Za-z]{1,3})\$?([1-9]\d*)$/;
const COLUMN = /^\$?([A-Za-z]{1,3})$/;
const ROW = /^\$?([1-9]\d*)$/;

/** The letters of a column, counted from 1: 27 is `AA`. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** The number of a column, counted from 1: `AA` is 27. */
export function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** One cell, for example `B7`. */
export function cellName(row: number, column: number): string {
  return columnLetters(column) + row;
}

/** A block, for example `B2:C5`; a single cell is `B2`. */
export function rangeName(block: Rectangle): string {
  const first = cellName(block.row, block.column);
  if (block.rows === 1 && block.columns === 1) return first;
  return `${first}:${cellName(block.row + block.rows - 1, block.column + block.columns - 1)}`;
}

/** A sheet's name as it stands in a formula: quoted unless it is a plain word. */
export function quoteSheetName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !CELL.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
}

/**
 * Reads A1 notation, with `$` marks, sheet names, whole rows and columns, corners in any order (fact S16).
 *
 * @returns `undefined` for any other text.
 */
export function parseA1(text: string): A1Reference | undefined {
  const { sheetName, rest } = splitSheetName(text.trim());
  const corners = rest.split(':');
  const [from, to] = corners;
  if (from === undefined || corners.length > 2) return undefined;
  if (to === undefined) {
    const cell = CELL.exec(from);
    return cell ? reference(sheetName, [Number(cell[2])], [columnNumber(cell[1] ?? '')]) : undefined;
  }
  const a = corner(from);
  const b = corner(to);
  if (a === undefined || b === undefined) return undefined;
  const rows = [a.row, b.row].filter((row) => row !== undefined);
  const columns = [a.column, b.column].filter((column) => column !== undefined);
  // `A1:B` reaches down to the last row, `A1:5` across to the last column; `A:5` means nothing.
  if (a.row === undefined && b.column === undefined) return undefined;
  if (a.column === undefined && b.row === undefined) return undefined;
  return reference(sheetName, rows, columns, rows.length === 1, columns.length === 1);
}

function corner(text: string): { row: number | undefined; column: number | undefined } | undefined {
  const cell = CELL.exec(text);
  if (cell) return { row: Number(cell[2]), column: columnNumber(cell[1] ?? '') };
  const column = COLUMN.exec(text);
  if (column) return { row: undefined, column: columnNumber(column[1] ?? '') };
  const row = ROW.exec(text);
  return row ? { row: Number(row[1]), column: undefined } : undefined;
}

function reference(
  sheetName: string | undefined,
  rows: readonly number[],
  columns: readonly number[],
  openRows = false,
  openColumns = false,
): A1Reference {
  return {
    sheetName,
    firstRow: rows.length === 0 ? undefined : Math.min(...rows),
    lastRow: rows.length === 0 || openRows ? undefined : Math.max(...rows),
    firstColumn: columns.length === 0 ? undefined : Math.min(...columns),
    lastColumn: columns.length === 0 || openColumns ? undefined : Math.max(...columns),
  };
}

function splitSheetName(text: string): { sheetName: string | undefined; rest: string } {
  const quoted = /^'((?:[^']|'')*)'!(.*)$/s.exec(text);
  if (quoted) return { sheetName: (quoted[1] ?? '').replaceAll("''", "'"), rest: quoted[2] ?? '' };
  const mark = text.lastIndexOf('!');
  return mark < 0
    ? { sheetName: undefined, rest: text }
    : { sheetName: text.slice(0, mark), rest: text.slice(mark + 1) };
}

/** Fills the open ends of a reference from a sheet's size. The result may still lie outside the sheet. */
export function resolveA1(reference: A1Reference, maxRows: number, maxColumns: number): Rectangle {
  const row = reference.firstRow ?? 1;
  const column = reference.firstColumn ?? 1;
  return {
    row,
    column,
    rows: (reference.lastRow ?? maxRows) - row + 1,
    columns: (reference.lastColumn ?? maxColumns) - column + 1,
  };
}

/** The notation of a reference without its sheet, corners ordered: `D:B` gives `B:D`. */
export function printA1(reference: A1Reference): string {
  const { firstRow, firstColumn, lastRow, lastColumn } = reference;
  const first = (firstColumn === undefined ? '' : columnLetters(firstColumn)) + (firstRow ?? '');
  const last = (lastColumn === undefined ? '' : columnLetters(lastColumn)) + (lastRow ?? '');
  const single = firstRow !== undefined && firstColumn !== undefined && first === last;
  return single ? first : `${first}:${last}`;
}
