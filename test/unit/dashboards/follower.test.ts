import { describe, expect, test } from '@jest/globals';
import type { TemplateName } from '../../../src/contract/reports';
import { DashboardFollower } from '../../../src/dashboards/dashboard-builder';
import {
  type DashboardRecord,
  formatDashboards,
  LAYOUT,
  parseDashboards,
} from '../../../src/dashboards/dashboard-records';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { FollowedRefresh } from '../../../src/reports/refresh/followed-refresh';
import { newReport } from '../../../src/reports/saved/saved-report';
import { sheetRows } from '../../../src/reports/sheet/cells';
import { dashboardSource, TODAY } from '../../support/dashboard-source';
import { MemoryProperties } from '../../support/memory-properties';
import { MemorySheets } from '../../support/memory-sheets';
import { nodePacker } from '../../support/node-text';
import { serialOf, shiftRow } from '../../support/shift-records';
import { StubClock } from '../../support/stub-clock';
import { StubLock } from '../../support/stub-lock';
import { CREWS } from '../../support/two-weeks';
import { ZonedCalendar } from '../../support/zoned-calendar';

const OLD = CREWS.map(shiftRow);
const NEW = CREWS.map((crew) => shiftRow({ ...crew, worked: crew.worked - 1 }));
const RANGE = { from: serialOf('2026-02-23'), to: serialOf('2026-03-08') };

/** A spreadsheet with dashboards of the old rows. */
function opened(...templates: readonly TemplateName[]) {
  const sheets = new MemorySheets();
  const records = templates.map((template): DashboardRecord => {
    const { title, cells, columns } = planDashboard({ template }, dashboardSource(OLD, { range: RANGE }));
    const sheet = sheets.add(title);
    sheet.widen(columns);
    sheet.write(1, sheetRows(cells, cells.length, columns));
    const place = { sheetId: sheet.id, sheet: title, rows: cells.length, columns };
    return { template, reportId: 'r1', ...place, made: true, layout: LAYOUT };
  });
  sheets.steps.length = 0;
  sheets.reads.length = 0;
  const document = new MemoryProperties({ dashboards: formatDashboards(records) });
  const lock = new StubLock();
  const looks = {
    applyLook: () => {
      throw new Error('The look of a finished dashboard is never applied again.');
    },
    addCharts: () => {
      throw new Error('The charts of a finished dashboard are never made again.');
    },
  };
  const calendar = new ZonedCalendar(new StubClock());
  const follower = new DashboardFollower({
    document,
    lock,
    sheets,
    looks,
    calendar,
    packer: nodePacker,
  });
  return { sheets, document, lock, follower };
}

function refreshed(properties: Readonly<Record<string, string>>, rows = NEW): FollowedRefresh {
  const saved = { ...newReport('r1', 0), sheet: 'Shifts', from: '2026-02-23', to: '2026-03-08' };
  const report = {
    range: RANGE,
    fields: [],
    rows,
    generatedAt: '2026-03-10T09:00:00Z',
    fetchedAt: 0,
    issueCount: 0,
    emptyCount: 0,
    undated: 0,
    roundDays: [],
    issues: [],
    correlationId: 'c',
    zone: 'Europe/London',
  };
  return {
    saved,
    report,
    range: RANGE,
    ranges: [RANGE],
    zone: 'Europe/London',
    today: TODAY,
    region: 'UK',
    weekStart: 1,
    keptDefinitions: undefined,
    seenNames: () => undefined,
    fingerprint: 'connection-1',
    isSample: false,
    by: 'schedule',
    properties,
  };
}

