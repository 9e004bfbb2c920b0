import '../../support/build-constants';
import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../src/employer-api/errors';
import type { KeptDefinitions } from '../../../src/figures/definitions';
import { describeStatus, type StatusFacts, statusWords } from '../../../src/functions/shift-status';
import { type DocumentState, SCHEDULE_OFF, type Schedule } from '../../../src/reports/saved/document-state';
import type { SavedReport, TableContent } from '../../../src/reports/saved/saved-report';
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
const KEPT: KeptDefinitions = { SHIFTS_WORKED_PERCENTAGE: { ...WORKED_OF_BOOKED, scale: 100 } };

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
    owner: 'UK 1042',
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
    lease: undefined,
    statusSheet: { sheetId: 1, stampedAt: NOW - HOUR },
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

/** A failure that the connection remembers. */
const failing = (at: number, message: string) =>
  ({ at, error: new ReportError('unreachable', { sentence: message }), holds: true }) as const;

function withoutStatusSheet(known: StatusFacts): StatusFacts {
  return { ...known, document: { ...known.document, statusSheet: undefined } };
}

function ask(word: string, known: StatusFacts) {
  const words: Readonly<Record<string, unknown>> = statusWords(known);
  if (!(word in words)) throw new Error(`There is no word ${word}`);
  return words[word];
}

const sentence = (known: StatusFacts) => describeStatus(known, statusWords(known), true);

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
    ['failing', facts([refreshed(0)], {}, { failing: failing(NOW, 'Wait.') })],
  ])('is %s', (state, known) => {
    expect(ask('state', known)).toBe(state);
  });
});

const two = facts([refreshed(HOUR, { changedAt: NOW - 5 * HOUR }), refreshed(3 * HOUR)]);
const undated = refreshed(9 * HOUR, { generatedAt: null });
const twoFailed = [failed(3 * HOUR, 'Old.'), failed(HOUR, 'Newer.')];
const ofGroups = { ...refreshed(HOUR, { rows: 6 }), report: 'shift_fulfilment_aggregated' as const };
const broken = refreshed(0, { checks: 'NO_SHOWS ≥ 0 fails in 9 of 270.' });
const at = (time: string) => new Date(`2026-07-10T${time}:00Z`);

