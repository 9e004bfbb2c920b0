import { describe, expect, test } from '@jest/globals';
import { findOption } from '../../../../src/answers/arguments/options';
import { PERIODS } from '../../../../src/contract/reports';
import { days, refusal } from './date-context';

const WRITE = 'Write 2024-12-31, point at a date cell, or use a word such as "last week". ';
const YEARS = 'Give dates from 1990 to 2100.';

describe('a mistake in the first date is answered with one sentence', () => {
  test.each([
    [0, '0 is not a date. A reference to an empty cell can give 0. Check the cell.'],
    [-0, '0 is not a date. A reference to an empty cell can give 0. Check the cell.'],
    [0.5, `${WRITE}("0.5")`],
    [-0.5, `${WRITE}("-0.5")`],
    [1, `${WRITE}("1")`],
    [3, `${WRITE}("3")`],
    [2025, `${WRITE}("2025")`],
    [2_025_07, `${WRITE}("202507")`],
    [20_250_709, `${WRITE}("20250709")`],
    [32_873, `${WRITE}("32873")`],
    [32_873.99, `${WRITE}("32873.99")`],
    [73_416, `${WRITE}("73416")`],
    [1e300, `${WRITE}("1e+300")`],
    [-7.5, `${WRITE}("-7.5")`],
    [-3661, `${WRITE}("-3661")`],
    [Number.NaN, `${WRITE}("NaN")`],
    [Number.POSITIVE_INFINITY, `${WRITE}("Infinity")`],
    [new Date(Number.NaN), `${WRITE}("Invalid Date")`],
    ['31/12/2024', `${WRITE}("31/12/2024")`],
    ['12/31/2024', `${WRITE}("12/31/2024")`],
    ['31.12.2024', `${WRITE}("31.12.2024")`],
    ['31 Dec 2024', `${WRITE}("31 Dec 2024")`],
    ['1 January 2024', `${WRITE}("1 January 2024")`],
    ['2024-02-30', `${WRITE}("2024-02-30")`],
    ['2024-1-1', `${WRITE}("2024-1-1")`],
    ['2024-01-01T00:00:00Z', `${WRITE}("2024-01-01T00:00:00Z")`],
    ['2025-Q5', `${WRITE}("2025-Q5")`],
    ['2025-13', `${WRITE}("2025-13")`],
    ['2025-W53', `${WRITE}("2025-W53")`],
    ['45839', `${WRITE}("45839")`],
    ['0', `${WRITE}("0")`],
    ['-3661', `${WRITE}("-3661")`],
    ['0.5', `${WRITE}("0.5")`],
    ['０', `${WRITE}("０")`],
    ['?', `${WRITE}("?")`],
    ['#REF!', `${WRITE}("#REF!")`],
    ['#N/A', `${WRITE}("#N/A")`],
    ['lst week', 'Unknown period "lst week". Did you mean "last week"?'],
    ['lats week', 'Unknown period "lats week". Did you mean "last week"?'],
    ['Yesteday', 'Unknown period "Yesteday". Did you mean "yesterday"?'],
    ['mtdd', 'Unknown period "mtdd". Did you mean "MTD"?'],
    ['month to dat', 'Unknown period "month to dat". Did you mean "month to date"?'],
    ['previos month', 'Unknown period "previos month". Did you mean "previous month"?'],
    ['lst 90 days', 'Unknown period "lst 90 days". Did you mean "last 90 days"?'],
    ['LST_9_DAYS', 'Unknown period "LST_9_DAYS". Did you mean "LAST_9_DAYS"?'],
    ['nxt 9 days', 'Unknown period "nxt 9 days". Did you mean "next 9 days"?'],
    ['12 weks ago', 'Unknown period "12 weks ago". Did you mean "12 weeks ago"?'],
    ['lst six weeks ago', `${WRITE}("lst six weeks ago")`],
    ['lst 18 months', 'Unknown period "lst 18 months". Did you mean "last 18 months"?'],
    ['lst 550 days', 'Unknown period "lst 550 days". Did you mean "last 550 days"?'],
    ['40 yers ago', 'Unknown period "40 yers ago". Did you mean "40 years ago"?'],
    ['90 dys ago', 'Unknown period "90 dys ago". Did you mean "90 days ago"?'],
    ['last 0 days', 'Use a number from 1 to 3660. ("last 0 days")'],
    ['last 3661 weeks', 'Use a number from 1 to 3660. ("last 3661 weeks")'],
    ['99999 days ago', 'Use a number from 1 to 3660. ("99999 days ago")'],
    ['M D', `${WRITE}("M D")`],
    ['whenever you like', `${WRITE}("whenever you like")`],
    ['constructor', `${WRITE}("constructor")`],
    ['__proto__', `${WRITE}("__proto__")`],
    ['toString', `${WRITE}("toString")`],
    ['hasOwnProperty', `${WRITE}("hasOwnProperty")`],
    ['a\nbcd  e', `${WRITE}("a bcd e")`],
    ['monday', `${WRITE}("monday")`],
    ['Fri', `${WRITE}("Fri")`],
    ['last 2-3 weeks', 'Unknown period "last 2-3 weeks". Did you mean "last 2 weeks"?'],
    ['last 1 000 days', `${WRITE}("last 1 000 days")`],
    [true, `${WRITE}("true")`],
    [{}, `${WRITE}("a range")`],
    [Symbol('day'), `${WRITE}("Symbol(day)")`],
    [new Date('+010000-01-01T00:00:00Z'), YEARS],
    [new Date('0001-01-01T00:00:00Z'), YEARS],
    [new Date('1899-12-30T12:00:00Z'), YEARS],
    [new Date('9999-12-31T00:00:00Z'), YEARS],
    ['1989-12-31', YEARS],
    ['2101-01-01', YEARS],
    ['9999-01-01', YEARS],
    ['0000-01-01', YEARS],
    ['1066', YEARS],
    ['0095', YEARS],
    ['1989-12', YEARS],
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
    ['2025-07-01', false, `${WRITE}("false")`],
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
  const words = [...Object.keys(PERIODS).filter((word) => word !== 'custom'), 'week to date', 'QTD', 'today'];
  for (const word of words) {
    expect({ word, days: days(word, '') }).toEqual({ word, days: expect.any(String) });
    expect({ word, option: findOption(word) }).toEqual({ word, option: undefined });
  }
});
