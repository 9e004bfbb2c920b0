import { describe, expect, test } from '@jest/globals';
import { parseIsoDate } from '../../../src/calendar/calendar-date';
import { groupFigures } from '../../../src/figures/figures';
import { isPeriodKey, type PeriodKey } from '../../../src/figures/group-keys';

/** Monday 7 July 2025 is the first day of the week that the examples are about. */
const MONDAY = 'from 2025-07-07';

describe('a period', () => {
  test.each<[string, PeriodKey, string, string, string, number, number]>([
    ['is whole when it is within the range and over', 'week', '2025-06-01', '2025-07-31', '2025-07-14', 7, 7],
    ['lacks the days before the range', 'week', '2025-07-10', '2025-07-31', '2025-08-01', 4, 7],
    ['lacks the days after the range', 'week', '2025-07-01', '2025-07-09', '2025-08-01', 3, 7],
    ['lacks today and the days to come', 'week', '2025-07-01', '2025-07-31', '2025-07-10', 3, 7],
    ['has none of its days before it begins', 'week', '2025-07-01', '2025-07-31', '2025-07-07', 0, 7],
    ['has none of its days outside the range', 'week', '2025-07-14', '2025-07-31', '2025-08-01', 0, 7],
  ])(`(week ${MONDAY}) %s`, (_, unit, from, to, today, covered, of) => {
    expect(daysOf(unit, '2025-07-07', from, to, today)).toEqual({ covered, of });
  });

  test.each<[PeriodKey, string, number]>([
    ['month', '2024-02-01', 29],
    ['month', '2025-02-01', 28],
    ['quarter', '2025-01-01', 90],
    ['quarter', '2025-07-01', 92],
    ['year', '2024-01-01', 366],
    ['day', '2025-07-07', 1],
  ])('%s from %s has %i days', (unit, start, days) => {
    expect(daysOf(unit, start, '2020-01-01', '2030-12-31', '2031-01-01')).toEqual({
      covered: days,
      of: days,
    });
  });

  test.each([
    ['a week within a month: its days of the month', 'week 2025-06-30, month 2025-06-01', '2025-08-01', 1, 1],
    ['the rest of it in the next month', 'month 2025-07-01, week 2025-06-30', '2025-08-01', 6, 6],
    ['not what is not over', 'month 2025-07-01, week 2025-06-30', '2025-07-04', 3, 6],
    ['a month within a quarter: the month', 'month 2025-07-01, quarter 2025-07-01', '2025-08-01', 31, 31],
    ['a day within a week: the day', 'week 2025-07-07, day 2025-07-09', '2025-07-09', 0, 1],
  ])('together with another is %s', (_, text, today, covered, of) => {
    const range = { from: day('2025-06-01'), to: day('2025-07-31') };
    const periods = text.split(', ').map((one) => one.split(' ') as [PeriodKey, string]);
    expect(coveredBy(periods, range, today)).toEqual({ covered, of });
  });

  test('is not a weekday, which comes round again', () => {
    expect([isPeriodKey('weekday'), isPeriodKey('week')]).toEqual([false, true]);
  });
});

function daysOf(unit: PeriodKey, start: string, from: string, to: string, today: string) {
  return coveredBy([[unit, start]], { from: day(from), to: day(to) }, today);
}

function coveredBy(
  periods: readonly (readonly [PeriodKey, string])[],
  range: { readonly from: number; readonly to: number },
  today: string,
) {
  const keys = periods.map(([unit]) => unit);
  const starts = periods.map(([, start]) => day(start));
  const row = [Math.max(...starts)];
  const { groups } = groupFigures([row], { keys, range, today: day(today), weekStart: 1 }, []);
  return groups.find((group) => group.keys.every((start, at) => start === starts[at]))?.days;
}

function day(text: string): number {
  return parseIsoDate(text) as number;
}
