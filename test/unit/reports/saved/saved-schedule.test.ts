import { describe, expect, test } from '@jest/globals';
import {
  describeNextHour,
  hasCome,
  hourAhead,
  newestRunner,
  parseSchedule,
  roleOf,
  SCHEDULE_OFF,
  type Schedule,
} from '../../../../src/reports/saved/saved-schedule';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const STORED: Schedule = {
  every: 'week',
  hour: 4,
  weekday: 7,
  savedAt: 3,
  revision: 2,
  runners: [{ triggerId: 'a', savedAt: 3, email: 'ann@employer.example' }],
};
const CALENDAR = new ZonedCalendar(new StubClock());
const at = (text: string) => Date.parse(text);

describe('a stored schedule', () => {
  test('comes back as it was stored', () => {
    expect(parseSchedule(JSON.stringify(STORED))).toEqual(STORED);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another interval', JSON.stringify({ ...STORED, every: 'minute' })],
    ['an hour beyond the day', JSON.stringify({ ...STORED, hour: 24 })],
    ['a weekday beyond Sunday', JSON.stringify({ ...STORED, weekday: 8 })],
    ['one without its triggers', JSON.stringify({ ...STORED, runners: undefined })],
  ])('that is %s counts as not set', (_, text) => {
    expect(parseSchedule(text)).toEqual(SCHEDULE_OFF);
  });
});

describe('a trigger', () => {
  const runners = ['a', 'b'].map((triggerId) => ({ triggerId, savedAt: 3, email: '' }));

  test.each<[string, Partial<Schedule>, string, string]>([
    ['of whoever saved last', {}, 'b', 'leads'],
    ['of someone before', {}, 'a', 'stands in'],
    ['that the schedule does not know', {}, 'stray', 'ends'],
    ['of a schedule that is off', { every: 'off' }, 'b', 'ends'],
    ['where the schedule cannot be read', SCHEDULE_OFF, 'b', 'waits'],
  ])('%s %s', (_, schedule, triggerId, role) => {
    expect(roleOf({ ...STORED, runners, ...schedule }, triggerId)).toBe(role);
    expect(newestRunner({ every: 'day', runners })?.triggerId).toBe('b');
  });
});

/** A Friday; in London it is an hour later. */
const SAVED = '2026-07-10T09:30:00Z';

interface Case {
  readonly every?: Schedule['every'];
  readonly own?: 'settings' | 'hour' | 'day' | 'week' | 'off';
  readonly hour?: number;
  readonly weekday?: number;
  /** When the report was last refreshed. */
  readonly ran?: string;
  readonly zone?: string;
  readonly now?: string;
}

/** The hour for which a report waits, in words; null where it waits for none. */
function hourOf({ every = 'day', own = 'settings', ran, zone = 'Europe/London', now, ...times }: Case) {
  const schedule = { ...STORED, hour: 6, weekday: 5, ...times, every, savedAt: at(SAVED) };
  const lastRun = ran === undefined ? null : { finishedAt: at(ran) };
  const report = { every: own, createdAt: 1, lastRun };
  const serialOf = (millis: number) => CALENDAR.serial(millis, zone);
  const hour = hourAhead(schedule, report, at(now ?? '2026-08-10T00:00:00Z'), serialOf);
  return describeNextHour([hour], 0);
}

describe('the hour for which a report waits', () => {
  test.each<[string, Case, string | null]>([
    ['each hour', { every: 'hour' }, '10 Jul 2026, 11:00 to 12:00'],
    [
      'each hour, refreshed at the full hour',
      { every: 'hour', ran: '2026-07-10T10:00:00Z' },
      '10 Jul 2026, 12:00 to 13:00',
    ],
    [
      'each hour, in a zone with half hours',
      { every: 'hour', zone: 'Asia/Kolkata' },
      '10 Jul 2026, 16:00 to 17:00',
    ],
    ['each day, saved after its hour', {}, '11 Jul 2026, 06:00 to 07:00'],
    ['each day, saved before its hour', { hour: 11 }, '10 Jul 2026, 11:00 to 12:00'],
    [
      'each day, refreshed this morning, by whomever',
      { ran: '2026-07-11T05:00:01Z' },
      '12 Jul 2026, 06:00 to 07:00',
    ],
    [
      'each day, refreshed just before its hour',
      { ran: '2026-07-11T04:59:00Z' },
      '11 Jul 2026, 06:00 to 07:00',
    ],
    [
      'each day, refreshed before it was saved',
      { ran: '2026-07-01T05:00:00Z' },
      '11 Jul 2026, 06:00 to 07:00',
    ],
    [
      'each day, refreshed by a clock that is ahead',
      { ran: '2027-07-11T05:00:01Z' },
      '11 Jul 2026, 06:00 to 07:00',
    ],
    [
      'each day, over a change of the clock',
      { ran: '2026-10-24T05:30:00Z', now: '2026-10-25T12:00:00Z' },
      '25 Oct 2026, 06:00 to 07:00',
    ],
    ['each Friday', { every: 'week' }, '17 Jul 2026, 06:00 to 07:00'],
    ['each Saturday', { every: 'week', weekday: 6 }, '11 Jul 2026, 06:00 to 07:00'],
    [
      'each week, where the report has every day',
      { every: 'week', own: 'day' },
      '11 Jul 2026, 06:00 to 07:00',
    ],
    ['each day, where the report has every week', { own: 'week' }, '17 Jul 2026, 06:00 to 07:00'],
    ['each day, where the report is by hand', { own: 'off' }, null],
    ['off, where the report has every hour', { every: 'off', own: 'hour' }, null],
  ])('%s', (_, of, expected) => {
    expect(hourOf(of)).toBe(expected);
  });

  test('has come at its first second, and is two hours late two hours later', () => {
    const time = (text: string) => CALENDAR.serial(at(text), 'Europe/London');
    const due = time('2026-07-11T05:00:00Z');
    expect([hasCome(due, time('2026-07-11T04:59:00Z')), hasCome(due, time('2026-07-11T05:00:00Z'))]).toEqual([
      false,
      true,
    ]);
    const late = (text: string) => hasCome(due, time(text), 2 * 3_600_000);
    expect([late('2026-07-11T06:59:00Z'), late('2026-07-11T07:00:00Z')]).toEqual([false, true]);
  });

  test('is told as the present hour once it has come', () => {
    expect(describeNextHour([46_000.25], 46_001.6)).toBe(describeNextHour([46_001 + 14 / 24], 0));
  });
});
