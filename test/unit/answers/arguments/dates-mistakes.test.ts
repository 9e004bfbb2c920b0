import { describe, expect, test } from '@jest/globals';
import { findOption } from '../../../../src/answers/arguments/options';
import { PERIODS } from '../../../../src/contract/reports';
import { days, refusal } from './date-context';

const WRITE = 'Write 2024-12-31, point at a date cell, or use a word such as "last week". ';
const YEARS = 'Give dates from 1990 to 2100.';

describe('a mistake in the first date is answered with one sentence', () => {
  test.each([
    [0, '0 is not a date. A reference to an empty cell can give 0. Check the cell.'],
    [2025, `${WRITE}("2025")`],
    [32_873, `${WRITE}("32873")`],
    [73_416, `${WRITE}("73416")`],
    [-7.5, `${WRITE}("-7.5")`],
    [-10000, `${WRITE}("-10000")`],
    [Number.NaN, `${WRITE}("NaN")`],
    [Number.POSITIVE_INFINITY, `${WRITE}("Infinity")`],
    [new Date(Number.NaN), `${WRITE}("a date")`],
    ['31/12/2024', `${WRITE}("31/12/2024")`],
    ['31 Dec 2024', `${WRITE}("31 Dec 2024")`],
    ['2024-02-30', `${WRITE}("2024-02-30")`],
    ['2024-1-1', `${WRITE}("2024-1-1")`],
    ['2024-01-01T00:00:00Z', `${WRITE}("2024-01-01T00:00:00Z")`],
    ['?', `${WRITE}("?")`],
    ['#REF!', `${WRITE}("#REF!")`],
    ['2027-W53', `${WRITE}("2027-W53")`],
    ['46076', `${WRITE}("46076")`],
    ['lst week', 'Unknown period "lst week". Did you mean "last week"?'],
    [' lst week ', 'Unknown period "lst week". Did you mean "last week"?'],
    ['next dys', 'Unknown period "next dys". Did you mean "next 7 days"?'],
    ['lst 14 weeks', 'Unknown period "lst 14 weeks". Did you mean "last 14 weeks"?'],
    ['mtdd', 'Unknown period "mtdd". Did you mean "MTD"?'],
    ['month to dat', 'Unknown period "month to dat". Did you mean "month to date"?'],
    ['lst 90 days', 'Unknown period "lst 90 days". Did you mean "last 90 days"?'],
    ['LST_9_DAYS', 'Unknown period "LST_9_DAYS". Did you mean "LAST_9_DAYS"?'],
    ['12 weks ago', 'Unknown period "12 weks ago". Did you mean "12 weeks ago"?'],
    ['lst six weeks ago', `${WRITE}("lst six weeks ago")`],
    ['40 yers ago', 'Unknown period "40 yers ago". Did you mean "40 years ago"?'],
    ['last 10000 days', 'Unknown period "last 10000 days". Did you mean "last 1000 days"?'],
    ['whenever you like', `${WRITE}("whenever you like")`],
    ['constructor', `${WRITE}("constructor")`],
    ['a\nbcd  e', `${WRITE}("a bcd e")`],
    ['monday', `${WRITE}("monday")`],
    ['last 2-3 weeks', 'Unknown period "last 2-3 weeks". Did you mean "last 2 weeks"?'],
    [true, `${WRITE}("TRUE")`],
    [{}, `${WRITE}("a range")`],
    [Symbol('day'), `${WRITE}("Symbol(day)")`],
    [new Date('+010000-01-01T00:00:00Z'), YEARS],
    [new Date('9999-12-31T00:00:00Z'), YEARS],
    ['1989-12-31', YEARS],
    ['2101-01-01', YEARS],
    ['0000-01-01', YEARS],
    ['0095', YEARS],
    ['last 3660 months', YEARS],
  ])('%p: %s', (from, expected) => {
    expect(refusal(from, '2025-07-31')).toBe(expected);
  });
});

describe('a mistake in the last date', () => {
  test.each([
    ['2025-07-01', 0, '0 is not a date. A reference to an empty cell can give 0. Check the cell.'],
    ['2025-07-01', '31/07/2025', `${WRITE}("31/07/2025")`],
    ['2025-07-01', 'lst week', 'Unknown period "lst week". Did you mean "last week"?'],
    ['2025-07-01', false, `${WRITE}("FALSE")`],
    ['2025-07-01', 73_416, `${WRITE}("73416")`],
    ['1990-01-01', '0095', YEARS],
    ['2025-07-01', 'next 3660 quarters', YEARS],
    ['2025-07-31', '2025-07-01', 'The first day, 2025-07-31, is after the last day, 2025-07-01.'],
    ['this month', 'last month', 'The first day, 2025-07-01, is after the last day, 2025-06-30.'],
    [-1, -7, 'The first day, 2025-07-08, is after the last day, 2025-07-02.'],
  ])('%p and %p: %s', (from, to, expected) => {
    expect(refusal(from, to)).toBe(expected);
  });
});

describe('a range of cells in a date’s place', () => {
  const ONE_CELL = `${WRITE}("a range")`;

  test.each([[[['a', 'b']]], [[['a'], ['b']]], [[['', '']]], [[[]]], [[]], [['2025-07-01']]])(
    'is refused: %j',
    (cells) => {
      expect([refusal(cells, '2025-07-31'), refusal('2025-07-01', cells)]).toEqual([ONE_CELL, ONE_CELL]);
    },
  );
});

test('no option bears the name of a period: it would end the dates', () => {
  const words = [
    ...PERIODS.map(({ value }) => value).filter((word) => word !== 'custom'),
    'week to date',
    'QTD',
    'today',
  ];
  for (const word of words) {
    expect({ word, days: days(word, '') }).toEqual({ word, days: expect.any(String) });
    expect({ word, option: findOption(word) }).toEqual({ word, option: undefined });
  }
});
