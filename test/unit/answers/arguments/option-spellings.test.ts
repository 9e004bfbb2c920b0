import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { isOption } from '../../../../src/answers/arguments/option-names';
import { read, said, sentence } from './option-scene';

const LONDON = 'Grand Hotel, London';
/** Keeps one of the sample values alone. */
const ONLY_LONDON = { filters: [{ field: 'VENUE_NAME', names: [LONDON], kept: [LONDON] }] };

describe('three spellings', () => {
  test.each<[string, unknown[]]>([
    ['a pair', ['venue', LONDON]],
    ['a pair with a cell as a range', ['venue', [[LONDON]]]],
    ['a name in a cell', [[['venue']], LONDON]],
    ['text with =', [`venue=${LONDON}`]],
    ['text with :', [`venue: ${LONDON}`]],
    ['text with spaces', [`  venue  =  ${LONDON}  `]],
    ['a range with names in its first column', [[['venue', LONDON]]]],
    ['a range with names in its first row', [[['venue'], [LONDON]]]],
    ['a column of texts', [[[`venue=${LONDON}`], ['limit=']]]],
    ['a column of texts with a blank between', [[[`venue=${LONDON}`], [' '], ['limit=']]]],
    ['a row of texts', [[[`venue=${LONDON}`, null, 'limit=']]]],
    ['the name of the field', ['VENUE_NAME', LONDON]],
    ['the name in capitals with a hyphen', ['Venue-Name', LONDON]],
    [
      'a list of one',
      [
        'venue',
        [
          ['', LONDON],
          [null, undefined],
        ],
      ],
    ],
  ])('%s means the same', (_, args) => {
    expect(said(read(...args))).toEqual(ONLY_LONDON);
  });

  test.each<[string, unknown[], Record<string, unknown>]>([
    ['several in one text', ['limit=5; headers: no;'], { limit: 5, headers: false }],
    ['several on lines', ['limit=5\r\nheaders=no\n'], { limit: 5, headers: false }],
    ['a value with =', ['empty=a=b'], { empty: 'a=b' }],
    ['a value with :', ['empty: a: b'], { empty: 'a: b' }],
    ['a value with ; in a pair', ['empty', 'a; b'], { empty: 'a; b' }],
    ['spaces around a value in a pair', ['empty', ' - '], { empty: ' - ' }],
    ['all at once', ['limit', 5, 'totals=yes', [['notes', false]]], { limit: 5, totals: true, notes: false }],
    [
      'names in the first column',
      [
        [
          ['limit', 5],
          ['totals', true],
        ],
      ],
      { limit: 5, totals: true },
    ],
    [
      'names in the first row',
      [
        [
          ['limit', 'totals'],
          [5, true],
        ],
      ],
      { limit: 5, totals: true },
    ],
    ['values in several cells', [[['group by', 'week', 'venue']]], { groupBy: ['week', 'venue'] }],
    ['values below a name', [[['group by'], ['week'], ['venue']]], { groupBy: ['week', 'venue'] }],
    ['rows of different length', [[['limit', 5], ['totals'], []]], { limit: 5 }],
    ['a number below a name', [[['limit'], [5]]], { limit: 5 }],
    ['a name as the value in a single row', [[['empty', 'venue']]], { empty: 'venue' }],
    [
      'a field by which to group, above blanks',
      [
        [
          ['group by', 'venue'],
          ['', ''],
        ],
      ],
      { groupBy: ['venue'] },
    ],
    [
      'empty rows and columns',
      [
        [
          ['limit', 5, ''],
          ['', '', ''],
          ['totals', true, null],
        ],
      ],
      { limit: 5, totals: true },
    ],
    [
      'a range that is an option’s value',
      ['group by', [['week'], ['venue']], 'limit', 5],
      { groupBy: ['week', 'venue'], limit: 5 },
    ],
    ['a name given as a value', ['empty', 'venue'], { empty: 'venue' }],
    [
      'names as values in a first column',
      [
        [
          ['group by', 'venue', 'role'],
          ['limit', 5, ''],
        ],
      ],
      { groupBy: ['venue', 'role'], limit: 5 },
    ],
    [
      'a name as a value in a first row',
      [
        [
          ['group by', 'limit'],
          ['venue', 5],
        ],
      ],
      { groupBy: ['venue'], limit: 5 },
    ],
  ])('%s', (_, args, expected) => {
    expect(said(read(...args))).toEqual(expected);
  });
});

