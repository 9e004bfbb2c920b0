import { describe, expect, test } from '@jest/globals';
import { conditionalLooks } from '../../workbench/conditional-looks';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const CONDITION_VALUE = 'Sheets API reference, ConditionValue';
const TYPED = 'Sheets API reference, ValueInputOption: as if typed';

/** Each observation has a sheet of its own, and gives the locale back. */
const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);
  var cell = sheet.getRange(1, 1);
  function inLocale(locale, action) {
    var before = book.getSpreadsheetLocale();
    book.setSpreadsheetLocale(locale);
    try { return action(); } finally { book.setSpreadsheetLocale(before); }
  }
  function stored(text) { cell.clear().setValue(text); return cell.getValue(); }
  function isError() { return cell.getDisplayValue() === '#ERROR!'; }
  function greyBelowTen(formula) {
    sheet.setConditionalFormatRules([SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange('A1:A3')])
      .whenFormulaSatisfied(formula).setFontColor('#9aa0a6').build()]);
    return sheet.getConditionalFormatRules()[0].getBooleanCondition().getCriteriaValues();
  }`;

describeFacts('Locales', [
  {
    no: 'S40',
    mark: 'doc',
    source: 'Spreadsheet reference',
    title: 'a script sets the locale of the spreadsheet',
    observe: `${SHEET} var within = inLocale('de_DE', function () { return book.getSpreadsheetLocale(); });
      return [within, book.getSpreadsheetLocale() === 'de_DE'];`,
    expected: ['de_DE', false],
  },
  {
    no: 'S51',
    mark: 'doc',
    source: 'Spreadsheet reference',
    title: 'a script sets the time zone of the spreadsheet: cells with dates are then other moments',
    observe: `${SHEET} var before = book.getSpreadsheetTimeZone();
      cell.setValue(46204);
      cell.setNumberFormat('yyyy-mm-dd');
      try {
        return ['America/New_York', 'Pacific/Kiritimati'].map(function (zone) {
          book.setSpreadsheetTimeZone(zone);
          return [book.getSpreadsheetTimeZone(), cell.getValue().toISOString(), cell.getDisplayValue()];
        });
      } finally { book.setSpreadsheetTimeZone(before); }`,
    expected: [
      ['America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-01'],
      ['Pacific/Kiritimati', '2026-06-30T10:00:00.000Z', '2026-07-01'],
    ],
  },
  {
    no: 'S37',
    mark: 'rec2',
    source: 'ImportJSON 66, Ben Collins on locations, of typed formulas',
    title: 'with a decimal comma setValue reads commas between arguments as an error, semicolons not',
    observe: `${SHEET} return ['de_DE', 'tr_TR'].map(function (locale) { return inLocale(locale, function () {
      return ['=MAX(B1,B2)', '=MAX(B1;B2)', '=MAX(1.5;B2)', '=MAX(1,5;B2)'].map(function (formula) {
        cell.setValue(formula); return isError(); }); }); });`,
    expected: [
      [true, false, true, false],
      [true, false, true, false],
    ],
  },
  {
    no: 'S37',
    mark: 'rec2',
    source: 'Spreadsheet-Formula 19, ingress-fieldplan 5',
    title: 'semicolons between arguments are read with a decimal point too',
    observe: `${SHEET} return ['en_GB', 'en_US'].map(function (locale) { return inLocale(locale, function () {
      return ['=MAX(B1,B2)', '=MAX(B1;B2)'].map(function (formula) { cell.setValue(formula); return isError(); }); }); });`,
    expected: [
      [false, false],
      [false, false],
    ],
  },
  {
    no: 'S37',
    mark: 'asm',
    source: 'advanced-bidding-manager 1; others say that setFormula takes commas everywhere',
    title: 'with a decimal comma setFormula and setFormulas read commas between arguments as an error',
    observe: `${SHEET} return inLocale('de_DE', function () {
      cell.setFormula('=MAX(B1,B2)'); var one = isError(); cell.clear();
      cell.setFormulas([['=MAX(B1,B2)']]); return [one, isError()]; });`,
    expected: [true, true],
  },
  {
    no: 'S38',
    mark: 'rec',
    source: 'gspread 501, pygsheets 414',
    title: 'texts become numbers with the decimals and groups of the locale',
    observe: `${SHEET} return [inLocale('sv_SE', function () { return stored('1234,1234'); }),
      inLocale('de_DE', function () { return stored('1.123456789'); }),
      inLocale('en_US', function () { return stored('1234,1234'); })];`,
    expected: [1234.1234, 1_123_456_789, 12_341_234],
  },
  {
    no: 'S38',
    mark: 'asm',
    source: 'inference, worst case',
    title: 'with a decimal comma a day and a month apart by a point are a date',
    observe: `${SHEET} return inLocale('de_DE', function () {
      return Object.prototype.toString.call(stored('1.5')) === '[object Date]'; });`,
    expected: true,
  },
  {
    no: 'S39',
    mark: 'rec',
    source: 'home-assistant/core 86653',
    title: 'with a decimal comma a time with a point before its fraction stays text',
    observe: `${SHEET} return inLocale('nl_NL', function () { return stored('2023-01-25 19:08:01.054474'); });`,
    expected: '2023-01-25 19:08:01.054474',
  },
  {
    no: 'S41',
    mark: 'doc',
    source: TYPED,
    title: 'numbers and texts behind an apostrophe are the same in every locale',
    observe: `${SHEET} return ['en_GB', 'de_DE', 'fr_FR', 'tr_TR'].map(function (locale) {
      return inLocale(locale, function () { return [stored(1.5), stored("'1.5"), stored("'3/4")]; }); });`,
    expected: Array.from({ length: 4 }, () => [1.5, '1.5', '3/4']),
  },
  {
    no: 'S42',
    mark: 'doc',
    source: 'Sheets API reference, ValueRenderOption',
    title: 'a cell shows its number as the locale writes it, whatever its format says',
    observe: `${SHEET} return ['en_GB', 'de_DE', 'tr_TR'].map(function (locale) { return inLocale(locale, function () {
      cell.setValue(1234.5).setNumberFormat('#,##0.0'); return cell.getDisplayValue(); }); });`,
    expected: ['1,234.5', '1.234,5', '1.234,5'],
  },
  {
    no: 'K13',
    mark: 'doc',
    source: CONDITION_VALUE,
    title: 'a formula without separators makes a conditional format in every locale',
    observe: `${SHEET} return ['en_GB', 'de_DE', 'tr_TR'].map(function (locale) {
      return inLocale(locale, function () { return greyBelowTen('=ISNUMBER(A1)*(A1<10)'); }); });`,
    expected: Array.from({ length: 3 }, () => ['=ISNUMBER(A1)*(A1<10)']),
  },
]);

describe('A conditional format whose formula has commas between arguments', () => {
  const CODE = `function grey() {
    var sheet = SpreadsheetApp.getActive().getSheets()[0];
    sheet.getRange('A1').setValue(5);
    sheet.setConditionalFormatRules([SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange('A1')])
      .whenFormulaSatisfied('=AND(ISNUMBER(A1),A1<10)').setFontColor('#9aa0a6').build()]);
  }
  function decimalPoint() {
    var sheet = SpreadsheetApp.getActive().getSheets()[0];
    sheet.setConditionalFormatRules([SpreadsheetApp.newConditionalFormatRule().setRanges([sheet.getRange('A1')])
      .setGradientMinpointWithValue('#ffffff', SpreadsheetApp.InterpolationType.NUMBER, '0.5')
      .setGradientMaxpoint('#000000').build()]);
  }`;

  test.each([
    { locale: 'en_GB', unreadableRules: 'refused' as const, outcome: 'success', looks: 1 },
    { locale: 'de_DE', unreadableRules: 'refused' as const, outcome: 'failure', looks: 0 },
    { locale: 'tr_TR', unreadableRules: 'dead' as const, outcome: 'success', looks: 0 },
  ])(
    `[K12 doc, effect asm] in $locale, unreadable rules being $unreadableRules: $outcome (${CONDITION_VALUE})`,
    ({ locale, unreadableRules, outcome, looks }) => {
      const { emulator, dispose } = scriptWorld(CODE, { switches: { unreadableRules } });
      const book = emulator.createSpreadsheet({ owner: 'ann@a.example', zone: 'Europe/Berlin', locale });
      expect(book.as('ann@a.example').callFromSidebar('grey').kind).toBe(outcome);
      const { workbook } = book.document;
      expect(conditionalLooks(workbook.sheet(workbook.activeSheetId), locale)).toHaveLength(looks);
      dispose();
    },
  );

  test(`[K12 doc, effect asm] so is a gradient's value with a decimal point (${CONDITION_VALUE})`, () => {
    const { emulator, dispose } = scriptWorld(CODE);
    const book = emulator.createSpreadsheet({
      owner: 'ann@a.example',
      zone: 'Europe/Berlin',
      locale: 'de_DE',
    });
    expect(book.as('ann@a.example').callFromSidebar('decimalPoint').kind).toBe('failure');
    dispose();
  });
});
