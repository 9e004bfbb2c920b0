import { describe, expect, test } from '@jest/globals';
import { wilsonInterval } from '../../../src/figures/wilson';

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
