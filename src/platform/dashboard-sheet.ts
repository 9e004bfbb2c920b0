import {
  BLOCK_COLUMNS,
  type BlockLook,
  COLOURS,
  type DashboardLooks,
  type FormerBlock,
  type PlannedChart,
  type PlannedRule,
  type StyleName,
  WIDTHS,
} from '../dashboards/layout';
import { blockOf } from '../reports/sheet/cells';
import { askPlatform } from './script-services';
import { writeSheets } from './sheet-writer';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type RangeList = GoogleAppsScript.Spreadsheet.RangeList;
type Rule = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;

/** The look, the conditional formats and the chart of a dashboard's block. What lies outside of it stays. */
export const dashboardLooks: DashboardLooks = {
  apply: (sheetId, look, former) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    // A sheet that was deleted a moment ago needs no look.
    if (sheet === null) return;
    if (former.rows > 0) writeSheets(() => sheet.getRange(1, 1, former.rows, BLOCK_COLUMNS).clearFormat());
    setCells(sheet, look);
    for (const [range, offered] of look.drops) setDropDown(sheet.getRange(range), offered);
    setRules(sheet, look, former.rows);
    setChart(sheet, look.chart, former);
  },
};

/** What each style sets. */
const STYLES: Readonly<Record<StyleName, { readonly [what in Look]?: string | number }>> = {
  title: { size: 18, weight: 'bold' },
  muted: { size: 9, colour: '#5f6368' },
  choice: { background: '#f1f3f4', alignment: 'left', bottom: '#9aa0a6' },
  warning: { colour: COLOURS.warning, weight: 'bold' },
  sentence: { size: 12, background: '#e8f0fe' },
  section: { size: 12, weight: 'bold' },
  heading: { weight: 'bold', wrap: 1, bottom: '#9aa0a6' },
  tile: { background: '#f1f3f4', alignment: 'left' },
  'tile edge': { left: '#ffffff' },
  'tile label': { size: 9, colour: '#5f6368' },
  'tile value': { size: 16 },
  'tile note': { size: 9 },
  total: { weight: 'bold' },
  left: { alignment: 'left' },
  center: { alignment: 'center' },
  right: { alignment: 'right' },
  unseen: { colour: '#ffffff' },
};

type Look = keyof typeof SETTERS | keyof typeof MATRIX_SETTERS;
type Values = (string | number | null)[][];

/** What a style may set by ranges: of each there is one value. */
const SETTERS = {
  weight: (cells: RangeList) => cells.setFontWeight('bold'),
  wrap: (cells: RangeList) => cells.setWrap(true),
  left: (cells: RangeList, colour: string) =>
    cells.setBorder(null, true, null, null, null, null, colour, SpreadsheetApp.BorderStyle.SOLID_THICK),
  bottom: (cells: RangeList, colour: string) =>
    cells.setBorder(null, null, true, null, null, null, colour, SpreadsheetApp.BorderStyle.SOLID),
};

/** What a style may set cell by cell, in one call for all values: of each a dashboard has several. */
const MATRIX_SETTERS = {
  size: { usual: 10, set: (cells: Range, values: Values) => cells.setFontSizes(values as number[][]) },
  colour: { usual: null, set: (cells: Range, values: Values) => cells.setFontColors(values as string[][]) },
  background: {
    usual: null,
    set: (cells: Range, values: Values) => cells.setBackgrounds(values as string[][]),
  },
  alignment: {
    usual: null,
    set: (cells: Range, values: Values) => cells.setHorizontalAlignments(values as ('left' | null)[][]),
  },
};

/** The number format of a cell that no one has given one. */
const AUTOMATIC = 'General';

