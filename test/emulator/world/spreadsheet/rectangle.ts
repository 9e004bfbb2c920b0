/** A block of cells in one sheet. Rows and columns count from 1. */
export interface Rectangle {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** One cell as a block. */
export function singleCell(row: number, column: number): Rectangle {
  return { row, column, rows: 1, columns: 1 };
}

/** Number of cells in a block. */
export function cellCount(block: Rectangle): number {
  return block.rows * block.columns;
}

/** Last row of a block, included. */
export function lastRow(block: Rectangle): number {
  return block.row + block.rows - 1;
}

/** Last column of a block, included. */
export function lastColumn(block: Rectangle): number {
  return block.column + block.columns - 1;
}

/** True when two blocks of one sheet share a cell. */
export function intersects(a: Rectangle, b: Rectangle): boolean {
  return a.row <= lastRow(b) && b.row <= lastRow(a) && a.column <= lastColumn(b) && b.column <= lastColumn(a);
}

/** True when the first block holds every cell of the second. */
export function covers(a: Rectangle, b: Rectangle): boolean {
  return a.row <= b.row && lastRow(a) >= lastRow(b) && a.column <= b.column && lastColumn(a) >= lastColumn(b);
}

/** The cells that two blocks share. */
export function intersection(a: Rectangle, b: Rectangle): Rectangle | undefined {
  if (!intersects(a, b)) return undefined;
  const row = Math.max(a.row, b.row);
  const column = Math.max(a.column, b.column);
  return {
    row,
    column,
    rows: Math.min(lastRow(a), lastRow(b)) - row + 1,
    columns: Math.min(lastColumn(a), lastColumn(b)) - column + 1,
  };
}

/** Rows or columns put in or taken out: `at` is the first one concerned; `count` is negative for a deletion. */
export interface LineChange {
  readonly axis: 'row' | 'column';
  readonly at: number;
  readonly count: number;
}

/**
 * Where a span of lines lies after rows or columns were put in or taken out.
 *
 * Lines put in inside the span widen it; at its first line they push it on.
 *
 * @returns `undefined` when all its lines were taken out.
 */
export function shiftSpan(
  first: number,
  length: number,
  change: LineChange,
): { readonly first: number; readonly length: number } | undefined {
  const { at, count } = change;
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

/** Where a block lies after rows or columns were put in or taken out; `undefined` when it is gone. */
export function shiftRectangle(block: Rectangle, change: LineChange): Rectangle | undefined {
  if (change.axis === 'row') {
    const span = shiftSpan(block.row, block.rows, change);
    return span && { ...block, row: span.first, rows: span.length };
  }
  const span = shiftSpan(block.column, block.columns, change);
  return span && { ...block, column: span.first, columns: span.length };
}
