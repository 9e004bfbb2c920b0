import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../../src/employer-api/errors';
import { NO_DAYS, newReport } from '../../../../src/reports/saved/saved-report';
import { Scheduler } from '../../../../src/reports/schedule/scheduler';
import { failureOf } from '../../../support/fetching';
import { reportProperty, Scheduling } from '../../../support/stub-schedule';

const HOUR = 3600;
/** The ID of the first trigger that is made. */
const TRIGGER = 'trigger-1';
const OFF = {
  version: 1,
  every: 'off',
  hour: 0,
  weekday: 1,
  savedAt: 1,
  lastRunAt: null,
  lastWakeAt: null,
  runners: [{ triggerId: TRIGGER, savedAt: 1, email: '', proven: true, zone: 'Europe/London' }],
  ending: [],
  reported: {},
};
const HOURLY = { ...OFF, every: 'hour' };

describe('saving a schedule', () => {
  test('replaces this person’s triggers, then remembers it', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'week', hour: 4, weekday: 3, email: 'ann@employer.example' });
    expect(book.triggers.log).toEqual(['make week 4 3 Europe/London']);
    const savedAt = book.clock.now();
    expect(book.stored()).toEqual({
      version: 1,
      every: 'week',
      hour: 4,
      weekday: 3,
      savedAt,
      lastRunAt: null,
      lastWakeAt: null,
      runners: [
        { triggerId: TRIGGER, savedAt, email: 'ann@employer.example', proven: false, zone: 'Europe/London' },
      ],
      ending: [],
      reported: {},
    });
  });

  test('keeps the lock from the first trigger to the last property, so that a trigger is never unknown', () => {
    const book = new Scheduling();
    const held: boolean[] = [];
    book.triggers.make = () => {
      held.push(book.lock.isHeld);
      return TRIGGER;
    };
    book.scheduler.save({ every: 'hour', hour: 0 });
    expect([held, book.lock.isHeld]).toEqual([[true], false]);
  });

  test('of a daily refresh that did not fit a run makes a trigger that wakes every hour, and keeps to that', () => {
    const cursor = {
      asked: 'a',
      since: 1,
      until: 2,
      progress: '9 of 20 days',
      held: '',
      ...NO_DAYS,
      days: 9,
    };
    const long = JSON.stringify({ ...newReport('r-1', 1), period: 'yesterday', sheet: 'Shifts', cursor });
    const book = new Scheduling({ 'report.r-1': long });
    book.scheduler.save({ every: 'day', hour: 4 });
    book.document.write(reportProperty('r-1'));
    book.scheduler.save({ every: 'week', hour: 5, weekday: 2 });
    expect(book.triggers.log).toEqual([
      'make hour 4 1 Europe/London',
      `remove ${TRIGGER}`,
      'make hour 5 2 Europe/London',
    ]);
    expect(book.stored()).toMatchObject({ every: 'week', hour: 5, runners: [{ hourly: true }] });
  });

  test('as off removes this person’s trigger, and keeps the names of others’ until their owners save again', () => {
    const book = new Scheduling();
    const stored = () => [book.stored().runners, book.stored().ending];
    book.scheduler.save({ every: 'hour', hour: 4 });
    book.triggers.own = [];
    book.scheduler.save({ every: 'hour', hour: 4 });
    book.scheduler.save({ every: 'off', hour: 4 });
    expect(book.triggers.log.slice(2)).toEqual(['remove trigger-2']);
    expect([book.stored().every, ...stored()]).toEqual(['off', [], [TRIGGER]]);
    book.triggers.own = [TRIGGER];
    book.scheduler.save({ every: 'hour', hour: 4 });
    expect(book.triggers.log.slice(3)).toEqual([`remove ${TRIGGER}`, 'make hour 4 1 Europe/London']);
    expect(stored()).toMatchObject([[{ triggerId: 'trigger-3' }], []]);
  });

  test('removes no trigger that this spreadsheet does not name', () => {
    const book = new Scheduling();
    book.triggers.own = ['of-another-spreadsheet'];
    book.scheduler.save({ every: 'hour', hour: 4 });
    book.scheduler.save({ every: 'day', hour: 4 });
    book.scheduler.save({ every: 'off', hour: 4 });
    expect(book.triggers.own).toEqual(['of-another-spreadsheet']);
    expect(book.triggers.log.filter((line) => line.startsWith('remove'))).toEqual([
      'remove trigger-1',
      'remove trigger-2',
    ]);
  });

  test('for which Google makes no trigger keeps the schedule without the one removed', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'hour', hour: 4, email: 'ann@employer.example' });
    const before = book.stored();
    book.triggers.make = () => {
      throw new ReportError('platform_unavailable');
    };
    expect(failureOf(() => book.scheduler.save({ every: 'day', hour: 5 })).code).toBe('platform_unavailable');
    expect(book.stored()).toEqual({ ...before, runners: [] });
  });

  test('for which Google makes no trigger lets one end that a save made and did not come to name', () => {
    const book = new Scheduling();
    book.triggers.make = () => {
      throw new ReportError('platform_unavailable');
    };
    const stray = () => book.scheduler.wake('stray')?.turn;
    expect(stray()).toBeUndefined();
    expect(failureOf(() => book.scheduler.save({ every: 'day', hour: 5 })).code).toBe('platform_unavailable');
    expect([stray(), book.stored().every]).toEqual(['end', 'off']);
  });

  test('without a word about mail keeps the address; an empty one ends it', () => {
    const book = new Scheduling();
    const address = () => book.stored().runners;
    book.scheduler.save({ every: 'hour', hour: 4, email: 'ann@employer.example' });
    book.scheduler.save({ every: 'day', hour: 4 });
    expect(address()).toMatchObject([{ email: 'ann@employer.example' }]);
    book.scheduler.save({ every: 'day', hour: 4, email: '' });
    expect(address()).toMatchObject([{ email: '' }]);
  });

  test('remembers the triggers of eight people at most, and of eight that end', () => {
    const book = new Scheduling();
    for (let person = 1; person <= 20; person += 1) {
      book.triggers.own = [];
      book.scheduler.save({ every: 'hour', hour: 0 });
    }
    const { runners } = book.stored() as { runners: { triggerId: string }[] };
    expect(runners.map(({ triggerId }) => triggerId)).toEqual(
      [13, 14, 15, 16, 17, 18, 19, 20].map((number) => `trigger-${number}`),
    );
    expect(book.stored().ending).toEqual([5, 6, 7, 8, 9, 10, 11, 12].map((number) => `trigger-${number}`));
  });

  test('changes nothing when the triggers are refused', () => {
    const book = new Scheduling();
    book.triggers.make = () => {
      throw new ReportError('permission_missing');
    };
    expect(failureOf(() => book.scheduler.save({ every: 'day', hour: 4 })).code).toBe('permission_missing');
    expect([book.document.readAll().schedule, book.lock.isHeld]).toEqual([undefined, false]);
  });
});

