import { covers } from '../spreadsheet/a1';
import { outsideSheet, putChart } from '../spreadsheet/edits';
import type { Chart, ChartSpec, Condition, ConditionalFormat } from '../spreadsheet/workbook';
import { HostError, type Json, plainCopy } from '../values';
import { committed, editSheet, type Place, viewOf } from './document';
import { builder, enumOf, kind, type Members, ownOf } from './kind';
import { placeOf, range } from './range';

/* What lies over a sheet's cells: charts and conditional formats. Builders gather in the script, without service calls. */

const CHART_TYPES = enumOf('BAR', 'COLUMN', 'LINE');
export const charts = kind('Charts', {}, {}, { ChartType: CHART_TYPES })(null);
export const BORDER_STYLES = enumOf('SOLID', 'SOLID_MEDIUM', 'SOLID_THICK');

/** What a builder gathers; one that modifies a chart keeps its ID. */
type ChartDraft = ChartSpec & Partial<Pick<Chart, 'id'>>;

const chart: (spec: ChartDraft) => object = kind<ChartDraft>(
  'EmbeddedChart',
  {},
  {
    getRanges: ({ ranges }) => ranges.map((each) => range(each)),
    modify: (spec) => chartBuilder({ ...spec }),
  },
);

const chartBuilder = builder<ChartDraft>(
  'EmbeddedChartBuilder',
  {
    setChartType: (_, type: object) => ({ type: String(type) as ChartSpec['type'] }),
    addRange: ({ ranges }, cells: object) => ({ ranges: [...ranges, placeOf(cells)] }),
    clearRanges: () => ({ ranges: [] }),
    setNumHeaders: (_, numHeaders: number) => ({ numHeaders }),
    setPosition: (_, row: number, column: number, offsetX: number, offsetY: number) => ({
      anchor: { row, column, offsetX, offsetY },
    }),
    setOption: ({ options }, name: string, value: unknown) => ({
      options: { ...options, [name]: plainCopy(value) as Json },
    }),
  },
  chart,
);

/** Members of Sheet. A new builder's type and place are assumed. */
export const chartMembers: Members<number> = {
  newChart: () =>
    chartBuilder({
      type: 'COLUMN',
      ranges: [],
      numHeaders: -1,
      options: {},
      anchor: { row: 1, column: 1, offsetX: 0, offsetY: 0 },
    }),
  getCharts: (id) => committed().sheet(id).charts.map(chart),
  insertChart: (sheetId, built: object) => {
    const added = { ...ownOf<ChartSpec>('EmbeddedChart', built), id: viewOf().newId() };
    editSheet(sheetId, (workbook, home) => putChart(workbook, home, added));
  },
  updateChart: (sheetId, built: object) => {
    const own = ownOf<Chart>('EmbeddedChart', built);
    editSheet(sheetId, (workbook, home) => {
      if (!home.charts.some(({ id }) => id === own.id)) throw noChart();
      putChart(workbook, home, own);
    });
  },
  removeChart: (sheetId, gone: object) => {
    const own = ownOf<Chart>('EmbeddedChart', gone);
    editSheet(sheetId, (_, home) => {
      if (!home.charts.some(({ id }) => id === own.id)) throw noChart();
      home.charts = home.charts.filter(({ id }) => id !== own.id);
    });
  },
};

/** The text is assumed. */
const noChart = () => new HostError('The chart is not on this sheet.');

type Rule = Omit<ConditionalFormat, 'ranges'> & { readonly ranges: readonly Place[] };

const rule = kind<Rule>(
  'ConditionalFormatRule',
  {},
  { getRanges: ({ ranges }) => ranges.map((each) => range(each)) },
);

const when = (criteria: string) => (_: RuleDraft, value: string) => ({ criteria, values: [value] });

type RuleDraft = Condition & Pick<Rule, 'ranges'>;

const ruleBuilder = builder<RuleDraft>(
  'ConditionalFormatRuleBuilder',
  {
    setRanges: (_, cells: object[]) => ({ ranges: cells.map(placeOf) }),
    setFontColor: (_, fontColor: string | null) => ({ fontColor }),
    setBackground: (_, background: string | null) => ({ background }),
    setBold: (_, bold: boolean | null) => ({ bold }),
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
    const set = rules.map((each) => ownOf<Rule>('ConditionalFormatRule', each));
    editSheet(id, (_, home) => {
      home.conditionalFormats = set.map(({ condition, ranges }) => ({
        condition,
        ranges: ranges.map(({ sheetId, ...block }) => {
          // The text is assumed.
          if (sheetId !== id) throw new HostError('The ranges of a rule must be on the sheet of the rule.');
          if (!covers(home.bounds, block)) throw outsideSheet();
          return block;
        }),
      }));
    });
  },
};
