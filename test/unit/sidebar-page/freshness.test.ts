import { describe, expect, test } from '@jest/globals';
import { describeFreshness, localMoment } from '../../../src/sidebar/page/report-view';
import { sampleReport, sampleRun } from './sample-state';

const REFRESHED = sampleReport({ lastRun: sampleRun({ finishedAt: '2026-11-21 14:05' }) });

describe('the age of a table', () => {
  test.each([
    ['2026-11-21 14:05', 'just now'],
    ['2026-11-21 14:06', '1 minute ago'],
    ['2026-11-21 15:04', '59 minutes ago'],
    ['2026-11-21 15:05', '1 hour ago'],
    ['2026-11-23 14:04', '47 hours ago'],
    ['2026-11-23 14:05', '2 days ago'],
    ['2026-12-21 14:05', '30 days ago'],
  ])('at %s is %s', (now, age) => {
    expect(describeFreshness(REFRESHED, 'off', now)).toEqual({ age, isStale: false });
  });

  test('is not said of a table that was never refreshed, or last failed', () => {
    const failed = sampleReport({ lastRun: sampleRun({ outcome: 'failed' }) });
    expect(describeFreshness(sampleReport(), 'day', '2026-11-21 14:06')).toBeNull();
    expect(describeFreshness(failed, 'day', '2026-11-21 14:06')).toBeNull();
  });

  test('is not guessed where the time is not known', () => {
    expect(describeFreshness(REFRESHED, 'day', '')).toBeNull();
  });
});

describe('a table is out of date', () => {
  test.each([
    ['hour', '2026-11-21 16:05', '2026-11-21 16:06'],
    ['day', '2026-11-23 14:05', '2026-11-23 14:06'],
    ['week', '2026-12-05 14:05', '2026-12-05 14:06'],
  ] as const)('after two intervals of every %s', (every, last, late) => {
    expect(describeFreshness(REFRESHED, every, last)?.isStale).toBe(false);
    expect(describeFreshness(REFRESHED, every, late)?.isStale).toBe(true);
  });

  test('never without a schedule', () => {
    expect(describeFreshness(REFRESHED, 'off', '2027-11-21 14:05')?.isStale).toBe(false);
  });
});

describe('the clock of the spreadsheet', () => {
  test.each([
    ['Europe/London', '2026-07-01 00:30'],
    ['America/New_York', '2026-06-30 19:30'],
    ['Asia/Kolkata', '2026-07-01 05:00'],
    ['Nowhere/Land', ''],
  ])('in %s shows %p', (zone, shown) => {
    expect(localMoment(Date.parse('2026-06-30T23:30:00Z'), zone)).toBe(shown);
  });
});
