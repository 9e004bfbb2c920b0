import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ShiftRow, ShiftValue } from '../../../src/employer-api/shift-report';
import {
  ambiguousNumber,
  filterRows,
  parseNumber,
  type RowFilter,
  readPattern,
  readRowFilter,
  rowsOn,
} from '../../../src/figures/row-filter';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

/** Monday 2026-03-02 and the days after it. */
const MONDAY = 46_083;

/** A record of which only these matter: its day, its venue, SHIFTS_WORKED and its id. */
function record(id: number, day: number, venue: string | null, worked: number | null): ShiftRow {
  const row: ShiftValue[] = new Array(18).fill(null);
  [row[0], row[1], row[9], row[17]] = [day, venue, worked, id];
  return row;
}

function filter(field: string, ...given: (string | number)[]): RowFilter {
  const read = readRowFilter(field, given);
  if ('refused' in read) throw new Error(`Refused ${read.refused}`);
  return read;
}

/** Which of the values pass all criteria. */
function fitting(field: string, given: (string | number)[], values: readonly ShiftValue[]) {
  return values.filter(filter(field, ...given).matches);
}

describe('a name', () => {
  const VENUES = ['Grand', 'GRAND ', 'Grand Hotel', '>Bar', '=Sum', 'A~B', 'Élan', '🍸', '  ', null];
  test.each<[(string | number)[], readonly ShiftValue[]]>([
    [['grand'], ['Grand', 'GRAND ']],
    [['  grand   hotel '], ['Grand Hotel']],
    [['Hotel'], []],
    [['*hotel'], ['Grand Hotel']],
    [
      ['g*', '=sum'],
      ['Grand', 'GRAND ', 'Grand Hotel', '=Sum'],
    ],
    [['g*', '<>grand'], ['Grand Hotel']],
    [
      ['gr?nd', '?'],
      ['Grand', 'GRAND ', '🍸'],
    ],
    [['g*d*'], ['Grand', 'GRAND ', 'Grand Hotel']],
    [['*a*b*'], ['A~B']],
    [['*'], VENUES.slice(0, 8)],
    [['<>'], VENUES.slice(0, 8)],
    [['<>*'], ['  ', null]],
    [['E\u0301lan'], ['Élan']],
    [
      ['<>Grand', '<>*a*'],
      ['=Sum', '🍸', '  ', null],
    ],
    [
      [' <> grand ', '<>*a*'],
      ['=Sum', '🍸', '  ', null],
    ],
    [['>bar'], ['>Bar']],
    [['=Sum'], ['=Sum']],
    [['a~b'], ['A~B']],
    [['>='], []],
    [['__proto__'], []],
  ])('%j picks %j', (given, expected) => {
    expect(fitting('VENUE_NAME', given, VENUES)).toEqual(expected);
  });

  test('may hold any signs beside a star', () => {
    const names = ['A+B (1) x', 'AAB 1 x', 'A+B (1)'];
    expect(fitting('VENUE_NAME', ['a+b (1)*'], names)).toEqual(['A+B (1) x', 'A+B (1)']);
  });

  test('may be a number', () => {
    expect(fitting('VENUE_NAME', [54], ['54', '540'])).toEqual(['54']);
  });

  test('is told where it is picked or ruled out by its whole text', () => {
    expect(filter('VENUE_NAME', 'Grand', '<> Ritz', 'Ca*', '<>R*', '<>').names).toEqual(['Grand', 'Ritz']);
    expect(filter('SHIFTS_WORKED', '>5', 5).names).toEqual([]);
  });

  test('of many stars is compared in few steps', () => {
    expect(fitting('VENUE_NAME', [`${'*a'.repeat(2000)}*b`], ['a'.repeat(40_000)])).toEqual([]);
  });
});

