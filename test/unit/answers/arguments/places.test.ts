import { describe, expect, test } from '@jest/globals';
import type { FunctionName } from '../../../../src/answers/arguments/option-names';
import { isStamp, PLACES, placeArguments } from '../../../../src/answers/arguments/positional-arguments';

/** 22 November 2026, as SHIFT_STAMP holds it. */
const STAMP = 1_795_305_600_000;
const __ = undefined;
const [MONDAY, SUNDAY] = [new Date('2026-03-02T00:00:00Z'), new Date('2026-03-08T00:00:00Z')];

describe('the stamp', () => {
  test.each<[string, unknown]>([
    ['a moment in milliseconds', STAMP],
    ['a range of that one cell', [[STAMP]]],
    ['what a cell with a date format makes of it', new Date(Number.NaN)],
    ['a day after the year 9999', new Date('+010000-01-01T00:00:00Z')],
  ])('is %s', (_, argument) => {
    expect(isStamp(argument)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['the last day that formulas take', 73_415],
    ['a moment in seconds', STAMP / 1000],
    ['a date cell', new Date('2026-11-22T00:00:00Z')],
    ['the last day of cells', new Date('9999-12-31T23:59:59Z')],
    ['text', String(STAMP)],
    ['a range of several', [[STAMP, STAMP]]],
    ['TRUE', true],
    ['nothing', undefined],
  ])('is not %s', (_, argument) => {
    expect(isStamp(argument)).toBe(false);
  });
});

describe('the arguments of a formula', () => {
  test('without a stamp are what stands in the places, then the options', () => {
    expect(placeArguments('SHIFT_METRIC', ['posted', 'last week'])).toEqual(['posted', 'last week', __]);
    expect(placeArguments('SHIFT_FULFILMENT', ['last week', '', 'limit', 5])).toEqual([
      'last week',
      '',
      'limit',
      5,
    ]);
    expect(placeArguments('SHIFT_STATUS', [])).toEqual([__]);
  });

  test.each<[FunctionName, unknown[], unknown[]]>([
    ['SHIFT_METRIC', ['posted', 'last week', STAMP], ['posted', 'last week', __]],
    ['SHIFT_METRIC', ['posted', STAMP, 'last week'], ['posted', 'last week', __]],
    ['SHIFT_METRIC', [STAMP, 'posted', 'last week'], ['posted', 'last week', __]],
    ['SHIFT_METRIC', ['posted', STAMP], ['posted', __, __]],
    ['SHIFT_METRIC', ['posted', '2026-03-01', STAMP, '2026-03-07'], ['posted', '2026-03-01', '2026-03-07']],
    ['SHIFT_METRIC', ['posted', -7, STAMP, 'venue', 'Bar'], ['posted', -7, __, 'venue', 'Bar']],
    ['SHIFT_METRIC', ['posted', -7, STAMP, 'venue=Bar'], ['posted', -7, __, 'venue=Bar']],
    ['SHIFT_METRIC', ['posted', STAMP, __, 'venue', 'Bar'], ['posted', __, __, 'venue', 'Bar']],
    ['SHIFT_TREND', ['posted', 'last 4 weeks', STAMP, 'venue'], ['posted', 'last 4 weeks', __, 'venue']],
    ['SHIFT_TREND', ['posted', STAMP, 'last 4 weeks', __, 'week'], ['posted', 'last 4 weeks', __, 'week']],
    ['SHIFT_TREND', ['posted', 'last 4 weeks', __, STAMP, 'week'], ['posted', 'last 4 weeks', __, 'week']],
    ['SHIFT_FULFILMENT_AGGREGATED', [STAMP, 'last week', __, 'venue'], ['last week', __, 'venue']],
    ['SHIFT_FULFILMENT_AGGREGATED', ['last week', STAMP, 'venue'], ['last week', __, 'venue']],
    ['SHIFT_FULFILMENT_AGGREGATED', ['last week', __, STAMP, 'top', 3], ['last week', __, __, 'top', 3]],
    ['SHIFT_FULFILMENT_AGGREGATED', ['last week', __, STAMP, true], ['last week', __, __, true]],
    ['SHIFT_LIST', [__, STAMP, 'last week'], [__, 'last week', __]],
    ['SHIFT_COMPARE', ['venue', STAMP, __, 'last week'], ['venue', __, __, 'last week', __]],
    ['SHIFT_COMPARE', ['venue', __, STAMP, 'last week'], ['venue', __, __, 'last week', __]],
    ['SHIFT_COMPARE', ['venue', STAMP, __, __, 'last week'], ['venue', __, __, 'last week', __]],
    ['SHIFT_COMPARE', [STAMP, 'venue', __, __, 'last week'], ['venue', __, __, 'last week', __]],
    ['SHIFT_LIST', ['venues', STAMP], ['venues', __, __]],
    ['SHIFT_LIST', [STAMP, 'venues'], ['venues', __, __]],
    ['SHIFT_STATUS', [STAMP], [__]],
    ['SHIFT_STATUS', [STAMP, 'state'], ['state']],
    ['SHIFT_STATUS', ['state', STAMP], ['state', STAMP]],
    ['SHIFT_STATUS', ['refresh', STAMP], [__, 'refresh', STAMP]],
    ['SHIFT_STATUS', ['Stamp', STAMP], [__, 'Stamp', STAMP]],
    ['SHIFT_STATUS', ['state', 'refresh', STAMP], ['state', 'refresh', STAMP]],
    ['SHIFT_LIST', ['refresh', STAMP], ['refresh', __, __]],
    ['WORKER_TURNOVER', ['last month', STAMP], ['last month', __]],
    ['SHIFT_FULFILMENT', [STAMP, 46_082, 46_088], [46_082, 46_088]],
    ['SHIFT_FULFILMENT', [STAMP, MONDAY, SUNDAY], [MONDAY, SUNDAY]],
    ['SHIFT_FULFILMENT', [STAMP, ' last week '], [' last week ', __]],
    ['SHIFT_FULFILMENT', [STAMP, ' 2026-03-02 '], [' 2026-03-02 ', __]],
    [
      'SHIFT_FULFILMENT_AGGREGATED',
      ['last week', STAMP, [['week', 'area']]],
      ['last week', __, [['week', 'area']]],
    ],
    ['SHIFT_FULFILMENT', [MONDAY, STAMP, 'venue', 'Bar'], [MONDAY, __, 'venue', 'Bar']],
    ['SHIFT_LIST', [STAMP, 'venues', MONDAY, SUNDAY], ['venues', MONDAY, SUNDAY]],
    ['SHIFT_FULFILMENT', ['last week', STAMP, STAMP, 'limit', 5], ['last week', __, STAMP, 'limit', 5]],
  ])('%s%j are told apart from the stamp', (like, args, expected) => {
    expect(placeArguments(like, args)).toEqual(expected);
  });

  const AGGREGATED = 'SHIFT_FULFILMENT_AGGREGATED';
  const DATES = ['2026-03-02', '2026-03-08'];
  test.each<[unknown[], unknown[]]>([
    [['venue'], ['venue']],
    [['role'], ['role']],
    [
      ['venue', 'measures', 'posted', 'notes', false],
      ['venue', 'measures', 'posted', 'notes', false],
    ],
    [
      ['area', 'totals', true],
      ['area', 'totals', true],
    ],
    [
      ['weekday', 'limit=3'],
      ['weekday', 'limit=3'],
    ],
    [
      ['venue', [['totals', true]]],
      ['venue', [['totals', true]]],
    ],
    [
      // A range of options with their names in its first row.
      [
        'venue',
        [
          ['totals', 'limit'],
          [true, 5],
        ],
      ],
      [
        'venue',
        [
          ['totals', 'limit'],
          [true, 5],
        ],
      ],
    ],
    [
      ['venue', 'sort', 'venue', 'refresh', STAMP],
      ['venue', 'sort', 'venue', 'refresh', STAMP],
    ],
    // Filters of the same name: by is left out.
    [
      ['venue', 'Grand Hotel'],
      [__, 'venue', 'Grand Hotel'],
    ],
    [
      ['venue', [['Grand Hotel'], ['Harbour Hall']]],
      [__, 'venue', [['Grand Hotel'], ['Harbour Hall']]],
    ],
    [
      ['venue', [[12], [14]]],
      [__, 'venue', [[12], [14]]],
    ],
    [
      ['venue', 'Top', 'limit', 5],
      [__, 'venue', 'Top', 'limit', 5],
    ],
    [
      ['venue', 'Bar', 'sort', 'area'],
      [__, 'venue', 'Bar', 'sort', 'area'],
    ],
    [
      [__, 'venue', 'totals', 'totals', true],
      [__, __, 'venue', 'totals', 'totals', true],
    ],
  ])('two dates and a stamp are followed by what to group by, or by options: %j', (args, expected) => {
    expect(placeArguments(AGGREGATED, [...DATES, STAMP, ...args])).toEqual([...DATES, ...expected]);
  });

  test('keep the stamp among the options, where it is one or the value of one', () => {
    const args = ['last week', __, 'refresh', STAMP, STAMP];
    expect(placeArguments('SHIFT_FULFILMENT', args)).toEqual(args);
  });

  test('each function has the places that its help names', () => {
    expect(Object.entries(PLACES).map(([name, places]) => [name, places.length])).toEqual([
      ['SHIFT_FULFILMENT', 2],
      ['SHIFT_FULFILMENT_AGGREGATED', 3],
      ['SHIFT_METRIC', 3],
      ['SHIFT_TREND', 4],
      ['SHIFT_COMPARE', 5],
      ['SHIFT_LIST', 3],
      ['SHIFT_STATUS', 1],
      ['WORKER_TURNOVER', 2],
    ]);
  });
});

describe('an option in a date’s place', () => {
  const AFTER = 'Options come after the dates. Leave the dates empty with commas.';

  test.each<[FunctionName, unknown[], string]>([
    ['SHIFT_FULFILMENT', ['last week', 'venue', 'Grand'], 'venue'],
    ['SHIFT_FULFILMENT_AGGREGATED', ['last week', ' totals ', true], 'totals'],
    ['SHIFT_TREND', ['posted', 'last 4 weeks', 'venue', 'Grand'], 'venue'],
    ['SHIFT_COMPARE', ['venue', 'last week', 'totals', true], 'totals'],
    ['SHIFT_COMPARE', ['venue', __, __, 'last week', [['limit: 5']]], 'limit: 5'],
    ['SHIFT_METRIC', ['posted', 'last week', 'venue', STAMP], 'venue'],
  ])('%s%j is told before anything else', (like, args, option) => {
    expect(dateSentence(() => placeArguments(like, args))).toBe(`${AFTER} ("${option}")`);
  });

  test('is none where a group or a metric is meant', () => {
    expect(placeArguments('SHIFT_FULFILMENT_AGGREGATED', ['last week', __, 'venue'])[2]).toBe('venue');
    expect(placeArguments('SHIFT_METRIC', ['NO_SHOWS'])[0]).toBe('NO_SHOWS');
  });
});

/** The sentence with which dates are refused. */
function dateSentence(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    if (code === 'invalid_range') return message;
    throw error;
  }
  throw new Error('The arguments were accepted');
}
