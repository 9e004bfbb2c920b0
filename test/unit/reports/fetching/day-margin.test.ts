import { describe, expect, test } from '@jest/globals';
import { type CountedAnswer, showsShiftedDays } from '../../../../src/reports/fetching/truncated-responses';

/* Overlapping answers: of the days 10 to 16, and of the days 1 to 20 minutes later. Day 30 is today. */

const MINUTE = 60_000;

function answer(from: number, to: number, counts: Record<number, number>, more: Partial<CountedAnswer> = {}) {
  return {
    range: { from, to },
    fetchedAt: 0,
    counts: new Map(Object.entries(counts).map(([day, count]) => [Number(day), count])),
    ...more,
  };
}
const WIDE = answer(1, 20, { 1: 6, 10: 6, 16: 6, 20: 6 }, { fetchedAt: 2 * MINUTE });

describe('answers that overlap', () => {
  test.each<[string, CountedAnswer, CountedAnswer, boolean]>([
    ['agree', answer(10, 16, { 10: 6, 16: 6 }), WIDE, false],
    ['lack a record of their first day', answer(10, 16, { 10: 5, 16: 6 }), WIDE, true],
    ['lack a record of their last day', answer(10, 16, { 10: 6, 16: 5 }), WIDE, true],
    ['lack all records of a day, which the halves find out', answer(10, 16, { 10: 6 }), WIDE, false],
    ['have more than the wider one', answer(10, 16, { 10: 7, 16: 7 }), WIDE, false],
    ['lack a record of a day between', answer(9, 17, { 9: 6, 10: 5, 17: 6 }), WIDE, false],
    [
      'lack one, but were requested with a day more at that end',
      answer(10, 16, { 10: 5, 16: 6 }, { asked: { from: 9, to: 16 } }),
      WIDE,
      false,
    ],
    ['lack one, an hour later', answer(10, 16, { 10: 5, 16: 6 }, { fetchedAt: 60 * MINUTE }), WIDE, false],
    ['end on the same day', answer(10, 20, { 10: 6, 20: 5 }), WIDE, false],
  ])('%s', (_, one, other, shows) => {
    expect(showsShiftedDays([one, other], 29)).toBe(shows);
    expect(showsShiftedDays([other, one], 29)).toBe(shows);
  });

  test('say nothing of days that are not over', () => {
    expect(showsShiftedDays([answer(10, 16, { 10: 6, 16: 5 }), WIDE], 15)).toBe(false);
  });
});
