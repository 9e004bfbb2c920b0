import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseTypedText } from '../../../emulator/world/spreadsheet/typed-text';

const typing = { cellFormat: '', locale: 'en_GB', currentYear: 2026 };

describe('Text typed into a cell', () => {
  test.each([
    ['5', 5, ''],
    ['-5', -5, ''],
    ['+5', 5, ''],
    ['0', 0, ''],
    ['-0', 0, ''],
    ['01234', 1234, ''],
    ['22 34', 2234, ''],
    ['.5', 0.5, ''],
    ['1.50', 1.5, ''],
    ['1e3', 1000, '0.00E+00'],
    ['1,000', 1000, '#,##0'],
    ['1,234,567.8', 1_234_567.8, '#,##0.00'],
    ['10%', 0.1, '0%'],
    ['12.5%', 0.125, '0.00%'],
    ['$5', 5, '$#,##0'],
    ['-$5.20', -5.2, '$#,##0.00'],
    ['£5', 5, '[$£]#,##0'],
    ['€5', 5, '[$€]#,##0'],
    ['(7)', -7, ''],
    [' 5 ', 5, ''],
    ['\u00A05', 5, ''],
  ])('%j is a number', (text, value, format) => {
    expect(parseTypedText(text, typing)).toEqual({ value, formula: '', format });
  });

  test.each([
    ['2026-01-31', 46_053, 'yyyy-mm-dd'],
    ['2026/1/31', 46_053, 'yyyy-mm-dd'],
    ['31/01/2026', 46_053, 'dd/mm/yyyy'],
    ['31-1-26', 46_053, 'dd/mm/yyyy'],
    ['3/4', 46_115, 'd/m'],
    ['31 Jan 2026', 46_053, 'd mmm yyyy'],
    ['Jan 31, 2026', 46_053, 'd mmm yyyy'],
    ['January 2026', 46_023, 'mmm yyyy'],
    ['2026-01-31T18:00:00Z', 46_053.75, 'yyyy-mm-dd h:mm:ss'],
    ['2026-01-31 6:00 pm', 46_053.75, 'yyyy-mm-dd h:mm am/pm'],
    ['12:30', 0.520_833_333_333_333_4, 'h:mm'],
    ['12:00:00 AM', 0, 'h:mm:ss am/pm'],
  ])('%j is a date or a time', (text, value, format) => {
    expect(parseTypedText(text, typing)).toEqual({ value, formula: '', format });
  });

  test('the locale decides whether the day or the month comes first', () => {
    expect(parseTypedText('3/4/2026', { ...typing, locale: 'en_US' }).value).toBe(46_085);
    expect(parseTypedText('3/4/2026', typing).value).toBe(46_115);
  });

  test.each([
    ['de_DE', '1,5', 1.5],
    ['de_DE', '1.234,5', 1234.5],
    ['de_DE', '12,5%', 0.125],
    ['fr_FR', '1\u202F234,5', 1234.5],
    ['fr_FR', '1 234,5', 1234.5],
    ['pt_BR', '-1.000', -1000],
    ['en_GB', '1.5', 1.5],
    ['tr_TR', '10:30:15,5', 10.504_305_555_555_556 / 24],
  ])('in %s %j is a number', (locale, text, value) => {
    expect(parseTypedText(text, { ...typing, locale }).value).toBeCloseTo(value, 12);
  });

  test.each([
    ['de_DE', '1.5', 46_143, 'd.m'],
    ['de_DE', '3.4.2026', 46_115, 'd.m.yyyy'],
    ['nl_NL', '3-4-2026', 46_115, 'd-m-yyyy'],
    ['pt_BR', '3/4', 46_115, 'd/m'],
    ['es_ES', '3/4/2026', 46_115, 'd/m/yyyy'],
  ])('in %s %j is a day', (locale, text, value, format) => {
    const typed = parseTypedText(text, { ...typing, locale });
    expect(typed.value).toBe(value);
    if (text.length > 4) expect(typed.format).toBe(format);
  });

  test.each([
    ['fr_FR', '1.500.5'],
    ['de_DE', '10:30:15.5'],
    ['en_GB', '1.234,5'],
    ['tr_TR', '31 Jan 2026'],
  ])('in %s %j stays text', (locale, text) => {
    expect(parseTypedText(text, { ...typing, locale }).value).toBe(text);
  });

  test.each([
    ['en_GB', '=A(1.5,B2;"x;y")', '=A(1.5,B2,"x;y")'],
    ['en_US', '={1;2}', '={1;2}'],
    ['de_DE', '=A(1,5;B2;"x,y";\'a,b\'!C3)', '=A(1.5,B2,"x,y",\'a,b\'!C3)'],
    ['pl_PL', '={1,5\\2;3\\4}', '={1.5,2;3,4}'],
    ['tr_TR', '=ISNUMBER(B5)*(B5<10)', '=ISNUMBER(B5)*(B5<10)'],
  ])('in %s the formula %j is read', (locale, text, formula) => {
    expect(parseTypedText(text, { ...typing, locale })).toEqual({ value: '', formula, format: '' });
  });

  test.each(['=A(B1,C1)', '=A("x","y")', '=A1*1.5', '=A(,)', '=A(B1,5)'])(
    'where decimals have a comma %j is an error',
    (text) => {
      const read = parseTypedText(text, { ...typing, locale: 'de_DE' });
      expect(read).toMatchObject({ value: { code: '#ERROR!' }, formula: text });
    },
  );

  test.each([
    '2024-02-30',
    '31/02/2026',
    '13:61',
    '25:00 pm',
    '1,00',
    '5 apples',
    '-',
    '=',
    '1e400',
    '12:30:99',
    '(-5)',
  ])('%j stays text or is no number', (text) => {
    expect(parseTypedText(text, typing).value).toBe(text);
  });

  test.each(['+cmd', '-cmd', '@cmd', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201', '\u22121'])(
    '%j becomes a formula that does not work',
    (text) => {
      expect(parseTypedText(text, typing)).toMatchObject({ value: { code: '#ERROR!' }, formula: `=${text}` });
    },
  );

  test.each([
    ['TRUE', true],
    ['false', false],
  ])('%j is a boolean', (text, value) => {
    expect(parseTypedText(text, typing).value).toBe(value);
  });

  test('the names of errors are errors', () => {
    expect(parseTypedText('#N/A', typing).value).toMatchObject({ code: '#N/A' });
  });

  test('any text behind one apostrophe is kept as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(parseTypedText(`'${text}`, typing)).toEqual({ value: text, formula: '', format: '' });
      }),
      { numRuns: 1000 },
    );
  });

  test('the format @ keeps everything but formulas', () => {
    const asText = { ...typing, cellFormat: '@' };
    expect(['007', '10%', '+1', '2026-01-31'].map((text) => parseTypedText(text, asText).value)).toEqual([
      '007',
      '10%',
      '+1',
      '2026-01-31',
    ]);
    expect(parseTypedText('=A1', asText).formula).toBe('=A1');
  });

  test('refuses more than 50,000 characters', () => {
    expect(() => parseTypedText('a'.repeat(50_001), typing)).toThrow('maximum of 50000 characters');
  });
});
