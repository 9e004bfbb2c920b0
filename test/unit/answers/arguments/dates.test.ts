import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { readRange } from '../../../../src/answers/arguments/cells';
import { serialOf } from '../../../support/shift-records';
import { dateContext, days, refusal } from './date-context';

describe('two dates', () => {
  test.each([
    ['2025-07-01', '2025-07-31', '2025-07-01 2025-07-31'],
    [' 2025-07-01 ', '2025-07-31', '2025-07-01 2025-07-31'],
    [45_839, 45_869, '2025-07-01 2025-07-31'],
    [45_839.75, 45_869.999, '2025-07-01 2025-07-31'],
    [32_874, 73_415, '1990-01-01 2100-12-31'],
    [new Date('2025-07-01T00:00:00Z'), new Date('2025-07-31T18:30:00Z'), '2025-07-01 2025-07-31'],
    [new Date('2025-07-01T00:00:00Z'), '2025-07-31', '2025-07-01 2025-07-31'],
    [-7, -1, '2025-07-02 2025-07-08'],
    ['-7', '+3', '2025-07-02 2025-07-12'],
    [[['2025-07-01']], [[45_869]], '2025-07-01 2025-07-31'],
    ['last month', 'last week', '2025-06-01 2025-07-06'],
    ['2025-07-01', 'MTD', '2025-07-01 2025-07-09'],
    ['last 4 weeks', '2025-07-31', '2025-06-09 2025-07-31'],
    ['2025', '2025', '2025-01-01 2025-12-31'],
    ['2025', 'next week', '2025-01-01 2025-07-20'],
  ])('%p and %p are %s', (from, to, expected) => {
    expect(days(from, to)).toBe(expected);
  });

  test.each([
    [undefined, undefined, '2025-06-09', '2025-07-06'],
    ['', [[' ']], '2025-06-09', '2025-07-06'],
    ['yesterday', undefined, '2025-07-08', '2025-07-08'],
  ])('%p and %p are %s to %s where both blank stand for four weeks', (from, to, first, last) => {
    expect(readRange(from, to, dateContext(), 'last 4 weeks')).toMatchObject({
      from: serialOf(first),
      to: serialOf(last),
    });
  });

  test('in a cell of another realm are dates too', () => {
    const date: unknown = runInNewContext("new Date('2025-07-01T12:00:00Z')");
    expect(date instanceof Date).toBe(false);
    expect(days(date, '2025-07-02')).toBe('2025-07-01 2025-07-02');
  });
});

describe('a period alone', () => {
  test.each([
    ['last week', '2025-06-30 2025-07-06'],
    ['today', '2025-07-09 2025-07-09'],
    ['2025-07', '2025-07-01 2025-07-31'],
  ])('%s fills both ends', (word, expected) => {
    expect([days(word, undefined), days(word, ''), days([[word]], [['']])]).toEqual([
      expected,
      expected,
      expected,
    ]);
  });
});

test.each([
  ['named twice is that period', 'last month', 'last month', '2025-05-01'],
  ['that only begins so is days', 'this month', 'MTD', '2025-06-22'],
  ['that only ends so is days', 'last month', 'last quarter', '2025-05-02'],
])('a period %s, which says what is before it', (_title, from, to, earlier) => {
  expect(readRange(from, to, dateContext()).before.from).toBe(serialOf(earlier));
});

describe('any other day alone', () => {
  test.each([
    ['2025-07-01', '2025-07-01 2025-07-09'],
    ['2025-07-09', '2025-07-09 2025-07-09'],
    [45_839, '2025-07-01 2025-07-09'],
    [new Date('2025-07-01T10:00:00Z'), '2025-07-01 2025-07-09'],
    [-7, '2025-07-02 2025-07-09'],
    ['7 days ago', '2025-07-02 2025-07-09'],
  ])('%p runs through today', (from, expected) => {
    expect(days(from, null)).toBe(expected);
  });

  test.each([['2025-07-12'], [45_850], [new Date('2025-07-12T00:00:00Z')], ['+3']])(
    'that is to come, %p, is an error',
    (from) => {
      expect(refusal(from)).toBe('The first day, 2025-07-12, is after the last day, 2025-07-09.');
    },
  );

  test.each([['2025-07-31'], ['last week'], [45_839], [-1]])('at the end, %p, is an error', (to) => {
    expect(refusal('', to)).toBe('Give the first day as well.');
  });
});

describe('no date', () => {
  test.each([
    [undefined, undefined],
    ['', ''],
    [null, undefined],
    [[['']], ' '],
    [[[null]], '\u00a0'],
  ])('as in %p and %p means the last 7 days', (from, to) => {
    expect(days(from, to)).toBe('2025-07-02 2025-07-08');
  });
});

describe('what reading costs', () => {
  test.each([
    ['2025-07-01', '2025-07-31', []],
    ['2025-Q3', '', []],
    ['', '', ['today']],
    ['2025-07-01', '', ['today']],
    ['last 7 days', '', ['today']],
    ['MTD', '', ['today']],
    ['-7', '-1', ['today']],
    ['last week', 'today', ['today', 'weekStart']],
    [new Date(0), '2025-07-31', ['dayOf']],
  ])('%p and %p ask for %j', (from, to, expected) => {
    const asked: string[] = [];
    try {
      readRange(from, to, dateContext({ asked }));
    } catch {
      // 1970 is refused, after it was asked what day it is.
    }
    expect([...new Set(asked)]).toEqual(expected);
  });

  test.each([['lst week'], ['31/12/2024'], ['venue=Grand'], [0], [true], ['constructor']])(
    '%p is refused without asking for anything',
    (from) => {
      const asked: string[] = [];
      refusal(from, '', dateContext({ asked }));
      expect(asked).toEqual([]);
    },
  );
});
