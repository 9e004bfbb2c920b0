import { expect, test } from '@jest/globals';
import { judgeWeek } from '../../../src/alerts/judge';

const [ANY, REAL] = ['any_miss', 'likely_real'] as const;

// Wilson intervals: 9 of 10 → 59.58 to 98.21; 0 of 10 → 0 to 27.75; 47 of 50 → 83.78 to 97.94; 10 of 10 → 72.25 to 100;
// 1 of 10 → 1.79 to 40.42. Wilson's equation solved with z² × 2.25: 47 of 50 → 76.33 to 98.70; with z² × 4: 80 of 100 →
// 60.87 to 91.14.
type Rule = Parameters<typeof judgeWeek>[1];

test.each<[string, number, number, number, Rule['strictness'], string, Partial<Rule>?]>([
  ['one position short', 44, 50, 90, ANY, 'miss'],
  ['exactly on target', 45, 50, 90, ANY, 'fine'],
  ['exactly on a target that binary numbers only come near', 927, 1000, 92.7, ANY, 'fine'],
  ['exactly on a target of thirds', 2, 3, (100 * 2) / 3, ANY, 'fine'],
  ['below by what rounding would hide', 8999, 10_000, 90, ANY, 'miss'],
  ['over 100%', 11, 10, 100, ANY, 'fine'],
  ['none of them, target 0', 0, 10, 0, ANY, 'fine'],
  ['however much weeks differ', 89, 100, 90, ANY, 'miss', { likeness: 100 }],
  ['no-shows exactly at the most', 5, 50, 10, ANY, 'fine', { isLowerBetter: true }],
  ['one no-show more', 6, 50, 10, ANY, 'miss', { isLowerBetter: true }],
  ['no no-show, none allowed', 0, 50, 0, ANY, 'fine', { isLowerBetter: true }],
  ['more unfilled than the denominator', 12, 10, 100, ANY, 'miss', { isLowerBetter: true }],
  ['the upper end just below target', 9, 10, 98.22, REAL, 'miss'],
  ['the upper end just above it', 9, 10, 98.2, REAL, 'between'],
  ['the upper end of 50 just below target', 47, 50, 97.95, REAL, 'miss'],
  ['the upper end of 50 just above it', 47, 50, 97.93, REAL, 'between'],
  ['none at all', 0, 10, 27.76, REAL, 'miss'],
  ['none at all, but a low target', 0, 10, 27.74, REAL, 'between'],
  ['on target, however many', 9000, 10_000, 90, REAL, 'fine'],
  ['of what is good low, the lower end just above', 10, 10, 72.24, REAL, 'miss', { isLowerBetter: true }],
  ['of what is good low, the lower end just below', 10, 10, 72.26, REAL, 'between', { isLowerBetter: true }],
  ['of what is good low, one of ten', 1, 10, 1.78, REAL, 'miss', { isLowerBetter: true }],
  ['of what is good low, one of ten, more allowed', 1, 10, 1.8, REAL, 'between', { isLowerBetter: true }],
  ['more unfilled than there are, taken as all', 12, 10, 72.24, REAL, 'miss', { isLowerBetter: true }],
  ['where weeks differ 2.25 times as much, just below', 47, 50, 98.71, REAL, 'miss', { likeness: 2.25 }],
  ['where weeks differ 2.25 times as much, just above', 47, 50, 98.69, REAL, 'between', { likeness: 2.25 }],
  ['where weeks differ four times as much, just below', 80, 100, 91.15, REAL, 'miss', { likeness: 4 }],
  ['where weeks differ four times as much, just above', 80, 100, 91.13, REAL, 'between', { likeness: 4 }],
])('%s', (_, k, n, target, strictness, verdict, unusual = {}) => {
  expect(judgeWeek({ k, n }, { target, strictness, isLowerBetter: false, likeness: 1, ...unusual })).toBe(
    verdict,
  );
});
