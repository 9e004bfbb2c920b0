import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '../../../src/contract/reports';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import { QUESTIONS, TEMPLATE_NAMES, TITLES } from '../../../src/dashboards/template-names';
import { NEW_SHEET_COLUMNS } from '../../../src/reports/writing/table-heading';
import { DASHBOARDS } from '../../../src/sidebar/page/words/dashboards';
import { dashboardSource } from '../../support/dashboard-source';
import { shiftRow } from '../../support/shift-records';
import { CREWS } from '../../support/two-weeks';

const ROWS = CREWS.map(shiftRow);
const MANY = Array.from({ length: 1200 }, (_, at) =>
  shiftRow({
    day: '2026-03-02',
    venue: `Venue ${at}`,
    role: `Role ${at % 60}`,
    posted: 9,
    booked: 5,
    worked: 3,
  }),
);
/** Rows that leave worked % open between 50 and 100: of one position each, never without bookings. */
const OPEN = Array.from({ length: 30 }, (_, at) =>
  shiftRow({
    day: '2026-03-02',
    posted: 1,
    booked: at % 2,
    worked: at % 2,
    demand: 1,
    sent: { SHIFTS_WORKED_PERCENTAGE: at % 2 === 1 ? 100 : 0 },
  }),
);
const CONTRADICTED = CREWS.map((crew) => shiftRow({ ...crew, sent: { TRUE_FULFILMENT_PERCENTAGE: 42.4 } }));

const text = (cells: readonly (readonly unknown[])[]) => cells.flat().map(String).join('\n');

test('the templates are those of the contract, and the sidebar asks the same questions', () => {
  expect(TEMPLATE_NAMES).toEqual(TEMPLATES);
  for (const template of TEMPLATES) {
    expect(DASHBOARDS[template]).toEqual({ label: TITLES[template], question: QUESTIONS[template] });
  }
});

describe.each(TEMPLATES)('%s', (template) => {
  test('opens with its title, its question, the time, the period and a definition', () => {
    const { cells, title } = planDashboard(template, dashboardSource(ROWS));
    expect(title).toBe(TITLES[template]);
    expect(cells.slice(0, 2).map(([first]) => first)).toEqual([TITLES[template], QUESTIONS[template]]);
    expect(cells[3]?.slice(0, 3)).toEqual(['As of', 46_091.375, 'Europe/London']);
    expect(cells[4]?.slice(1, 4)).toEqual([45_999, 46_089, 'From the report “Shifts”']);
    expect(String(cells[5]?.[1])).toContain('Percentages of groups are sums divided by sums.');
  });

  test('says SAMPLE with the sample, and only then', () => {
    expect(text(planDashboard(template, dashboardSource(ROWS)).cells)).not.toContain('SAMPLE');
    const { cells } = planDashboard(template, dashboardSource(ROWS, { isSample: true }));
    expect(String(cells[2]?.[0])).toMatch(/^SAMPLE: /);
  });

  test('is laid out the same whatever the rows, the region and the day on which weeks begin', () => {
    const one = planDashboard(template, dashboardSource(ROWS));
    const others = [
      dashboardSource([]),
      dashboardSource(MANY),
      dashboardSource(OPEN, { isSample: true, asOf: null }),
      dashboardSource(ROWS, { region: 'US', weekStart: 7 }),
    ].map((source) => planDashboard(template, source));
    for (const other of others) {
      expect(other.anchors).toEqual(one.anchors);
      expect({ ...other.look, charts: [] }).toEqual({ ...one.look, charts: [] });
      expect(other.look.charts.map(({ ranges }) => ranges)).toEqual(
        one.look.charts.map(({ ranges }) => ranges),
      );
      expect(other.cells.length).toBeLessThanOrEqual(540);
      for (const row of other.cells) expect(row).toHaveLength(one.columns);
    }
    expect(one.columns).toBeLessThan(NEW_SHEET_COLUMNS);
  });

  test('has its charts in sight, in columns that are ours and clear of all cells', () => {
    for (const rows of [ROWS, MANY]) {
      const { cells, look } = planDashboard(template, dashboardSource(rows));
      for (const chart of look.charts) {
        expect({ column: chart.column, isNear: chart.row <= 19 }).toEqual({ column: 1, isNear: true });
        // A row is 21 pixels high.
        const covered = cells.slice(chart.row - 1, chart.row - 1 + Math.ceil(chart.height / 21));
        expect(covered.flat().filter((cell) => cell !== null)).toEqual([]);
      }
    }
  });

  test('has room for the as-of time, and headings of numbers on the right', () => {
    const { look } = planDashboard(template, dashboardSource(ROWS));
    // 2026-03-10 09:00 takes 105 pixels in the default font.
    expect(look.widths.second).toBeGreaterThanOrEqual(120);
    const right = look.styles.filter(({ style }) => style === 'right').flatMap(({ ranges }) => ranges);
    expect(right.length).toBeGreaterThan(0);
  });

  test('says so where the period has no shifts, and not where it has', () => {
    const sentence = 'There are no shifts in this period that fit the report: 0 means nothing to count';
    const notes = (rows: typeof ROWS) => String(planDashboard(template, dashboardSource(rows)).cells[6]?.[1]);
    expect(notes([]).startsWith(sentence)).toBe(true);
    expect(notes(ROWS)).not.toContain('no shifts');
  });

  test('ends with a line that counts its cells and says where notes are safe', () => {
    for (const rows of [[], ROWS, MANY]) {
      const { cells, columns } = planDashboard(template, dashboardSource(rows));
      const filled = cells.flat().filter((cell) => cell !== null && cell !== '').length;
      const shown =
        filled < 1000 ? String(filled) : `${Math.floor(filled / 1000)},${String(filled).slice(-3)}`;
      const last = String.fromCharCode(64 + columns);
      expect(cells[cells.length - 1]?.[0]).toBe(
        `Kept up to date: ${shown} cells in ${cells.length} rows. Write your own notes below this line, or right of column ${last}.`,
      );
      expect(cells[cells.length - 2]?.every((cell) => cell === null)).toBe(true);
    }
  });

  test('is spelled as the region spells, but for names of the service', () => {
    const named = [
      shiftRow({ day: '2026-03-02', venue: 'fulfilment hall', posted: 9, booked: 5, worked: 3 }),
    ];
    const { cells, look } = planDashboard(template, dashboardSource([...ROWS, ...named], { region: 'US' }));
    const ours = text(cells).replace(/fulfilment hall/g, '');
    expect(ours).not.toMatch(/fulfilment/);
    expect(look.charts.map(({ title }) => title).join()).not.toMatch(/fulfilment/);
    if (template === 'overview') {
      expect(text(cells)).toContain('True fulfillment %');
      expect(text(cells)).toContain('fulfilment hall');
    }
  });

  test('holds no text that begins like a formula', () => {
    const texts = planDashboard(template, dashboardSource(ROWS))
      .cells.flat()
      .filter((one) => typeof one === 'string');
    expect(texts.filter((one) => /^[=+@-]/.test(one))).toEqual([]);
  });
});

