import { describe, expect, test } from '@jest/globals';
import { describeChange, WEEK_WORDS } from '../../../src/figures/why-it-moved';
import { asked } from './grouped-rows';

type ChangeFacts = Parameters<typeof describeChange>[0];

/** A fall of 6 points that the caller changes in some way. */
function told(changes: Partial<ChangeFacts> = {}) {
  return describeChange({
    measure: asked('true fulfilment %').measure,
    key: 'venue',
    before: 89,
    after: 83,
    change: -6,
    verdict: 'moved',
    mixOf: undefined,
    isCompared: true,
    isProvisional: false,
    named: [],
    others: -6,
    words: WEEK_WORDS,
    ...changes,
  });
}

describe('the words of a change', () => {
  test('go up and down', () => {
    expect(told()).toBe(
      'True fulfilment 83.0%, down 6.0 points from 89.0% the week before: spread over all venues.',
    );
    expect(told({ before: 83, after: 89, change: 6 })).toBe(
      'True fulfilment 89.0%, up 6.0 points from 83.0% the week before: spread over all venues.',
    );
  });

  test('name periods that are not weeks', () => {
    const words = { before: '(2–15 Feb)', after: ' (16 Feb–1 Mar)', normal: 'a normal change' };
    expect(told({ words, isCompared: false })).toBe(
      'True fulfilment 83.0% (16 Feb–1 Mar), down 6.0 points from 89.0% (2–15 Feb).',
    );
    expect(told({ words, verdict: 'usual' })).toBe(
      'True fulfilment 83.0% (16 Feb–1 Mar), 89.0% (2–15 Feb): a normal change.',
    );
  });

  test.each([
    ['venue', 'venues'],
    ['area', 'areas'],
    ['role', 'job titles'],
    ['weekday', 'weekdays'],
    [undefined, 'groups'],
  ] as const)('call groups by %s what people call them', (key, word) => {
    expect(told({ key })).toContain(`: spread over all ${word}.`);
  });

  test.each([
    [
      'true fulfilment %',
      'TRUE_DEMAND',
      'venue',
      -6,
      'more of the demand was at venues that are always harder to fill',
    ],
    [
      'booked %',
      'SHIFTS_POSTED',
      'area',
      6,
      'more of the positions were in areas that are always easier to fill',
    ],
    [
      'worked %',
      'SHIFTS_BOOKED',
      'weekday',
      -6,
      'more of the positions were on weekdays that are always harder to fill',
    ],
    [
      'no shows %',
      'SHIFTS_BOOKED',
      'role',
      6,
      'more of the positions were in job titles where it is always higher',
    ],
    [
      'no shows %',
      'SHIFTS_BOOKED',
      undefined,
      -6,
      'more of the positions were in groups where it is always lower',
    ],
  ] as const)('of %s by %s say what mix did', (words, denominator, key, change, expected) => {
    const { measure } = asked(words);
    expect(told({ measure, key, change, mixOf: denominator }).split(', mostly because ')[1]).toBe(
      `${expected}.`,
    );
  });

  test('say what is not known, and what may change', () => {
    expect(told({ isProvisional: true })).toMatch(
      /: spread over all venues; the newest days may still be corrected\.$/,
    );
    expect(told({ isProvisional: true, verdict: 'usual' })).toBe(
      'True fulfilment 83.0%, 89.0% the week before: a normal weekly change.',
    );
  });

  test('do not call a change nothing that is too small to be seen', () => {
    expect(told({ before: 83, change: 0 })).toBe(
      'True fulfilment 83.0%, 83.0% the week before: the same but for rounding.',
    );
  });

  test('list the parts with what all others did, unless that is nothing', () => {
    const text = (others: number, ...points: readonly number[]) => {
      const named = points.map((one, at) => ({ name: 'ABC'.charAt(at), points: one }));
      return told({ others, named }).split('week before: ')[1];
    };
    expect(text(0, -3, -2, -1)).toBe('3.0 points from A, 2.0 points from B and 1.0 points from C.');
    expect(text(0, -6)).toBe('6.0 points from A.');
    expect(text(-1, -4, -1)).toBe(
      '4.0 points from A, 1.0 points from B and 1.0 points from all others together.',
    );
    expect(text(1, -4, -3)).toBe(
      '4.0 points from A and 3.0 points from B, less 1.0 points from all others together.',
    );
  });
});
