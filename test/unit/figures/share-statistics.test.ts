import { describe, expect, test } from '@jest/globals';
import {
  differenceInterval,
  judgeShare,
  likenessOf,
  type Share,
  wilsonInterval,
} from '../../../src/figures/share-statistics';

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
    ['above it', 95, 100, 'at least', 90, 'met'],
    ['on it', 9, 10, 'at least', 90, 'met'],
    ['below it, which few positions may be', 8, 10, 'at least', 90, 'just missed'],
    ['below it at the best', 70, 100, 'at least', 80, 'missed'],
    ['below it, though not at the best', 70, 100, 'at least', 78, 'just missed'],
    ['on one that binary numbers only come near', 927, 1000, 'at least', 92.7, 'met'],
    ['on one of thirds', 2, 3, 'at least', (100 * 2) / 3, 'met'],
    ['below it by what rounding would hide', 8999, 10_000, 'at least', 90, 'just missed'],
    ['just above the upper end', 47, 50, 'at least', 97.95, 'missed'],
    ['just below the upper end', 47, 50, 'at least', 97.93, 'just missed'],
    ['below 0%, where credits outweigh: taken as 0%', -1, 10, 'at least', 50, 'missed'],
    ['below 0%, of few positions', -1, 10, 'at least', 20, 'just missed'],
    ['below it', 4, 100, 'at most', 5, 'met'],
    ['on it', 5, 100, 'at most', 5, 'met'],
    ['above it, which may be chance', 6, 100, 'at most', 5, 'just missed'],
    ['above it at the best', 20, 100, 'at most', 5, 'missed'],
    ['over 100%: taken as 100%', 12, 10, 'at most', 50, 'missed'],
    ['over 100%, of few positions', 12, 10, 'at most', 80, 'just missed'],
  ])('%s: %d of %d, %s %d', (_, k, n, bound, target, verdict) => {
    expect(judgeShare(k, n, { target, isLowerBetter: bound === 'at most', likeness: 1 })).toBe(verdict);
  });

  test('needs more where the positions of a week are alike', () => {
    // As wide as 14 of 20, which reach 85.5%. Wilson's equation solved with z² × 2.25: 47 of 50 → 76.33 to 98.70.
    const judge = (k: number, n: number, target: number, likeness: number) =>
      judgeShare(k, n, { target, isLowerBetter: false, likeness });
    expect(judge(70, 100, 80, 5)).toBe('just missed');
    expect([judge(47, 50, 98.71, 2.25), judge(47, 50, 98.69, 2.25)]).toEqual(['missed', 'just missed']);
  });
});

/** Weeks of `n` positions each. */
const weeks = (n: number, ...ks: readonly number[]): Share[] => ks.map((k) => ({ k, n }));
/** So many weeks, the first half `low` and the second half `high` of 100. */
const halves = (low: number, high: number, each = 5) =>
  weeks(100, ...new Array<number>(each).fill(low), ...new Array<number>(each).fill(high));

describe('likeness', () => {
  test('is Pearson’s statistic per degree of freedom', () => {
    // Each week lies 10 of 100 from the venue’s 50%: 10² ÷ 25 = 4 a week, 10 weeks and 9 degrees a venue.
    const venues = new Array<Share[]>(4).fill(halves(40, 60));
    expect(likenessOf(venues)).toBeCloseTo((4 * 10 * 4) / (4 * 9), 12);
  });

  test('compares each venue with itself: different venues are no unlike weeks', () => {
    const venues = [50, 60, 70, 80].map((k) => weeks(100, ...new Array<number>(10).fill(k)));
    expect(likenessOf(venues)).toBe(1);
  });

  test('weighs weeks by their positions', () => {
    // 90 of 100 and 5 of 10 around 95 ÷ 110: squares of 3.636 over n·p·(1 − p), for 16 weeks at each of 2 venues.
    const p = 95 / 110;
    const pair = [
      { k: 90, n: 100 },
      { k: 5, n: 10 },
    ];
    const venue = new Array<Share[]>(8).fill(pair).flat();
    const squares = (90 - 100 * p) ** 2 / (100 * p * (1 - p)) + (5 - 10 * p) ** 2 / (10 * p * (1 - p));
    expect(likenessOf([venue, venue, venue])).toBeCloseTo((8 * 3 * squares) / (3 * 15), 12);
  });

  test('is never below 1, however much weeks resemble each other', () => {
    expect(likenessOf(new Array<Share[]>(4).fill(halves(50, 50)))).toBe(1);
  });

  test('leaves out a venue without a miss, or with misses alone', () => {
    const venues = new Array<Share[]>(4).fill(halves(40, 60));
    expect(likenessOf([...venues, halves(0, 0), halves(100, 100)])).toBe(likenessOf(venues));
  });

  test('takes a share over 100% as 100%, and one below 0 as 0', () => {
    const odd = weeks(100, 140, 140, 140, 140, 140, -20, -20, -20, -20, -20);
    const plain = weeks(100, 100, 100, 100, 100, 100, 0, 0, 0, 0, 0);
    expect(likenessOf([odd, odd, odd, odd])).toBe(likenessOf([plain, plain, plain, plain]));
  });

  test.each([
    ['8 weeks of 5 venues: 35 degrees', 8, 5, true],
    ['7 weeks of 10 venues: 60 degrees', 7, 10, false],
    ['11 weeks of 3 venues: 30 degrees', 11, 3, true],
    ['10 weeks of 3 venues: 27 degrees', 10, 3, false],
    ['no weeks', 0, 0, false],
  ])('takes 8 weeks and 30 degrees of freedom: %s', (_, count, venues, isMeasured) => {
    const venue = weeks(100, ...Array.from({ length: count }, (_week, at) => 50 + at));
    expect(likenessOf(new Array<Share[]>(venues).fill(venue)) !== undefined).toBe(isMeasured);
  });
});
