import { beforeAll, describe, expect, test } from '@jest/globals';
import { oneValue, rowsOf } from '../support/formula-answers';
import { ANN, type Scene, Stage } from '../support/scene';
import { type Crew, sentRecord } from '../support/shift-records';
import { figuresOf, RECORDS } from '../support/two-weeks';

/* One figure in one cell. */

const stage = new Stage();
let scene: Scene;
beforeAll(async () => {
  scene = await stage.connected();
});

type Plain = string | number | boolean;
const TWO_WEEKS = ['2026-02-23', '2026-03-08'] as const;
const ask = (metric: string, ...options: Plain[]) =>
  scene.call('SHIFT_METRIC', metric, ...TWO_WEEKS, 'decimals', 10, ...options);
const serve = (...crews: readonly Crew[]) => scene.serve(crews.map(sentRecord));

const total = figuresOf(RECORDS);
const NAMES: readonly (readonly [metric: string, field: string])[] = [
  ['posted', 'SHIFTS_POSTED'],
  ['Worked', 'SHIFTS_WORKED'],
  ['no-shows', 'NO_SHOWS'],
  ['booked %', 'SHIFTS_BOOKED_PERCENTAGE'],
  ['true fulfilment %', 'TRUE_FULFILMENT_PERCENTAGE'],
  ['True Fulfillment %', 'TRUE_FULFILMENT_PERCENTAGE'],
];

describe('a figure', () => {
  beforeAll(() => scene.serve(RECORDS));

  test.each(NAMES)('called %s is the sum, or the ratio of sums, of %s', (metric, field) => {
    expect(oneValue(ask(metric))).toBeCloseTo(Number(total[field]), 9);
  });

  test('fills one cell with a plain number', () => {
    scene.book.as(ANN).enter('Sheet1!A1', '=SHIFT_METRIC("posted", "2026-02-23", "2026-03-08")');

    expect(scene.book.values('Sheet1!A1:B2')).toEqual([
      [total.SHIFTS_POSTED, ''],
      ['', ''],
    ]);
  });

  test('is of the venues, roles and days that the filters leave', () => {
    expect(oneValue(ask('posted', 'venue', "o'neill's", 'weekday', 'Monday'))).toBe(18);
    expect(oneValue(ask('no shows', 'SHIFTS_POSTED', '>=20'))).toBe(28);
  });

  test('with evidence is a row', () => {
    const [row = [], more] = rowsOf(ask('no shows %', 'evidence', true));
    // 56 no-shows of 399 booked positions; Wilson’s interval with z = 1.96.
    const [n, k, z] = [399, 56, 1.96];
    const p = k / n;
    const centre = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
    const half = (z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n);

    expect(more).toBeUndefined();
    expect(row).toEqual([
      ...[100 * p, n, 100 * (centre - half), 100 * (centre + half)].map((value) => expect.closeTo(value, 9)),
      'no shows ÷ booked: 42 of 42 rows agree; newest days may still be corrected',
      // Two weeks are too few to measure likeness.
      '',
    ]);
  });

  test('with as of has a second cell: when the service made the records', () => {
    const [row = []] = rowsOf(ask('posted', 'as of', true));

    expect([row.length, row[0], Object.prototype.toString.call(row[1])]).toEqual([
      2,
      total.SHIFTS_POSTED,
      '[object Date]',
    ]);
  });
});

describe('0 means asked and none; blank means unknown or undefined', () => {
  test('without shifts counts are 0 and percentages blank', async () => {
    await scene.serve([]);

    expect([oneValue(ask('posted')), oneValue(ask('worked %')), oneValue(ask('missing people'))]).toEqual([
      0,
      '',
      0,
    ]);
  });

  test('where the service sent no value the sum is blank', async () => {
    await serve({ day: '2026-02-23', posted: 5, booked: 5, worked: 5, hours: null });

    expect([oneValue(ask('hours worked')), oneValue(ask('hours worked', 'empty', 'unknown'))]).toEqual([
      '',
      'unknown',
    ]);
  });
});

test('hours worked % says what it is of', async () => {
  await scene.serve(RECORDS);
  const [row = []] = rowsOf(ask('hours worked %', 'evidence', true));
  expect(row[4]).toBe('hours worked ÷ hours scheduled; newest days may still be corrected');
});

test.each<[Plain[], number]>([
  [[], 14],
  [['percent', 'fraction'], 0.14],
  [['decimals', 3], 14.035],
  [['decimals', 0], 14],
  [['decimals', 3, 'percent', 'fraction'], 0.14035],
])('a percentage with %j is rounded to %d', async (options, expected) => {
  await scene.serve(RECORDS);
  // 56 of 399.
  expect(oneValue(scene.call('SHIFT_METRIC', 'no shows %', ...TWO_WEEKS, ...options))).toBe(expected);
});
