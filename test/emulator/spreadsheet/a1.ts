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
  const last = first + length - 1;
  if (count >= 0) {
    if (at <= first) return { first: first + count, length };
    return at <= last ? { first, length: length + count } : { first, length };
  }
  const end = at - count - 1;
  const removed = Math.max(0, Math.min(last, end) - Math.max(first, at) + 1);
  if (removed === length) return undefined;
  const before = Math.max(0, Math.min(first, end + 1) - at);
  return { first: first - before, length: length - removed };
}

/** The same of a block; `undefined` when it is gone. */
export function shiftBlock<Block extends Rectangle>(block: Block, change: LineChange): Block | undefined {
  const [first, length] =
    change.axis === 'row' ? (['row', 'rows'] as const) : (['column', 'columns'] as const);
  const span = shiftSpan(block[first], block[length], change);
  return span && { ...block, [first]: span.first, [length]: span.length };
}

/** A block as written in A1 notation. Open ends (`5:7`, `D:F`) reach to the edge of the sheet. */
export interface A1Reference {
  readonly sheetName: string | undefined;
  readonly firstRow: number | undefined;
  readonly firstColumn: number | undefined;
  readonly lastRow: number | undefined;
  readonly lastColumn: number | undefined;
}

/** The letters of a column, counted from 1: 27 is `AA`. */
export function columnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

const columnNumber = (letters: string): number =>
  [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

/** One cell, for example `B7`. */
export const cellName = (row: number, column: number): string => columnLetters(column) + row;

/** A block, for example `B2:C5`; a single cell is `B2`. */
export function rangeName(block: Rectangle): string {
  const first = cellName(block.row, block.column);
  return cellCount(block) === 1 ? first : `${first}:${cellName(lastRow(block), lastColumn(block))}`;
}

/** A sheet's name as it stands in a formula: quoted unless it is a plain word. */
export function quoteSheetName(name: string): string {
  const isWord = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/^[A-Za-z]{1,3}[1-9]\d*$/.test(name);
  return isWord ? name : `'${name.replaceAll("'", "''")}'`;
}

/**
 * Reads A1 notation, with `$` marks, sheet names, whole rows and columns, corners in any order.
 *
 * @returns `undefined` for any other text.
 */
export function parseA1(text: string): A1Reference | undefined {
  const [, quoted, plain, from = '', to] =
    /^(?:'((?:[^']|'')*)'!|(.*)!)?([^!:]*)(?::([^!:]*))?$/s.exec(text.trim()) ?? [];
  const sheetName = quoted?.replaceAll("''", "'") ?? plain;
  const [a, b] = [parseCorner(from), parseCorner(to ?? from)];
  if (a === undefined || b === undefined) return undefined;
  const rows = [a.row, b.row].filter((row) => row !== undefined);
  const columns = [a.column, b.column].filter((column) => column !== undefined);
  const isCell = a.row !== undefined && a.column !== undefined;
  // `A1:B` reaches down to the last row, `A1:5` across to the last column; `A:5` means nothing.
  if (!isCell && (to === undefined || rows.length * columns.length === 1)) return undefined;
  return {
    sheetName,
    firstRow: rows.length === 0 ? undefined : Math.min(...rows),
    lastRow: rows.length < 2 ? undefined : Math.max(...rows),
    firstColumn: columns.length === 0 ? undefined : Math.min(...columns),
    lastColumn: columns.length < 2 ? undefined : Math.max(...columns),
  };
}

/** Fills the open ends of a reference from a sheet's size. The result may still lie outside the sheet. */
export function resolveA1(reference: A1Reference, maxRows: number, maxColumns: number): Rectangle {
  const { firstRow: row = 1, firstColumn: column = 1 } = reference;
  const rows = (reference.lastRow ?? maxRows) - row + 1;
  return { row, column, rows, columns: (reference.lastColumn ?? maxColumns) - column + 1 };
}

/** One corner of a reference in a formula; an absolute part has the mark `$`. */
interface Corner {
  readonly row: number | undefined;
  readonly column: number | undefined;
  readonly rowMark: string;
  readonly columnMark: string;
}

