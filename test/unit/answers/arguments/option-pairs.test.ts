import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { cellsOf, isStamp } from '../../../../src/answers/arguments/cells';
import { findOption } from '../../../../src/answers/arguments/options';
import { read, said, sentence } from './option-scene';

const LONDON = 'Grand Hotel, London';
/** Keeps one of the sample values alone. */
const ONLY_LONDON = { filters: [{ field: 'VENUE_NAME', names: [LONDON], kept: [LONDON] }] };
/** 22 November 2026, as SHIFT_STAMP holds it. */
const STAMP = 1_795_305_600_000;

/** A range of these rows. */
const range = (...rows: unknown[][]) => rows;

describe('options are pairs', () => {
  test.each<[string, unknown[], Record<string, unknown>]>([
    ['a name and a value', ['venue', LONDON], ONLY_LONDON],
    ['a name and a cell as a range', [range(['venue']), range([LONDON])], ONLY_LONDON],
    ['the name of the field', ['Venue-Name', LONDON], ONLY_LONDON],
    ['a range of two columns', [range(['venue', LONDON])], ONLY_LONDON],
    ['a range with blank rows and columns', [range(['', '', ''], ['venue', LONDON, ''])], ONLY_LONDON],
    ['a value that is a range: a list', ['venue', range(['', LONDON], [null, undefined])], ONLY_LONDON],
    ['both together', ['limit', 5, range(['totals', true])], { limit: 5, totals: true }],
    ['a name as a value', ['empty', 'venue'], { empty: 'venue' }],
    ['a name as a value in a range', [range(['group by', 'venue'])], { groupBy: ['venue'] }],
    ['signs and spaces in a value', ['empty', ' a=b; c: d '], { empty: ' a=b; c: d ' }],
    ['a blank beside a value of the same option', ['venue', '', 'venue', LONDON], ONLY_LONDON],
    ['empty arguments between', ['', undefined, STAMP, 'limit', 5, range(['', ' ']), [[]]], { limit: 5 }],
    ['a date of another realm after refresh', ['refresh', runInNewContext('new Date(0)')], {}],
    ['a range after refresh', ['stamp', range(['venue', 'x'], ['y', 'z'])], {}],
    ['nothing', [], {}],
    ['a blank value', ['venue', '', 'limit', null], {}],
    ['a list of blanks', ['venue', range(['', null], [undefined, ' '])], {}],
    ['blanks beside names', [range(['venue', ''], ['role', ''])], {}],
  ])('%s', (_, args, expected) => {
    expect(said(read(...args))).toEqual(expected);
  });

  test('a number as large as the stamp is a value behind a name', () => {
    expect(said(read('shift id', STAMP))).toEqual({
      filters: [expect.objectContaining({ field: 'SHIFT_ID' })],
    });
  });

  const PAIRS = 'Give options as pairs, or point at two columns: names, and their values beside them.';
  test.each<[string, unknown[], string]>([
    ['a range of one column', [[['venue'], [LONDON]]], PAIRS],
    ['a range of three columns', [[['venue', LONDON, 'x']]], PAIRS],
    [
      'a range with something beside one of its pairs',
      [range(['venue', LONDON, ''], ['limit', 5, 'x'])],
      PAIRS,
    ],
    ['a range of which one row is too short', [range(['limit', 5], ['sort'])], PAIRS],
    ['an option misspelt between spaces', [' grop by ', 'week'], 'Unknown option "grop by"'],
    ['text with =', ['venue=Grand', 5], 'Unknown option "venue=Grand"'],
    ['a value without a name', [[['', 'Grand']]], 'Unknown option ""'],
    ['a number for a name', [46_000.5], 'Unknown option "46000.5"'],
    ['TRUE for a name', [true], 'Unknown option "TRUE"'],
  ])('%s is refused', (_, args, expected) => {
    expect(sentence(...args)).toContain(expected);
  });
});

describe('the cell SHIFT_STAMP', () => {
  test.each<[string, unknown, boolean]>([
    ['the first moment that is one', 1e12, true],
    ['the last one', 4.2e12, true],
    ['a number below', 1e12 - 1, false],
    ['a number above', 4.2e12 + 1, false],
    ['a moment in a cell as a range', [[STAMP]], true],
    ['a cell with a date format: a day that no cell can show', new Date('+010000-01-01T00:00:00Z'), true],
    ['a day too far for a date', new Date(Number.NaN), true],
    ['the last day that a cell shows', new Date('9999-12-31T00:00:00Z'), false],
    ['a date cell of its time', new Date(STAMP), false],
    ['text of its digits', String(STAMP), false],
  ])('%s: %p is it: %p', (_, value, expected) => {
    expect(isStamp(value)).toBe(expected);
  });
});

test('what is no table of rows is read cell by cell', () => {
  expect(cellsOf(['a', ['', 'b'], null, 5])).toEqual(['a', 'b', 5]);
});

test.each([
  ['venue', 'venue'],
  [' Job Title ', 'role'],
  ['no-shows', 'NO_SHOWS'],
  ['true fulfillment percentage', 'TRUE_FULFILMENT_PERCENTAGE'],
  ['date', 'SHIFT_DATE'],
  ['last week', undefined],
  ['today', undefined],
  ['constructor', undefined],
  ['venue=Grand', undefined],
  ['', undefined],
])('%p names the option %p', (text, expected) => {
  expect(findOption(text)?.name).toBe(expected);
});
