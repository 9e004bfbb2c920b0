import { describe, expect, test } from '@jest/globals';
import { checkShrink, summarizeTable, type TableRows } from '../../../../src/reports/saved/shrink-guard';

/* Windows that move on: only days that both tables are for are compared. 46,082 is 2026-03-01. */

const FIRST = 46_082;

type Row = readonly [day: number, venue: string];

/** The table of `days` days that ends on day `to` of March, made of those of these rows that lie in it. */
function table(rows: readonly Row[], to: number, days = 7): TableRows {
  const range = { from: FIRST + to - days, to: FIRST + to - 1 };
  const inside = rows.map(([day, venue]) => [FIRST + day - 1, venue] as const);
  return {
    asked: 'last 7 days',
    range,
    today: range.to + 1,
    at: 0,
    fields: ['SHIFT_DATE', 'VENUE_NAME'],
    rows: inside.filter(([day]) => day >= range.from && day <= range.to),
  };
}

const judge = (before: TableRows, after: TableRows) => checkShrink(summarizeTable(before), after)?.reason;
const held = (why: string) => `Press Refresh and confirm if this is right: ${why}, so the old table stays`;

/** So many rows on each of these days of March. */
const daily = (days: readonly number[], each: number, venue = 'Inn') =>
  days.flatMap((day) => Array.from({ length: each }, (): Row => [day, venue]));
const march = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('a window that has moved on by a day', () => {
  const rows = daily(march(1, 8), 4);

  test.each<[string, readonly Row[], readonly Row[]]>([
    ['brings the same rows', rows, rows],
    ['left a venue behind with its only day', [[1, 'Kiosk'], ...rows], rows],
    ['brings nothing for its new day', rows, daily(march(1, 7), 4)],
    ['left the busy day behind', [...daily([1], 500), ...rows], rows],
    ['has just half of the rows of the days that stayed', rows, daily(march(1, 8), 2)],
    ['has three rows less on the days that stayed', daily(march(1, 5), 1), daily([3], 1)],
  ])('passes when it %s', (_, before, after) => {
    expect(judge(table(before, 7), table(after, 8))).toBeUndefined();
  });

  test('is held where less than half of the rows of the days that stayed came, whatever the new day brings', () => {
    const after = [...daily(march(2, 7), 1), ...daily([8], 100)];
    expect(judge(table(rows, 7), table(after, 8))).toBe(
      held('only 6 of 24 rows came for 2026-03-02 to 2026-03-07'),
    );
  });

  test('is held where a venue vanished from the days that stayed, though it has rows on the new day', () => {
    const before = [...rows, ...daily([3, 5], 1, 'Pier')];
    const after = [...rows, ...daily([8], 1, 'Pier')];
    expect(judge(table(before, 7), table(after, 8))).toBe(held('no rows came for “Pier” (2 rows before)'));
  });

  test('names the venues with the rows', () => {
    const before = [...rows, ...daily([7], 1, 'Pier')];
    expect(judge(table(before, 7), table([], 8))).toBe(
      held(
        'only 0 of 25 rows came for 2026-03-02 to 2026-03-07, none for “Inn” (28 rows before), “Pier” (1 row before)',
      ),
    );
  });
});

describe('other windows', () => {
  test('one that grows is compared over all days of the old one', () => {
    const [before, after] = [
      daily(march(1, 9), 2),
      [...daily(march(1, 9), 1).slice(0, 8), ...daily([10], 90)],
    ];
    expect(judge(table(before, 9, 9), table(after, 10, 10))).toBe(
      held('only 8 of 18 rows came for 2026-03-01 to 2026-03-09'),
    );
  });

  test('one that shrinks is compared over the days that are left', () => {
    const before = daily(march(1, 31), 3);
    expect(judge(table(before, 31, 31), table(before, 31, 2))).toBeUndefined();
    expect(judge(table(daily(march(1, 31), 9), 31, 31), table(daily([31], 8), 31, 2))).toBe(
      held('only 8 of 18 rows came for 2026-03-30 to 2026-03-31'),
    );
  });

  test('those without a day in common are never compared', () => {
    expect(judge(table(daily([9], 200), 9, 1), table([], 10, 1))).toBeUndefined();
  });

  test.each([101, 395, 800, 3660])('one of %i days is compared in stretches of days', (days) => {
    const all = daily(march(2 - days, 2), 2);
    expect(judge(table(all, 1, days), table(all, 2, days))).toBeUndefined();
    expect(
      judge(
        table(all, 1, days),
        table(
          all.filter(([day]) => day > -days / 3),
          2,
          days,
        ),
      ),
    ).toMatch(/only \d[\d,]* of \d[\d,]* rows came for \d{4}-\d\d-\d\d to 2026-0[23]-\d\d/);
  });

  test.each([100, 101, 395, 3660])('one of %i days with many rows takes at most 2.8 kB', (days) => {
    const rows = daily(march(1 - days, 0), days > 1000 ? 40 : 200).map(
      ([day], at): Row => [day, `Venue ${at % 90}`],
    );
    expect(Buffer.byteLength(JSON.stringify(summarizeTable(table(rows, 0, days))))).toBeLessThanOrEqual(2800);
  });
});

