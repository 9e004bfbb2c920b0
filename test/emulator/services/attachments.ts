import { covers, singleCell } from '../spreadsheet/a1';
import { outsideSheet } from '../spreadsheet/edits';
import type { Chart, Condition, ConditionalFormat, Sheet, Workbook } from '../spreadsheet/workbook';
import { HostError, type Json, plainCopy } from '../values';
import { builder, enumOf, kind, type Members, ownOf } from './kind';
import { committed, editSheet, placeOf, range, viewOf } from './range';

/* What lies over a sheet's cells: charts and conditional formats. Builders gather in the script, without service calls. */

const CHART_TYPES = enumOf('BAR', 'COLUMN', 'LINE');
export const charts = kind('Charts', {}, {}, { ChartType: CHART_TYPES })(null);
export const BORDER_STYLES = enumOf('SOLID', 'SOLID_MEDIUM', 'SOLID_THICK');

const chart: (own: Chart) => object = kind<Chart>(
  'EmbeddedChart',
  {},
  {
    getRanges: ({ ranges }) => ranges.map((each) => range(each)),
    modify: (own) => chartBuilder({ ...own }),
  },
);

const chartBuilder = builder<Chart>(
  'EmbeddedChartBuilder',
  {
    setChartType: (_, type: object) => ({ type: String(type) as Chart['type'] }),
    addRange: ({ ranges }, cells: object) => ({ ranges: [...ranges, placeOf(cells)] }),
    clearRanges: () => ({ ranges: [] }),
    setNumHeaders: 'numHeaders',
    setPosition: (_, row: number, column: number, offsetX: number, offsetY: number) => ({
      anchor: { row, column, offsetX, offsetY },
    }),
    setOption: ({ options }, name: string, value: unknown) => ({
      options: { ...options, [name]: plainCopy(value) as Json },
    }),
  },
  chart,
);

/** A new builder's type and place are assumed. */
const NEW_CHART: Chart = {
  id: 0,
  type: 'COLUMN',
  ranges: [],
  numHeaders: -1,
  options: {},
  anchor: { row: 1, column: 1, offsetX: 0, offsetY: 0 },
};

const ownChart = (built: object) => ownOf<Chart>('EmbeddedChart', built);

/** Members of Sheet. */
export const chartMembers: Members<number> = {
  newChart: () => chartBuilder({ ...NEW_CHART }),
  getCharts: (id) => committed().sheet(id).charts.map(chart),
  insertChart: (sheetId, built: object) => {
    const added = { ...ownChart(built), id: viewOf().newId() };
    editSheet(sheetId, (workbook, home) => {
      home.charts = [...home.charts, checkedChart(workbook, home, added)];
    });
  },
  updateChart: (sheetId, built: object) =>
    replaceChart(sheetId, ownChart(built), (workbook, home, own) => [checkedChart(workbook, home, own)]),
  removeChart: (sheetId, gone: object) => replaceChart(sheetId, ownChart(gone), () => []),
};

/** It has cells to show, and its corner lies in the sheet. @throws {HostError} otherwise. */
function checkedChart(workbook: Workbook, home: Sheet, chart: Chart): Chart {
  const { ranges, anchor } = chart;
  if (ranges.length === 0) throw new HostError('A chart needs at least one range.');
  for (const { sheetId } of ranges) workbook.sheet(sheetId);
  if (!covers(home.bounds, singleCell(anchor.row, anchor.column))) throw outsideSheet();
  return chart;
}

/** @throws {HostError} where it does not stand there; the text is assumed. */
function replaceChart(
  sheetId: number,
  own: Chart,
  by: (workbook: Workbook, home: Sheet, own: Chart) => Chart[],
): void {
  editSheet(sheetId, (workbook, home) => {
    if (!home.charts.some(({ id }) => id === own.id)) throw new HostError('The chart is not on this sheet.');
    home.charts = home.charts.flatMap((each) => (each.id === own.id ? by(workbook, home, own) : each));
  });
}

const rule = kind<ConditionalFormat>(
  'ConditionalFormatRule',
  {},
  { getRanges: ({ ranges }) => ranges.map((each) => range({ sheetId: 0, ...each })) },
);

type RuleDraft = Condition & Pick<ConditionalFormat, 'ranges'>;
const when = (criteria: string) => (_: RuleDraft, value: string) => ({ criteria, values: [value] });

const ruleBuilder = builder<RuleDraft>(
  'ConditionalFormatRuleBuilder',
  {
    setRanges: (_, cells: object[]) => ({ ranges: cells.map(placeOf) }),
    setFontColor: 'fontColor',
    setBackground: 'background',
    setBold: 'bold',
    whenFormulaSatisfied: when('CUSTOM_FORMULA'),
    whenTextContains: when('TEXT_CONTAINS'),
    whenTextEndsWith: when('TEXT_ENDS_WITH'),
  },
  ({ ranges, ...condition }) => {
    // Recorded; that a rule needs a condition is assumed.
    if (ranges.length === 0) throw new HostError('Ranges must have at least one range');
    if (condition.criteria === '') throw new HostError('A conditional format rule needs a condition');
    return rule({ ranges, condition });
  },
);

export const newRule = () =>
  ruleBuilder({ ranges: [], criteria: '', values: [], background: null, fontColor: null, bold: null });

/** Members of Sheet: all rules are read, and all of them are replaced. */
export const ruleMembers: Members<number> = {
  getConditionalFormatRules: (sheetId) =>
    committed()
      .sheet(sheetId)
      .conditionalFormats.map(({ condition, ranges }) =>
        rule({ condition, ranges: ranges.map((each) => ({ ...each, sheetId })) }),
      ),
  setConditionalFormatRules: (id, rules: object[]) => {
    const set = rules.map((each) => ownOf<ConditionalFormat>('ConditionalFormatRule', each));
    editSheet(id, (_, home) => {
      for (const { sheetId, ...block } of set.flatMap(({ ranges }) => ranges)) {
        // The text is assumed.
        if (sheetId !== id) throw new HostError('The ranges of a rule must be on the sheet of the rule.');
        if (!covers(home.bounds, block)) throw outsideSheet();
      }
      home.conditionalFormats = set;
    });
  },
};
