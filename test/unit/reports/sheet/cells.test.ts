import { describe, expect, test } from '@jest/globals';
import {
  a1,
  type ColumnKind,
  columnFormats,
  columnLetters,
  headingsOf,
  isFilled,
  notePlace,
} from '../../../../src/reports/sheet/cells';

const columnsOf = (...kinds: ColumnKind[]) => kinds.map((kind, index) => ({ heading: `C${index}`, kind }));

describe('the formats of a table', () => {
  test('are one per kind that needs one', () => {
    const columns = columnsOf(
      'text',
      'moment',
      'date',
      'integer',
      'percentage',
      'decimal',
      'boolean',
      'date',
    );
    expect(columnFormats(columns)).toEqual([
      { ranges: ['C2:C', 'H2:H'], format: 'd mmm yyyy' },
      { ranges: ['B2:B'], format: 'd mmm yyyy, hh:mm' },
      { ranges: ['D2:D'], format: '0' },
      { ranges: ['F2:F'], format: '0.00' },
      { ranges: ['E2:E'], format: '0.0"%"' },
    ]);
  });

  test('take away what columns had before, also those that are gone', () => {
    expect(columnFormats(columnsOf('text', 'date'), { width: 4 })).toEqual([
      { ranges: ['B2:B'], format: 'd mmm yyyy' },
      { ranges: ['A2:A', 'C2:C', 'D2:D'], format: 'General' },
    ]);
  });

  test('of texts alone are none', () => {
    expect(columnFormats(columnsOf('text', 'text'))).toEqual([]);
  });
});

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i, counted from 0, has the letters %s', (index, letters) => {
  expect(columnLetters(index)).toBe(letters);
});

test.each<[Parameters<typeof a1>, string]>([
  [[1, 1], 'A1'],
  [[7, 28, 1, 1], 'AB7'],
  [[4, 2, 1, 2], 'B4:C4'],
  [[2, 3, 4], 'C2:C5'],
])('the block %j (row, column, rows, columns) is %s', (block, expected) => {
  expect(a1(...block)).toBe(expected);
});

test('the headings of columns are in their order', () => {
  expect(headingsOf(columnsOf('date', 'text', 'text'))).toEqual(['C0', 'C1', 'C2']);
});

describe('the notes of a table', () => {
  test('stand after its fields; the columns of SHIFT_ID, SHIFT_DATE and VENUE_NAME tell which row has which', () => {
    expect(notePlace(['VENUE_NAME', 'AREA_NAME', 'SHIFT_ID', 'SHIFT_DATE'], ['Reason', 'Done'])).toEqual({
      id: 2,
      date: 3,
      venue: 0,
      columns: ['Reason', 'Done'],
    });
  });

  test('have no such column where the table does not show it', () => {
    expect(notePlace(['AREA_NAME'], ['Reason'])).toEqual({
      id: null,
      date: null,
      venue: null,
      columns: ['Reason'],
    });
  });

  test('have no place in a table without note columns', () => {
    expect(notePlace(['SHIFT_ID'], [])).toBeUndefined();
  });
});

test.each<[unknown, boolean]>([
  [undefined, false],
  [null, false],
  ['', false],
  [' ', true],
  ['Crown', true],
  [0, true],
  [false, true],
])('a cell with %j is filled: %s', (value, filled) => {
  expect(isFilled(value)).toBe(filled);
});
