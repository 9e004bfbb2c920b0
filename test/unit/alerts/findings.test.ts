import { describe, expect, test } from '@jest/globals';
import { type AlertRule, findIn } from '../../../src/alerts/episodes';
import type { WeekCount } from '../../../src/figures/figure-set';

/* What several definitions of a percentage say together of the newest week. */

const LIKELY: AlertRule = { target: 90, strictness: 'likely_real', isLowerBetter: false, likeness: 1 };
const NEWEST = 46_174;

/** Weeks of 100 positions each, the newest last. */
function weeks(...counts: readonly number[]): WeekCount[] {
  return counts.map((k, at) => ({ week: NEWEST - 7 * (counts.length - 1 - at), k, n: 100 }));
}
const find = (rule: AlertRule, ...byDefinition: readonly WeekCount[][]) =>
  findIn({ who: 'Pier', byDefinition }, NEWEST, rule);

describe('the newest week', () => {
  test('is judged, not the weeks before it', () => {
    expect(find(LIKELY, weeks(50, 95))).toEqual({
      who: 'Pier',
      verdict: 'fine',
      low: 95,
      high: 95,
      k: 95,
      n: 100,
    });
  });

  test('that all definitions blame is missed, and shown as they range', () => {
    const found = find(LIKELY, weeks(95, 60), weeks(95, 50));
    expect(found).toMatchObject({ verdict: 'miss', low: 50, high: 60, k: 60, n: 100 });
  });

  test.each([
    ['that only one of them blames', weeks(92), weeks(50)],
    ['in which one of them counts no positions', weeks(92), weeks(92, 92).slice(0, 1)],
  ])('%s is unsettled', (_, one, other) => {
    expect(find(LIKELY, one, other).verdict).toBe('unsettled');
    expect(find(LIKELY, other, one).verdict).toBe('unsettled');
  });

  test('whose records publish something else is not judged, however bad it looks', () => {
    const contradicted: readonly WeekCount[] = weeks(92, 0).map((week, at) => ({
      ...week,
      isContradicted: at === 1,
    }));
    expect(find(LIKELY, [...contradicted]).verdict).toBe('unsettled');
    expect(find(LIKELY, [...contradicted], weeks(92, 91)).verdict).toBe('unsettled');
    expect(find(LIKELY, [...contradicted.slice(1), ...weeks(50)]).verdict).toBe('miss');
  });

  test('that is beyond the target by one of them, and by none for certain, is no miss', () => {
    // 88 of 100: 80.2% to 93.0%.
    expect(find(LIKELY, weeks(88), weeks(92))).toMatchObject({ verdict: 'between', low: 88, high: 92 });
  });

  test('without positions by any definition says nothing of them', () => {
    expect(find(LIKELY, [], [])).toEqual({ who: 'Pier', verdict: 'none', low: 0, high: 0, k: 0, n: 0 });
  });
});
