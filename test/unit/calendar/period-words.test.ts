import { describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate, type WeekStart } from '../../../src/calendar/calendar-date';
import { PERIOD_WORDS, PERIODS, parsePeriodWord, readPeriodWord } from '../../../src/calendar/period-words';

function period(text: string, today: string, weekStart: WeekStart = 1): string | undefined {
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
