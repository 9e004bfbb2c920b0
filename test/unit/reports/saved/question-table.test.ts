import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { literalCell, sheetRows } from '../../../../src/reports/sheet/cells';
import { HOSTILE_BEGINNINGS, HOSTILE_VALUES } from '../../../support/hostile-texts';
import { MemorySheets } from '../../../support/memory-sheets';
import { ROW } from '../../../support/sample-report';

/** Beginnings of texts that Sheets would read as something else. */
const BEGINNINGS = [
  ...HOSTILE_BEGINNINGS,
  '5',
  ...HOSTILE_VALUES,
  "''",
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '1.5',
  '1,5',
];
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

/** What a cell holds after a text was written. */
function written(text: string): unknown {
  const sheet = new MemorySheets().add('Sheet');
  sheet.write(1, [[literalCell(text)]]);
  return sheet.readRow(1, 1)[0];
}

describe('a text written to a sheet', () => {
  test.each(BEGINNINGS)('%j gets one apostrophe and comes out as it was', (text) => {
    expect([literalCell(text), written(text)]).toEqual([`'${text}`, text]);
  });

  test.each(BEGINNINGS)('that begins with %j and goes on comes out as it was', (text) => {
    expect(written(`${text}x=1`)).toBe(`${text}x=1`);
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

  test.each([[''], [null]])('that is %j is an empty cell', (value) => {
    expect(literalCell(value)).toBe('');
  });

  test('fits one cell with 49,999 characters', () => {
    const text = 'x'.repeat(49_999);
    expect(literalCell(text)).toBe(`'${text}`);
  });

  test.each([50_000, 60_000])(
    'of %i characters is cut to 50,000 with its apostrophe, and ends in …',
    (length) => {
      const cell = String(literalCell('x'.repeat(length)));
      expect([cell.length, cell.slice(-3)]).toEqual([50_000, 'xx…']);
    },
  );
});

test.each([0, -2.5, 900_001])('a number written to a cell stays a number: %j', (number) => {
  expect(literalCell(number)).toBe(number);
});

describe('rows for a sheet', () => {
  test('keep numbers as numbers, days as serial numbers and percentages on their scale', () => {
    expect(sheetRows([ROW], 1, 18)).toEqual([
      [
        46_083,
        "'The Crown & Anchor",
        "'Bar",
        "'Bartender",
        10,
        9,
        90,
        1,
        10,
        8,
        80,
        1,
        11.1,
        72.5,
        64.25,
        11,
        72.7,
        900001,
      ],
    ]);
  });

  test('leave null empty: it never becomes 0', () => {
    expect(sheetRows([new Array<null>(18).fill(null)], 1, 18)).toEqual([new Array<string>(18).fill('')]);
  });

  test('are padded with blank rows to the height asked for', () => {
    expect(sheetRows([ROW], 3, 18).slice(1)).toEqual([
      new Array<string>(18).fill(''),
      new Array<string>(18).fill(''),
    ]);
  });

  test('are padded with blank cells to the width asked for', () => {
    expect(sheetRows([[1, 'a'], [2]], 3, 4)).toEqual([
      [1, "'a", '', ''],
      [2, '', '', ''],
      ['', '', '', ''],
    ]);
  });

  test('keep booleans as booleans', () => {
    expect(sheetRows([[true, false]], 1, 2)).toEqual([[true, false]]);
  });
});
