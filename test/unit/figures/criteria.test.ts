import { describe, expect, test } from '@jest/globals';
import type { ShiftValue } from '../../../src/employer-api/shift-records';
import { foldName } from '../../../src/figures/names';
import { parseNumber, readCriterion } from '../../../src/figures/row-filter';

type CriterionKind = Parameters<typeof readCriterion>[1];

/** Which of the values a criterion fits. */
function fitting(criterion: string | number, kind: CriterionKind, values: readonly ShiftValue[]) {
  const read = readCriterion(criterion, kind);
  return values.filter((value) => read?.matches(typeof value === 'string' ? foldName(value) : value));
}

const VENUES = [
  'Grand',
  'GRAND',
  'Grand Hotel',
  'Fish?',
  'Fish & Chips',
  'A*B',
  'A~B',
  '=Sum',
  'Élan',
  '',
  null,
];

describe('a criterion on text', () => {
  test.each<[string | number, readonly ShiftValue[]]>([
    ['grand', ['Grand', 'GRAND']],
    ['=Grand', ['Grand', 'GRAND']],
    ['  grand  ', ['Grand', 'GRAND']],
    ['grand   hotel', ['Grand Hotel']],
    ['Hotel', []],
    ['*hotel', ['Grand Hotel']],
    ['g*', ['Grand', 'GRAND', 'Grand Hotel']],
    ['gr?nd', ['Grand', 'GRAND']],
    ['?????', ['Grand', 'GRAND', 'Fish?']],
    ['*', VENUES.slice(0, 10)],
    ['fish~?', ['Fish?']],
    ['fish?', ['Fish?']],
    ['a~*b', ['A*B']],
    ['a~~b', ['A~B']],
    ['A~B', ['A~B']],
    ['a*b', ['A*B', 'A~B']],
    ['É*', ['Élan']],
    ['E\u0301lan', ['Élan']],
    ['<>Grand', ['Grand Hotel', 'Fish?', 'Fish & Chips', 'A*B', 'A~B', '=Sum', 'Élan', '', null]],
    ['<>*a*', ['Fish?', 'Fish & Chips', '=Sum', '', null]],
    ['=', ['', null]],
    ['<>', VENUES.slice(0, 9)],
    ['=Sum', ['=Sum']],
    ['==Sum', ['=Sum']],
    ['<>=Sum', VENUES.filter((venue) => venue !== '=Sum')],
    ['>fish', ['Grand', 'GRAND', 'Grand Hotel', 'Fish?', 'Fish & Chips']],
    ['<=élan', ['A*B', 'A~B', '=Sum', 'Élan', '']],
    ['__proto__', []],
  ])('%p fits %p', (criterion, expected) => {
    expect(fitting(criterion, 'text', VENUES)).toEqual(expected);
  });

  test('finds a name that is a number', () => {
    expect(fitting(54, 'text', ['54', '540', 'Studio 54'])).toEqual(['54']);
  });

  test('takes a character of two halves for one', () => {
    expect(fitting('?', 'text', ['🍸', 'ab'])).toEqual(['🍸']);
  });

  test('compares a pattern of many stars in few steps', () => {
    const pattern = `${'*a'.repeat(2000)}*b`;
    expect(fitting(pattern, 'text', ['a'.repeat(40_000)])).toEqual([]);
  });

  test('tells the name that it picks or rules out, unless it is a pattern', () => {
    const names = ['Grand', '=Grand', 'Gr*', 'Gr~*', '<>Grand', '<>Gr*', '>Grand'].map(
      (text) => readCriterion(text, 'text')?.name,
    );
    expect(names).toEqual(['Grand', 'Grand', undefined, 'Gr~*', 'Grand', undefined, undefined]);
  });
});