function parseCorner(text: string): Corner | undefined {
  const match = /^(?:(\$?)([A-Za-z]{1,3}))?(?:(\$?)([1-9]\d*))?$/.exec(text);
  if (match === null || text === '') return undefined;
  const [, columnMark = '', letters, rowMark = '', digits] = match;
  const row = digits === undefined ? undefined : Number(digits);
  return { row, column: letters === undefined ? undefined : columnNumber(letters), rowMark, columnMark };
}

const printCorner = ({ row, column, rowMark, columnMark }: Corner): string =>
  (column === undefined ? '' : columnMark + columnLetters(column)) + (row === undefined ? '' : rowMark + row);

const SHEET = String.raw`(?:'(?:[^']|'')*'|[A-Za-z_][\w.]*)!`;
const CELL = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d*`;
const RANGE = String.raw`${CELL}:${CELL}|${CELL}|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[1-9]\d*:\$?[1-9]\d*`;
/** Text first, so that what looks like a cell inside quotes stays. */
const PIECES = new RegExp(String.raw`"(?:[^"]|"")*"|(${SHEET})?(?<![\w.$])(${RANGE})(?![\w(.!])`, 'g');

/** @param change Given the corners and the sheet that is named; `#REF!` stands for `undefined`. */
function rewrite(
  formula: string,
  change: (corners: readonly Corner[], sheetName: string | undefined) => readonly Corner[] | undefined,
): string {
  return formula.replace(PIECES, (whole: string, prefix: string | undefined, range: string | undefined) => {
    if (range === undefined) return whole;
    const corners = range.split(':').flatMap((corner) => parseCorner(corner) ?? []);
    const changed = change(corners, sheetNameOf(prefix));
    if (changed === corners) return whole;
    return changed === undefined ? '#REF!' : (prefix ?? '') + changed.map(printCorner).join(':');
  });
}

function sheetNameOf(prefix: string | undefined): string | undefined {
  return prefix?.slice(0, -1).replace(/^'(.*)'$/s, (_, name: string) => name.replaceAll("''", "'"));
}

/**
 * The formula after rows or columns were put in or taken out: references follow their cells, `#REF!` takes the place
 * of those that are gone.
 *
 * @param concerns Tells by the named sheet (`undefined`: the formula's own) whether the change touches a reference.
 */
export function shiftReferences(
  formula: string,
  change: LineChange,
  concerns: (sheetName: string | undefined) => boolean,
): string {
  const { axis } = change;
  return rewrite(formula, (corners, sheetName) => {
    const lines = corners.map((corner) => corner[axis]).filter((line) => line !== undefined);
    if (lines.length < corners.length || !concerns(sheetName)) return corners;
    const start = Math.min(...lines);
    const span = shiftSpan(start, Math.max(...lines) - start + 1, change);
    return (
      span &&
      corners.map((corner, at) => ({ ...corner, [axis]: span.first + (at === 0 ? 0 : span.length - 1) }))
    );
  });
}

/** The formula as it reads when copied some rows and columns away: parts without `$` move along. */
export function moveReferences(formula: string, rows: number, columns: number): string {
  const moved = (line: number | undefined, mark: string, by: number) =>
    line === undefined || mark ? line : line + by;
  return rewrite(formula, (corners) => {
    const after = corners.map((corner) => ({
      ...corner,
      row: moved(corner.row, corner.rowMark, rows),
      column: moved(corner.column, corner.columnMark, columns),
    }));
    return after.some(({ row = 1, column = 1 }) => row < 1 || column < 1) ? undefined : after;
  });
}

/** The formula after a sheet got another name. */
export function renameSheetInFormula(formula: string, from: string, to: string): string {
  return formula.replace(PIECES, (whole: string, prefix: string | undefined, range: string | undefined) => {
    const isMeant = range !== undefined && sheetNameOf(prefix)?.toLowerCase() === from.toLowerCase();
    return isMeant ? `${quoteSheetName(to)}!${range}` : whole;
  });
}
