import { describe, expect, test } from '@jest/globals';
import { dashboardsIn } from '../../../src/dashboards/dashboard-records';
import { LAST_LINE } from '../../../src/dashboards/layout';
import { dailyReport } from '../../support/daily-report';
import { failureOf } from '../../support/fetching';
import { nodePacker } from '../../support/node-text';
import {
  CONNECTION,
  RECORD,
  ROW,
  reportAnswer,
  reportBody,
  SETTLING_RECORDS,
  SILENT_RECORD,
} from '../../support/sample-report';
import { serialOf, shiftRow } from '../../support/shift-records';
import { answer } from '../../support/stub-transport';
import { CREWS } from '../../support/two-weeks';
import { readRows } from '../reports/targets/targets-scene';
import { Building } from './building';

/* Dashboards built by a click, and what refreshes make of them. */

const BUSY = 'Try again later: another refresh was running.';
/** Three venues on each of seven days, and the same of a fourth. */
const ROWS = CREWS.map(shiftRow);
const MORE = [...ROWS, ...CREWS.slice(-6, -3).map((crew) => shiftRow({ ...crew, venue: 'Mill' }))];
const endOf = (page: Building, sheet = 'Overview') =>
  page.cells(sheet).findIndex(([text]) => String(text).startsWith(LAST_LINE)) + 1;

