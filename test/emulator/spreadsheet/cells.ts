import { type LineChange, lastColumn, lastRow, type Rectangle } from './a1';
import type { CellStyle } from './cell-style';

/** An error in a cell: the code it shows, and the text a person sees when pointing at it. */
export interface CellError {
  readonly code: '#REF!' | '#ERROR!' | '#NAME?' | '#N/A' | '#VALUE!' | '#DIV/0!' | '#NUM!' | '#NULL!';
  readonly message: string;
}

/** What a cell holds. Dates are serial numbers (days since 1899-12-30) whose format says that they are dates. */
export type CellValue = string | number | boolean | CellError;

/** What a formula shows that cannot be read; it is this very object, wherever the cell is copied to. */
export const PARSE_ERROR: CellError = { code: '#ERROR!', message: 'Formula parse error.' };

/** A cell nobody has touched. */
export const EMPTY_CELL = {
  /** `''` when empty. For a formula, what it last calculated. */
  value: '' as CellValue,
  /** The formula with its `=`, or `''`. */
  formula: '',
  /** Number format as a person would type it; `''` is automatic. */
  format: '',
  /** Format that a calculated result brings along; counts while `format` is automatic. */
  calculatedFormat: '',
  note: '',
  style: undefined as CellStyle | undefined,
};

/** One cell. Never changed in place: an edit puts another cell there, so that sheets can share rows. */
export type Cell = Readonly<typeof EMPTY_CELL>;

export const isCellError = (value: CellValue): value is CellError => typeof value === 'object';

/** A value as a plain scalar for reading; errors as their code. */
export const scalarOf = (value: CellValue) => (isCellError(value) ? value.code : value);

/** The format that decides what the cell shows, and whether it reads as a `Date`. */
export const effectiveFormat = ({ format, calculatedFormat }: Cell) => format || calculatedFormat;

/**
 * Replaces one cell; offsets count from 0 within the block. A change that takes the cell alone is the same for all places:
 * cells and rows that are one object stay one object, so that a look for a whole column is cheap.
 */
export type CellChange = (cell: Cell, rowOffset: number, columnOffset: number) => Cell;

type Row = readonly (Cell | undefined)[];

/**
 * The cells of one sheet.
 *
 * Rows are replaced, never changed, so that copies of a grid share them: a copy of 100,000 rows costs one array.
 */
export class Grid {
  /**
   * @param maxRows Rows of the sheet, empty ones included; so are the columns.
   * @param rows To be looked at only; none below the last in which anything was ever put.
   */
  constructor(
    public maxRows: number,
    public maxColumns: number,
    public rows: (Row | undefined)[] = [],
  ) {}

  /** A grid that can be changed without changing this one. */
  copy(): Grid {
    return new Grid(this.maxRows, this.maxColumns, this.rows);
  }

  /** The cell at a place, rows and columns counted from 1. Never undefined inside or outside the sheet. */
  cell(row: number, column: number): Cell {
    return this.rows[row - 1]?.[column - 1] ?? EMPTY_CELL;
  }

  /** Replaces each cell of a block by what `change` makes of it. */
  update(block: Rectangle, change: CellChange): void {
    this.rows = this.rows.slice();
    while (this.rows.length < lastRow(block)) this.rows.push(undefined);
    const isSame = change.length < 2;
    const cells = new Map<Cell, Cell>();
    const rows = new Map<Row | undefined, Row | undefined>();
    for (let offset = 0; offset < block.rows; offset += 1) {
      const index = block.row - 1 + offset;
      const before = this.rows[index];
      if (!isSame || !rows.has(before)) {
        const after = changedRow(before, block, (cell, column) => {
          const changed = cells.get(cell) ?? change(cell, offset, column);
          if (isSame) cells.set(cell, changed);
          return changed;
        });
        rows.set(before, after);
      }
      this.rows[index] = rows.get(before);
    }
  }

  /** What `read` sees in each cell of a block, row by row. */
  map<T>(block: Rectangle, read: (cell: Cell, row: number, column: number) => T): T[][] {
    const result: T[][] = [];
    for (let row = block.row; row <= lastRow(block); row += 1) {
      const cells = this.rows[row - 1];
      const line: T[] = [];
      for (let column = block.column; column <= lastColumn(block); column += 1)
        line.push(read(cells?.[column - 1] ?? EMPTY_CELL, row, column));
      result.push(line);
    }
    return result;
  }

  /** Calls `visit` for every cell of the sheet that somebody has touched, row by row. */
  forEach(visit: (cell: Cell, row: number, column: number) => void): void {
    this.rows.forEach((cells, rowIndex) => {
      cells?.forEach((cell, columnIndex) => {
        if (cell !== undefined) visit(cell, rowIndex + 1, columnIndex + 1);
      });
    });
  }

  /** Puts in or takes out whole rows or columns. */
  changeLines({ axis, at, count }: LineChange): void {
    if (axis === 'row') {
      this.maxRows += count;
      this.rows = withLines(this.rows, at - 1, count);
    } else {
      this.maxColumns += count;
      this.rows = this.rows.map((cells) => cells && withLines(cells, at - 1, count));
    }
  }

  /** The last row that holds a value or a formula; 0 in an empty sheet. Formats and notes do not count. */
  lastRow(): number {
    return this.rows.findLastIndex((cells) => cells?.some(holdsContent)) + 1;
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
  for (let offset = 0; offset < columns; offset += 1) {
    const old = before?.[left + offset] ?? EMPTY_CELL;
    const cell = change(old, offset);
    if (cell === old) continue;
    after ??= before?.slice() ?? [];
    while (after.length < left + columns) after.push(undefined);
    after[left + offset] = isUntouched(cell) ? undefined : cell;
  }
  return after ?? before;
}

const isUntouched = ({ value, formula, format, note, style }: Cell) =>
  value === '' && formula === '' && format === '' && note === '' && style === undefined;

const holdsContent = (cell: Cell | undefined) =>
  cell !== undefined && (cell.formula !== '' || cell.value !== '');

/** Without spread arguments, which overflow the stack from about 100,000 rows. */
function withLines<T>(list: readonly (T | undefined)[], at: number, count: number): (T | undefined)[] {
  if (at >= list.length) return list.slice();
  const added = new Array<T | undefined>(Math.max(0, count)).fill(undefined);
  return list.slice(0, at).concat(added, list.slice(at + Math.max(0, -count)));
}
