import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate } from '../../../src/calendar/calendar-date';
import { type DateContext, readRange } from '../../../src/functions/cell-input';

/** Wednesday 2025-07-09, weeks from Monday; a `Date` falls on the day its UTC clock shows. */
function context(asked: string[] = []): DateContext {
  return {
    today: () => {
      asked.push('today');
      return 45_847;
    },
    weekStart: () => {
      asked.push('weekStart');
      return 1;
    },
    dayOf: (date) => {
      asked.push('dayOf');
      return parseIsoDate(date.toISOString().slice(0, 10)) ?? Number.NaN;
    },
  };
}

function range(from?: unknown, to?: unknown): string {
  const { from: first, to: last } = readRange(from, to, context());
  return `${formatIsoDate(first)} ${formatIsoDate(last)}`;
}

function sentence(from?: unknown, to?: unknown): string {
  try {
    range(from, to);
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    if (code === 'invalid_range') return message;
    throw error;
  }
  throw new Error('The dates were accepted');
}

describe('two dates', () => {
  test.each([
    ['2025-07-01', '2025-07-31', '2025-07-01 2025-07-31'],
    ['2025-07-01', '2025-07-01', '2025-07-01 2025-07-01'],
    [' 2025-07-01 ', '2025-07-31', '2025-07-01 2025-07-31'],
    [45_839, 45_869, '2025-07-01 2025-07-31'],
    [45_839.75, 45_869.999, '2025-07-01 2025-07-31'],
    [32_874, 73_415, '1990-01-01 2100-12-31'],
    [new Date('2025-07-01T00:00:00Z'), new Date('2025-07-31T18:30:00Z'), '2025-07-01 2025-07-31'],
    [new Date('2025-07-01T00:00:00Z'), '2025-07-31', '2025-07-01 2025-07-31'],
    [-7, -1, '2025-07-02 2025-07-08'],
    ['-7', '+3', '2025-07-02 2025-07-12'],
    ['7 days ago', 'yesterday', '2025-07-02 2025-07-08'],
    [[['2025-07-01']], [[45_869]], '2025-07-01 2025-07-31'],
    ['last month', 'last week', '2025-06-01 2025-07-06'],
    ['2025-Q1', '2025-Q2', '2025-01-01 2025-06-30'],
    ['2025-07-01', 'MTD', '2025-07-01 2025-07-09'],
    ['2025', '2025', '2025-01-01 2025-12-31'],
  ])('%p and %p are %s', (from, to, expected) => {
    expect(range(from, to)).toBe(expected);
  });

  test('in a cell of another realm are dates too', () => {
    const date: unknown = runInNewContext("new Date('2025-07-01T12:00:00Z')");
    expect(date instanceof Date).toBe(false);
    expect(range(date, '2025-07-02')).toBe('2025-07-01 2025-07-02');
  });
});

describe('one date', () => {
  test.each([
    ['last week', '2025-06-30 2025-07-06'],
    ['today', '2025-07-09 2025-07-09'],
    ['yesterday', '2025-07-08 2025-07-08'],
    ['tomorrow', '2025-07-10 2025-07-10'],
    ['2025-07', '2025-07-01 2025-07-31'],
    ['next week', '2025-07-14 2025-07-20'],
  ])('that is the period %s stands for both ends', (word, expected) => {
    expect(range(word)).toBe(expected);
  });

  test.each([['2025-07-01'], [45_839], [-7], ['7 days ago'], ['2025-07-09'], ['2025-07-12']])(
    'that is the day %p needs the last day',
    (day) => {
      expect(sentence(day)).toBe('Give the last day as well.');
      expect(sentence(day, '')).toBe('Give the last day as well.');
    },
  );

  test.each([['2025-07-31'], ['last week'], [45_839]])('at the end only, %p, is an error', (to) => {
    expect(sentence('', to)).toBe('Give the first day as well.');
  });
});

describe('no date', () => {
  test.each([
    [undefined, undefined],
    ['', ''],
    [null, undefined],
    [[['']], ' '],
  ])('as in %p and %p is an error', (from, to) => {
    expect(sentence(from, to)).toBe('Give two dates, or a period such as "last week".');
  });
});

describe('a mistake is answered with one sentence', () => {
  const WRITE = 'Write 2024-12-31, point at a date cell, or use a word such as "last week". ';

  test.each([
    [0, '0 is not a date. A reference to an empty cell can give 0. Check the cell.'],
    [0.5, `${WRITE}("0.5")`],
    [2025, `${WRITE}("2025")`],
    [32_873, `${WRITE}("32873")`],
    [73_416, `${WRITE}("73416")`],
    [1e300, `${WRITE}("1e+300")`],
    [-7.5, `${WRITE}("-7.5")`],
    [-3661, `${WRITE}("-3661")`],
    [Number.NaN, `${WRITE}("NaN")`],
    ['31/12/2024', `${WRITE}("31/12/2024")`],
    ['31.12.2024', `${WRITE}("31.12.2024")`],
    ['2024-02-30', `${WRITE}("2024-02-30")`],
    ['45839', `${WRITE}("45839")`],
    ['０', `${WRITE}("０")`],
    ['lst week', 'Unknown period "lst week". Did you mean "last week"?'],
    ['Yesteday', 'Unknown period "Yesteday". Did you mean "yesterday"?'],
    ['#REF!', 'Unknown period "#REF!". Use a word such as "last week".'],
    ['whenever you like', 'Unknown period "whenever you like". Use a word such as "last week".'],
    [true, 'Give a date, not TRUE or FALSE.'],
    [false, 'Give a date, not TRUE or FALSE.'],
    [new Date('+010000-01-01T00:00:00Z'), 'Give dates from 1990 to 2100.'],
    [new Date('0001-01-01T00:00:00Z'), 'Give dates from 1990 to 2100.'],
    [new Date('9999-12-31T00:00:00Z'), 'Give dates from 1990 to 2100.'],
    ['9999-01-01', 'Give dates from 1990 to 2100.'],
    ['0000-01-01', 'Give dates from 1990 to 2100.'],
    ['1066', 'Give dates from 1990 to 2100.'],
  ])('%p: %s', (from, expected) => {
    expect(sentence(from, '2025-07-31')).toBe(expected);
  });

  test('when the dates run backwards', () => {
    expect(sentence('2025-07-31', '2025-07-01')).toBe(
      'The first day, 2025-07-31, is after the last day, 2025-07-01.',
    );
  });

  test.each([[[['a', 'b']]], [[['a'], ['b']]], [[[]]], [[]]])(
    'when a range of cells is given: %j',
    (cells) => {
      expect(sentence(cells, '2025-07-31')).toBe('Point at one cell for each date, not at a range.');
    },
  );

  test('that repeats at most 40 characters', () => {
    expect(sentence('1/'.repeat(500), '2025-07-31')).toBe(`${WRITE}("${'1/'.repeat(20)}…")`);
  });
});

describe('what reading costs', () => {
  test.each([
    ['2025-07-01', '2025-07-31', []],
    [45_839, 45_869, []],
    ['-7', '-1', ['today', 'today']],
  ])('%p and %p ask for %j', (from, to, expected) => {
    const asked: string[] = [];
    readRange(from, to, context(asked));
    expect(asked).toEqual(expected);
  });
});
