import { describe, expect, test } from '@jest/globals';
import { compare, isTelling, numberIn, SAYS, type Says, unitOf } from '../../../src/figures/infer-agreement';

type Case = readonly [
  n: number | null,
  d: number | null,
  v: number | null,
  unit: number,
  says: keyof typeof SAYS,
];

describe('what a row says about n of d, published as v to the last place of its column', () => {
  test.each<Case>([
    // |p − v| ≤ u/2 is rounded, 0 ≤ p − v < u is truncated.
    [2, 3, 66.67, 0.01, 'rounded'],
    [2, 3, 66.66, 0.01, 'truncated'],
    [1, 3, 33.33, 0.01, 'both'],
    [1, 2, 50, 1, 'both'],
    [1, 8, 13, 1, 'rounded'],
    [1, 8, 12, 1, 'both'],
    [1, 2, 49, 1, 'differs'],
    [1, 2, 51, 1, 'differs'],
    [1, 2, 49.9, 0.1, 'differs'],
    [2, 3, 66.65, 0.01, 'differs'],
    [2, 3, 66.68, 0.01, 'differs'],
    [3, 4, null, 1, 'differs'],
    [0, 4, 0, 1, 'trivial'],
    [0, 4, 25, 1, 'differs'],
    [1, 400, 0, 1, 'both'],
    // Over 100 and published as 100 may have been capped.
    [5, 4, 100, 1, 'nothing'],
    [5, 4, 125, 1, 'both'],
    [4, 4, 100, 1, 'both'],
    [null, 4, 75, 1, 'nothing'],
    [3, null, 75, 1, 'nothing'],
    [3, -4, 75, 1, 'nothing'],
    // Of 0, each way to publish it is kept apart.
    [0, 0, null, 1, 'zeroNull'],
    [0, 0, 0, 1, 'zeroNone'],
    [0, 0, 100, 1, 'zeroFull'],
    [0, 0, 50, 1, 'zeroOther'],
  ])('%p of %p as %p to %p: %s', (n, d, v, unit, says) => {
    expect(compare(n, d, v, unit)).toBe(SAYS[says]);
  });

  test('decides between definitions unless it is trivial, says nothing or is of 0', () => {
    const telling = Object.entries(SAYS).filter(([, says]) => isTelling(says as Says));
    expect(telling.map(([name]) => name)).toEqual(['differs', 'rounded', 'truncated', 'both']);
  });
});

describe('the last place of a column', () => {
  test.each([
    [[50, 75], 1],
    [[50, 66.7], 0.1],
    [[66.67, 50], 0.01],
    [[66.666667], 0.000_001],
    [[2 / 3], 0.000_001],
    [[], 1],
  ])('of %p is %p', (values, unit) => {
    const found = unitOf(
      values.map((value) => [value]),
      0,
    );
    expect(found).toBeCloseTo(unit, 9);
  });

  test('is not told by what is no number', () => {
    expect(unitOf([[null], ['12.345'], [12.5]], 0)).toBeCloseTo(0.1, 9);
    expect(unitOf([[null], ['12.345'], []], 0)).toBe(1);
  });
});

test('a number of a row is one of type number', () => {
  expect([numberIn(5), numberIn(0), numberIn('5'), numberIn(null), numberIn(undefined)]).toEqual([
    5,
    0,
    null,
    null,
    null,
  ]);
});
