import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReportSheet, ReportSheets } from '../../../src/reports/ports';

/** What the sheets of every spreadsheet owe to those who use them. */
export function describeReportSheets(name: string, create: () => ReportSheets): void {
  describe(`${name} as report sheets`, () => {
    let sheets: ReportSheets;
    let sheet: ReportSheet;
    let count = 0;

    beforeEach(() => {
      sheets = create();
      count += 1;
      sheet = sheets.create(`Sheet ${name} ${count}`);
    });

    test('find a sheet by ID and by name, and none where there is none', () => {
      expect([sheets.byId(sheet.id)?.id, sheets.byName(`Sheet ${name} ${count}`)?.id]).toEqual([
        sheet.id,
        sheet.id,
      ]);
      expect([sheets.byId(987_654_321), sheets.byName('No such sheet')]).toEqual([undefined, undefined]);
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
      expect(sheet.readRow(1, texts.length)).toEqual(texts);
    });

    test('keep numbers as numbers and nothing as nothing', () => {
      sheet.write(1, [[0, -3, 12.5, 46_083, '']]);
      sheets.flush();
      expect(sheet.readRow(1, 6)).toEqual([0, -3, 12.5, 46_083, '', '']);
    });

    test('write a block from column A on, and no other cell', () => {
      sheet.write(1, [["'a", "'b", "'c"]]);
      sheet.write(2, [["'d"], ["'e"]]);
      sheets.flush();
      expect([1, 2, 3].map((row) => sheet.readRow(row, 3))).toEqual([
        ['a', 'b', 'c'],
        ['d', '', ''],
        ['e', '', ''],
      ]);
    });

    test('claim rows that are free, refuse rows with a cell in use, and mind none outside', () => {
      sheet.write(3, [["'a"]]);
      sheets.flush();
      expect([sheet.claimRows(1, 2, 18), sheet.claimRows(2, 3, 18), sheet.claimRows(4, 6, 18)]).toEqual([
        ...[true, false, true],
      ]);
    });

    test('claim rows beyond the end of the grid by adding them', () => {
      expect(sheet.claimRows(999, 1005, 18)).toBe(true);
      sheet.write(1005, [["'last"]]);
      sheets.flush();
      expect(sheet.readRow(1005, 1)).toEqual(['last']);
    });
  });
}
