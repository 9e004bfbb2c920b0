import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import {
  checkShrink,
  refusalOf,
  summarizeTable,
  TABLE_SUMMARY,
  type TableSummary,
} from '../../../../src/reports/saved/shrink-guard';

const FIELDS = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'];
const WEEK = { from: 46_082, to: 46_088 };

/** A table of so many rows, its venues in turn. */
function summary(
  count: number,
  venues: readonly (string | null)[] = ['Inn'],
  range = WEEK,
  asked = 'MTD',
): TableSummary {
  const rows = Array.from({ length: count }, (_, at) => [46_082, venues[at % venues.length] ?? null, at]);
  return summarizeTable(asked, range, FIELDS, rows);
}

const hold = (why: string) => ({
  reason: `Press Refresh and confirm if this is right: ${why}, so the old table stays`,
});

describe('the shrink guard holds back a table', () => {
  test.each<[string, TableSummary, TableSummary, string]>([
    ['of a dozen rows instead of thousands', summary(4000), summary(12), 'only 12 of 4,000 rows came'],
    ['of nothing', summary(10), summary(0), 'only 0 of 10 rows came, none for “Inn” (10 rows before)'],
    ['just under half', summary(101), summary(50), 'only 50 of 101 rows came'],
    ['without a venue', summary(20, ['Inn', 'Bar']), summary(20), 'no rows came for “Bar” (10 rows before)'],
    [
      'of few rows that lost its venues',
      summary(2, ['Inn', 'Bar']),
      summary(0),
      'no rows came for “Inn” (1 row before), “Bar” (1 row before)',
    ],
    [
      'without many venues',
      summary(20, ['A', 'B', 'C', 'D', 'E', 'F']),
      summary(20, ['F']),
      'no rows came for “A” (4 rows before), “B” (4 rows before), “C” (3 rows before) and 2 more venues (6 rows before)',
    ],
    [
      'without four venues',
      summary(20, ['A', 'B', 'C', 'D', 'F']),
      summary(20, ['F']),
      'no rows came for “A” (4 rows before), “B” (4 rows before), “C” (4 rows before) and 1 more venue (4 rows before)',
    ],
    [
      'that lost a venue of one row',
      summary(21, [...new Array(20).fill('Inn'), 'Kiosk']),
      summary(20),
      'no rows came for “Kiosk” (1 row before)',
    ],
    [
      'that lost a venue with half of its rows',
      summary(40, ['Inn', 'Bar', 'Bar', 'Pier']),
      summary(19, ['Inn', 'Pier']),
      'only 19 of 40 rows came, none for “Bar” (20 rows before)',
    ],
    [
      'without a venue of a long name',
      summary(20, ['Inn', 'The Old Custom House on the Quay of Saint Nicholas']),
      summary(20),
      'no rows came for “The Old Custom House on the Quay of Sai…” (10 rows before)',
    ],
    [
      'of February after January, at half',
      summary(100, ['Inn'], { from: 46_023, to: 46_053 }),
      summary(49, ['Inn'], { from: 46_054, to: 46_081 }),
      'only 49 of 100 rows came',
    ],
  ])('%s', (_, before, after, why) => {
    expect(checkShrink(before, after)).toEqual(hold(why));
  });
});

describe('the shrink guard lets pass a table', () => {
  test.each<[string, TableSummary, TableSummary]>([
    ['that is the same', summary(50, ['Inn', 'Bar']), summary(50, ['Inn', 'Bar'])],
    ['that grows', summary(50), summary(5000, ['Inn', 'Bar'])],
    ['of exactly half', summary(100), summary(50)],
    ['of few rows that falls', summary(9), summary(1)],
    [
      'whose venue is spelt with other capitals and spaces',
      summary(20, ['The Inn']),
      summary(20, ['THE  inn ']),
    ],
    ['whose rows without a venue vanish', summary(20, ['Inn', null]), summary(20)],
    ['that was asked for differently', summary(4000), summary(1, ['Bar'], WEEK, 'last week')],
    [
      'of a month that has just begun',
      summary(400, ['Inn'], { from: 46_082, to: 46_112 }),
      summary(9, ['Bar'], { from: 46_113, to: 46_113 }),
    ],
    ['after none', summary(0), summary(0)],
  ])('%s', (_, before, after) => {
    expect(checkShrink(before, after)).toBeUndefined();
  });

  test('that has no venues', () => {
    const grouped = (count: number) =>
      summarizeTable(
        'MTD',
        WEEK,
        ['WEEK'],
        Array.from({ length: count }, (_, at) => [at]),
      );
    expect(checkShrink(grouped(20), grouped(20))).toBeUndefined();
    expect(checkShrink(grouped(20), grouped(9))).toEqual(hold('only 9 of 20 rows came'));
  });
});

describe('many venues', () => {
  const venues = (count: number) =>
    Array.from({ length: count }, (_, at) => `Venue number ${at} of the long street`);
  /** Two, three and four bytes a letter. */
  const abroad = (count: number) => Array.from({ length: count }, (_, at) => `Café ${at} 東京駅の食堂 🍣`);

  test.each([10, 55, 60, 65, 70, 200, 1000, 20_000])(
    '%i of them are remembered in at most 2.5 kB',
    (count) => {
      const bytes = [venues(count), abroad(count)].map((names) =>
        Buffer.byteLength(JSON.stringify(summary(3 * count, names, WEEK, 'f'.repeat(64)))),
      );
      expect(Math.max(...bytes)).toBeLessThanOrEqual(2500);
    },
  );

  test('one that vanishes is counted where the names are too long to keep', () => {
    const [before, after] = [summary(100, venues(100)), summary(99, venues(99))];
    expect([before.hashed, checkShrink(before, after)]).toEqual([
      true,
      hold('no rows came for 1 venue (1 row before)'),
    ]);
  });

  test('are counted without their rows where even those are too many', () => {
    const [before, after] = [summary(225, venues(225)), summary(224, venues(224))];
    expect([before.hashed, before.counts, checkShrink(before, after)]).toEqual([
      true,
      [],
      hold('no rows came for 1 venue'),
    ]);
  });

  test('are compared with few, in both directions', () => {
    expect(checkShrink(summary(200, venues(200)), summary(200, venues(10)))).toEqual(
      hold('no rows came for 190 venues'),
    );
    expect(checkShrink(summary(200, venues(10)), summary(200, venues(200)))).toBeUndefined();
    expect(checkShrink(summary(200, [...venues(9), 'Inn']), summary(200, venues(200)))).toEqual(
      hold('no rows came for “Inn” (20 rows before)'),
    );
  });

  test('too many to remember at all leave the number of rows to decide', () => {
    const before = summary(2000, venues(1000));
    expect([before.venues, checkShrink(before, summary(2000, venues(3)))]).toEqual([null, undefined]);
    expect(checkShrink(before, summary(900, venues(900)))).toEqual(hold('only 900 of 2,000 rows came'));
  });
});

describe('what was remembered before rows of venues were counted', () => {
  test('names the venues alone', () => {
    const { counts: _, refused: __, ...older } = summary(20, ['Inn', 'Bar']);
    const before = v.parse(TABLE_SUMMARY, older);
    expect(checkShrink(before, summary(20))).toEqual(hold('no rows came for “Bar”'));
  });
});

describe('an answer to the question', () => {
  test('is for that question alone', () => {
    const one = checkShrink(summary(100), summary(49))?.reason ?? '';
    const other = checkShrink(summary(100), summary(48))?.reason ?? '';
    expect(refusalOf(one)).toBe(refusalOf(one));
    expect(refusalOf(one)).not.toBe(refusalOf(other));
  });
});
