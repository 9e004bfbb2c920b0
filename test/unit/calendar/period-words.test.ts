import { describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate, type WeekStart } from '../../../src/calendar/calendar-date';
import {
  PERIOD_WORDS,
  PERIODS,
  parseDayOffset,
  parsePeriodWord,
  readPeriodWord,
} from '../../../src/calendar/period-words';

function period(text: string, today = '2025-07-09', weekStart: WeekStart = 1): string | undefined {
  const range = readPeriodWord(text, parseIsoDate(today) as number, weekStart);
  return range && `${formatIsoDate(range.from)} ${formatIsoDate(range.to)}`;
}

describe('a period word on Wednesday 2025-07-09, weeks from Monday', () => {
  // What each word stands for is compared with luxon in test/unit/answers/arguments/dates-words.test.ts.
  test.each([
    ['last 1 day', '2025-07-08 2025-07-08'],
    ['2020-W53', '2020-12-28 2021-01-03'],
    ['2025-W01', '2024-12-30 2025-01-05'],
    ['2024-02', '2024-02-01 2024-02-29'],
    ['last 3660 days', '2015-07-02 2025-07-08'],
    ['12 weeks ago', '2025-04-14 2025-04-20'],
    [':YYYYMM-12', '2024-07-01 2024-07-31'],
    ['25 years ago', '2000-01-01 2000-12-31'],
    // Whatever its case, spaces, hyphens and underscores.
    ['Last-7-Days', '2025-07-02 2025-07-08'],
    ['last7days', '2025-07-02 2025-07-08'],
    ['  Last   Week ', '2025-06-30 2025-07-06'],
    ['2025 - q3', '2025-07-01 2025-09-30'],
    ['\t2025_w27\n', '2025-06-30 2025-07-06'],
    ['2025__07', '2025-07-01 2025-07-31'],
    ['LAST\u00a07\u00a0DAYS', '2025-07-02 2025-07-08'],
  ])('%j stands for %s', (word, expected) => {
    expect(period(word)).toBe(expected);
  });

  test.each([
    ...['last 0 days', 'last 3661 days', '0 weeks ago', '3661 months ago', ':YYYYMM-0', ':YYYYMM-3661'],
    ...['lst week', 'days', '', '2025-Q5', '2025-13', '2025-00', '2025-W00', '2025-W53', '202507', '25'],
    // A word is the whole text.
    ...['in this week', 'this week please', 'last months', 'next yearly', 'the last 7 days', 'x:YYYYMM-2'],
    ...['3 weeks ago today', 'MTD 2025', 'a week to date', 'month to dates', '2025-Q3 only', '2025-07-'],
    // Between digits, and before a number, a hyphen or a blank says something.
    ...['last 2-3 weeks', '1-2 weeks ago', 'last 1 3 weeks', 'next 1_0 days', 'last 1 000 days'],
    ...['last -1 days', 'last --1 days', '-3 weeks ago', ':YYYYMM-1-2', ':YYYYMM--2'],
    ...['constructor', '__proto__', 'valueOf', 'constructortd'],
  ])('%j is no period', (word) => {
    expect(period(word)).toBeUndefined();
  });

  test('by its name is whole, and of ISO weeks', () => {
    expect(readPeriodWord('2025-W27', parseIsoDate('2025-07-09') as number, 7)).toEqual({
      from: parseIsoDate('2025-06-30'),
      to: parseIsoDate('2025-07-06'),
      unit: 'week',
      count: 1,
      toDate: false,
    });
  });

  test.each([
    ['2025-Q3', []],
    ['2025-W27', []],
    ['last 7 days', ['today']],
    ['MTD', ['today']],
    ['last week', ['today', 'weekStart']],
    ['WTD', ['today', 'weekStart']],
  ])('%s asks for %j', (word, expected) => {
    const asked: string[] = [];
    const answer = <Value>(name: string, value: Value) => {
      asked.push(name);
      return value;
    };
    parsePeriodWord(word)?.({
      today: () => answer('today', 45_847),
      weekStart: () => answer('weekStart', 1 as const),
    });
    expect(asked).toEqual(expected);
  });
});

test('the table offers words that are understood, but for those that name a day, and none twice', () => {
  const words = PERIODS.flat();
  const days = ['7 days ago', '-7', '7daysAgo', ':YYYYMMDD-7'];
  expect(words.filter((word) => period(word) === undefined)).toEqual(days);
  expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length);
  expect(PERIOD_WORDS).toEqual(expect.arrayContaining(['today', 'last 7 days', 'MTD', '3 weeks ago']));
  expect(PERIOD_WORDS.filter((word) => !words.includes(word) || word === '2025-Q3')).toEqual([]);
});

describe('an offset from today', () => {
  test.each([
    ['-7', -7],
    ['+3', 3],
    ['\u22127', -7],
    [' -  7 ', -7],
    ['7 __ days ago', -7],
    ['1 day ago', -1],
    ['7_DAYS_AGO', -7],
    ['7-days-ago', -7],
    [':yyyymmdd+7', 7],
    ['+3660', 3660],
    ['3660 days ago', -3660],
  ])('%s is %i days', (text, expected) => {
    expect(parseDayOffset(text)).toBe(expected);
  });

  test.each([
    ...['7', '-3661', '+9999', '3661 days ago', '0 days ago', '+0', '-0', '-1.5', '--7', '+-7', '-', ''],
    ...[':YYYYMM-7', ':YYYYMMDD', '2025', 'days ago', '7 days', '-7 days ago', '7 days ago today', 'x-7'],
    ...['1-2 days ago', '1 4 days ago', '-1 4', '-1-4', ':YYYYMMDD-1 4', ':YYYYMMDD--7', ':YYYYMMDD-7x'],
  ])('is not read from %j', (text) => {
    expect(parseDayOffset(text)).toBeUndefined();
  });
});
