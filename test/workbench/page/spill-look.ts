import { type ICellDataForSheetInterceptor, InterceptorEffectEnum } from '@univerjs/core';
import {
  type FormulaDataModel,
  INTERCEPTOR_POINT,
  type SheetInterceptorService,
} from '@univerjs/preset-sheets-core';

/** Below the grid's own array formulas (100), which turn a blank into 0 and forget the number format; above formats (10). */
const AFTER_ARRAY_FORMULAS = 50;

/** Shows the cells of an array result as Sheets does: days as days, blanks as blanks. */
export function showSpilledFormats(interceptors: SheetInterceptorService, formulas: FormulaDataModel): void {
  interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: AFTER_ARRAY_FORMULAS,
    effect: InterceptorEffectEnum.Value | InterceptorEffectEnum.Style,
    handler: (cell, location, next) => {
      const part = spilledCell(formulas, location);
      if (part === undefined) return next(cell);
      if (part.v === null || part.v === undefined) return next({ ...cell, v: null, t: null });
      const pattern = spilledPattern(part);
      const own = location.workbook.getStyles().getStyleByCell(cell ?? undefined);
      if (pattern === undefined || own?.n) return next(cell);
      return next({ ...cell, s: { ...own, n: { pattern } } });
    },
  });
}

interface Place {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly row: number;
  readonly col: number;
}

function spilledCell(formulas: FormulaDataModel, place: Place): ICellDataForSheetInterceptor | undefined {
  const cell =
    formulas.getArrayFormulaCellData()?.[place.unitId]?.[place.subUnitId]?.[place.row]?.[place.col];
  return cell ?? undefined;
}

function spilledPattern(cell: ICellDataForSheetInterceptor): string | undefined {
  return typeof cell.s === 'object' ? cell.s?.n?.pattern : undefined;
}
