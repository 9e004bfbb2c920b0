import { describe, expect, test } from '@jest/globals';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const SUITE = 'gas-fakes suite';

const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);`;

describeFacts('Sheets and ranges', [
  {
    no: 'S13',
    mark: 'rec2',
    source: SUITE,
    title: 'a range beyond the grid, or without rows or columns, is refused',
    observe: `${SHEET} return [[1001, 1], [1, 27], [0, 1], [1, 1, 0, 1], [1, 1, 1, 0]].map(function (address) {
      return thrown(function () { sheet.getRange.apply(sheet, address); }); });`,
    expected: [
      'Exception: The coordinates of the range are outside the dimensions of the sheet.',
      'Exception: The coordinates of the range are outside the dimensions of the sheet.',
      'Exception: The coordinates of the range are outside the dimensions of the sheet.',
      'Exception: The number of rows in the range must be at least 1.',
      'Exception: The number of columns in the range must be at least 1.',
    ],
  },
  {
    no: 'S14',
    mark: 'asm',
    source: 'inference',
    title: 'a new sheet has 1,000 rows and 26 columns',
    observe: `${SHEET} return [sheet.getMaxRows(), sheet.getMaxColumns()];`,
    expected: [1000, 26],
  },
  {
    no: 'S15',
    mark: 'rec2',
    source: SUITE,
    title: 'insertSheet puts the sheet at its index, and getIndex counts from 1',
    observe: `${SHEET} var first = book.insertSheet('First ' + Utilities.getUuid(), 0);
      var last = book.insertSheet('Last ' + Utilities.getUuid(), book.getNumSheets());
      return [first.getIndex(), last.getIndex() === book.getNumSheets()];`,
    expected: [1, true],
  },
  {
    no: 'S16',
    mark: 'rec2',
    source: SUITE,
    title: 'A1 notation takes dollar signs, whole rows and columns, and corners in any order',
    observe: `${SHEET} return ['$C$3', '5:7', 'D:F', 'C5:B2', 'D:B'].map(function (notation) {
      return sheet.getRange(notation).getA1Notation(); });`,
    expected: ['C3', '5:7', 'D:F', 'B2:C5', 'B:D'],
  },
  {
    no: 'S16',
    mark: 'rec2',
    source: SUITE,
    title: 'whole rows and columns reach to the edges of the sheet',
    observe: `${SHEET} var rows = sheet.getRange('5:7'); var columns = sheet.getRange('D:F');
      return [rows.getNumRows(), rows.getNumColumns(), columns.getNumRows(), columns.getNumColumns()];`,
    expected: [3, 26, 1000, 3],
  },
  {
    no: 'S17',
    mark: 'rec2',
    source: SUITE,
    title: 'getLastRow does not count blank rows, inserted or formatted',
    observe: `${SHEET} sheet.getRange('A1:A3').setValues([[1], [2], [3]]); sheet.insertRowsAfter(3, 5);
      sheet.getRange('A20').setNumberFormat('0.00').setNote('note');
      return [sheet.getLastRow(), sheet.getLastColumn(), sheet.getMaxRows()];`,
    expected: [3, 1, 1005],
  },
  {
    no: 'S18',
    mark: 'rec2',
    source: SUITE,
    title: 'a second sheet of the same name is refused',
    observe: `${SHEET} return thrown(function () { book.insertSheet('Sheet1', 0); });`,
    expected: 'Exception: A sheet with the name "Sheet1" already exists. Please enter another name.',
  },
  {
    no: 'S21',
    mark: 'rec2',
    source: `${SUITE}; the text is assumed`,
    title: 'growing over ten million cells throws and changes nothing',
    observe: `${SHEET} return [thrown(function () { sheet.insertRowsAfter(1000, 400000); }), sheet.getMaxRows()];`,
    expected: [
      'Exception: This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
      1000,
    ],
  },
]);

describe('Protected cells', () => {
  const PROTECTED =
    'Exception: You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.';
  const code = `function write(notation) {
    SpreadsheetApp.getActive().getRange(notation).setValue(1);
    return 'written';
  }`;

  test('[S18 rec2] a script cannot write to them for someone who may not edit them (gas-fakes suite)', () => {
    const world = scriptWorld(code);
    world.book.document.editor.protect('Sheet1!B2:B3');

    expect(world.bob.callFromSidebar('write', 'Sheet1!A1:C5')).toEqual({
      kind: 'failure',
      message: PROTECTED,
    });
    expect(world.book.values('Sheet1!A1:C5').flat().join('')).toBe('');
    expect(world.bob.callFromSidebar('write', 'Sheet1!A1:A5')).toEqual({ kind: 'success', value: 'written' });
    world.dispose();
  });

  test('[S18 rec2] the owner and the named editors still may (gas-fakes suite)', () => {
    const world = scriptWorld(code);
    world.book.document.editor.protect('Sheet1!B2:B3', ['bob@b.example']);

    expect(world.ann.callFromSidebar('write', 'Sheet1!B2')).toEqual({ kind: 'success', value: 'written' });
    expect(world.bob.callFromSidebar('write', 'Sheet1!B3')).toEqual({ kind: 'success', value: 'written' });
    world.dispose();
  });
});
