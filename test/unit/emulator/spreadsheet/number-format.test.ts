import { describe, expect, test } from '@jest/globals';
import { compileFormat } from '../../../emulator/world/spreadsheet/number-format';

describe('A number format shows', () => {
  test.each([
    ['0', 5, '5'],
    ['0', 1234.5, '1235'],
    ['0', -0.4, '0'],
    ['0', -1.5, '-2'],
    ['0.00', 1.005, '1.01'],
    ['0.00', 5, '5.00'],
    ['0.0"%"', 87.25, '87.3%'],
    ['0.0"%"', 100, '100.0%'],
    ['0%', 0.125, '13%'],
    ['0.00%', 0.125, '12.50%'],
    ['#,##0', 1_234_567, '1,234,567'],
    ['#,##0', 5, '5'],
    ['#,##0.00', 1234.5, '1,234.50'],
    ['0.##', 1.5, '1.5'],
    ['0.##', 1, '1'],
    ['#', 0, ''],
    ['000', 7, '007'],
    ['0.00E+00', 12_345, '1.23E+04'],
    ['$#,##0', 5, '$5'],
    ['[$£]#,##0.00', 5, '£5.00'],
    ['0,', 12_345, '12'],
    ['0 "shifts"', 3, '3 shifts'],
    ['0;(0)', -5, '(5)'],
    ['0;-0;"none"', 0, 'none'],
    ['[Red]0', 5, '5'],
  ])('by %j the number %p as %j', (format, value, shown) => {
    expect(compileFormat(format)).toMatchObject({ isDate: false });
    expect(compileFormat(format).display(value)).toBe(shown);
  });

  test.each([
    ['yyyy-mm-dd', 46_053, '2026-01-31'],
    ['yyyy-mm-dd hh:mm', 46_053.75, '2026-01-31 18:00'],
    ['yyyy-mm-dd hh:mm:ss', 46_053.750_011_574, '2026-01-31 18:00:01'],
    ['hh:mm', 0.520_833_333_333, '12:30'],
    ['h:mm am/pm', 0.75, '6:00 PM'],
    ['h:mm am/pm', 0, '12:00 AM'],
    ['d/m/yy', 46_053, '31/1/26'],
    ['ddd, d mmm yyyy', 46_053, 'Sat, 31 Jan 2026'],
    ['dddd d mmmm', 46_053, 'Saturday 31 January'],
    ['M/d/yyyy H:mm:ss', 46_053.5, '1/31/2026 12:00:00'],
    ['[h]:mm', 1.5, '36:00'],
    ['hh:mm:ss.000', 0.000_011_585_648, '00:00:01.001'],
  ])('by %j the serial number %p as %j', (format, serial, shown) => {
    expect(compileFormat(format).isDate).toBe(true);
    expect(compileFormat(format).display(serial)).toBe(shown);
  });

  test.each([
    [0.1 + 0.2, '0.3'],
    [1 / 3, '0.3333333333'],
    [1234.5, '1234.5'],
    [-0, '0'],
    [1e15, '1E+15'],
    [0.000_01, '1E-05'],
    [123_456_789_012, '123456789012'],
  ])('without a format the number %p as %j', (value, shown) => {
    expect(compileFormat('').display(value)).toBe(shown);
  });

  test('texts as they are, unless the format has a place for them', () => {
    expect(compileFormat('0.00').display('Bar')).toBe('Bar');
    expect(compileFormat('@').display('Bar')).toBe('Bar');
    expect(compileFormat('0;0;0;"venue "@').display('Bar')).toBe('venue Bar');
  });

  test.each(['[>100]0', '0;0;0;@;0', '# ?/?', 'qqq'])('nothing by %j: it is refused', (format) => {
    expect(() => compileFormat(format)).toThrow('is not emulated');
  });
});
