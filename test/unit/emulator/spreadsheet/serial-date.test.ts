import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  instantOfSerial,
  serialOfDay,
  serialOfInstant,
  wallTimeOfSerial,
} from '../../../emulator/world/spreadsheet/serial-date';

describe('A serial number', () => {
  test.each([
    [1899, 12, 30, 0],
    [1900, 1, 1, 2],
    [1970, 1, 1, 25_569],
    [2024, 2, 29, 45_351],
    [2026, 7, 1, 46_204],
  ])('of %i-%i-%i is %i', (year, month, day, serial) => {
    expect(serialOfDay(year, month, day)).toBe(serial);
    expect(wallTimeOfSerial(serial)).toMatchObject({ year, month, day, hour: 0 });
  });

  test.each([
    [2026, 2, 29],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 4, 31],
  ])('does not exist for %i-%i-%i', (year, month, day) => {
    expect(serialOfDay(year, month, day)).toBeUndefined();
  });

  test.each([
    ['Europe/London', '2026-06-30T23:00:00.000Z'],
    ['America/New_York', '2026-07-01T04:00:00.000Z'],
    ['Asia/Kolkata', '2026-06-30T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-06-30T10:00:00.000Z'],
  ])('of a day is its midnight in %s', (zone, instant) => {
    expect(new Date(instantOfSerial(46_204, zone)).toISOString()).toBe(instant);
    expect(serialOfInstant(Date.parse(instant), zone)).toBe(46_204);
  });

  test('comes back from an instant to the millisecond, but for the hour that clocks repeat', () => {
    const instants = fc.integer({ min: Date.parse('1971-01-01'), max: Date.parse('2037-12-31') });
    const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati');
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const back = instantOfSerial(serialOfInstant(instant, zone), zone);
        expect([0, -3_600_000]).toContain(back - instant);
      }),
      { numRuns: 1000 },
    );
  });
});
