import { describe, expect, test } from '@jest/globals';
import { describeRange } from '../../../../src/calendar/calendar-date';
import { allWindowsFor } from '../../../../src/reports/fetching/asked-report';
import {
  daysMissing,
  NEW_PACE,
  type Pace,
  planWindows,
  totalDays,
  windowsLeft,
} from '../../../../src/reports/fetching/pace';
import { days } from '../../../support/daily-report';

const RANGE = days('2026-01-10', '2026-04-05');
const MONTHS = allWindowsFor(RANGE);
const KNOWN: Pace = { ...NEW_PACE, days: 31 };

const plan = (missing: readonly { from: number; to: number }[], pace: Pace) =>
  planWindows(missing, RANGE, MONTHS, pace).map(describeRange);

describe('missing days', () => {
  test.each([
    ['all of them where nothing is held', [], [[0, 9]]],
    [
      'those between held ones',
      [
        [2, 3],
        [6, 7],
      ],
      [
        [0, 1],
        [4, 5],
        [8, 9],
      ],
    ],
    [
      'those beside ranges that overlap, in any order',
      [
        [4, 8],
        [-5, 5],
      ],
      [[9, 9]],
    ],
    ['none where a longer range is held', [[-5, 20]], []],
  ])('are %s', (_, held, missing) => {
    const ranges = held.map(([from = 0, to = 0]) => ({ from, to }));
    expect(daysMissing({ from: 0, to: 9 }, ranges)).toEqual(
      missing.map(([from = 0, to = 0]) => ({ from, to })),
    );
  });

  test('are counted', () => {
    expect(
      totalDays([
        { from: 0, to: 1 },
        { from: 5, to: 5 },
      ]),
    ).toBe(3);
  });
});

describe('windows', () => {
  test('are whole months, the first and the last beyond the wanted days', () => {
    expect(plan([RANGE], KNOWN)).toEqual([
      '2026-01-01 to 2026-01-31',
      '2026-02-01 to 2026-02-28',
      '2026-03-01 to 2026-03-31',
      '2026-04-01 to 2026-04-30',
    ]);
    expect(plan([RANGE], NEW_PACE)).toEqual(['2026-01-01 to 2026-01-31']);
  });

  test('hold only what is missing of a month that is there in part', () => {
    expect(plan([days('2026-01-20', '2026-02-10'), days('2026-04-01', '2026-04-05')], KNOWN)).toEqual([
      '2026-01-20 to 2026-01-31',
      '2026-02-01 to 2026-02-10',
      '2026-04-01 to 2026-04-30',
    ]);
  });

  test('that are shorter go on over the end of a month, five at a time', () => {
    expect(plan([RANGE], { ...NEW_PACE, days: 12, tooLong: 13, growAfter: 16 })).toEqual([
      '2026-01-10 to 2026-01-21',
      '2026-01-22 to 2026-02-02',
      '2026-02-03 to 2026-02-14',
      '2026-02-15 to 2026-02-26',
      '2026-02-27 to 2026-03-10',
    ]);
  });

  test('try a longer one where there are days enough for it', () => {
    const pace = { ...NEW_PACE, days: 10, tooLong: 19, group: 3 };
    expect(plan([days('2026-01-10', '2026-01-12'), days('2026-02-01', '2026-04-05')], pace)).toEqual([
      '2026-01-10 to 2026-01-12',
      '2026-02-01 to 2026-02-14',
      '2026-02-15 to 2026-02-24',
    ]);
  });

  test.each([
    [NEW_PACE, 4],
    [{ ...NEW_PACE, days: 10, tooLong: 11 }, 9],
    [{ ...NEW_PACE, tooLong: 31 }, 6],
  ])('at pace %# are %i for all days', (pace, expected) => {
    expect(windowsLeft([RANGE], MONTHS, pace)).toBe(expected);
  });

  test('of gaps one after the other are counted, and asked for, each by itself', () => {
    const gaps = [days('2026-02-01', '2026-02-28'), days('2026-01-10', '2026-01-31')];
    const pace = { ...NEW_PACE, days: 9, tooLong: 10, growAfter: 16, group: 9 };
    expect(plan(gaps, pace)).toEqual([
      '2026-02-01 to 2026-02-09',
      '2026-02-10 to 2026-02-18',
      '2026-02-19 to 2026-02-27',
      '2026-02-28',
      '2026-01-10 to 2026-01-18',
      '2026-01-19 to 2026-01-27',
      '2026-01-28 to 2026-01-31',
    ]);
    expect(windowsLeft(gaps, MONTHS, pace)).toBe(7);
  });
});