describe('after a refresh', () => {
  test('nothing is touched where the report has no dashboards', () => {
    const { sheets, document, lock, follower } = opened('overview');
    const others = document.readAll().dashboards?.replace('"r1"', '"r2"') ?? '';
    expect(follower.follow(refreshed({ dashboards: others }))).toEqual([]);
    expect(follower.follow(refreshed({}))).toEqual([]);
    expect([lock.waits, sheets.steps, sheets.reads, document.log]).toEqual([[], [], [], []]);
  });

  test('each dashboard is read and written once, and one flush makes them certain', () => {
    const { sheets, document, lock, follower } = opened('overview', 'scorecard');
    expect(follower.follow(refreshed(document.readAll()))).toEqual([]);
    expect(sheets.steps).toEqual(['write Overview row 1 × 47', 'write Scorecard row 1 × 41', 'flush']);
    expect(sheets.reads).toHaveLength(2);
    expect([document.log, lock.isHeld]).toEqual([[], false]);
    const worked = CREWS.reduce((sum, crew) => sum + crew.worked - 1, 0);
    const demand = CREWS.reduce((sum, crew) => sum + (crew.demand ?? 0), 0);
    expect(sheets.byName('Overview')?.cells[6]?.[0]).toBeCloseTo((100 * worked) / demand, 9);
  });

  test.each([
    ['UK', 1, 'True fulfilment %', [46_076, 46_083]],
    ['US', 7, 'True fulfilment %', Array.from({ length: 13 }, (_, at) => 46_077 + at)],
  ] as const)(
    'in the %s one has the weeks of that region, spelled as there',
    (region, weekStart, words, weeks) => {
      const { sheets, document, follower } = opened('overview');
      expect(follower.follow({ ...refreshed(document.readAll()), region, weekStart })).toEqual([]);
      const cells = sheets.byName('Overview')?.cells ?? [];
      // Complete weeks in column M; in the US only one is, so that days are shown: the last thirteen.
      const days = cells.map((row) => row[12]).filter((cell) => typeof cell === 'number');
      expect(days).toEqual(weeks);
      const texts = cells.flat().filter((cell) => /fulfil+ment %/.test(String(cell)));
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).toContain(words);
    },
  );

  test('one says in the zone of the spreadsheet when the service made the report', () => {
    const { sheets, document, follower } = opened('overview');
    follower.follow({ ...refreshed(document.readAll()), zone: 'Pacific/Auckland' });
    // 09:00 UTC on 10 March is 22:00 there.
    expect(sheets.byName('Overview')?.cells[1]?.[3]).toContain('as of 10 Mar 2026, 22:00');
  });

  test('one that cannot be written is named, and the others are written', () => {
    const { sheets, document, follower } = opened('overview', 'scorecard');
    sheets.byName('Overview')?.type(1, 1, 'My page');
    const [told, ...more] = follower.follow(refreshed(document.readAll()));
    expect(told).toMatch(
      /^The dashboard “Overview” stays as it was\. Put the titles and headings of “Overview” back/,
    );
    expect(more).toEqual([]);
    expect(sheets.steps).toEqual(['write Scorecard row 1 × 41', 'flush']);
  });

  test('one of a former layout is named with what to do, and no cell of it is written', () => {
    const { sheets, document, follower } = opened('overview', 'scorecard');
    const [first, second] = parseDashboards(document.readAll().dashboards) as [
      DashboardRecord,
      DashboardRecord,
    ];
    const { layout: _, ...former } = first;
    document.write({ dashboards: formatDashboards([former, second]) });
    expect(follower.follow(refreshed(document.readAll()))).toEqual([
      'The dashboard “Overview” stays as it was. Press “Overview” under Dashboards to build it in the new layout: “Overview” has the former one.',
    ]);
    expect(sheets.steps).toEqual(['write Scorecard row 1 × 41', 'flush']);
  });

  test('one whose sheet is gone is forgotten, and those that others have made meanwhile stay', () => {
    const { sheets, document, follower } = opened('overview', 'scorecard');
    const before = document.readAll();
    const league = sheets.byName('Scorecard');
    if (league) sheets.delete(league);
    const [first] = parseDashboards(before.dashboards);
    const added = { ...(first as DashboardRecord), reportId: 'r2', sheetId: 999 };
    document.write({ dashboards: formatDashboards([...parseDashboards(before.dashboards), added]) });
    expect(follower.follow(refreshed(before))).toEqual([]);
    const left = parseDashboards(document.readAll().dashboards);
    expect(left.map(({ reportId, template }) => [reportId, template])).toEqual([
      ['r1', 'overview'],
      ['r2', 'overview'],
    ]);
  });

  test('the extent of one that grows is noted before its cells are written', () => {
    const { sheets, document, follower } = opened('unfilled_list');
    const more = [...NEW, shiftRow({ day: '2026-03-03', venue: 'Another', posted: 4, booked: 1, worked: 1 })];
    const order: string[] = [];
    sheets.beforeStep = (what) => {
      order.push(`${what}, ${parseDashboards(document.readAll().dashboards)[0]?.rows} rows noted`);
    };
    expect(follower.follow(refreshed(document.readAll(), more))).toEqual([]);
    expect(order[0]).toBe('write Unfilled list row 1 × 74, 74 rows noted');
    follower.follow(refreshed(document.readAll(), NEW.slice(0, 3)));
    expect(order.slice(-2)[0]).toBe('write Unfilled list row 1 × 74, 74 rows noted');
  });

  test('a lock that is not to be had and a refused write are told, never thrown', () => {
    const { sheets, document, lock, follower } = opened('overview');
    lock.refusals = 1;
    expect(follower.follow(refreshed(document.readAll()))).toEqual([
      'The dashboards of “Shifts” stay as they were. Try again in a minute: another refresh is running.',
    ]);
    sheets.refusedStep = 1;
    expect(follower.follow(refreshed(document.readAll()))).toEqual([
      'The dashboard “Overview” stays as it was. Unprotect the cells.',
    ]);
  });
});

