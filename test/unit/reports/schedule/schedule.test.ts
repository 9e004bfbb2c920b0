import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../../src/employer-api/errors';
import { readDocumentState, SCHEDULE_OFF, type Schedule } from '../../../../src/reports/saved/document-state';
import { newReport } from '../../../../src/reports/saved/saved-report';
import { describeSchedule, judgeWake, timetable } from '../../../../src/reports/schedule/schedule';
import { failureOf } from '../../../support/fetching';
import { Scheduling } from '../../../support/stub-schedule';

const HOUR = 3600;
/** The ID of the first trigger that is made. */
const TRIGGER = 'trigger-1';
const ADDRESS = 'ann.smith@employer.example';

/** A report that was never refreshed, as a document property. */
function report(id: string, every: 'settings' | 'hour' | 'week' | 'off'): Record<string, string> {
  return { [`report.${id}`]: JSON.stringify({ ...newReport(id, 1), every }) };
}

/** What a trigger finds to do: the IDs of the reports that are due, or why nothing. */
function wake({ document, clock, calendar }: Scheduling, triggerId = TRIGGER) {
  const found = judgeWake(readDocumentState(document.readAll()), triggerId, clock.now(), calendar);
  if (typeof found === 'string') return found;
  const ids = found.reports.map(({ id }) => id);
  return found.isRefreshDue && ids.length === 0 ? 'stamps' : ids;
}

/** A daily schedule at one, saved at noon. */
function daily(properties?: Record<string, string>): Scheduling {
  const book = new Scheduling(properties);
  book.scheduler.save({ every: 'day', hour: 13 });
  return book;
}

describe('a stored schedule', () => {
  const stored = { ...SCHEDULE_OFF, every: 'week', savedAt: 3, triggers: ['a'] };

  test.each([
    ['as it was stored', JSON.stringify(stored), stored],
    ['not set, since there is none', undefined, SCHEDULE_OFF],
    ['not set, since it is no JSON', '{', SCHEDULE_OFF],
    ['not set, since the interval is another', JSON.stringify({ ...stored, every: 'minute' }), SCHEDULE_OFF],
    ['not set, since the hour is beyond the day', JSON.stringify({ ...stored, hour: 24 }), SCHEDULE_OFF],
    ['not set, since the weekday is beyond Sunday', JSON.stringify({ ...stored, weekday: 8 }), SCHEDULE_OFF],
  ])('is read %s', (_, text, expected) => {
    expect(readDocumentState(text === undefined ? {} : { schedule: text }).schedule).toEqual(expected);
  });
});

describe('the hour for which a report waits', () => {
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
  /** In London it is an hour later, a Friday. */
  const SAVED = '2026-07-10T09:30:00Z';

  test.each<[string, Case, string | null]>([
    ['each hour', { every: 'hour' }, '10 Jul, 11:00'],
    ['each hour, refreshed at a full hour', { every: 'hour', ran: '2026-07-10T10:00:00Z' }, '10 Jul, 12:00'],
    ['each hour, in a zone with half hours', { every: 'hour', zone: 'Asia/Kolkata' }, '10 Jul, 16:00'],
    ['each hour, long ago: the present one', { every: 'hour', now: '2026-10-25T12:00:00Z' }, '25 Oct, 12:00'],
    ['each day, saved after its hour', {}, '11 Jul, 06:00'],
    ['each day, saved before its hour', { hour: 11 }, '10 Jul, 11:00'],
    ['each day, refreshed this morning', { ran: '2026-07-11T05:00:01Z' }, '12 Jul, 06:00'],
    ['each day, refreshed before its hour', { ran: '2026-07-11T04:59:00Z' }, '11 Jul, 06:00'],
    ['each day, refreshed before it was saved', { ran: '2026-07-01T05:00:00Z' }, '11 Jul, 06:00'],
    ['each day, over a change of the clock', { ran: '2026-10-24T05:30:00Z' }, '25 Oct, 06:00'],
    ['each Friday', { every: 'week' }, '17 Jul, 06:00'],
    ['each Saturday', { every: 'week', weekday: 6 }, '11 Jul, 06:00'],
    ['each week, where the report has every day', { every: 'week', own: 'day' }, '11 Jul, 06:00'],
    ['each day, where the report has every week', { own: 'week' }, '17 Jul, 06:00'],
    ['each day, where the report is by hand', { own: 'off' }, null],
    ['off, where the report has every hour', { every: 'off', own: 'hour' }, null],
  ])(
    '%s',
    (_, { every = 'day', own = 'settings', ran, zone = 'Europe/London', now = SAVED, ...of }, expected) => {
      const schedule = { ...SCHEDULE_OFF, weekday: 5, ...of, every, savedAt: Date.parse(SAVED) };
      const lastRun = ran === undefined ? null : { finishedAt: Date.parse(ran) };
      // Whoever looks does so after the last refresh.
      const seen = ran !== undefined && ran > now ? ran : now;
      const { next } = timetable(schedule, Date.parse(seen), zone, new Scheduling().calendar);
      const words = next([{ every: own, createdAt: 1, lastRun }]);
      expect(words?.replace(/ 2026, (.{5}) to .*/, ', $1') ?? null).toBe(expected);
    },
  );
});

