import { expect, test } from '@jest/globals';
import { type AlertRule, findIn } from '../../../src/alerts/episodes';
import type { WeekCount } from '../../../src/figures/weeks';

const LIKELY: AlertRule = { target: 90, strictness: 'likely_real', isLowerBetter: false, likeness: 1 };
const NEWEST = 46_174;
const OWN = { kind: 'own', agree: 1, of: 12 } as const;
const week = (k: number, ago = 0): WeekCount => ({ week: NEWEST - 7 * ago, k, n: 100 });

test.each<[string, WeekCount[], object]>([
  ['is judged, not the weeks before it', [week(50, 1), week(95)], { verdict: 'fine', k: 95, n: 100 }],
  ['is a miss where it is likely real', [week(95, 1), week(60)], { verdict: 'miss', k: 60, n: 100 }],
  // 88 of 100: 80.2% to 93.0%.
  ['is no miss where it may be chance', [week(88)], { verdict: 'between', k: 88, n: 100 }],
  [
    'is not judged where it is withheld',
    [{ ...week(0), why: OWN }],
    { verdict: 'withheld', k: 0, n: 100, why: OWN },
  ],
  ['says nothing without positions', [week(50, 1)], { verdict: 'none', k: 0, n: 0 }],
])('the newest week %s', (_, weeks, expected) => {
  expect(findIn({ who: 'Pier', byRequest: [weeks] }, NEWEST, LIKELY)).toEqual({ who: 'Pier', ...expected });
});
