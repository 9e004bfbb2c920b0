import { type Cell, EMPTY_CELL, isOccupied, isUntouched } from './cell';
import { type LineChange, lastColumn, lastRow, type Rectangle } from './rectangle';

type Row = readonly (Cell | undefined)[];

/**
 * The cells of one sheet.
 *
 * Rows are replaced, never changed, so that copies of a grid share them: a copy of 100,000 rows costs one array.
 */
export class Grid {
  #rows: (Row | undefined)[];
  #maxRows: number;
  #maxColumns: number;

  constructor(maxRows: number, maxColumns: number, rows: (Row | undefined)[] = []) {
    this.#maxRows = maxRows;
    this.#maxColumns = maxColumns;
    this.#rows = rows;
  }

  /** Rows of the sheet, empty ones included. */
  get maxRows(): number {
    return this.#maxRows;
  }

  /** Columns of the sheet, empty ones included. */
  get maxColumns(): number {
    return this.#maxColumns;
  }

  /** A grid that can be changed without changing this one. */
  copy(): Grid {
    return new Grid(this.#maxRows, this.#maxColumns, this.#rows.slice());
  }

  /** The cell at a place, rows and columns counted from 1. Never undefined inside or outside the sheet. */
  cell(row: number, column: number): Cell {
    return this.#rows[row - 1]?.[column - 1] ?? EMPTY_CELL;
  }

  /** Puts one cell in place. */
  put(row: number, column: number, cell: Cell): void {
    this.update({ row, column, rows: 1, columns: 1 }, () => cell);
  }

  /** Replaces each cell of a block by what `change` makes of it; offsets count from 0 within the block. */
  update(block: Rectangle, change: (cell: Cell, rowOffset: number, columnOffset: number) => Cell): void {
    this.#updateRows(block, (before, rowOffset) =>
      changedRow(before, block, (cell, columnOffset) => change(cell, rowOffset, columnOffset)),
    );
  }

  /** The same for a change that does not depend on the place: rows that are one object stay one object. */
  updateAlike(block: Rectangle, change: (cell: Cell) => Cell): void {
    const known = new Map<Row | undefined, Row | undefined>();
    this.#updateRows(block, (before) => {
      if (!known.has(before)) known.set(before, changedRow(before, block, change));
      return known.get(before);
    });
  }

  #updateRows(
    block: Rectangle,
    change: (before: Row | undefined, rowOffset: number) => Row | undefined,
  ): void {
    while (this.#rows.length < block.row + block.rows - 1) this.#rows.push(undefined);
    for (let rowOffset = 0; rowOffset < block.rows; rowOffset++) {
      const index = block.row - 1 + rowOffset;
      this.#rows[index] = change(this.#rows[index], rowOffset);
    }
  }

  /** What `read` sees in each cell of a block, row by row. */
  map<T>(block: Rectangle, read: (cell: Cell, row: number, column: number) => T): T[][] {
    const result: T[][] = [];
    for (let row = block.row; row <= lastRow(block); row++) {
      const cells = this.#rows[row - 1];
      const line: T[] = [];
      for (let column = block.column; column <= lastColumn(block); column++) {
        line.push(read(cells?.[column - 1] ?? EMPTY_CELL, row, column));
      }
      result.push(line);
    }
    return result;
  }

  /** Calls `visit` for every cell of the sheet that somebody has touched, row by row. */
  forEach(visit: (cell: Cell, row: number, column: number) => void): void {
    this.#rows.forEach((cells, rowIndex) => {
      cells?.forEach((cell, columnIndex) => {
        if (cell !== undefined) visit(cell, rowIndex + 1, columnIndex + 1);
      });
    });
  }

  /** Puts in or takes out whole rows or columns. */
  changeLines({ axis, at, count }: LineChange): void {
    const removed = Math.max(0, -count);
    const added = Math.max(0, count);
    if (axis === 'row') {
      this.#maxRows += count;
      if (at - 1 < this.#rows.length) splice(this.#rows, at - 1, removed, added);
      return;
    }
    this.#maxColumns += count;
    this.#rows = this.#rows.map((cells) => {
      if (cells === undefined || at - 1 >= cells.length) return cells;
      const changed = cells.slice();
      splice(changed, at - 1, removed, added);
      return changed;
    });
  }

  /** The last row in which anything was ever put, formats and notes included; nothing lies below. */
  touchedRows(): number {
    return Math.min(this.#rows.length, this.#maxRows);
  }

  /** The last row that holds a value or a formula; 0 in an empty sheet. Formats and notes do not count. */
  lastRow(): number {
    for (let index = this.#rows.length - 1; index >= 0; index--) {
      if (this.#rows[index]?.some((cell) => cell !== undefined && holdsContent(cell))) return index + 1;
    }
    return 0;
  }

  /** The last column that holds a value or a formula; 0 in an empty sheet. */
  lastColumn(): number {
    let last = 0;
    for (const cells of this.#rows) {
      if (cells === undefined) continue;
      for (let index = cells.length - 1; index >= last; index--) {
        const cell = cells[index];
        if (cell !== undefined && holdsContent(cell)) last = index + 1;
      }
    }
    return last;
  }
}

/** The row itself where nothing in it changes. */
function changedRow(
  before: Row | undefined,
  { column, columns }: Rectangle,
  change: (cell: Cell, columnOffset: number) => Cell,
): Row | undefined {
  const left = column - 1;
  let after: (Cell | undefined)[] | undefined;
  for (let columnOffset = 0; columnOffset < columns; columnOffset++) {
    const old = before?.[left + columnOffset] ?? EMPTY_CELL;
    const cell = change(old, columnOffset);
    if (cell === old) continue;
    after ??= widened(before, left + columns);
    after[left + columnOffset] = isUntouched(cell) ? undefined : cell;
  }
  return after ?? before;
}

/** A copy of a row that has at least so many places. */
function widened(row: Row | undefined, width: number): (Cell | undefined)[] {
  const copy = row?.slice() ?? [];
  while (copy.length < width) copy.push(undefined);
  return copy;
}

function holdsContent(cell: Cell): boolean {
  return isOccupied(cell) || cell.value !== '';
}

function splice<T>(list: (T | undefined)[], at: number, removed: number, added: number): void {
  if (removed > 0) list.splice(at, removed);
  if (added > 0) insertBlank(list, at, added);
}

/** Without `splice`, whose spread arguments overflow the stack from about 100,000 rows. */
function insertBlank<T>(list: (T | undefined)[], at: number, count: number): void {
  const tail = list.splice(at);
  for (let index = 0; index < count; index++) list.push(undefined);
  for (const item of tail) list.push(item);
}
