import { describe, expect, test } from '@jest/globals';
import type { KeptDefinitions } from '../../../src/figures/definitions';
import { describeStatus, STATUS_WORDS, type StatusFacts } from '../../../src/functions/status-words';
import type { DocumentState } from '../../../src/reports/saved/document-state';
import type { SavedReport, TableContent } from '../../../src/reports/saved/saved-report';
import { SCHEDULE_OFF, type Schedule } from '../../../src/reports/saved/saved-schedule';
import { describeSchedule } from '../../../src/reports/schedule/schedule';
import { savedReport } from '../../support/refreshing';
import { StubClock } from '../../support/stub-clock';
import { ZonedCalendar } from '../../support/zoned-calendar';
import { WORKED_OF_BOOKED } from '../answers/tables/sample-figures';

const NOW = Date.parse('2026-07-10T09:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OFF: Schedule = { ...SCHEDULE_OFF, savedAt: NOW };
const CALENDAR = new ZonedCalendar(new StubClock());
const KEPT: KeptDefinitions = { SHIFTS_WORKED_PERCENTAGE: WORKED_OF_BOOKED };

/** A report that was refreshed so long ago and found these days. */
function refreshed(age: number, changes: Partial<TableContent> = {}): SavedReport {
  const at = NOW - age;
  const content: TableContent = {
    refreshedAt: at,
    generatedAt: new Date(at - 60_000).toISOString(),
    rows: 276,
    from: 46_204,
    to: 46_210,
    checks: '',
    hash: 'h',
    changedAt: at,
    ...changes,
  };
  const lastRun = { outcome: 'refreshed', finishedAt: at, message: 'Fine.', correlationId: 'c' } as const;
  return { ...savedReport('r-1', 'Shifts'), content, lastRun };
}

/** The same, whose newest refresh failed a minute later. */
function failed(age: number, message: string, report = refreshed(age)): SavedReport {
  const finishedAt = NOW - age + 60_000;
  return { ...report, lastRun: { outcome: 'failed', finishedAt, message, correlationId: 'c' } };
}

/** The same, whose newer table waits for a person's word. */
function held(age: number, message: string): SavedReport {
  const report = failed(age, message);
  return { ...report, lastRun: report.lastRun && { ...report.lastRun, outcome: 'held' } };
}

/** The same, whose newer table waits for more days. */
function unfinished(age: number): SavedReport {
  const report = failed(age, 'Fetched 9 of 20 days so far.');
  return { ...report, lastRun: report.lastRun && { ...report.lastRun, outcome: 'unfinished' } };
}

function facts(
  reports: readonly SavedReport[],
  schedule: Partial<Schedule> = {},
  changes: Partial<StatusFacts> = {},
): StatusFacts {
  const document: DocumentState = {
    connection: undefined,
    properties: {},
    reports,
    schedule: { ...OFF, ...schedule },
    locale: '',
    lease: undefined,
    statusSheet: {
      sheetId: 1,
      rows: 1,
      stampedAt: NOW - HOUR,
      installation: 'add-on',
    },
    zone: 'Europe/London',
    activity: [],
  };
  const time = (millis: number) => CALENDAR.text(millis, 'Europe/London');
  const known = {
    schedule: describeSchedule(document, NOW, 'Europe/London', CALENDAR),
    isConnected: true,
    failing: undefined,
    keptDefinitions: KEPT,
    now: NOW,
    zone: 'Europe/London',
    time,
  };
  return { document, ...known, ...changes };
}

function withoutStatusSheet(known: StatusFacts): StatusFacts {
  return { ...known, document: { ...known.document, statusSheet: undefined } };
}

function ask(word: string, known: StatusFacts) {
  const read = STATUS_WORDS.get(word);
  if (read === undefined) throw new Error(`There is no word ${word}`);
  return read(known);
}

const never = savedReport('r-2', 'Other', 2);

describe('the state', () => {
  test.each<[string, StatusFacts]>([
    ['not set up', facts([refreshed(0)], {}, { isConnected: false })],
    ['never', facts([never])],
    ['never', facts([refreshed(0), never])],
    ['ok', facts([refreshed(0)])],
    ['ok', facts([refreshed(400 * DAY)])],
    ['ok', withoutStatusSheet(facts([refreshed(0)]))],
    ['ok', facts([refreshed(2 * HOUR)], { every: 'hour' })],
    ['stale', facts([refreshed(2 * HOUR + 1)], { every: 'hour' })],
    ['ok', facts([refreshed(2 * DAY)], { every: 'day' })],
    ['stale', facts([refreshed(0), refreshed(2 * DAY + 1)], { every: 'day' })],
    ['failing', facts([refreshed(0), failed(HOUR, 'Wait.')])],
    ['failing', facts([refreshed(0), held(HOUR, 'Confirm.')])],
    ['failing', facts([failed(9 * DAY, 'Wait.')], { every: 'day' })],
    ['ok', facts([unfinished(HOUR)], { every: 'day' })],
    ['stale', facts([unfinished(2 * DAY + 1)], { every: 'day' })],
    ['failing', facts([refreshed(0)], {}, { failing: { at: NOW, message: 'Wait.' } })],
  ])('is %s', (state, known) => {
    expect(ask('state', known)).toBe(state);
  });
});

describe('times', () => {
  const two = facts([refreshed(HOUR, { changedAt: NOW - 5 * HOUR }), refreshed(3 * HOUR)]);

  test('as of is when the service made the oldest table, a real date with its time', () => {
    expect(ask('as of', two)).toEqual(new Date('2026-07-10T05:59:00Z'));
  });

  test('as of leaves out a table that the service did not date', () => {
    const known = facts([refreshed(9 * HOUR, { generatedAt: null }), refreshed(HOUR)]);
    expect(ask('as of', known)).toEqual(new Date('2026-07-10T07:59:00Z'));
  });

  test('checked is when the newest run ended, also one that failed', () => {
    expect(ask('checked', two)).toEqual(new Date('2026-07-10T08:00:00Z'));
    expect(ask('checked', facts([failed(HOUR / 2, 'Wait.')]))).toEqual(new Date('2026-07-10T08:31:00Z'));
  });

  test('changed is when a refresh last brought other rows', () => {
    expect(ask('changed', two)).toEqual(new Date('2026-07-10T06:00:00Z'));
  });

  test.each(['as of', 'checked', 'changed', 'last error', 'rows', 'window', 'next run', 'runs as'])(
    '%s is blank before the first refresh',
    (word) => {
      expect(ask(word, withoutStatusSheet(facts([never])))).toBeNull();
    },
  );
});

describe('the other words', () => {
  test('last error is that of the newest failure, of a report or of the connection', () => {
    const reports = [failed(3 * HOUR, 'Old.'), failed(HOUR, 'Newer.')];
    expect(ask('last error', facts(reports))).toBe('Newer.');
    const failing = { at: NOW - 60_000, message: 'Newest.' };
    expect(ask('last error', facts(reports, {}, { failing }))).toBe('Newest.');
  });

  test('last error is also why a table is held', () => {
    expect(ask('last error', facts([failed(3 * HOUR, 'Old.'), held(HOUR, 'Confirm.')]))).toBe('Confirm.');
  });

  test('last error is blank where nothing fails', () => {
    expect(ask('last error', facts([refreshed(0)]))).toBeNull();
  });

  test('rows counts the shifts of all tables, 0 of an empty one', () => {
    expect(ask('rows', facts([refreshed(0), refreshed(0, { rows: 24 }), never]))).toBe(300);
    expect(ask('rows', facts([refreshed(0, { rows: 0 })]))).toBe(0);
  });

  test('window is from the first to the last day of any table', () => {
    const other = refreshed(0, { from: 46_082, to: 46_088 });
    expect(ask('window', facts([refreshed(0), other]))).toBe('1 Mar–7 Jul 2026');
  });

  test('checks says what refreshes found, each sentence once', () => {
    const broken = refreshed(0, { checks: 'No-shows is below 0 in 9 of 270.' });
    expect(ask('checks', facts([broken, refreshed(0), broken]))).toBe('No-shows is below 0 in 9 of 270.');
  });

  test('checks says so where all hold, and is blank before the first refresh', () => {
    expect(ask('checks', facts([refreshed(0), refreshed(0)]))).toBe('All checks pass for 552 shifts.');
    expect(ask('checks', facts([never]))).toBeNull();
  });

  test('checks counts the shifts of tables that show shifts', () => {
    const grouped = { ...refreshed(0, { rows: 6 }), report: 'shift_fulfilment_aggregated' as const };
    expect(ask('checks', facts([refreshed(0), grouped]))).toBe('All checks pass for 276 shifts.');
    expect(ask('checks', facts([grouped]))).toBe('All checks pass.');
  });

  test('zone is the spreadsheet’s', () => {
    expect(ask('zone', facts([]))).toBe('Europe/London');
  });

  test('runs as tells whose permission a schedule needs, without a name', () => {
    expect(ask('runs as', facts([], { every: 'day' }))).toBe(
      'the person who saved the schedule on 10 Jul 2026',
    );
  });

  test('basis of a percentage says what it is of, and how many rows agree', () => {
    expect(ask('basis worked %', facts([]))).toBe('worked ÷ booked: 412 of 413 refreshed rows agree');
  });

  test('basis is blank where no refresh has found it', () => {
    expect(ask('basis booked %', facts([]))).toBeNull();
    expect(ask('basis worked %', facts([], {}, { keptDefinitions: undefined }))).toBeNull();
  });

  test.each(['basis true fulfilment %', 'basis unfilled %', 'basis no shows %'])(
    '%s is understood',
    (word) => {
      expect(STATUS_WORDS.has(word)).toBe(true);
    },
  );
});

/** It is 10:00 in London. */
const NEXT_RUNS: readonly (readonly [title: string, schedule: Partial<Schedule>, expected: string | null])[] =
  [
    ['off', { every: 'off' }, null],
    ['hourly, just saved', { every: 'hour' }, '10 Jul 2026, 11:00 to 12:00'],
    ['daily at 11, an hour away', { every: 'day', hour: 11 }, '10 Jul 2026, 11:00 to 12:00'],
  ];

describe('the next run, as a window', () => {
  test.each(NEXT_RUNS)('%s', (_, schedule, expected) => {
    expect(ask('next run', facts([refreshed(0)], schedule))).toBe(expected);
  });
});

describe('one sentence about everything', () => {
  const grouped = { ...refreshed(HOUR, { rows: 6 }), report: 'shift_fulfilment_aggregated' as const };
  const inside = ', 1–7 Jul 2026, refreshed 10 Jul 2026, 09:00.';

  test.each<[string, StatusFacts]>([
    [
      'Not set up: connect in the sidebar (Extensions ▸ Shift Reports).',
      facts([], {}, { isConnected: false }),
    ],
    ['Never refreshed.', facts([never])],
    [`OK: 1 report, 276 shifts${inside}`, facts([refreshed(HOUR)])],
    [`OK: 2 reports, 552 shifts${inside}`, facts([refreshed(2 * HOUR), refreshed(HOUR)])],
    [`OK: 3 reports, 552 shifts${inside}`, facts([refreshed(2 * HOUR), refreshed(HOUR), grouped])],
    [`OK: 1 report${inside}`, facts([grouped])],
    [
      'Stale: 1 report, 276 shifts, 1–7 Jul 2026, refreshed 10 Jul 2026, 07:00.',
      facts([refreshed(3 * HOUR)], { every: 'hour' }),
    ],
    [`Failing: 1 report, 276 shifts${inside} Wait a minute.`, facts([failed(HOUR, 'Wait a minute.')])],
    ['Failing. Wait a minute.', facts([failed(HOUR, 'Wait a minute.', never)])],
  ])('%s', (sentence, known) => {
    expect(describeStatus(known, true)).toBe(sentence);
  });
});

describe('a spreadsheet with formulas alone', () => {
  const stamped = (schedule: Partial<Schedule> = {}) => facts([], schedule);

  test('is ok once a refresh has calculated them again, and says when that was', () => {
    expect(ask('state', stamped())).toBe('ok');
    expect(describeStatus(stamped(), true)).toBe('OK: no reports, formulas refreshed 10 Jul 2026, 09:00.');
  });

  test('is stale where the schedule has passed it by', () => {
    const known = stamped({ every: 'hour' });
    const later = { ...known, now: NOW + HOUR + 1 };
    expect([ask('state', known), ask('state', later)]).toEqual(['ok', 'stale']);
  });

  test('was checked when they were calculated again', () => {
    expect(ask('checked', stamped())).toEqual(new Date('2026-07-10T08:00:00Z'));
  });

  test('is never refreshed before the first stamp', () => {
    const known = withoutStatusSheet(stamped());
    expect([ask('state', known), describeStatus(known, true)]).toEqual(['never', 'Never refreshed.']);
  });
});
