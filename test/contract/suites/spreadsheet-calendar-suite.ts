import { describe, expect, test } from '@jest/globals';
import type { SpreadsheetCalendar } from '../../../src/reports/ports';

/** What every calendar owes to those who use it, in a spreadsheet of zone Europe/London on 2026-03-10 at 09:00 UTC. */
export function describeSpreadsheetCalendar(name: string, create: () => SpreadsheetCalendar): void {
  describe(`${name} as a calendar`, () => {
    test('knows the zone of the spreadsheet', () => {
      expect(create().zone()).toBe('Europe/London');
    });

    test.each([
      ['Europe/London', 46_091],
      ['Pacific/Kiritimati', 46_091],
      ['Pacific/Pago_Pago', 46_090],
    ])('has in %s the day %i', (zone, day) => {
      expect(create().today(zone)).toBe(day);
    });

    test.each([
      ['2026-03-10T09:00:00Z', 'Europe/London', '10 Mar 2026, 09:00', 46_091 + 9 / 24],
      ['2026-07-10T12:30:00Z', 'Europe/London', '10 Jul 2026, 13:30', 46_213 + 13.5 / 24],
      ['2026-03-29T00:59:59Z', 'Europe/London', '29 Mar 2026, 00:59', 46_110 + 3599 / 86_400],
      ['2026-03-29T01:00:00Z', 'Europe/London', '29 Mar 2026, 02:00', 46_110 + 2 / 24],
      ['2026-01-01T03:00:00Z', 'America/New_York', '31 Dec 2025, 22:00', 46_022 + 22 / 24],
      ['2026-03-10T18:30:00Z', 'Asia/Kolkata', '11 Mar 2026, 00:00', 46_092],
    ])('shows %s in %s as %s', (moment, zone, text, serial) => {
      const calendar = create();
      expect(calendar.text(Date.parse(moment), zone)).toBe(text);
      expect(calendar.serial(Date.parse(moment), zone)).toBeCloseTo(serial, 8);
    });
  });
}
