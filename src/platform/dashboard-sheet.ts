import {
  BLOCK_COLUMNS,
  type BlockLook,
  type CellLook,
  CHOICE_CELLS,
  COLOURS,
  type DashboardLooks,
  type FormerBlock,
  MERGED_CELLS,
  type PlannedChart,
  WIDTHS,
} from '../dashboards/layout';
import { a1 } from '../reports/sheet/cells';
import { askPlatform } from './script-services';
import { cellsOf, makeRule, writeSheets } from './sheet-writer';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** The look, the conditional formats and the chart of a dashboard's block. What lies outside of it stays. */
export const dashboardLooks: DashboardLooks = {
  apply: (sheetId, look, former) => {
    const sheet = askPlatform(() => SpreadsheetApp.getActive().getSheetById(sheetId));
    // A sheet that was deleted a moment ago needs no look.
    if (sheet === null) return;
    if (former.rows > 0) writeSheets(() => sheet.getRange(1, 1, former.rows, BLOCK_COLUMNS).clearFormat());
    else setUp(sheet);
    setCells(sheet, look.cells);
    setDropDowns(sheet, look.drops);
    setRules(sheet, look, former.rows);
    setChart(sheet, look.chart, former);
  },
};

/** The number format of a cell that no one has given one. */
const AUTOMATIC = 'General';

function setCells(sheet: Sheet, looks: BlockLook['cells']): void {
  const made = new Map<string, GoogleAppsScript.Spreadsheet.TextStyle>();
  const textStyleOf = ({ size = 10, colour = '#000000', weight }: CellLook) => {
    const key = [size, colour, weight].join();
    const known = made.get(key);
    if (known !== undefined) return known;
    const builder = SpreadsheetApp.newTextStyle().setFontSize(size).setForegroundColor(colour);
    const style = builder.setBold(weight === 'bold').build();
    made.set(key, style);
    return style;
  };
  const each = <Value>(read: (look: CellLook) => Value) => looks.map((line) => line.map(read));
  const cells = sheet.getRange(1, 1, looks.length, BLOCK_COLUMNS);
  writeSheets(() => cells.setNumberFormats(each(({ format = AUTOMATIC }) => format)));
  writeSheets(() => cells.setTextStyles(each(textStyleOf)));
  // White hides the grid.
  writeSheets(() => cells.setBackgrounds(each(({ background = '#ffffff' }) => background)));
  writeSheets(() => cells.setHorizontalAlignments(each(({ alignment = null }) => alignment)));
  const placesOf = (isOf: (look: CellLook) => unknown) =>
    looks.flatMap((line, row) =>
      line.flatMap((look, column) => (isOf(look) ? [a1(row + 1, column + 1)] : [])),
    );
  const [wrapped, edged] = [placesOf(({ wrap }) => wrap), placesOf(({ edge }) => edge)];
  if (wrapped.length > 0) writeSheets(() => sheet.getRangeList(wrapped).setWrap(true));
  if (edged.length > 0) {
    const { SOLID_THICK } = SpreadsheetApp.BorderStyle;
    const list = sheet.getRangeList(edged);
    writeSheets(() => list.setBorder(null, true, null, null, null, null, '#ffffff', SOLID_THICK));
  }
}

/** How wide columns are: set once, so that people may change it. */
function setUp(sheet: Sheet): void {
  writeSheets(() => sheet.setColumnWidths(1, BLOCK_COLUMNS, WIDTHS.others));
  writeSheets(() => sheet.setColumnWidth(1, WIDTHS.first));
}

/**
 * Drop-downs in A2, and in B2 and C2, which are merged. Other texts may be typed: more names than it can offer, those that
 * Google takes for formulas and refuses, and all where it refuses the drop-down.
 */
function setDropDowns(sheet: Sheet, drops: BlockLook['drops']): void {
  if (drops.length === 0) return;
  for (const isOffered of [() => true, (text: string) => !/^[=+]/.test(text)]) {
    try {
      const lists = drops.map((offered) =>
        SpreadsheetApp.newDataValidation()
          .requireValueInList(offered.filter(isOffered), true)
          .setAllowInvalid(true)
          .build(),
      );
      const [name = null, period = null] = lists;
      sheet.getRange(CHOICE_CELLS).setDataValidations([[name, period, null]]);
      sheet.getRange(MERGED_CELLS).merge();
      return;
    } catch {
      // Only a look.
    }
  }
}

/** Setting rules replaces all of a sheet, so those that reach beyond the block are read first and put back. */
function setRules(sheet: Sheet, { rules, cells }: BlockLook, formerRows: number): void {
  const isOurs = (range: Range) => {
    const block = cellsOf(range);
    const lastRow = block.row + block.rows - 1;
    return block.column + block.columns - 1 <= BLOCK_COLUMNS && lastRow <= Math.max(cells.length, formerRows);
  };
  // A block that is new has none.
  const before = formerRows === 0 ? [] : askPlatform(() => sheet.getConditionalFormatRules());
  const others = before.filter((rule) => !rule.getRanges().every(isOurs));
  writeSheets(() =>
    sheet.setConditionalFormatRules([...others, ...rules.map((rule) => makeRule(sheet, rule))]),
  );
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

/** The first series has the accent; a second one is a target: a dashed line, or what a bar lacks of it. */
function makeChart(sheet: Sheet, plan: PlannedChart): GoogleAppsScript.Spreadsheet.EmbeddedChart {
  const chart = sheet
    .newChart()
    .setChartType(CHART_TYPES[plan.kind]())
    .setNumHeaders(1)
    .setPosition(plan.row, 1, 0, 0)
    .setOption('width', plan.width)
    .setOption('height', plan.height)
    .setOption('colors', [COLOURS.accent, COLOURS.warning])
    .setOption('isStacked', plan.kind === 'bar')
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
