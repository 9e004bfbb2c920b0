import { describe, expect, test } from '@jest/globals';
import { nextRun } from '../../emulator/trigger-schedule';
import { instantOf, isTimeZone, wallClock } from '../../emulator/zoned-time';

const iso = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 16);

describe('Wall clocks', () => {
  test.each([
    { zone: 'Europe/London', at: [2026, 7, 1, 0, 0], instant: '2026-06-30T23:00' },
    { zone: 'Asia/Kolkata', at: [2026, 7, 1, 0, 0], instant: '2026-06-30T18:30' },
    { zone: 'Pacific/Kiritimati', at: [2026, 7, 1, 0, 0], instant: '2026-06-30T10:00' },
    { zone: 'America/New_York', at: [2026, 3, 8, 2, 30], instant: '2026-03-08T07:30' },
    { zone: 'America/New_York', at: [2026, 11, 1, 1, 30], instant: '2026-11-01T05:30' },
  ])('$at in $zone is $instant', ({ zone, at, instant }) => {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = at;
    expect(iso(instantOf(zone, year, month, day, hour, minute))).toBe(instant);
  });

  test('a wall clock reads the day of the week from Monday', () => {
    expect(wallClock(Date.parse('2026-03-29T00:30:00Z'), 'America/New_York')).toEqual({
      year: 2026,
      month: 3,
      day: 28,
      hour: 20,
      minute: 30,
      second: 0,
      weekDay: 6,
    });
  });

  test('unknown zones are known as such', () => {
    expect(['Europe/London', 'Etc/UTC', 'Nowhere/Bad'].map(isTimeZone)).toEqual([true, true, false]);
  });
});

describe('The next run', () => {
  const daily = {
    kind: 'daily',
    days: 1,
    weekDay: null,
    monthDay: null,
    hour: 9,
    minute: 20,
    zone: 'Europe/London',
  } as const;

  test.each([
    { title: 'later today', schedule: daily, now: '2026-03-10T09:00', last: null, next: '2026-03-10T09:20' },
    { title: 'tomorrow', schedule: daily, now: '2026-03-10T09:20', last: null, next: '2026-03-11T09:20' },
    {
      title: 'over the change to summer time',
      schedule: daily,
      now: '2026-03-28T09:20',
      last: '2026-03-28T09:20',
      next: '2026-03-29T08:20',
    },
    {
      title: 'every third day',
      schedule: { ...daily, days: 3 },
      now: '2026-03-10T09:20',
      last: '2026-03-10T09:20',
      next: '2026-03-13T09:20',
    },
    {
      title: 'on Fridays',
      schedule: { ...daily, days: 7, weekDay: 5 },
      now: '2026-03-10T10:00',
      last: null,
      next: '2026-03-13T09:20',
    },
    {
      title: 'on the 31st, where there is one',
      schedule: { ...daily, monthDay: 31 },
      now: '2026-04-01T10:00',
      last: null,
      next: '2026-05-31T08:20',
    },
    {
      title: 'every two hours',
      schedule: { kind: 'interval', millis: 7_200_000 },
      now: '2026-03-10T10:00',
      last: '2026-03-10T10:00',
      next: '2026-03-10T12:00',
    },
    {
      title: 'once',
      schedule: { kind: 'once', at: Date.parse('2026-03-10T11:00Z') },
      now: '2026-03-10T10:00',
      last: null,
      next: '2026-03-10T11:00',
    },
    {
      title: 'never again',
      schedule: { kind: 'once', at: Date.parse('2026-03-10T11:00Z') },
      now: '2026-03-10T11:00',
      last: '2026-03-10T11:00',
      next: null,
    },
  ] as const)('$title: $next', ({ schedule, now, last, next }) => {
    const at = Date.parse(`${now}Z`);
    expect(iso(nextRun(schedule, at, last === null ? null : Date.parse(`${last}Z`)))).toBe(next);
  });
});
