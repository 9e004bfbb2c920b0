import { describe, expect, test } from '@jest/globals';
import { TEMPLATES, TITLES } from '../../../src/contract/reports';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import { NEW_SHEET_COLUMNS } from '../../../src/reports/sheet/sheets';
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
const UNKNOWN = CREWS.map((crew) => shiftRow({ ...crew, sent: { TRUE_FULFILMENT_PERCENTAGE: 42.4 } }));

/** How the figures are made, line by line. */
function footerOf(cells: readonly (readonly unknown[])[]): string[] {
  const first = cells.findIndex(([label]) => label === 'How these figures are made');
  return cells.slice(first + 1, -2).flatMap(([line]) => (line === null ? [] : [String(line)]));
}

/** What *Where and when* shows of rows with several venues. */
const CUT = { rows: 'venue', columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;

const text = (cells: readonly (readonly unknown[])[]) => cells.flat().map(String).join('\n');

describe.each(TEMPLATES)('%s', (template) => {
  test('opens with its title, its period, the time and the report, a sentence and six tiles', () => {
    const { cells, title } = planDashboard({ template }, dashboardSource(ROWS));
    expect(title).toBe(TITLES[template]);
    expect(cells[0]?.[0]).toBe(TITLES[template]);
    expect(cells[1]?.slice(0, 4)).toEqual([
      'Period, first and last day',
      45_999,
      46_089,
      'as of 10 Mar 2026, 09:00 · from the report “Shifts”',
    ]);
    expect(String(cells[3]?.[0])).toMatch(/\w.*\.$/);
    const labels = [0, 1, 3, 5, 7, 9].map((column) => cells[5]?.[column]);
    expect(labels.every((label) => typeof label === 'string' && label !== '')).toBe(true);
  });

  test('ends with how its figures are made: definitions, evidence and the zone', () => {
    const { cells } = planDashboard({ template }, dashboardSource(ROWS));
    const footer = footerOf(cells);
    expect(footer[footer.length - 1]).toBe(
      'Days and times are in the time zone Europe/London; data as of 10 Mar 2026, 09:00.',
    );
    if (!['unfilled_list', 'data_quality'].includes(template)) {
      expect(footer.join()).toContain('Percentages of groups are sums divided by sums.');
      expect(footer.join()).toMatch(/ = \w[\w ]* ÷ \w.*rows agree/);
    }
  });

  test('says SAMPLE with the sample, and only then', () => {
    expect(text(planDashboard({ template }, dashboardSource(ROWS)).cells)).not.toContain('SAMPLE');
    const { cells } = planDashboard({ template }, dashboardSource(ROWS, { isSample: true }));
    expect(String(cells[2]?.[0])).toMatch(/^SAMPLE: /);
  });

  test('is laid out the same whatever the rows, the region and the day on which weeks begin', () => {
    const one = planDashboard({ template }, dashboardSource(ROWS));
    const others = [
      dashboardSource([]),
      dashboardSource(MANY),
      dashboardSource(OPEN, { isSample: true, asOf: null }),
      dashboardSource(ROWS, { region: 'US', weekStart: 7 }),
    ].map((source) => planDashboard({ template, cut: CUT }, source));
    for (const other of others) {
      expect(other.anchors).toEqual(one.anchors);
      expect(other.look.widths).toEqual(one.look.widths);
      expect(other.look.rules).toEqual(one.look.rules);
      expect(other.look.charts.map(({ title: _, ...chart }) => chart)).toEqual(
        one.look.charts.map(({ title: _, ...chart }) => chart),
      );
      expect(other.cells.length).toBeLessThanOrEqual(550);
      for (const row of other.cells) expect(row).toHaveLength(one.columns);
    }
    // The Scorecard's sheet gets more columns: 13 weeks have no room in a new one.
    expect(one.columns).toBeLessThan(template === 'scorecard' ? NEW_SHEET_COLUMNS + 4 : NEW_SHEET_COLUMNS);
  });

  test('has one chart in the first screen, clear of all cells, with at most eight labels', () => {
    for (const rows of [ROWS, MANY]) {
      const { cells, look } = planDashboard({ template }, dashboardSource(rows));
      expect(look.charts).toHaveLength(1);
      for (const chart of look.charts) {
        expect({ column: chart.column, row: chart.row }).toEqual({
          column: 1,
          // Below the tiles, and on the overview below why the week moved.
          row: template === 'overview' ? 13 : 11,
        });
        // A row is 21 pixels high; the lists beside it begin in column F.
        const covered = cells.slice(chart.row - 1, chart.row - 1 + Math.floor(chart.height / 21) - 1);
        const columns = chart.width < 600 ? 5 : 11;
        expect(covered.flatMap((line) => line.slice(0, columns)).filter((cell) => cell !== null)).toEqual([]);
        const [first = ''] = chart.ranges;
        const [from = 0, to = 0] = [...first.matchAll(/\d+/g)].map(Number);
        const labels = Math.ceil((to - from + 1 - chart.headings) / (chart.labelEvery ?? 1));
        if (chart.kind !== 'bar') expect(labels).toBeLessThanOrEqual(8);
      }
    }
  });

  test('says so where the period has no shifts, and not where it has', () => {
    const sentence = 'No shifts in this period match this report. Choose other days or filters.';
    const said = (rows: typeof ROWS) => {
      const { cells } = planDashboard(
        { template },
        dashboardSource(rows, { range: { from: 46_000, to: 46_100 } }),
      );
      return { sentence: String(cells[3]?.[0]), notes: cells[7]?.filter((note) => note) ?? [], cells };
    };
    const empty = said([]);
    expect(empty.sentence).toBe(sentence);
    expect(empty.notes).toEqual([]);
    expect(text(empty.cells)).not.toContain('Why: it takes');
    expect(said(ROWS).sentence).not.toContain('No shifts');
    expect(said(ROWS).notes).not.toEqual([]);
  });

  test('ends with a line that counts its cells and says where notes are safe', () => {
    for (const rows of [[], ROWS, MANY]) {
      const { cells, columns } = planDashboard({ template }, dashboardSource(rows));
      const filled = cells.flat().filter((cell) => cell !== null && cell !== '').length;
      const shown =
        filled < 1000 ? String(filled) : `${Math.floor(filled / 1000)},${String(filled).slice(-3)}`;
      const letter = (at: number) => String.fromCharCode(64 + at);
      const last = columns <= 26 ? letter(columns) : `A${letter(columns - 26)}`;
      expect(cells[cells.length - 1]?.[0]).toBe(
        `Updated automatically: ${shown} cells in ${cells.length} rows. Add your notes below this line or to the right of column ${last}.`,
      );
      expect(cells[cells.length - 2]?.every((cell) => cell === null)).toBe(true);
    }
  });

  test('holds no text that begins like a formula', () => {
    const texts = planDashboard({ template }, dashboardSource(ROWS))
      .cells.flat()
      .filter((one) => typeof one === 'string');
    expect(texts.filter((one) => /^[=+@-]/.test(one))).toEqual([]);
  });
});

test('a percentage that fits no definition is blank, and the footer says so', () => {
  const { cells } = planDashboard({ template: 'overview' }, dashboardSource(UNKNOWN));
  expect([cells[6]?.[0], cells[7]?.[0]]).toEqual([null, 'not given: see below']);
  expect(footerOf(cells)).toContain('True fulfilment % fits no known definition.');
});

describe('more than there is room for', () => {
  test.each([
    ['scorecard', '700 more venues are not shown'],
    ['where_and_when', '1,160 more venues are not shown'],
    ['unfilled_list', '700 more lines are not shown: choose fewer days'],
  ] as const)('%s says how much', (template, sentence) => {
    expect(text(planDashboard({ template }, dashboardSource(MANY)).cells)).toContain(sentence);
  });
});

test('criteria of the report hold, and are named', () => {
  const saved = { ...dashboardSource([]).saved, venue: 'Pier' };
  const { cells } = planDashboard({ template: 'scorecard' }, dashboardSource(ROWS, { saved }));
  expect(String(cells[1]?.[3])).toContain('from the report “Shifts”, venue: Pier');
  expect(cells.slice(24, 27).map(([venue]) => venue)).toEqual(['All venues', 'Pier', null]);
});

test('a title of its own stands in A1, and the report’s name in it keeps its spelling', () => {
  const { cells, title } = planDashboard(
    { template: 'overview', title: 'Overview – fulfilment' },
    dashboardSource(ROWS),
  );
  expect([cells[0]?.[0], title]).toEqual(['Overview – fulfilment', 'Overview – fulfilment']);
});
