import { describe, expect, test } from '@jest/globals';
import { isStamp } from '../../../../src/answers/arguments/cells';
import { type FunctionName, placeArguments } from '../../../../src/answers/question';

/** 22 November 2026, as SHIFT_STAMP holds it. */
const STAMP = 1_795_305_600_000;
const __ = undefined;

describe('the stamp', () => {
  test.each<[string, unknown, boolean]>([
    ['a moment in milliseconds', STAMP, true],
    ['a range of that one cell', [[STAMP]], true],
    ['what a cell with a date format makes of it', new Date(Number.NaN), true],
    ['a day after the year 9999', new Date('+010000-01-01T00:00:00Z'), true],
    ['the last day that formulas take', 73_415, false],
    ['a moment in seconds', STAMP / 1000, false],
    ['a number of 16 digits', 1000 * STAMP, false],
    ['a date cell', new Date('2026-11-22T00:00:00Z'), false],
    ['text', String(STAMP), false],
    ['a range of several', [[STAMP, STAMP]], false],
    ['TRUE', true, false],
    ['nothing', undefined, false],
  ])('%s: %p is %p', (_, argument, expected) => {
    expect(isStamp(argument)).toBe(expected);
  });
});

describe('the arguments of a formula are put into places, and the rest are options', () => {
  const AGGREGATED = 'SHIFT_FULFILMENT_AGGREGATED';
  test.each<[FunctionName, unknown[], Record<string, unknown>, unknown[]]>([
    ['SHIFT_METRIC', ['posted', 'last week'], { metric: 'posted', from: 'last week', to: __ }, []],
    ['SHIFT_FULFILMENT', ['last week', '', 'limit', 5], { from: 'last week', to: '' }, ['limit', 5]],
    // The name of an option ends the places.
    ['SHIFT_FULFILMENT', ['last week', 'refresh', STAMP], { from: 'last week' }, ['refresh', STAMP]],
    ['SHIFT_FULFILMENT', ['venue', 'Grand'], {}, ['venue', 'Grand']],
    // So does a text that is no date and nearly one.
    ['SHIFT_FULFILMENT', ['last week', 'venu', 'Grand'], { from: 'last week' }, ['venu', 'Grand']],
    ['SHIFT_FULFILMENT', ['last week', 'last weak', 5], { from: 'last week', to: 'last weak' }, [5]],
    [
      'SHIFT_METRIC',
      ['posted', 'last week', [['Venue Name']], 'x'],
      { metric: 'posted', from: 'last week' },
      [[['Venue Name']], 'x'],
    ],
    ['SHIFT_METRIC', ['NO_SHOWS', 'NO_SHOWS', '>1'], { metric: 'NO_SHOWS' }, ['NO_SHOWS', '>1']],
    ['SHIFT_COMPARE', ['venue', 'totals', true], { by: 'venue' }, ['totals', true]],
    ['SHIFT_COMPARE', ['totals', true], {}, ['totals', true]],
    [AGGREGATED, ['last week', 'limit', 5], { from: 'last week' }, ['limit', 5]],
    ['SHIFT_STATUS', ['refresh', STAMP], {}, ['refresh', STAMP]],
    // An option and a group, a figure or a state may have one name: the place decides.
    [
      AGGREGATED,
      ['last week', __, 'venue', 'limit', 5],
      { from: 'last week', to: __, by: 'venue' },
      ['limit', 5],
    ],
    ['SHIFT_STATUS', ['as of', STAMP], { what: 'as of' }, [STAMP]],
    // The stamp counts as an empty argument.
    ['SHIFT_METRIC', ['posted', 'last week', STAMP], { metric: 'posted', from: 'last week', to: __ }, []],
    ['SHIFT_FULFILMENT', [STAMP, STAMP, 'limit', 5], { from: __, to: __ }, ['limit', 5]],
    [AGGREGATED, ['last week', STAMP, 'week'], { from: 'last week', to: __, by: 'week' }, []],
    ['SHIFT_STATUS', [STAMP], { what: __ }, []],
    ['SHIFT_LIST', ['venues', STAMP], { what: 'venues', from: __, to: __ }, []],
    ['WORKER_TURNOVER', ['last month', __, __, STAMP], { from: 'last month', to: __ }, [__, STAMP]],
  ])('%s%j', (like, args, placed, options) => {
    expect(placeArguments(like, args)).toEqual({ ...placed, options });
  });
});
