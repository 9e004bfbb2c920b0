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
