import { describe, expect, test } from '@jest/globals';
import { describeChecks } from '../../../../src/reports/refresh/refresh';
import { serialOf, shiftRow } from '../../../support/shift-records';

const TODAY = serialOf('2026-03-10');

describe('the relations that a refresh checks', () => {
  const day = '2026-02-09';
  const sound = shiftRow({ day, posted: 10, booked: 8, worked: 6, noShows: 1, demand: 9 });
  const overbooked = shiftRow({ day, posted: 10, booked: 8, worked: 9, demand: 9, hours: 60 });

  test('are none to tell of where all hold', () => {
    expect(describeChecks([sound, sound], TODAY)).toBe('');
  });

  test('are told with how often they fail and the SHIFT_IDs of the first three', () => {
    const ids = new Array(3).fill(overbooked[17]).join(', ');
    const rows = [sound, overbooked, overbooked, overbooked, overbooked];
    const fails = `in 4 of 5 (SHIFT_ID ${ids} …)`;
    expect(describeChecks(rows, TODAY)).toBe(
      `Booked is less than Worked + No-shows ${fails}; Worked is more than Booked ${fails}; Worked % is outside 0–100 ${fails}.`,
    );
  });

  test('are cut at 500 characters', () => {
    const wrong = shiftRow({ day, posted: -1, booked: -2, worked: 9, noShows: -3, demand: -4, hours: -5 });
    expect(describeChecks(Array(4).fill(wrong), TODAY)).toHaveLength(500);
  });

  test('tell of shifts without an ID', () => {
    const nameless = sound.map((value, column) => (column === 17 ? null : value));
    expect(describeChecks([nameless, sound], TODAY)).toBe('Shift ID is empty in 1 of 2.');
  });

  test('ask nothing of days that are not over but what holds on any day', () => {
    const today = shiftRow({ day: '2026-03-10', posted: 10, booked: 8, worked: 0, noShows: 9, demand: 9 });
    expect(describeChecks([today], TODAY)).toMatch(/^No-shows % is outside 0–100 in 1 of 1 \([^;]*$/);
  });
});
