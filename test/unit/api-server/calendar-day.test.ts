import { describe, expect, test } from '@jest/globals';
import { dayOf, formatDay, monthsBefore, parseDay, weekdayOf } from '../../api-server/data/calendar-day';

const day = (text: string) => {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new Error(`Not a day: ${text}`);
  return parsed;
};

describe('a calendar day', () => {
  test.each([
    ['1970-01-01', 0],
    ['1970-01-02', 1],
    ['1969-12-31', -1],
    ['2000-03-01', 11_017],
    ['2026-11-21', 20_778],
  ])('%s is day %i', (text, number) => {
    expect([parseDay(text), formatDay(number)]).toEqual([number, text]);
  });

  test.each([
    '',
    '2026-11-2',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '21/11/2026',
    '2026-11-21T00:00:00Z',
    ' 2026-11-21',
    '+02026-11-21',
    '２０２６-11-21',
  ])('is not read from "%s"', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });

  test('knows leap days', () => {
    expect([parseDay('2024-02-29'), parseDay('1900-02-29'), parseDay('2000-02-29')]).toEqual([
      19_782,
      undefined,
      11_016,
    ]);
  });

  test('begins at midnight UTC', () => {
    expect([dayOf(86_399_999), dayOf(86_400_000), dayOf(-1)]).toEqual([0, 1, -1]);
  });

  test('has a weekday', () => {
    expect([weekdayOf(day('2026-11-21')), weekdayOf(day('2026-11-22'))]).toEqual([6, 0]);
  });

  test.each([
    ['2026-11-21', 13, '2025-10-21'],
    ['2026-03-31', 1, '2026-02-28'],
    ['2024-03-31', 1, '2024-02-29'],
    ['2026-01-15', 1, '2025-12-15'],
    ['2026-01-31', 14, '2024-11-30'],
  ])('%s less %i months is %s', (from, months, expected) => {
    expect(formatDay(monthsBefore(day(from), months))).toBe(expected);
  });
});