describe('the lock', () => {
  test('is taken after all cells were read', () => {
    const { sheets, document, lock, follower } = opened('overview', 'unfilled_list');
    const reads: number[] = [];
    const acquire = lock.acquire.bind(lock);
    lock.acquire = (wait) => {
      reads.push(sheets.reads.length);
      return acquire(wait);
    };
    expect(follower.follow(refreshed(document.readAll()))).toEqual([]);
    expect([reads, sheets.reads.length]).toEqual([[2], 2]);
  });

  test('is not taken where no dashboard may be written', () => {
    const { sheets, document, lock, follower } = opened('overview');
    sheets.byName('Overview')?.type(9, 1, 'mine');
    expect(follower.follow(refreshed(document.readAll()))).toEqual([
      'The dashboard “Overview” stays as it was. Move your notes (A9) on “Overview” right of column W or below row 47: new figures would overwrite them.',
    ]);
    expect([lock.waits, sheets.steps]).toEqual([[], []]);
  });

  test('protects a dashboard that another run has written after its cells were read', () => {
    const { sheets, document, lock, follower } = opened('overview', 'scorecard');
    const before = document.readAll();
    const acquire = lock.acquire.bind(lock);
    lock.acquire = (wait) => {
      const [first, second] = parseDashboards(before.dashboards) as [DashboardRecord, DashboardRecord];
      document.write({ dashboards: formatDashboards([{ ...first, rows: first.rows + 5 }, second]) });
      return acquire(wait);
    };
    expect(follower.follow(refreshed(before))).toEqual([
      'The dashboard “Overview” stays as it was. Try again in a minute: another refresh is running.',
    ]);
    expect(sheets.steps).toEqual(['write Scorecard row 1 × 41', 'flush']);
  });
});

describe('notes of people', () => {
  const WHERE = 'right of column AC or below row 41: new figures would overwrite them.';

  test('stay below the last line and beside the cells, also where a longer list once stood', () => {
    const { sheets, document, follower } = opened('unfilled_list');
    follower.follow(refreshed(document.readAll(), NEW.slice(0, 3)));
    const sheet = sheets.byName('Unfilled list');
    const below = sheet?.cells.findIndex(([text]) => String(text).startsWith('Updated automatically')) ?? 0;
    sheet?.type(below + 2, 1, 'mine');
    sheet?.type(14, 12, 'beside');
    expect(follower.follow(refreshed(document.readAll(), NEW.slice(0, 2)))).toEqual([]);
    expect([sheet?.cells[below + 1]?.[0], sheet?.cells[13]?.[11]]).toEqual(['mine', 'beside']);
    expect(follower.follow(refreshed(document.readAll()))).toEqual([
      expect.stringContaining('Clear the cells below the dashboard “Unfilled list”'),
    ]);
    expect(sheet?.cells[below + 1]?.[0]).toBe('mine');
  });

  test('among the lines of a list stop an update, which names them where that is certain', () => {
    const { sheets, document, follower } = opened('scorecard');
    const sheet = sheets.byName('Scorecard');
    sheet?.type(23, 11, 'call them');
    sheet?.type(29, 1, 'below the table');
    expect(follower.follow(refreshed(document.readAll()))).toEqual([
      `The dashboard “Scorecard” stays as it was. Move your notes (K23, A29) on “Scorecard” ${WHERE}`,
    ]);
    // A note in the place of a figure to come cannot be told from that.
    sheet?.type(23, 11, '');
    sheet?.type(29, 1, '');
    sheet?.type(15, 6, 'mine');
    const another = shiftRow({ day: '2026-03-03', venue: 'Another', posted: 4, booked: 1, worked: 1 });
    expect(follower.follow(refreshed(document.readAll(), [...NEW, another]))).toEqual([
      `The dashboard “Scorecard” stays as it was. Move your notes on “Scorecard” ${WHERE}`,
    ]);
    expect(sheet?.cells[14]?.[5]).toBe('mine');
  });

  test('in a row that was put among the lines of a list stop an update', () => {
    const { sheets, document, follower } = opened('unfilled_list');
    const sheet = sheets.byName('Unfilled list');
    sheet?.cells.splice(26, 0, ['mine', ...new Array<string>(10).fill('')]);
    expect(follower.follow(refreshed(document.readAll()))).toEqual([
      expect.stringContaining('its cells were moved or changed'),
    ]);
    expect(sheets.steps).toEqual([]);
  });

  test('are not what a cleared figure counts as: it comes back', () => {
    const { sheets, document, follower } = opened('overview');
    const sheet = sheets.byName('Overview');
    sheet?.type(7, 10, '');
    expect(follower.follow(refreshed(document.readAll()))).toEqual([]);
    expect(sheet?.cells[6]?.[9]).toBe(CREWS.reduce((sum, crew) => sum + (crew.demand ?? 0), 0));
  });
});
