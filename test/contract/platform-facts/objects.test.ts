import { expect, test } from '@jest/globals';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const SUITE = 'gas-fakes suite';
const SHEET_PAGE = 'Sheet reference';
const BOOK_PAGE = 'Spreadsheet reference';
const RANGE_PAGE = 'Range reference';

const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);`;

describeFacts('Objects as texts', [
  {
    no: 'O6',
    mark: 'rec2',
    source: SUITE,
    title:
      'a range, a rule, criteria, a chart and its place are the names of their classes, its builder one of Java',
    observe: `${SHEET} var builder = sheet.newChart().addRange(sheet.getRange('A1:B2')).setPosition(1, 1, 0, 0);
      var chart = builder.build();
      var rule = SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange('A1')]).whenCellEmpty().build();
      var criteria = SpreadsheetApp.newFilterCriteria().build();
      return [sheet.getRange('A1').toString(), rule.toString(), criteria.toString(), chart.toString(),
        chart.getContainerInfo().toString(), builder.toString().split('@')[0]];`,
    expected: [
      'Range',
      'ConditionalFormatRule',
      'FilterCriteria',
      'EmbeddedChart',
      'ContainerInfo',
      'com.google.apps.maestro.server.beans.trix.impl.ChartPropertyApiEmbeddedChartBuilder',
    ],
  },
  {
    no: 'O6',
    mark: 'rec2',
    source: 'public scripts that tell objects apart by it',
    title: 'a spreadsheet and a sheet are the names of their classes',
    observe: `${SHEET} return [book.toString(), sheet.toString()];`,
    expected: ['Spreadsheet', 'Sheet'],
  },
]);

test('[O7 rec2] a person as a text is the address (gas-fakes suite)', () => {
  const { ann, dispose } = scriptWorld('function who() { return Session.getActiveUser().toString(); }');
  expect(ann.callFromSidebar('who')).toEqual({ kind: 'success', value: 'ann@a.example' });
  dispose();
});

describeFacts('Sheets, ranges and what becomes of them', [
  {
    no: 'S43',
    mark: 'rec2',
    source: `${SUITE}; getSheetById since December 2024`,
    title: 'a sheet is found by its number, and by the name it was given',
    observe: `${SHEET} var id = sheet.getSheetId(); var name = 'Named ' + Utilities.getUuid(); sheet.setName(name);
      return [typeof id, book.getSheetById(id).getName() === name, book.getSheetByName(name).getSheetId() === id,
        book.getSheetById(1)];`,
    expected: ['number', true, true, null],
  },
  {
    no: 'S44',
    mark: 'rec2',
    source: SUITE,
    title: 'a range knows its sheet, its first row and column by either name, and its last',
    observe: `${SHEET} var range = sheet.getRange('C11:Z20');
      return [range.getSheet().getSheetId() === sheet.getSheetId(), range.getRowIndex(), range.getColumnIndex(),
        range.getRow(), range.getColumn(), range.getLastRow(), range.getLastColumn()];`,
    expected: [true, 11, 3, 11, 3, 20, 26],
  },
  {
    no: 'S45',
    mark: 'doc',
    source: RANGE_PAGE,
    title: 'setFormula and setFormulas put formulas, and getFormulas has empty text where there is none',
    observe: `${SHEET} sheet.getRange('A1').setFormula('=B9'); sheet.getRange('A2:B2').setFormulas([['=B8', '=B7']]);
      sheet.getRange('B1').setValue(7); return sheet.getRange('A1:B2').getFormulas();`,
    expected: [
      ['=B9', ''],
      ['=B8', '=B7'],
    ],
  },
  {
    no: 'S46',
    mark: 'doc',
    source: RANGE_PAGE,
    title: 'getDisplayValue is the text as its format shows it',
    observe: `${SHEET} return sheet.getRange('A1').setValue(0.5).setNumberFormat('0.0%').getDisplayValue();`,
    expected: '50.0%',
  },
  {
    no: 'S47',
    mark: 'doc',
    source: SHEET_PAGE,
    title: 'rows go and columns come where a script says, and the sheet counts them whatever they hold',
    observe: `${SHEET} sheet.getRange('A1:B3').setValues([['a', 'b'], ['c', 'd'], ['e', 'f']]);
      var columns = sheet.getMaxColumns(); var rows = sheet.getMaxRows();
      sheet.deleteRows(1, 2); sheet.insertColumnsBefore(2, 3);
      return [sheet.getRange('A1:E1').getValues()[0], sheet.getMaxColumns() - columns, sheet.getMaxRows() - rows];`,
    expected: [['e', '', '', '', 'f'], 3, -2],
  },
  {
    no: 'S48',
    mark: 'doc',
    source: BOOK_PAGE,
    title:
      'the active sheet is the one set last, moves to a place counted from 1, and a deleted sheet is gone',
    observe: `${SHEET} book.setActiveSheet(sheet); var active = book.getActiveSheet().getSheetId() === sheet.getSheetId();
      book.moveActiveSheet(1); var place = sheet.getIndex(); var name = sheet.getName(); book.deleteSheet(sheet);
      return [active, place, book.getSheetByName(name)];`,
    expected: [true, 1, null],
  },
  {
    no: 'S49',
    mark: 'doc',
    source: BOOK_PAGE,
    title: 'removeNamedRange takes a name away',
    observe: `${SHEET} var name = 'FACT_' + Utilities.getUuid().replace(/-/g, '_'); book.setNamedRange(name, sheet.getRange('B2'));
      book.removeNamedRange(name); return book.getRangeByName(name);`,
    expected: null,
  },
  {
    no: 'S50',
    mark: 'rec2',
    source: SUITE,
    title: 'PASTE_VALUES copies all values, also where the target is smaller than the source',
    observe: `${SHEET} var source = sheet.getRange('A1:B2').setValues([[1, 'x'], [2, 'y']]);
      source.copyTo(sheet.getRange('D1:E2'), SpreadsheetApp.CopyPasteType.PASTE_VALUES, false);
      source.copyTo(sheet.getRange('G1'), SpreadsheetApp.CopyPasteType.PASTE_VALUES, false);
      return [sheet.getRange('D1:E2').getValues(), sheet.getRange('G1:H2').getValues()];`,
    expected: [
      [
        [1, 'x'],
        [2, 'y'],
      ],
      [
        [1, 'x'],
        [2, 'y'],
      ],
    ],
  },
]);
