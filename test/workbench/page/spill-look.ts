import type { ICellDataForSheetInterceptor } from '@univerjs/core';
import { InterceptorEffectEnum } from '@univerjs/core';
import type { FormulaDataModel, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { INTERCEPTOR_POINT } from '@univerjs/preset-sheets-core';

/** Above the grid's own array formulas (100), which turn a blank into 0 and forget the number format. */
const BEFORE_ARRAY_FORMULAS = 101;
/** Below them, and above number formats (10). */
const BETWEEN_ARRAY_FORMULAS_AND_FORMATS = 50;

/** Shows the cells of an array result as Sheets does: days as days, blanks as blanks. */
export function showSpilledFormats(interceptors: SheetInterceptorService, formulas: FormulaDataModel): void {
  interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: BEFORE_ARRAY_FORMULAS,
    effect: InterceptorEffectEnum.Value,
    handler: (cell, location, next) => {
      const shown = next(cell);
      const part = spilledCell(formulas, location);
      const blank = part !== undefined && (part.v === null || part.v === undefined);
      return blank && shown ? withoutValue(shown) : shown;
    },
  });
  interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: BETWEEN_ARRAY_FORMULAS_AND_FORMATS,
    effect: InterceptorEffectEnum.Value | InterceptorEffectEnum.Style,
    handler: (cell, location, next) => {
      const pattern = spilledPattern(spilledCell(formulas, location));
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
  const cell = formulas.getArrayFormulaCellData()?.[place.unitId]?.[place.subUnitId]?.[place.row]?.[place.col];
  return cell ?? undefined;
}

function spilledPattern(cell: ICellDataForSheetInterceptor | undefined): string | undefined {
  return typeof cell?.s === 'object' ? cell.s?.n?.pattern : undefined;
}

function withoutValue(cell: ICellDataForSheetInterceptor): ICellDataForSheetInterceptor {
  return { ...cell, v: null, t: null };
}
