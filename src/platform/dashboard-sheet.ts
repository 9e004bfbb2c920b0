import {
  COLOURS,
  type DashboardLook,
  type GradientRule,
  type PlannedChart,
  type PlannedRule,
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
  muted: { size: 9, colour: '#5f6368' },
  warning: { colour: COLOURS.warning, weight: 'bold' },
  sentence: { size: 12, background: '#e8f0fe' },
  section: { size: 12, weight: 'bold' },
  heading: { weight: 'bold', wrap: 1, bottom: '#9aa0a6' },
  tile: { background: '#f1f3f4', alignment: 'left' },
  'tile edge': { left: '#ffffff' },
  'tile label': { size: 9, colour: '#5f6368', top: '#5f6368' },
  'tile value': { size: 16 },
  'tile note': { size: 9 },
  total: { weight: 'bold' },
  left: { alignment: 'left' },
  center: { alignment: 'center' },
  right: { alignment: 'right' },
};

const SETTERS = {
  size: (cells: RangeList, value: string | number) => cells.setFontSize(Number(value)),
  weight: (cells: RangeList) => cells.setFontWeight('bold'),
  colour: (cells: RangeList, value: string | number) => cells.setFontColor(String(value)),
  background: (cells: RangeList, value: string | number) => cells.setBackground(String(value)),
  alignment: (cells: RangeList, value: string | number) =>
    cells.setHorizontalAlignment(value as 'left' | 'center' | 'right'),
  wrap: (cells: RangeList) => cells.setWrap(true),
  left: (cells: RangeList, value: string | number) =>
    cells.setBorder(null, true, null, null, null, null, String(value), SOLID_THICK()),
  top: (cells: RangeList, value: string | number) =>
    cells.setBorder(true, null, null, null, null, null, String(value), SOLID_MEDIUM()),
  bottom: (cells: RangeList, value: string | number) =>
    cells.setBorder(null, null, true, null, null, null, String(value), SOLID()),
};

const SOLID = () => SpreadsheetApp.BorderStyle.SOLID;
const SOLID_MEDIUM = () => SpreadsheetApp.BorderStyle.SOLID_MEDIUM;
const SOLID_THICK = () => SpreadsheetApp.BorderStyle.SOLID_THICK;

function setCells(sheet: Sheet, { formats, styles, widths }: DashboardLook): void {
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

/** Ours are known by what they cover and what they ask. */
function isSameRule(rule: Rule, planned: PlannedRule): boolean {
  const ranges = rule.getRanges();
  if (ranges.length !== 1 || ranges[0]?.getA1Notation() !== planned.range) return false;
  const condition = rule.getBooleanCondition();
  if (planned.kind === 'gradient') return condition === null;
  const asked = planned.kind === 'formula' ? planned.formula : planned.text;
  return condition !== null && condition.getCriteriaValues()[0] === asked;
}

function makeRule(sheet: Sheet, planned: PlannedRule): Rule {
  const rule = SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange(planned.range)]);
  if (planned.kind === 'gradient') return withGradient(rule, planned);
  if (planned.kind === 'text end') {
    return rule.whenTextEndsWith(planned.text).setFontColor(COLOURS.warning).build();
  }
  const made = rule.whenFormulaSatisfied(planned.formula);
  if (planned.look === 'grey') return made.setFontColor('#9aa0a6').build();
  return (planned.look === 'warning' ? made.setFontColor(COLOURS.warning) : made).setBold(true).build();
}

/** Only what needs attention has a colour. Fixed ends: the same colour means the same percentage on every sheet. */
function withGradient(
  rule: GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder,
  { ends }: GradientRule,
): Rule {
  const [white, tint] = ['#ffffff', '#f6b26b'];
  if (ends === undefined) return rule.setGradientMinpoint(white).setGradientMaxpoint(tint).build();
  const { NUMBER } = SpreadsheetApp.InterpolationType;
  const isHighBad = ends.bad > ends.fine;
  return rule
    .setGradientMinpointWithValue(isHighBad ? white : tint, NUMBER, String(Math.min(ends.fine, ends.bad)))
    .setGradientMaxpointWithValue(isHighBad ? tint : white, NUMBER, String(Math.max(ends.fine, ends.bad)))
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
    .setOption('titleTextStyle.fontSize', 12)
    .setOption(
      'colors',
      plan.series.map(({ colour }) => colour),
    )
    .setOption('hAxis.showTextEvery', plan.labelEvery ?? 1)
    .setOption('legend.position', plan.series.length > 1 ? 'bottom' : 'none');
  plan.series.forEach(({ isThin, isUnnamed }, at) => {
    if (isThin) chart.setOption(`series.${at}.lineWidth`, 1);
    if (isUnnamed) chart.setOption(`series.${at}.visibleInLegend`, false);
  });
  for (const range of plan.ranges) chart.addRange(sheet.getRange(range));
  return chart.build();
}

const CHART_TYPES = {
  line: () => Charts.ChartType.LINE,
  bar: () => Charts.ChartType.BAR,
  column: () => Charts.ChartType.COLUMN,
};
