import { describeFacts } from './describe-facts';

const SUITE = 'gas-fakes suite';
const CHART = 'EmbeddedChart reference';
const BUILDER = 'EmbeddedChartBuilder reference';
const INFERENCE = 'inference, worst case';

/** Each observation has a sheet of its own, with two columns to show. */
const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);
  sheet.getRange('A1:B3').setValues([['Week', 'Worked'], ['a', 1], ['b', 2]]);
  function line(title) {
    return sheet.newChart().setChartType(Charts.ChartType.LINE).addRange(sheet.getRange('A1:B3'))
      .setOption('title', title).setPosition(5, 3, 10, 20);
  }
  function titles() { return sheet.getCharts().map(function (chart) { return chart.getOptions().get('title'); }); }
  function notations(chart) { return chart.getRanges().map(function (range) { return range.getA1Notation(); }); }`;

describeFacts('Charts on a sheet', [
  {
    no: 'G1',
    mark: 'doc',
    source: BUILDER,
    title: 'a chart that is built is not on the sheet until it is inserted',
    observe: `${SHEET} var chart = line('One').build(); var before = titles(); sheet.insertChart(chart);
      return [before, titles()];`,
    expected: [[], ['One']],
  },
  {
    no: 'G2',
    mark: 'doc',
    source: CHART,
    title: 'a chart has no ID before it is on the sheet, and one that stays afterwards',
    observe: `${SHEET} var chart = line('One').build(); sheet.insertChart(chart);
      var id = sheet.getCharts()[0].getChartId(); sheet.insertRowsBefore(1, 2);
      return [chart.getChartId(), typeof id, sheet.getCharts()[0].getChartId() === id];`,
    expected: [null, 'number', true],
  },
  {
    no: 'G3',
    mark: 'rec2',
    source: SUITE,
    title: 'position, ranges and type are read back as they were set',
    observe: `${SHEET} sheet.insertChart(line('One').build()); var chart = sheet.getCharts()[0];
      var place = chart.getContainerInfo();
      return [place.getAnchorRow(), place.getAnchorColumn(), place.getOffsetX(), place.getOffsetY(),
        notations(chart), String(chart.modify().getChartType())];`,
    expected: [5, 3, 10, 20, ['A1:B3'], 'LINE'],
  },
  {
    no: 'G4',
    mark: 'rec2',
    source: SUITE,
    title: 'the builder of each type sets that type',
    observe: `${SHEET} var builder = sheet.newChart();
      return ['Area', 'Bar', 'Column', 'Combo', 'Line', 'Pie'].map(function (type) {
        return String(builder['as' + type + 'Chart']().getChartType()); });`,
    expected: ['AREA', 'BAR', 'COLUMN', 'COMBO', 'LINE', 'PIE'],
  },
  {
    no: 'G5',
    mark: 'doc',
    source: BUILDER,
    title: 'a range that was added already is not added again',
    observe: `${SHEET} return notations(line('One').addRange(sheet.getRange('A1:B3')).addRange(sheet.getRange('D1')).build());`,
    expected: ['A1:B3', 'D1'],
  },
  {
    no: 'G6',
    mark: 'doc',
    source: BUILDER,
    title: 'a changed chart shows only after updateChart, and keeps its ID',
    observe: `${SHEET} sheet.insertChart(line('One').build()); var chart = sheet.getCharts()[0];
      var changed = chart.modify().setOption('title', 'Two').build(); var before = titles();
      sheet.updateChart(changed); return [before, titles(), sheet.getCharts()[0].getChartId() === chart.getChartId()];`,
    expected: [['One'], ['Two'], true],
  },
  {
    no: 'G7',
    mark: 'rec2',
    source: SUITE,
    title: 'removeChart takes that chart away and leaves the others',
    observe: `${SHEET} sheet.insertChart(line('One').build()); sheet.insertChart(line('Two').build());
      sheet.removeChart(sheet.getCharts()[0]); return titles();`,
    expected: ['Two'],
  },
  {
    no: 'G8',
    mark: 'asm',
    source: `${INFERENCE}; the text is assumed`,
    title: 'a chart that is gone can be neither updated nor removed',
    observe: `${SHEET} sheet.insertChart(line('One').build()); var chart = sheet.getCharts()[0]; sheet.removeChart(chart);
      return [thrown(function () { sheet.updateChart(chart); }), thrown(function () { sheet.removeChart(chart); })];`,
    expected: ['Exception: The chart is not on this sheet.', 'Exception: The chart is not on this sheet.'],
  },
  {
    no: 'G9',
    mark: 'asm',
    source: 'what Google Sheets does in its window',
    title: 'rows and columns put in before a chart move it and what it shows',
    observe: `${SHEET} sheet.insertChart(line('One').build()); sheet.insertRowsBefore(1, 2); sheet.insertColumnsBefore(1, 1);
      var chart = sheet.getCharts()[0]; var place = chart.getContainerInfo();
      return [notations(chart), place.getAnchorRow(), place.getAnchorColumn()];`,
    expected: [['B3:C5'], 7, 4],
  },
  {
    no: 'G10',
    mark: 'asm',
    source: `${INFERENCE}; the text is assumed`,
    title: 'a chart without cells to show is refused',
    observe: `${SHEET} var chart = sheet.newChart().asLineChart().build();
      return [thrown(function () { sheet.insertChart(chart); }), sheet.getCharts().length];`,
    expected: ['Exception: A chart needs at least one range.', 0],
  },
  {
    no: 'G11',
    mark: 'doc',
    source: 'EmbeddedLineChartBuilder reference',
    title: 'the shorter ways of a typed builder set the options of the same meaning',
    observe: `${SHEET} var chart = line('x').asLineChart().setTitle('One').setXAxisTitle('Week').setYAxisTitle('%')
        .setColors(['#1a73e8']).setLegendPosition(Charts.Position.BOTTOM).setOption('legend', { alignment: 'end' }).build();
      return ['title', 'hAxis.title', 'vAxis.title', 'colors', 'legend.position', 'legend.alignment', 'width'].map(
        function (name) { return chart.getOptions().get(name); });`,
    expected: ['One', 'Week', '%', ['#1a73e8'], 'bottom', 'end', null],
  },
]);
