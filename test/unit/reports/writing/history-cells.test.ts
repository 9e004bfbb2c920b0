import { describe, expect, test } from '@jest/globals';
import { cellReader } from '../../../../src/reports/sheet/sheets';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const calendar = new ZonedCalendar(new StubClock('2026-03-10T09:00:00Z'));
const readIn = (zone: string) => cellReader(calendar, zone);

describe('a cell read back', () => {
  test.each<[string, unknown, unknown]>([
    ['text', '=1+1', '=1+1'],
    ['text that looks like a number', '007', '007'],
    ['a number', 12.5, 12.5],
    ['zero', 0, 0],
    ['a boolean', false, false],
    ['an empty cell', '', null],
  ])('%s is what it was', (_, cell, value) => {
    expect(readIn('Europe/London')(cell)).toBe(value);
  });

  test.each([
    ['Europe/London', '2026-07-01T00:00:00+01:00', 46_204],
    ['America/New_York', '2026-07-01T00:00:00-04:00', 46_204],
    ['Asia/Kolkata', '2026-07-01T00:00:00+05:30', 46_204],
    ['Pacific/Kiritimati', '2026-07-01T00:00:00+14:00', 46_204],
    ['Etc/GMT+12', '2026-07-01T00:00:00-12:00', 46_204],
  ])('a day in %s is its serial number', (zone, moment, serial) => {
    expect(readIn(zone)(new Date(moment))).toBe(serial);
  });

  test('a moment keeps its time of day', () => {
    expect(readIn('Europe/London')(new Date('2026-07-01T18:30:00+01:00'))).toBeCloseTo(46_204 + 18.5 / 24, 9);
    expect(readIn('Europe/London')(new Date('2026-07-01T00:30:00+01:00'))).toBeCloseTo(46_204 + 0.5 / 24, 9);
    expect(readIn('Europe/London')(new Date('2026-07-01T12:00:00.250+01:00'))).toBeCloseTo(
      46_204.5 + 0.25 / 86_400,
      9,
    );
  });

  test('a day that begins at one o’clock, where clocks go forward at midnight, is that day', () => {
    // Beirut, 29 March 2026: 00:00 does not exist.
    expect(readIn('Asia/Beirut')(new Date('2026-03-29T01:00:00+03:00'))).toBe(46_110);
  });

  test('days of 70 years come back in zones of every kind', () => {
    const zones = [
      'Europe/London',
      'America/Sao_Paulo',
      'Asia/Beirut',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
    ];
    const wrong: string[] = [];
    for (const zone of zones) {
      const read = readIn(zone);
      for (let day = 32_874; day <= 58_804; day += 151) {
        const midnight = midnightOf(day, zone);
        if (read(midnight) !== day) wrong.push(`${zone} ${day}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** The first moment of a day in a zone: midnight, or one o'clock where there is none. */
function midnightOf(day: number, zone: string): Date {
  const utcNoon = (day - 25_569) * 86_400_000 + 43_200_000;
  const noon = utcNoon - Math.round((calendar.serial(utcNoon, zone) - day - 0.5) * 86_400_000);
  const hoursBefore = [13, 12.5, 12, 11.5, 11].find(
    (hours) => Math.floor(calendar.serial(noon - hours * 3_600_000, zone)) === day,
  );
  return new Date(noon - (hoursBefore ?? 0) * 3_600_000);
}
