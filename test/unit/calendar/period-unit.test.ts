import { describe, expect, test } from '@jest/globals';
import {
  formatIsoDate,
  type PeriodUnit,
  parseIsoDate,
  startOfPeriod,
  type WeekStart,
  weekday,
} from '../../../src/calendar/calendar-date';

function start(unit: PeriodUnit, day: string, weekStart: WeekStart = 1, offset?: number): string {
  return formatIsoDate(startOfPeriod(unit, parseIsoDate(day) as number, weekStart, offset));
}

describe('a unit of the calendar begins', () => {
  test.each([
    ['day', '2025-07-09', 0, '2025-07-09'],
    ['day', '2025-12-31', 1, '2026-01-01'],
    ['week', '2025-07-09', 0, '2025-07-07'],
    ['week', '2025-07-07', 0, '2025-07-07'],
    ['week', '2025-07-13', 0, '2025-07-07'],
    ['week', '2025-01-01', 0, '2024-12-30'],
    ['week', '2025-07-09', -4, '2025-06-09'],
    ['month', '2024-02-29', 0, '2024-02-01'],
    ['month', '2025-03-31', -1, '2025-02-01'],
    ['month', '2025-12-31', 2, '2026-02-01'],
    ['quarter', '2025-03-31', 0, '2025-01-01'],
    ['quarter', '2025-04-01', 0, '2025-04-01'],
    ['quarter', '2025-01-15', -1, '2024-10-01'],
    ['quarter', '2025-12-31', 1, '2026-01-01'],
    ['year', '2024-12-31', 0, '2024-01-01'],
    ['year', '2024-02-29', -1, '2023-01-01'],
  ] as const)('%s of %s, %i later: %s', (unit, day, offset, expected) => {
    expect(start(unit, day, 1, offset)).toBe(expected);
  });

  test.each([
    [1, '2025-07-07'],
    [2, '2025-07-08'],
    [3, '2025-07-09'],
    [4, '2025-07-03'],
    [5, '2025-07-04'],
    [6, '2025-07-05'],
    [7, '2025-07-06'],
  ] as const)('week of Wednesday 2025-07-09, weeks from %i: %s', (weekStart, expected) => {
    expect(start('week', '2025-07-09', weekStart)).toBe(expected);
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
});
