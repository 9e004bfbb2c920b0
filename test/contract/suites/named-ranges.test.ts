import { describe, expect, test } from '@jest/globals';
import { a1 } from '../../../src/reports/sheet/cells';
import type { DocumentEditor } from '../../emulator/spreadsheet/editor';
import { MemorySheets } from '../../support/memory-sheets';
import { scriptWorld } from '../../support/script-world';

/* What becomes of a name for B2:D5. Google documents inserted and deleted lines; the rest is assumed. */
const CASES: readonly (readonly [string, (editor: DocumentEditor) => void, string | undefined])[] = [
  ['rows inserted above it', (editor) => editor.insertRows('Sheet1', 1, 2), 'B4:D7'],
  ['rows inserted at its first row', (editor) => editor.insertRows('Sheet1', 2, 2), 'B4:D7'],
  ['rows inserted in it', (editor) => editor.insertRows('Sheet1', 5, 2), 'B2:D7'],
  ['rows inserted below it', (editor) => editor.insertRows('Sheet1', 6, 2), 'B2:D5'],
  ['rows deleted in it', (editor) => editor.deleteRows('Sheet1', 3, 2), 'B2:D3'],
  ['rows deleted over its edge', (editor) => editor.deleteRows('Sheet1', 1, 3), 'B1:D2'],
  ['all its rows deleted', (editor) => editor.deleteRows('Sheet1', 2, 4), undefined],
  ['columns inserted left of it', (editor) => editor.insertColumns('Sheet1', 1), 'C2:E5'],
  ['columns inserted in it', (editor) => editor.insertColumns('Sheet1', 3), 'B2:E5'],
  ['columns deleted in it', (editor) => editor.deleteColumns('Sheet1', 4), 'B2:C5'],
  ['its rows sorted', (editor) => editor.sort('Sheet1!A2:E5', 2), 'B2:D5'],
  ['its sheet renamed', (editor) => editor.renameSheet('Sheet1', 'Other'), 'B2:D5'],
];

describe('a named range', () => {
  test.each(CASES)('after %s', (_, edit, expected) => {
    const world = scriptWorld('');
    const { editor } = world.book;
    try {
      editor.nameRange('Table', 'Sheet1!B2:D5');
      edit(editor);
      const found = world.book.workbook.names.get('Table');
      expect(found && a1(found.row, found.column, found.rows, found.columns)).toBe(expected);
    } finally {
      world.dispose();
    }
  });

  test.each([
    [2, 1, 'A3:C6'],
    [5, 1, 'A2:C6'],
    [6, 1, 'A2:C5'],
    [3, -2, 'A2:C3'],
    [2, -4, undefined],
  ])('of a spreadsheet in memory, after rows at %i changed by %i', (at, count, expected) => {
    const sheets = new MemorySheets();
    const sheet = sheets.add('Shifts');
    sheet.nameBlock('Table', { row: 2, column: 1, rows: 4, columns: 3 });
    sheet.changeRows(at, count);
    const block = sheets.named('Table')?.block;
    expect(block && a1(block.row, block.column, block.rows, block.columns)).toBe(expected);
  });
});
