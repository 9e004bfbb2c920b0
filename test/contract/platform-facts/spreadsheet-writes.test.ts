import { describeFacts } from './describe-facts';

const RANGE = 'Range reference';
const SUITE = 'gas-fakes suite';
const SHEETQUERY = 'sheetquery 20';
const ZONES = 'Milan Rajic, Date and Time 3 and 6, with logs of 2023';
const INFERENCE = 'inference';

/** Each observation has a sheet of its own. */
const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);
  var cell = sheet.getRange(1, 1);
  function stored(text) { cell.setValue(text); return [cell.getValue(), cell.getFormula()]; }
  function storedType(text) {
    cell.clear().setValue(text);
    var value = cell.getValue();
    return Object.prototype.toString.call(value) === '[object Date]' ? 'Date ' + value.toISOString() : value;
  }`;

describeFacts('Writing to cells', [
  {
    no: 'J6',
    mark: 'doc',
    source: 'V8 migration guide',
    title: 'setValue(undefined) empties the cell',
    observe: `${SHEET} cell.setValue('x'); cell.setValue(undefined); return [cell.getValue(), cell.isBlank()];`,
    expected: ['', true],
  },
  {
    no: 'S1',
    mark: 'rec',
    source: 'logs of many projects',
    title: 'data with another number of rows is refused',
    observe: `${SHEET} return thrown(function () { sheet.getRange(1, 1, 3, 2).setValues([[1, 2], [3, 4]]); });`,
    expected:
      'Exception: The number of rows in the data does not match the number of rows in the range. The data has 2 but the range has 3.',
  },
  {
    no: 'S1',
    mark: 'rec',
    source: 'logs of many projects',
    title: 'data with another number of columns in any row is refused and nothing is written',
    observe: `${SHEET} return [
      thrown(function () { sheet.getRange(1, 1, 2, 2).setValues([[1, 2], [3]]); }), sheet.getLastRow()];`,
    expected: [
      'Exception: The number of columns in the data does not match the number of columns in the range. The data has 1 but the range has 2.',
      0,
    ],
  },
  {
    no: 'S2',
    mark: 'doc',
    source: RANGE,
    title: 'a text that begins with = becomes a formula',
    observe: `${SHEET} return stored('=B1')[1];`,
    expected: '=B1',
  },
  {
    no: 'S3',
    mark: 'rec',
    source: SHEETQUERY,
    title: 'digits become numbers: leading zeros and inner spaces are lost',
    observe: `${SHEET} return [storedType('01234'), storedType('22 34')];`,
    expected: [1234, 2234],
  },
  {
    no: 'S4',
    mark: 'rec',
    source: SHEETQUERY,
    title: 'an ISO timestamp becomes a date',
    observe: `${SHEET} return storedType('2026-01-31T10:30:00.000Z');`,
    expected: 'Date 2026-01-31T10:30:00.000Z',
  },
  {
    no: 'S5',
    mark: 'asm',
    source: INFERENCE,
    title: 'dates, booleans, percentages, money and grouped numbers change type',
    observe: `${SHEET} return ['2026-01-31', '3/4', 'TRUE', 'false', '10%', '$5', '1,000'].map(storedType);`,
    expected: ['Date 2026-01-31T00:00:00.000Z', 'Date 2026-04-02T23:00:00.000Z', true, false, 0.1, 5, 1000],
  },
  {
    no: 'S6',
    mark: 'rec2',
    source: SUITE,
    title: 'a leading + makes a formula or an error',
    observe: `${SHEET} return stored('+cmd');`,
    expected: ['#ERROR!', '=+cmd'],
  },
  {
    no: 'S6',
    mark: 'asm',
    source: INFERENCE,
    title: 'a leading - or @ makes a formula or an error, unless it is a number',
    observe: `${SHEET} return [stored('-cmd'), stored('@cmd'), stored('-7')];`,
    expected: [
      ['#ERROR!', '=-cmd'],
      ['#ERROR!', '=@cmd'],
      [-7, ''],
    ],
  },
  {
    no: 'S7',
    mark: 'rec',
    source: 'node-google-spreadsheet 696',
    title: 'one leading apostrophe keeps the rest as text and is not read back',
    observe: `${SHEET} return [stored("'=1+1"), stored("'007"), stored("'2026-01-31")];`,
    expected: [
      ['=1+1', ''],
      ['007', ''],
      ['2026-01-31', ''],
    ],
  },
  {
    no: 'S8',
    mark: 'asm',
    source: INFERENCE,
    title: 'a second apostrophe stays',
    observe: `${SHEET} return stored("''tis");`,
    expected: ["'tis", ''],
  },
  {
    no: 'S9',
    mark: 'rec',
    source: SHEETQUERY,
    title: 'the format @ set first keeps digits as text',
    observe: `${SHEET} cell.setNumberFormat('@'); return [stored('007')[0], stored('2026-01-31')[0]];`,
    expected: ['007', '2026-01-31'],
  },
  {
    no: 'S9',
    mark: 'asm',
    source: INFERENCE,
    title: 'a leading = is a formula even in a cell with the format @',
    observe: `${SHEET} cell.setNumberFormat('@'); return stored('=B1')[1];`,
    expected: '=B1',
  },
  {
    no: 'S10',
    mark: 'doc',
    source: RANGE,
    title: 'null, undefined and empty text clear a cell, which then reads as empty text',
    observe: `${SHEET} var row = sheet.getRange(1, 1, 1, 3); row.setValues([[1, 2, 3]]);
      row.setValues([[null, undefined, '']]); return [row.getValues(), row.isBlank(), sheet.getLastRow()];`,
    expected: [[['', '', '']], true, 0],
  },
  {
    no: 'S11',
    mark: 'rec2',
    source: ZONES,
    title: 'a Date goes into a cell and out of it through the spreadsheet zone',
    observe: `${SHEET} var noon = new Date(Date.UTC(2026, 6, 1, 12)); cell.setValue(noon);
      return [cell.getDisplayValue(), cell.getValue().getTime() === noon.getTime()];`,
    expected: ['01/07/2026 13:00:00', true],
  },
  {
    no: 'S11',
    mark: 'rec2',
    source: ZONES,
    title: 'a serial number with a date format reads as midnight in the spreadsheet zone',
    observe: `${SHEET} cell.setValue(46204).setNumberFormat('yyyy-mm-dd');
      return [cell.getDisplayValue(), cell.getValue().toISOString()];`,
    expected: ['2026-07-01', '2026-06-30T23:00:00.000Z'],
  },
  {
    no: 'S12',
    mark: 'rec2',
    source: SUITE,
    title: 'a text of 50,000 characters fits, one of 50,001 is refused',
    observe: `${SHEET} cell.setValue('a'.repeat(50000));
      return [cell.getValue().length, thrown(function () { cell.setValue('a'.repeat(50001)); })];`,
    expected: [
      50_000,
      'Exception: Your input contains more than the maximum of 50000 characters in a single cell.',
    ],
  },
  {
    no: 'S12',
    mark: 'asm',
    source: INFERENCE,
    title: 'the apostrophe counts among the 50,000 characters',
    observe: `${SHEET} return thrown(function () { cell.setValue("'" + 'a'.repeat(50000)); });`,
    expected: 'Exception: Your input contains more than the maximum of 50000 characters in a single cell.',
  },
  {
    no: 'S19',
    mark: 'doc',
    source: 'SpreadsheetApp reference',
    title: 'a read sees what the same execution wrote before',
    observe: `${SHEET} sheet.getRange('A1:B2').setValues([[1, 2], [3, 4]]); sheet.getRange('B2').setValue(5);
      return sheet.getRange('A1:B2').getValues();`,
    expected: [
      [1, 2],
      [3, 5],
    ],
  },
  {
    no: 'S20',
    mark: 'asm',
    source: 'inference, to be checked first on a real account',
    title: 'copyTo does not read texts again',
    observe: `${SHEET} sheet.getRange('A1:C1').setValues([["'007", "'=1+1", "'2026-01-31"]]);
      sheet.getRange('A1:C1').copyTo(sheet.getRange('A3'));
      sheet.getRange('A1:C1').copyTo(sheet.getRange('A4'), SpreadsheetApp.CopyPasteType.PASTE_VALUES, false);
      return [sheet.getRange('A3:C4').getValues(), sheet.getRange('A3:C4').getFormulas()];`,
    expected: [
      [
        ['007', '=1+1', '2026-01-31'],
        ['007', '=1+1', '2026-01-31'],
      ],
      [
        ['', '', ''],
        ['', '', ''],
      ],
    ],
  },
]);
