import { describe, expect, test } from '@jest/globals';
import { stampFormulas } from '../../../../src/reports/refresh/refresh-all';
import { SCHEDULE_OFF, type Schedule } from '../../../../src/reports/saved/document-state';
import type { SavedReport } from '../../../../src/reports/saved/saved-report';
import { staleAfterMillis, statusLines } from '../../../../src/reports/status/status-sheet';
import type { MemorySheet } from '../../../support/memory-sheets';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';
import { STATUS_HEADINGS } from '../../../support/status-headings';
import { StubClock } from '../../../support/stub-clock';
import { answer } from '../../../support/stub-transport';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const STATUS = 'Shift Reports status';
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

  test.each<[string, SavedReport, string]>([
    ['held', outcome('held'), 'Waiting for you'],
    ['failed', outcome('failed'), 'Failed'],
    ['unfinished', outcome('unfinished'), 'Unfinished'],
    ['a sample', changed({ content: { ...CONTENT, owner: 'sample f' } }), 'OK, sample'],
    ['never refreshed', savedReport('r-1', 'Shifts'), 'Never refreshed'],
  ])('of a report that is %s says so', (_, report, state) => {
    expect(lines([report])[0]?.[1]).toBe(`'${state}`);
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

  test.each([
    ['hour', 2],
    ['day', 48],
    ['week', 336],
  ] as const)('of a report turns stale two intervals after a refresh (%s)', (every, hours) => {
    expect(lines([REFRESHED, REFRESHED], { ...DAILY, every }).map((line) => line[4])).toEqual([
      `=(NOW()>D2+${hours}/24)*1`,
      `=(NOW()>D3+${hours}/24)*1`,
    ]);
  });
});

describe('a table counts as stale', () => {
  const refreshed = { content: { refreshedAt: 1_000_000 } };
  test.each<[Schedule['every'], { content: { refreshedAt: number } | null }, number | undefined]>([
    ['hour', refreshed, 1_000_000 + 2 * 3_600_000],
    ['day', refreshed, 1_000_000 + 2 * 86_400_000],
    ['week', refreshed, 1_000_000 + 14 * 86_400_000],
    // Nobody promised to refresh it, or it was never refreshed.
    ['off', refreshed, undefined],
    ['hour', { content: null }, undefined],
  ])('after two intervals of its schedule (%s, %j)', (every, table, expected) => {
    expect(staleAfterMillis(table, { ...SCHEDULE_OFF, every })).toBe(expected);
  });
});

/** The cells of the status sheet, and the name of the stamp. */
const sheet = (book: Refreshing, name = STATUS) => book.sheets.byName(name)?.cells ?? [];
const stamp = (book: Refreshing) => {
  const named = book.sheets.names.get('SHIFT_STAMP');
  const on = book.sheets.sheets.find(({ id }) => id === named?.sheetId);
  return on?.cells[(named?.row ?? 0) - 1]?.[(named?.column ?? 0) - 1];
};
const minute = (book: Refreshing) => book.fetching.clock.advance(60);

