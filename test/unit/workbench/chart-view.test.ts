import { describe, expect, test } from '@jest/globals';
import { chartView } from '../../workbench/chart-view';
import type { ChartView } from '../../workbench/drawings';
import { scriptedSheet } from './support/scripted-sheet';

const WEEKS = `sheet.getRange('A1:C4').setValues(
    [['Week', 'Worked', 'Target'], [46000, 81.5, 90], [46007, '', 90], [46014, 92, 90]]);
  sheet.getRange('A2:A20').setNumberFormat('d mmm'); sheet.getRange('B2:C20').setNumberFormat('0.0"%"');`;

function shown(chart: string, cells = WEEKS): ChartView {
  const { workbook, sheet } = scriptedSheet(`${cells} sheet.insertChart(${chart}.build());`);
  const [first] = sheet.charts;
  if (first === undefined) throw new Error('There is no chart');
  return chartView(workbook, first);
}

const LINE = `sheet.newChart().setChartType(Charts.ChartType.LINE).setNumHeaders(1).setPosition(2, 5, 3, 4)`;

describe('What a chart shows', () => {
  test('is the first column as its axis and each other one as a series, named by the heading', () => {
    const { labels, series, unit } = shown(`${LINE}.addRange(sheet.getRange('A1:C4'))`);

    expect(labels).toEqual(['9 Dec', '16 Dec', '23 Dec']);
    expect(series).toEqual([
      { name: 'Worked', values: [81.5, null, 92], shown: ['81.5%', '', '92.0%'] },
      { name: 'Target', values: [90, 90, 90], shown: ['90.0%', '90.0%', '90.0%'] },
    ]);
    expect(unit).toBe('%');
  });

  test('leaves out rows at the end with nothing in them', () => {
    expect(shown(`${LINE}.addRange(sheet.getRange('A1:C20'))`).labels).toHaveLength(3);
  });

  test('joins ranges side by side', () => {
    const { series } = shown(`${LINE}.addRange(sheet.getRange('A1:A4')).addRange(sheet.getRange('C1:C4'))`);

    expect(series.map(({ name }) => name)).toEqual(['Target']);
  });

  test('guesses that texts in the first row are headings where the script does not say', () => {
    const { series } = shown(`sheet.newChart().addRange(sheet.getRange('A1:B4'))`);

    expect(series).toMatchObject([{ name: 'Worked', values: [81.5, null, 92] }]);
  });

  test('counts the rows where there is only one column', () => {
    expect(shown(`${LINE}.addRange(sheet.getRange('B1:B4'))`)).toMatchObject({
      labels: ['1', '2', '3'],
      series: [{ name: 'Worked' }],
    });
  });

  test('takes place, size, colours, titles and legend from the script', () => {
    const view = shown(`${LINE}.addRange(sheet.getRange('A1:C4')).setOption('title', 'True fulfilment')
      .setOption('width', 520).setOption('height', 280).setOption('colors', ['#1a73e8', '#9aa0a6'])
      .setOption('legend.position', 'bottom')`);

    expect(view).toMatchObject({ row: 2, column: 5, offsetX: 3, offsetY: 4, width: 520, height: 280 });
    expect(view).toMatchObject({ title: 'True fulfilment', legend: 'bottom' });
    expect(view.series.map(({ color }) => color)).toEqual(['#1a73e8', '#9aa0a6']);
  });

  test('takes thin lines, unnamed series, the size of its title and how often labels are shown', () => {
    const view = shown(`${LINE}.addRange(sheet.getRange('A1:C4')).setOption('series.1.lineWidth', 1)
      .setOption('series.1.visibleInLegend', false).setOption('hAxis.showTextEvery', 2)
      .setOption('titleTextStyle.fontSize', 12)`);

    expect(view).toMatchObject({ labelEvery: 2, titleSize: 12 });
    expect(view.series.map(({ lineWidth, isUnnamed }) => [lineWidth, isUnnamed])).toEqual([
      [undefined, undefined],
      [1, true],
    ]);
  });

  test('draws a series of a combined chart as a line where the script says so', () => {
    const { series } = shown(`sheet.newChart().setChartType(Charts.ChartType.COMBO)
      .addRange(sheet.getRange('A1:C4')).setOption('series.1.type', 'line')`);

    expect(series.map(({ isLine }) => isLine)).toEqual([undefined, true]);
  });

  test('is 600 by 371 pixels, with a legend only where there are several series, when the script does not say', () => {
    expect(shown(`${LINE}.addRange(sheet.getRange('A1:C4'))`)).toMatchObject({
      width: 600,
      height: 371,
      legend: 'right',
    });
    expect(shown(`${LINE}.addRange(sheet.getRange('A1:B4'))`).legend).toBe('none');
  });
});