describe('a scheduled run', () => {
  test.each([
    ['hour', 0.79 * HOUR, false],
    ['hour', 0.8 * HOUR, true],
    ['day', 24 * 0.79 * HOUR, false],
    ['day', 24 * 0.8 * HOUR, true],
    ['day', 23 * HOUR, true],
    ['week', 168 * 0.79 * HOUR, false],
    ['week', 167 * HOUR, true],
  ] as const)('each %s, %d seconds after the last, is due: %p', (every, seconds, due) => {
    const { scheduler, clock } = new Scheduling();
    scheduler.save({ every, hour: 4 });
    scheduler.wake(TRIGGER)?.begin();
    clock.advance(seconds);
    expect(scheduler.wake(TRIGGER)?.begin() !== undefined).toBe(due);
  });

  test('that goes on with what did not fit leaves the next one to its hour, also where that comes before it begins', () => {
    const until = Date.parse('2026-03-10T18:00:00Z');
    const cursor = { asked: 'a', since: 1, until, progress: '9 of 20 days', held: '', ...NO_DAYS, days: 9 };
    const long = { ...newReport('r-1', 1), period: 'yesterday', sheet: 'Shifts', cursor };
    const book = new Scheduling({ 'report.r-1': JSON.stringify(long) });
    const { scheduler, clock } = book;
    // It is noon: the first run of the day comes at 13:00.
    scheduler.save({ every: 'day', hour: 13 });
    const finishedAt = clock.now();
    const lastRun = { outcome: 'failed', finishedAt, message: '', correlationId: '' };
    book.document.write({ 'report.r-1': JSON.stringify({ ...long, lastRun }) });
    clock.advance(HOUR - 10);
    const woken = scheduler.wake(TRIGGER);
    clock.advance(20);
    expect([woken?.turn, woken?.begin()]).toMatchObject(['goOn', { begunAt: clock.now() }]);
    expect(book.stored()).toMatchObject({ lastRunAt: null, lastWakeAt: null });
    expect(scheduler.wake(TRIGGER)?.turn).toBe('run');
  });

  test('of five triggers at once is one', () => {
    const { scheduler } = new Scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    const begun = Array.from({ length: 5 }, () => scheduler.wake(TRIGGER)?.begin() !== undefined);
    expect(begun).toEqual([true, false, false, false, false]);
  });

  test('is due at once after the schedule was saved', () => {
    const { scheduler } = new Scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    scheduler.wake(TRIGGER)?.begin();
    scheduler.save({ every: 'hour', hour: 0 });
    expect(scheduler.wake('trigger-2')?.begin()).toBeDefined();
  });

  test('remembers when it began, and that its trigger works', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'hour', hour: 0 });
    book.scheduler.wake(TRIGGER)?.begin();
    const now = book.clock.now();
    expect(book.stored()).toMatchObject({ lastRunAt: now, lastWakeAt: now, runners: [{ proven: true }] });
  });

  test('that refreshed nothing leaves the interval to another trigger, and its heartbeat behind', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'hour', hour: 0 });
    book.scheduler
      .wake(TRIGGER)
      ?.begin()
      ?.giveBack(() => ({ other: 'noted' }));
    expect(book.stored()).toMatchObject({
      lastRunAt: null,
      lastWakeAt: book.clock.now(),
      runners: [{ proven: false }],
    });
    expect(book.document.readAll().other).toBe('noted');
    expect(book.scheduler.wake(TRIGGER)?.begin()).toBeDefined();
  });

  test('gives nothing back where someone has set another schedule meanwhile', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'hour', hour: 0 });
    const run = book.scheduler.wake(TRIGGER)?.begin();
    book.clock.advance(1);
    book.scheduler.save({ every: 'day', hour: 9 });
    const before = book.stored();
    run?.giveBack(() => ({ other: 'noted' }));
    expect([book.stored(), book.document.readAll().other]).toEqual([before, 'noted']);
  });

  test('is begun for the stamp alone, where there are formulas and no report', () => {
    const statusSheet = JSON.stringify({
      sheetId: 9,
      rows: 1,
      stampedAt: 1,
      named: true,
      grid: { rows: 1000, columns: 26 },
    });
    const { scheduler } = new Scheduling({ statusSheet });
    scheduler.save({ every: 'hour', hour: 0 });
    expect(scheduler.wake(TRIGGER)?.begin()?.state.reports).toEqual([]);
  });

  test('is due although the last was noted by a clock that was ahead', () => {
    const { scheduler, clock } = new Scheduling();
    scheduler.save({ every: 'hour', hour: 0 });
    scheduler.wake(TRIGGER)?.begin();
    clock.advance(-24 * HOUR);
    expect(scheduler.wake(TRIGGER)?.begin()).toBeDefined();
  });

  test.each<[string, Record<string, string>]>([
    ['the schedule is damaged', { ...reportProperty('r-1'), schedule: '{' }],
    ['there is no schedule: the file is a copy, or its store cannot be read', reportProperty('r-1')],
    ['there is neither a report nor a stamp', { schedule: JSON.stringify(HOURLY) }],
    [
      'a refresh is running',
      {
        ...reportProperty('r-1'),
        schedule: JSON.stringify(HOURLY),
        lease: JSON.stringify({
          id: 'l',
          by: 'sidebar',
          since: 0,
          until: Date.parse('2026-03-10T12:00:01Z'),
        }),
      },
    ],
  ])('does nothing when %s: one read, no trigger touched', (_, properties) => {
    const { scheduler, document, triggers, lock } = new Scheduling(properties);
    expect([scheduler.wake(TRIGGER)?.begin(), document.log, triggers.log, lock.waits]).toEqual([
      undefined,
      [],
      [],
      [],
    ]);
  });
});

