import { describeFacts } from './describe-facts';

const RANGE = 'Range reference';
const SUITE = 'gas-fakes suite';
const SHEET_REFERENCE = 'Sheet reference';
const INFERENCE = 'inference, worst case';

/** Each observation has a sheet of its own: three rows of three letters. */
const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);
  var letters = [['a', 'b', 'c'], ['d', 'e', 'f'], ['g', 'h', 'i']];
  var block = sheet.getRange('A1:C3').setValues(letters);
  function hide(text) {
    var criteria = SpreadsheetApp.newFilterCriteria().setHiddenValues([text]).build();
    sheet.getRange('A1:C3').createFilter().setColumnFilterCriteria(1, criteria);
  }
  function notations(range) {
    return range.getMergedRanges().map(function (each) { return each.getA1Notation(); }).sort();
  }`;
const NEW = `var changed = [['A', 'B', 'C'], ['D', 'E', 'F'], ['G', 'H', 'I']];`;
const CHANGED = [
  ['A', 'B', 'C'],
  ['D', 'E', 'F'],
  ['G', 'H', 'I'],
];

describeFacts('Merged cells', [
  {
    no: 'S26',
    mark: 'rec2',
    source: SUITE,
    title: 'are told of a range that holds them, and no more once they are taken apart',
    observe: `${SHEET} sheet.getRange('A1:B2').merge(); var before = notations(block);
      sheet.getRange('A1:B2').breakApart(); return [before, notations(block)];`,
    expected: [['A1:B2'], []],
  },
  {
    no: 'S26',
    mark: 'doc',
    source: RANGE,
    title: 'are told of a range that holds one of them, whole; others of the sheet are not',
    observe: `${SHEET} sheet.getRange('A1:B2').merge(); sheet.getRange('B3:C3').merge();
      return [notations(sheet.getRange('B2')), notations(sheet.getRange('C1:C3')), notations(sheet.getRange('C1:C2'))];`,
    expected: [['A1:B2'], ['B3:C3'], []],
  },
  {
    no: 'S27',
    mark: 'rec',
    source: 'node-google-spreadsheet 400, gspread 1334',
    title: 'hold one value, in the first; the others read as empty',
    observe: `${SHEET} sheet.getRange('A1:B2').merge(); return block.getValues();`,
    expected: [
      ['a', '', 'c'],
      ['', '', 'f'],
      ['g', 'h', 'i'],
    ],
  },
  {
    no: 'S28',
    mark: 'asm',
    source: INFERENCE,
    title: 'lose what is written to all but the first, without an error and for good',
    observe: `${SHEET} ${NEW} sheet.getRange('A1:B2').merge(); block.setValues(changed);
      sheet.getRange('A1:B2').breakApart(); return block.getValues();`,
    expected: [
      ['A', '', 'C'],
      ['', '', 'F'],
      ['G', 'H', 'I'],
    ],
  },
  {
    no: 'S28',
    mark: 'asm',
    source: INFERENCE,
    title: 'lose what is copied to all but the first too, where the copy covers them',
    observe: `${SHEET} ${NEW} sheet.getRange('A1:B2').merge(); sheet.getRange('E1:G3').setValues(changed)
      .copyTo(block, { contentsOnly: true }); return block.getValues();`,
    expected: [
      ['A', '', 'C'],
      ['', '', 'F'],
      ['G', 'H', 'I'],
    ],
  },
  {
    no: 'S29',
    mark: 'rec2',
    source: 'error texts quoted in several projects',
    title: 'are not cut by a copy, which changes nothing then',
    observe: `${SHEET} sheet.getRange('C3:D3').merge(); var told = thrown(function () {
        sheet.getRange('E1:G3').copyTo(block, { contentsOnly: true }); SpreadsheetApp.flush(); });
      return [/partially intersects a merge/.test(told), block.getValue()];`,
    expected: [true, 'a'],
  },
]);

describeFacts('Hidden rows', [
  {
    no: 'S30',
    mark: 'doc',
    source: SHEET_REFERENCE,
    title: 'are known by who hid them: a person or the filter',
    observe: `${SHEET} hide('d'); sheet.hideRows(3); var rows = [1, 2, 3];
      return [rows.map(function (row) { return sheet.isRowHiddenByFilter(row); }),
        rows.map(function (row) { return sheet.isRowHiddenByUser(row); })];`,
    expected: [
      [false, true, false],
      [false, false, true],
    ],
  },
  {
    no: 'S31',
    mark: 'rec',
    source: 'Tanaike, values of a filtered sheet',
    title: 'are read as all others, whoever hid them',
    observe: `${SHEET} hide('d'); sheet.hideRows(3); return block.getValues();`,
    expected: [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
      ['g', 'h', 'i'],
    ],
  },
  {
    no: 'S32',
    mark: 'asm',
    source: 'inference, to be checked first on a real account',
    title: 'are written as all others, whoever hid them, and stay hidden',
    observe: `${SHEET} ${NEW} hide('d'); sheet.hideRows(3); block.setValues(changed);
      return [block.getValues(), sheet.isRowHiddenByFilter(2), sheet.isRowHiddenByUser(3)];`,
    expected: [CHANGED, true, true],
  },
  {
    no: 'S33',
    mark: 'asm',
    source: 'fortune-sheet 612, of pasting by hand',
    title: 'are copied to where a person hid them',
    observe: `${SHEET} ${NEW} sheet.hideRows(2, 2); sheet.getRange('E1:G3').setValues(changed)
      .copyTo(block, { contentsOnly: true }); return block.getValues();`,
    expected: CHANGED,
  },
  {
    no: 'S34',
    mark: 'asm',
    source: INFERENCE,
    title: 'are left out by a copy where the filter hides them',
    observe: `${SHEET} ${NEW} hide('d'); sheet.getRange('E1:G3').setValues(changed)
      .copyTo(block, { contentsOnly: true }); return block.getValues();`,
    expected: [
      ['A', 'B', 'C'],
      ['d', 'e', 'f'],
      ['G', 'H', 'I'],
    ],
  },
  {
    no: 'S35',
    mark: 'doc',
    source: SHEET_REFERENCE,
    title: 'are shown again by showRows, and when the filter or its criteria go',
    observe: `${SHEET} hide('d'); sheet.hideRows(3); sheet.showRows(3);
      var kept = sheet.isRowHiddenByFilter(2); sheet.getFilter().removeColumnFilterCriteria(1);
      var freed = sheet.isRowHiddenByFilter(2); sheet.getFilter().remove();
      return [sheet.isRowHiddenByUser(3), kept, freed, sheet.getFilter()];`,
    expected: [false, true, false, null],
  },
  {
    no: 'S36',
    mark: 'asm',
    source: INFERENCE,
    title: 'do not follow what is written: the filter looks again only when its criteria are set',
    observe: `${SHEET} hide('d'); sheet.getRange('A2:A3').setValues([['x'], ['d']]);
      return [2, 3].map(function (row) { return sheet.isRowHiddenByFilter(row); });`,
    expected: [true, false],
  },
]);
