import { describe, expect, test } from '@jest/globals';
import { newestRunner, parseSchedule, SCHEDULE_OFF } from '../../../../src/reports/saved/schedule-record';

/** As the first release stored it. */
const FIRST = { every: 'day', hour: 4, savedAt: 3, lastRunAt: 5, triggerIds: ['a', 'b'] };
const SECOND = {
  version: 2,
  every: 'week',
  hour: 4,
  weekday: 7,
  savedAt: 3,
  lastRunAt: null,
  lastWakeAt: 9,
  runners: [{ triggerId: 'a', savedAt: 3, email: 'ann@employer.example', proven: false }],
  ending: ['of-bob'],
  told: { 'r-1': { to: ['1a2b3c'], codes: ['wrong_employer'], since: 7 } },
};

describe('a stored schedule', () => {
  test('comes back as it was stored', () => {
    expect(parseSchedule(JSON.stringify(SECOND))).toEqual(SECOND);
  });

  test('that names no triggers to end has none', () => {
    const { ending: _, ...before } = SECOND;
    expect(parseSchedule(JSON.stringify(before))).toEqual({ ...SECOND, ending: [] });
  });

  test('of the first release keeps running: same timing, same triggers, no mail', () => {
    expect(parseSchedule(JSON.stringify(FIRST))).toEqual({
      version: 2,
      every: 'day',
      hour: 4,
      weekday: 1,
      savedAt: 3,
      lastRunAt: 5,
      lastWakeAt: 5,
      runners: [
        { triggerId: 'a', savedAt: 3, email: '', proven: false },
        { triggerId: 'b', savedAt: 3, email: '', proven: true },
      ],
      ending: [],
      told: {},
    });
  });

  test('of the first release that has not run yet has no trigger that proved itself', () => {
    const { runners } = parseSchedule(JSON.stringify({ ...FIRST, lastRunAt: null }));
    expect(runners.map(({ proven }) => proven)).toEqual([false, false]);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', '5'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a version to come', JSON.stringify({ ...SECOND, version: 3 })],
    ['a version in words', JSON.stringify({ ...SECOND, version: 'two' })],
    ['another interval', JSON.stringify({ ...SECOND, every: 'minute' })],
    ['an hour beyond the day', JSON.stringify({ ...SECOND, hour: 24 })],
    ['a weekday beyond Sunday', JSON.stringify({ ...SECOND, weekday: 8 })],
    ['a weekly schedule of the first release, which had none', JSON.stringify({ ...FIRST, every: 'week' })],
    ['one of the first release without its triggers', JSON.stringify({ ...FIRST, triggerIds: undefined })],
  ])('that is %s counts as not set', (_, text) => {
    expect(parseSchedule(text)).toEqual(SCHEDULE_OFF);
  });

  test.each([FIRST, SECOND])('cut at any character counts as not set', (stored) => {
    const text = JSON.stringify(stored);
    const read = Array.from(text, (_, end) => parseSchedule(text.slice(0, end)).savedAt);
    expect(read.filter((savedAt) => savedAt !== 0)).toEqual([]);
  });
});

describe('the newest runner', () => {
  test('is the last; there is none when the schedule is off', () => {
    expect([
      newestRunner(parseSchedule(JSON.stringify(FIRST)))?.triggerId,
      newestRunner(SCHEDULE_OFF),
    ]).toEqual(['b', undefined]);
  });
});
