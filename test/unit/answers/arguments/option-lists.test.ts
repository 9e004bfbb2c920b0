import { describe, expect, test } from '@jest/globals';
import { readMeasure } from '../../../../src/answers/arguments/options';
import { resolveColumns } from '../../../../src/answers/tables/answer-table';
import { read, refusal } from './option-scene';

const AVAILABLE = [
  { name: 'VENUE_NAME', words: ['venue'], kind: 'text' },
  { name: 'SHIFTS_WORKED', words: ['worked', 'shifts worked'], kind: 'integer' },
  { name: 'TRUE_FULFILMENT_PERCENTAGE', words: ['true fulfilment %'], kind: 'rate' },
  { name: 'AS_OF', words: [], kind: 'text' },
] as const;
const columns = (value: unknown) => resolveColumns(read('columns', value).columns, AVAILABLE);
const placeOf = (column: (typeof AVAILABLE)[number]) => AVAILABLE.indexOf(column);
const find = (name: string) =>
  resolveColumns([{ name, heading: undefined }], AVAILABLE).map(({ column }) => placeOf(column))[0];
/** A range of one column. */
const range = (...cells: unknown[]) => cells.map((cell) => [cell, null]);

describe('columns', () => {
  test.each<[unknown, string]>([
    ['VENUE_NAME', '0 VENUE_NAME'],
    ['worked, venue', '1 SHIFTS_WORKED, 0 VENUE_NAME'],
    ['venue as Site, as of as Made, AS_OF', '0 Site, 3 Made, 3 AS_OF'],
    ['venue AS  The site ', '0 The site'],
    ['true fulfillment percentage', '2 TRUE_FULFILMENT_PERCENTAGE'],
    [range('venue', 'worked as Done'), '0 VENUE_NAME, 1 Done'],
    ['venue,, worked,', '0 VENUE_NAME, 1 SHIFTS_WORKED'],
    ['venue as A, VENUE_NAME as B', '0 A, 0 B'],
    [`venue as ${'x'.repeat(60_000)}`, `0 ${'x'.repeat(49_998)}…`],
    ['', '0 VENUE_NAME, 1 SHIFTS_WORKED, 2 TRUE_FULFILMENT_PERCENTAGE, 3 AS_OF'],
  ])('%.60p are found', (value, expected) => {
    expect(
      columns(value)
        .map(({ column, heading }) => `${placeOf(column)} ${heading}`)
        .join(', '),
    ).toBe(expected);
  });

  const twice = (heading: string) =>
    `Give one column another heading with "as": "${heading}" is there twice.`;
  test.each([
    ['venu  as Site', 'Unknown column "venu". Did you mean "venue"?'],
    ['wrked', 'Unknown column "wrked". Did you mean "worked"?'],
    [
      'toString',
      'Unknown column "toString". It can be VENUE_NAME, SHIFTS_WORKED, TRUE_FULFILMENT_PERCENTAGE or AS_OF.',
    ],
    ['venue, VENUE_NAME', twice('VENUE_NAME')],
    ['venue as X, worked as X', twice('X')],
    ['venue, worked as VENUE_NAME', twice('VENUE_NAME')],
  ])('%.30p are refused: %s', (value, expected) => {
    expect(refusal(() => columns(value))).toBe(expected);
  });

  test('with long names, or none, are not listed in a message', () => {
    const choices = [{ name: 'x', heading: undefined }];
    const long = { name: 'y'.repeat(300), words: [], kind: 'text' } as const;
    expect(refusal(() => resolveColumns(choices, [long]))).toBe('Unknown column "x".');
    expect(refusal(() => resolveColumns(choices, []))).toBe('Unknown column "x".');
  });
});

