import type { Cell } from '../emulator/spreadsheet/cells';
import { displayText } from '../emulator/spreadsheet/typed-text';
import type { Chart, Place, Workbook } from '../emulator/spreadsheet/workbook';
import { conditionalLooks } from './conditional-looks';
import type { ChartView, SeriesView, SheetDrawings } from './drawings';

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
        looks: conditionalLooks(workbook, sheet),
        lists: sheet.validations.flatMap(({ row, column, rows, columns, offered }) =>
          offered === undefined || rows > 1 ? [] : [{ row, column, columns, offered }],
        ),
      };
      this.#told.set(sheet.id, JSON.stringify([drawings.charts, drawings.looks, drawings.lists]));
      return drawings;
    });
  }
}

const NOTHING = JSON.stringify([[], [], []]);

/**
 * Works out what a chart shows from the cells that stand there now: the first column is the axis, the first row has the
 * names, and rows at the end with nothing in them are left out, as in Google Sheets.
 */
function chartView(workbook: Workbook, chart: Chart): ChartView {
  const [axis = [], ...values] = chart.ranges.flatMap((range) => columnsOf(workbook, range));
  const rows = Math.max(0, ...[axis, ...values].map(lastFilledRow));
  const body = (column: readonly Cell[]) => column.slice(1, rows);
  const { width, height, ...option } = chart.options;
  return {
    chartId: chart.id,
    type: chart.type,
    ...chart.anchor,
    ...{ width: Number(width), height: Number(height) },
    labels: body(axis).map((cell) => displayText(cell)),
    series: values.map((column, index) => seriesView(column, body(column), chart, index)),
    isStacked: option.isStacked === true,
    hasLegend: option['legend.position'] === 'top',
    labelEvery: Number(option['hAxis.showTextEvery'] ?? 0) || null,
    unit: unitOf(values.flatMap(body)),
  };
}

function columnsOf(workbook: Workbook, range: Place): Cell[][] {
  const sheet = workbook.findSheet(range.sheetId);
  if (sheet === undefined) return [];
  const rows = Math.min(range.rows, Math.max(1, sheet.grid.rows.length - range.row + 1));
  const cells = sheet.grid.map({ ...range, rows }, (cell) => cell);
  return Array.from({ length: range.columns }, (_, column) => cells.flatMap((row) => row[column] ?? []));
}

function lastFilledRow(column: readonly Cell[]): number {
  return column.findLastIndex(({ value }) => value !== '') + 1;
}

function seriesView(
  [name]: readonly Cell[],
  cells: readonly Cell[],
  { options }: Chart,
  index: number,
): SeriesView {
  const color = ((options.colors ?? []) as readonly string[])[index];
  const lineWidth = options[`series.${index}.lineWidth`];
  return {
    name: displayText(name as Cell),
    values: cells.map(({ value }) => (typeof value === 'number' ? value : null)),
    shown: cells.map((cell) => displayText(cell)),
    ...(color ? { color } : {}),
    ...(lineWidth === undefined ? {} : { lineWidth: Number(lineWidth) }),
    ...(options[`series.${index}.lineDashStyle`] === undefined ? {} : { isDashed: true }),
  };
}

/** What the first number's format puts after it. */
function unitOf(cells: readonly Cell[]): string {
  const cell = cells.find(({ value }) => typeof value === 'number');
  return cell === undefined ? '' : (/^-?[\d.,\s]+(\D*)$/.exec(displayText(cell))?.[1] ?? '');
}
