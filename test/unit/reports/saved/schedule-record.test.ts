import { describe, expect, test } from '@jest/globals';
import { newestRunner, parseSchedule, SCHEDULE_OFF } from '../../../../src/reports/saved/document-state';

const STORED = {
  version: 1,
  every: 'week',
  hour: 4,
  weekday: 7,
  savedAt: 3,
  lastRunAt: null,
  lastWakeAt: 9,
  runners: [
    { triggerId: 'a', savedAt: 3, email: 'ann@employer.example', proven: false, zone: 'Europe/London' },
  ],
  ending: ['of-bob'],
  reported: { 'r-1': { to: ['1a2b3c'], codes: ['wrong_employer'], since: 7 } },
};

describe('a stored schedule', () => {
  test('comes back as it was stored', () => {
    expect(parseSchedule(JSON.stringify(STORED))).toEqual(STORED);
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', '5'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a version to come', JSON.stringify({ ...STORED, version: 2 })],
    ['a version in words', JSON.stringify({ ...STORED, version: 'two' })],
    ['another interval', JSON.stringify({ ...STORED, every: 'minute' })],
    ['an hour beyond the day', JSON.stringify({ ...STORED, hour: 24 })],
    ['a weekday beyond Sunday', JSON.stringify({ ...STORED, weekday: 8 })],
    ['one without its triggers', JSON.stringify({ ...STORED, runners: undefined })],
  ])('that is %s counts as not set', (_, text) => {
    expect(parseSchedule(text)).toEqual(SCHEDULE_OFF);
  });

  test('cut at any character counts as not set', () => {
    const text = JSON.stringify(STORED);
    const read = Array.from(text, (_, end) => parseSchedule(text.slice(0, end)).savedAt);
    expect(read.filter((savedAt) => savedAt !== 0)).toEqual([]);
  });
});

describe('the newest runner', () => {
  test('is the last; there is none when the schedule is off', () => {
    expect([
      newestRunner(parseSchedule(JSON.stringify(STORED)))?.triggerId,
      newestRunner(SCHEDULE_OFF),
    ]).toEqual(['a', undefined]);
  });
});