describe('the order', () => {
  test.each<[unknown, string]>([
    ['worked desc, venue', '1 down, 0 up'],
    ['as of ascending, VENUE_NAME DESCENDING', '3 up, 0 down'],
    [range('worked asc', 'venue  desc'), '1 up, 0 down'],
    ['-worked, - venue, \u2212as of', '1 down, 0 down, 3 down'],
    // The word goes before the sign.
    ['-worked desc, -venue asc', '1 down, 0 up'],
    ['', ''],
  ])('%p is found', (value, expected) => {
    const order = read('sort', value).sort.map(
      ({ name, descending }) => `${find(name)} ${descending ? 'down' : 'up'}`,
    );
    expect(order.join(', ')).toBe(expected);
  });

  test('is read as it is written where a name only looks like an order', () => {
    const names = ['no shows description', 'true-demand', 'a desc b'];
    expect(read('sort', range(...names)).sort).toEqual(names.map((name) => ({ name, descending: false })));
  });

  test.each([
    ['workd  desc', 'Unknown column "workd". Did you mean "worked"?'],
    ['-  workd', 'Unknown column "workd". Did you mean "worked"?'],
  ])('%p is refused: %s', (value, expected) => {
    expect(refusal(() => read('sort', value).sort.map(({ name }) => find(name)))).toBe(expected);
  });
});

describe('what to group by', () => {
  test.each<[unknown, string | undefined]>([
    ['Week, VENUE', 'week venue'],
    ['weeks', 'week'],
    ['job title, AREA_NAME, day', 'role area day'],
    [range('week', 'weekday'), 'week weekday'],
    ['week, venue, weeks, VENUE_NAME', 'week venue'],
    ['', undefined],
    [undefined, undefined],
    [range('', null), undefined],
  ])('%p is %p', (value, expected) => {
    expect(read('group by', value).groupBy?.join(' ')).toBe(expected);
  });

  const all = 'day, week, month, quarter, year, weekday, venue, area or role';
  test.each<[unknown, string]>([
    ['day, week, month, year', `"group by" takes up to 3 of ${all}.`],
    ['venu', 'Unknown group "venu". Did you mean "venue"?'],
    [5, `Unknown group "5". It can be ${all}.`],
  ])('%p is refused: %s', (value, expected) => {
    expect(refusal(() => read('group by', value))).toBe(expected);
  });
});

describe('figures', () => {
  test.each([
    ['worked', 'SHIFTS_WORKED'],
    ['Worked %', 'SHIFTS_WORKED_PERCENTAGE'],
    ['no-shows', 'NO_SHOWS'],
    ['true fulfillment %', 'TRUE_FULFILMENT_PERCENTAGE'],
    ['TRUE_FULFILMENT_PERCENTAGE', 'TRUE_FULFILMENT_PERCENTAGE'],
  ])('%p is %s', (text, expected) => {
    expect(readMeasure(text).name).toBe(expected);
    expect(read('measures', range(text, 'cost')).measures?.map(({ name }) => name)).toEqual([
      expected,
      'COST',
    ]);
  });

  const meanings = '"fill rate" has several meanings. Choose "booked %" or "true fulfilment %".';
  test.each([
    ['fill rate', meanings],
    ['Fill-Rate %', meanings],
    ['filled', meanings],
    [' workd % ', 'Unknown metric "workd %". Did you mean "worked %"?'],
    ['', 'Give a metric, such as "worked %".'],
    [range('worked', 'booked'), '"metric" takes one value, not several.'],
  ])('%p is refused: %s', (text, expected) => {
    expect(refusal(() => readMeasure(text))).toBe(expected);
  });

  test.each(['backfill rate', 'fillers', 'fill level'])('are not taken for a fill rate in %p', (text) => {
    expect(refusal(() => readMeasure(text))).toMatch(/^Unknown metric "/);
  });

  test('count once however often they are named, and are listed as far as a sentence holds', () => {
    const many = read('measures', 'worked,'.repeat(140_000)).measures ?? [];
    expect(many.map(({ name }) => name)).toEqual(['SHIFTS_WORKED']);
    const told = refusal(() => readMeasure('constructor'));
    expect(told).toMatch(
      /^Unknown metric "constructor"\. It can be posted, booked, booked %, .* and more\.$/,
    );
    expect(told.length).toBeLessThanOrEqual(200);
  });
});
