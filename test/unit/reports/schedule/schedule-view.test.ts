import { describe, expect, test } from '@jest/globals';
import { readDocumentState, SCHEDULE_OFF, type Schedule } from '../../../../src/reports/saved/document-state';
import { describeSchedule } from '../../../../src/reports/schedule/scheduler';
import { StubClock } from '../../../support/stub-clock';
import { reportProperty } from '../../../support/stub-schedule';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const HOUR = 3_600_000;
/** What is remembered of an address that got no mail. */
const NO_MAIL = {
  firstAt: null,
  sent: [],
  collects: false,
  changedAt: 0,
  log: {},
  others: 0,
  refusals: 0,
  refusedAt: 0,
};

function view(schedule: Partial<Schedule>, properties: Record<string, string> = reportProperty('r-1')) {
  const text = JSON.stringify({ ...SCHEDULE_OFF, ...schedule });
  const state = readDocumentState({ ...properties, schedule: text });
  return describeSchedule(state, NOW, 'Europe/London', new ZonedCalendar(new StubClock()));
}

/** Saved the day before; `age` hours ago a trigger woke. */
function hourly(age: number | null, email = ''): Partial<Schedule> {
  const savedAt = NOW - 24 * HOUR;
  const lastWakeAt = age === null ? null : NOW - age * HOUR;
  const runners = [{ triggerId: 't', savedAt, email, proven: true, zone: 'Europe/London' }];
  return { every: 'hour', savedAt, lastRunAt: lastWakeAt, lastWakeAt, runners };
}

describe('what people are told of a schedule', () => {
  test('that is off is that nobody runs it', () => {
    expect(view({})).toEqual({
      every: 'off',
      hour: 6,
      weekday: 1,
      mailTo: '',
      mailProblem: null,
      nextRun: null,
      runsAs: null,
      late: null,
      zoneProblem: null,
    });
  });

  test('is who runs it by date, and when next', () => {
    expect(view(hourly(0.5))).toEqual({
      every: 'hour',
      hour: 6,
      weekday: 1,
      mailTo: '',
      mailProblem: null,
      nextRun: '2026-03-10 12:30 to 13:30',
      runsAs: 'the person who saved the schedule on 2026-03-09',
      late: null,
      zoneProblem: null,
    });
  });

  test.each([
    ['ann.smith@employer.example', 'a…@employer.example'],
    ['a@b.example', 'a…@b.example'],
    ['', ''],
  ])('hides most of the address %j', (email, expected) => {
    expect(view(hourly(0.5, email)).mailTo).toBe(expected);
  });

  test.each([
    [
      'to anyone',
      { accountRefusedAt: NOW - HOUR },
      'Wait a day: Google refused the last email. It is sent with a later run.',
    ],
    ['to anyone, more than a day ago', { accountRefusedAt: NOW - 25 * HOUR }, null],
    [
      'to the address of the schedule',
      { failures: { 'ann@employer.example': { ...NO_MAIL, refusals: 1, refusedAt: NOW - 99 * HOUR } } },
      'Check the address A…@employer.example: Google refused the last email to it. It is tried again with a later run.',
    ],
    [
      'to another address',
      { failures: { 'bob@b.example': { ...NO_MAIL, refusals: 1, refusedAt: NOW } } },
      null,
    ],
  ])('is what to do when mail was refused %s', (_, refused, expected) => {
    const mails = JSON.stringify({
      version: 1,
      accountRefusedAt: null,
      alerts: {},
      failures: {},
      summaries: {},
      ...refused,
    });
    const shown = view(hourly(0.5, 'Ann@employer.example'), { ...reportProperty('r-1'), mails });
    expect(shown.mailProblem).toBe(expected);
  });
});

describe('a schedule that was saved in another time zone', () => {
  const saved = (every: Schedule['every'], zone: string) => {
    const runners = [{ triggerId: 't', savedAt: NOW, email: '', proven: true, zone }];
    return view({ every, savedAt: NOW, runners }).zoneProblem;
  };

  test.each(['day', 'week'] as const)(
    'runs every %s by the clock of that zone, which can be mended',
    (every) => {
      expect(saved(every, 'Asia/Tokyo')).toBe(
        'Press “Save schedule” to switch it to Europe/London: the spreadsheet’s time zone has changed, and the schedule still runs in Asia/Tokyo.',
      );
    },
  );

  test('is as well as any where it runs every hour, or is off', () => {
    expect([saved('hour', 'Asia/Tokyo'), saved('off', 'Asia/Tokyo')]).toEqual([null, null]);
  });

  test('is none where the zone is the same', () => {
    expect(saved('day', 'Europe/London')).toBeNull();
  });
});

describe('a schedule is late', () => {
  const sentence = (time: string) =>
    `Press “Take over” to run the schedule yourself: no scheduled run has begun since ${time}.`;

  test.each([
    [1.2, null],
    [1.21, sentence('2026-03-10 10:47')],
    [5, sentence('2026-03-10 07:00')],
    [null, sentence('2026-03-09 12:00')],
  ])('each hour, %p hours after the last heartbeat: %p', (age, expected) => {
    expect(view(hourly(age)).late).toBe(expected);
  });

  test.each([
    ['day', 28, null],
    ['day', 29, sentence('2026-03-09 07:00')],
    ['week', 201, null],
    ['week', 202, sentence('2026-03-02 02:00')],
  ] as const)('each %s, %d hours after the last heartbeat: %p', (every, age, expected) => {
    const savedAt = NOW - 1000 * HOUR;
    expect(view({ ...hourly(age), every, savedAt }).late).toBe(expected);
  });

  test('not where there is nothing to refresh', () => {
    expect(view(hourly(null), {}).late).toBeNull();
  });

  test('since it was saved, where the heartbeat was noted by a clock that was ahead', () => {
    expect(view(hourly(-5)).late).toBe(sentence('2026-03-09 12:00'));
  });
});
