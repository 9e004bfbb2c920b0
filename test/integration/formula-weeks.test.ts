import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { build, shown } from '../support/dashboard-scene';
import { rowsOf, type Shown } from '../support/formula-answers';
import { type Scene, Stage, state } from '../support/scene';
import { daysFrom, sentRecord, serialOf } from '../support/shift-records';

/*
 * The day on which weeks begin, in every function that reads a period word or groups by weeks. It is Tuesday, 10 March
 * 2026: the last week is 2 to 8 March where weeks begin on Monday, and 1 to 7 March where they begin on Sunday.
 */

const stage = new Stage();
let scene: Scene;

/** From Sunday, 15 February to Monday, 9 March. Each day has one shift, at a venue of its own, with its number of positions. */
const DAYS = daysFrom('2026-02-15', 23);
const postedOn = (day: string) => 1 + DAYS.indexOf(day);
const RECORDS = DAYS.map((day) => {
  const posted = postedOn(day);
  return sentRecord({ day, venue: `Venue ${day}`, posted, booked: posted, worked: posted });
});
/** The seven days from one on. */
const weekFrom = (day: string) => DAYS.slice(DAYS.indexOf(day), DAYS.indexOf(day) + 7);
const sumOf = (days: readonly string[]) => days.reduce((sum, day) => sum + postedOn(day), 0);

const SUNDAY_FIRST = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONDAY_FIRST = [...SUNDAY_FIRST.slice(1), 'Sunday'];

/** A spreadsheet that is connected to a region, whose service has these records. */
async function opened(region: 'UK' | 'US'): Promise<void> {
  scene = await stage.open();
  const employer = scene.server.employers.find((one) => one.region === region);
  if (employer === undefined) throw new Error(`There is no employer in the ${region}.`);
  const { clientId, clientSecret } = employer;
  scene.connect({ region, clientId, clientSecret });
  await scene.serve(RECORDS);
}

describe.each([
  ['UK, by the region', 'UK', [], '2026-03-02', '2026-02-23', MONDAY_FIRST],
  [
    'UK, where the formula says Sunday',
    'UK',
    ['week starts', 'Sunday'],
    '2026-03-01',
    '2026-02-22',
    SUNDAY_FIRST,
  ],
  ['US, by the region', 'US', [], '2026-03-01', '2026-02-22', SUNDAY_FIRST],
  [
    'US, where the formula says Monday',
    'US',
    ['week starts', 'Monday'],
    '2026-03-02',
    '2026-02-23',
    MONDAY_FIRST,
  ],
] as const)('weeks in the %s', (_title, region, options, last, before, weekdays) => {
  beforeAll(() => opened(region));
  const cells = (name: string, ...args: FormulaArgument[]): Shown[][] =>
    rowsOf(scene.call(name, ...args, ...options));

  test('are the days that SHIFT_FULFILMENT lists', () => {
    const rows = cells('SHIFT_FULFILMENT', 'last week', undefined, 'columns', 'SHIFT_DATE', 'dates', 'text');
    expect(rows.slice(1).flat()).toEqual(weekFrom(last));
  });

  test('are those that SHIFT_METRIC sums', () => {
    expect(cells('SHIFT_METRIC', 'posted', 'last week', undefined)).toEqual([[sumOf(weekFrom(last))]]);
  });

  test('are the rows of SHIFT_FULFILMENT_AGGREGATED', () => {
    const asked = ['last 2 weeks', undefined, 'week', 'measures', 'posted', 'totals', false, 'dates', 'text'];
    const rows = cells('SHIFT_FULFILMENT_AGGREGATED', ...asked);
    expect(rows.slice(1).map(([week, posted]) => [week, posted])).toEqual([
      [before, sumOf(weekFrom(before))],
      [last, sumOf(weekFrom(last))],
    ]);
  });

  test('are the rows of SHIFT_TREND', () => {
    const rows = cells('SHIFT_TREND', 'posted', 'last 2 weeks', undefined, 'week', 'dates', 'text');
    expect(rows.slice(1)).toEqual([
      [before, sumOf(weekFrom(before))],
      [last, sumOf(weekFrom(last))],
    ]);
  });

  test('are those that SHIFT_COMPARE compares, weekday by weekday in their order', () => {
    const asked = [
      'weekday',
      undefined,
      undefined,
      'last week',
      undefined,
      'measures',
      'posted',
      'totals',
      false,
    ];
    const rows = cells('SHIFT_COMPARE', ...asked);
    expect(rows.slice(1).map((row) => row.slice(0, 3))).toEqual(
      weekdays.map((name, at) => [
        name,
        postedOn(weekFrom(before)[at] as string),
        postedOn(weekFrom(last)[at] as string),
      ]),
    );
  });
});

test.each([
  ['UK', '2026-03-02'],
  ['US', '2026-03-01'],
] as const)('in the region %s SHIFT_LIST lists the names of the week from %s', async (region, first) => {
  await opened(region);
  const names = rowsOf(scene.call('SHIFT_LIST', 'venues', 'last week')).flat();
  expect(names).toEqual(weekFrom(first).map((day) => `Venue ${day}`));
});

test.each([
  ['UK', '2026-03-02'],
  ['US', '2026-03-01'],
] as const)(
  'in the region %s a report has the week from %s, and its dashboard that week',
  async (region, first) => {
    await opened(region);
    const id = scene.saveReport({ period: 'last week', from: '', to: '', columns: 'SHIFT_DATE' });
    state(scene.refresh(id));
    expect(scene.book.values('Shifts!A2:A9').flat()).toEqual([...weekFrom(first).map(serialOf), '']);
    scene.saveReport({ id, from: '2026-02-15', to: '2026-03-08', columns: 'SHIFT_DATE' });
    state(scene.refresh(id));
    build(scene, id);
    state(scene.refresh(id));
    const cells = shown(scene).flat();
    expect([-1, 0, 1].map((days) => cells.includes(serialOf(first) + days))).toEqual([false, true, false]);
  },
);