describe('of several people’s triggers', () => {
  /** Ann saves, then Bob: `trigger-2` leads. */
  function annThenBob(): Scheduling {
    const book = new Scheduling();
    book.scheduler.save({ every: 'hour', hour: 0 });
    book.triggers.own = [];
    book.scheduler.save({ every: 'hour', hour: 0 });
    book.triggers.own = [TRIGGER];
    return book;
  }

  test('the one before the newest steps in when the newest is late', () => {
    const { scheduler, clock } = annThenBob();
    clock.advance(1.19 * HOUR);
    expect(scheduler.wake(TRIGGER)?.begin()).toBeUndefined();
    clock.advance(0.01 * HOUR);
    expect(scheduler.wake(TRIGGER)?.begin()).toBeDefined();
  });

  test('the one before ends itself once the newest has run', () => {
    const { scheduler, triggers, clock } = annThenBob();
    clock.advance(0.5 * HOUR);
    expect(scheduler.wake('trigger-2')?.begin()).toBeDefined();
    clock.advance(0.5 * HOUR);
    expect(scheduler.wake(TRIGGER)?.begin()).toBeUndefined();
    expect(triggers.log.slice(2)).toEqual(['remove trigger-1']);
  });

  test('the one before stays while the newest wakes without refreshing anything', () => {
    const { scheduler, triggers, clock } = annThenBob();
    clock.advance(0.5 * HOUR);
    scheduler.wake('trigger-2')?.begin()?.giveBack();
    clock.advance(0.5 * HOUR);
    expect(scheduler.wake(TRIGGER)?.begin()).toBeUndefined();
    clock.advance(0.5 * HOUR);
    expect(scheduler.wake(TRIGGER)?.begin()).toBeDefined();
    expect(triggers.log.slice(2)).toEqual([]);
  });

  test.each([
    ['that the schedule does not know ends itself', HOURLY, 'stray'],
    ['ends itself when someone has switched the schedule off', OFF, TRIGGER],
  ])('one %s', (_, schedule, trigger) => {
    const book = new Scheduling({ ...reportProperty('r-1'), schedule: JSON.stringify(schedule) });
    book.triggers.own = [trigger, 'of-another-spreadsheet'];
    expect(book.scheduler.wake(trigger)?.begin()).toBeUndefined();
    expect([book.triggers.log, book.document.log]).toEqual([[`remove ${trigger}`], []]);
  });

  test('one that may not end itself does no harm', () => {
    const book = new Scheduling({ ...reportProperty('r-1'), schedule: JSON.stringify(OFF) });
    book.triggers.remove = () => {
      throw new ReportError('permission_missing');
    };
    expect([book.scheduler.wake(TRIGGER)?.begin(), book.lock.isHeld]).toEqual([undefined, false]);
  });
});

