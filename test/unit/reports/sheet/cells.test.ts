import { expect, test } from '@jest/globals';
import {
  a1,
  areSame,
  type ColumnKind,
  columnLetters,
  dayOf,
  displayCell,
  hashTable,
  isFilled,
  literalCell,
  type SheetColumn,
  sheetRows,
} from '../../../../src/reports/sheet/cells';
import { looksOf } from '../../../../src/reports/sheet/sheets';

/** Columns side by side. */
const placed = (columns: readonly SheetColumn[], first = 1) =>
  columns.map((column, index) => ({ at: first + index, column }));
const columnsOf = (...kinds: ColumnKind[]) => kinds.map((kind, index) => ({ heading: `C${index}`, kind }));

test('columns have one format a kind, and a place that a table no longer has loses its own', () => {
  const kinds = ['text', 'moment', 'date', 'integer', 'percentage', 'decimal', 'boolean', 'date'] as const;
  const gone = { at: 9, column: undefined };
  const shown = (...args: Parameters<typeof looksOf>) =>
    Object.fromEntries(looksOf(...args).flatMap(({ ranges, format }) => (format ? [[format, ranges]] : [])));
  expect(shown([...placed(columnsOf(...kinds)), gone])).toEqual({
    General: ['A2:A', 'G2:G', 'I2:I'],
    'd mmm yyyy, hh:mm': ['B2:B'],
    'd mmm yyyy': ['C2:C', 'H2:H'],
    '0': ['D2:D'],
    '0.0"%"': ['E2:E'],
    '0.00': ['F2:F'],
  });
  expect(shown(placed(columnsOf('date'), 2), 4, 7)).toEqual({ 'd mmm yyyy': ['B5:B7'] });
});

test('words begin at the left, days stand in the middle, numbers end at the right', () => {
  const kinds = [
    'text',
    'date',
    'month',
    'year',
    'moment',
    'integer',
    'count',
    'decimal',
    'percentage',
  ] as const;
  const sides = looksOf(placed(columnsOf(...kinds, 'boolean'))).filter(({ side }) => side !== undefined);
  expect(sides).toEqual([
    { side: 'left', ranges: ['A1:A'] },
    { side: 'center', ranges: ['B1:B', 'C1:C', 'D1:D', 'E1:E'] },
    { side: 'right', ranges: ['F1:F', 'G1:G', 'H1:H', 'I1:I', 'J1:J'] },
  ]);
});

test('a column is as wide as the longest word of its heading, one that stands alone has its own width', () => {
  const [first, second] = [
    { heading: 'of fulfilment', kind: 'percentage' },
    { heading: 'TRUE_FULFILMENT_PERCENTAGE', kind: 'percentage' },
  ] as const;
  const apart = [
    { at: 1, column: first },
    { at: 3, column: first },
    { at: 4, column: second },
  ];
  const widths = looksOf(apart).filter(({ pixels }) => pixels !== undefined);
  expect(widths).toEqual([
    { pixels: 100, ranges: ['A1'] },
    { pixels: 100, ranges: ['C1'] },
    { pixels: 270, ranges: ['D1'] },
  ]);
  // No text of theirs wraps.
  expect(looksOf(apart).some(({ isTop }) => isTop)).toBe(false);
});

test('neighbouring columns of one width are set together; texts are as wide as the longest, and wide columns wrap, hidden ones never', () => {
  const columns = [
    ...placed([
      { heading: 'A', kind: 'count' },
      { heading: 'B', kind: 'integer' },
    ]),
    { at: 3, column: { heading: 'C', kind: 'text' } as const, letters: 20 },
    { at: 4, column: { heading: 'D', kind: 'text', pixels: 300 } as const },
    { at: 5, column: undefined },
    { at: 6, column: { heading: 'Hidden words', kind: 'text', pixels: 0 } as const },
  ];
  expect(looksOf(columns, 2)).toEqual([
    { format: '#,##0', ranges: ['A3:A'] },
    { format: '0', ranges: ['B3:B'] },
    { format: 'General', ranges: ['C3:C', 'D3:D', 'E3:E', 'F3:F'] },
    { isHeading: true, ranges: ['A2', 'B2', 'C2', 'D2', 'F2'] },
    { isHeading: false, ranges: ['E2'] },
    { wraps: true, ranges: ['A2', 'B2', 'C2', 'D2', 'D3:D'] },
    { isTop: true, ranges: ['A3:A', 'B3:B', 'C3:C', 'D3:D', 'F3:F'] },
    { side: 'right', ranges: ['A2:A', 'B2:B'] },
    { side: 'left', ranges: ['C2:C', 'D2:D', 'F2:F'] },
    { pixels: 80, ranges: ['A1:B1'] },
    { pixels: 160, ranges: ['C1'] },
    { pixels: 300, ranges: ['D1'] },
    { pixels: 0, ranges: ['F1'] },
  ]);
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

test.each([
  [null, 'text', ''],
  [undefined, 'date', ''],
  [true, 'boolean', 'TRUE'],
  [false, 'boolean', 'FALSE'],
  ['x'.repeat(300), 'text', `${'x'.repeat(199)}…`],
  [46_082, 'date', '1 Mar 2026'],
  [46_082, 'month', 'Mar 2026'],
  [46_082, 'year', '2026'],
  [72.7, 'percentage', '72.7%'],
  [7, 'decimal', '7.00'],
  [7.4, 'integer', '7'],
  [7.25, undefined, '7.25'],
] as const)('a cell with %j is shown in words as a sheet would: %s', (value, kind, shown) => {
  expect(displayCell(value, kind)).toBe(shown);
});

test.each([
  ['', ''],
  [null, ''],
  [0, 0],
  [true, true],
  ["=1+1 'x'", "'=1+1 'x'"],
  ["'", "''"],
  ['x'.repeat(49_999), `'${'x'.repeat(49_999)}`],
  // A cell holds 50,000 characters.
  ['x'.repeat(60_000), `'${'x'.repeat(49_998)}…`],
])('the value %.20j is written as %.20j, such that nothing is read as if typed', (value, cell) => {
  expect(literalCell(value)).toBe(cell);
});

test.each([
  [46_082.75, 46_082],
  ['1 Mar 2026', null],
  [undefined, null],
])('the day of a cell with %p is %p', (value, day) => {
  expect(dayOf(value)).toBe(day);
});

test.each([
  [['A', 'B'], ['A', 'B'], true],
  [['A'], ['A', 'B'], false],
  [['A', 'B'], ['A'], false],
  [['A', 'B'], ['A', 'C'], false],
])('the headings %j and %j are the same: %p', (one, other, same) => {
  expect(areSame(one, other)).toBe(same);
});

test('a hash is of headings and cells, where an empty text is a blank cell', () => {
  const hash = hashTable((text) => text, { columns: columnsOf('text', 'date'), rows: [['', 46_082]] });
  expect(hash).toBe('[["C0","C1"],[[null,46082]]]');
});

test('rows keep numbers as numbers, and blank cells pad them to the size asked for', () => {
  expect(sheetRows([[46_083, 'a', 72.5], [2]], 3, 4)).toEqual([
    [46_083, "'a", 72.5, ''],
    [2, '', '', ''],
    ['', '', '', ''],
  ]);
});
