import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  customPeriod,
  type DateRange,
  dayCount,
  formatIsoDate,
  parseIsoDate,
  type Weekday,
} from '../../../src/calendar/calendar-date';
import { PERIOD_WORDS, PERIODS, parseDays, readPeriodWord } from '../../../src/calendar/period-words';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);

const serial = (text: string) => parseIsoDate(text) as number;
const shown = (range: DateRange | undefined) =>
  range && `${formatIsoDate(range.from)} ${formatIsoDate(range.to)}`;

function period(text: string, today = '2025-07-09', weekStart: Weekday = 1): string | undefined {
  return shown(readPeriodWord(text, serial(today), weekStart));
}

/** The period before the one that a word stands for. */
function earlier(word: string, today: string, weekStart: Weekday = 1): string | undefined {
  const found = readPeriodWord(word, serial(today), weekStart);
  return shown(found?.before);
}

describe('a period word on Wednesday 2025-07-09, weeks from Monday', () => {
  // What each word stands for is compared with luxon in test/unit/answers/arguments/dates-words.test.ts.
  test.each([
    ['last 1 day', '2025-07-08 2025-07-08'],
    ['2020-W53', '2020-12-28 2021-01-03'],
    ['2025-W01', '2024-12-30 2025-01-05'],
    ['2024-02', '2024-02-01 2024-02-29'],
    ['last 9999 days', '1998-02-22 2025-07-08'],
    ['0 weeks ago', '2025-07-07 2025-07-13'],
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
    ...['last 10000 days', '10000 weeks ago', ':YYYYMM-10000'],
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
    expect(readPeriodWord('2025-W27', serial('2025-07-09'), 7)).toEqual({
      from: parseIsoDate('2025-06-30'),
      to: parseIsoDate('2025-07-06'),
      before: { from: parseIsoDate('2025-06-23'), to: parseIsoDate('2025-06-29') },
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
    parseDays(word)?.of({
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
  const offset = (text: string) => {
    const days = parseDays(text);
    const { from, to } = days?.of({ today: () => 40_000, weekStart: () => 1 }) ?? { from: 0, to: 0 };
    return days?.isPeriod === false && from === to ? from - 40_000 : undefined;
  };

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
    ['+9999', 9999],
    ['-0', 0],
    ['9999 days ago', -9999],
  ])('%s is %i days', (text, expected) => {
    expect(offset(text)).toBe(expected);
  });

  test.each([
    ...['7', '-10000', '10000 days ago', '-1.5', '--7', '+-7', '-', ''],
    ...[':YYYYMM-7', ':YYYYMMDD', '2025', 'days ago', '7 days', '-7 days ago', '7 days ago today', 'x-7'],
    ...['1-2 days ago', '1 4 days ago', '-1 4', '-1-4', ':YYYYMMDD-1 4', ':YYYYMMDD--7', ':YYYYMMDD-7x'],
  ])('is not read from %j', (text) => {
    expect(offset(text)).toBeUndefined();
  });
});

describe('the period before, on Wednesday 2025-07-09', () => {
  test.each([
    ['today', '2025-07-08 2025-07-08'],
    ['yesterday', '2025-07-07 2025-07-07'],
    ['tomorrow', '2025-07-09 2025-07-09'],
    ['last 7 days', '2025-06-25 2025-07-01'],
    ['next 14 days', '2025-06-26 2025-07-09'],
    ['this week', '2025-06-30 2025-07-06'],
    ['last week', '2025-06-23 2025-06-29'],
    ['week before last', '2025-06-16 2025-06-22'],
    ['3 weeks ago', '2025-06-09 2025-06-15'],
    ['last 4 weeks', '2025-05-12 2025-06-08'],
    ['next week', '2025-07-07 2025-07-13'],
    ['next 2 weeks', '2025-06-30 2025-07-13'],
    ['WTD', '2025-06-30 2025-07-02'],
    ['this month', '2025-06-01 2025-06-30'],
    ['last month', '2025-05-01 2025-05-31'],
    ['2 months ago', '2025-04-01 2025-04-30'],
    ['last 3 months', '2025-01-01 2025-03-31'],
    ['next month', '2025-07-01 2025-07-31'],
    ['MTD', '2025-06-01 2025-06-09'],
    ['month to date', '2025-06-01 2025-06-09'],
    ['this quarter', '2025-04-01 2025-06-30'],
    ['last quarter', '2025-01-01 2025-03-31'],
    ['last 2 quarters', '2024-07-01 2024-12-31'],
    ['QTD', '2025-04-01 2025-04-09'],
    ['this year', '2024-01-01 2024-12-31'],
    ['last year', '2023-01-01 2023-12-31'],
    ['last 2 years', '2021-01-01 2022-12-31'],
    ['YTD', '2024-01-01 2024-07-08'],
    ['2025', '2024-01-01 2024-12-31'],
    ['2025-Q3', '2025-04-01 2025-06-30'],
    ['2025-Q1', '2024-10-01 2024-12-31'],
    ['2025-07', '2025-06-01 2025-06-30'],
    ['2025-01', '2024-12-01 2024-12-31'],
    ['2025-W27', '2025-06-23 2025-06-29'],
    ['2021-W01', '2020-12-28 2021-01-03'],
  ])('%s: %s', (word, expected) => {
    expect(earlier(word, '2025-07-09')).toBe(expected);
  });

  test.each([
    ['last week', '2025-06-22 2025-06-28'],
    ['last 4 weeks', '2025-05-11 2025-06-07'],
    ['WTD', '2025-06-29 2025-07-02'],
    ['2025-W27', '2025-06-23 2025-06-29'],
  ])('%s, weeks from Sunday: %s', (word, expected) => {
    expect(earlier(word, '2025-07-09', 7)).toBe(expected);
  });
});

describe('the period before one that ends today', () => {
  test.each([
    ['MTD', '2025-03-31', '2025-02-01 2025-02-28'],
    ['MTD', '2024-03-31', '2024-02-01 2024-02-29'],
    ['MTD', '2024-03-29', '2024-02-01 2024-02-29'],
    ['MTD', '2025-03-28', '2025-02-01 2025-02-28'],
    ['MTD', '2025-02-28', '2025-01-01 2025-01-28'],
    ['MTD', '2025-01-01', '2024-12-01 2024-12-01'],
    ['MTD', '2025-07-31', '2025-06-01 2025-06-30'],
    ['WTD', '2025-07-07', '2025-06-30 2025-06-30'],
    ['WTD', '2025-07-13', '2025-06-30 2025-07-06'],
    ['QTD', '2025-06-30', '2025-01-01 2025-03-31'],
    ['QTD', '2025-05-31', '2025-01-01 2025-03-02'],
    ['QTD', '2025-03-31', '2024-10-01 2024-12-29'],
    ['YTD', '2024-12-31', '2023-01-01 2023-12-31'],
    ['YTD', '2025-12-31', '2024-01-01 2024-12-30'],
    ['YTD', '2025-01-01', '2024-01-01 2024-01-01'],
  ])('%s on %s has as many days, and ends with its unit at the latest: %s', (word, today, expected) => {
    expect(earlier(word, today)).toBe(expected);
  });

  test('is the whole unit where the word means a whole one', () => {
    expect([earlier('this month', '2025-02-28'), earlier('this month', '2025-03-01')]).toEqual([
      '2025-01-01 2025-01-31',
      '2025-02-01 2025-02-28',
    ]);
  });
});

describe('the days before a custom range', () => {
  test(`are as many, and end the day before (seed ${SEED})`, () => {
    const range = fc
      .tuple(fc.integer({ min: 33_000, max: 73_000 }), fc.integer({ min: 0, max: 800 }))
      .map(([from, more]) => ({ from, to: from + more }));
    fc.assert(
      fc.property(range, (days) => {
        const { before: found } = customPeriod(days);
        expect([found.to, dayCount(found)]).toEqual([days.from - 1, dayCount(days)]);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('of one day are the day before', () => {
    const day = serial('2024-03-01');
    expect(customPeriod({ from: day, to: day }).before).toEqual({ from: day - 1, to: day - 1 });
  });
});
