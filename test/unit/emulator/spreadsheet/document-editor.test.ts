import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SpreadsheetDocument } from '../../../emulator/world/spreadsheet/spreadsheet-document';
import { newDocument } from './spreadsheet-scene';

let document: SpreadsheetDocument;
beforeEach(() => {
  document = newDocument();
  document.editor.paste('Sheet1!A1', [
    ['Venue', 'Posted', 'Day'],
    ['Grand', '12', '2026-03-01'],
    ['Bar', '7', '2026-03-02'],
    ['Club', '9', '2026-03-03'],
  ]);
});

describe('Rows and columns put in or taken out', () => {
  test('move what lies beyond, with formats and notes', () => {
    document.editor.setNote('Sheet1!B3', 'seven');
    document.editor.insertRows('Sheet1', 3, 2);
    document.editor.insertColumns('Sheet1', 1);

    expect(document.cell('Sheet1!C5')).toMatchObject({ value: 7, note: 'seven' });
    expect(document.cell('Sheet1!D5')).toMatchObject({ display: '2026-03-02' });
    expect(document.values('Sheet1!B3:D4').flat().join('')).toBe('');
    expect(document.snapshot().sheets[0]).toMatchObject({ rows: 1002, columns: 27 });
  });

  test('take named ranges along, widen them, and remove them with their last cell', () => {
    document.editor.nameRange('POSTED', 'Sheet1!B2:B4');
    document.editor.insertRows('Sheet1', 3);
    expect(document.snapshot().names.POSTED?.block).toEqual({ row: 2, column: 2, rows: 4, columns: 1 });

    document.editor.insertRows('Sheet1', 2);
    expect(document.snapshot().names.POSTED?.block).toEqual({ row: 3, column: 2, rows: 4, columns: 1 });

    document.editor.deleteColumns('Sheet1', 2);
    expect(document.snapshot().names).toEqual({});
  });

  test('keep protection and validation on their cells', () => {
    document.editor.protect('Sheet1!B2');
    document.editor.validate('Sheet1!A2', { kind: 'one-of', values: ['Grand', 'Bar'] });
    document.editor.insertRows('Sheet1', 1);

    expect(() => document.editor.type('Sheet1!B3', '5', 'bob@b.example')).toThrow('protected cell');
    expect(() => document.editor.type('Sheet1!A3', 'Pub')).toThrow(
      'cell A3 violates the data validation rules',
    );
    expect(() => document.editor.type('Sheet1!B2', '5', 'bob@b.example')).not.toThrow();
  });

  test('rewrite the references of formulas in every sheet', () => {
    document.editor.createSheet('Other');
    document.editor.type('Sheet1!E1', '=F(B2)');
    document.editor.type('Other!A1', '=F(Sheet1!B2, B2)');
    document.editor.insertRows('Sheet1', 2);

    expect(document.cell('Sheet1!E1').formula).toBe('=F(B3)');
    expect(document.cell('Other!A1').formula).toBe('=F(Sheet1!B3, B2)');
  });

  test('are refused when nothing would be left', () => {
    expect(() => document.editor.deleteColumns('Sheet1', 1, 26)).toThrow("can't delete all the columns");
  });
});

describe('Sorting', () => {
  test('moves whole rows of the block, numbers before texts and empty cells last', () => {
    document.editor.clear('Sheet1!B3');
    document.editor.type('Sheet1!D4', 'beside');
    document.editor.sort('Sheet1!A2:C4', 2);

    expect(document.values('Sheet1!A2:D4')).toEqual([
      ['Club', 9, 46_084, ''],
      ['Grand', 12, 46_082, ''],
      ['Bar', '', 46_083, 'beside'],
    ]);
  });

  test('in falling order still puts empty cells last', () => {
    document.editor.clear('Sheet1!B3');
    document.editor.sort('Sheet1!A2:C4', 2, false);

    expect(document.values('Sheet1!A2:A4').flat()).toEqual(['Grand', 'Club', 'Bar']);
  });
});

describe('Sheets', () => {
  test('are created, renamed, moved and deleted, and never share an ID', () => {
    const first = document.editor.createSheet('One', 0);
    document.editor.deleteSheet('One');
    const second = document.editor.createSheet('Two', 1);
    document.editor.renameSheet('Two', 'Three');
    document.editor.moveSheet('Three', 0);

    expect(document.snapshot().sheets.map(({ name }) => name)).toEqual(['Three', 'Sheet1']);
    expect(second).not.toBe(first);
  });

  test('keep the last one, and one of them visible', () => {
    expect(() => document.editor.deleteSheet('Sheet1')).toThrow("can't remove all the sheets");
    expect(() => document.editor.hideSheet('Sheet1')).toThrow("can't hide all the sheets");
  });

  test('are found whatever the case, and named once only', () => {
    document.editor.createSheet('Report');

    expect(() => document.editor.createSheet('REPORT')).toThrow(
      'A sheet with the name "REPORT" already exists',
    );
    expect(document.cell('report!A1').value).toBe('');
  });
});

describe('People', () => {
  test('who may only view change nothing', () => {
    const before = document.snapshot();

    expect(() => document.editor.type('Sheet1!A1', 'x', 'vic@v.example')).toThrow('protected cell');
    expect(() => document.editor.createSheet('x', 0, 'vic@v.example')).toThrow('protected cell');
    expect(document.snapshot()).toEqual(before);
  });

  test('find a whole sheet protected even after it grew', () => {
    document.editor.protectSheet('Sheet1', ['ed@e.example']);
    document.editor.insertRows('Sheet1', 1001, 10);

    expect(() => document.editor.type('Sheet1!A1005', 'x', 'bob@b.example')).toThrow('protected cell');
    expect(() => document.editor.insertRows('Sheet1', 1, 1, 'bob@b.example')).toThrow('protected cell');
    expect(() => document.editor.type('Sheet1!A1005', 'x', 'ed@e.example')).not.toThrow();
  });
});

describe('Merged cells', () => {
  test('keep the first cell and lose what is written to the others', () => {
    document.editor.merge('Sheet1!A2:B3');
    document.editor.paste('Sheet1!A2', [
      ['a', 'b'],
      ['c', 'd'],
    ]);

    expect(document.values('Sheet1!A2:B3')).toEqual([
      ['a', ''],
      ['', ''],
    ]);
  });

  test('cannot be cut by another merge', () => {
    document.editor.merge('Sheet1!A2:B3');

    expect(() => document.editor.merge('Sheet1!B3:C4')).toThrow('select all cells in a merged range');
  });
});

describe('A copy', () => {
  test('has the cells and the names, and goes its own way', () => {
    document.editor.nameRange('STAMP', 'Sheet1!B2');
    const copy = document.copy({ id: 'book-2', owner: 'bob@b.example', name: 'Copy of Book' });
    copy.editor.type('Sheet1!B2', '99');

    expect(document.cell('Sheet1!B2').value).toBe(12);
    expect(copy.cell('STAMP').value).toBe(99);
    expect(copy.owner).toBe('bob@b.example');
  });
});

describe('Listeners', () => {
  test('hear which cells of which sheet changed, once it is permanent', () => {
    const heard: unknown[] = [];
    const stop = document.onChange((changes) => heard.push(...changes));
    document.editor.type('Sheet1!B2', '5');
    stop();
    document.editor.type('Sheet1!B3', '5');

    expect(heard).toEqual([{ sheetId: 0, block: { row: 2, column: 2, rows: 1, columns: 1 } }]);
  });
});
