import {
  DOCS_NORMAL_EDITOR_UNIT_ID_KEY,
  type ICellDataForSheetInterceptor,
  InterceptorEffectEnum,
  LifecycleStages,
  LocaleType,
  LogLevel,
  mergeLocales,
  Univer,
  type Workbook,
  type Worksheet,
} from '@univerjs/core';
import { FUniver } from '@univerjs/core/facade';
import {
  ERROR_TYPE_SET,
  type ErrorType,
  FormulaDataModel,
  IFunctionService,
  INTERCEPTOR_POINT,
  IRenderManagerService,
  SheetInterceptorService,
  UniverSheetsCorePreset,
} from '@univerjs/preset-sheets-core';
import enUS from '@univerjs/preset-sheets-core/locales/en-US';
import type { CellPlace, FormulaAnswers } from '../formula-answers';
import type { DocumentView } from '../protocol';
import { addOnFunctionClass, functionInfo, LOADING } from './add-on-function';
import { type SheetPixels, sheetPixels } from './sheet-pixels';
import { UNIT_ID, workbookData } from './workbook-data';

/** The spreadsheet on the page, and the parts of it that other files need. */
export interface Grid {
  readonly api: FUniver;
  readonly formulas: FormulaDataModel;
  readonly interceptors: SheetInterceptorService;
  workbook(): Workbook;
  worksheet(unitSheet: string): Worksheet | undefined;
  run(mutation: string, params: object): void;
  /** Calculates cells again, and what depends on them. */
  calculate(places: readonly CellPlace[]): void;
  /** Has formulas that hold a name read anew in the next calculation: the grid keeps them as it once read them. */
  forgetFormulasWith(name: string): void;
  /** Resolves when the grid is drawn and takes keys; what is typed before is lost. */
  drawn(): Promise<void>;
  /** Where the cells of the sheet in front lie on the canvas. */
  pixels(): SheetPixels | undefined;
  /** Lets typing go to the selected cell, also when the sidebar had the keyboard. */
  focus(): void;
}

/**
 * Options of everything that the server caused.
 *
 * `fromCollab` keeps it from being posted back. Without `onlyLocal`, so that formulas which depend on it
 * are calculated again.
 */
const FROM_SERVER = { fromCollab: true };

const DRAWN_POLL_MILLIS = 20;

/** What a calculation may be asked for beside ranges. */
const NOTHING_DIRTY = {
  forceCalculation: false,
  dirtyNameMap: {},
  dirtyDefinedNameMap: {},
  dirtySuperTableMap: {},
  dirtyUnitFeatureMap: {},
  dirtyUnitOtherFormulaMap: {},
  clearDependencyTreeCache: {},
};

/** Shows the document, with the add-on's functions known to the formula editor. */
export function createGrid(container: string, document: DocumentView, answers: () => FormulaAnswers): Grid {
  // Known to Sheets and not to the grid: formulas that refer to such a cell would read text.
  for (const code of ['#ERROR!', LOADING]) ERROR_TYPE_SET.add(code as ErrorType);
  const univer = new Univer({
    locale: LocaleType.EN_US,
    logLevel: LogLevel.WARN,
    locales: { [LocaleType.EN_US]: mergeLocales(enUS) },
  });
  const functionClass = addOnFunctionClass(answers);
  const preset = UniverSheetsCorePreset({
    container,
    ribbonType: 'simple',
    sheets: { disableForceStringMark: true, disableForceStringAlert: true },
    formula: {
      function: document.functions.map((help) => [functionClass, help.name]),
      description: document.functions.map(functionInfo),
    },
  });
  for (const entry of preset.plugins) {
    if (Array.isArray(entry)) univer.registerPlugin(entry[0], entry[1]);
    else univer.registerPlugin(entry);
  }
  const api = FUniver.newAPI(univer);
  const book = api.createWorkbook(workbookData(document));
  // The spreadsheet's own services exist from the first workbook on.
  const injector = univer.__getInjector();
  const formulas = injector.get(FormulaDataModel);
  const interceptors = injector.get(SheetInterceptorService);
  const functions = injector.get(IFunctionService);
  const renders = injector.get(IRenderManagerService);
  showSpilledFormats(interceptors, formulas);
  return {
    api,
    formulas,
    interceptors,
    workbook: () => book.getWorkbook(),
    worksheet: (unitSheet) => book.getWorkbook().getSheetBySheetId(unitSheet) ?? undefined,
    run: (mutation, params) => {
      api.syncExecuteCommand(mutation, { unitId: UNIT_ID, ...params }, FROM_SERVER);
    },
    calculate: (places) => {
      const dirtyRanges = places.map(({ sheetId, row, column }) => ({
        unitId: UNIT_ID,
        sheetId,
        range: { startRow: row, endRow: row, startColumn: column, endColumn: column },
      }));
      void api.executeCommand(
        'formula.mutation.set-trigger-formula-calculation-start',
        { ...NOTHING_DIRTY, dirtyRanges },
        { onlyLocal: true },
      );
    },
    pixels: () => sheetPixels(api, renders),
    forgetFormulasWith: (name) => functions.deleteFormulaAstCacheKey(name),
    drawn: () =>
      new Promise((resolve) => {
        const check = (): void => {
          if (api.getCurrentLifecycleStage() >= LifecycleStages.Rendered)
            requestAnimationFrame(() => resolve());
          else setTimeout(check, DRAWN_POLL_MILLIS);
        };
        check();
      }),
    focus: () => {
      window.focus();
      window.document.getElementById(`__editor_${DOCS_NORMAL_EDITOR_UNIT_ID_KEY}`)?.focus();
    },
  };
}

/** Below the grid's own array formulas (100), which turn a blank into 0 and forget the number format; above formats (10). */
const AFTER_ARRAY_FORMULAS = 50;

/** Shows the cells of an array result as Sheets does: days as days, blanks as blanks. */
function showSpilledFormats(interceptors: SheetInterceptorService, formulas: FormulaDataModel): void {
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
