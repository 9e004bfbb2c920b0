import { describe, expect, test } from '@jest/globals';
import { readGenericRecords } from '../../../src/employer-api/report-kind';

/** Heading and kind of each column, then the rows. */
function table(records: unknown): unknown {
  const read = readGenericRecords(records);
  return read && [read.fields.map(({ name, kind }) => `${name}: ${kind}`), ...read.rows];
}
const column = (...values: unknown[]) => table(values.map((value) => ({ x: value })));
const issuesOf = (records: unknown) => {
  const read = readGenericRecords(records);
  return [read?.issueCount, read?.emptyCount, read?.issues];
};
/** An array so many arrays deep, as JSON. */
const deepArray = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('columns', () => {
  test('stand in the order in which they are first seen', () => {
    expect(table([{ b: 1, a: 2 }, { c: 3, a: 4 }, { d: 5 }])).toEqual([
      ['b: integer', 'a: integer', 'c: integer', 'd: integer'],
      [1, 2, null, null],
      [null, 4, 3, null],
      [null, null, null, 5],
    ]);
  });

  test('of nested objects have dotted names', () => {
    expect(table([{ venue: { name: 'Dock 7', place: { city: 'Leeds' } }, hires: 2 }])).toEqual([
      ['venue.name: text', 'venue.place.city: text', 'hires: integer'],
      ['Dock 7', 'Leeds', 2],
    ]);
  });

  test('of an object that is null somewhere are those of its members', () => {
    expect(table([{ venue: null }, { venue: { name: 'Dock 7' } }, { venue: {} }])).toEqual([
      ['venue.name: text'],
      [null],
      ['Dock 7'],
      [null],
    ]);
  });

  test('keep a value that stands where others have an object', () => {
    expect(table([{ venue: 'all' }, { venue: { name: 'Dock 7' } }])).toEqual([
      ['venue: text', 'venue.name: text'],
      ['all', null],
      [null, 'Dock 7'],
    ]);
  });

  test('whose dotted names are alike are kept apart', () => {
    expect(table([{ 'a.b': 1, a: { b: 2 }, 'a.b (2)': 3, 'a.b (3)': 4 }])).toEqual([
      ['a.b: integer', 'a.b (2): integer', 'a.b (2) (2): integer', 'a.b (3): integer'],
      [1, 2, 3, 4],
    ]);
  });

  test('whose long names begin alike are numbered', () => {
    const long = 'x'.repeat(300);
    const names = readGenericRecords([{ [`${long}1`]: 1, [`${long}2`]: 2, [`${long}3`]: 3 }])?.fields;
    const [first = '', ...others] = names?.map(({ name }) => name) ?? [];
    expect(others).toEqual([`${first} (2)`, `${first} (3)`]);
  });

  test('beyond the two-hundredth are left out with all that is wrong in them', () => {
    const columns = Array.from({ length: 200 }, (_, at) => [`c${at}`, at]);
    expect(issuesOf([Object.fromEntries([...columns, ['last', 2 ** 60]])])).toEqual([
      1,
      0,
      ['there are more than 200 columns, the others are left out'],
    ]);
  });

  test('of days are dates from 1900 on', () => {
    expect(table([{ a: '1900-01-01', b: '1899-12-31' }])).toEqual([
      ['a: date', 'b: text'],
      [2, '1899-12-31'],
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', (name) => {
    expect(table(JSON.parse(`[{"${name}":1},{"${name}":{"${name}":2}}]`))).toEqual([
      [`${name}: integer`, `${name}.${name}: integer`],
      [1, null],
      [null, 2],
    ]);
  });

  test('without a name have a heading all the same', () => {
    expect(table([{ '': 1, a: { '': 2 } }])).toEqual([
      ['(no name): integer', 'a.: integer'],
      [1, 2],
    ]);
  });

  test('have headings of at most 200 characters, all different', () => {
    const [one = '', other = ''] =
      readGenericRecords([{ [`${'x'.repeat(300)}1`]: 1, [`${'x'.repeat(300)}2`]: 2 }])?.fields.map(
        ({ name }) => name,
      ) ?? [];
    expect([one, other]).toEqual([`${'x'.repeat(199)}…`, `${'x'.repeat(199)}… (2)`]);
  });

  test('are at most 200; the others are left out and reported once', () => {
    const wide = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`c${index}`, index]));
    const read = readGenericRecords([wide, wide]);
    expect([read?.fields.length, read?.rows[1]?.length, read?.rows[1]?.[199]]).toEqual([200, 200, 199]);
    expect(issuesOf([wide, wide])).toEqual([
      1,
      0,
      ['there are more than 200 columns, the others are left out'],
    ]);
  });

  test('lie at most eight names deep; what lies deeper is JSON text', () => {
    const record = { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 }, j: 2 } } } } } } } };
    expect(table([record])).toEqual([
      ['a.b.c.d.e.f.g.h: text', 'a.b.c.d.e.f.g.j: integer'],
      ['{"i":1}', 2],
    ]);
  });
});

