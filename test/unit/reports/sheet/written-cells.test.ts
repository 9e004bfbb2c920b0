import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { literalCell, sheetRows } from '../../../../src/reports/sheet/cells';
import { HOSTILE_BEGINNINGS, HOSTILE_VALUES } from '../../../support/hostile-texts';
import { MemorySheets } from '../../../support/memory-sheets';
import { ROW } from '../../../support/sample-report';

/** Beginnings of texts that Sheets would read as something else. */
const BEGINNINGS = [
  ...HOSTILE_BEGINNINGS,
  ...HOSTILE_VALUES,
  ...['5', "''", '=1+1', '+1', '-1', '@SUM(A1)', '1,5'],
];
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

/** What a cell holds after a text was written. */
function written(text: string): unknown {
  const sheet = new MemorySheets().add('Sheet');
  sheet.write(1, [[literalCell(text)]]);
  return sheet.readBlock(1, 1, 1, 1)[0]?.[0];
}

describe('a text written to a cell', () => {
  test.each(BEGINNINGS)('%j gets one apostrophe and comes out as it was', (text) => {
    expect([literalCell(text), written(text), written(`${text}x=1`)]).toEqual([
      `'${text}`,
      text,
      `${text}x=1`,
    ]);
  });

  test(`of any kind comes out as it was (seed ${SEED}, ${RUNS} runs)`, () => {
    const anything = fc.tuple(fc.constantFrom('', ...BEGINNINGS), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anything, ([beginning, rest]) => {
        expect(written(beginning + rest)).toBe(beginning + rest);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test('of more than 50,000 characters with its apostrophe is cut, and ends in …', () => {
    const cells = [49_999, 50_000, 60_000].map((length) => String(literalCell('x'.repeat(length))));
    expect(cells.map((cell) => [cell.length, cell.slice(-2)])).toEqual([
      [50_000, 'xx'],
      [50_000, 'x…'],
      [50_000, 'x…'],
    ]);
  });
});

test.each([
  ['', ''],
  [null, ''],
  [0, 0],
  [-2.5, -2.5],
  [true, true],
  [false, false],
])('the value %j is written as %j', (value, cell) => {
  expect(literalCell(value)).toBe(cell);
});

describe('rows for a sheet', () => {
  test('keep numbers as numbers, days as serial numbers and percentages on their scale', () => {
    const texts = ["'The Crown & Anchor", "'Bar", "'Bartender"];
    const figures = [10, 9, 90, 1, 10, 8, 80, 1, 11.1, 72.5, 64.25, 11, 72.7, 900_001];
    expect(sheetRows([ROW], 1, 18)).toEqual([[46_083, ...texts, ...figures]]);
  });

  test('are padded with blank cells to the size asked for', () => {
    expect(sheetRows([[1, 'a'], [2]], 3, 4)).toEqual([
      [1, "'a", '', ''],
      [2, '', '', ''],
      ['', '', '', ''],
    ]);
  });
});
