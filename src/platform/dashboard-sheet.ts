import {
  type DashboardLook,
  GRADIENT,
  type PlannedChart,
  type PlannedRule,
  SMALL_COUNT,
  type StyleName,
} from '../dashboards/dashboard-plan';
import type { DashboardLooks } from '../dashboards/ports';
import { NEW_SHEET_COLUMNS } from '../reports/writing/table-heading';
import { askPlatform } from './ask-platform';
import { writeSheets } from './sheet-calls';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type RangeList = GoogleAppsScript.Spreadsheet.RangeList;
type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
type Chart = GoogleAppsScript.Spreadsheet.EmbeddedChart;

/** Charts, conditional formats and the look of a dashboard's own sheet. It adds, and takes nothing away. */
export const dashboardLooks: DashboardLooks = {
  dress: (sheetId, look) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    // A sheet that was deleted a moment ago needs no look.
    if (sheet === null) return;
    setCells(sheet, look);
    addRules(sheet, look.rules);
    addCharts(sheet, look.charts);
  },
};

/** What each style sets; what several have in common is set by one call. */
const STYLES: Readonly<Record<StyleName, { readonly [what in keyof typeof SETTERS]?: string | number }>> = {
  title: { size: 18, weight: 'bold' },
  question: { colour: '#5f6368' },
  sample: { colour: '#b3500b', weight: 'bold' },
  section: { size: 12, weight: 'bold' },
  heading: { background: '#e8eaed', weight: 'bold' },
  big: { size: 16, weight: 'bold' },
  left: { alignment: 'left' },
  right: { alignment: 'right' },
  wrapped: { wrap: 1 },
};

const SETTERS = {
  size: (cells: RangeList, value: string | number) => cells.setFontSize(Number(value)),
  weight: (cells: RangeList) => cells.setFontWeight('bold'),
  colour: (cells: RangeList, value: string | number) => cells.setFontColor(String(value)),
  background: (cells: RangeList, value: string | number) => cells.setBackground(String(value)),
  alignment: (cells: RangeList, value: string | number) =>
    cells.setHorizontalAlignment(value === 'right' ? 'right' : 'left'),
  wrap: (cells: RangeList) => cells.setWrap(true),
};

function setCells(sheet: Sheet, { formats, styles, widths, frozenRows }: DashboardLook): void {
  for (const { format, ranges } of formats) {
    writeSheets(() => sheet.getRangeList([...ranges]).setNumberFormat(format));
  }
  for (const what of Object.keys(SETTERS) as (keyof typeof SETTERS)[]) {
    for (const [value, ranges] of rangesByValue(styles, what)) {
      writeSheets(() => SETTERS[what](sheet.getRangeList(ranges), value));
    }
  }
  writeSheets(() => sheet.setColumnWidths(1, NEW_SHEET_COLUMNS, widths.others));
  writeSheets(() => sheet.setColumnWidth(1, widths.first));
  if (widths.second !== widths.others) writeSheets(() => sheet.setColumnWidth(2, widths.second));
  if (frozenRows > 0) writeSheets(() => sheet.setFrozenRows(frozenRows));
  writeSheets(() => sheet.setHiddenGridlines(true));
}

function rangesByValue(
  styles: DashboardLook['styles'],
  what: keyof typeof SETTERS,
): Map<string | number, string[]> {
  const found = new Map<string | number, string[]>();
  for (const { style, ranges } of styles) {
    const value = STYLES[style][what];
    if (value !== undefined) found.set(value, [...(found.get(value) ?? []), ...ranges]);
  }
  return found;
}

/** Setting rules replaces all of a sheet, so the others are read first and put back: they come first and win. */
function addRules(sheet: Sheet, planned: readonly PlannedRule[]): void {
  if (planned.length === 0) return;
  const others = askPlatform(() => sheet.getConditionalFormatRules()).filter(
    (rule) => !planned.some((own) => isSameRule(rule, own)),
  );
  writeSheets(() =>
    sheet.setConditionalFormatRules([...others, ...planned.map((rule) => makeRule(sheet, rule))]),
  );
}

/** Ours are known by what they cover and what they do. */
function isSameRule(rule: Rule, { kind, range }: PlannedRule): boolean {
  const ranges = rule.getRanges();
  const isGradient = rule.getGradientCondition() !== null;
  return ranges.length === 1 && ranges[0]?.getA1Notation() === range && isGradient === (kind === 'gradient');
}

function makeRule(sheet: Sheet, planned: PlannedRule): Rule {
  const rule = SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange(planned.range)]);
  return planned.kind === 'gradient' ? withGradient(rule) : withGreyText(rule, planned.count);
}

/** A rule's formula is read as if typed: without an argument separator, which locales with a decimal comma have `;` for. */
function withGreyText(rule: GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder, count: string): Rule {
  return rule
    .whenFormulaSatisfied(`=ISNUMBER(${count})*(${count}<${SMALL_COUNT})`)
    .setFontColor('#9aa0a6')
    .build();
}

/** Fixed ends: the same colour means the same percentage on every sheet. Told apart without red and green. */
function withGradient(rule: GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder): Rule {
  const { NUMBER } = SpreadsheetApp.InterpolationType;
  return rule
    .setGradientMinpointWithValue('#f6b26b', NUMBER, String(GRADIENT.few))
    .setGradientMidpointWithValue('#ffffff', NUMBER, String(GRADIENT.middle))
    .setGradientMaxpointWithValue('#9fc5e8', NUMBER, String(GRADIENT.many))
    .build();
}

function addCharts(sheet: Sheet, planned: readonly PlannedChart[]): void {
  if (planned.length === 0) return;
  const before = askPlatform(() => sheet.getCharts());
  const missing = planned.filter((plan) => !before.some((chart) => isSameChart(chart, plan)));
  for (const plan of missing) writeSheets(() => sheet.insertChart(makeChart(sheet, plan)));
}

/** Ours are known by the cells that they show. */
function isSameChart(chart: Chart, { ranges }: PlannedChart): boolean {
  const shown = chart.getRanges().map((range) => range.getA1Notation());
  return shown.length === ranges.length && ranges.every((range, at) => shown[at] === range);
}

function makeChart(sheet: Sheet, plan: PlannedChart): Chart {
  const chart = sheet
    .newChart()
    .setChartType(CHART_TYPES[plan.kind]())
    .setNumHeaders(plan.headings)
    .setPosition(plan.row, plan.column, 0, 0)
    .setOption('title', plan.title)
    .setOption('width', plan.width)
    .setOption('height', plan.height)
    .setOption('colors', [...plan.colours])
    .setOption('legend.position', plan.colours.length > 1 ? 'bottom' : 'none');
  for (const range of plan.ranges) chart.addRange(sheet.getRange(range));
  return chart.build();
}

const CHART_TYPES = {
  line: () => Charts.ChartType.LINE,
  bar: () => Charts.ChartType.BAR,
  column: () => Charts.ChartType.COLUMN,
};
