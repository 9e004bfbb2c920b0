import { describe, expect, test } from '@jest/globals';
import { findIn } from '../../../src/alerts/findings';
import type { AlertRule, WeekCount } from '../../../src/alerts/judge-week';

/* What several definitions of a percentage say together of the newest week. */

const LIKELY: AlertRule = { target: 90, strictness: 'likely_real', isGoodLow: false };
const SURE: AlertRule = { ...LIKELY, strictness: 'almost_sure' };
const NEWEST = 46_174;

/** Weeks of 100 positions each, the newest last. */
function weeks(...counts: readonly number[]): WeekCount[] {
  return counts.map((k, at) => ({ week: NEWEST - 7 * (counts.length - 1 - at), k, n: 100 }));
}
const find = (rule: AlertRule, ...byDefinition: readonly WeekCount[][]) =>
  findIn({ who: 'Pier', byDefinition }, NEWEST, rule);

/** Five weeks of 95 and eight of 89: each is below the mean before them, and chance may explain any of them. */
const SLOW = [95, 95, 95, 95, 95, 89, 89, 89, 89, 89, 89, 89, 89];

describe('the newest week', () => {
  test('that ends a slow fall is counted with the seven before it', () => {
    expect(find(LIKELY, weeks(...SLOW))).toEqual({
      who: 'Pier',
      verdict: 'drift',
      low: 89,
      high: 89,
      k: 712,
      n: 800,
    });
  });

  test('that all definitions blame, by one week or by eight, is missed', () => {
    const found = find(LIKELY, weeks(...SLOW), weeks(95, 50));
    expect(found).toMatchObject({ verdict: 'miss', low: 50, high: 89, k: 712, n: 800 });
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
    // 88 of 100: 80.2 to 93.0 %.
    expect(find(LIKELY, weeks(88), weeks(92))).toMatchObject({ verdict: 'between', low: 88, high: 92 });
  });

  test('that is beyond the target after too few weeks is not judged', () => {
    expect(find(SURE, weeks(88), weeks(92)).verdict).toBe('few');
  });

  test('without positions by any definition says nothing of them', () => {
    expect(find(LIKELY, [], [])).toEqual({ who: 'Pier', verdict: 'none', low: 0, high: 0, k: 0, n: 0 });
  });
});
