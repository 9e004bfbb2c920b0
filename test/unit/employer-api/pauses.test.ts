import { describe, expect, test } from '@jest/globals';
import { startBudget, timeoutThatFits } from '../../../src/budget';
import {
  failurePauseMillis,
  longestPause,
  type Pause,
  rateLimitPauseMillis,
} from '../../../src/employer-api/report-calls';

const NOW = Date.parse('2026-03-10T12:00:00Z');

describe('the pause after a failure, random × min(8 s, 0.5 s × 2ⁿ)', () => {
  test.each([
    [0, 1, 500],
    [1, 1, 1000],
    [2, 1, 2000],
    [4, 1, 8000],
    [9, 1, 8000],
    [1, 0, 0],
    [2, 0.25, 500],
  ])('n = %i and random = %d: %i ms', (attempt, random, millis) => {
    expect(failurePauseMillis(attempt, random)).toBe(millis);
  });
});

describe('the pause after a 429, b/2 + random × b/2 with b = min(8 s, 2 s × 2ⁿ)', () => {
  test.each([
    [0, 0, 1000],
    [0, 1, 2000],
    [1, 0.5, 3000],
    [2, 0, 4000],
    [3, 1, 8000],
    [9, 0, 4000],
  ])('n = %i and random = %d: %i ms', (attempt, random, millis) => {
    expect(rateLimitPauseMillis(attempt, random)).toBe(millis);
  });
});

describe('the pause before several attempts together', () => {
  const pause = (millis: number, coolDownSeconds?: number): Pause => {
    const resumesAt = NOW + millis;
    return { millis, resumesAt, settledBy: resumesAt + 15_000, coolDownSeconds };
  };

  test.each([
    ['one', [pause(250)], pause(250)],
    ['the longest, the last', [pause(250), pause(4000, 4)], pause(4000, 4)],
    ['the longest, the first', [pause(4000, 4), pause(250), pause(3000, 3)], pause(4000, 4)],
    ['the longest, with the cool-down of another', [pause(250), pause(0, 0)], pause(250, 0)],
    ['the longest, without a cool-down', [pause(250), pause(500)], pause(500)],
  ])('is %s', (_, pauses, longest) => {
    expect(longestPause(pauses)).toEqual(longest);
  });

  test('is none where nothing is attempted again', () => {
    expect(longestPause([])).toBeUndefined();
  });
});

describe('a budget', () => {
  test.each([
    ['cell', 25, 15],
    ['sidebar', 60, 30],
    ['trigger', 300, 60],
  ] as const)('of a %s is %i seconds, with %i for a request', (surface, total, timeout) => {
    expect(startBudget(surface, NOW)).toEqual({
      surface,
      deadline: NOW + total * 1000,
      timeoutSeconds: timeout,
    });
  });

  test.each([
    [0, undefined, 15],
    [10, undefined, 15],
    [10.5, undefined, 14],
    [23, undefined, 2],
    [23.5, undefined, undefined],
    [25, undefined, undefined],
    [0, 10, 10],
    [20, 10, 5],
  ])(
    'of a cell gives an attempt that starts after %d s and wants %d s a time-out of %d s',
    (after, wanted, seconds) => {
      expect(timeoutThatFits(startBudget('cell', NOW), NOW + after * 1000, wanted)).toBe(seconds);
    },
  );
});
