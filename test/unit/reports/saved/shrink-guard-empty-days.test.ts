import { describe, expect, test } from '@jest/globals';
import {
  afterTable,
  checkShrink,
  describeBlank,
  summarizeTable,
  type TableRows,
  type TableSummary,
} from '../../../../src/reports/saved/shrink-guard';
import { seededRandom } from '../../../api-server/data/seeded-random';
import { SPEC_FIELDS, SPEC_NAMES } from '../../../support/spec-fields';

/*
 * A service that sends no rows from some day on, or none of its newest days; and businesses that are closed. Each trial
 * begins on Monday, 30 March 2026.
 */

/** 2 March 2026. */
const MONDAY = 46_083;
const DAY_MILLIS = 86_400_000;
/** A row has a value in each of the other columns. */
const OTHERS = SPEC_FIELDS.slice(1).map(([, type]) => (type === 'string' ? 'Inn' : 1));
const CLOSED_WEEKENDS = [5, 6];

type RowsOn = (day: number) => number;

/** What became of a report on one morning. */
interface Morning {
  readonly day: number;
  readonly held: string;
  readonly note: string;
}

/** The days that a report asks for on a day; both ends included. */
type Window = (today: number) => { readonly from: number; readonly to: number };
const lastDays =
  (count: number): Window =>
  (today) => ({ from: today - count, to: today - 1 });
const lastWeek: Window = (today) => {
  const monday = today - ((today - MONDAY) % 7);
  return { from: monday - 7, to: monday - 1 };
};

/** The mornings of a report that is refreshed each day; what is held is not written, as on a schedule. */
function mornings(window: Window, days: number, sent: (day: number, today: number) => number): Morning[] {
  let before: TableSummary | null = null;
  return Array.from({ length: days }, (_, at): Morning => {
    const today = MONDAY + 28 + at;
    const range = window(today);
    const rows: (number | string)[][] = [];
    for (let day = range.from; day <= range.to; day += 1) {
      for (let row = 0; row < sent(day, today); row += 1) rows.push([day, ...OTHERS]);
    }
    const table: TableRows = { asked: '', range, today, at: today * DAY_MILLIS, fields: SPEC_NAMES, rows };
    const held = (before && checkShrink(before, table)?.reason) ?? '';
    const note = describeBlank(table, before);
    if (held === '') before = afterTable(before, summarizeTable(table));
    return { day: at, held, note: held === '' ? note : '' };
  });
}

/** As the last month, where each month has four weeks. */
const lastMonth: Window = (today) => {
  const first = today - ((today - MONDAY) % 28);
  return { from: first - 28, to: first - 1 };
};

const held = (why: string) => `Press Refresh and confirm if this is right: ${why}, so the old table stays`;
const daily: RowsOn = () => 4;
const weekdays: RowsOn = (day) => (CLOSED_WEEKENDS.includes((day - MONDAY) % 7) ? 0 : 4);

describe('a service that sends no rows from some day on', () => {
  test.each<[string, Window, RowsOn]>([
    ['the last 7 days', lastDays(7), daily],
    ['the last 7 days, closed at weekends', lastDays(7), weekdays],
    ['the last 28 days', lastDays(28), daily],
    ['last week', lastWeek, daily],
    ['last week, closed at weekends', lastWeek, weekdays],
  ])('has %s held every day until it sends some again', (_, window, rowsOn) => {
    const [from, until] = [9, 50];
    const all = mornings(window, 60, (day, today) => {
      const at = today - MONDAY - 28;
      return at >= from && at < until ? 0 : rowsOn(day);
    });
    expect(all.filter(({ held: why }) => why !== '').map(({ day }) => day)).toEqual(
      Array.from({ length: until - from }, (__, at) => from + at),
    );
    expect(all.filter(({ note }) => note !== '')).toEqual([]);
  });

  test('says for which days, once no other sentence does', () => {
    const all = mornings(lastDays(7), 20, (_, today) => (today - MONDAY - 28 >= 9 ? 0 : 4));
    expect(all[9]?.held).toBe(
      held('only 0 of 24 rows came for 2026-04-01 to 2026-04-06, none for “Inn” (28 rows before)'),
    );
    expect(all[16]?.held).toBe(held('no rows came for 2026-04-08 to 2026-04-14, unlike in earlier weeks'));
  });
});

describe('a service that sends no rows of days from some day on', () => {
  test.each<[string, Window, RowsOn, number]>([
    ['the last 7 days', lastDays(7), daily, 7],
    ['the last 7 days, closed at weekends', lastDays(7), weekdays, 7],
    ['the last 28 days', lastDays(28), daily, 28],
    ['the last 90 days', lastDays(90), daily, 90],
  ])(
    'is told of from the third day on, also once no row is left, and nothing is held: %s',
    (_, window, rowsOn, length) => {
      // A Monday.
      const last = MONDAY + 28 + 7;
      const all = mornings(window, length + 20, (day) => (day >= last ? 0 : rowsOn(day)));
      const first = all.findIndex(({ note }) => note !== '');
      expect(all[first]).toMatchObject({
        day: 10,
        note: 'Check with the service: no rows came for 2026-04-06 to 2026-04-08, unlike in earlier weeks.',
      });
      expect(all.slice(first).filter(({ note }) => note === '')).toEqual([]);
      expect(all.filter(({ held: why }) => why !== '')).toEqual([]);
    },
  );
});

