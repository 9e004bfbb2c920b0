import {
  COLOURS,
  type DashboardLook,
  type DashboardLooks,
  type GradientRule,
  type PlannedChart,
  type PlannedRule,
  type StyleName,
} from '../dashboards/dashboard-plan';
import { blockOf } from '../reports/sheet/cells';
import { NEW_SHEET_COLUMNS } from '../reports/sheet/sheets';
import { askPlatform } from './script-app';
import { writeSheets } from './sheet-writer';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type RangeList = GoogleAppsScript.Spreadsheet.RangeList;
type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
type Chart = GoogleAppsScript.Spreadsheet.EmbeddedChart;

/** Charts, conditional formats and the look of a dashboard's own sheet. It adds, and takes nothing away. */
export const dashboardLooks: DashboardLooks = {
  applyLook: (sheetId, look) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    // A sheet that was deleted a moment ago needs no look.
    if (sheet === null) return;
    setCells(sheet, look);
    addRules(sheet, look.rules);
    addCharts(sheet, look.charts);
  },
  addCharts: (sheetId, charts) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    if (sheet !== null) addCharts(sheet, charts);
  },
};

type Look = keyof typeof SETTERS | keyof typeof MATRIX_SETTERS;

/** What each style sets; what several have in common is set by one call. */
const STYLES: Readonly<Record<StyleName, { readonly [what in Look]?: string | number }>> = {
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
  wrapped: { wrap: 1 },
  left: { alignment: 'left' },
  center: { alignment: 'center' },
  right: { alignment: 'right' },
};

/** What a style may set by ranges: of each there is one value, or few. */
const SETTERS = {
  weight: (cells: RangeList) => cells.setFontWeight('bold'),
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

function setCells(sheet: Sheet, { formats, styles, widths, columns, notes = [] }: DashboardLook): void {
  const byFormat = new Map(formats.map(({ format, ranges }) => [format, ranges]));
  setCellByCell(sheet, byFormat, AUTOMATIC, (cells, values) => cells.setNumberFormats(values as string[][]));
  for (const what of Object.keys(MATRIX_SETTERS) as (keyof typeof MATRIX_SETTERS)[]) {
    const { usual, set } = MATRIX_SETTERS[what];
    setCellByCell(sheet, rangesByValue(styles, what), usual, set);
  }
  for (const what of Object.keys(SETTERS) as (keyof typeof SETTERS)[]) {
    for (const [value, ranges] of rangesByValue(styles, what)) {
      writeSheets(() => SETTERS[what](sheet.getRangeList(ranges), value));
    }
  }
  writeSheets(() => sheet.setColumnWidths(1, Math.max(NEW_SHEET_COLUMNS, columns), widths.others));
  writeSheets(() => sheet.setColumnWidth(1, widths.first));
  for (const { column, columns: count, pixels } of widths.some ?? []) {
    writeSheets(() => sheet.setColumnWidths(column, count, pixels));
  }
  for (const { cell, text } of notes) writeSheets(() => sheet.getRange(cell).setNote(text));
  writeSheets(() => sheet.setHiddenGridlines(true));
}

/** The number format of a cell that no one has given one. */
const AUTOMATIC = 'General';

type Looks = (string | number | null)[][];

/** What a style may set cell by cell, in one call for all values: of each a dashboard has several. */
const MATRIX_SETTERS = {
  size: { usual: 10, set: (cells: Range, values: Looks) => cells.setFontSizes(values as number[][]) },
  colour: { usual: null, set: (cells: Range, values: Looks) => cells.setFontColors(values as string[][]) },
  background: {
    usual: null,
    set: (cells: Range, values: Looks) => cells.setBackgrounds(values as string[][]),
  },
  alignment: {
    usual: null,
    set: (cells: Range, values: Looks) => cells.setHorizontalAlignments(values as ('left' | null)[][]),
  },
};

/**
 * Sets what differs from cell to cell, in one call over the block that holds all ranges. Cells between them get the usual
 * look: the sheet is new, or was blank.
 */
function setCellByCell(
  sheet: Sheet,
  byValue: ReadonlyMap<string | number, readonly string[]>,
  usual: string | number | null,
  set: (cells: Range, values: Looks) => unknown,
): void {
  const blocks = Array.from(byValue, ([value, ranges]) =>
    ranges.map((a1) => ({ value, ...blockOf(a1) })),
  ).flat();
  if (blocks.length === 0) return;
  const rows = Math.max(...blocks.map((block) => block.row + block.rows - 1));
  const columns = Math.max(...blocks.map((block) => block.column + block.columns - 1));
  const values: Looks = Array.from({ length: rows }, () =>
    new Array<string | number | null>(columns).fill(usual),
  );
  for (const { value, row, column, ...block } of blocks) {
    for (const line of values.slice(row - 1, row - 1 + block.rows))
      line.fill(value, column - 1, column - 1 + block.columns);
  }
  writeSheets(() => set(sheet.getRange(1, 1, rows, columns), values));
}

function rangesByValue(styles: DashboardLook['styles'], what: Look): Map<string | number, string[]> {
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
  if (planned.look === 'tint') return made.setBackground(TINT).build();
  if (planned.look === 'light tint') return made.setBackground(LIGHT_TINT).build();
  return (planned.look === 'warning' ? made.setFontColor(COLOURS.warning) : made).setBold(true).build();
}

/** What needs attention: dark letters stay readable on it. */
const [TINT, LIGHT_TINT] = ['#f6b26b', '#fce5cd'];

/** Only what needs attention has a colour. Fixed ends: the same colour means the same percentage on every sheet. */
function withGradient(
  rule: GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder,
  { ends }: GradientRule,
): Rule {
  const [white, tint] = ['#ffffff', TINT];
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
  plan.series.forEach(({ isThin, isUnnamed, isDashed }, at) => {
    if (isThin) chart.setOption(`series.${at}.lineWidth`, 1);
    if (isDashed) chart.setOption(`series.${at}.lineDashStyle`, [6, 4]);
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
