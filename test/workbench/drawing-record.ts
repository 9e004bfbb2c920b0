import type { Workbook } from '../emulator/spreadsheet/workbook';
import { chartView } from './chart-view';
import { conditionalLooks } from './conditional-looks';
import type { SheetDrawings } from './drawings';

/** Knows what the pages show over the cells, so that they are told only of what became different. */
export class DrawingRecord {
  readonly #told = new Map<number, string>();

  /** What lies over each sheet now; sheets with nothing are left out. */
  all(workbook: Workbook): SheetDrawings[] {
    return this.#current(workbook).filter(
      ({ charts, looks, lists }) => charts.length + looks.length + lists.length > 0,
    );
  }

  /** What became different since it was last told. A chart follows the cells of other sheets, too. */
  changed(workbook: Workbook): SheetDrawings[] {
    const before = new Map(this.#told);
    return this.#current(workbook).filter(
      ({ sheetId }) => (before.get(sheetId) ?? NOTHING) !== this.#told.get(sheetId),
    );
  }

  #current(workbook: Workbook): SheetDrawings[] {
    return workbook.sheets.map((sheet) => {
      const drawings = {
        sheetId: sheet.id,
        charts: sheet.charts.map((chart) => chartView(workbook, chart)),
        looks: conditionalLooks(sheet, workbook.settings.locale),
        lists: sheet.validations.flatMap(({ block: { row, column, rows, columns }, offered }) =>
          offered === undefined || rows > 1 ? [] : [{ row, column, columns, offered }],
        ),
      };
      this.#told.set(sheet.id, JSON.stringify([drawings.charts, drawings.looks, drawings.lists]));
      return drawings;
    });
  }
}

const NOTHING = JSON.stringify([[], [], []]);
