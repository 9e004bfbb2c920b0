import { describe, expect, test } from '@jest/globals';
import { readTrendKeys, trendPeriod } from '../../../../src/answers/arguments/options';
import type { GroupKey } from '../../../../src/contract/fields';

import { read, refusal } from './option-scene';

const keysOf = (keys: readonly GroupKey[], ...options: readonly unknown[]) =>
  readTrendKeys(keys, read(...options));

describe('what a trend runs over', () => {
  test.each<[readonly GroupKey[], unknown[], unknown[]]>([
    [['week'], [], ['week', undefined]],
    [['day', 'venue'], [], ['day', 'venue']],
    [['month', 'week'], [], ['month', 'week']],
    [['week'], ['evidence', true], ['week', undefined]],
    [['week'], ['incomplete', 'hide'], ['week', undefined]],
    [
      ['week', 'role'],
      ['incomplete', 'show'],
      ['week', 'role'],
    ],
  ])('%j with %j', (keys, options, expected) => {
    expect(keysOf(keys, ...options)).toEqual(expected);
  });

  test.each<[string, readonly GroupKey[], unknown[], string]>([
    ['no key', [], [], 'Begin with a period, such as "week" or "week, venue": a trend runs over time.'],
    [
      'a venue',
      ['venue'],
      [],
      'Begin with a period, such as "week" or "week, venue": a trend runs over time.',
    ],
    [
      'weekdays, which come again',
      ['weekday'],
      [],
      'Begin with a period, such as "week" or "week, venue": a trend runs over time.',
    ],
    [
      'three keys',
      ['week', 'venue', 'role'],
      [],
      'Give one period and one other key at most, such as "week, venue".',
    ],
    [
      'evidence of several lines a period',
      ['week', 'venue'],
      ['evidence', true],
      'Leave "evidence" out, or give a period alone, such as "week".',
    ],
    [
      'notes of incomplete periods',
      ['week'],
      ['incomplete', 'mark'],
      'Use "incomplete" with "hide" or "show": a trend has no NOTES.',
    ],
  ])('is not %s', (_, keys, options, expected) => {
    expect(refusal(() => keysOf(keys, ...options))).toBe(expected);
  });

  test.each([
    ['day', 'last 13 days'],
    ['week', 'last 13 weeks'],
    ['month', 'last 13 months'],
    ['quarter', 'last 6 quarters'],
    ['year', 'last 1 years'],
  ] as const)('of each %s has %s where no dates are given', (period, expected) => {
    expect(trendPeriod(period)).toBe(expected);
  });
});
