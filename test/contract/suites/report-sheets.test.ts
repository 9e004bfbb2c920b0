import { beforeEach, expect, test } from '@jest/globals';
import type { ReportSheet } from '../../../src/reports/ports';
import { OpenSheets } from '../../support/open-sheets';

/* What the adapter over the sheets of Google owes to those who use it. */

const { book, sheets } = new OpenSheets();
let sheet: ReportSheet;
let count = 0;

beforeEach(() => {
  count += 1;
  sheet = sheets.create(`Table ${count}`);
});

test('find a sheet by ID and by name, and none where there is none', () => {
  expect([sheets.byId(sheet.id)?.id, sheets.byName(`Table ${count}`)?.id]).toEqual([sheet.id, sheet.id]);
  expect([sheets.byId(987_654_321), sheets.byName('No such sheet')]).toEqual([undefined, undefined]);
});

test('are one under a name in other capitals', () => {
  const other = `TABLE ${count}`;
  expect([sheets.byName(other), sheets.create(other).id]).toEqual([undefined, sheet.id]);
});

test('have no last row until something is written', () => {
  const before = sheet.lastRow();
  sheet.write(2, [["'x"]]);
  sheets.flush();
  expect([before, sheet.lastRow()]).toEqual([0, 2]);
});

test('take one apostrophe off a text and keep the rest as it is', () => {
  const texts = ['=1+1', "'quoted", '007', 'TRUE', '2026-03-10', '10%', '+44', '-', '@x', ' '];
  sheet.write(1, [texts.map((text) => `'${text}`)]);
  sheets.flush();
  expect(sheet.readBlock(1, 1, 1, texts.length)[0]).toEqual(texts);
});

test('keep numbers as numbers and nothing as nothing', () => {
  sheet.write(1, [[0, -3, 12.5, 46_083, '']]);
  sheets.flush();
  expect(sheet.readBlock(1, 1, 1, 6)[0]).toEqual([0, -3, 12.5, 46_083, '', '']);
});

test('write a block from column A on, and no other cell', () => {
  sheet.write(1, [["'a", "'b", "'c"]]);
  sheet.write(2, [["'d"], ["'e"]]);
  sheets.flush();
  expect([1, 2, 3].map((row) => sheet.readBlock(row, 1, 1, 3)[0])).toEqual([
    ['a', 'b', 'c'],
    ['d', '', ''],
    ['e', '', ''],
  ]);
});

test('write a block from another column on, and no other cell', () => {
  sheet.write(2, [["'a", "'b", "'c"]]);
  sheet.write(2, [["'x"], ["'y"]], 2);
  sheets.flush();
  expect(sheet.readBlock(2, 1, 2, 3)).toEqual([
    ['a', 'x', 'c'],
    ['', 'y', ''],
  ]);
});

test('tell which cells of a block have formulas, also where rows are missing from the grid', () => {
  sheet.write(2, [
    ["'=1+1", 2],
    ['=2+2', "'x"],
  ]);
  sheets.flush();
  const [texts, formulas, ...blank] = sheet.readFormulas({ row: 2, column: 1, rows: 3, columns: 2 });
  expect([texts, formulas]).toEqual([
    ['', ''],
    ['=2+2', ''],
  ]);
  expect(blank.flat().every((formula) => formula === '')).toBe(true);
  const { rows } = sheet.gridSize();
  expect(
    sheet
      .readFormulas({ row: rows + 1, column: 1, rows: 2, columns: 2 })
      .flat()
      .join(''),
  ).toBe('');
});

test('set formats of cells, and leave values', () => {
  sheet.write(1, [[46_083.5]]);
  sheet.dress({ ranges: ['A1', 'B2:C3'], format: '0.00' });
  sheets.flush();
  expect(sheet.readBlock(1, 1, 1, 1)[0]).toEqual([46_083.5]);
});