describe('a percentage whose definition is not known', () => {
  const overview = (rows: typeof ROWS) => planDashboard('overview', dashboardSource(rows)).cells;

  test('is refused and shown as a range where the definitions lie far apart', () => {
    const cells = overview(OPEN);
    expect([10, 11, 12].map((row) => cells[row]?.[3])).toEqual([null, null, null]);
    expect([cells[15]?.[0], cells[15]?.[3]]).toEqual(['By definition between', '50.0 to 100.0 %']);
    expect(overview(ROWS)[15]?.every((cell) => cell === null || cell === '')).toBe(true);
    expect(String(cells[14]?.[3])).toMatch(/assumed: .*; 2 other definitions are possible as well$/);
  });

  test('is refused with the reason where no definition fits', () => {
    const cells = overview(CONTRADICTED);
    expect(cells[10]?.[4]).toBeNull();
    expect(cells[14]?.[4]).toBe('Fits no known definition: not shown for groups');
    expect(text(planDashboard('venue_league', dashboardSource(CONTRADICTED)).cells)).toContain(
      'fits no known definition',
    );
  });
});

describe('more than there is room for', () => {
  test.each([
    ['venue_league', '700 more venues are not shown'],
    ['role_by_week', '20 more roles are not shown'],
    ['unfilled_list', '700 more lines are not shown: choose fewer days'],
  ] as const)('%s says how much', (template, sentence) => {
    expect(text(planDashboard(template, dashboardSource(MANY)).cells)).toContain(sentence);
  });
});

test('criteria of the report hold, and are named', () => {
  const saved = { ...dashboardSource([]).saved, venue: 'Pier' };
  const { cells } = planDashboard('venue_league', dashboardSource(ROWS, { saved }));
  expect(cells[4]?.[3]).toBe('From the report “Shifts”, venue: Pier');
  expect(cells.slice(29, 32).map(([venue]) => venue)).toEqual(['Pier', null, null]);
});
