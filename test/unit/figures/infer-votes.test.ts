import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { inferBasis } from '../../../src/figures/basis';
import { bookings, TODAY, times } from './basis-rows';

const inferred = (...parts: ShiftRow[][]) => inferBasis('SHIFTS_BOOKED_PERCENTAGE', parts.flat(), TODAY);
/** The kind, and the denominators that are left. */
const verdict = (...parts: ShiftRow[][]) => {
  const { kind, survivors } = inferred(...parts);
  return [kind, ...survivors.map(({ definition }) => definition.denominator)];
};
const support = (...parts: ShiftRow[][]) => {
  const [first] = inferred(...parts).survivors;
  return first && [first.agree, first.of];
};

describe('rounding', () => {
  test.each([
    ['up', 13],
    ['to even', 12],
  ])('takes a tie rounded %s for agreement', (_, published) => {
    expect(support(bookings(20, [8, 1, 5], published))).toEqual([20, 20]);
  });

  test.each([
    ['two decimals, rounded', 66.67],
    ['two decimals, truncated', 66.66],
    ['no decimals, rounded', 67],
    ['no decimals, truncated', 66],
    ['six decimals', 66.666667],
    ['as many as a double holds', 66.66666666666667],
  ])('agrees with 2 of 3 published with %s', (_, published) => {
    expect(verdict(bookings(20, [3, 2, 2], published))).toEqual(['settled', 'SHIFTS_POSTED']);
  });

  test.each([
    ['66.68', 66.68],
    ['66.65', 66.65],
    ['68', 68],
    ['66.666665', 66.666665],
  ])('does not agree with 2 of 3 published as %s', (_, published) => {
    expect(verdict(bookings(20, [3, 2, 2], published))).toEqual(['contradicted']);
  });

  test('holds all rows to one mode, rounded or truncated', () => {
    const rows = [bookings(20, [3, 2, 3], 66.6), bookings(10, [3, 2, 3], 66.7)];
    expect(verdict(...rows)).toEqual(['contradicted']);
    expect(support(...rows, bookings(200, [3, 2, 3], 66.6))).toEqual([220, 230]);
  });

  test('holds each row to its own precision, whatever the others have', () => {
    const [coarse, fine] = [bookings(20, [3, 2, 2], 67), bookings(20, [3, 2, 2], 66.67)];
    expect(verdict(coarse)).toEqual(['settled', 'SHIFTS_POSTED']);
    expect(support(coarse, bookings(1, [8, 1, 1], 12.5))).toEqual([21, 21]);
    expect(support(coarse, fine)).toEqual([40, 40]);
    expect(verdict(fine, bookings(20, [3, 2, 2], 66.7), bookings(5, [3, 2, 2], 66.8))).toEqual([
      'contradicted',
    ]);
  });

  test('is not led astray by one value with floating-point noise among 600', () => {
    const rows = [...bookings(599, [7, 4, 5], 57.1), ...bookings(1, [7, 4, 5], 57.099999999999994)];
    expect(verdict(rows)).toEqual(['settled', 'SHIFTS_POSTED']);
    expect(support(rows)).toEqual([600, 600]);
  });

  test('reads a value in exponents as one of many decimals', () => {
    expect(support(bookings(20, [3, 2, 2], 66.666667), bookings(1, [3, 0, 2], 1e-7))).toEqual([21, 21]);
  });

  test('counts the decimals of 8.2, which no double holds exactly', () => {
    // 5 of 61 is 8.19672…: with one decimal 8.2, with two it would be 8.20.
    expect(verdict(bookings(20, [61, 5, 5], 8.2))).toEqual(['settled', 'SHIFTS_POSTED']);
  });
});

