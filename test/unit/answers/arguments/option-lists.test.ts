import { describe, expect, test } from '@jest/globals';
import { readGroupBy, readMeasure } from '../../../../src/answers/arguments/options';
import { resolveColumns, resolveSort } from '../../../../src/answers/tables/answer-table';
import { read, refusal, sentence } from './option-scene';

const AVAILABLE = [
  { name: 'VENUE_NAME', words: ['venue'] },
  { name: 'SHIFTS_WORKED', words: ['worked', 'shifts worked'] },
  { name: 'TRUE_FULFILMENT_PERCENTAGE', words: ['true fulfilment %'] },
  { name: 'AS_OF', words: [] },
];

function columns(...value: unknown[]) {
  return resolveColumns(read('columns', ...value).columns, AVAILABLE);
}

describe('columns', () => {
  test.each<[unknown, [number, string][]]>([
    ['VENUE_NAME', [[0, 'VENUE_NAME']]],
    [
      'worked, venue',
      [
        [1, 'SHIFTS_WORKED'],
        [0, 'VENUE_NAME'],
      ],
    ],
    [
      'venue as Site, as of as Made, AS_OF',
      [
        [0, 'Site'],
        [3, 'Made'],
        [3, 'AS_OF'],
      ],
    ],
    ['venue AS  The site ', [[0, 'The site']]],
    ['true fulfillment percentage', [[2, 'TRUE_FULFILMENT_PERCENTAGE']]],
    [
      [
        ['venue', ''],
        ['worked as Done', null],
      ],
      [
        [0, 'VENUE_NAME'],
        [1, 'Done'],
      ],
    ],
    [
      'venue,, worked,',
      [
        [0, 'VENUE_NAME'],
        [1, 'SHIFTS_WORKED'],
      ],
    ],
    [
      'venue as A, VENUE_NAME as B',
      [
        [0, 'A'],
        [0, 'B'],
      ],
    ],
  ])('%p are found', (value, expected) => {
    expect(columns(value).map(({ index, heading }) => [index, heading])).toEqual(expected);
  });

  test('have headings as long as a cell holds', () => {
    expect(columns(`venue as ${'x'.repeat(49_999)}`)).toMatchObject([{ heading: 'x'.repeat(49_999) }]);
  });

  test('are all of them unless some are asked for', () => {
    expect(columns('').map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });

  test.each([
    ['venu', 'Unknown column "venu". Did you mean "VENUE_NAME"?'],
    ['venu  as Site', 'Unknown column "venu". Did you mean "VENUE_NAME"?'],
    ['wrked', 'Unknown column "wrked". Did you mean "SHIFTS_WORKED"?'],
    [
      'toString',
      'Unknown column "toString". It can be VENUE_NAME, SHIFTS_WORKED, TRUE_FULFILMENT_PERCENTAGE or AS_OF.',
    ],
    ['venue, VENUE_NAME', 'Give one column another heading with "as": "VENUE_NAME" is there twice.'],
    ['venue as X, venue as X', 'Give one column another heading with "as": "X" is there twice.'],
    ['venue as X, worked as X', 'Give one column another heading with "as": "X" is there twice.'],
    [
      'venue, worked as VENUE_NAME',
      'Give one column another heading with "as": "VENUE_NAME" is there twice.',
    ],
    [`venue as ${'x'.repeat(50_000)}`, 'Give columns shorter headings in "columns".'],
  ])('%.30p are refused: %s', (value, expected) => {
    expect(refusal(() => columns(value))).toBe(expected);
  });
});

test('columns with long names, or none, are not listed in a message', () => {
  const choices = [{ name: 'x', heading: undefined }];
  const long = { name: 'y'.repeat(300), words: [] };
  expect(refusal(() => resolveColumns(choices, [long]))).toBe('Unknown column "x".');
  expect(refusal(() => resolveColumns(choices, []))).toBe('Unknown column "x".');
});

describe('the order', () => {
  test.each<[unknown, [number, boolean][]]>([
    [
      'worked desc, venue',
      [
        [1, true],
        [0, false],
      ],
    ],
    [
      'as of ascending, VENUE_NAME DESCENDING',
      [
        [3, false],
        [0, true],
      ],
    ],
    [
      [['worked asc'], ['venue  desc']],
      [
        [1, false],
        [0, true],
      ],
    ],
    [
      '-worked, - venue, \u2212as of',
      [
        [1, true],
        [0, true],
        [3, true],
      ],
    ],
    ['', []],
  ])('%p is found', (value, expected) => {
    const order = resolveSort(read('sort', value).sort, AVAILABLE);
    expect(order.map(({ index, descending }) => [index, descending])).toEqual(expected);
  });

  test('is read as it is written where a name only looks like an order', () => {
    expect(read('sort', [['no shows description'], ['true-demand'], ['  a desc b  ']]).sort).toEqual([
      { name: 'no shows description', descending: false },
      { name: 'true-demand', descending: false },
      { name: 'a desc b', descending: false },
    ]);
  });

  test.each(['-worked desc', '-worked asc'])('has one direction, unlike %s', (value) => {
    expect(refusal(() => read('sort', value))).toBe(
      `Write "NO_SHOWS desc" or "-NO_SHOWS" in "sort", not both. ("${value}")`,
    );
  });

  test.each(['workd desc', 'workd  desc', '-  workd'])('by an unknown column is refused: %s', (value) => {
    expect(refusal(() => resolveSort(read('sort', value).sort, AVAILABLE))).toBe(
      'Unknown column "workd". Did you mean "SHIFTS_WORKED"?',
    );
  });
});

describe('what to group by', () => {
  test.each<[unknown, string[] | undefined]>([
    ['week', ['week']],
    ['Week, VENUE', ['week', 'venue']],
    ['weeks', ['week']],
    ['job title, AREA_NAME, day', ['role', 'area', 'day']],
    [[['week', 'weekday']], ['week', 'weekday']],
    [[['week']], ['week']],
    ['', undefined],
    [undefined, undefined],
    [[['', null]], undefined],
  ])('%p is %p', (value, expected) => {
    expect(readGroupBy(value)).toEqual(expected);
    expect(read('group by', value).groupBy).toEqual(expected);
  });

  test.each<[unknown, string]>([
    ['week, weeks', '"week" is given twice.'],
    ['venue, VENUE_NAME', '"venue" is given twice.'],
    [
      'day, week, month, year',
      '"group by" takes up to 3 of day, week, month, quarter, year, weekday, venue, area or role.',
    ],
    ['venu', 'Unknown group "venu". Did you mean "venue"?'],
    [5, 'Unknown group "5". It can be day, week, month, quarter, year, weekday, venue, area or role.'],
  ])('%p is refused: %s', (value, expected) => {
    expect(refusal(() => readGroupBy(value))).toBe(expected);
  });
});

describe('figures', () => {
  test.each([
    ['worked', 'SHIFTS_WORKED'],
    ['Worked %', 'SHIFTS_WORKED_PERCENTAGE'],
    ['no-shows', 'NO_SHOWS'],
    ['missing people', 'MISSING_PEOPLE'],
    ['true fulfillment %', 'TRUE_FULFILMENT_PERCENTAGE'],
    ['TRUE_FULFILMENT_PERCENTAGE', 'TRUE_FULFILMENT_PERCENTAGE'],
  ])('%p is %s', (text, expected) => {
    expect(readMeasure(text).name).toBe(expected);
    expect(read('measures', text).measures?.map(({ name }) => name)).toEqual([expected]);
  });

  test('come as a list or a range', () => {
    const expected = ['SHIFTS_WORKED', 'NO_SHOWS'];
    expect(read('metric', 'worked, no shows').measures?.map(({ name }) => name)).toEqual(expected);
    expect(read('metric', [['worked'], ['no shows']]).measures?.map(({ name }) => name)).toEqual(expected);
  });

  test.each([
    ['fill rate', '"fill rate" has several meanings. Choose "booked %" or "true fulfilment %".'],
    ['Fill-Rate %', '"fill rate" has several meanings. Choose "booked %" or "true fulfilment %".'],
    ['filled', '"fill rate" has several meanings. Choose "booked %" or "true fulfilment %".'],
    ['workd %', 'Unknown metric "workd %". Did you mean "worked %"?'],
    [' workd % ', 'Unknown metric "workd %". Did you mean "worked %"?'],
    ['', 'Give a metric, such as "worked %".'],
    [[['worked', 'booked']], '"metric" takes one value, not several.'],
  ])('%p is refused: %s', (text, expected) => {
    expect(refusal(() => readMeasure(text))).toBe(expected);
  });

  test.each(['backfill rate', 'fillers', 'fill level'])('are not taken for a fill rate in %p', (text) => {
    expect(refusal(() => readMeasure(text))).toMatch(/^Unknown metric "/);
  });

  test('are each asked for once', () => {
    expect(sentence('measures', 'worked, SHIFTS_WORKED')).toBe('"worked" is given twice.');
    expect(sentence('measures', 'worked,'.repeat(140_000))).toBe('"worked" is given twice.');
  });

  test('that are unknown are listed as far as a sentence holds', () => {
    const told = refusal(() => readMeasure('constructor'));
    expect(told).toMatch(
      /^Unknown metric "constructor"\. It can be posted, booked, booked %, .* and more\.$/,
    );
    expect(told.length).toBeLessThanOrEqual(200);
  });
});