// It is 10:00 in London.
test.each<[string, string, StatusFacts, unknown]>([
  ['as of', 'when the service made the oldest table', two, at('05:59')],
  ['as of', 'no table that the service did not date', facts([undated, refreshed(HOUR)]), at('07:59')],
  ['checked', 'when the newest run ended', two, at('08:00')],
  ['checked', 'also of one that failed', facts([failed(HOUR / 2, 'Wait.')]), at('08:31')],
  ['changed', 'when a refresh last brought other rows', two, at('06:00')],
  ['last error', 'the newest of the reports', facts(twoFailed), 'Newer.'],
  [
    'last error',
    'the newest of the connection',
    facts(twoFailed, {}, { failing: failing(NOW - 60_000, 'Newest.') }),
    'Newest.',
  ],
  [
    'last error',
    'why a table is held',
    facts([twoFailed[0] as SavedReport, held(HOUR, 'Confirm.')]),
    'Confirm.',
  ],
  ['last error', 'blank where nothing fails', facts([refreshed(0)]), null],
  ['rows', 'the shifts of all tables', facts([refreshed(0), refreshed(0, { rows: 24 }), never]), 300],
  ['rows', '0 of an empty one', facts([refreshed(0, { rows: 0 })]), 0],
  [
    'window',
    'from the first to the last day of any table',
    facts([refreshed(0), refreshed(0, { from: 46_082, to: 46_088 })]),
    '1 Mar–7 Jul 2026',
  ],
  ['checks', 'each sentence once', facts([broken, refreshed(0), broken]), 'NO_SHOWS ≥ 0 fails in 9 of 270.'],
  ['checks', 'that all hold', facts([refreshed(0), refreshed(0)]), 'All checks pass for 552 shifts.'],
  [
    'checks',
    'the shifts of tables of shifts',
    facts([refreshed(0), ofGroups]),
    'All checks pass for 276 shifts.',
  ],
  ['checks', 'no count of tables of groups', facts([ofGroups]), 'All checks pass.'],
  ['checks', 'blank before the first refresh', facts([never]), null],
  ['zone', 'that of the spreadsheet', facts([]), 'Europe/London'],
  [
    'runs as',
    'whose permission a schedule needs, without a name',
    facts([], { every: 'day' }),
    'the person who saved the schedule on 10 Jul 2026',
  ],
  ['basis worked %', 'what it is of', facts([]), 'worked ÷ booked: 412 of 413 refreshed rows agree'],
  ...['booked', 'true fulfilment', 'unfilled', 'no shows'].map(
    (word): [string, string, StatusFacts, unknown] => {
      return [`basis ${word} %`, 'blank where no refresh has found it', facts([]), null];
    },
  ),
  [
    'basis worked %',
    'how it is published, if not in percent',
    facts([], {}, { keptDefinitions: { SHIFTS_WORKED_PERCENTAGE: { ...WORKED_OF_BOOKED, scale: 1 } } }),
    'worked ÷ booked: 412 of 413 refreshed rows agree, published from 0 to 1',
  ],
  ['basis worked %', 'blank where none is kept', facts([], {}, { keptDefinitions: undefined }), null],
  ['next run', 'none where it is off', facts([refreshed(0)], { every: 'off' }), null],
  [
    'next run',
    'a window of an hour',
    facts([refreshed(0)], { every: 'day', hour: 11 }),
    '10 Jul 2026, 11:00 to 12:00',
  ],
  ['next run', 'the next hour', facts([refreshed(0)], { every: 'hour' }), '10 Jul 2026, 11:00 to 12:00'],
  ...['as of', 'checked', 'changed', 'last error', 'rows', 'window', 'next run', 'runs as'].map(
    (word): [string, string, StatusFacts, unknown] => {
      return [word, 'blank before the first refresh', withoutStatusSheet(facts([never])), null];
    },
  ),
])('%s is %s', (word, _, known, expected) => {
  expect(ask(word, known)).toEqual(expected);
});

describe('one sentence about everything', () => {
  const inside = ', 1–7 Jul 2026, refreshed 10 Jul 2026, 09:00.';

  test.each<[string, StatusFacts]>([
    [
      'Not set up: connect in the sidebar (Extensions ▸ Shift Reports).',
      facts([], {}, { isConnected: false }),
    ],
    ['Never refreshed.', facts([never])],
    [`OK: 1 report, 276 shifts${inside}`, facts([refreshed(HOUR)])],
    [`OK: 2 reports, 552 shifts${inside}`, facts([refreshed(2 * HOUR), refreshed(HOUR)])],
    [`OK: 3 reports, 552 shifts${inside}`, facts([refreshed(2 * HOUR), refreshed(HOUR), ofGroups])],
    [`OK: 1 report${inside}`, facts([ofGroups])],
    [
      'Stale: 1 report, 276 shifts, 1–7 Jul 2026, refreshed 10 Jul 2026, 07:00.',
      facts([refreshed(3 * HOUR)], { every: 'hour' }),
    ],
    [`Failing: 1 report, 276 shifts${inside} Wait a minute.`, facts([failed(HOUR, 'Wait a minute.')])],
    ['Failing. Wait a minute.', facts([failed(HOUR, 'Wait a minute.', never)])],
  ])('%s', (expected, known) => {
    expect(sentence(known)).toBe(expected);
  });
});

describe('a spreadsheet with formulas alone', () => {
  const stamped = (schedule: Partial<Schedule> = {}) => facts([], schedule);

  test('is ok once a refresh has calculated them again, and says when that was', () => {
    expect(ask('state', stamped())).toBe('ok');
    expect(sentence(stamped())).toBe('OK: no reports, formulas refreshed 10 Jul 2026, 09:00.');
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
    expect([ask('state', known), sentence(known)]).toEqual(['never', 'Never refreshed.']);
  });
});