describe('the kind of a column', () => {
  test.each<readonly [string, readonly unknown[], string, readonly unknown[]]>([
    // 46,023 is 2026-01-01, 60 is 1900-02-28.
    ['days', ['2026-01-01', null, '1900-02-28'], 'date', [46_023, null, 60]],
    ['days that do not exist', ['2026-02-30'], 'text', ['2026-02-30']],
    ['days before 1900', ['0001-01-01'], 'text', ['0001-01-01']],
    ['days and text', ['2026-01-01', ''], 'text', ['2026-01-01', '']],
    ['times', ['2026-01-01T00:00:00Z'], 'text', ['2026-01-01T00:00:00Z']],
    ['booleans', [true, null, false], 'boolean', [1, null, 0]],
    ['booleans and numbers', [true, 1], 'text', ['true', '1']],
    ['whole numbers', [1, -2, 0], 'integer', [1, -2, 0]],
    ['whole numbers and decimals', [1, 2.5], 'decimal', [1, 2.5]],
    ['very large and very small numbers', [1.5e-7, 1e15], 'decimal', [0.00000015, 1_000_000_000_000_000]],
    ['numbers and text', [5, 2.5, 'n/a'], 'text', ['5', '2.5', 'n/a']],
    ['numbers in quotes', ['007', '1e5'], 'text', ['007', '1e5']],
    ['days and numbers', ['2026-01-01', 46_023], 'text', ['2026-01-01', '46023']],
    ['lists', [['a', 1], []], 'text', ['["a",1]', '[]']],
    ['nothing', [null, null], 'text', [null, null]],
    ['text that a sheet would calculate', ['=1+1', "'x"], 'text', ['=1+1', "'x"]],
  ])('of %s', (_, values, kind, expected) => {
    expect(column(...values)).toEqual([[`x: ${kind}`], ...expected.map((value) => [value])]);
  });

  test('of minus zero is a plain number', () => {
    expect(Object.is(readGenericRecords(JSON.parse('[{"x":-0}]'))?.rows[0]?.[0], 0)).toBe(true);
  });
});

describe('what cannot be kept', () => {
  test.each(['9007199254740993', '1e400', '-1e400', '1e21'])(
    'a number such as %s is left empty',
    (number) => {
      const records = JSON.parse(`[{"x":${number}},{"x":1}]`);
      expect(table(records)).toEqual([['x: integer'], [null], [1]]);
      expect(issuesOf(records)).toEqual([
        1,
        0,
        ['record 1 holds a number with more digits than can be kept'],
      ]);
    },
  );

  test('text longer than a cell holds is cut, never within a character', () => {
    const long = `${'x'.repeat(49_997)}😀yy`;
    expect(readGenericRecords([{ x: long }])?.rows).toEqual([[`${'x'.repeat(49_997)}…`]]);
    expect(issuesOf([{ x: long }])).toEqual([1, 0, ['record 1 holds text that is longer than a cell holds']]);
  });

  test('text that just fits a cell stays', () => {
    const text = 'x'.repeat(49_999);
    expect([readGenericRecords([{ x: text }])?.rows, issuesOf([{ x: text }])]).toEqual([
      [[text]],
      [0, 0, []],
    ]);
  });

  test('lists nested beyond what can be written are left empty', () => {
    const records = [{ x: deepArray(100_000), y: 1 }];
    expect([readGenericRecords(records)?.rows, issuesOf(records)]).toEqual([
      [[null, 1]],
      [1, 0, ['record 1 is nested too deeply']],
    ]);
  });

  test('records that are no objects are counted', () => {
    expect(table([null, { x: 1 }, 'a', [{ x: 2 }]])).toEqual([['x: integer'], [1]]);
    expect(issuesOf([null, { x: 1 }, 'a', [{ x: 2 }]])).toEqual([
      3,
      0,
      ['record 1 is not an object', 'record 3 is not an object', 'record 4 is not an object'],
    ]);
  });

  test('is counted in full and listed 50 times', () => {
    const [count, , issues] = issuesOf([{ x: 1 }, ...new Array(200).fill(null)]);
    expect([count, (issues as string[]).length]).toEqual([200, 50]);
  });
});

describe('an answer', () => {
  test('without records is a table without columns', () => {
    expect(readGenericRecords({ report: { rows: [] } })).toEqual({
      fields: [],
      rows: [],
      issueCount: 0,
      emptyCount: 0,
      issues: [],
    });
  });

  test('with empty values only is a table all the same', () => {
    expect(table([{ x: null }, {}])).toEqual([['x: text'], [null], [null]]);
  });

  test.each<readonly [string, unknown]>([
    ['records without names', [{}, {}]],
    ['records of empty objects', [{ a: {} }, { b: { c: {} } }]],
    ['no record that is an object', [1, 2]],
    ['no list', { a: 1 }],
  ])('with %s is none', (_, answer) => {
    expect(readGenericRecords(answer)).toBeUndefined();
  });
});
