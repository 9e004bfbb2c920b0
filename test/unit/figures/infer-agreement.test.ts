import { describe, expect, test } from '@jest/globals';
import { compare, compareRoughly, numberIn, readPublished, VERDICT } from '../../../src/figures/infer-votes';

type Case = readonly [n: number | null, d: number | null, v: number | null, says: keyof typeof VERDICT];

describe('what a row says about n of d, published as v to its own last place', () => {
  test.each<Case>([
    // |p − v| ≤ u/2 is rounded, 0 ≤ p − v < u is truncated.
    [2, 3, 66.67, 'rounded'],
    [2, 3, 66.66, 'truncated'],
    [1, 3, 33.33, 'both'],
    [1, 2, 50, 'both'],
    [1, 8, 13, 'rounded'],
    [1, 8, 12, 'both'],
    [1, 2, 49, 'differs'],
    [1, 2, 51, 'differs'],
    [1, 2, 49.9, 'differs'],
    [2, 3, 66.65, 'differs'],
    [2, 3, 66.68, 'differs'],
    [3, 4, null, 'differs'],
    [0, 4, 0, 'trivial'],
    [0, 4, 25, 'differs'],
    [1, 400, 0, 'both'],
    // Over 100 and published as 100 may have been capped.
    [5, 4, 100, 'nothing'],
    [5, 4, 125, 'both'],
    [4, 4, 100, 'both'],
    [null, 4, 75, 'nothing'],
    [3, null, 75, 'nothing'],
    [3, -4, 75, 'nothing'],
    // Of 0, each way to publish it is kept apart.
    [0, 0, null, 'zeroNull'],
    [0, 0, 0, 'zeroNone'],
    [0, 0, 100, 'zeroFull'],
    [0, 0, 50, 'zeroOther'],
  ])('%p of %p as %p: %s', (n, d, v, says) => {
    expect(compare(n, d, v === null ? null : readPublished(v))).toBe(VERDICT[says]);
  });

  test.each<Case>([
    // 0.571 × 100 and 57.1 as a 32-bit number are 57.1 to the service.
    [4, 7, 57.099999999999994, 'both'],
    [4, 7, 57.099998474121094, 'both'],
    [571, 1000, 57.099998474121094, 'both'],
    [571, 1000, 57.099999999999994, 'both'],
    [2, 3, Math.fround(66.6), 'truncated'],
    [2, 3, 100 * Math.fround(0.667), 'rounded'],
    // The quotient as it is, in doubles and in 32 bits.
    [4, 7, 400 / 7, 'both'],
    [4, 7, Math.fround(400 / 7), 'rounded'],
    [4, 7, 57.2, 'differs'],
    [4, 7, Math.fround(57.2), 'differs'],
    [1, 2, Math.fround(49.9), 'differs'],
  ])('for all the noise of floating-point numbers, %p of %p as %p: %s', (n, d, v, says) => {
    expect(compare(n, d, v === null ? null : readPublished(v))).toBe(VERDICT[says]);
  });
});

describe('the last place of a value', () => {
  test.each([
    [50, 1],
    [66.7, 0.1],
    [66.67, 0.01],
    [8.2, 0.1],
    [66.666667, 0.000_001],
    [2 / 3, 0.000_001],
    [57.099999999999994, 0.1],
    [(1 - 0.999) * 100, 0.1],
    [57.099998474121094, 0.1],
    [Math.fround(3.33), 0.01],
    [100 * Math.fround(0.571), 0.1],
    [Math.fround(99.9), 0.1],
    [57.1001, 0.0001],
    [0, 1],
    [100, 1],
    [-12.5, 0.1],
    [1e-7, 0.000_001],
  ])('of %p is %p', (value, unit) => {
    expect(readPublished(value).unit).toBeCloseTo(unit, 9);
  });

  test('of every percentage with up to two decimals survives 32 bits and a division by 100', () => {
    const wrong = Array.from({ length: 10_001 }, (_, hundredths) => hundredths / 100).filter((value) => {
      const { unit } = readPublished(value);
      const written = [
        (value / 100) * 100,
        Math.fround(value),
        100 * Math.fround(value / 100),
        Math.fround(100 * Math.fround(value / 100)),
      ];
      return written.some((one) => readPublished(one).unit !== unit);
    });
    expect(wrong).toEqual([]);
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

test('a denominator below 0 speaks for no definition, however percentages are written', () => {
  expect(compareRoughly(3, -4, -75)).toBe(VERDICT.nothing);
  expect(compareRoughly(3, 4, 75)).not.toBe(VERDICT.nothing);
});
