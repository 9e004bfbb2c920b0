import { covers } from '../spreadsheet/a1';
import { addChart, outsideSheet, putChart } from '../spreadsheet/edits';
import type { Chart, ChartSpec, Condition, ConditionalFormat } from '../spreadsheet/workbook';
import { HostError, type Json, plainCopy } from '../values';
import { committed, editSheet, type Place } from './document';
import { enumOf, ITSELF, kind, type Members, ownOf } from './kind';
import { placeOf, range } from './range';

/* What lies over a sheet's cells: charts and conditional formats. Builders gather in the script, without service calls. */

const CHART_TYPES = enumOf('BAR', 'COLUMN', 'COMBO', 'LINE');
export const charts = kind('Charts', {}, {}, { ChartType: CHART_TYPES })(null);
export const BORDER_STYLES = enumOf('SOLID', 'SOLID_MEDIUM', 'SOLID_THICK');

/** What a builder gathers; one that modifies a chart keeps its ID. */
type ChartDraft = { -readonly [member in keyof ChartSpec]: ChartSpec[member] } & { readonly id?: number };

const chart: (spec: ChartDraft) => object = kind<ChartDraft>(
  'EmbeddedChart',
  {},
  {
    getRanges: ({ ranges }) => ranges.map((each) => range(each)),
    modify: (spec) => chartBuilder({ ...spec }),
  },
);

function setting<Draft extends object>(set: (draft: Draft, ...args: never[]) => Partial<Draft>) {
  return (draft: Draft, ...args: unknown[]) => {
    Object.assign(draft, set(draft, ...(args as never[])));
    return ITSELF;
  };
}

const chartBuilder = kind<ChartDraft>(
  'EmbeddedChartBuilder',
  {},
  {
    setChartType: setting<ChartDraft>((_, type: object) => ({ type: String(type) as ChartSpec['type'] })),
    addRange: setting<ChartDraft>(({ ranges }, cells: object) => ({ ranges: [...ranges, placeOf(cells)] })),
    clearRanges: setting<ChartDraft>(() => ({ ranges: [] })),
    setNumHeaders: setting<ChartDraft>((_, numHeaders: number) => ({ numHeaders })),
    setPosition: setting<ChartDraft>((_, row: number, column: number, offsetX: number, offsetY: number) => ({
      anchor: { row, column, offsetX, offsetY },
    })),
    setOption: setting<ChartDraft>(({ options }, name: string, value: unknown) => ({
      options: { ...options, [name]: plainCopy(value) as Json },
    })),
    build: (draft) => chart({ ...draft }),
  },
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
    const spec = ownOf<ChartSpec>('EmbeddedChart', built);
    let id: number | undefined;
    editSheet(sheetId, (workbook, home) => {
      id = addChart(workbook, home, spec, id);
    });
  },
  updateChart: (id, built: object) => {
    const own = ownOf<Chart>('EmbeddedChart', built);
    editSheet(id, (workbook, home) => putChart(workbook, home, own.id, [own]));
  },
  removeChart: (id, gone: object) => {
    const own = ownOf<Chart>('EmbeddedChart', gone);
    editSheet(id, (workbook, home) => putChart(workbook, home, own.id, []));
  },
};

interface RuleDraft {
  ranges: readonly Place[];
  condition: Condition | null;
  look: Pick<Condition, 'background' | 'fontColor' | 'bold'>;
}

type Rule = Omit<ConditionalFormat, 'ranges'> & { readonly ranges: readonly Place[] };

const rule = kind<Rule>(
  'ConditionalFormatRule',
  {},
  {
    getRanges: ({ ranges }) => ranges.map((each) => range(each)),
  },
);

const when = (criteria: string) =>
  setting<RuleDraft>((draft, value: string) => ({
    condition: { criteria, values: [value], ...draft.look },
  }));
const styled = (part: keyof RuleDraft['look']) =>
  setting<RuleDraft>((draft, value: never) => ({ look: { ...draft.look, [part]: value } }));

const ruleBuilder = kind<RuleDraft>(
  'ConditionalFormatRuleBuilder',
  {},
  {
    setRanges: setting<RuleDraft>((_, cells: object[]) => ({ ranges: cells.map(placeOf) })),
    setFontColor: styled('fontColor'),
    setBackground: styled('background'),
    setBold: styled('bold'),
    whenFormulaSatisfied: when('CUSTOM_FORMULA'),
    whenTextContains: when('TEXT_CONTAINS'),
    whenTextEndsWith: when('TEXT_ENDS_WITH'),
    build: ({ ranges, condition, look }) => {
      // Recorded; that a rule needs a condition is assumed.
      if (ranges.length === 0) throw new HostError('Ranges must have at least one range');
      if (condition === null) throw new HostError('A conditional format rule needs a condition');
      return rule({ ranges, condition: { ...condition, ...look } });
    },
  },
);

export const newRule = () =>
  ruleBuilder({
    ranges: [],
    condition: null,
    look: { background: null, fontColor: null, bold: null },
  });

/** Members of Sheet: all rules are read, and all of them are replaced. */
export const ruleMembers: Members<number> = {
  getConditionalFormatRules: (sheetId) =>
    committed()
      .sheet(sheetId)
      .conditionalFormats.map(({ ranges, ...others }) =>
        rule({ ...others, ranges: ranges.map((each) => ({ ...each, sheetId })) }),
      ),
  setConditionalFormatRules: (id, rules: object[]) => {
    const set = rules.map((each) => ownOf<Rule>('ConditionalFormatRule', each));
    editSheet(id, (workbook, home) => {
      home.conditionalFormats = set.map((each) => ({
        ...each,
        ranges: each.ranges.map(({ sheetId, row, column, rows, columns }) => {
          const block = { row, column, rows, columns };
          // The texts are assumed.
          if (sheetId !== id) throw new HostError('The ranges of a rule must be on the sheet of the rule.');
          if (!covers(home.bounds, block)) throw outsideSheet();
          return block;
        }),
      }));
      workbook.noteChange(id);
    });
  },
};