describe('saving a schedule', () => {
  test('replaces this person’s triggers, then remembers it', () => {
    const book = new Scheduling();
    const chosen = { every: 'week', hour: 4, weekday: 3, email: ADDRESS } as const;
    book.scheduler.save(chosen);
    expect(book.triggers.log).toEqual(['make']);
    const savedAt = book.clock.now();
    expect(book.stored()).toEqual({
      ...chosen,
      savedAt,
      revision: 1,
      triggers: [TRIGGER],
      mailOff: false,
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
    book.scheduler.save({ every: 'hour', hour: 4, email: ADDRESS });
    book.triggers.own = [];
    book.scheduler.save({ every: 'hour', hour: 4 });
    book.scheduler.save({ every: 'off', hour: 4 });
    expect(book.triggers.log.slice(2)).toEqual(['remove trigger-2']);
    expect([book.stored(), wake(book)]).toMatchObject([{ every: 'off', email: '' }, 'ends']);
    book.triggers.own = [TRIGGER, 'of-another-spreadsheet'];
    book.scheduler.save({ every: 'hour', hour: 4 });
    expect(book.triggers.log.slice(3)).toEqual([`remove ${TRIGGER}`, 'make']);
    expect(book.stored()).toMatchObject({ triggers: ['trigger-3'] });
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

  test.each(['platform_unavailable', 'permission_missing'] as const)(
    'for which Google makes no trigger (%s) keeps the schedule without the one removed',
    (code) => {
      const book = new Scheduling();
      const refuse = () => {
        throw new ReportError(code);
      };
      const make = book.triggers.make.bind(book.triggers);
      book.triggers.make = refuse;
      expect(wake(book, 'stray')).toBe('waits');
      expect(failureOf(() => book.scheduler.save({ every: 'day', hour: 5 })).code).toBe(code);
      // One that a save made and did not come to name ends itself.
      expect([wake(book, 'stray'), book.stored().every, book.lock.isHeld]).toEqual(['ends', 'off', false]);
      book.triggers.make = make;
      book.scheduler.save({ every: 'hour', hour: 4, email: ADDRESS });
      const before = book.stored();
      book.triggers.make = refuse;
      expect(failureOf(() => book.scheduler.save({ every: 'day', hour: 5 })).code).toBe(code);
      expect(book.stored()).toEqual({ ...before, triggers: [] });
    },
  );

  test('takes the address of the form; an empty one ends it', () => {
    const book = daily();
    const addresses = [ADDRESS, ''].map((email) => {
      book.scheduler.save({ every: 'day', hour: 4, email });
      return book.stored().email;
    });
    expect(addresses).toEqual([ADDRESS, '']);
  });
});

describe('a trigger that wakes', () => {
  test('refreshes at the first wake after the hour, once, whether it fails or not', () => {
    const book = daily();
    expect(wake(book)).toEqual([]);
    book.clock.advance(1.5 * HOUR);
    expect(wake(book)).toEqual(['r-1']);
    book.ran('r-1', 'failed');
    book.clock.advance(23 * HOUR);
    expect(wake(book)).toEqual([]);
    book.clock.advance(HOUR);
    expect(wake(book)).toEqual(['r-1']);
  });

  test('refreshes reports with a schedule of their own at theirs, and those by hand never', () => {
    const book = daily({
      ...report('r-1', 'settings'),
      ...report('r-2', 'hour'),
      ...report('r-3', 'off'),
      ...report('r-4', 'week'),
    });
    book.clock.advance(0.999 * HOUR);
    expect(wake(book)).toEqual([]);
    book.clock.advance(HOUR);
    expect(wake(book)).toEqual(['r-1', 'r-2']);
  });

  test('goes on with a refresh that is not finished', () => {
    const book = daily();
    const since = book.clock.now() - 5 * HOUR * 1000;
    const cursor = { asked: 'a', since, held: '', days: 9 };
    const stored = JSON.parse(book.document.readAll()['report.r-1'] ?? '{}');
    book.document.write({ 'report.r-1': JSON.stringify({ ...stored, cursor }) });
    book.ran('r-1', 'unfinished');
    expect(wake(book)).toEqual(['r-1']);
  });

  test('moves the stamp alone where there are formulas and no report', () => {
    const statusSheet = JSON.stringify({ sheetId: 9, stampedAt: 1 });
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

  test.each<[string, Record<string, string>]>([
    ['the schedule is damaged', { schedule: '{' }],
    ['there is no schedule: the file is a copy, or its store cannot be read', { schedule: '' }],
    ['a refresh is running', { lease: JSON.stringify({ id: 'l', by: 'sidebar', since: 0, until: 9e15 }) }],
  ])('waits when %s', (_, properties) => {
    const book = daily();
    book.clock.advance(2 * HOUR);
    book.document.write(properties);
    expect(wake(book)).toBe('waits');
  });
});

describe('what people are told of a schedule', () => {
  const view = ({ document, clock, calendar }: Scheduling) =>
    describeSchedule(readDocumentState(document.readAll()), clock.now(), 'Europe/London', calendar);

  test('that is off is that nobody runs it', () => {
    const { every, hour, weekday, revision } = SCHEDULE_OFF;
    const nothing = { email: '', mailProblem: null, nextRun: null, runsAs: null, late: null };
    expect(view(new Scheduling())).toEqual({ every, hour, weekday, revision, ...nothing });
  });

  test('is who runs it by date, the hour of the report that comes first, and the address', () => {
    const book = new Scheduling({ ...report('r-1', 'settings'), ...report('r-2', 'hour') });
    book.scheduler.save({ every: 'week', hour: 6, email: ADDRESS });
    expect(view(book)).toMatchObject({
      email: ADDRESS,
      nextRun: '10 Mar 2026, 13:00 to 14:00',
      runsAs: 'the person who saved the schedule on 10 Mar 2026',
    });
  });

  test('is that it is late once a report waits for two hours', () => {
    const book = daily();
    book.clock.advance(2.9 * HOUR);
    expect(view(book).late).toBeNull();
    book.clock.advance(0.2 * HOUR);
    expect(view(book).late).toBe(
      'Press “Take over” in Settings to run the schedule yourself: a refresh is more than two hours late.',
    );
    book.ran('r-1', 'failed');
    expect(view(book).late).toBeNull();
  });
});

describe('taking over', () => {
  test('runs the same schedule as oneself, without mail; the other trigger stands in', () => {
    const book = new Scheduling();
    book.scheduler.save({ every: 'week', hour: 5, weekday: 7, email: ADDRESS });
    book.triggers.own = [];
    const { schedule } = book.scheduler.takeOver();
    expect(book.triggers.log).toEqual(['make', 'make']);
    const triggers = [TRIGGER, 'trigger-2'];
    expect(schedule).toMatchObject({ every: 'week', hour: 5, weekday: 7, email: '', triggers });
  });

  test('of a schedule that is off is refused, and makes no trigger', () => {
    const { scheduler, triggers } = new Scheduling();
    expect(failureOf(() => scheduler.takeOver()).message).toBe(
      'Choose how often to refresh: the schedule is off.',
    );
    expect(triggers.log).toEqual([]);
  });
});
