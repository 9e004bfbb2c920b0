import { describe, expect, test } from '@jest/globals';
import {
  dayCount,
  EARLIEST_DATE,
  formatIsoDate,
  fromParts,
  isAcceptedDate,
  LATEST_DATE,
  parseIsoDate,
  startOfMonth,
  toParts,
  weekday,
} from '../../../src/calendar/calendar-date';

describe('a calendar date', () => {
  test.each([
    ['1899-12-31', 1],
    ['1970-01-01', 25_569],
    ['1990-01-01', 32_874],
    ['2024-02-29', 45_351],
    ['2025-07-09', 45_847],
    ['2100-12-31', 73_415],
  ])('%s is the serial number %i, both ways', (text, serial) => {
    expect([parseIsoDate(text), formatIsoDate(serial)]).toEqual([serial, text]);
  });

  test.each([
    ['2024-02-30', 'a day that does not exist'],
    ['2023-02-29', 'a leap day in a common year'],
    ['2100-02-29', 'a leap day in a century'],
    ['2024-13-01', 'a thirteenth month'],
    ['2024-00-10', 'a month 0'],
    ['2024-01-00', 'a day 0'],
    ['2024-1-1', 'digits left out'],
    ['31/12/2024', 'another order'],
    ['2024-01-02T00:00:00Z', 'a time'],
    [' 2024-01-02', 'a space'],
    ['2024-01-02\n', 'a line break'],
    ['20240102', 'no hyphens'],
    ['', 'nothing'],
  ])('is not read from %j: %s', (text) => {
    expect(parseIsoDate(text)).toBeUndefined();
  });

  test('has its parts, with months from 1', () => {
    expect(toParts(45_351)).toEqual({ year: 2024, month: 2, day: 29 });
  });

  test('is not made of parts that no calendar has', () => {
    expect([fromParts(2025, 4, 31), fromParts(2025, 2, 29), fromParts(2024, 2, 29)]).toEqual([
      undefined,
      undefined,
      45_351,
    ]);
  });

  test('is not made of the days or months of more than a year', () => {
    expect([fromParts(2025, 1, 366), fromParts(2025, 13, 1), fromParts(2025, 0, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('of a year before 100 is not moved to the twentieth century', () => {
    expect(formatIsoDate(fromParts(50, 6, 1) as number)).toBe('0050-06-01');
  });

  test.each([
    ['2025-07-07', 1],
    ['2025-07-09', 3],
    ['2025-07-13', 7],
    ['1899-12-30', 6],
    ['1899-12-25', 1],
  ])('%s falls on weekday %i, Monday being 1', (text, number) => {
    expect(weekday(parseIsoDate(text) as number)).toBe(number);
  });

  test.each([
    ['2025-01-31', 0, '2025-01-01'],
    ['2025-01-31', 1, '2025-02-01'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2025-01-31', -1, '2024-12-01'],
    ['2024-02-29', -12, '2023-02-01'],
    ['2025-07-09', -3, '2025-04-01'],
    ['0095-07-09', 12, '0096-07-01'],
    ['0001-01-01', -12, '0000-01-01'],
  ])('%s moved by %i months begins at %s', (text, months, expected) => {
    expect(formatIsoDate(startOfMonth(parseIsoDate(text) as number, months))).toBe(expected);
  });

  test('may be asked for from 1990-01-01 to 2100-12-31', () => {
    expect([EARLIEST_DATE, LATEST_DATE]).toEqual([32_874, 73_415]);
    expect([32_873, 32_874, 73_415, 73_416, 45_000.5, Number.NaN].map(isAcceptedDate)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('keeps to its day through every day from 1990 to 2060', () => {
    let expected = new Date(Date.UTC(1990, 0, 1));
    for (let serial = 32_874; serial <= 58_804; serial += 1) {
      const text = expected.toISOString().slice(0, 10);
      if (formatIsoDate(serial) !== text || parseIsoDate(text) !== serial)
        throw new Error(`${serial} ${text}`);
      expected = new Date(expected.getTime() + 86_400_000);
    }
    expect(formatIsoDate(58_804)).toBe('2060-12-29');
  });
});

describe('a date range', () => {
  test('counts both its ends', () => {
    expect([dayCount({ from: 45_000, to: 45_000 }), dayCount({ from: 45_000, to: 45_006 })]).toEqual([1, 7]);
  });
});