describe('a period that follows the one before without a common day', () => {
  // Few and irregular, as after weeks in which fewer and fewer rows came.
  const sparse: RowsOn = (day) => (day % 3 === 0 ? 1 : 0);
  test.each<[string, Window, RowsOn, RowsOn, number, string]>([
    [
      'last month, from few rows to none',
      lastMonth,
      sparse,
      () => 0,
      28,
      'only 0 rows came for 2026-03-30 to 2026-04-26, about 10 are usual',
    ],
    [
      'last month, to fewer than one in ten',
      lastMonth,
      (day) => (day % 2 === 0 ? 8 : 0),
      (day) => (day % 5 === 0 ? 1 : 0),
      28,
      'only 5 rows came for 2026-03-30 to 2026-04-26, about 112 are usual',
    ],
    [
      'last week, to fewer than one in ten',
      lastWeek,
      () => 9,
      (day) => (day % 7 === 3 ? 1 : 0),
      49,
      'only 1 row came for 2026-04-20 to 2026-04-26, about 63 are usual',
    ],
  ])('is held: %s', (_, window, before, after, from, why) => {
    const all = mornings(window, 40, (day) => (day < MONDAY + from ? before(day) : after(day)));
    expect(all.filter(({ held: one }) => one !== '')[0]?.held).toBe(held(why));
  });

  test.each<[string, Window, RowsOn]>([
    ['a large event: last month', lastMonth, (day) => ([3, 4, 5].includes(day - MONDAY) ? 200 : 0)],
    [
      'a large event and few other shifts: last month',
      lastMonth,
      (day) => ([3, 4].includes(day - MONDAY) ? 200 : day % 9 === 0 ? 1 : 0),
    ],
    ['events now and then: last week', lastWeek, (day) => (day % 17 < 3 ? 50 : 0)],
    ['half of the shifts: last month', lastMonth, (day) => (day < MONDAY + 28 ? 8 : 4)],
    ['a fifth of the shifts: last week', lastWeek, (day) => (day < MONDAY + 35 ? 10 : 2)],
    ['a short period: last 3 days', lastDays(3), (day) => (day % 7 < 3 ? 40 : 0)],
  ])('passes after %s', (_, window, rowsOn) => {
    expect(mornings(window, 60, rowsOn).filter(({ held: why }) => why.includes('usual'))).toEqual([]);
  });

  test('passes where it is the earlier one', () => {
    const tableOf = (from: number, rows: readonly (readonly (number | string)[])[]): TableRows => ({
      ...{ asked: '', range: { from, to: from + 27 }, today: MONDAY + 60, at: 0, fields: SPEC_NAMES, rows },
    });
    const busy = Array.from({ length: 280 }, (_, at) => [MONDAY + (at % 28), ...OTHERS]);
    const before = summarizeTable(tableOf(MONDAY, busy));
    expect(checkShrink(before, tableOf(MONDAY - 28, [[MONDAY - 20, ...OTHERS]]))).toBeUndefined();
    expect(checkShrink(before, tableOf(MONDAY + 28, [[MONDAY + 30, ...OTHERS]]))).toBeDefined();
  });
});

describe('a business that is closed', () => {
  test.each<[string, Window, RowsOn]>([
    ['at weekends: yesterday', lastDays(1), weekdays],
    ['at weekends: the last 3 days', lastDays(3), weekdays],
    ['at weekends: the last 7 days', lastDays(7), weekdays],
    ['at weekends: last week', lastWeek, weekdays],
    [
      'on two holidays: the last 7 days',
      lastDays(7),
      (day) => ([36, 37].includes(day - MONDAY) ? 0 : daily(day)),
    ],
    ['but for one day a week: the last 7 days', lastDays(7), (day) => (day % 7 === 0 ? 4 : 0)],
    ['all the time: the last 7 days', lastDays(7), () => 0],
  ])('%s: nothing is held or said', (_, window, rowsOn) => {
    expect(mornings(window, 60, rowsOn).filter(({ held: why, note }) => why + note !== '')).toEqual([]);
  });

  test('for a week has last week held for that week alone', () => {
    const closed: RowsOn = (day) => (day >= MONDAY + 42 && day < MONDAY + 49 ? 0 : 4);
    const all = mornings(lastWeek, 60, closed).filter(({ held: why }) => why !== '');
    expect(all.map(({ day }) => day)).toEqual([21, 22, 23, 24, 25, 26, 27]);
  });
});

test.each([0.2, 0.3, 0.5, 0.7, 0.9])(
  'where shifts come by chance, on %f of all days, few tables are held or told of',
  (share) => {
    const random = seededRandom('empty days', 20_261_123);
    let [tables, told] = [0, 0];
    for (let run = 0; run < 20; run += 1) {
      const sizes = new Map<number, number>();
      const rowsOn: RowsOn = (day) => {
        const size = sizes.get(day) ?? (random() < share ? 1 : 0);
        sizes.set(day, size);
        return size;
      };
      const windows = [lastDays(7), lastDays(28), lastWeek, lastMonth];
      const all = mornings(windows[run % 4] ?? lastWeek, 90, rowsOn);
      tables += all.length;
      told += all.filter(({ held: why, note }) => why + note !== '').length;
    }
    expect(told / tables).toBeLessThan(0.01);
  },
);