describe('the status sheet', () => {
  test('is rewritten from A1, whatever was moved or typed there', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    expect(sheet(book)[0]).toEqual([...STATUS_HEADINGS, book.fetching.clock.now(), 'Written by the add-on']);
    const before = sheet(book).map((row) => row[0]);
    book.sheets.byName(STATUS)?.type(1, 1, 'mine');
    book.sheets.byName(STATUS)?.type(2, 1, 'mine');

    book.refresh();

    expect(sheet(book).map((row) => row[0])).toEqual(before);
  });

  test('blanks twenty rows below its lines, where reports were, and leaves those below to people', () => {
    const book = new Refreshing(
      [reportAnswer()],
      [savedReport('r-1', 'Shifts'), savedReport('r-2', 'Two', 2)],
    );
    book.refresh();
    book.sheets.byName(STATUS)?.type(23, 1, 'mine');
    book.document.remove('report.r-2');
    book.refresh();
    expect(book.status().map((row) => row[0])).toEqual(['Shifts', ...Array(20).fill(''), 'mine']);
  });

  test('is not written where the script beside the add-on writes it, which every refresh says', () => {
    const other = new Refreshing([reportAnswer()]);
    other.refresh();
    const cells = sheet(other).map((row) =>
      row.map((cell) => (cell === 'Written by the add-on' ? 'Written by this script' : cell)),
    );
    const book = new Refreshing([reportAnswer()]);
    book.sheets.add(STATUS, cells);
    for (const _run of [1, 2]) {
      book.refresh();
      expect(sheet(book)).toEqual(cells);
      expect([book.report().lastRun?.outcome, book.report().lastRun?.message]).toEqual([
        'refreshed',
        expect.stringContaining(
          'Remove the add-on or the script of this spreadsheet: both refresh reports, and the status is the other’s.',
        ),
      ]);
    }
  });

  test('is named where a person has put another sheet in its place', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.sheets.delete(book.sheets.byName(STATUS) as MemorySheet);
    book.sheets.add(STATUS, [['mine']]);
    book.refresh('schedule');
    expect(book.report().lastRun?.message).toContain('Rename the sheet “Shift Reports status”');
    expect(sheet(book)).toEqual([['mine']]);
  });

  test('is taken up in a copy of the spreadsheet: its lines are blanked', () => {
    const book = new Refreshing(
      [reportAnswer()],
      [savedReport('r-1', 'Shifts'), savedReport('r-2', 'Two', 2)],
    );
    book.refresh();
    book.document.remove('report.r-2');
    book.document.write({ statusSheet: '' });
    book.refresh();
    expect(book.status().flatMap((row) => row[1] || [])).toEqual(['OK']);
    expect(book.sheets.sheets.map(({ tab }) => tab)).toEqual(['Shifts', STATUS]);
  });

  test('never makes a refresh fail', () => {
    const whole = new Refreshing([reportAnswer()]);
    whole.refresh();
    whole.sheets.steps.forEach((step, index) => {
      if (!/Shift Reports status|SHIFT_STAMP/.test(step)) return;
      const book = new Refreshing([reportAnswer()]);
      book.sheets.refusedStep = index + 1;
      book.refresh();
      expect([step, book.report().lastRun?.outcome, book.ids()]).toEqual([step, 'refreshed', whole.ids()]);
    });
  });
});

describe('the stamp', () => {
  test('moves with each run, also with one that fails', () => {
    const book = new Refreshing([reportAnswer(), answer(404), answer(404), reportAnswer()]);
    book.refresh();
    const stamps = [stamp(book)];
    for (let run = 0; run < 3; run += 1) {
      book.fetching.clock.advance(3600);
      try {
        book.refresh();
      } catch {
        // It failed.
      }
      stamps.push(stamp(book));
    }
    expect(stamps).toEqual([0, 1, 2, 3].map((hours) => Number(stamps[0]) + 3_600_000 * hours));
    expect(book.state().statusSheet?.stampedAt).toBe(stamps[3]);
  });

  test('is named again where the name was deleted or moved', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    for (const spoil of [
      () => book.sheets.names.clear(),
      () => book.sheets.byName(STATUS)?.nameBlock('SHIFT_STAMP', { row: 9, column: 9, rows: 1, columns: 1 }),
    ]) {
      spoil();
      minute(book);
      book.refresh('schedule');
      expect(stamp(book)).toBe(book.fetching.clock.now());
    }
  });

  test('without a report stands on a status sheet of its own, and asks the service nothing', () => {
    const book = new Refreshing([reportAnswer()], []);
    stampFormulas(book.services('schedule'), 'schedule');
    expect(book.sheets.sheets).toEqual([]);
    const returned = stampFormulas(book.services('menu'), 'menu');
    expect({ ...book.state(), properties: returned.properties }).toEqual(returned);
    minute(book);
    stampFormulas(book.services('schedule'), 'schedule');
    expect([stamp(book), book.fetching.transport.tokenRequests]).toEqual([book.fetching.clock.now(), []]);
  });
});
