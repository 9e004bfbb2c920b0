import { describe, expect, test } from '@jest/globals';
import type { SavedReport } from '../../../../src/reports/saved/saved-report';
import { SCHEDULE_OFF, type Schedule } from '../../../../src/reports/saved/saved-schedule';
import { statusBlock } from '../../../../src/reports/status/status-sheet';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { RECORD, reportAnswer } from '../../../support/sample-report';
import { StubClock } from '../../../support/stub-clock';
import { answer } from '../../../support/stub-transport';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const NOON = Date.parse('2026-07-10T12:00:00Z');
const CALENDAR = new ZonedCalendar(new StubClock());
const CONTENT = {
  refreshedAt: NOON,
  generatedAt: '2026-07-10T11:00:00Z',
  rows: 3,
  from: 46_082,
  to: 46_088,
  issues: 2,
  empty: 2,
  checks: [],
  hash: 'h',
  changedAt: NOON,
};
const RUN = { outcome: 'refreshed', finishedAt: NOON, message: '=3 shifts.', correlationId: 'c-1' } as const;
const REFRESHED: SavedReport = { ...savedReport('r-1', '=Shifts'), content: CONTENT, lastRun: RUN };
const OFF = SCHEDULE_OFF;
const DAILY: Schedule = { ...OFF, every: 'day' };
/** Serial number of 2026-07-10, 13:00: noon UTC as London's clock shows it. */
const ONE_O_CLOCK = 46_213 + 13 / 24;
const BLANK = new Array<string>(17).fill('');

const block = (reports: readonly SavedReport[], schedule = OFF, rows = 0, stampedAt = 0) =>
  statusBlock(
    {
      reports,
      schedule,
      statusSheet: { sheetId: 1, rows, stampedAt, named: true, grid: { rows: 1000, columns: 26 } },
    },
    CALENDAR,
    'Europe/London',
  );

describe('the status of the reports', () => {
  test('has one heading row of 17 names, written literally, and always a row for the stamp', () => {
    expect(block([])).toEqual([
      [
        "'REPORT",
        "'STATE",
        "'REFRESHED",
        "'DATA AS OF",
        "'SHIFTS",
        "'FIRST DAY",
        "'LAST DAY",
        "'ISSUES",
        "'STALE AFTER",
        "'STALE",
        "'LAST RUN",
        "'MESSAGE",
        "'CORRELATION ID",
        "'CHANGED",
        "'NEXT RUN",
        "'RUNS AS",
        "'STAMP",
      ],
      BLANK,
    ]);
  });

  test('gives times by the clock of the spreadsheet’s zone, days as serial numbers and text literally', () => {
    const [, row = []] = block([REFRESHED]);
    expect(row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 24) / 24 : cell))).toEqual([
      "'=Shifts",
      "'OK",
      ONE_O_CLOCK,
      46_213 + 12 / 24,
      3,
      46_082,
      46_088,
      0,
      '',
      '',
      ONE_O_CLOCK,
      "'=3 shifts.",
      "'c-1",
      ONE_O_CLOCK,
      '',
      '',
      '',
    ]);
  });

  test('counts no groups as shifts', () => {
    const grouped: SavedReport = { ...REFRESHED, report: 'shift_fulfilment_aggregated' };
    expect(block([grouped, REFRESHED]).map((row) => row[4])).toEqual(["'SHIFTS", '', 3]);
  });

  test('of a report never refreshed says so', () => {
    expect(block([savedReport('r-1', 'Shifts')])[1]).toEqual([
      "'Shifts",
      "'NEVER REFRESHED",
      ...BLANK.slice(2),
    ]);
  });

  test('of a report that failed keeps what its table shows', () => {
    const failed: SavedReport = { ...REFRESHED, lastRun: { ...RUN, outcome: 'failed' } };
    expect(block([failed])[1]?.slice(1, 5)).toEqual([
      "'FAILED",
      ...(block([REFRESHED])[1] ?? []).slice(2, 5),
    ]);
  });

  test('of a report whose new table is held back says what to do, and still turns stale by itself', () => {
    const message =
      'Press Refresh and confirm if this is right: only 5 of 12 rows came, so the old table stays.';
    const held: SavedReport = { ...REFRESHED, lastRun: { ...RUN, outcome: 'held', message } };
    const rows = block([held, { ...held, content: { ...CONTENT, sample: 'f' } }], DAILY);
    expect(rows.slice(1).map((row) => row[1])).toEqual(["'HELD", "'SAMPLE, HELD"]);
    expect(rows[1]?.[11]).toBe(`'${message}`);
    const refreshed = block([REFRESHED], DAILY)[1] ?? [];
    expect(rows[1]?.slice(2, 10)).toEqual(refreshed.slice(2, 10));
    expect(rows[1]?.[9]).toBe('=NOW()>I2');
  });

  test('turns stale by itself two intervals after a refresh, by a formula without separator', () => {
    const rows = block([REFRESHED, REFRESHED], DAILY);
    expect([rows[1]?.[8], rows[1]?.[9], rows[2]?.[9]]).toEqual([
      expect.closeTo(ONE_O_CLOCK + 2, 6),
      '=NOW()>I2',
      '=NOW()>I3',
    ]);
  });

  test('tells when the next run comes and whose it is, as of the newest run', () => {
    const runner = {
      triggerId: 't',
      savedAt: Date.parse('2026-07-08T23:30:00Z'),
      email: '',
      proven: true,
      zone: 'Europe/London',
    };
    const row = block([REFRESHED], { ...DAILY, savedAt: runner.savedAt, runners: [runner] })[1] ?? [];
    expect(row.slice(13, 16)).toEqual([
      expect.closeTo(ONE_O_CLOCK, 6),
      "'2026-07-11 06:00 to 07:00",
      "'Owner of the schedule saved on 9 Jul 2026",
    ]);
  });

  test('blanks the rows of reports that are no more', () => {
    expect(block([REFRESHED], OFF, 3).slice(2)).toEqual([BLANK, BLANK]);
  });

  test('has the stamp below its heading and nowhere else, as milliseconds, with reports or without', () => {
    const stamps = (reports: readonly SavedReport[]) =>
      block(reports, OFF, 3, NOON + 7000).map((row) => row[16]);
    const at = NOON + 7000;
    expect(stamps([REFRESHED, REFRESHED])).toEqual(["'STAMP", at, '', '']);
    expect(stamps([])).toEqual(["'STAMP", at, '', '']);
  });
});

