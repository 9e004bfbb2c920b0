import { describe, expect, test } from '@jest/globals';
import { customPeriod, formatIsoDate, parseIsoDate } from '../../../src/calendar/calendar-date';
import { parseDayOffset, readPeriodWord } from '../../../src/calendar/period-words';

const TODAY = parseIsoDate('2025-07-09') as number;

function days(text: string): string | undefined {
  const range = readPeriodWord(text, TODAY, 1);
  return range && `${formatIsoDate(range.from)} ${formatIsoDate(range.to)}`;
}

describe('a period word is the whole text', () => {
  test.each([
    'in this week',
    'this week please',
    'the last month',
    'last months',
    'next yearly',
    'the last 7 days',
    'last 7 days or so',
    'over past 4 weeks',
    'next 14 days more',
    'about 3 weeks ago',
    '3 weeks ago today',
    'x:YYYYMM-2',
    ':YYYYMM-2 or so',
    ':YYYYMM-2-3x',
    'the MTD',
    'MTD 2025',
    'a week to date',
    'month to dates',
    'all of 2025-Q3',
    '2025-Q3 only',
    '2025-07-',
    // Between digits, and before a number, a hyphen or a blank says something.
    'last 2-3 weeks',
    '1-2 weeks ago',
    'last 7-14 days',
    'last 1 3 weeks',
    'next 1_0 days',
    'last 1 000 days',
    'last 2 - 3 weeks',
    'last -1 days',
    'last --1 days',
    '-3 weeks ago',
    ':YYYYMM-1-2',
    ':YYYYMM--2',
  ])('so %j is none', (text) => {
    expect(days(text)).toBeUndefined();
  });

  test.each([
    [' 2025-Q3 ', '2025-07-01 2025-09-30'],
    ['\t2025\n', '2025-01-01 2025-12-31'],
    ['2025 - 07', '2025-07-01 2025-07-31'],
    ['2025__07', '2025-07-01 2025-07-31'],
    ['last \u00a0_- 7--days', '2025-07-02 2025-07-08'],
  ])('but for what stands around and between: %j', (text, expected) => {
    expect(days(text)).toBe(expected);
  });
});

describe('a count of units ago', () => {
  test.each([
    ['12 weeks ago', '2025-04-14 2025-04-20'],
    ['10 months ago', '2024-09-01 2024-09-30'],
    [':YYYYMM-12', '2024-07-01 2024-07-31'],
    ['10 quarters ago', '2023-01-01 2023-03-31'],
    ['25 years ago', '2000-01-01 2000-12-31'],
  ])('may have more than one digit: %s', (text, expected) => {
    expect(days(text)).toBe(expected);
  });

  test.each(['0 weeks ago', '3661 months ago', '9999 years ago', ':YYYYMM-0', ':YYYYMM-3661', ':YYYYMM'])(
    'is from 1 to 3,660, not as in %s',
    (text) => {
      expect(days(text)).toBeUndefined();
    },
  );
});

describe('a period that is whole', () => {
  test('by its name is not one to date: 2025-W27 is a week, from Monday', () => {
    expect(readPeriodWord('2025-W27', TODAY, 7)).toEqual({
      from: parseIsoDate('2025-06-30'),
      to: parseIsoDate('2025-07-06'),
      unit: 'week',
      count: 1,
      toDate: false,
    });
  });

  test('by its name is not one to date: 2025-Q3 is a quarter', () => {
    expect(readPeriodWord('2025-Q3', TODAY, 1)).toEqual({
      from: parseIsoDate('2025-07-01'),
      to: parseIsoDate('2025-09-30'),
      unit: 'quarter',
      count: 1,
      toDate: false,
    });
  });

  test('by its two days is as many single days, and not one to date', () => {
    const [from, to] = [TODAY, TODAY + 9];
    expect(customPeriod({ from, to })).toEqual({ from, to, unit: 'day', count: 10, toDate: false });
  });
});

describe('an offset from today is the whole text', () => {
  test.each(['7 days ago today', '7 days agoo', 'about 7 days ago', '-7 days', 'x-7', ':YYYYMMDD-7x'])(
    'so %j is none',
    (text) => {
      expect(parseDayOffset(text)).toBeUndefined();
    },
  );

  test.each(['1-2 days ago', '1 4 days ago', '-1 4', '-1-4', ':YYYYMMDD-1 4', ':YYYYMMDD--7'])(
    'and of one number, unlike %j',
    (text) => {
      expect(parseDayOffset(text)).toBeUndefined();
    },
  );

  test.each([
    ['  7  days   ago ', -7],
    ['7 __ days ago', -7],
    [' -  7 ', -7],
  ])('but for what stands around and between: %j', (text, expected) => {
    expect(parseDayOffset(text)).toBe(expected);
  });
});
