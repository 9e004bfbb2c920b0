import { describe, expect, test } from '@jest/globals';
import { refuseUnknown } from '../../../../src/answers/arguments/cells';
import { closest } from '../../../../src/figures/names';
import { refusal } from './option-scene';

const WORDS = ['last week', 'last month', 'MTD', 'yesterday', 'group by'];

describe('a suggestion', () => {
  test.each([
    ['lst week', 'last week'],
    ['lastweek', 'last week'],
    ['LAST WEKK', 'last week'],
    ['last mnth', 'last month'],
    ['grop by', 'group by'],
    ['yesterday', 'yesterday'],
    ['yestrdy', 'yesterday'],
    ['mtdd', 'MTD'],
    ['lats week', 'last week'],
    ['yxstxrdxy', 'yesterday'],
    ['last weekday', 'last week'],
    ['eyterday', 'yesterday'],
    ['yesterdya', 'yesterday'],
  ])('for %j is %j', (text, expected) => {
    expect(closest(text, WORDS)).toBe(expected);
  });

  test.each([
    ['yestxxxx', 'four letters away'],
    ['eyxtedray', 'two pairs of letters swapped and one replaced'],
    ['zz', 'half of its letters away'],
    ['xyzd', 'more than half of its letters away'],
    ['', 'empty'],
    ['fortnight', 'like none'],
  ])('is not made for %j: %s', (text) => {
    expect(closest(text, WORDS)).toBeUndefined();
  });

  test('is the nearest of several', () => {
    expect(closest('TOTAL', ['totals', 'total'])).toBe('total');
    expect(closest('last weak', ['last month', 'last week', 'lost weak!'])).toBe('last week');
  });
});

test('a list is whole where it fits 199 characters, and shorter by its last words where it does not', () => {
  const start = 'Unknown word "q". It can be '.length;
  const told = (length: number) => {
    const listing = ['x'.repeat(100), 'y'.repeat(length - start - 100 - ' or '.length)];
    return refusal(() => refuseUnknown('word', 'q', [], listing));
  };
  expect(told(199)).toMatch(/ or y+\.$/);
  expect(told(200)).toMatch(/ x+ and more\.$/);
});

describe('a suggestion for a name', () => {
  const NAMES = ['Grand Hall', 'Grand Hotel, London', 'Riverside'];

  test.each([
    ['Grand Hotl', 'Grand Hotel, London'],
    ['grand hotel', 'Grand Hotel, London'],
    ['Grand Hal', 'Grand Hall'],
    ['River', 'Riverside'],
    ['Rive', undefined],
    ['London', undefined],
  ])('for %j is %j: a beginning may go on', (text, expected) => {
    expect(closest(text, NAMES)).toBe(expected);
  });

  test('is a whole one where its beginning is no nearer', () => {
    expect(closest('Grant Hall', ['Grand Hall Annexe', 'Grand Hall'])).toBe('Grand Hall');
  });
});