describe('building a dashboard', () => {
  test('makes its sheet once; after that it is brought up to date, and its look only where it changed', () => {
    const page = new Building();
    expect(page.build()).toBe('Built “Overview”. Refreshing “Shifts” keeps it up to date.');
    expect(page.build()).toBe('“Overview” is up to date.');
    expect(page.looksApplied).toHaveLength(1);
    expect(page.looksApplied[0]?.[2]).toEqual({ rows: 0, chart: undefined });
  });

  test('says in the zone of the spreadsheet when the service made the report, or that it did not say', () => {
    const page = new Building(dailyReport);
    page.book.calendar.name = 'Pacific/Auckland';
    page.build();
    // 11:59:58 UTC on 10 March is 00:59:58 on 11 March there: never shown as later.
    expect(page.cells()[1]?.[0]).toContain('as of 11 Mar 2026, 00:59');
    const metadata = { employer_id: 1042, generated_at: null };
    const silent = new Building(answer(200, reportBody([RECORD], { metadata })));
    silent.build();
    expect(silent.cells()[1]?.[0]).toContain(' · the service gave no time for its data · ');
  });

  test('makes percentages by what refreshes have found out where its rows do not say', () => {
    const page = new Building(reportAnswer(SETTLING_RECORDS));
    page.book.refresh();
    page.book.fetching.cache.entries.clear();
    page.book.fetching.transport.next(reportAnswer([SILENT_RECORD]));
    page.build('where_and_when');
    const line = page.cells('Where and when').find(([venue]) => venue === RECORD.VENUE_NAME) ?? [];
    // 200 worked of 300 posted; of the demand it would be 67.1.
    const [missing, ...rates] = line.filter((cell) => typeof cell === 'number');
    expect([missing, rates]).toEqual([98, [expect.closeTo(20_000 / 300, 9)]]);
  });

  test('says that figures are older where the service gives no newer ones, and what it says where it refuses', () => {
    const page = new Building();
    page.book.refresh();
    // Rows are fresh for a quarter of an hour, and kept for longer.
    page.book.fetching.clock.advance(2 * 3600);
    page.book.fetching.transport.next(answer(504));
    page.build();
    expect(page.cells()[2]?.[0]).toMatch(/=TRIM\("Older figures: Try again /);
    const refused = new Building(answer(403));
    expect(failureOf(() => refused.build()).message).toMatch(/^Send the details to your IT team/);
    expect(refused.book.sheets.byName('Overview')).toBeUndefined();
  });

  test('waits for a refresh where the table holds rows of another employer', () => {
    const page = new Building();
    page.book.refresh();
    const other = { ...CONNECTION, employer: '77', fingerprint: 'fingerprint-2' };
    page.book.document.write({ connection: JSON.stringify(other) });
    expect(failureOf(() => page.build()).message).toBe(
      'Press Refresh first: “Shifts” still holds rows of another employer, the dashboard would show others.',
    );
    expect(page.book.sheets.byName('Overview')).toBeUndefined();
  });

  test('of eight years takes as many requests as it needs: no formula’s limit holds for a click', () => {
    const page = new Building(dailyReport);
    page.book.save({ ...page.book.report(), from: '2018-01-01', to: '2026-03-07' });
    expect(page.build()).toContain('Built “Overview”');
  });

  test('names it by its report where another sheet has the plain name, until there are too many', () => {
    const page = new Building();
    page.book.opened.add('Overview');
    expect(page.build()).toBe('Built “Overview – Shifts”. Refreshing “Shifts” keeps it up to date.');
    expect(page.cells('Overview – Shifts')[0]?.[0]).toBe('Overview');
    expect(page.build()).toBe('“Overview – Shifts” is up to date.');
    const full = new Building();
    const names = [
      'Overview',
      'Overview – Shifts',
      ...Array.from({ length: 50 }, (_, at) => `Overview – Shifts ${at + 2}`),
    ];
    for (const name of names) full.book.opened.add(name);
    expect(failureOf(() => full.build()).message).toBe(
      'Delete some of the sheets that are called “Overview”: there are too many.',
    );
  });

  test('finishes one that was begun, and leaves its sheet alone where that was used for something else', () => {
    const page = new Building();
    page.build();
    page.restore({ look: '' });
    expect(page.build()).toBe('Built “Overview”. Refreshing “Shifts” keeps it up to date.');
    expect(page.looksApplied).toHaveLength(2);
    page.restore({ look: '' });
    page.book.opened.book.editor.type('Overview!A1', 'My page');
    expect(failureOf(() => page.build()).message).toMatch(
      /^Undo the change in “Overview”, or delete the sheet/,
    );
    expect(page.cells()[0]?.[0]).toBe('My page');
  });

  test('stops where another run has written it meanwhile, and changes nothing', () => {
    const page = new Building();
    page.build();
    page.beforeLock(() => page.restore({ look: 'other' }));
    const before = page.book.opened.writes.length;
    expect(failureOf(() => page.build()).message).toBe(BUSY);
    expect(page.book.opened.writes).toHaveLength(before);
  });
});

describe('a refresh', () => {
  const built = (...templates: Parameters<Building['build']>[0][]) => {
    const page = new Building();
    for (const template of templates) page.build(template);
    page.follow(ROWS);
    page.book.opened.writes.length = 0;
    page.looksApplied.length = 0;
    return page;
  };

  test('gives a dashboard another look where it has other rows, with the chart that it had', () => {
    const page = built('scorecard');
    const rows = endOf(page, 'Scorecard');
    expect(page.follow(MORE)).toEqual([]);
    const [, look, former] = page.looksApplied[0] ?? [];
    expect(former).toEqual({ rows, chart: expect.stringMatching(/^A\d+:A\d+,B/) });
    // A line in the table, and a bar in the chart.
    expect(look?.cells.length).toBe(rows + 2);
    expect(page.follow([])).toEqual([]);
    expect(page.looksApplied[1]?.[1].chart).toBeUndefined();
    expect(dashboardsIn(page.book.document.readAll())[0]?.chart).toBeUndefined();
  });

  test('leaves what stands below and right of the block, and needs blank cells to grow', () => {
    const page = built('scorecard');
    const { editor } = page.book.opened.book;
    const shown = (row: number, column: number) => page.cells('Scorecard')[row]?.[column];
    const end = endOf(page, 'Scorecard');
    editor.type(`Scorecard!A${end + 1}`, 'mine');
    editor.type('Scorecard!L3', 'beside');
    editor.type('Scorecard!K3', 'within');
    expect(page.follow(ROWS)).toEqual([]);
    expect([shown(end, 0), shown(2, 11), shown(2, 10)]).toEqual(['mine', 'beside', '']);
    expect(page.follow(MORE)).toEqual([
      'The dashboard “Scorecard” stays as it was. Clear the cells below the dashboard “Scorecard”: its new rows need the space.',
    ]);
    expect(page.follow(ROWS.filter((row) => !row.includes('Pier')))).toEqual([]);
    expect([endOf(page, 'Scorecard') < end, shown(end, 0)]).toEqual([true, 'mine']);
  });

  test('finds the last line of the longest Scorecard: 500 venues in three tables', () => {
    const page = built('scorecard');
    const [crew] = CREWS as [(typeof CREWS)[number]];
    const rows = Array.from({ length: 501 }, (_, at) =>
      ['2026-02-23', '2026-03-02'].map((day) => shiftRow({ ...crew, day, venue: `Venue ${at}` })),
    ).flat();
    const range = { from: serialOf('2026-02-23'), to: serialOf('2026-03-08') };
    const lines = readRows([{ TARGET: 90, RATE_PER_HOUR: 10 }]);
    const targets = nodePacker.pack(JSON.stringify(lines));
    const follow = () =>
      page.follow(rows, { range, properties: { ...page.book.document.readAll(), targets } });
    expect(follow()).toEqual([]);
    expect(endOf(page, 'Scorecard')).toBeGreaterThan(1500);
    page.book.sheets.byName('Scorecard')?.grow({ rows: 2000, columns: 1 });
    expect(follow()).toEqual([]);
  });

  test('takes back rows that people put into the block, and what stood below stays below', () => {
    const page = built('overview');
    const end = endOf(page);
    const { editor } = page.book.opened.book;
    editor.insertRows('Overview', 21);
    editor.type('Overview!A21', 'mine');
    editor.type(`Overview!A${end + 3}`, 'below');
    expect(page.follow(ROWS)).toEqual([]);
    expect([endOf(page), page.cells()[end + 2]?.[0]]).toEqual([end, 'below']);
    expect(page.cells().flat()).not.toContain('mine');
  });

  test.each([
    ['its title', () => 'A1', 'My page'],
    ['its last line', (page: Building) => `A${endOf(page)}`, ''],
  ])('names a dashboard that lost %s, and writes the others', (_, at, text) => {
    const page = built('overview', 'scorecard');
    page.book.opened.book.editor.type(`Overview!${at(page)}`, text);
    page.book.opened.writes.length = 0;
    expect(page.follow(ROWS)).toEqual([
      'The dashboard “Overview” stays as it was. Undo the change in “Overview”, or delete the sheet and build it again: “Overview” in A1 and its last line say how far the dashboard reaches.',
    ]);
    expect(page.book.opened.writes).toEqual(['Scorecard']);
  });

  test('forgets a dashboard whose sheet is gone, and keeps those that others have made meanwhile', () => {
    const page = built('overview', 'scorecard');
    const { opened, document } = page.book;
    const before = document.readAll();
    opened.book.editor.deleteSheet('Scorecard');
    const sheetId = opened.add('Mine');
    page.restore({ template: 'data_quality', sheetId });
    expect(page.follow(ROWS, { properties: before })).toEqual([]);
    expect(dashboardsIn(document.readAll()).map(({ template }) => template)).toEqual([
      'overview',
      'data_quality',
    ]);
  });

  test('leaves alone one that another run has written, or whose sheet went, after its cells were read', () => {
    const page = built('overview', 'scorecard');
    page.beforeLock(() => page.restore({ look: 'other' }));
    expect(page.follow(ROWS)).toEqual([`The dashboard “Overview” stays as it was. ${BUSY}`]);
    const other = built('overview', 'scorecard');
    other.beforeLock(() => other.book.opened.book.editor.deleteSheet('Overview'));
    expect(other.follow(ROWS)).toEqual([]);
    expect(other.book.opened.writes).toEqual(['Scorecard']);
  });

  test('tells of a lock that is not to be had and of a refused write, and never throws', () => {
    const page = built('overview');
    page.book.fetching.lock.refusals = 1;
    expect(page.follow(ROWS)).toEqual([`The dashboards of “Shifts” stay as they were. ${BUSY}`]);
    page.book.opened.book.editor.protectSheet('Overview');
    expect(page.follow(ROWS)).toEqual([
      expect.stringMatching(/^The dashboard “Overview” stays as it was\. Unprotect the cells/),
    ]);
  });

  test('shows its own next fourteen days in the list of unfilled positions, which it asks for', () => {
    const page = new Building(dailyReport);
    page.build('unfilled_list');
    const asked = page.book.fetching.transport.reportRequests.length;
    expect(page.follow([ROW])).toEqual([]);
    expect(page.cells('Unfilled list')[1]?.[0]).toMatch(/^1–7 Mar 2026 and the next 14 days · /);
    // They are kept for a quarter of an hour.
    expect(page.book.fetching.transport.reportRequests).toHaveLength(asked);
  });
});
