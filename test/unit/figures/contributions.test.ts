import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DAY_COLUMN, type ShiftRow } from '../../../src/employer-api/shift-report';
import { changeParts, contributions } from '../../../src/figures/why-it-moved';
import { asked, leaving, over, RANGE, shift, TODAY } from './grouped-rows';

type RatioPair = Parameters<typeof changeParts>[0][number];

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 20_000);

const WORKED = asked('worked %', over('SHIFTS_WORKED', 'SHIFTS_POSTED'));

const amount = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 500 }),
  fc.integer({ min: 1, max: 5000 }).map((tenths) => tenths / 10),
);
const ratio = fc.record({ k: amount, n: amount });
const pairs = fc.array(fc.record({ a: ratio, b: ratio }), { minLength: 1, maxLength: 12 });

describe('parts of a change', () => {
  test('split it into rate and mix', () => {
    // 50 % of 10 and 90 % of 10 become 60 % of 15 and 90 % of 5: from 70 to 67.5.
    expect(changeParts([pair([5, 10], [9, 15]), pair([9, 10], [4.5, 5])])).toEqual([
      { ratePart: expect.closeTo(6.25, 9), mixPart: expect.closeTo(-3.4375, 9) },
      { ratePart: expect.closeTo(0, 9), mixPart: expect.closeTo(-5.3125, 9) },
    ]);
  });

  test('let a group that is new borrow its rate, so that it adds by its share alone', () => {
    // 50 % of 10, then also 100 % of 10: from 50 to 75.
    expect(changeParts([pair([5, 10], [5, 10]), pair([0, 0], [10, 10])])).toEqual([
      { ratePart: 0, mixPart: 6.25 },
      { ratePart: 0, mixPart: 18.75 },
    ]);
  });

  test('count a numerator without denominator as it stands', () => {
    // 5 of 10, then 5 and 2 more of 10: from 50 to 70.
    expect(changeParts([pair([5, 10], [5, 10]), pair([0, 0], [2, 0])])).toEqual([
      { ratePart: 0, mixPart: 0 },
      { ratePart: 20, mixPart: 0 },
    ]);
  });

  test('are unknown where a period has no denominator', () => {
    expect(changeParts([pair([5, 10], [3, 0])])).toBeUndefined();
  });

  test(`add up to the change to 9 decimals (seed ${SEED}, ${RUNS} cases)`, () => {
    fc.assert(
      fc.property(pairs, (groups) => {
        const parts = changeParts(groups);
        const [before, after] = [rateOf(groups.map(({ a }) => a)), rateOf(groups.map(({ b }) => b))];
        if (before === null || after === null) return parts === undefined;
        const sum = (parts ?? []).reduce((all, { ratePart, mixPart }) => all + ratePart + mixPart, 0);
        // Relative, as a rate of a thousand percent has fewer decimals to give.
        return Math.abs(sum - (after - before)) <= 1e-9 * Math.max(1, (before + after) / 100);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});

describe('two periods compared', () => {
  const before = [
    shift({ VENUE_NAME: 'Bar', SHIFTS_WORKED: 5, SHIFTS_POSTED: 10 }),
    shift({ VENUE_NAME: 'Hall', SHIFTS_WORKED: 9, SHIFTS_POSTED: 10 }),
  ];
  const after = [
    shift({ VENUE_NAME: 'BAR', SHIFTS_WORKED: 9, SHIFTS_POSTED: 15 }),
    shift({ VENUE_NAME: 'Hall', SHIFTS_WORKED: 4, SHIFTS_POSTED: 5 }),
    shift({ VENUE_NAME: 'Hall', SHIFTS_WORKED: 90, SHIFTS_POSTED: 90, SHIFT_DATE: '2025-07-09' }),
  ];

  test('give each group its figures, its change and its parts', () => {
    const { groups } = compare(before, after);
    expect(groups.map(({ keys, a, b, change }) => [...keys, a.value, b.value, change])).toEqual([
      ['Bar', 50, 60, 10],
      ['Hall', 90, 80, -10],
    ]);
    expect(groups.map(({ ratePart, mixPart }) => [ratePart, mixPart])).toEqual([
      [expect.closeTo(6.25, 9), expect.closeTo(-3.125, 9)],
      [expect.closeTo(-3.75, 9), expect.closeTo(-4.375, 9)],
    ]);
  });

  test('give a total whose parts are those of the groups together', () => {
    const { total } = compare(before, after);
    expect([total.keys, total.a.value, total.b.value, total.change]).toEqual([[], 70, 65, -5]);
    expect([total.ratePart, total.mixPart]).toEqual([expect.closeTo(2.5, 9), expect.closeTo(-7.5, 9)]);
  });

  test('hold groups of one period alone, without a change of their own', () => {
    const { groups } = compare(before.slice(0, 1), after.slice(1, 2));
    expect(groups.map(({ keys, a, b, change }) => [...keys, a.value, b.value, change])).toEqual([
      ['Bar', 50, null, null],
      ['Hall', null, 80, null],
    ]);
    expect(groups.map(({ records }) => records)).toEqual([
      { a: 1, b: 0 },
      { a: 0, b: 1 },
    ]);
  });

  test('have no parts where a period has no denominator, but keep the values', () => {
    const { groups, total } = compare([], after.slice(1, 2));
    expect([groups[0]?.b.value, groups[0]?.ratePart, total.change, total.mixPart]).toEqual([
      80,
      null,
      null,
      null,
    ]);
  });

  test('have no parts where no definition is left', () => {
    const without = { ...WORKED, definitions: leaving([]) };
    const { groups } = compare(before, after, without);
    expect(groups.map(({ b, ratePart }) => [b.value, ratePart])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('differ in counts by the difference of the sums', () => {
    const { groups, total } = compare(before.slice(0, 1), after, asked('posted'));
    expect(
      [...groups, total].map(({ a, b, change, ratePart, mixPart }) => [
        a.value,
        b.value,
        change,
        ratePart,
        mixPart,
      ]),
    ).toEqual([
      [10, 15, 5, 5, 0],
      [0, 95, 95, 95, 0],
      [10, 110, 100, 100, 0],
    ]);
    // The period has begun: who is missing in it worked nothing so far, which is known.
    expect(compare(before.slice(0, 1), after, asked('worked')).groups[1]?.a.value).toBe(0);
  });
});

/** The rows of 1 July and of the day before. */
function compare(a: readonly ShiftRow[], b: readonly ShiftRow[], request = WORKED) {
  const [before, after] = [
    { from: RANGE.from, to: RANGE.from },
    { from: RANGE.from + 1, to: RANGE.to },
  ];
  const rows = [...a.map((row) => row.map((value, at) => (at === DAY_COLUMN ? before.from : value))), ...b];
  return contributions({ rows, today: TODAY, weekStart: 1 }, [before, after], ['venue'], request);
}

function pair(a: readonly [number, number], b: readonly [number, number]): RatioPair {
  return {
    a: { k: a[0], n: a[1] },
    b: { k: b[0], n: b[1] },
  };
}

function rateOf(ratios: readonly RatioPair['a'][]): number | null {
  const denominator = ratios.reduce((sum, one) => sum + one.n, 0);
  const numerator = ratios.reduce((sum, one) => sum + one.k, 0);
  return denominator === 0 ? null : (100 * numerator) / denominator;
}