describe('taking over', () => {
  test('runs the same schedule as oneself, without a second refresh in the interval, and without mail', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'week', hour: 5, weekday: 7, email: 'ann@employer.example' });
    book.scheduler.wake(TRIGGER)?.begin();
    const lastRunAt = book.clock.now();
    book.clock.advance(100);
    book.triggers.own = [];
    const { schedule } = book.scheduler.takeOver();
    expect(book.triggers.log).toEqual(['make week 5 7 Europe/London', 'make week 5 7 Europe/London']);
    expect(schedule).toMatchObject({ every: 'week', hour: 5, weekday: 7, lastRunAt, lastWakeAt: null });
    expect(schedule.runners.map(({ triggerId, email }) => [triggerId, email])).toEqual([
      ['trigger-1', 'ann@employer.example'],
      ['trigger-2', ''],
    ]);
    expect(book.scheduler.wake('trigger-2')?.begin()).toBeUndefined();
  });

  test('of a schedule that is off is refused, and makes no trigger', () => {
    const { scheduler, triggers } = new Scheduling();
    expect(failureOf(() => scheduler.takeOver())).toMatchObject({
      code: 'invalid_settings',
      message: 'Choose how often to refresh: the schedule is off.',
    });
    expect(triggers.log).toEqual([]);
  });
});

describe('whose schedule it is', () => {
  test('is told by one’s own triggers, and asked of nobody when it is off', () => {
    const book = new Scheduling();
    const { scheduler, triggers } = book;
    const off = scheduler.save({ every: 'off', hour: 0 });
    const on = scheduler.save({ every: 'hour', hour: 0 });
    // Whoever has just saved it needs no look.
    expect([scheduler.isOwn(off), scheduler.isOwn(on)]).toEqual([false, true]);
    const later = new Scheduler(book);
    triggers.own = ['of-another-spreadsheet'];
    expect([later.isOwn(off), later.isOwn(on)]).toEqual([false, false]);
    triggers.own = ['trigger-1'];
    expect(later.isOwn(on)).toBe(true);
    expect(triggers.log.filter((step) => step === 'list').length).toBe(2);
  });
});
