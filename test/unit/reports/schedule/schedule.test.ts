import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../../src/employer-api/errors';
import { readDocumentState } from '../../../../src/reports/saved/document-state';
import { describeSchedule, judgeWake } from '../../../../src/reports/schedule/schedule';
import { failureOf } from '../../../support/fetching';
import { reportProperty, Scheduling } from '../../../support/stub-schedule';

const HOUR = 3600;
/** The ID of the first trigger that is made. */
const TRIGGER = 'trigger-1';

/** What a trigger finds to do: the IDs of the reports that are due, or why nothing. */
function wake({ document, clock, calendar }: Scheduling, triggerId = TRIGGER) {
  const found = judgeWake(readDocumentState(document.readAll()), triggerId, clock.now(), calendar);
  if (found.kind !== 'runs') return found.kind;
  return found.isStampDue ? 'stamps' : found.reports.map(({ id }) => id);
}

describe('saving a schedule', () => {
  test('replaces this person’s triggers, then remembers it', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'week', hour: 4, weekday: 3, email: 'ann@employer.example' });
    expect(book.triggers.log).toEqual(['make']);
    const savedAt = book.clock.now();
    expect(book.stored()).toEqual({
      every: 'week',
      hour: 4,
      weekday: 3,
      savedAt,
      revision: 1,
      runners: [{ triggerId: TRIGGER, savedAt, email: 'ann@employer.example' }],
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

  test('as off removes this person’s trigger; others’ end themselves when they wake, or go with their next save', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'hour', hour: 4 });
    book.triggers.own = [];
    book.scheduler.save({ every: 'hour', hour: 4 });
    book.scheduler.save({ every: 'off', hour: 4 });
    expect(book.triggers.log.slice(2)).toEqual(['remove trigger-2']);
    expect([book.stored().every, wake(book)]).toEqual(['off', 'ends']);
    book.triggers.own = [TRIGGER];
    book.scheduler.save({ every: 'hour', hour: 4 });
    expect(book.triggers.log.slice(3)).toEqual([`remove ${TRIGGER}`, 'make']);
    expect(book.stored().runners).toMatchObject([{ triggerId: 'trigger-3' }]);
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

  test('that someone has saved since the form was opened is refused, and changes nothing', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'hour', hour: 4, revision: 0 });
    book.clock.advance(60);
    book.scheduler.save({ every: 'day', hour: 4, revision: 1 });
    const before = book.stored();
    expect(failureOf(() => book.scheduler.save({ every: 'week', hour: 4, revision: 1 }))).toMatchObject({
      code: 'changed_meanwhile',
      message:
        'Copy what you need, then open the form again: someone saved it on 10 Mar 2026, 12:01, after you opened it.',
    });
    expect(book.stored()).toEqual(before);
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
    const stray = () => wake(book, 'stray');
    expect(stray()).toBe('waits');
    expect(failureOf(() => book.scheduler.save({ every: 'day', hour: 5 })).code).toBe('platform_unavailable');
    expect([stray(), book.stored().every]).toEqual(['ends', 'off']);
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

  test('remembers the triggers of eight people at most', () => {
    const book = new Scheduling();
    for (let person = 1; person <= 20; person += 1) {
      book.triggers.own = [];
      book.scheduler.save({ every: 'hour', hour: 0 });
    }
    const { runners } = book.stored() as { runners: { triggerId: string }[] };
    expect(runners.map(({ triggerId }) => triggerId)).toEqual(
      [13, 14, 15, 16, 17, 18, 19, 20].map((number) => `trigger-${number}`),
    );
    expect(wake(book, 'trigger-12')).toBe('ends');
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

describe('a trigger that wakes', () => {
  const daily = (properties?: Record<string, string>) => {
    const book = new Scheduling(properties);
    // It is noon.
    book.scheduler.save({ every: 'day', hour: 13 });
    return book;
  };

  test('refreshes at the first wake after the hour, once', () => {
    const book = daily();
    expect(wake(book)).toEqual([]);
    book.clock.advance(1.5 * HOUR);
    expect(wake(book)).toEqual(['r-1']);
    book.ran('r-1', 'refreshed');
    book.clock.advance(23 * HOUR);
    expect(wake(book)).toEqual([]);
    book.clock.advance(HOUR);
    expect(wake(book)).toEqual(['r-1']);
  });

  test('tries a report that failed again at its next hour', () => {
    const book = daily();
    book.clock.advance(2 * HOUR);
    book.ran('r-1', 'failed');
    book.clock.advance(HOUR);
    expect(wake(book)).toEqual([]);
    book.clock.advance(22 * HOUR);
    expect(wake(book)).toEqual(['r-1']);
  });

  test('refreshes reports with a schedule of their own at theirs, and those by hand never', () => {
    const own = (id: string, every: string) => {
      const [[name, text] = ['', '']] = Object.entries(reportProperty(id));
      return { [name]: JSON.stringify({ ...JSON.parse(text), every }) };
    };
    const book = daily({
      ...reportProperty('r-1'),
      ...own('r-2', 'hour'),
      ...own('r-3', 'off'),
      ...own('r-4', 'week'),
    });
    expect(wake(book)).toEqual([]);
    book.clock.advance(0.999 * HOUR);
    expect(wake(book)).toEqual([]);
    book.clock.advance(HOUR);
    expect(wake(book)).toEqual(['r-1', 'r-2']);
  });

  test('goes on with a refresh that is not finished', () => {
    const book = daily();
    const since = book.clock.now() - 5 * HOUR * 1000;
    const cursor = { asked: 'a', since, progress: '9 of 20 days', held: '', days: 9 };
    const report = JSON.parse(book.document.readAll()['report.r-1'] ?? '{}');
    book.document.write({ 'report.r-1': JSON.stringify({ ...report, cursor }) });
    book.ran('r-1', 'unfinished');
    expect(wake(book)).toEqual(['r-1']);
  });

  test('moves the stamp alone where there are formulas and no report', () => {
    const statusSheet = JSON.stringify({ sheetId: 9, rows: 1, stampedAt: 1, installation: 'bound' });
    const book = daily({ statusSheet });
    expect(wake(book)).toEqual([]);
    book.clock.advance(1.5 * HOUR);
    expect(wake(book)).toBe('stamps');
  });

  test('of someone before the newest waits until a report is two hours late', () => {
    const book = daily();
    book.triggers.own = [];
    book.scheduler.takeOver();
    book.clock.advance(2.9 * HOUR);
    expect([wake(book, 'trigger-2'), wake(book)]).toEqual([['r-1'], []]);
    book.clock.advance(0.2 * HOUR);
    expect(wake(book)).toEqual(['r-1']);
  });

  test.each<[string, Record<string, string>, string]>([
    ['the schedule is damaged', { schedule: '{' }, 'waits'],
    ['there is no schedule: the file is a copy, or its store cannot be read', { schedule: '' }, 'waits'],
    [
      'a refresh is running',
      { lease: JSON.stringify({ id: 'l', by: 'sidebar', since: 0, until: 9e15 }) },
      'waits',
    ],
  ])('finds nothing to do when %s', (_, properties, expected) => {
    const book = daily();
    book.clock.advance(2 * HOUR);
    book.document.write(properties);
    expect(wake(book)).toBe(expected);
  });
});

describe('what people are told of a schedule', () => {
  const view = ({ document, clock, calendar }: Scheduling) =>
    describeSchedule(readDocumentState(document.readAll()), clock.now(), 'Europe/London', calendar);

  test('that is off is that nobody runs it', () => {
    expect(view(new Scheduling())).toEqual({
      every: 'off',
      hour: 6,
      weekday: 1,
      revision: 0,
      mailTo: '',
      mailProblem: null,
      nextRun: null,
      runsAs: null,
      late: null,
    });
  });

  test('is who runs it by date, when next, and only a part of the address', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'day', hour: 6, email: 'ann.smith@employer.example' });
    expect(view(book)).toMatchObject({
      mailTo: 'a…@employer.example',
      nextRun: '11 Mar 2026, 06:00 to 07:00',
      runsAs: 'the person who saved the schedule on 10 Mar 2026',
    });
  });

  test('is that it is late once a report waits for two hours', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'hour', hour: 0 });
    book.clock.advance(2.9 * HOUR);
    expect(view(book).late).toBeNull();
    book.clock.advance(0.2 * HOUR);
    expect(view(book).late).toBe(
      'Press “Take over” to run the schedule yourself: a refresh is more than two hours late.',
    );
    book.ran('r-1', 'failed');
    expect(view(book).late).toBeNull();
  });

  test('is the hour of the report that comes first', () => {
    const [[name, text] = ['', '']] = Object.entries(reportProperty('r-2'));
    const book = new Scheduling({
      ...reportProperty('r-1'),
      [name]: JSON.stringify({ ...JSON.parse(text), every: 'hour' }),
    });
    book.scheduler.save({ every: 'week', hour: 6 });
    expect(view(book).nextRun).toBe('10 Mar 2026, 13:00 to 14:00');
  });
});

describe('taking over', () => {
  test('runs the same schedule as oneself, without mail; the other trigger stands in', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'week', hour: 5, weekday: 7, email: 'ann@employer.example' });
    book.clock.advance(100);
    book.triggers.own = [];
    const { schedule } = book.scheduler.takeOver();
    expect(book.triggers.log).toEqual(['make', 'make']);
    expect(schedule).toMatchObject({ every: 'week', hour: 5, weekday: 7 });
    expect(schedule.runners.map(({ triggerId, email }) => [triggerId, email])).toEqual([
      ['trigger-1', 'ann@employer.example'],
      ['trigger-2', ''],
    ]);
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
    expect([scheduler.isOwn(off), scheduler.isOwn(on)]).toEqual([false, true]);
    triggers.own = ['of-another-spreadsheet'];
    expect([scheduler.isOwn(off), scheduler.isOwn(on)]).toEqual([false, false]);
    expect(triggers.log.filter((step) => step === 'list').length).toBe(2);
  });
});
