import { describe, expect, test } from '@jest/globals';
import { judgeWeek } from '../../../src/alerts/judge';

type AlertRule = Parameters<typeof judgeWeek>[1];

function week(k: number, n: number) {
  return { week: 46_000, k, n };
}

function rule(
  strictness: AlertRule['strictness'],
  target: number,
  isLowerBetter = false,
  likeness = 1,
): AlertRule {
  return { strictness, target, isLowerBetter, likeness };
}

describe('any miss', () => {
  test.each([
    ['one position short', 44, 50, 90, false, 'miss'],
    ['exactly on target', 45, 50, 90, false, 'fine'],
    ['exactly on a target that binary numbers only come near', 927, 1000, 92.7, false, 'fine'],
    ['exactly on a target of thirds', 2, 3, (100 * 2) / 3, false, 'fine'],
    ['below by what rounding would hide', 8999, 10_000, 90, false, 'miss'],
    ['over 100%', 11, 10, 100, false, 'fine'],
    ['all of them, target 100', 10, 10, 100, false, 'fine'],
    ['none of them, target 0', 0, 10, 0, false, 'fine'],
    ['no-shows exactly at the most', 5, 50, 10, true, 'fine'],
    ['one no-show more', 6, 50, 10, true, 'miss'],
    ['no no-show, none allowed', 0, 50, 0, true, 'fine'],
    ['more unfilled than the denominator', 12, 10, 100, true, 'miss'],
  ])('%s', (_, k, n, target, isLowerBetter, verdict) => {
    expect(judgeWeek(week(k, n), rule('any_miss', target, isLowerBetter))).toBe(verdict);
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
  ])('%s', (_, k, n, target, isLowerBetter, verdict) => {
    expect(judgeWeek(week(k, n), rule('likely_real', target, isLowerBetter))).toBe(verdict);
  });

  // Wilson's equation solved with z² × 2.25: 47 of 50 → 76.33 to 98.70; with z² × 4: 80 of 100 → 60.87 to 91.14.
  test.each([
    [47, 50, 98.71, 2.25, 'miss'],
    [47, 50, 98.69, 2.25, 'between'],
    [80, 100, 91.15, 4, 'miss'],
    [80, 100, 91.13, 4, 'between'],
  ])('%i of 50 or 100 against %f where weeks differ more, by %f', (k, n, target, likeness, verdict) => {
    expect(judgeWeek(week(k, n), rule('likely_real', target, false, likeness))).toBe(verdict);
  });
});

describe('any miss', () => {
  test('does not ask how much weeks differ', () => {
    expect(judgeWeek(week(89, 100), rule('any_miss', 90, false, 100))).toBe('miss');
  });
});