function setCells(sheet: Sheet, { rows, formats, styles }: BlockLook): void {
  const cells = sheet.getRange(1, 1, rows, BLOCK_COLUMNS);
  const valuesBy = (
    byValue: BlockLook['formats'] | readonly (readonly [number, readonly string[]])[],
    usual: string | number | null,
  ) => {
    const values: Values = Array.from({ length: rows }, () =>
      new Array<string | number | null>(BLOCK_COLUMNS).fill(usual),
    );
    for (const [value, ranges] of byValue) {
      for (const block of ranges.map(blockOf)) {
        for (const line of values.slice(block.row - 1, block.row - 1 + block.rows)) {
          line.fill(value, block.column - 1, block.column - 1 + block.columns);
        }
      }
    }
    return values;
  };
  const rangesBy = (what: Look) =>
    styles.flatMap(([style, ranges]) => {
      const value = STYLES[style][what];
      return value === undefined ? [] : [[value, ranges] as readonly [string, readonly string[]]];
    });
  writeSheets(() => cells.setNumberFormats(valuesBy(formats, AUTOMATIC) as string[][]));
  for (const what of Object.keys(MATRIX_SETTERS) as (keyof typeof MATRIX_SETTERS)[]) {
    const { usual, set } = MATRIX_SETTERS[what];
    writeSheets(() => set(cells, valuesBy(rangesBy(what), usual)));
  }
  for (const what of Object.keys(SETTERS) as (keyof typeof SETTERS)[]) {
    const found = rangesBy(what);
    const value = found[0]?.[0] ?? '';
    const ranges = found.flatMap(([, own]) => own);
    if (ranges.length > 0) writeSheets(() => SETTERS[what](sheet.getRangeList(ranges), value));
  }
  writeSheets(() => sheet.setColumnWidths(1, BLOCK_COLUMNS, WIDTHS.others));
  writeSheets(() => sheet.setColumnWidth(1, WIDTHS.first));
  writeSheets(() => sheet.setHiddenGridlines(true));
}

/**
 * A drop-down in one cell, or in merged ones. Other texts may be typed: more names than it can offer, those that Google takes
 * for formulas and refuses, and all where it refuses the drop-down.
 */
function setDropDown(cells: Range, offered: readonly string[]): void {
  for (const values of [offered, offered.filter((text) => !/^[=+]/.test(text))]) {
    try {
      const list = SpreadsheetApp.newDataValidation().requireValueInList([...values], true);
      cells.setDataValidation(list.setAllowInvalid(true).build());
      if (cells.getNumColumns() > 1) cells.merge();
      return;
    } catch {
      // Only a look.
    }
  }
}

/** Setting rules replaces all of a sheet, so those that reach beyond the block are read first and put back. */
function setRules(sheet: Sheet, { rules, rows }: BlockLook, formerRows: number): void {
  const isOurs = (range: Range) => {
    const block = blockOf(range.getA1Notation());
    const lastRow = block.row + block.rows - 1;
    return block.column + block.columns - 1 <= BLOCK_COLUMNS && lastRow <= Math.max(rows, formerRows);
  };
  // A block that is new has none.
  const before = formerRows === 0 ? [] : askPlatform(() => sheet.getConditionalFormatRules());
  const others = before.filter((rule) => !rule.getRanges().every(isOurs));
  writeSheets(() =>
    sheet.setConditionalFormatRules([...others, ...rules.map((rule) => makeRule(sheet, rule))]),
  );
}

/** What needs attention: dark letters stay readable on it. */
const [TINT, LIGHT_TINT] = ['#f6b26b', '#fce5cd'];

