import { describe, expect, test } from '@jest/globals';
import type { Alert } from '../../../src/alerts/alert-record';
import { describeMiss, describeRecovery, describeStanding } from '../../../src/alerts/alert-words';
import { NOT_JUDGED, type Standing } from '../../../src/alerts/episode-record';
import type { Episode } from '../../../src/alerts/episodes';

/* What people read of an alert. Serial 46,083 is Monday, 2 March 2026; 46,090 the Monday after. */

const WORKED: Alert = {
  id: 'a-1',
  report: 'r-1',
  measure: 'worked_percentage',
  scope: 'venue',
  target: 90,
  strictness: 'any_miss',
  email: null,
  quietUntil: 0,
};
const NO_SHOWS: Alert = { ...WORKED, measure: 'no_shows_percentage', target: 10 };
const MISS: Episode = {
  who: 'Grand Hotel',
  since: 46_090,
  week: 46_090,
  reported: false,
  k: 39,
  n: 50,
};
const miss = (alert: Alert, changes: Partial<Episode> = {}) =>
  describeMiss(alert, { ...MISS, ...changes }, false);

describe('a miss', () => {
  test('names who, what, when, of how many, and the target', () => {
    expect(miss(WORKED)).toBe('“Grand Hotel”: worked 78.0% in the week of 2026-03-09 (39 of 50), target 90%');
  });

  test('of a figure whose low is good has a greatest one in place of a target', () => {
    expect(miss(NO_SHOWS, { k: 6 })).toBe(
      '“Grand Hotel”: no-shows 12.0% in the week of 2026-03-09 (6 of 50), at most 10%',
    );
    expect(describeRecovery(NO_SHOWS, { ...MISS, k: 2 }, false)).toBe(
      '“Grand Hotel”: no-shows 4.0% in the week of 2026-03-09, at most 10%',
    );
  });

  test.each([
    ['venue', 'No venue given: worked'],
    ['area', 'No area given: worked'],
    ['role', 'No job title given: worked'],
    ['all', 'worked'],
  ] as const)('of shifts without a name says so by %s', (scope, begin) => {
    expect(miss({ ...WORKED, scope }, { who: '' })).toBe(
      `${begin} 78.0% in the week of 2026-03-09 (39 of 50), target 90%`,
    );
  });

  test.each([
    [89.96, '89.96%'],
    [89.9996, '89.9996%'],
    [89.999_999, '90.0000%'],
  ])('of %d has as many decimals as tell it from its target, four at most', (figure, shown) => {
    expect(miss(WORKED, { k: figure, n: 100 })).toContain(`worked ${shown} in`);
  });
});

describe('an alert', () => {
  const LIKELY: Alert = { ...WORKED, strictness: 'likely_real' };
  const JUDGED: Standing = { ...NOT_JUDGED, week: 46_090, weeks: 13, judged: 3, likeness: 1.2 };
  const standing = (alert: Alert, changes: Partial<Standing>) =>
    describeStanding(alert, { ...JUDGED, ...changes }, false);

  test.each<[string, Alert, Partial<Standing>, string]>([
    ['without a miss', WORKED, {}, 'No miss in the week of 2026-03-09: 3 venues judged.'],
    [
      'that left some out',
      LIKELY,
      { judged: 1, withheld: 1, why: 'worked % fits no known definition' },
      'No miss in the week of 2026-03-09: 1 venue judged, 1 not (worked % fits no known definition).',
    ],
    [
      'whose percentages are all withheld',
      WORKED,
      { judged: 0, withheld: 3, why: 'worked % is 60.0 to 70.0: worked ÷ posted or worked ÷ booked' },
      'Cannot be judged: worked % is 60.0 to 70.0: worked ÷ posted or worked ÷ booked.',
    ],
    [
      'whose weeks are too few to measure how much they differ',
      LIKELY,
      { likeness: null },
      'No miss in the week of 2026-03-09: 3 venues judged, assuming people come and go independently.',
    ],
    [
      'of any miss, which assumes nothing',
      WORKED,
      { likeness: null },
      'No miss in the week of 2026-03-09: 3 venues judged.',
    ],
    [
      'without shifts',
      WORKED,
      { judged: 0, none: 3 },
      'Nothing to judge: no shifts in the newest complete week.',
    ],
    [
      'of a report without a complete week',
      WORKED,
      { weeks: 0, week: null, judged: 0 },
      'Needs a complete week; this report covers none: choose last 13 weeks.',
    ],
  ])('%s says so', (_, alert, changes, sentence) => {
    expect(standing(alert, changes)).toBe(sentence);
  });

  test('with a miss that it can judge no more says since when', () => {
    const old = { ...MISS, since: 46_083, week: 46_083 };
    const since = (changes: Partial<Standing>) =>
      /Not judged since the week of \S+/.exec(standing(LIKELY, { open: [old], ...changes }))?.[0];
    // Whatever others were judged in the newest week before it ended.
    expect(since({ weeks: 0 })).toBe('Not judged since the week of 2026-03-09.');
    // Nothing was judged then.
    expect(since({ judged: 0, why: 'worked % fits no known definition' })).toBe(
      'Not judged since the week of 2026-03-02.',
    );
    expect(since({})).toBeUndefined();
  });

  test('with a miss that goes on says since when, and counts what it does not name', () => {
    const open = ['A', 'B', 'C', 'D'].map((who) => ({ ...MISS, who, since: 46_083 }));
    const sentence = standing(WORKED, { open, more: 1 });
    expect(sentence).toMatch(/^“A”: worked 78\.0% .+, missed since the week of 2026-03-02\. “B”/);
    expect(sentence).toMatch(/And 2 venues more\.$/);
  });
});
