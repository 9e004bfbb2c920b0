/* Blocks of cells: their geometry, their notation, and the references of formulas that follow them. */

/** A block of cells in one sheet. Rows and columns count from 1. */
export interface Rectangle {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export const singleCell = (row: number, column: number): Rectangle => ({ row, column, rows: 1, columns: 1 });
export const cellCount = ({ rows, columns }: Rectangle): number => rows * columns;
/** Last row and column of a block, included. */
export const lastRow = ({ row, rows }: Rectangle): number => row + rows - 1;
export const lastColumn = ({ column, columns }: Rectangle): number => column + columns - 1;

/** Whether two blocks of one sheet share a cell. */
export const intersects = (a: Rectangle, b: Rectangle): boolean =>
  a.row <= lastRow(b) && b.row <= lastRow(a) && a.column <= lastColumn(b) && b.column <= lastColumn(a);

/** Whether the first block holds every cell of the second. */
export const covers = (a: Rectangle, b: Rectangle): boolean =>
  a.row <= b.row && lastRow(a) >= lastRow(b) && a.column <= b.column && lastColumn(a) >= lastColumn(b);

/** The cells that two blocks share. */
export function intersection(a: Rectangle, b: Rectangle): Rectangle | undefined {
  if (!intersects(a, b)) return undefined;
  const [row, column] = [Math.max(a.row, b.row), Math.max(a.column, b.column)];
  const rows = Math.min(lastRow(a), lastRow(b)) - row + 1;
  return { row, column, rows, columns: Math.min(lastColumn(a), lastColumn(b)) - column + 1 };
}

/** Rows or columns put in or taken out: `at` is the first one concerned; `count` is negative for a deletion. */
export interface LineChange {
  readonly axis: 'row' | 'column';
  readonly at: number;
  readonly count: number;
}

/**
 * Where a span of lines lies after rows or columns were put in or taken out. Lines put in inside the span widen it; at its
 * first line they push it on.
 *
 * @returns `undefined` when all its lines were taken out.
 */
export function shiftSpan(
  first: number,
  length: number,
  { at, count }: LineChange,
): { readonly first: number; readonly length: number } | undefined {
  const shifted = (line: number, least: number) => (line < at ? line : Math.max(least, line + count));
  const start = shifted(first, at);
  const left = shifted(first + length - 1, at - 1) - start + 1;
  return left > 0 ? { first: start, length: left } : undefined;
}

/** The same of a block; `undefined` when it is gone. */
export function shiftBlock<Block extends Rectangle>(block: Block, change: LineChange): Block | undefined {
  const [first, length] =
    change.axis === 'row' ? (['row', 'rows'] as const) : (['column', 'columns'] as const);
  const span = shiftSpan(block[first], block[length], change);
  return span && { ...block, [first]: span.first, [length]: span.length };
}

/** The letters of a column, counted from 1: 27 is `AA`. */
export function columnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

const columnNumber = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** One cell, for example `B7`. */
export const cellName = (row: number, column: number): string => columnLetters(column) + row;

/** A block, for example `B2:C5`; a single cell is `B2`. */
export function rangeName(block: Rectangle): string {
  const first = cellName(block.row, block.column);
  return cellCount(block) === 1 ? first : `${first}:${cellName(lastRow(block), lastColumn(block))}`;
}

/** The sheet that a text in A1 notation names, if it names one, and what it says of cells. */
export function splitSheetName(text: string): readonly [sheetName: string | undefined, cells: string] {
  const [, quoted, plain, cells = ''] = /^(?:'((?:[^']|'')*)'!|(.*)!)?([^!]*)$/s.exec(text.trim()) ?? [];
  return [quoted?.replaceAll("''", "'") ?? plain, cells];
}

/** One corner of a block; the marks of what stays when a formula is copied say nothing of the cell. */
const CORNER = /^(?=.)\$?([A-Z]{1,3})?\$?([1-9]\d*)?$/i;

/**
 * Reads a block in A1 notation, with `$` marks, whole rows and columns, corners in any order. Open ends (`5:7`, `D:F`, `A1:B`)
 * reach to the edge of the sheet; the block may still lie outside of it.
 *
 * @returns `undefined` for any other text.
 */
export function readBlock(cells: string, bounds: Rectangle): Rectangle | undefined {
  const [from, to = from, ...more] = cells.split(':').map((text) => CORNER.exec(text) ?? undefined);
  if (from === undefined || to === undefined || more.length > 0) return undefined;
  const columns = [from[1], to[1]].flatMap((letters) => (letters ? columnNumber(letters) : []));
  const rows = [from[2], to[2]].flatMap((digits) => (digits ? Number(digits) : []));
  // Alone `A` means nothing, nor does `A:5`.
  if (rows.length * columns.length === 1 || (to === from && rows.length + columns.length < 4))
    return undefined;
  const span = (lines: readonly number[], edge: number) => {
    const first = lines.length === 0 ? 1 : Math.min(...lines);
    return [first, (lines.length < 2 ? edge : Math.max(...lines)) - first + 1] as const;
  };
  const [[row, height], [column, width]] = [span(rows, bounds.rows), span(columns, bounds.columns)];
  return { row, column, rows: height, columns: width };
}

/** Texts and names of sheets first, so that what looks like a cell inside quotes stays. */
const CELLS = /"(?:[^"]|"")*"|'(?:[^']|'')*'!|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)([1-9]\d*)(?![\w(.!])/gi;

/** The formula as it reads when copied some rows and columns away: parts of cells without `$` move along. */
export function moveReferences(formula: string, rows: number, columns: number): string {
  return formula.replace(CELLS, (whole, columnMark, letters: string | undefined, rowMark, digits) => {
    if (letters === undefined) return whole;
    const row = Number(digits) + (rowMark ? 0 : rows);
    const column = columnNumber(letters) + (columnMark ? 0 : columns);
    return row > 0 && column > 0 ? columnMark + columnLetters(column) + rowMark + row : '#REF!';
  });
}
