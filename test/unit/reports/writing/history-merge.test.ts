import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { SheetRow } from '../../../../src/reports/sheet/cells';
import { findTail, matchColumns, mergeHistory } from '../../../../src/reports/writing/history-draft';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 1000);

const COLUMNS = { dateColumn: 0, idColumn: 2 };
const WINDOW = { from: 110, to: 119 };
const merge = (kept: readonly SheetRow[], incoming: readonly SheetRow[], idColumn: number | null = 2) =>
  mergeHistory(kept, incoming, WINDOW, { dateColumn: 0, idColumn });

describe('the first row of the window', () => {
  test.each<[string, (number | string | boolean | null)[], number | undefined]>([
    ['follows the days before it', [100, 100, 109, 110, 115], 3],
    ['is the first row where all days lie in it', [110, 110, 119], 0],
    ['is past the end where all days lie before it', [100, 109], 2],
    ['is the first of an empty table', [], 0],
    ['counts a moment of the last day', [109, 119.75], 1],
    ['is not known where a later day follows', [109, 110, 120], undefined],
    ['is not known where days run backwards', [109, 108, 110], undefined],
    ['is not known where a day is blank', [108, null, 110], undefined],
    ['is not known where a day is text', [108, '2026-01-01', 110], undefined],
    ['is not known where a cell holds no day', [108, true, 110], undefined],
    ['is not known where the window stands at the top', [110, 111, 100], undefined],
  ])('%s', (_, days, expected) => {
    expect(findTail(days, WINDOW)).toBe(expected);
  });
});

describe('a table that keeps history', () => {
  test('keeps days outside the window and replaces days inside it', () => {
    const kept: SheetRow[] = [
      [109, 'old', 1],
      [110, 'old', 2],
      [119, 'old', 3],
      [120, 'old', 4],
    ];
    expect(merge(kept, [[112, 'new', 9]])).toEqual([
      [109, 'old', 1],
      [112, 'new', 9],
      [120, 'old', 4],
    ]);
  });

  test('loses the days of the window when the service has none any more', () => {
    expect(
      merge(
        [
          [109, 'old', 1],
          [110, 'old', 2],
        ],
        [],
      ),
    ).toEqual([[109, 'old', 1]]);
  });

  test('is sorted by day; rows of one day stay in their order', () => {
    const rows: SheetRow[] = [
      [105, 'b', 1],
      [101, 'z', 2],
      [105, 'a', 3],
    ];
    expect(merge(rows, [[110, 'n', 4]])).toEqual([rows[1], rows[0], rows[2], [110, 'n', 4]]);
  });

  test('moves a shift to the day where the newest answer has it', () => {
    expect(merge([[100, 'old', 7]], [[110, 'new', 7]])).toEqual([[110, 'new', 7]]);
  });

  test('keeps shifts that come twice in one answer', () => {
    const twice: SheetRow[] = [
      [110, 'new', 7],
      [111, 'new', 7],
    ];
    expect(merge([], twice)).toEqual(twice);
  });

  test('goes by days alone where rows have no ID', () => {
    expect(merge([[100, 'old', 7]], [[110, 'new', 7]], null)).toHaveLength(2);
  });

  test('keeps rows without a day at the end, once', () => {
    const undated: SheetRow = [null, 'nowhere', null];
    expect(merge([undated, [100, 'old', 1], [null, 'note', 5]], [undated])).toEqual([
      [100, 'old', 1],
      [null, 'note', 5],
      undated,
    ]);
  });

  test('drops rows that are blank', () => {
    expect(
      merge(
        [
          [100, 'old', 1],
          [null, null, null],
        ],
        [],
      ),
    ).toEqual([[100, 'old', 1]]);
  });

  test('takes a day that someone wrote as text for that day', () => {
    // 1900-04-19 is serial 110.
    expect(merge([['1900-04-19', 'typed', 1]], [])).toEqual([]);
    expect(merge([['1900-04-09', 'typed', 1]], [])).toEqual([['1900-04-09', 'typed', 1]]);
  });

  test(`holds what one answer for all days would hold (seed ${SEED}, ${RUNS} runs)`, () => {
    const world = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 9 })), {
      maxLength: 40,
    });
    const windows = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(world, windows, (shifts, starts) => {
        const rows = shifts.map(([day, crew], id): SheetRow => [day, `crew ${crew}`, id]);
        // Every day is read in some window of ten days, in whatever order.
        let table: SheetRow[] = [];
        for (const from of [...starts, 0, 10, 20, 30]) {
          const window = { from, to: from + 9 };
          const answer = rows.filter(([day]) => Number(day) >= window.from && Number(day) <= window.to);
          table = mergeHistory(table, answer, window, COLUMNS);
        }
        // The service's rows by day, those of one day in its order: written out, without a sort of ours.
        const byDay = Array.from({ length: 31 }, (_, day) => rows.filter((row) => row[0] === day)).flat();
        expect(table).toEqual(byDay);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

describe('columns that changed', () => {
  test.each<[string, string[], string[], (number | null)[] | undefined]>([
    ['are found by name in their new order', ['A', 'B', 'C'], ['C', 'A', 'B'], [2, 0, 1]],
    ['may be more', ['A', 'B'], ['A', 'X', 'B'], [0, null, 1]],
    ['may be fewer', ['A', 'B', 'C'], ['C'], [2]],
    ['may have a name twice', ['A', 'A', 'B'], ['B', 'A', 'A'], [2, 0, 1]],
    ['may not be renamed: what belongs together is not known', ['A', 'B'], ['A', 'X'], undefined],
  ])('%s', (_, before, now, expected) => {
    expect(matchColumns(before, now)).toEqual(expected);
  });
});
