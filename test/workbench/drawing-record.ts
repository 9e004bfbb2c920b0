import type { Cell } from '../emulator/spreadsheet/cells';
import { displayText } from '../emulator/spreadsheet/typed-text';
import type { Chart, ChartRange, Workbook } from '../emulator/spreadsheet/workbook';
import type { Json } from '../emulator/values';
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

/** Pixels of a chart whose script says nothing, as Google Sheets makes it. */
const USUAL_SIZE = { width: 600, height: 371 };

/**
 * Works out what a chart shows from the cells that stand there now.
 *
 * As in Google Sheets the first column is the axis, unless it is the only one; rows at the end with nothing in them are
 * left out.
 */
function chartView(workbook: Workbook, chart: Chart): ChartView {
  const columns = chart.ranges.flatMap((range) => columnsOf(workbook, range));
  const headers = headerCount(chart, columns);
  const rows = lastFilledRow(columns);
  const axis = columns.length === 1 ? undefined : columns[0];
  const values = axis === undefined ? columns : columns.slice(1);
  const body = (column: readonly Cell[]) => column.slice(headers, rows);
  const option = options(chart);
  return {
    chartId: chart.id,
    type: chart.type,
    title: option.text('title'),
    ...chart.anchor,
    width: option.number('width') ?? USUAL_SIZE.width,
    height: option.number('height') ?? USUAL_SIZE.height,
    labels:
      axis === undefined
        ? (values[0] ?? []).slice(headers, rows).map((_, index) => `${index + 1}`)
        : body(axis).map((cell) => displayText(cell)),
    series: values.map((column, index) => seriesView(column, body(column), { chart, headers, index })),
    legend: legendPlace(option.text('legend.position'), values.length),
    labelEvery: option.number('hAxis.showTextEvery'),
    titleSize: option.number('titleTextStyle.fontSize'),
    unit: unitOf(values.flatMap(body)),
  };
}

function columnsOf(workbook: Workbook, range: ChartRange): Cell[][] {
  const sheet = workbook.findSheet(range.sheetId);
  if (sheet === undefined) return [];
  const rows = Math.min(range.rows, Math.max(1, sheet.grid.touchedRows() - range.row + 1));
  const cells = sheet.grid.map({ ...range, rows }, (cell) => cell);
  return Array.from({ length: range.columns }, (_, column) => cells.flatMap((row) => row[column] ?? []));
}

/** Guesses, where the script does not say, that a first row of texts names the series. */
function headerCount({ numHeaders }: Chart, columns: readonly (readonly Cell[])[]): number {
  if (numHeaders >= 0) return numHeaders;
  const first = columns.at(-1)?.[0]?.value;
  return typeof first === 'string' && first !== '' ? 1 : 0;
}

function lastFilledRow(columns: readonly (readonly Cell[])[]): number {
  return Math.max(0, ...columns.map((column) => column.findLastIndex(({ value }) => value !== '') + 1));
}

interface SeriesPlace {
  readonly chart: Chart;
  readonly headers: number;
  readonly index: number;
}

function seriesView(
  column: readonly Cell[],
  cells: readonly Cell[],
  { chart, headers, index }: SeriesPlace,
): SeriesView {
  const option = options(chart);
  const color = option.list('colors')[index];
  const width = option.number(`series.${index}.lineWidth`);
  return {
    name: headers > 0 ? displayText(column[headers - 1] as Cell) : '',
    values: cells.map(({ value }) => (typeof value === 'number' ? value : null)),
    shown: cells.map((cell) => displayText(cell)),
    ...(color ? { color } : {}),
    ...(width === null ? {} : { lineWidth: width }),
    ...(chart.type === 'COMBO' && option.text(`series.${index}.type`) === 'line' ? { isLine: true } : {}),
    ...(option.list(`series.${index}.lineDashStyle`).length > 0 ? { isDashed: true } : {}),
    ...(option.isNot(`series.${index}.visibleInLegend`) ? { isUnnamed: true } : {}),
  };
}

/** A chart of one series has no need of a legend unless it asks for one. */
function legendPlace(position: string, count: number): ChartView['legend'] {
  const places = ['top', 'right', 'bottom', 'left', 'none'] as const;
  return places.find((place) => place === position) ?? (count > 1 ? 'right' : 'none');
}

/** What the first number's format puts after it. */
function unitOf(cells: readonly Cell[]): string {
  const cell = cells.find(({ value }) => typeof value === 'number');
  return cell === undefined ? '' : (/^-?[\d.,\s]+(\D*)$/.exec(displayText(cell))?.[1] ?? '');
}

function options({ options: all }: Chart) {
  const value = (name: string): Json => all[name] ?? null;
  return {
    text: (name: string) => (typeof value(name) === 'string' ? String(value(name)) : ''),
    number: (name: string) => (typeof value(name) === 'number' ? Number(value(name)) : null),
    isNot: (name: string) => value(name) === false || value(name) === 'false',
    list: (name: string): string[] => {
      const list = value(name);
      return Array.isArray(list) ? list.map(String) : [];
    },
  };
}