describe('a number is compared', () => {
  const NUMBERS = [0, 5, 92.5, 100, -3, -2.875, -2.5, null];
  test.each<[(string | number)[], readonly ShiftValue[]]>([
    [[5], [5]],
    [['=5,0'], [5]],
    [['92,5'], [92.5]],
    [['92.5'], [92.5]],
    [['+5'], [5]],
    [
      [' <> 5 ', ' >= 0 '],
      [0, 92.5, 100],
    ],
    [['1e2'], [100]],
    [['1e02'], [100]],
    [['5,0000'], [5]],
    [[-2.875], [-2.875]],
    [['-.25e+1'], [-2.5]],
    [['>5'], [92.5, 100]],
    [['9.25e+1'], [92.5]],
    [['<>5'], [0, 92.5, 100, -3, -2.875, -2.5, null]],
    [
      ['>=5', '<=92,5'],
      [5, 92.5],
    ],
    [['<0'], [-3, -2.875, -2.5]],
    [[5, 100, '>6'], [100]],
    [
      ['<>5', '<8'],
      [0, -3, -2.875, -2.5],
    ],
    [['='], [null]],
    [['<>'], NUMBERS.slice(0, -1)],
  ])('%j keeps %j', (given, expected) => {
    expect(fitting('HOURS_WORKED', given, NUMBERS)).toEqual(expected);
  });

  test('as it is published: 0.9 is no 90%', () => {
    expect(fitting('SHIFTS_WORKED_PERCENTAGE', ['>=90%'], [0.9, 90, 95])).toEqual([90, 95]);
    expect(fitting('SHIFTS_WORKED_PERCENTAGE', ['90 %', '95%'], [9, 90, 95])).toEqual([90, 95]);
    expect(fitting('SHIFTS_WORKED_PERCENTAGE', ['>=66.667'], [0.9, 66.667])).toEqual([66.667]);
    expect(readRowFilter('SHIFTS_WORKED_PERCENTAGE', ['9%0'])).toEqual({ refused: '9%0' });
  });

  test.each([
    'ten',
    '*',
    '>ten',
    '1,000',
    '>=1.000',
    Number.NaN,
    '>',
    'Infinity',
    '1e999',
    '0x10',
    '90%',
    '1e',
    '5>',
  ])('with nothing like %p', (criterion) => {
    expect(readRowFilter('SHIFTS_WORKED', ['>5', criterion])).toEqual({ refused: criterion });
  });
});

describe('a day is compared', () => {
  /** 2026-02-28, 2026-03-01, 2026-03-02. */
  const DAYS = [46_081, 46_082, 46_083, null];
  test.each<[string | number, readonly ShiftValue[]]>([
    ['2026-03-01', [46_082]],
    [46_082.75, [46_082]],
    ['>=2026-03-01', [46_082, 46_083]],
    ['<46082', [46_081]],
    ['<>2026-03-01', [46_081, 46_083, null]],
  ])('%p keeps %j', (criterion, expected) => {
    expect(fitting('SHIFT_DATE', [criterion], DAYS)).toEqual(expected);
  });

  test.each(['31/12/2024', '2025', 'last week', '>', 0, Number.NaN])('with nothing like %p', (criterion) => {
    expect(readRowFilter('SHIFT_DATE', [criterion])).toEqual({ refused: criterion });
  });
});

describe('a weekday', () => {
  const WEEKDAYS = [1, 2, 6, 7, null];
  test.each<[string[], readonly ShiftValue[]]>([
    [
      ['Mon', 'TUES'],
      [1, 2],
    ],
    [['Sat, sunday'], [6, 7]],
    [['<>Sat, Sun'], [1, 2, null]],
    [['<>Sat, <>Sun'], [1, 2, null]],
    [[' <> Sat, Sun'], [1, 2, null]],
  ])('%j keeps %j', (given, expected) => {
    expect(fitting('WEEKDAY', given, WEEKDAYS)).toEqual(expected);
  });

  test.each([
    ['mo', 'mo'],
    ['sat, sin', 'sin'],
    ['>monday', '>monday'],
    ['s*', 's*'],
    [',', ''],
    ['Sa<>t', 'Sa<>t'],
  ])('is none: %p', (given, refused) => {
    expect(readRowFilter('WEEKDAY', [given])).toEqual({ refused });
  });
});

