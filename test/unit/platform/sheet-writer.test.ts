import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReportSheet } from '../../../src/reports/ports';
import { failureOf } from '../../support/fetching';
import { platformPorts } from '../../support/platform-ports';
import { scriptWorld } from '../../support/script-world';

/* What becomes of reads and writes where people have taken rows or whole sheets away in the middle of a refresh. */

const { emulator, book } = scriptWorld();
const { sheets } = platformPorts(emulator, book, book.owner);
beforeEach(emulator.savePoint());

/** The sheet that a new spreadsheet has, with so many rows. */
function opened(rows = 3): ReportSheet {
  const sheet = sheets.byName('Sheet1') as ReportSheet;
  book.editor.deleteRows('Sheet1', rows + 1, 1000 - rows);
  return sheet;
}
const rows = () => book.workbook.sheetNamed('Sheet1')?.grid.maxRows;
const inFront = () => book.workbook.sheet(book.workbook.activeSheetId).name;

describe('a sheet that lost rows at its end', () => {
  test('gives the rows that are there, and none where all of them are gone', () => {
    const sheet = opened();
    expect(sheet.readBlock(2, 1, 9, 2)).toEqual([
      ['', ''],
      ['', ''],
    ]);
    expect(sheet.readBlock(7, 1, 2, 2)).toEqual([]);
  });

  test('gets as many as a write needs, and no more', () => {
    opened().write(3, [['a'], ['b'], ['c']]);
    expect(rows()).toBe(5);
    expect(book.values('Sheet1!A3:A5')).toEqual([['a'], ['b'], ['c']]);
  });

  test('keeps its rows where a write is refused for another reason', () => {
    const sheet = opened();
    expect(failureOf(() => sheet.write(1, [new Array<string>(27).fill('a')])).code).toBe('sheet_blocked');
    expect(rows()).toBe(3);
  });

  test('has nothing merged below its grid', () => {
    expect(opened().mergedCells({ row: 4, column: 1, rows: 5, columns: 2 })).toEqual([]);
  });
});

describe('a table that was staged on a sheet of its own', () => {
  test('is copied whole, also where rows must be added first', () => {
    const sheet = opened(2);
    const staging = sheets.create('Staging');
    staging.write(1, [['x'], ['y']]);
    sheet.copyValues(staging, 1, { row: 2, column: 1, rows: 2, columns: 1 });
    expect(rows()).toBe(3);
    expect(book.values('Sheet1!A2:A3')).toEqual([['x'], ['y']]);
  });

  test('stays as it was, and the person hears what to do, where somebody deleted that sheet', () => {
    const sheet = opened();
    const copy = () => sheet.copyValues({ id: 101 }, 1, { row: 2, column: 1, rows: 2, columns: 1 });
    const { code, message } = failureOf(copy);
    expect(code).toBe('sheet_blocked');
    expect(message).toMatch(/the old table stays\.$/);
    expect(sheet.lastRow()).toBe(0);
  });
});

test('a sheet is brought to the front; one that is gone is not, and nothing fails', () => {
  const [sheet, other] = [opened(), sheets.create('Other')];
  sheets.show(sheet);
  expect(inFront()).toBe('Sheet1');
  book.editor.deleteSheet('Other');
  sheets.show(other);
  expect(inFront()).toBe('Sheet1');
});

test('a hidden sheet is made behind what the person looks at, and by a schedule behind nothing', () => {
  sheets.create('New', true);
  expect(inFront()).toBe('Sheet1');
  platformPorts(emulator, book, book.owner, 'trigger').sheets.create('Newer', true);
  expect(book.workbook.sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ['Sheet1', false],
    ['New', true],
    ['Newer', true],
  ]);
});
