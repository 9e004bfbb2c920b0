import { expect, test } from '@jest/globals';
import { singleCell } from '../../emulator/spreadsheet/a1';
import { editCells } from '../../emulator/spreadsheet/edits';
import { DrawingRecord } from '../../workbench/drawing-record';
import { scriptedSheet } from './support/scripted-sheet';

const CHART = `sheet.getRange('A1:B2').setValues([['a', 1], ['b', 2]]);
  sheet.insertChart(sheet.newChart().addRange(sheet.getRange('A1:B2')).build());`;

test('Pages are told of a chart again when its cells change, not when others do', () => {
  const { workbook, sheet } = scriptedSheet(CHART);
  const record = new DrawingRecord();
  const put = (row: number, column: number, value: number) =>
    editCells(workbook, sheet, singleCell(row, column), (cell) => ({ ...cell, value }));

  expect(record.all(workbook)).toHaveLength(1);
  expect(record.changed(workbook)).toEqual([]);

  put(9, 9, 5);
  expect(record.changed(workbook)).toEqual([]);

  put(2, 2, 7);
  expect(record.changed(workbook)).toMatchObject([
    { sheetId: sheet.id, charts: [{ series: [{ values: [1, 7] }] }] },
  ]);
});

test('Pages are told when the last chart of a sheet is gone', () => {
  const { workbook, sheet } = scriptedSheet(CHART);
  const record = new DrawingRecord();
  record.all(workbook);
  sheet.charts = [];

  expect(record.changed(workbook)).toEqual([{ sheetId: sheet.id, charts: [], looks: [] }]);
});
