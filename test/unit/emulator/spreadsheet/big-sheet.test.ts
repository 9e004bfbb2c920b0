import { describe, expect, test } from '@jest/globals';
import { writeInputs } from '../../../emulator/world/spreadsheet/write-inputs';
import { newDocument } from './spreadsheet-scene';

describe('A sheet of 100,000 rows', () => {
  test('is written, moved and read cell by cell', () => {
    const document = newDocument();
    document.editor.insertRows('Sheet1', 1001, 99_000);
    const rows = Array.from({ length: 100_000 }, (_, index) => [index, `'row ${index}`]);
    document.edit((workbook) =>
      writeInputs(workbook, workbook.sheet(0), { row: 1, column: 1, rows: 100_000, columns: 2 }, rows),
    );
    document.editor.insertRows('Sheet1', 1, 150_000);

    expect(document.values('Sheet1!A250000:B250000')).toEqual([[99_999, 'row 99999']]);
    expect(document.workbook.sheet(0).grid.lastRow()).toBe(250_000);
  });
});
