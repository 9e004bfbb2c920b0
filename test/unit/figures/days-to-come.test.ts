import { describe, expect, test } from '@jest/globals';
import { contributions } from '../../../src/figures/contributions';
import { asked, day, grouped, RANGE, shift, TODAY } from './grouped-rows';

/* Counts that only finished days can have, over days of which none is over: blank. Today is Wednesday, 9 July 2025. */

const REQUESTS = ['posted', 'worked', 'no shows', 'hours worked', 'missing people', 'records'].map((word) =>
  asked(word),
);
const NONE = [0, 0, 0, 0, 0, 0];
const TO_COME = [0, null, null, null, null, 0];

describe('without records', () => {
  test('a week that has begun has 0 of each, a week to come has no finished counts', () => {
    const { groups } = grouped([], ['week'], REQUESTS, {
      range: { from: day('2025-06-30'), to: day('2025-07-20') },
    });
    expect(groups.map(({ figures }) => figures.map(({ value }) => value))).toEqual([NONE, NONE, TO_COME]);
  });

  test('today is no finished day, yesterday is', () => {
    const { groups } = grouped([], ['day'], REQUESTS, { range: { from: TODAY - 1, to: TODAY } });
    expect(groups.map(({ figures }) => figures.map(({ value }) => value))).toEqual([NONE, TO_COME]);
  });

  test('the days asked for begin a week: those before them do not count', () => {
    const { groups, total } = grouped([], ['week'], REQUESTS, { range: { from: TODAY, to: TODAY + 1 } });
    expect([...groups, total].map(({ figures }) => figures.map(({ value }) => value))).toEqual([
      TO_COME,
      TO_COME,
    ]);
  });

  test('all days together have 0 where one of them is over', () => {
    const totalOf = (from: number) =>
      grouped([], [], REQUESTS, { range: { from, to: TODAY + 5 } }).total.figures.map(({ value }) => value);
    expect([totalOf(TODAY - 1), totalOf(TODAY)]).toEqual([NONE, TO_COME]);
  });
});

test('a comparison has no change of such a count to tell', () => {
  const rows = [shift({ VENUE_NAME: 'A', SHIFTS_WORKED: 3 })];
  const changeOf = (from: number) => {
    const before = { rows, range: RANGE, today: TODAY, weekStart: 1 } as const;
    const after = { ...before, rows: [], range: { from, to: TODAY + 5 } };
    const { total } = contributions(before, after, ['venue'], asked('worked'));
    return [total.a.value, total.b.value, total.change];
  };
  expect(changeOf(TODAY - 1)).toEqual([3, 0, -3]);
  expect(changeOf(TODAY)).toEqual([3, null, null]);
});