describe('the status sheet', () => {
  test('is made after a click, with formats for times and days', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    expect(book.sheets.byName('Shift Reports status')?.formats).toEqual([
      'F,G yyyy-mm-dd',
      'C,D,I,K,N yyyy-mm-dd hh:mm',
      'Q 0',
      'E,H #,##0',
    ]);
  });

  test('is one write for all reports', () => {
    const book = new Refreshing(
      [reportAnswer()],
      [savedReport('r-1', 'Shifts'), savedReport('r-2', 'Other', 2)],
    );
    book.refresh();
    expect(book.sheets.steps).toContain('write Shift Reports status row 1 × 3');
    expect(book.status().map((row) => row[0])).toEqual(['Shifts', 'Other']);
  });

  test.each([
    ['schedule', false],
    ['menu', true],
  ] as const)('when it was deleted and a %s refreshes is there again: %p', (by, again) => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    const status = book.sheets.byName('Shift Reports status');
    if (status) book.sheets.delete(status);
    book.refresh(by);
    expect(book.sheets.byName('Shift Reports status') !== undefined).toBe(again);
  });

  test('is followed by its ID when it is renamed', () => {
    const book = new Refreshing([reportAnswer(), answer(404)]);
    book.refresh();
    const status = book.sheets.byName('Shift Reports status');
    if (status) status.tab = 'Freshness';
    failureOf(() => book.refresh());
    expect([book.sheets.byName('Freshness')?.readRow(2, 2)[1], book.status()]).toEqual(['FAILED', []]);
  });

  test('is never a sheet of that name which holds something', () => {
    const book = new Refreshing([reportAnswer()]);
    book.sheets.add('Shift Reports status', [['mine']]);
    book.refresh();
    expect(book.sheets.byName('Shift Reports status')?.cells).toEqual([['mine']]);
    expect(book.ids()).toEqual([RECORD.SHIFT_ID]);
  });

  test('gets a number where someone else has its name, and says where it is, once', () => {
    const book = new Refreshing([reportAnswer(), reportAnswer()]);
    book.sheets.add('Shift Reports status', [['mine']]);
    book.sheets.add('Shift Reports status 2', [['mine too']]);
    book.refresh();
    const status = book.sheets.byName('Shift Reports status 3');
    expect(status?.cells[1]?.slice(0, 2)).toEqual(['Shifts', 'OK']);
    expect([book.state().statusSheet?.sheetId, book.sheets.names.get('SHIFT_STAMP')?.sheetId]).toEqual([
      status?.id,
      status?.id,
    ]);
    const told = 'The status is on “Shift Reports status 3”: “Shift Reports status” is a sheet of yours.';
    expect(book.report().lastRun?.message).toContain(told);
    book.refresh();
    expect(book.report().lastRun?.message).not.toContain(told);
  });

  test('with a number is taken up again, and no other is made', () => {
    const book = new Refreshing([reportAnswer(), reportAnswer()]);
    book.sheets.add('Shift Reports status', [['mine']]);
    book.refresh();
    book.document.write({ statusSheet: '' });
    book.refresh('schedule');
    expect(book.sheets.sheets.map(({ tab }) => tab)).toEqual([
      'Shift Reports status',
      'Shifts',
      'Shift Reports status 2',
    ]);
    expect(book.state().statusSheet?.sheetId).toBe(book.sheets.byName('Shift Reports status 2')?.id);
  });

  test('is not made for a failure', () => {
    const book = new Refreshing([answer(404)]);
    failureOf(() => book.refresh());
    expect(book.sheets.sheets).toEqual([]);
  });
});