function makeRule(sheet: Sheet, planned: PlannedRule): Rule {
  const rule = SpreadsheetApp.newConditionalFormatRule().setRanges(
    planned.ranges.map((range) => sheet.getRange(range)),
  );
  if (planned.kind === 'text') {
    const { text, isWhole } = planned;
    const made = isWhole ? rule.whenTextEqualTo(text) : rule.whenTextEndsWith(text);
    return made.setFontColor(COLOURS.warning).setBold(isWhole).build();
  }
  if (planned.kind === 'formula') {
    const made = rule.whenFormulaSatisfied(planned.formula);
    if (planned.look === 'grey') return made.setFontColor('#9aa0a6').build();
    return made.setBackground(planned.look === 'tint' ? TINT : LIGHT_TINT).build();
  }
  // Only what needs attention has a colour. Fixed ends: the same colour means the same percentage on every sheet.
  const { ends } = planned;
  if (ends === undefined) return rule.setGradientMinpoint('#ffffff').setGradientMaxpoint(TINT).build();
  const { NUMBER } = SpreadsheetApp.InterpolationType;
  const [low, high] = ends.bad > ends.fine ? ['#ffffff', TINT] : [TINT, '#ffffff'];
  return rule
    .setGradientMinpointWithValue(low, NUMBER, String(Math.min(ends.fine, ends.bad)))
    .setGradientMaxpointWithValue(high, NUMBER, String(Math.max(ends.fine, ends.bad)))
    .build();
}

/** Makes the chart, or has it show other cells; a person's changes to it stay. It is known by the cells that it shows. */
function setChart(
  sheet: Sheet,
  planned: PlannedChart | undefined,
  { rows, chart: former }: FormerBlock,
): void {
  if (planned === undefined && former === undefined) return;
  const charts = rows === 0 ? [] : askPlatform(() => sheet.getCharts());
  const shows = (cells: string | undefined) =>
    charts.find(
      (chart) =>
        chart
          .getRanges()
          .map((range) => range.getA1Notation())
          .join() === cells,
    );
  const cells = planned?.ranges.join();
  if (cells !== undefined && shows(cells) !== undefined) return;
  const own = former === undefined ? undefined : shows(former);
  if (planned === undefined) {
    if (own !== undefined) writeSheets(() => sheet.removeChart(own));
  } else if (former === undefined) {
    writeSheets(() => sheet.insertChart(makeChart(sheet, planned)));
  } else if (own !== undefined) {
    // A target may have come or gone with them, and rows beside it.
    const changed = own
      .modify()
      .clearRanges()
      .setOption('legend.position', legendOf(planned))
      .setOption('height', planned.height);
    // Where its cells moved down or up, a line above them came or went: its heading moved too.
    if (firstRow(former) !== firstRow(planned.ranges.join())) changed.setPosition(planned.row, 1, 0, 0);
    writeSheets(() => sheet.updateChart(withRanges(sheet, changed, planned).build()));
  }
}

function firstRow(cells: string): string | undefined {
  return /\d+/.exec(cells)?.[0];
}

function withRanges(
  sheet: Sheet,
  chart: GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder,
  { ranges }: PlannedChart,
): GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder {
  for (const range of ranges) chart.addRange(sheet.getRange(range));
  return chart;
}

/** The first series has the accent; a second one is a target: a dashed line, or bars beside. */
function makeChart(sheet: Sheet, plan: PlannedChart): GoogleAppsScript.Spreadsheet.EmbeddedChart {
  const chart = sheet
    .newChart()
    .setChartType(CHART_TYPES[plan.kind]())
    .setNumHeaders(1)
    .setPosition(plan.row, 1, 0, 0)
    .setOption('width', plan.width)
    .setOption('height', plan.height)
    .setOption('colors', [COLOURS.accent, plan.kind === 'line' ? COLOURS.warning : COLOURS.beside])
    .setOption('legend.position', legendOf(plan))
    .setOption('series.1.lineWidth', 1)
    .setOption('series.1.lineDashStyle', [6, 4]);
  if (plan.kind === 'line') chart.setOption('hAxis.showTextEvery', 2);
  else chart.setOption('vAxis.minValue', 0);
  return withRanges(sheet, chart, plan).build();
}

/** A target has a legend; one series alone has its name in the heading. */
function legendOf({ ranges }: PlannedChart): 'top' | 'none' {
  return ranges.length > 2 ? 'top' : 'none';
}

const CHART_TYPES = {
  line: () => Charts.ChartType.LINE,
  bar: () => Charts.ChartType.BAR,
  column: () => Charts.ChartType.COLUMN,
};
