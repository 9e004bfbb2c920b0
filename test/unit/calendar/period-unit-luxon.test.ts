import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { formatIsoDate, startOfPeriod, weekday } from '../../../src/calendar/calendar-date';

describe('a unit of the calendar begins', () => {
  test('where luxon says, for every day from 1990 to 2100', () => {
    const wrong: string[] = [];
    let checked = 0;
    let noon = DateTime.utc(1990, 1, 1, 12);
    for (let day = 32_874; day <= 73_415; day += 1) {
      for (const unit of ['week', 'month', 'quarter', 'year'] as const) {
        const expected = noon.startOf(unit).toISODate();
        checked += 1;
        if (formatIsoDate(startOfPeriod(unit, day, 1)) !== expected) wrong.push(`${unit} ${day}`);
      }
      noon = noon.plus({ days: 1 });
    }
    expect(wrong).toEqual([]);
    expect(checked).toBe(162_168);
  });

  test('on the last such weekday, at most six days before, whatever the day on which weeks begin', () => {
    for (let day = 45_658; day < 45_658 + 800; day += 1) {
      for (const weekStart of [1, 2, 3, 4, 5, 6, 7] as const) {
        const first = startOfPeriod('week', day, weekStart);
        if (weekday(first) !== weekStart || first > day || day - first > 6) {
          throw new Error(`${formatIsoDate(day)}, weeks from ${weekStart}: ${formatIsoDate(first)}`);
        }
      }
    }
  });

  test.each([
    ['week', -4, '2025-06-09'],
    ['month', -1, '2025-06-01'],
    ['month', 6, '2026-01-01'],
    ['quarter', -3, '2024-10-01'],
    ['year', -1, '2024-01-01'],
  ] as const)('%s of 9 July 2025, %i later: %s', (unit, offset, expected) => {
    expect(formatIsoDate(startOfPeriod(unit, 45_847, 1, offset))).toBe(expected);
  });
});