describe('a criterion on numbers', () => {
  const numbers = [0, 5, 92.5, 100, -3, null];
  test.each<[string | number, readonly ShiftValue[]]>([
    [5, [5]],
    ['5', [5]],
    ['=5,0', [5]],
    ['92,5', [92.5]],
    ['92.5', [92.5]],
    ['+5', [5]],
    ['5e0', [5]],
    ['<>5', [0, 92.5, 100, -3, null]],
    ['>5', [92.5, 100]],
    ['>=5', [5, 92.5, 100]],
    ['<0', [-3]],
    ['<= 5', [0, 5, -3]],
    ['>92,4', [92.5, 100]],
    ['=', [null]],
    ['<>', [0, 5, 92.5, 100, -3]],
  ])('%p fits %p', (criterion, expected) => {
    expect(fitting(criterion, 'decimal', numbers)).toEqual(expected);
  });

  test('that is a number already is not ambiguous', () => {
    expect(fitting(1.125, 'decimal', [1, 1.125, 1125])).toEqual([1.125]);
  });

  test('reads 90% on the scale of 0 to 100, for percentages alone', () => {
    expect(fitting('>=90%', 'percentage', [0.9, 90, 95])).toEqual([90, 95]);
    expect(readCriterion('>=90%', 'integer')).toBeUndefined();
  });

  test.each([
    'ten',
    '*',
    '>ten',
    '1,000',
    '>1,000',
    '1.000',
    '>=1.000',
    Number.NaN,
    '1 000',
    '>',
    '>=',
    'NaN',
    'Infinity',
    '1e999',
    '5 5',
    '0x10',
  ])('%p is refused', (criterion) => {
    expect(readCriterion(criterion, 'integer')).toBeUndefined();
  });
});

describe('a criterion on dates', () => {
  /** 2026-02-28, 2026-03-01, 2026-03-02. */
  const days = [46_081, 46_082, 46_083, null];
  test.each<[string | number, readonly ShiftValue[]]>([
    ['2026-03-01', [46_082]],
    [46_082, [46_082]],
    [46_082.75, [46_082]],
    ['46082', [46_082]],
    ['>=2026-03-01', [46_082, 46_083]],
    ['<46082', [46_081]],
    ['<>2026-03-01', [46_081, 46_083, null]],
    ['=', [null]],
    ['<>', [46_081, 46_082, 46_083]],
  ])('%p fits %p', (criterion, expected) => {
    expect(fitting(criterion, 'date', days)).toEqual(expected);
  });

  test.each(['31/12/2024', '2025', '2026-02-30', 'last week', '2026-*', '>', 0, 5, Number.NaN])(
    '%p is refused',
    (criterion) => {
      expect(readCriterion(criterion, 'date')).toBeUndefined();
    },
  );
});

describe('a criterion on weekdays', () => {
  const names = ['Monday', 'Tuesday', 'Saturday', 'Sunday', null];
  test.each<[string, readonly ShiftValue[]]>([
    ['monday', ['Monday']],
    ['Mon', ['Monday']],
    ['TUES', ['Tuesday']],
    ['=sun', ['Sunday']],
    ['<>sat', ['Monday', 'Tuesday', 'Sunday', null]],
    ['s*', ['Saturday', 'Sunday']],
    ['=', [null]],
    ['<>', ['Monday', 'Tuesday', 'Saturday', 'Sunday']],
  ])('%p fits %p', (criterion, expected) => {
    expect(fitting(criterion, 'weekday', names)).toEqual(expected);
  });

  test.each(['mo', 'mnday', 'mondays', '1', 'sat, sun', '>monday'])('%p is refused', (criterion) => {
    expect(readCriterion(criterion, 'weekday')).toBeUndefined();
  });
});

test.each([
  ['0,125', 0.125],
  ['1234,567', 1234.567],
  ['12,34', 12.34],
  ['.5', 0.5],
  ['5.', 5],
  ['1,234,567', undefined],
  ['12,345', undefined],
  ['', undefined],
])('the number %p is %p', (text, expected) => {
  expect(parseNumber(text)).toBe(expected);
});

test.each(['abc', '90%%', '%', '1,000,000'])('%p is no percentage, and no fraction', (criterion) => {
  expect([readCriterion(criterion, 'percentage'), readCriterion(criterion, 'fraction')]).toEqual([
    undefined,
    undefined,
  ]);
});