describe('what is not given', () => {
  test.each<[string, unknown[]]>([
    ['nothing', []],
    ['omitted arguments', ['', undefined, null, '  ']],
    ['a blank value', ['venue', '']],
    ['an omitted value', ['venue', undefined, 'limit', null]],
    ['a blank value in text', ['venue=; limit:']],
    [
      'a list of blanks',
      [
        'venue',
        [
          ['', null],
          [undefined, ' '],
        ],
      ],
    ],
    [
      'blanks beside names',
      [
        [
          ['venue', ''],
          ['role', ''],
        ],
      ],
    ],
    [
      'blanks below names',
      [
        [
          ['venue', 'role'],
          ['', ''],
        ],
      ],
    ],
    [
      'blanks below names of which the second is no column',
      [
        [
          ['columns', 'limit'],
          ['', ''],
        ],
      ],
    ],
    [
      'blanks beside a list of keys',
      [
        [
          ['group by', ''],
          ['columns', ''],
        ],
      ],
    ],
    ['a blank range', [[['', ''], [null]]]],
    ['no range', [[]]],
    ['a range of no cells', [[[], []]]],
    ['cells to wait for', [45_000, true, new Date(0), Number.NaN, [[1], [new Date(0)]]]],
    ['a date of another realm', [runInNewContext('new Date(0)')]],
    ['a named cell to wait for', ['refresh', 45_000]],
    [
      'a range to wait for',
      [
        'stamp',
        [
          ['venue', 'x'],
          ['y', 'z'],
        ],
      ],
    ],
  ])('%s changes nothing', (_, args) => {
    expect(said(read(...args))).toEqual({});
  });

  test('a blank may stand beside a value of the same option', () => {
    expect(said(read('venue', '', 'venue', LONDON))).toEqual(ONLY_LONDON);
  });

  test('a formula that does not use an option may have it blank', () => {
    expect(said(read('limit', '', 'totals', true))).toEqual({ totals: true });
  });
});

describe('a range that could be read both ways', () => {
  test('has names in its first column, if all of them are', () => {
    expect(
      said(
        read([
          ['group by', 'role'],
          ['venue', 'Chef'],
        ]),
      ),
    ).toMatchObject({ groupBy: ['role'] });
  });

  test('has none in its first column where a value stands without a name', () => {
    expect(
      said(
        read([
          ['venue', 'limit'],
          ['', 5],
        ]),
      ),
    ).toEqual({ limit: 5 });
  });
});

test.each([
  ['venue', true],
  ['VENUE_NAME: x', true],
  ['venue=Grand', true],
  [' Job Title ', true],
  ['no-shows', true],
  ['true fulfillment percentage = 5', true],
  ['fields', true],
  ['last week', false],
  ['today', false],
  [':YYYYMMDD-7', false],
  ['2025-W27', false],
  ['venuue=Grand', false],
  ['constructor', false],
  ['__proto__=1', false],
  ['', false],
])('%p is an option: %p', (text, expected) => {
  expect(isOption(text)).toBe(expected);
});

test('options in one text that are separated by commas are refused: their filter would match nothing', () => {
  const refused = (text: string) => `Separate options in one text by ";", not by ",". ("${text}")`;
  expect(sentence('venue=*Grand*, area=Bar')).toBe(refused('area=Bar'));
  expect(sentence('columns=SHIFT_DATE, VENUE_NAME, limit: 5')).toBe(refused('limit: 5'));
  // What no option begins belongs to the value.
  for (const text of ['venue=Grand Hotel, London', 'venue=Bistro, est: 1984', 'venue=Area: North, West']) {
    expect(read(text).filters).toHaveLength(1);
  }
});

test('text is never cut at a comma or a semicolon without a word', () => {
  expect(sentence('venue=Fish; Chips')).toMatch(/^Unknown option "Chips"\. It can be columns, group by, /);
});
