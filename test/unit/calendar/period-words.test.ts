import { describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate, type WeekStart } from '../../../src/calendar/calendar-date';
import { PERIOD_WORDS, PERIODS, parsePeriodWord, readPeriodWord } from '../../../src/calendar/period-words';

function period(text: string, today: string, weekStart: WeekStart = 1): string | undefined {
  const range = readPeriodWord(text, parseIsoDate(today) as number, weekStart);
  return range && `${formatIsoDate(range.from)} ${formatIsoDate(range.to)}`;
}

describe('a period word on Wednesday 2025-07-09, weeks from Monday', () => {
  test.each([
    ['today', '2025-07-09 2025-07-09'],
    ['yesterday', '2025-07-08 2025-07-08'],
    ['tomorrow', '2025-07-10 2025-07-10'],
    ['last 7 days', '2025-07-02 2025-07-08'],
    ['past 7 days', '2025-07-02 2025-07-08'],
    ['last 1 day', '2025-07-08 2025-07-08'],
    ['next 14 days', '2025-07-10 2025-07-23'],
    ['this week', '2025-07-07 2025-07-13'],
    ['last week', '2025-06-30 2025-07-06'],
    ['previous week', '2025-06-30 2025-07-06'],
    ['week before last', '2025-06-23 2025-06-29'],
    ['3 weeks ago', '2025-06-16 2025-06-22'],
    ['1 week ago', '2025-06-30 2025-07-06'],
    ['last 4 weeks', '2025-06-09 2025-07-06'],
    ['next week', '2025-07-14 2025-07-20'],
    ['next 2 weeks', '2025-07-14 2025-07-27'],
    ['WTD', '2025-07-07 2025-07-09'],
    ['week to date', '2025-07-07 2025-07-09'],
    ['this month', '2025-07-01 2025-07-31'],
    ['last month', '2025-06-01 2025-06-30'],
    ['previous month', '2025-06-01 2025-06-30'],
    ['2 months ago', '2025-05-01 2025-05-31'],
    [':YYYYMM-2', '2025-05-01 2025-05-31'],
    ['last 3 months', '2025-04-01 2025-06-30'],
    ['next month', '2025-08-01 2025-08-31'],
    ['MTD', '2025-07-01 2025-07-09'],
    ['month to date', '2025-07-01 2025-07-09'],
    ['MONTH_TO_DATE', '2025-07-01 2025-07-09'],
    ['this quarter', '2025-07-01 2025-09-30'],
    ['last quarter', '2025-04-01 2025-06-30'],
    ['last 2 quarters', '2025-01-01 2025-06-30'],
    ['QTD', '2025-07-01 2025-07-09'],
    ['this year', '2025-01-01 2025-12-31'],
    ['last year', '2024-01-01 2024-12-31'],
    ['YTD', '2025-01-01 2025-07-09'],
    ['2025', '2025-01-01 2025-12-31'],
    ['2025-Q3', '2025-07-01 2025-09-30'],
    ['2025-07', '2025-07-01 2025-07-31'],
    ['2025-W27', '2025-06-30 2025-07-06'],
  ])('%s stands for %s', (word, expected) => {
    expect(period(word, '2025-07-09')).toBe(expected);
  });

  test.each([
    ['LAST_7_DAYS', '2025-07-02 2025-07-08'],
    ['Last-7-Days', '2025-07-02 2025-07-08'],
    ['last7days', '2025-07-02 2025-07-08'],
    ['  Last   Week ', '2025-06-30 2025-07-06'],
    ['mtd', '2025-07-01 2025-07-09'],
    ['2025-q3', '2025-07-01 2025-09-30'],
    ['2025 Q3', '2025-07-01 2025-09-30'],
    ['2025_w27', '2025-06-30 2025-07-06'],
    ['2025 - Q3', '2025-07-01 2025-09-30'],
    ['2025 07', '2025-07-01 2025-07-31'],
    ['week-to-date', '2025-07-07 2025-07-09'],
    ['LAST\u00a07\u00a0DAYS', '2025-07-02 2025-07-08'],
  ])('%j is read whatever its case, spaces, hyphens and underscores', (word, expected) => {
    expect(period(word, '2025-07-09')).toBe(expected);
  });

  test.each([
    'last 0 days',
    'last 3661 days',
    'last 99999 days',
    'lst week',
    'last fortnight',
    'days',
    '',
    '2025-Q5',
  ])('%j is no period', (word) => {
    expect(period(word, '2025-07-09')).toBeUndefined();
  });

  test.each(['2025-13', '2025-00', '2025-W00', '2025-W53', '2025-W99', '202507', '25'])(
    '%j is no named period',
    (word) => {
      expect(period(word, '2025-07-09')).toBeUndefined();
    },
  );

  test('takes a count of up to 3,660', () => {
    expect(period('last 3660 days', '2025-07-09')).toBe('2015-07-02 2025-07-08');
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf', 'constructortd'])(
    '%s is no period, whatever JavaScript calls it',
    (word) => {
      expect(period(word, '2025-07-09')).toBeUndefined();
    },
  );
});

describe('what a period word asks for', () => {
  test.each([
    ['2025-Q3', []],
    ['2025-W27', []],
    ['yesterday', ['today']],
    ['last 7 days', ['today']],
    ['MTD', ['today']],
    ['last week', ['today', 'weekStart']],
    ['WTD', ['today', 'weekStart']],
  ])('%s: %j', (word, expected) => {
    const asked: string[] = [];
    const answer = <Value>(name: string, value: Value) => {
      asked.push(name);
      return value;
    };
    const now = { today: () => answer('today', 45_847), weekStart: () => answer('weekStart', 1 as const) };

    parsePeriodWord(word)?.(now);

    expect(asked).toEqual(expected);
  });
});

describe('the table of period words', () => {
  test('offers only words that are understood, but for those that name a day', () => {
    const words = PERIODS.flat();

    expect(words.filter((word) => period(word, '2025-07-09') === undefined)).toEqual([
      '7 days ago',
      '-7',
      '7daysAgo',
      ':YYYYMMDD-7',
    ]);
    expect(PERIOD_WORDS.filter((word) => !words.includes(word))).toEqual([]);
  });

  test('lists no word twice', () => {
    const words = PERIODS.flat().map((word) => word.toLowerCase());
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });

  test('suggests words, not names of single periods', () => {
    expect(PERIOD_WORDS).toEqual(expect.arrayContaining(['today', 'last 7 days', 'MTD', '3 weeks ago']));
    expect(PERIOD_WORDS).not.toContain('2025-Q3');
  });
});

describe('a period word with weeks from Sunday', () => {
  test.each([
    ['last week', '2025-06-29 2025-07-05'],
    ['last 4 weeks', '2025-06-08 2025-07-05'],
    ['WTD', '2025-07-06 2025-07-09'],
    ['this week', '2025-07-06 2025-07-12'],
    ['next week', '2025-07-13 2025-07-19'],
    ['2025-W27', '2025-06-30 2025-07-06'],
  ])('%s stands for %s', (word, expected) => {
    expect(period(word, '2025-07-09', 7)).toBe(expected);
  });
});

describe('a period word at an edge of the calendar', () => {
  test.each([
    ['2025-07-07', 1, 'this week', '2025-07-07 2025-07-13'],
    ['2025-07-13', 1, 'this week', '2025-07-07 2025-07-13'],
    ['2025-07-13', 7, 'this week', '2025-07-13 2025-07-19'],
    ['2025-07-12', 7, 'WTD', '2025-07-06 2025-07-12'],
    ['2025-07-01', 1, 'MTD', '2025-07-01 2025-07-01'],
    ['2024-03-01', 1, 'last month', '2024-02-01 2024-02-29'],
    ['2025-03-31', 1, 'last month', '2025-02-01 2025-02-28'],
    ['2024-02-29', 1, 'last year', '2023-01-01 2023-12-31'],
    ['2024-02-29', 1, 'MTD', '2024-02-01 2024-02-29'],
    ['2025-01-01', 1, 'yesterday', '2024-12-31 2024-12-31'],
    ['2025-01-01', 1, 'last week', '2024-12-23 2024-12-29'],
    ['2025-01-15', 1, 'last quarter', '2024-10-01 2024-12-31'],
    ['2025-12-31', 1, 'next month', '2026-01-01 2026-01-31'],
    ['2025-12-31', 1, 'next quarter', '2026-01-01 2026-03-31'],
    ['2025-12-31', 1, 'QTD', '2025-10-01 2025-12-31'],
    ['2025-01-31', 1, '3 months ago', '2024-10-01 2024-10-31'],
    ['2025-07-09', 1, '2020-W53', '2020-12-28 2021-01-03'],
    ['2025-07-09', 1, '2025-W01', '2024-12-30 2025-01-05'],
    ['2025-07-09', 1, '2024-02', '2024-02-01 2024-02-29'],
  ] as const)('%s, weeks from %i: %s stands for %s', (today, weekStart, word, expected) => {
    expect(period(word, today, weekStart)).toBe(expected);
  });
});
