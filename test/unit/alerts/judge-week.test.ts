import { describe, expect, test } from '@jest/globals';
import { type AlertRule, driftingWeeks, judgeWeek, type WeekCount } from '../../../src/alerts/judge-week';

function weeks(...counts: readonly (readonly [number, number])[]): WeekCount[] {
  return counts.map(([k, n], at) => ({ week: 46_000 + 7 * at, k, n }));
}

function times(count: number, k: number, n: number): [number, number][] {
  return Array.from({ length: count }, () => [k, n]);
}

function rule(strictness: AlertRule['strictness'], target: number, isGoodLow = false): AlertRule {
  return { strictness, target, isGoodLow };
}

describe('any miss', () => {
  test.each([
    ['one position short', 44, 50, 90, false, 'miss'],
    ['exactly on target', 45, 50, 90, false, 'fine'],
    ['exactly on a target that binary numbers only come near', 927, 1000, 92.7, false, 'fine'],
    ['exactly on a target of thirds', 2, 3, (100 * 2) / 3, false, 'fine'],
    ['below by what rounding would hide', 8999, 10_000, 90, false, 'miss'],
    ['over 100 %', 11, 10, 100, false, 'fine'],
    ['all of them, target 100', 10, 10, 100, false, 'fine'],
    ['none of them, target 0', 0, 10, 0, false, 'fine'],
    ['no-shows exactly at the most', 5, 50, 10, true, 'fine'],
    ['one no-show more', 6, 50, 10, true, 'miss'],
    ['no no-show, none allowed', 0, 50, 0, true, 'fine'],
    ['more unfilled than the denominator', 12, 10, 100, true, 'miss'],
  ])('%s', (_, k, n, target, isGoodLow, verdict) => {
    expect(judgeWeek(weeks([k, n]), rule('any_miss', target, isGoodLow))).toBe(verdict);
  });
});

describe('likely real', () => {
  // Wilson intervals: 9 of 10 → 59.58 to 98.21; 0 of 10 → 0 to 27.75; 47 of 50 → 83.78 to 97.94.
  test.each([
    ['the upper end just below target', 9, 10, 98.22, false, 'miss'],
    ['the upper end just above it', 9, 10, 98.2, false, 'between'],
    ['the same with 50', 47, 50, 97.95, false, 'miss'],
    ['the same with 50, above', 47, 50, 97.93, false, 'between'],
    ['none at all', 0, 10, 27.76, false, 'miss'],
    ['none at all, but a low target', 0, 10, 27.74, false, 'between'],
    ['on target, however many', 9000, 10_000, 90, false, 'fine'],
    // 10 of 10 → 72.25 to 100; 1 of 10 → 1.79 to 40.42.
    ['of what is good low, the lower end just above', 10, 10, 72.24, true, 'miss'],
    ['of what is good low, the lower end just below', 10, 10, 72.26, true, 'between'],
    ['of what is good low, one of ten', 1, 10, 1.78, true, 'miss'],
    ['of what is good low, one of ten, more allowed', 1, 10, 1.8, true, 'between'],
    ['more unfilled than the denominator, taken as all', 12, 10, 72.24, true, 'miss'],
    ['more unfilled than the denominator, and hardly less allowed', 12, 10, 99, true, 'between'],
  ])('%s', (_, k, n, target, isGoodLow, verdict) => {
    expect(judgeWeek(weeks([k, n]), rule('likely_real', target, isGoodLow))).toBe(verdict);
  });

  test('looks at the newest week alone', () => {
    expect(judgeWeek(weeks([0, 50], [50, 50]), rule('likely_real', 90))).toBe('fine');
  });
});

describe('almost sure', () => {
  // 720 of 800: mean 90 %, sigma of 100 positions √(0.8980 × 0.1020 ÷ 100) = 3.026, limit 80.92.
  test.each([
    [80, 'miss'],
    [81, 'between'],
    [89, 'between'],
    [90, 'fine'],
  ])('%i of 100 after eight weeks at 90 %%', (k, verdict) => {
    expect(judgeWeek(weeks(...times(8, 90, 100), [k, 100]), rule('almost_sure', 90))).toBe(verdict);
  });

  test('is never a miss on target, however far below the own mean', () => {
    expect(judgeWeek(weeks(...times(8, 100, 100), [80, 100]), rule('almost_sure', 80))).toBe('fine');
  });

  // 400 of 400: share (400 + 2) ÷ (400 + 4), sigma of 50 positions 0.9925, limit 97.02.
  test.each([
    [49, 'between'],
    [48, 'miss'],
  ])('%i of 50 after eight weeks without a miss', (k, verdict) => {
    expect(judgeWeek(weeks(...times(8, 50, 50), [k, 50]), rule('almost_sure', 99))).toBe(verdict);
  });

  // 16 of 800: mean 2 %, share 18 ÷ 804, sigma of 100 positions 1.4795, limit 6.44.
  test.each([
    [6, 'between'],
    [7, 'miss'],
  ])('%i no-shows of 100 after eight weeks at 2 %%', (k, verdict) => {
    expect(judgeWeek(weeks(...times(8, 2, 100), [k, 100]), rule('almost_sure', 3, true))).toBe(verdict);
  });

  test('needs eight earlier weeks for a miss, and none to see that all is fine', () => {
    expect(judgeWeek(weeks(...times(7, 90, 100), [10, 100]), rule('almost_sure', 90))).toBe('few');
    expect(judgeWeek(weeks([90, 100]), rule('almost_sure', 90))).toBe('fine');
  });

  test('takes the mean of the 13 weeks before, not of older ones', () => {
    const old = times(20, 10, 100);
    expect(judgeWeek(weeks(...old, ...times(13, 90, 100), [80, 100]), rule('almost_sure', 90))).toBe('miss');
  });
});

describe('eight weeks on one side of the mean', () => {
  const before = times(5, 95, 100);

  test.each(['likely_real', 'almost_sure'] as const)('are a drift that %s tells', (strictness) => {
    expect(judgeWeek(weeks(...before, ...times(8, 93, 100)), rule(strictness, 94))).toBe('drift');
    expect(driftingWeeks(weeks(...before, ...times(8, 93, 100)), rule(strictness, 94))).toMatchObject({
      k: 744,
      n: 800,
    });
  });

  test.each([
    ['seven only', [...before, ...times(7, 93, 100)], 94],
    ['one of them on the mean', [...before, [95, 100], ...times(7, 93, 100)], 94],
    ['together exactly on target', [...before, ...times(8, 93, 100)], 93],
    ['four weeks before them only', [...times(4, 95, 100), ...times(8, 93, 100)], 94],
    ['on the good side of it', [...times(5, 90, 100), ...times(8, 93, 100)], 94],
  ] as const)('are none with %s', (_, counts, target) => {
    expect(judgeWeek(weeks(...counts), rule('likely_real', target))).not.toBe('drift');
  });

  test('count the other way round for what is good low', () => {
    const counts = weeks(...times(5, 2, 100), ...times(8, 5, 100));
    expect(judgeWeek(counts, rule('likely_real', 4, true))).toBe('drift');
    expect(judgeWeek(counts, rule('likely_real', 5, true))).toBe('fine');
  });

  test('tell nothing where any miss is told anyway', () => {
    expect(judgeWeek(weeks(...before, ...times(7, 93, 100), [94, 100]), rule('any_miss', 94))).toBe('fine');
  });
});
