import { describe, expect, test } from '@jest/globals';
import { sheetWriter } from '../../../src/platform/sheet-writer';
import type { ReportSheet } from '../../../src/reports/ports';
import { failureOf } from '../../support/fetching';
import { FakeSpreadsheet } from './fake-spreadsheet';

/* What becomes of reads and writes where people have taken rows or whole sheets away in the middle of a refresh. */

function opened(rows = 3) {
  const spreadsheet = new FakeSpreadsheet().install();
  const grid = spreadsheet.add(rows);
  return { spreadsheet, grid, sheet: sheetWriter.byId(grid.id) as ReportSheet };
}

describe('a sheet that lost rows at its end', () => {
  test('gives the rows that are there, and none where all of them are gone', () => {
    const { sheet } = opened();
    expect(sheet.readBlock(2, 1, 9, 2)).toEqual([
      ['', ''],
      ['', ''],
    ]);
    expect(sheet.readBlock(7, 1, 2, 2)).toEqual([]);
  });

  test('gets as many as a write needs, and no more', () => {
    const { grid, sheet } = opened();
    sheet.write(3, [['a'], ['b'], ['c']]);
    expect(grid.rows).toBe(5);
    expect(grid.cells.slice(2)).toEqual([['a'], ['b'], ['c']]);
  });

  test('keeps its rows where a write is refused for another reason', () => {
    const { grid, sheet } = opened();
    expect(failureOf(() => sheet.write(1, [new Array<string>(27).fill('a')])).code).toBe('sheet_blocked');
    expect(grid.rows).toBe(3);
  });

  test('has nothing merged below its grid', () => {
    const { sheet } = opened();
    expect(sheet.mergedCells({ row: 4, column: 1, rows: 5, columns: 2 })).toEqual([]);
  });
});

describe('a table that was staged on a sheet of its own', () => {
  const block = { sheet: { id: 101 }, row: 1, rows: 2, columns: 1 };

  test('is copied whole, also where rows must be added first', () => {
    const { spreadsheet, grid, sheet } = opened(2);
    spreadsheet.add().cells.push(['x'], ['y']);
    sheet.copyValues(block, 2, 1);
    expect(grid.rows).toBe(3);
    expect(grid.cells.slice(1)).toEqual([['x'], ['y']]);
  });

  test('stays as it was, and the person hears what to do, where somebody deleted that sheet', () => {
    const { grid, sheet } = opened();
    const { code, message } = failureOf(() => sheet.copyValues(block, 2, 1));
    expect(code).toBe('sheet_blocked');
    expect(message).toMatch(/the old table stays\.$/);
    expect(grid.cells).toEqual([]);
  });
});

test('a sheet that is gone is not brought to the front, and nothing fails', () => {
  const { spreadsheet, sheet } = opened();
  sheetWriter.show(sheet);
  spreadsheet.sheets.length = 0;
  sheetWriter.show(sheet);
  expect(spreadsheet.shown).toEqual([100]);
});

test('a hidden sheet is made behind what the person looks at, and by a schedule behind nothing', () => {
  const { spreadsheet } = opened();
  sheetWriter.create('New', true);
  expect(spreadsheet.shown).toEqual([100]);
  spreadsheet.sheets.length = 0;
  spreadsheet.shown.length = 0;
  sheetWriter.create('New', true);
  expect(spreadsheet.shown).toEqual([]);
});
