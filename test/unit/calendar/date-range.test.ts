import { describe, expect, test } from '@jest/globals';
import { isInside, isOn, isSameRange, overlap } from '../../../src/calendar/calendar-date';

const TENS = { from: 10, to: 19 };

describe('a day', () => {
  test.each([
    [9, false],
    [10, true],
    [19, true],
    [20, false],
    [null, false],
    [undefined, false],
    ['12', false],
  ])('%j is one of days 10 to 19: %j', (day, expected) => {
    expect(isOn(day, TENS)).toBe(expected);
  });
});

describe('days 10 to 19', () => {
  test.each([
    ['themselves', { from: 10, to: 19 }, { from: 10, to: 19 }, true, true],
    ['some in the middle', { from: 12, to: 14 }, { from: 12, to: 14 }, true, false],
    ['the first and what is before', { from: 1, to: 10 }, { from: 10, to: 10 }, false, false],
    ['the last and what is after', { from: 19, to: 30 }, { from: 19, to: 19 }, false, false],
    ['more on both sides', { from: 9, to: 20 }, TENS, false, false],
    ['only what is before', { from: 1, to: 9 }, undefined, false, false],
    ['only what is after', { from: 20, to: 30 }, undefined, false, false],
  ])('and %s', (_, other, shared, inside, same) => {
    expect([overlap(TENS, other), overlap(other, TENS)]).toEqual([shared, shared]);
    expect([isInside(other, TENS), isSameRange(other, TENS)]).toEqual([inside, same]);
  });
});
