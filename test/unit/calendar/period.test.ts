import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  customPeriod,
  dayCount,
  formatIsoDate,
  parseIsoDate,
  periodBefore,
  type WeekStart,
} from '../../../src/calendar/calendar-date';
import { readPeriodWord } from '../../../src/calendar/period-words';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);

const serial = (text: string) => parseIsoDate(text) as number;

/** The period before the one that a word stands for. */
function earlier(word: string, today: string, weekStart: WeekStart = 1): string | undefined {
  const period = readPeriodWord(word, serial(today), weekStart);
  if (period === undefined) return undefined;
  const { from, to } = periodBefore(period);
  return `${formatIsoDate(from)} ${formatIsoDate(to)}`;
}

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
        const found = periodBefore(customPeriod(days));
        expect([found.to, dayCount(found)]).toEqual([days.from - 1, dayCount(days)]);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  test('of one day are the day before', () => {
    const day = serial('2024-03-01');
    expect(periodBefore(customPeriod({ from: day, to: day }))).toEqual({ from: day - 1, to: day - 1 });
  });
});

test('days that were named by their dates are as many single days', () => {
  expect(customPeriod({ from: 1, to: 10 })).toEqual({
    from: 1,
    to: 10,
    unit: 'day',
    count: 10,
    toDate: false,
  });
});
