import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { formatIsoDate, startOfPeriod } from '../../../src/calendar/calendar-date';

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
});