describe('records', () => {
  const ROWS = [
    record(1, MONDAY, 'Grand', 5),
    record(2, MONDAY + 1, 'Plaza', 7),
    record(3, MONDAY + 5, 'grand ', null),
    record(4, MONDAY + 2, null, 9),
  ];

  test('are kept where every filter fits, in their order', () => {
    const kept = (...filters: RowFilter[]) => filterRows(ROWS, filters).map((row) => row[17]);
    expect(kept(filter('VENUE_NAME', 'Grand'))).toEqual([1, 3]);
    expect(kept(filter('VENUE_NAME', 'Grand'), filter('SHIFTS_WORKED', '<>'))).toEqual([1]);
    expect(kept(filter('WEEKDAY', 'sat'))).toEqual([3]);
    expect(filterRows(ROWS, [])).toBe(ROWS);
    expect(rowsOn(ROWS, { from: MONDAY + 1, to: MONDAY + 2 }).map((row) => row[17])).toEqual([2, 4]);
  });

  test.each([
    ['picked', (id: number) => id],
    ['ruled out', (id: number) => `<>${id}`],
  ])('are found by ten thousand numbers that are %s, in little time', (_, criterion) => {
    const rows = Array.from({ length: 10_000 }, (_, id) => record(id, MONDAY, 'Grand', 2 * id));
    const given = filter('SHIFTS_WORKED', ...Array.from({ length: 10_000 }, (_, id) => criterion(4 * id)));
    const before = process.cpuUsage();
    expect(filterRows(rows, [given])).toHaveLength(5000);
    // Ten thousand criteria with as many values, one by one, take many times as long.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});

test.each([
  ['0,125', 0.125],
  ['1234,567', 1234.567],
  ['.5', 0.5],
  ['1,234,567', undefined],
  ['12,345', undefined],
  ['', undefined],
])('the number %p is %p', (text, expected) => {
  expect(parseNumber(text)).toBe(expected);
});

test.each([
  [' >= 1,000 ', '1,000'],
  ['<> 12.345', '12.345'],
  ['1,0000', undefined],
  ['>5', undefined],
])('in the criterion %p, %p is one number to some and another to others', (criterion, number) => {
  expect(ambiguousNumber(criterion)).toBe(number);
});

/** A pattern one character at a time, as a definition has it. */
function wild(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  const rest = pattern.slice(1);
  if (pattern[0] === '*') return wild(rest, text) || (text !== '' && wild(pattern, text.slice(1)));
  return text !== '' && (pattern[0] === '?' || pattern[0] === text[0]) && wild(rest, text.slice(1));
}

test(`patterns fit as their definition says (seed ${SEED}, ${RUNS} runs)`, () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 7 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 7 });
  fc.assert(
    fc.property(pattern, text, (pattern, text) => {
      expect([pattern, text, readPattern(pattern)(text)]).toEqual([pattern, text, wild(pattern, text)]);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

const OPERATORS = ['', '=', '<>', '>', '>=', '<', '<='] as const;
const compare: Readonly<Record<string, (value: number, number: number) => boolean>> = {
  '>': (value, number) => value > number,
  '>=': (value, number) => value >= number,
  '<': (value, number) => value < number,
  '<=': (value, number) => value <= number,
  '<>': (value, number) => value !== number,
};

test(`numbers pass any that picks, and all that limit (seed ${SEED}, ${RUNS} runs)`, () => {
  const number = fc.integer({ min: -6, max: 6 }).map((value) => value / 2);
  const criterion = fc.tuple(fc.constantFrom(...OPERATORS), number);
  fc.assert(
    fc.property(fc.array(criterion, { minLength: 1, maxLength: 4 }), number, (criteria, value) => {
      const given = criteria.map(([operator, one]) => operator + String(one).replace('.', ','));
      const picks = criteria.filter(([operator]) => operator === '' || operator === '=');
      const limits = criteria.filter(([operator]) => operator !== '' && operator !== '=');
      const expected =
        (picks.length === 0 || picks.some(([, one]) => one === value)) &&
        limits.every(([operator, one]) => compare[operator]?.(value, one));
      expect([given, filter('HOURS_WORKED', ...given).matches(value)]).toEqual([given, expected]);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});
