import { describe, expect, test } from '@jest/globals';
import { SCHEDULE_OFF, type Schedule } from '../../../../src/reports/saved/document-state';
import { describeRunWindow, nextRun } from '../../../../src/reports/saved/schedule-times';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const CALENDAR = new ZonedCalendar(new StubClock());
const at = (text: string) => Date.parse(text);

function words(schedule: Partial<Schedule>, now: string, zone = 'Europe/London'): string | undefined {
  const window = nextRun({ ...SCHEDULE_OFF, ...schedule }, at(now), zone, CALENDAR);
  return window && describeRunWindow(window);
}

/** A Friday; it is 10:00 in London. */
const NOW = '2026-07-10T09:00:00Z';

describe('the next run', () => {
  test.each<[string, Partial<Schedule>, string | undefined]>([
    ['off', { every: 'off' }, undefined],
    ['hourly, just saved', { every: 'hour', savedAt: at(NOW) }, '2026-07-10 11:00 to 12:00'],
    [
      'hourly, ran at 09:40',
      { every: 'hour', lastRunAt: at('2026-07-10T08:40:00Z') },
      '2026-07-10 10:40 to 11:40',
    ],
    [
      'hourly, woke at 09:50 in vain',
      { every: 'hour', lastRunAt: null, lastWakeAt: at('2026-07-10T08:50:00Z') },
      '2026-07-10 10:50 to 11:50',
    ],
    [
      'hourly, overdue',
      { every: 'hour', lastRunAt: at('2026-07-10T04:00:00Z') },
      '2026-07-10 10:00 to 11:00',
    ],
    ['daily at 11, an hour away', { every: 'day', hour: 11 }, '2026-07-10 11:00 to 12:00'],
    ['daily at 10, this hour', { every: 'day', hour: 10 }, '2026-07-10 10:00 to 11:00'],
    ['daily at 9, which is over', { every: 'day', hour: 9 }, '2026-07-11 09:00 to 10:00'],
    [
      'daily at 10, ran just now',
      { every: 'day', hour: 10, lastRunAt: at(NOW) },
      '2026-07-11 10:00 to 11:00',
    ],
    [
      'daily at 11, ran yesterday',
      { every: 'day', hour: 11, lastRunAt: at('2026-07-09T09:00:00Z') },
      '2026-07-10 11:00 to 12:00',
    ],
    [
      'daily at 11, another’s trigger stepped in at 09:00 today',
      { every: 'day', hour: 11, lastRunAt: at('2026-07-10T08:00:00Z') },
      '2026-07-11 11:00 to 12:00',
    ],
    ['daily at 23, which ends tomorrow', { every: 'day', hour: 23 }, '2026-07-10 23:00 to 00:00'],
    [
      'weekly on Friday at 10, this hour',
      { every: 'week', hour: 10, weekday: 5 },
      '2026-07-10 10:00 to 11:00',
    ],
    [
      'weekly on Friday at 9, which is over',
      { every: 'week', hour: 9, weekday: 5 },
      '2026-07-17 09:00 to 10:00',
    ],
    ['weekly on Monday', { every: 'week', hour: 6, weekday: 1 }, '2026-07-13 06:00 to 07:00'],
    ['weekly on Sunday', { every: 'week', hour: 6, weekday: 7 }, '2026-07-12 06:00 to 07:00'],
    [
      'weekly on Friday at 10, ran just now',
      { every: 'week', hour: 10, weekday: 5, lastRunAt: at(NOW) },
      '2026-07-17 10:00 to 11:00',
    ],
  ])('%s: %j is %p', (_, schedule, expected) => {
    expect(words(schedule, NOW)).toBe(expected);
  });

  test.each([
    ['Europe/London', '2026-07-11 09:00 to 10:00'],
    ['America/New_York', '2026-07-10 09:00 to 10:00'],
    ['Asia/Kolkata', '2026-07-11 09:00 to 10:00'],
    ['Pacific/Kiritimati', '2026-07-11 09:00 to 10:00'],
  ])('is by the clock of %s', (zone, expected) => {
    expect(words({ every: 'day', hour: 9 }, NOW, zone)).toBe(expected);
  });

  test('keeps its hour over a change of the clock', () => {
    // On 29 March 2026 London moves to British Summer Time.
    const daily = { every: 'day', hour: 6, lastRunAt: at('2026-03-28T06:20:00Z') } as const;
    expect(words(daily, '2026-03-28T12:00:00Z')).toBe('2026-03-29 06:00 to 07:00');
    // Twenty-three hours later it counts as due, for that is more than 0.8 of a day.
    expect(words(daily, '2026-03-29T05:20:00Z')).toBe('2026-03-29 06:00 to 07:00');
  });

  test.each<[string, Partial<Schedule>, string]>([
    // In July it is 06:00 in London at 14:00 in Tokyo, in winter at 15:00.
    ['daily, in summer', { every: 'day', hour: 6 }, '2026-07-11 14:00 to 15:00'],
    ['weekly, on another day there', { every: 'week', hour: 23, weekday: 5 }, '2026-07-11 07:00 to 08:00'],
    ['hourly', { every: 'hour', savedAt: at(NOW) }, '2026-07-10 19:00 to 20:00'],
  ])(
    'comes by the clock of the zone in which it was saved, told in that of the spreadsheet: %s',
    (_, schedule, expected) => {
      const runners = [{ triggerId: 't', savedAt: 0, email: '', proven: true, zone: 'Europe/London' }];
      expect(words({ ...schedule, runners }, NOW, 'Asia/Tokyo')).toBe(expected);
    },
  );

  test('comes by the clocks of its own day', () => {
    const runners = [{ triggerId: 't', savedAt: 0, email: '', proven: true, zone: 'Europe/London' }];
    const weekly = { every: 'week', hour: 6, weekday: 1, runners } as const;
    // On Thursday, 26 March 2026; London moves to British Summer Time on Sunday.
    expect(words(weekly, '2026-03-26T12:00:00Z', 'Asia/Tokyo')).toBe('2026-03-30 14:00 to 15:00');
  });

  test('stands on a sheet as serial numbers of the zone’s clock', () => {
    const window = nextRun({ ...SCHEDULE_OFF, every: 'day', hour: 12 }, at(NOW), 'Europe/London', CALENDAR);
    // 2026-07-10 is day 46213 of Google Sheets.
    expect(window).toEqual({ from: 46_213.5, to: 46_213 + 13 / 24 });
  });

  test.each(Array.from({ length: 24 }, (_, hour) => hour))('is told exactly for the hour %d', (hour) => {
    const [from, to] = [hour, (hour + 1) % 24].map((one) => `${String(one).padStart(2, '0')}:00`);
    expect(words({ every: 'day', hour }, '2026-07-09T23:00:00Z')).toBe(`2026-07-10 ${from} to ${to}`);
  });
});
