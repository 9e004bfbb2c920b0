import { describe, expect, test } from '@jest/globals';
import { differenceInterval, judgeShare, wilsonInterval } from '../../../src/figures/share-statistics';

describe('wilsonInterval', () => {
  test.each([
    [9, 10, 59.58, 98.21],
    [0, 10, 0, 27.75],
    [10, 10, 72.25, 100],
    [47, 50, 83.78, 97.94],
    [0, 1, 0, 79.35],
    [1, 1, 20.65, 100],
  ])('gives the published ends for %d of %d', (k, n, low, high) => {
    const interval = wilsonInterval(k, n);
    expect(interval?.low).toBeCloseTo(low, 2);
    expect(interval?.high).toBeCloseTo(high, 2);
  });

  test('never leaves 0 to 100, and touches both ends exactly', () => {
    for (let n = 1; n <= 400; n += 1) {
      expect(wilsonInterval(0, n)?.low).toBe(0);
      expect(wilsonInterval(n, n)?.high).toBe(100);
    }
  });

  test('holds the share itself', () => {
    expect(wilsonInterval(1, 3)).toEqual({
      low: expect.closeTo(6.15, 2),
      high: expect.closeTo(79.23, 2),
    });
  });

  test.each([
    ['no positions', 0, 0],
    ['more than all', 11, 10],
    ['fewer than none', -1, 10],
    ['a sum of corrections below 0', 1, -5],
    ['no number', Number.NaN, 10],
  ])('gives none for %s', (_, k, n) => {
    expect(wilsonInterval(k, n)).toBeUndefined();
  });
});

describe('the interval of a difference', () => {
  // Newcombe 1998, table II, method 10: the first share less the second.
  test.each([
    [56, 70, 48, 80, 5.24, 33.39],
    [9, 10, 3, 10, 17.05, 80.9],
    [6, 7, 2, 7, 5.82, 80.62],
    [5, 56, 0, 29, -3.81, 19.26],
    [0, 10, 0, 20, -16.11, 27.75],
    [0, 10, 0, 10, -27.75, 27.75],
    [10, 10, 0, 20, 67.91, 100],
    [10, 10, 0, 10, 60.75, 100],
  ])('has the published ends for %d of %d and %d of %d', (k, n, otherK, otherN, low, high) => {
    const interval = differenceInterval({ k: otherK, n: otherN }, { k, n });
    expect(interval?.low).toBeCloseTo(low, 1);
    expect(interval?.high).toBeCloseTo(high, 1);
  });

  test('is wider by what weeks differ, and takes a share over 100% as 100%', () => {
    // Four times the likeness is a quarter of the positions, shares of exactly one half.
    expect(differenceInterval({ k: 200, n: 400 }, { k: 200, n: 400 }, 4)).toEqual(
      differenceInterval({ k: 50, n: 100 }, { k: 50, n: 100 }),
    );
    expect(differenceInterval({ k: 10, n: 10 }, { k: 12, n: 10 })).toEqual(
      differenceInterval({ k: 10, n: 10 }, { k: 10, n: 10 }),
    );
    expect(differenceInterval({ k: 0, n: 0 }, { k: 1, n: 2 })).toBeUndefined();
    expect(differenceInterval({ k: 1, n: 2 }, { k: 0, n: 0 })).toBeUndefined();
  });
});

describe('a share beside its target', () => {
  /* The ends of published 95% Wilson intervals decide: 8 of 10 reach 94.3%, 70 of 100 reach 78.1%, and so on. */
  test.each([
    ['above it', 95, 100, 90, 'on target'],
    ['on it', 9, 10, 90, 'on target'],
    ['below it, which few positions may be', 8, 10, 90, 'may be chance'],
    ['below it at the best', 70, 100, 80, 'likely real'],
    ['below it, though not at the best', 70, 100, 78, 'may be chance'],
    ['below 0%, where credits outweigh: taken as 0%', -1, 10, 50, 'likely real'],
    ['below 0%, of few positions', -1, 10, 20, 'may be chance'],
  ])('%s: %d of %d against %d', (_, k, n, target, verdict) => {
    expect(judgeShare(k, n, { target, isLowerBetter: false, likeness: 1 })).toBe(verdict);
  });

  test.each([
    ['below it', 4, 100, 5, 'on target'],
    ['on it', 5, 100, 5, 'on target'],
    ['above it, which may be chance', 6, 100, 5, 'may be chance'],
    ['above it at the best', 20, 100, 5, 'likely real'],
    ['over 100%: taken as 100%', 12, 10, 50, 'likely real'],
    ['over 100%, of few positions', 12, 10, 80, 'may be chance'],
  ])('%s where less is better: %d of %d against %d', (_, k, n, target, verdict) => {
    expect(judgeShare(k, n, { target, isLowerBetter: true, likeness: 1 })).toBe(verdict);
  });

  test('needs more where the positions of a week are alike', () => {
    // As wide as 14 of 20, which reach 85.5%.
    expect(judgeShare(70, 100, { target: 80, isLowerBetter: false, likeness: 5 })).toBe('may be chance');
  });
});
