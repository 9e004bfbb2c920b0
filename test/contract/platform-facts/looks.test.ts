import { describeFacts } from './describe-facts';

const RANGE = 'Range reference';
const SHEET_PAGE = 'Sheet reference';

const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);
  var cells = sheet.getRange('A1:B2');`;

describeFacts('Looks of cells and sheets', [
  {
    no: 'O1',
    mark: 'doc',
    source: RANGE,
    title: 'a look that is set for a range is that of each cell, and null takes it back',
    observe: `${SHEET} cells.setFontSize(18).setFontStyle('italic').setVerticalAlignment('middle').setBackground('#e8f0fe');
      var before = [cells.getFontSizes(), cells.getFontStyles(), cells.getVerticalAlignment(), cells.getBackground()];
      cells.setBackground(null).setFontStyle(null);
      return before.concat([cells.getBackgrounds(), cells.getFontStyle()]);`,
    expected: [
      [
        [18, 18],
        [18, 18],
      ],
      [
        ['italic', 'italic'],
        ['italic', 'italic'],
      ],
      'middle',
      '#e8f0fe',
      [
        ['#ffffff', '#ffffff'],
        ['#ffffff', '#ffffff'],
      ],
      'normal',
    ],
  },
  {
    no: 'O2',
    mark: 'doc',
    source: RANGE,
    title: 'looks can be set one by one, in the shape of the range',
    observe: `${SHEET} cells.setFontWeights([['bold', null], [null, 'bold']]);
      return [cells.getFontWeights(), thrown(function () { cells.setFontColors([['#000000']]); })];`,
    expected: [
      [
        ['bold', 'normal'],
        ['normal', 'bold'],
      ],
      'Exception: The number of rows in the data does not match the number of rows in the range. The data has 1 but the range has 2.',
    ],
  },
  {
    no: 'O3',
    mark: 'doc',
    source: 'RangeList reference',
    title: 'a list of ranges takes the same looks',
    observe: `${SHEET} sheet.getRangeList(['A1', 'B2']).setFontSize(12).setFontStyle('italic').setVerticalAlignment('top')
        .setBorder(true, true, true, true, null, null, '#dadce0', SpreadsheetApp.BorderStyle.SOLID);
      return [cells.getFontSizes(), cells.getVerticalAlignments()];`,
    expected: [
      [
        [12, 10],
        [10, 12],
      ],
      [
        ['top', 'bottom'],
        ['bottom', 'top'],
      ],
    ],
  },
  {
    no: 'O4',
    mark: 'doc',
    source: SHEET_PAGE,
    title: 'heights of rows, gridlines and the colour of the tab are read back',
    observe: `${SHEET} sheet.setRowHeight(1, 40).setRowHeights(2, 2, 30).setHiddenGridlines(true).setTabColor('#1a73e8');
      return [sheet.getRowHeight(1), sheet.getRowHeight(3), sheet.hasHiddenGridlines(), sheet.getTabColor()];`,
    expected: [40, 30, true, '#1a73e8'],
  },
  {
    no: 'O5',
    mark: 'doc',
    source: SHEET_PAGE,
    title: 'a row nobody changed is 21 pixels high, a tab without colour has null, gridlines show',
    observe: `${SHEET} return [sheet.getRowHeight(1), sheet.getTabColor(), sheet.hasHiddenGridlines()];`,
    expected: [21, null, false],
  },
]);
