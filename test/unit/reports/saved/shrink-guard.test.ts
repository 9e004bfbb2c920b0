import { describe, expect, test } from '@jest/globals';
import {
  checkShrink,
  refusalOf,
  summarizeTable,
  type TableRows,
} from '../../../../src/reports/saved/shrink-guard';

const FIELDS = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'];
const WEEK = { from: 46_082, to: 46_088 };

/** A table of so many rows, all on its first day, its venues in turn. */
function table(
  count: number,
  venues: readonly (string | null)[] = ['Inn'],
  range = WEEK,
  asked = 'MTD',
): TableRows {
  const rows = Array.from({ length: count }, (_, at) => [range.from, venues[at % venues.length] ?? null, at]);
  return { asked, range, today: range.to + 1, at: 0, fields: FIELDS, rows };
}

/** What the guard says of a table that comes after another. */
const judge = (before: TableRows, after: TableRows) => checkShrink(summarizeTable(before), after);

const hold = (why: string) => ({
  reason: `Press Refresh and confirm if this is right: ${why}, so the old table stays`,
});

describe('the shrink guard holds back a table', () => {
  test.each<[string, TableRows, TableRows, string]>([
    ['of a dozen rows instead of thousands', table(4000), table(12), 'only 12 of 4,000 rows came'],
    ['of nothing', table(10), table(0), 'only 0 of 10 rows came, none for “Inn” (10 rows before)'],
    ['just under half', table(101), table(50), 'only 50 of 101 rows came'],
    ['of two rows instead of eight', table(8), table(2), 'only 2 of 8 rows came'],
    ['of one row instead of five', table(5), table(1), 'only 1 of 5 rows came'],
    ['without a venue', table(20, ['Inn', 'Bar']), table(20), 'no rows came for “Bar” (10 rows before)'],
    [
      'of few rows that lost its venues',
      table(2, ['Inn', 'Bar']),
      table(0),
      'no rows came for “Inn” (1 row before), “Bar” (1 row before)',
    ],
    [
      'without many venues',
      table(20, ['A', 'B', 'C', 'D', 'E', 'F']),
      table(20, ['F']),
      'no rows came for “A” (4 rows before), “B” (4 rows before), “C” (3 rows before) and 2 more venues (6 rows before)',
    ],
    [
      'without four venues',
      table(20, ['A', 'B', 'C', 'D', 'F']),
      table(20, ['F']),
      'no rows came for “A” (4 rows before), “B” (4 rows before), “C” (4 rows before) and 1 more venue (4 rows before)',
    ],
    [
      'that lost a venue of one row',
      table(21, [...new Array(20).fill('Inn'), 'Kiosk']),
      table(20),
      'no rows came for “Kiosk” (1 row before)',
    ],
    [
      'that lost a venue with half of its rows',
      table(40, ['Inn', 'Bar', 'Bar', 'Pier']),
      table(19, ['Inn', 'Pier']),
      'only 19 of 40 rows came, none for “Bar” (20 rows before)',
    ],
    [
      'without a venue of a long name',
      table(20, ['Inn', 'The Old Custom House on the Quay of Saint Nicholas']),
      table(20),
      'no rows came for “The Old Custom House on the Quay of Sai…” (10 rows before)',
    ],
  ])('%s', (_, before, after, why) => {
    expect(judge(before, after)).toEqual(hold(why));
  });
});

describe('the shrink guard lets pass a table', () => {
  test.each<[string, TableRows, TableRows]>([
    ['that is the same', table(50, ['Inn', 'Bar']), table(50, ['Inn', 'Bar'])],
    ['that grows', table(50), table(5000, ['Inn', 'Bar'])],
    ['of exactly half', table(100), table(50)],
    ['of few rows that loses three', table(4), table(1)],
    ['of seven rows that keeps four', table(7), table(4)],
    ['whose venue is spelt with other capitals and spaces', table(20, ['The Inn']), table(20, ['THE  inn '])],
    ['whose rows without a venue vanish', table(20, ['Inn', null]), table(20)],
    ['that was asked for differently', table(4000), table(1, ['Bar'], WEEK, 'last week')],
    [
      'of a month that has just begun',
      table(400, ['Inn'], { from: 46_082, to: 46_112 }),
      table(9, ['Bar'], { from: 46_113, to: 46_113 }),
    ],
    [
      'of February after January',
      table(100, ['Inn'], { from: 46_023, to: 46_053 }),
      table(49, ['Bar'], { from: 46_054, to: 46_081 }),
    ],
    ['after none', table(0), table(0)],
  ])('%s', (_, before, after) => {
    expect(judge(before, after)).toBeUndefined();
  });

  test('that has no venues', () => {
    const grouped = (count: number) => ({
      asked: 'MTD',
      range: WEEK,
      today: WEEK.to + 1,
      at: 0,
      fields: ['SHIFT_DATE'],
      rows: new Array<readonly number[]>(count).fill([46_082]),
    });
    expect(judge(grouped(20), grouped(20))).toBeUndefined();
    expect(judge(grouped(20), grouped(9))).toEqual(hold('only 9 of 20 rows came'));
  });
});

describe('many venues', () => {
  const venues = (count: number) =>
    Array.from({ length: count }, (_, at) => `Venue number ${at} of the long street`);
  /** Two, three and four bytes a letter. */
  const abroad = (count: number) => Array.from({ length: count }, (_, at) => `Café ${at} 東京駅の食堂 🍣`);

  test.each([10, 55, 60, 65, 70, 200, 1000, 20_000])(
    '%i of them are remembered in at most 2.8 kB',
    (count) => {
      const bytes = [venues(count), abroad(count)].map((names) =>
        Buffer.byteLength(JSON.stringify(summarizeTable(table(3 * count, names, WEEK, 'f'.repeat(64))))),
      );
      expect(Math.max(...bytes)).toBeLessThanOrEqual(2800);
    },
  );

  test('one that vanishes is counted where the names are too long to keep', () => {
    const [before, after] = [table(100, venues(100)), table(99, venues(99))];
    expect([summarizeTable(before).hashed, judge(before, after)]).toEqual([
      true,
      hold('no rows came for 1 venue (1 row before)'),
    ]);
  });

  test('are counted without their rows where even those are too many', () => {
    const [before, after] = [table(180, venues(180)), table(179, venues(179))];
    const { hashed, counts } = summarizeTable(before);
    expect([hashed, counts, judge(before, after)]).toEqual([true, [], hold('no rows came for 1 venue')]);
  });

  test('are compared with few, in both directions', () => {
    expect(judge(table(180, venues(180)), table(180, venues(10)))).toEqual(
      hold('no rows came for 170 venues'),
    );
    expect(judge(table(200, venues(10)), table(200, venues(200)))).toBeUndefined();
    expect(judge(table(200, [...venues(9), 'Inn']), table(200, venues(200)))).toEqual(
      hold('no rows came for “Inn” (20 rows before)'),
    );
  });

  test('too many to remember at all leave the number of rows to decide', () => {
    const before = table(2000, venues(1000));
    expect([summarizeTable(before).venues, judge(before, table(2000, venues(3)))]).toEqual([null, undefined]);
    expect(judge(before, table(900, venues(900)))).toEqual(hold('only 900 of 2,000 rows came'));
  });
});

describe('an answer to the question', () => {
  test('is for that question alone', () => {
    const one = judge(table(100), table(49))?.reason ?? '';
    const other = judge(table(100), table(48))?.reason ?? '';
    expect(refusalOf(one)).toBe(refusalOf(one));
    expect(refusalOf(one)).not.toBe(refusalOf(other));
  });
});
