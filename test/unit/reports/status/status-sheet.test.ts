import { describe, expect, test } from '@jest/globals';
import { SCHEDULE_OFF, type Schedule } from '../../../../src/reports/saved/document-state';
import type { SavedReport } from '../../../../src/reports/saved/saved-report';
import { millisUntilStale, statusLines } from '../../../../src/reports/status/status-sheet';
import { savedReport } from '../../../support/refreshing';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const NOON = Date.parse('2026-07-10T12:00:00Z');
const CONTENT = {
  refreshedAt: NOON,
  generatedAt: '2026-07-10T11:00:00Z',
  rows: 3,
  from: 46_082,
  to: 46_088,
  checks: '',
  hash: 'h',
  changedAt: NOON,
  owner: 'UK 1042',
};
const RUN = { outcome: 'refreshed', finishedAt: NOON, message: '=3 shifts.', correlationId: 'c-1' } as const;
const REFRESHED: SavedReport = { ...savedReport('r-1', '=Shifts'), content: CONTENT, lastRun: RUN };
const DAILY: Schedule = { ...SCHEDULE_OFF, every: 'day', savedAt: NOON };
/** 2026-07-10, 13:00: noon UTC as London's clock shows it. */
const ONE_O_CLOCK = 46_213 + 13 / 24;
const LINE = { name: '=Transfer', state: 'refreshed', at: NOON, message: 'Sent 3 shifts.' };

const lines = (reports: readonly SavedReport[], schedule = SCHEDULE_OFF, others = '') =>
  statusLines(
    { reports, schedule, properties: { line: others } },
    new ZonedCalendar(new StubClock()),
    'Europe/London',
  ).map((row) => row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 24) / 24 : cell)));
const changed = (part: Partial<SavedReport>): SavedReport => ({ ...REFRESHED, ...part });
const outcome = (of: NonNullable<SavedReport['lastRun']>['outcome']) =>
  changed({ lastRun: { ...RUN, outcome: of } });

describe('a line', () => {
  test('of a report has nine cells: times by the clock of the zone, text literally', () => {
    expect(lines([REFRESHED], DAILY)).toEqual([
      [
        "'=Shifts",
        "'OK",
        "'=3 shifts.",
        ONE_O_CLOCK,
        '=(NOW()>D2+48/24)*1',
        ONE_O_CLOCK,
        "'11 Jul 2026, 06:00 to 07:00",
        "'1–7 Mar 2026",
        3,
      ],
    ]);
  });

  const KEPT = { filters: '', from: 1, shifts: [], values: [], isKept: true };
  test.each<[string, SavedReport, string]>([
    ['held', outcome('held'), 'Waiting for you'],
    ['held, after someone chose the old table', { ...outcome('held'), baseline: KEPT }, 'Old table kept'],
    ['failed, after someone chose the old table', { ...outcome('failed'), baseline: KEPT }, 'Failed'],
    ['failed', outcome('failed'), 'Failed'],
    ['unfinished', outcome('unfinished'), 'Unfinished'],
    ['a sample', changed({ content: { ...CONTENT, owner: 'sample f' } }), 'Sample: OK'],
    ['never refreshed', savedReport('r-1', 'Shifts'), 'Never refreshed'],
  ])('of a report that is %s says so', (_, report, state) => {
    expect(lines([report])[0]?.[1]).toBe(`'${state}`);
  });

  test.each<[string, Schedule, SavedReport['every'], string]>([
    ['by hand', SCHEDULE_OFF, 'settings', "'Try again later: it did not answer."],
    ['by its schedule', DAILY, 'settings', "'Nothing to do, the schedule tries again: it did not answer."],
    ['by hand beside a schedule', DAILY, 'off', "'Try again later: it did not answer."],
  ])('of a failure that passes says what to do, where it is refreshed %s', (_, schedule, every, said) => {
    const lastRun = { ...RUN, outcome: 'failed', message: 'Try again later: it did not answer.' } as const;
    expect(lines([changed({ lastRun, every })], schedule)[0]?.[2]).toBe(said);
  });

  test('of a report of groups counts no shifts', () => {
    expect(lines([changed({ report: 'shift_fulfilment_aggregated' })])[0]?.[8]).toBe('');
  });

  test('that is of no report has a name, a state, a message and a time', () => {
    expect(lines([REFRESHED], DAILY, JSON.stringify(LINE))[1]).toEqual([
      ...["'=Transfer", "'OK", "'Sent 3 shifts.", '', '', ONE_O_CLOCK],
      ...['', '', ''],
    ]);
  });

  test('of a report turns stale by a formula on its own time', () => {
    expect(lines([REFRESHED, REFRESHED], { ...DAILY, every: 'hour' })[1]?.[4]).toBe('=(NOW()>D3+2/24)*1');
  });
});

describe('a table counts as stale', () => {
  test.each<[Schedule['every'], SavedReport['every'] | undefined, number]>([
    ['hour', undefined, 2 * 3_600_000],
    ['day', 'settings', 2 * 86_400_000],
    ['day', 'week', 14 * 86_400_000],
    // Nobody promised to refresh it.
    ['off', 'hour', Number.POSITIVE_INFINITY],
  ])('after two intervals of its schedule (%s, its own %s)', (every, own, expected) => {
    expect(millisUntilStale({ every: own }, { ...SCHEDULE_OFF, every })).toBe(expected);
  });
});
