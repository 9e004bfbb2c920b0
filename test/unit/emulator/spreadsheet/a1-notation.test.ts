import { describe, expect, test } from '@jest/globals';
import {
  columnLetters,
  columnNumber,
  parseA1,
  printA1,
  quoteSheetName,
  rangeName,
  resolveA1,
} from '../../../emulator/world/spreadsheet/a1-notation';

describe('A1 notation', () => {
  test.each([
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [702, 'ZZ'],
    [703, 'AAA'],
    [18_278, 'ZZZ'],
  ])('column %i is %s', (column, letters) => {
    expect(columnLetters(column)).toBe(letters);
    expect(columnNumber(letters.toLowerCase())).toBe(column);
  });

  test.each([
    ['B2', { row: 2, column: 2, rows: 1, columns: 1 }],
    ['$C$3', { row: 3, column: 3, rows: 1, columns: 1 }],
    ['a1:c2', { row: 1, column: 1, rows: 2, columns: 3 }],
    ['C5:B2', { row: 2, column: 2, rows: 4, columns: 2 }],
    ['5:7', { row: 5, column: 1, rows: 3, columns: 26 }],
    ['D:F', { row: 1, column: 4, rows: 100, columns: 3 }],
    ['D:B', { row: 1, column: 2, rows: 100, columns: 3 }],
    ['A3:B', { row: 3, column: 1, rows: 98, columns: 2 }],
    ['B2:4', { row: 2, column: 2, rows: 3, columns: 25 }],
  ])('%s is a block of a sheet of 100 × 26', (text, block) => {
    const reference = parseA1(text);
    expect(reference && resolveA1(reference, 100, 26)).toEqual(block);
  });

  test.each(['', 'A', '5', 'A0', 'AAAA1', 'A1:B2:C3', 'A:5', '5:A', 'Sheet1', 'A1 B2', '=A1'])(
    '%j is no reference',
    (text) => {
      expect(parseA1(text)).toBeUndefined();
    },
  );

  test('takes the name of the sheet off, quotes and doubled quotes included', () => {
    expect(parseA1('Report!A1')?.sheetName).toBe('Report');
    expect(parseA1("'Joe''s ! bar'!A1:B2")?.sheetName).toBe("Joe's ! bar");
  });

  test('prints corners in order', () => {
    expect(['$C$3', '5:7', 'D:B', 'C5:B2', 'A3:B'].map((text) => printA1(parseA1(text) as never))).toEqual([
      'C3',
      '5:7',
      'B:D',
      'B2:C5',
      'A3:B',
    ]);
    expect(rangeName({ row: 2, column: 27, rows: 3, columns: 1 })).toBe('AA2:AA4');
  });

  test('quotes names that a formula would misread', () => {
    expect(['Report', 'My report', 'AB12', "Joe's"].map(quoteSheetName)).toEqual([
      'Report',
      "'My report'",
      "'AB12'",
      "'Joe''s'",
    ]);
  });
});