test('tell how far the grid reaches, and grow at its ends where more is asked for', () => {
  sheet.write(1, [["'a", "'b"]]);
  const sizes = [
    { rows: 9, columns: 20 },
    { rows: 1005, columns: 20 },
    { rows: 9, columns: 29 },
  ].map((size) => {
    sheet.grow(size);
    return sheet.gridSize();
  });
  expect(sizes).toEqual([
    { rows: 1000, columns: 26 },
    { rows: 1005, columns: 26 },
    { rows: 1005, columns: 29 },
  ]);
  expect(sheet.readBlock(1, 1, 1, 29)[0]?.slice(0, 2)).toEqual(['a', 'b']);
});

test('give a block of values, blank where nothing stands', () => {
  sheet.write(2, [
    ["'a", 1],
    ["'b", true],
  ]);
  sheets.flush();
  expect(sheet.readBlock(1, 2, 3, 2)).toEqual([
    ['', ''],
    [1, ''],
    [true, ''],
  ]);
});

test('name a block, move the name, and find no cells for a name that is none', () => {
  const [first, other] = [
    { row: 2, column: 1, rows: 3, columns: 2 },
    { row: 1, column: 3, rows: 9, columns: 4 },
  ];
  const at = () => sheets.named(`Table_${count}`);
  expect(at()).toBeUndefined();
  sheet.nameBlock(`Table_${count}`, first);
  const before = at();
  sheet.nameBlock(`Table_${count}`, other);
  sheets.flush();
  expect([before?.sheet.id, before?.block, at()?.block]).toEqual([sheet.id, first, other]);
});

test('tell the first cell in use of a block, also beyond the grid', () => {
  sheet.write(3, [['', "'x", "'y"]]);
  sheets.flush();
  const used = (row: number, column: number, rows: number, columns: number) =>
    sheet.firstUsed({ row, column, rows, columns });
  expect([used(1, 1, 5000, 50), used(3, 3, 1, 1), used(1, 1, 2, 9)]).toEqual(['B3', 'C3', undefined]);
});

test('tell merged cells that reach into a block, whole, and none beside it or beyond the grid', () => {
  const merged = { row: 2, column: 2, rows: 2, columns: 3 };
  book.editor.merge(`'${sheet.name()}'!B2:D3`);
  const at = (row: number, column: number, rows = 1, columns = 1) =>
    sheet.mergedCells({ row, column, rows, columns });
  expect([at(1, 1, 2, 2), at(3, 4), at(1, 1, 1, 26), at(2, 5, 9, 9)]).toEqual([[merged], [merged], [], []]);
  expect([at(3, 3, 5000, 1), at(1001, 1, 5, 5)]).toEqual([[merged], []]);
});

test('keep of merged cells the first value, whatever is written', () => {
  book.editor.merge(`'${sheet.name()}'!A1:B2`);
  sheet.write(1, [
    ["'a", "'b", "'c"],
    ["'d", "'e", "'f"],
  ]);
  sheets.flush();
  expect(sheet.readBlock(1, 1, 2, 3)).toEqual([
    ['a', '', 'c'],
    ['', '', 'f'],
  ]);
});

test('tell whether a filter lies on a sheet', () => {
  const before = sheet.hasFilter();
  book.editor.filter(`'${sheet.name()}'!A1:C5`);
  expect([before, sheet.hasFilter()]).toEqual([false, true]);
});

test('copy a block of another sheet as it is: texts stay texts, blank cells blank what was there', () => {
  const hidden = sheets.create(`Hidden ${count}`);
  const texts = ['=1+1', "'quoted", '007'];
  sheet.write(1, [
    ["'kept", '', '', '', ''],
    ['', "'old", "'old", "'old", "'beside"],
    ['', "'old", '', '', ''],
  ]);
  hidden.write(7, [texts.map((text) => `'${text}`)]);
  sheet.copyValues(hidden, 7, { row: 2, column: 2, rows: 2, columns: 3 });
  sheets.flush();
  expect(sheet.readBlock(1, 1, 3, 5)).toEqual([
    ['kept', '', '', '', ''],
    ['', ...texts, 'beside'],
    ['', '', '', '', ''],
  ]);
  hidden.blank();
  sheets.flush();
  expect([hidden.lastRow(), sheet.lastRow()]).toEqual([0, 2]);
});