describe('what a row can tell', () => {
  const settling = bookings(20, [4, 3, 3], 75);

  test('0 published for 0 tells nothing, 0 published for some does', () => {
    expect(support(settling, bookings(50, [4, 0, 3], 0))).toEqual([20, 20]);
    expect(support(settling, bookings(1, [4, 3, 3], 0))).toEqual([20, 21]);
  });

  test('nothing published for a denominator over 0 disagrees', () => {
    expect(support(settling, bookings(1, [4, 3, 3], null))).toEqual([20, 21]);
    expect(support(settling, bookings(1, [4, 0, 3], null))).toEqual([20, 21]);
  });

  test('a row without numerator or denominator tells nothing', () => {
    expect(support(settling, bookings(9, [null, 3, 3], 12), bookings(9, [4, null, 3], 12))).toEqual([20, 20]);
  });

  test('100 published for more than all may be a cap and tells nothing', () => {
    expect(support(settling, bookings(9, [4, 5, 5], 100))).toEqual([20, 20]);
    expect(support(settling, bookings(1, [4, 5, 5], 125))).toEqual([21, 21]);
    expect(support(settling, bookings(1, [4, 5, 5], 120))).toEqual([20, 21]);
  });

  test('a denominator below 0 tells nothing', () => {
    expect(support(settling, bookings(9, [-4, 3, 3], 75))).toEqual([20, 20]);
  });
});

describe('a denominator of 0', () => {
  // Both definitions agree; what is published where nobody was needed decides, or does not.
  const agreeing = bookings(400, [4, 3, 4], 75);

  test('published as null speaks for the denominator that is 0', () => {
    expect(verdict(agreeing, bookings(5, [4, 0, 0], null))).toEqual(['settled', 'TRUE_DEMAND']);
  });

  test('decides nothing on fewer than 5 rows', () => {
    expect(verdict(agreeing, bookings(4, [4, 0, 0], null))).toEqual([
      'assumed',
      'SHIFTS_POSTED',
      'TRUE_DEMAND',
    ]);
  });

  test('published as 0, as the other definition would, decides nothing', () => {
    expect(verdict(agreeing, bookings(500, [4, 0, 0], 0))[0]).toBe('assumed');
  });

  test('published as 100 speaks for it', () => {
    expect(verdict(agreeing, bookings(5, [4, 0, 0], 100))).toEqual(['settled', 'TRUE_DEMAND']);
  });

  test('follows the commonest of null, 0 and 100', () => {
    // Of 16 such rows 10 hold null: the rule of TRUE_DEMAND. The 6 others agree with POSTED alone.
    expect(verdict(agreeing, bookings(10, [4, 0, 0], null), bookings(6, [4, 0, 0], 0))[0]).toBe('assumed');
    // 60 and 6: more than 90 % of the rows on which the two differ.
    expect(verdict(agreeing, bookings(60, [4, 0, 0], null), bookings(6, [4, 0, 0], 0))).toEqual([
      'settled',
      'TRUE_DEMAND',
    ]);
  });

  test('never agrees with any other number', () => {
    expect(verdict(agreeing, bookings(5, [4, 2, 0], 50))).toEqual(['settled', 'SHIFTS_POSTED']);
  });

  test('is counted as a row that disagrees where another number is published', () => {
    const parts = [bookings(30, [4, 3, 5], 75), bookings(2, [0, 3, 5], 75)];
    expect(inferred(...parts)).toEqual({
      kind: 'settled',
      survivors: [
        { definition: { numerator: 'SHIFTS_BOOKED', denominator: 'SHIFTS_POSTED' }, agree: 30, of: 32 },
      ],
    });
    expect(verdict(...parts, bookings(18, [0, 3, 5], 75))).toEqual(['contradicted']);
  });
});

describe('one definition beats another', () => {
  const both = bookings(200, [4, 3, 4], 75);
  const forPosted = (count: number) => bookings(count, [4, 3, 3], 75);
  const forDemand = (count: number) => bookings(count, [4, 3, 3], 100);

  test.each([
    [4, 0, 'assumed'],
    [5, 0, 'settled'],
    [8, 1, 'assumed'],
    [9, 1, 'settled'],
    [17, 2, 'assumed'],
    [18, 2, 'settled'],
  ])('with %d rows for it and %d against: %s', (won, lost, kind) => {
    expect(inferred(both, forPosted(won), forDemand(lost)).kind).toBe(kind);
  });

  test('only on rows of which both can tell', () => {
    const oneSided = times(50, { SHIFTS_POSTED: 4, SHIFTS_BOOKED: 3, SHIFTS_BOOKED_PERCENTAGE: 75 });
    expect(inferred(both, oneSided).kind).toBe('assumed');
  });
});
