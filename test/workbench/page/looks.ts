import { InterceptorEffectEnum } from '@univerjs/core';
import { INTERCEPTOR_POINT } from '@univerjs/preset-sheets-core';
import type { LookView, SheetDrawings } from '../drawings';
import { styleData } from './cell-style';
import type { Grid } from './grid';
import type { SheetIds } from './sheet-ids';

/** After what decides a cell's value, before the marks of notes. */
const AFTER_VALUES = 5;

/** What conditional formats do to cells. */
export interface Looks {
  /** The look that they give a cell; row and column count from 0. */
  at(unitSheet: string, row: number, column: number): LookView | undefined;
  /** Takes in what became different. */
  show(drawings: readonly SheetDrawings[]): void;
}

/** Shows them. The cells keep their own looks: what is only shown is not posted back when a cell is edited. */
export function showLooks(grid: Grid, ids: SheetIds): Looks {
  const bySheet = new Map<number, ReadonlyMap<string, LookView>>();
  const at = (unitSheet: string, row: number, column: number): LookView | undefined =>
    bySheet.size === 0
      ? undefined
      : bySheet.get(ids.sheetId(unitSheet) ?? -1)?.get(`${row + 1}:${column + 1}`);
  grid.interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: AFTER_VALUES,
    effect: InterceptorEffectEnum.Style,
    handler: (cell, location, next) => {
      const look = at(location.subUnitId, location.row, location.col);
      if (look === undefined) return next(cell);
      const own = location.workbook.getStyles().getStyleByCell(cell ?? undefined);
      const { row: _row, column: _column, ...style } = look;
      return next({ ...cell, s: { ...own, ...styleData(style) } });
    },
  });
  return {
    at,
    show: (drawings) => {
      for (const { sheetId, looks } of drawings)
        bySheet.set(sheetId, new Map(looks.map((look) => [`${look.row}:${look.column}`, look])));
      grid.api.getActiveWorkbook()?.getActiveSheet().refreshCanvas();
    },
  };
}
