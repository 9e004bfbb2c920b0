import { InterceptorEffectEnum } from '@univerjs/core';
import { INTERCEPTOR_POINT } from '@univerjs/preset-sheets-core';
import type { LookView, SheetDrawings } from '../drawings';
import { styleData } from './cell-style';
import type { Grid } from './grid';
import type { SheetIds } from './sheet-ids';

/** After what decides a cell's value, before the marks of notes. */
const AFTER_VALUES = 5;

/**
 * Shows what conditional formats do to cells.
 *
 * The cells themselves keep their own looks: what is only shown is not posted back when a cell is edited.
 */
export class Looks {
  readonly #grid: Grid;
  readonly #ids: SheetIds;
  readonly #bySheet = new Map<number, ReadonlyMap<string, LookView>>();

  constructor(grid: Grid, ids: SheetIds) {
    this.#grid = grid;
    this.#ids = ids;
  }

  /** Begins to look at each cell that is drawn. */
  start(): void {
    this.#grid.interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
      priority: AFTER_VALUES,
      effect: InterceptorEffectEnum.Style,
      handler: (cell, location, next) => {
        const look = this.#lookAt(location.subUnitId, location.row, location.col);
        if (look === undefined) return next(cell);
        const own = location.workbook.getStyles().getStyleByCell(cell ?? undefined);
        const { row: _row, column: _column, ...style } = look;
        return next({ ...cell, s: { ...own, ...styleData(style) } });
      },
    });
  }

  /** The look that conditional formats give a cell; row and column count from 0. */
  at(unitSheet: string, row: number, column: number): LookView | undefined {
    return this.#lookAt(unitSheet, row, column);
  }

  /** Takes in what became different. */
  show(drawings: readonly SheetDrawings[]): void {
    for (const { sheetId, looks } of drawings) {
      this.#bySheet.set(sheetId, new Map(looks.map((look) => [`${look.row}:${look.column}`, look])));
    }
    this.#grid.api.getActiveWorkbook()?.getActiveSheet().refreshCanvas();
  }

  #lookAt(unitSheet: string, row: number, column: number): LookView | undefined {
    if (this.#bySheet.size === 0) return undefined;
    const sheetId = this.#ids.sheetId(unitSheet);
    return sheetId === undefined ? undefined : this.#bySheet.get(sheetId)?.get(`${row + 1}:${column + 1}`);
  }
}
