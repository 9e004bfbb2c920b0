import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../src/employer-api/errors';
import type { ScheduleTriggers } from '../../../src/reports/ports';
import { Scheduler } from '../../../src/reports/scheduler';
import { failureOf } from '../../support/fetching';
import { MemoryProperties } from '../../support/memory-properties';
import { savedReport } from '../../support/refreshing';
import { StubClock } from '../../support/stub-clock';
import { StubLock } from '../../support/stub-lock';
import { ZonedCalendar } from '../../support/zoned-calendar';

const REPORT = { 'report.r-1': JSON.stringify(savedReport('r-1', 'Shifts')) };
const HOUR = 3600;
/** The ID of the one trigger. */
const TRIGGER = 'trigger-1';

function scheduling(properties: Record<string, string> = REPORT) {
  const document = new MemoryProperties(properties);
  const clock = new StubClock();
  const calls: string[] = [];
  const triggers: ScheduleTriggers = {
    replace: (every, hour, zone) => {
      calls.push(`replace ${every} ${hour} ${zone}`);
      return TRIGGER;
    },
    remove: () => void calls.push('remove'),
  };
  const scheduler = new Scheduler({
    document,
    lock: new StubLock(),
    triggers,
    calendar: new ZonedCalendar(clock),
    clock,
  });
  return { document, clock, calls, triggers, scheduler };
}

describe('saving a schedule', () => {
  test('replaces this person’s triggers, then remembers it', () => {
    const { scheduler, calls, document, clock } = scheduling();
    scheduler.save({ every: 'day', hour: 4 });
    expect(calls).toEqual(['replace day 4 Europe/London']);
    expect(JSON.parse(document.readAll().schedule ?? '')).toEqual({
      every: 'day',
      hour: 4,
      savedAt: clock.now(),
      lastRunAt: null,
      triggerIds: [TRIGGER],
    });
  });

  test('as off removes this person’s triggers', () => {
    const { scheduler, calls } = scheduling();
    scheduler.save({ every: 'off', hour: 4 });
    expect(calls).toEqual(['remove']);
  });

  test('changes nothing when the triggers are refused', () => {
    const { scheduler, triggers, document } = scheduling();
    triggers.replace = () => {
      throw new ReportError('permission_missing');
    };
    expect(failureOf(() => scheduler.save({ every: 'day', hour: 4 })).code).toBe('permission_missing');
    expect(document.readAll().schedule).toBeUndefined();
  });
});

describe('a scheduled run', () => {
  test.each([
    ['hour', 0.79 * HOUR, false],
    ['hour', 0.8 * HOUR, true],
    ['day', 24 * 0.79 * HOUR, false],
    ['day', 24 * 0.8 * HOUR, true],
    ['day', 23 * HOUR, true],
  ] as const)('each %s, %d seconds after the last, is due: %p', (every, seconds, due) => {
    const { scheduler, clock } = scheduling();
    scheduler.save({ every, hour: 4 });
    scheduler.begin(TRIGGER);
    clock.advance(seconds);
    expect(scheduler.begin(TRIGGER) !== undefined).toBe(due);
  });

  test('of five triggers at once is one', () => {
    const { scheduler } = scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    const begun = Array.from({ length: 5 }, () => scheduler.begin(TRIGGER) !== undefined);
    expect(begun).toEqual([true, false, false, false, false]);
  });

  test('is due at once after the schedule was saved', () => {
    const { scheduler } = scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    scheduler.begin(TRIGGER);
    scheduler.save({ every: 'hour', hour: 0 });
    expect(scheduler.begin(TRIGGER)).toBeDefined();
  });

  test('remembers when it began', () => {
    const { scheduler, clock, document } = scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    scheduler.begin(TRIGGER);
    expect(JSON.parse(document.readAll().schedule ?? '')).toMatchObject({ lastRunAt: clock.now() });
  });

  test('is begun by no timer that the schedule does not know', () => {
    const { scheduler } = scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    expect(scheduler.begin('another')).toBeUndefined();
  });

  test('is begun by the newest trigger; older ones take over when it is late, until the schedule is off', () => {
    const { scheduler, triggers, clock } = scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    triggers.replace = () => 'trigger-2';
    scheduler.save({ every: 'hour', hour: 0 });
    expect(scheduler.begin('trigger-2')).toBeDefined();
    clock.advance(HOUR);
    expect(scheduler.begin(TRIGGER)).toBeUndefined();
    clock.advance(0.2 * HOUR);
    expect(scheduler.begin(TRIGGER)).toBeDefined();
    scheduler.save({ every: 'off', hour: 0 });
    clock.advance(2 * HOUR);
    expect(scheduler.begin('trigger-2')).toBeUndefined();
  });

  test('that refreshed nothing leaves the interval to another trigger', () => {
    const { scheduler } = scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    scheduler.begin(TRIGGER)?.giveBack();
    expect(scheduler.begin(TRIGGER)).toBeDefined();
  });

  test('is begun for the stamp alone, where there are formulas and no report', () => {
    const statusSheet = JSON.stringify({ sheetId: 9, rows: 1, stampedAt: 1, named: true });
    const { scheduler } = scheduling({ statusSheet });
    scheduler.save({ every: 'hour', hour: 0 });
    expect(scheduler.begin(TRIGGER)?.state.reports).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    [
      'the schedule is off',
      {
        ...REPORT,
        schedule: JSON.stringify({
          every: 'off',
          hour: 0,
          savedAt: 0,
          lastRunAt: null,
          triggerIds: [TRIGGER],
        }),
      },
    ],
    ['the schedule is damaged', { ...REPORT, schedule: '{' }],
    ['there is no schedule: the file is a copy', REPORT],
    [
      'there is neither a report nor a stamp',
      {
        schedule: JSON.stringify({
          every: 'hour',
          hour: 0,
          savedAt: 0,
          lastRunAt: null,
          triggerIds: [TRIGGER],
        }),
      },
    ],
    [
      'a refresh is running',
      {
        ...REPORT,
        schedule: JSON.stringify({
          every: 'hour',
          hour: 0,
          savedAt: 0,
          lastRunAt: null,
          triggerIds: [TRIGGER],
        }),
        lease: JSON.stringify({
          id: 'l',
          by: 'sidebar',
          since: 0,
          until: Date.parse('2026-03-10T12:00:01Z'),
        }),
      },
    ],
  ])('does nothing when %s', (_, properties) => {
    const { scheduler, document } = scheduling(properties);
    expect([scheduler.begin(TRIGGER), document.log]).toEqual([undefined, []]);
  });
});
