import { describe, expect, test } from '@jest/globals';
import { likenessOf, type WeekShare } from '../../../src/figures/share-statistics';

/** Weeks of `n` positions each. */
const weeks = (n: number, ...ks: readonly number[]): WeekShare[] => ks.map((k) => ({ k, n }));
/** So many weeks, the first half `low` and the second half `high` of 100. */
const halves = (low: number, high: number, each = 5) =>
  weeks(100, ...new Array<number>(each).fill(low), ...new Array<number>(each).fill(high));

describe('likeness', () => {
  test('is Pearson’s statistic per degree of freedom', () => {
    // Each week lies 10 of 100 from the venue’s 50%: 10² ÷ 25 = 4 a week, 10 weeks and 9 degrees a venue.
    const venues = new Array<WeekShare[]>(4).fill(halves(40, 60));
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
    const venue = new Array<WeekShare[]>(8).fill(pair).flat();
    const squares = (90 - 100 * p) ** 2 / (100 * p * (1 - p)) + (5 - 10 * p) ** 2 / (10 * p * (1 - p));
    expect(likenessOf([venue, venue, venue])).toBeCloseTo((8 * 3 * squares) / (3 * 15), 12);
  });

  test('is never below 1, however much weeks resemble each other', () => {
    expect(likenessOf(new Array<WeekShare[]>(4).fill(halves(50, 50)))).toBe(1);
  });

  test('leaves out a venue without a miss, or with misses alone', () => {
    const venues = new Array<WeekShare[]>(4).fill(halves(40, 60));
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
    expect(likenessOf(new Array<WeekShare[]>(venues).fill(venue)) !== undefined).toBe(isMeasured);
  });
});
