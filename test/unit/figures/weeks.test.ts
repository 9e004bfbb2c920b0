import { describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../../src/calendar/calendar-date';
import { likenessOfVenues } from '../../../src/figures/figures';
import { completeWeeks } from '../../../src/figures/group-keys';
import { days } from '../../support/daily-report';
import { serialOf } from '../../support/shift-records';
import { asked, leaving, over, shift } from './grouped-rows';

const MONDAY = 1;
const SUNDAY = 7;

describe('complete weeks', () => {
  test.each([
    ['from Monday in the UK', '2026-03-01', '2026-03-17', '2026-03-20', MONDAY, ['2026-03-02', '2026-03-09']],
    ['from Sunday in the US', '2026-03-01', '2026-03-17', '2026-03-20', SUNDAY, ['2026-03-01', '2026-03-08']],
    ['not without their last day', '2026-03-02', '2026-03-07', '2026-03-20', MONDAY, []],
    ['not without their first day', '2026-03-03', '2026-03-09', '2026-03-20', MONDAY, []],
    ['not while their last day is today', '2026-03-02', '2026-03-08', '2026-03-08', MONDAY, []],
    ['once their last day is over', '2026-03-02', '2026-03-08', '2026-03-09', MONDAY, ['2026-03-02']],
    ['not of days to come', '2026-03-02', '2026-04-30', '2026-03-12', MONDAY, ['2026-03-02']],
    [
      'over the change to summer time',
      '2026-03-23',
      '2026-04-05',
      '2026-04-09',
      MONDAY,
      ['2026-03-23', '2026-03-30'],
    ],
  ] as const)('are counted %s', (_, from, to, today, weekStart, expected) => {
    const weeks = completeWeeks({ range: days(from, to), today: serialOf(today), weekStart });
    expect(weeks).toEqual(expected.map(serialOf));
  });
});

test('likeness rests on the 13 complete weeks before the newest, without weeks that are withheld', () => {
  const first = serialOf('2026-03-02');
  const likenessIn = (count: number, odd: Record<number, number | null> = {}) => {
    const rows = ['Bar', 'Dock', 'Mill', 'Pier', 'Hall', 'Inn'].flatMap((VENUE_NAME, place) =>
      Array.from({ length: count }, (_, week) => {
        const SHIFTS_WORKED = week in odd ? 0 : (week + place) % 2 === 0 ? 60 : 90;
        const row = shift({
          ...{ SHIFT_DATE: formatIsoDate(first + 7 * week), VENUE_NAME, SHIFTS_WORKED, SHIFTS_BOOKED: 100 },
          SHIFTS_WORKED_PERCENTAGE: odd[week] ?? null,
        });
        return [row, row];
      }).flat(),
    );
    const range = { from: first, to: first + 7 * count - 1 };
    const definitions = leaving([over('SHIFTS_WORKED', 'SHIFTS_BOOKED')]);
    const period = { rows, range, today: range.to + 20, weekStart: MONDAY } as const;
    return likenessOfVenues(period, [{ ...asked('worked %'), definitions }])[0];
  };
  // By hand: each week lies 30 of 200 from the share of 75%: 900 / 37.5 = 24 for each of 8 weeks, with 7 degrees of freedom.
  const eight = (24 * 8) / 7;
  expect(likenessIn(9)).toBeCloseTo(eight, 9);
  expect(likenessIn(9, { 8: null })).toBeCloseTo(eight, 9);
  expect(likenessIn(8)).toBeUndefined();
  expect(likenessIn(15, { 0: null })).toBeCloseTo(likenessIn(14) as number, 9);
  expect(likenessIn(15, { 1: null })).toBeGreaterThan(2 * eight);
  expect(likenessIn(15, { 1: 75 })).toBeLessThan(eight);
});
