import type { ICellData, IObjectMatrixPrimitiveType, IRange, Nullable } from '@univerjs/core';
import { ERROR_TYPE_SET, type ErrorType } from '@univerjs/preset-sheets-core';
import { getFormatInfo } from 'numfmt';
import type { Calculated, CalculatedCell, Edit, FormulaValue } from '../protocol';
import { LOADING } from './add-on-function';
import { cellScalar } from './edited-cell';
import type { Grid } from './grid';
import type { ServerLink } from './server-link';
import type { SheetIds } from './sheet-ids';
import { type CellNotes, UNIT_ID } from './workbook-data';

/** The grid's error for an array result without room. */
const NO_ROOM = '#SPILL!';

/** Posts what the grid's own formulas come to. */
export class Calculations {
  readonly #grid: Grid;
  readonly #ids: SheetIds;
  readonly #link: ServerLink;
  #running = false;

  constructor(grid: Grid, ids: SheetIds, link: ServerLink) {
    this.#grid = grid;
    this.#ids = ids;
    this.#link = link;
  }

  /** True from the start of a calculation until its results stand in the cells. */
  get running(): boolean {
    return this.#running;
  }

  /** Begins to listen: posts results as they come, and tells `onChange` when a calculation begins or ends. */
  start(onChange: () => void): void {
    this.#grid.api.onCommandExecuted(({ id, params }) => {
      if (id === 'formula.mutation.set-formula-calculation-start') this.#set(true, onChange);
      else if (id === 'formula.mutation.set-formula-calculation-result') {
        // What spills is put in place by the mutation that follows this one.
        const unitData = (params as { unitData?: UnitData }).unitData?.[UNIT_ID] ?? {};
        setTimeout(() => this.#postResults(unitData));
      } else if (id === 'formula.mutation.set-formula-calculation-notification' && hasEnded(params)) {
        this.#set(false, onChange);
      }
    });
  }

  #set(running: boolean, onChange: () => void): void {
    this.#running = running;
    onChange();
  }

  #postResults(sheets: Record<string, Nullable<Matrix>>): void {
    for (const [unitSheet, matrix] of Object.entries(sheets)) {
      const cells = matrix ? this.#calculated(unitSheet, matrix) : [];
      if (cells.length === 0) continue;
      void this.#link
        .postInOrder(
          '/calculated',
          () => ({ sheetId: this.#ids.sheetId(unitSheet) ?? 0, cells }) satisfies Calculated,
        )
        .catch(() => undefined);
      this.#makeRoom(unitSheet, cells);
    }
  }

  /** Enlarges a sheet, as Google Sheets does, where a result reaches beyond its last row or column. */
  #makeRoom(unitSheet: string, cells: readonly CalculatedCell[]): void {
    const worksheet = this.#grid.worksheet(unitSheet);
    if (worksheet === undefined) return;
    for (const { row, column, error } of cells) {
      if (error?.code !== NO_ROOM) continue;
      const place = { sheetId: unitSheet, row: row - 1, column: column - 1 };
      const wanted = this.#range(unitSheet, place.row, place.column);
      const rows = Math.max(worksheet.getRowCount(), (wanted?.endRow ?? 0) + 1);
      const columns = Math.max(worksheet.getColumnCount(), (wanted?.endColumn ?? 0) + 1);
      if (rows === worksheet.getRowCount() && columns === worksheet.getColumnCount()) continue;
      void this.#link
        .postInOrder('/edit', () => {
          const edit: Edit = { kind: 'room', sheetId: this.#ids.sheetId(unitSheet) ?? 0, rows, columns };
          return { edits: [edit] };
        })
        .then(() => {
          const run = (mutation: string, size: object): void =>
            this.#grid.run(`sheet.mutation.set-worksheet-${mutation}`, { subUnitId: unitSheet, ...size });
          if (rows > worksheet.getRowCount()) run('row-count', { rowCount: rows });
          if (columns > worksheet.getColumnCount()) run('column-count', { columnCount: columns });
          this.#grid.calculate([place]);
        })
        // Larger than a spreadsheet may be: the cell keeps its error.
        .catch(() => undefined);
    }
  }

  #calculated(unitSheet: string, matrix: Matrix): CalculatedCell[] {
    const worksheet = this.#grid.worksheet(unitSheet);
    const cells: CalculatedCell[] = [];
    for (const [row, line] of entries(matrix)) {
      for (const [column, value] of entries(line)) {
        if (!worksheet?.getCellRaw(row, column)?.f || value?.v === LOADING) continue;
        const place = { row: row + 1, column: column + 1 };
        const error = errorOf(value);
        const rows = this.#spilled(unitSheet, row, column) ?? [[formulaValue(value)]];
        cells.push(error ? { ...place, rows: [], error } : { ...place, rows });
      }
    }
    return cells;
  }

  /** The cells that an array result takes up, or would. */
  #range(unitSheet: string, row: number, column: number): IRange | undefined {
    const ranges = this.#grid.formulas.getArrayFormulaRange()[UNIT_ID]?.[unitSheet];
    return at(ranges, row, column) as IRange | undefined;
  }

  #spilled(unitSheet: string, row: number, column: number): FormulaValue[][] | undefined {
    const range = this.#range(unitSheet, row, column);
    const cells = this.#grid.formulas.getArrayFormulaCellData()[UNIT_ID]?.[unitSheet];
    if (range === undefined || !at(cells, row, column)) return undefined;
    const rows: FormulaValue[][] = [];
    for (let r = range.startRow; r <= range.endRow; r++) {
      const line: FormulaValue[] = [];
      for (let c = range.startColumn; c <= range.endColumn; c++) line.push(formulaValue(at(cells, r, c)));
      rows.push(line);
    }
    return rows;
  }
}

type Matrix = IObjectMatrixPrimitiveType<Nullable<ICellData>>;
type UnitData = Record<string, Record<string, Nullable<Matrix>> | undefined>;

function at(matrix: Nullable<Matrix> | object, row: number, column: number): Nullable<ICellData> {
  return (matrix as Nullable<Matrix>)?.[row]?.[column];
}

function entries<T>(matrix: Nullable<Record<number, T>>): [number, T][] {
  return Object.entries(matrix ?? {}).map(([key, value]) => [Number(key), value]);
}

function hasEnded(params: unknown): boolean {
  return (params as { functionsExecutedState?: number } | undefined)?.functionsExecutedState !== undefined;
}

function errorOf(cell: Nullable<ICellData>): { code: string; message: string } | undefined {
  if (typeof cell?.v !== 'string' || !ERROR_TYPE_SET.has(cell.v as ErrorType)) return undefined;
  return { code: cell.v, message: (cell.custom as CellNotes | undefined)?.message ?? '' };
}

function formulaValue(cell: Nullable<ICellData>): FormulaValue {
  const value = cellScalar(cell);
  const format = typeof cell?.s === 'object' ? cell.s?.n?.pattern : undefined;
  if (typeof value === 'number' && format !== undefined && getFormatInfo(format).isDate)
    return { serial: value, format };
  return value ?? null;
}
