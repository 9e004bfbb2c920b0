import { describe, expect, test } from '@jest/globals';
import {
  instantOfWallTime,
  isKnownZone,
  zoneOffsetMillis,
} from '../../emulator/services/utilities/zone-offset';

const HOUR = 3_600_000;

describe('The offset of a zone', () => {
  test.each([
    ['Europe/London', '2026-01-01T00:00:00Z', 0],
    ['Europe/London', '2026-07-01T00:00:00Z', HOUR],
    ['Europe/London', '1970-01-01T00:00:00Z', HOUR],
    ['Europe/London', '2026-03-29T00:59:59.999Z', 0],
    ['Europe/London', '2026-03-29T01:00:00.000Z', HOUR],
    ['America/New_York', '2026-11-01T05:59:59Z', -4 * HOUR],
    ['America/New_York', '2026-11-01T06:00:00Z', -5 * HOUR],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', 5.5 * HOUR],
    ['Pacific/Kiritimati', '2026-01-01T00:00:00Z', 14 * HOUR],
    ['GMT-5', '2026-01-01T00:00:00Z', -5 * HOUR],
    ['GMT+05:30', '2026-01-01T00:00:00Z', 5.5 * HOUR],
    ['Nowhere/Bad', '2026-07-01T00:00:00Z', 0],
  ])('%s at %s is %i ms', (zone, instant, offset) => {
    expect(zoneOffsetMillis(zone, Date.parse(instant))).toBe(offset);
  });

  test('is none for names that Java does not know', () => {
    expect(['Nowhere/Bad', '+02:00', 'GMT+25', ''].filter(isKnownZone)).toEqual([]);
    expect(['UTC', 'Europe/London', 'GMT+2', 'GMT-0530'].filter(isKnownZone)).toHaveLength(4);
  });
});

describe('A reading of the clock on the wall', () => {
  test.each([
    ['that comes once', 'Europe/London', '2026-07-01T00:00:00Z', '2026-06-30T23:00:00.000Z'],
    [
      'that comes twice means the first time',
      'Europe/London',
      '2026-10-25T01:30:00Z',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'that is skipped means as long after',
      'Europe/London',
      '2026-03-29T01:30:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    ['in a zone without changes', 'GMT+02:00', '2026-01-01T00:00:00Z', '2025-12-31T22:00:00.000Z'],
  ])('%s', (_what, zone, wall, instant) => {
    expect(new Date(instantOfWallTime(zone, Date.parse(wall))).toISOString()).toBe(instant);
  });
});
