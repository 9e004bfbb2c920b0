import { describe, expect, test } from '@jest/globals';
import type { ShiftValue } from '../../../src/employer-api/shift-records';
import { foldName } from '../../../src/figures/names';
import {
  criterionKind,
  hasWildcards,
  parseNumber,
  pickName,
  readCriterion,
  readPattern,
  readRowFilter,
} from '../../../src/figures/row-filter';

type CriterionKind = Parameters<typeof readCriterion>[1];

/** Which of the values a criterion fits. */
function fitting(criterion: string | number, kind: CriterionKind, values: readonly ShiftValue[]) {
  const read = readCriterion(criterion, kind);
  return values.filter((value) => read?.matches(typeof value === 'string' ? foldName(value) : value));
}

describe('a criterion', () => {
  test.each([
    ['  >5  ', [7, 9]],
    [' <> 7 ', [5, 9, null]],
    ['\t>=7', [7, 9]],
  ])('%j is read whatever spaces stand around it', (criterion, expected) => {
    expect(fitting(criterion, 'integer', [5, 7, 9, null])).toEqual(expected);
  });

  test('has an operator only in front: a venue may have one inside its name', () => {
    expect(fitting('Fish<>Chips', 'text', ['Fish<>Chips', 'Fish', 'Chips'])).toEqual(['Fish<>Chips']);
    expect(fitting('A=B', 'text', ['A=B', 'B'])).toEqual(['A=B']);
    expect(readCriterion('5>3', 'integer')).toBeUndefined();
  });

  test('"=" alone picks what is empty, and no name unless one is known to be written so', () => {
    expect(readCriterion('=', 'text')).toMatchObject({ picks: true, name: undefined, verbatim: '=' });
    expect(fitting('=', 'text', ['=', '', null, 'x'])).toEqual(['', null]);
  });

  test.each([
    ['x', true],
    ['=x', true],
    ['<>x', false],
    ['>x', false],
    ['<=x', false],
  ])('%s picks values: %p', (text, picks) => {
    expect(readCriterion(text, 'text')?.picks).toBe(picks);
  });

  test.each(['>', '>=', '<', '<='])('%j alone, an order of nothing, is a name', (text) => {
    expect(readCriterion(text, 'text')).toMatchObject({ picks: true, name: text });
    expect(fitting(text, 'text', [text, '=', '', null, 'x'])).toEqual([text]);
  });

  test('made of a name picks it as it is written', () => {
    const criterion = pickName('>Bar*');
    expect(criterion).toMatchObject({ picks: true, name: '>Bar*', verbatim: undefined });
    expect([foldName('>BAR*'), foldName('>Barn'), 'zoo', null].map((one) => criterion.matches(one))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test.each([
    ['90%', [90]],
    ['90 %', [90]],
    ['>=90%', [90, 95.5]],
    ['95,5 %', [95.5]],
  ])('%j on a percentage is on the scale of 0 to 100', (criterion, expected) => {
    expect(fitting(criterion, 'percentage', [0.9, 9, 90, 95.5])).toEqual(expected);
  });

  test.each(['90%5', '90%%', '%', '9x%', '9-%'])('%j is no percentage', (criterion) => {
    expect(readCriterion(criterion, 'percentage')).toBeUndefined();
  });

  test('on a count has no percent sign', () => {
    expect(readCriterion('90%', 'integer')).toBeUndefined();
  });
});

describe('a number', () => {
  test.each([
    ['.25', 0.25],
    [',25', 0.25],
    ['1e+3', 1000],
    ['1e-3', 0.001],
    ['2E3', 2000],
    ['1e12', 1_000_000_000_000],
    ['-1.5e2', -150],
    ['1,2345', 1.2345],
    ['123,4567', 123.4567],
    ['+7', 7],
  ])('%s is %d', (text, expected) => {
    expect(parseNumber(text)).toBe(expected);
  });

  test.each([
    '1ex3',
    '1e',
    '1e1234',
    '1e999',
    '123,456',
    '+1,000',
    '1.000',
    '-123.456',
    '.',
    ',',
    '1.2.3',
    'x1',
    '1x',
  ])('is not read from %s', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });
});

describe('a pattern', () => {
  test.each([
    ['a*', true],
    ['a?', true],
    ['a', false],
    ['', false],
    ['a~*', false],
    ['a~?b~*', false],
    ['a~~*', true],
    ['~', false],
  ])('%s has wildcards: %p', (pattern, has) => {
    expect(hasWildcards(pattern)).toBe(has);
  });

  test.each([
    ['a~b', 'a~b', true],
    ['a~b', 'ab', false],
    ['~', '~', true],
    ['a~', 'a~', true],
    ['*~', 'xx~', true],
    ['*~', 'xx', false],
    ['~x*', '~xyz', true],
    ['~x*', 'xyz', false],
    ['~~*', '~yz', true],
    ['*~**', 'a*b', true],
    ['*~**', 'ab', false],
    ['?😀?', 'a😀b', true],
    ['?', '😀', true],
    ['??', '😀', false],
    ['a\nb*', 'a\nbc', true],
    ['a b*', 'a bc', true],
    ['* *', 'a b', true],
    ['a*', 'a', true],
    ['a?', 'a', false],
    ['*a', 'ab', false],
    ['', '', true],
    ['', 'a', false],
  ])('%j fits %j: %p', (pattern, text, fits) => {
    expect(readPattern(pattern)(text)).toBe(fits);
  });
});

describe('the filter of a field', () => {
  const read = (field: string, ...given: (string | number)[]) => {
    const filter = readRowFilter(field, given);
    if ('refused' in filter) throw new Error(`Refused ${filter.refused}`);
    return filter;
  };

  test('compares with what the field holds, section 2.2', () => {
    const fields = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFTS_POSTED', 'HOURS_WORKED', 'NO_SHOWS_PERCENTAGE'];
    expect([...fields, 'WEEKDAY'].map(criterionKind)).toEqual([
      'date',
      'text',
      'integer',
      'decimal',
      'percentage',
      'weekday',
    ]);
  });

  test('takes a comma for part of a name, but for weekdays', () => {
    expect(read('VENUE_NAME', 'Grand Hotel, London').names).toEqual(['Grand Hotel, London']);
    expect(read('WEEKDAY', 'Sat, Sun').matches('Sunday')).toBe(true);
  });

  test('keeps what it asks for where no such name exists, and picks the name where it does', () => {
    const filter = read('VENUE_NAME', '>Bar', 'Grand*');
    const names = (known: readonly string[]) => filter.among(known).names;
    expect([names(['Plaza']), names(['>Bar']), names(['Grand*', '>BAR']), names([''])]).toEqual([
      [],
      ['>Bar'],
      ['>BAR', 'Grand*'],
      [],
    ]);
  });

  test('keeps a plain name beside a venue without a name', () => {
    const filter = read('VENUE_NAME', 'Grand').among(['', 'Grand']);
    expect([filter.names, filter.matches('Grand'), filter.matches('')]).toEqual([['Grand'], true, false]);
  });
});