describe('rows without a day', () => {
  const fields = ['SHIFT_DATE', 'VENUE_NAME'];
  const undated = (to: number, count: number): TableRows => ({
    asked: 'last 7 days',
    range: { from: to - 6, to },
    today: to + 1,
    at: 0,
    fields,
    rows: new Array<readonly [null, string]>(count).fill([null, 'Inn']),
  });

  test('are compared for the very same days only', () => {
    expect(judge(undated(FIRST, 20), undated(FIRST, 9))).toBe(held('only 9 of 20 rows came'));
    expect(judge(undated(FIRST, 20), undated(FIRST + 1, 0))).toBeUndefined();
  });
});

describe('days that are kept from earlier, and read again', () => {
  const BEFORE = table(daily(march(1, 7), 2), 7);
  /** From 30 January to 8 March: -29 is 30 January, 0 is 28 February. */
  const reread = (rows: readonly Row[]) => table(rows, 8, 38);
  const older = (days: readonly number[], each: number, venue = 'Inn') => daily(days, each, venue);
  const KEPT = [...older(march(-29, -28), 9), ...older(march(-27, 0), 1), ...daily(march(1, 7), 2)];

  /** @param old What stands in the sheet. */
  const judgeKept = (old: readonly Row[], now: readonly Row[], before = BEFORE) => {
    const { fields, rows } = reread(old);
    const after = reread(now);
    return checkShrink(summarizeTable(before), after, { fields, before: rows, after: after.rows });
  };

  test.each<[string, readonly Row[], string]>([
    [
      'one month has no rows',
      KEPT.filter(([day]) => day > -28),
      'only 0 of 18 rows came for 1 month from 2026-01-30 on',
    ],
    [
      'two months have less than half of theirs',
      [...older([-29], 8), ...older(march(-27, -15), 1), ...daily(march(1, 7), 2)],
      'only 21 of 46 rows came for 2 months from 2026-01-30 on',
    ],
  ])('are held where %s, whatever came for others', (_, now, why) => {
    const more = daily([8], 500);
    expect(judgeKept(KEPT, [...now, ...more])).toEqual({ reason: held(why), older: why });
  });

  test('are held where a venue has no row any more', () => {
    expect(judgeKept([...KEPT, [-3, 'Kiosk']], KEPT)?.reason).toBe(
      held('no rows came for “Kiosk” (1 row before)'),
    );
  });

  test('and newer ones are told of together; a venue that both lack, once', () => {
    const before = table([...daily(march(1, 7), 2), [7, 'Pier']], 7);
    const old: Row[] = [...KEPT, [-3, 'Pier'], [7, 'Pier']];
    expect(judgeKept(old, KEPT.slice(18), before)).toEqual({
      reason: held(
        'no rows came for “Pier” (1 row before), and only 0 of 18 rows came for 1 month from 2026-01-30 on',
      ),
    });
  });

  test.each<[string, readonly Row[], readonly Row[]]>([
    ['has just half of its rows', KEPT, [...older([-29], 9), ...KEPT.slice(18)]],
    ['had three rows', [...older([-29], 3), ...KEPT.slice(18)], KEPT.slice(18)],
    ['is before the days that were fetched', [...older([-33], 50), ...KEPT], KEPT],
  ])('pass where a month %s', (_, old, now) => {
    expect(judgeKept(old, now)).toBeUndefined();
  });
});
