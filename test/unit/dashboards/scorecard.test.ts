import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { dashboardSource } from '../../support/dashboard-source';
import { serialOf, shiftRow } from '../../support/shift-records';
import { SPEC_NAMES } from '../../support/spec-fields';
import { type Cells, readRows } from '../targets/targets-scene';

/* Venues beside their targets: verdicts, plans and money, by hand. */

/** Mondays of the nine weeks before Monday, 9 March 2026. */
const MONDAYS = Array.from({ length: 9 }, (_, week) =>
  new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
);

/** The place of the field HOURS_WORKED in a row. */
const HOURS_WORKED = SPEC_NAMES.indexOf('HOURS_WORKED');

/** A shift on each Monday: posted as many as are needed, booked one less. */
function weekly(venue: string, demand: number, worked: (week: number) => number): ShiftRow[] {
  return MONDAYS.map((day, week) =>
    shiftRow({
      day,
      venue,
      posted: demand,
      booked: demand - 1,
      worked: worked(week),
      noShows: 0,
      demand,
      hours: worked(week) * 8,
    }),
  );
}

const ROWS: readonly ShiftRow[] = [
  ...weekly('Half', 40, () => 20),
  ...weekly('Nearly', 40, (week) => 36 - (week % 2)),
  ...weekly('Good', 40, () => 39),
  ...weekly('Tiny', 1, (week) => week % 2),
  ...weekly('Free', 40, () => 30),
];

function cellsOf(lines: readonly Cells[], everyMiss = false, rows = ROWS) {
  const targets = { sheetId: 1, seen: '', moneyFormat: '', ...readRows(lines) };
  const { cells } = planDashboard({ template: 'scorecard', everyMiss }, dashboardSource(rows, { targets }));
  const [top] = cells.flatMap((row, at) => (row[0] === 'Venue' ? [at] : []));
  const headings = cells[top ?? -1] ?? [];
  const line = (venue: string) => {
    const row = cells.find((one, at) => at > (top ?? 0) && one[0] === venue) ?? [];
    return Object.fromEntries(headings.map((heading, at) => [String(heading), row[at]]));
  };
  return { cells, line, text: cells.map((row) => row.map((cell) => cell ?? '').join('|')).join('\n') };
}

const EACH = ['Half', 'Nearly', 'Good', 'Tiny'].map((venue) => ({ VENUE_NAME: venue, TARGET: 90 }));

describe('a scorecard', () => {
  test('judges each venue by words, and leaves the others without', () => {
    const { line, text } = cellsOf(EACH);
    expect(line('Half')).toMatchObject({ Target: 90, 'Gap in points': -40, Verdict: 'missed, likely real' });
    // 320 of 360 are 88.9%, within 85.2 and 91.8.
    expect(line('Nearly')).toMatchObject({ Verdict: 'missed, may be chance' });
    expect(line('Good')).toMatchObject({ Verdict: 'on target' });
    expect(line('Tiny')).toMatchObject({ Verdict: 'too few to tell' });
    expect(line('Free')).toMatchObject({ Target: null, 'Gap in points': null, Verdict: null });
    expect(text).toContain('1 of 4 venues likely missed its target. Furthest below: Half (40.0 points).');
    expect(text).toContain('Cost and credits are calculated from your targets sheet and are not an invoice.');
    expect(text).toContain(
      'Likely real: the gap is larger than chance explains, given how much your weeks vary (over-dispersion 1.00).',
    );
  });

  test('does not judge a venue whose own records publish other percentages', () => {
    // 20 of 40 are 50%; its records say 30.
    const odd = [...MONDAYS, ...MONDAYS].map((day) =>
      shiftRow({
        ...{ day, venue: 'Odd', posted: 40, booked: 39, worked: 20, demand: 40 },
        sent: { TRUE_FULFILMENT_PERCENTAGE: 30 },
      }),
    );
    const others = Array.from({ length: 20 }, (_, at) => weekly(`Other ${at}`, 40, () => 30)).flat();
    const { line } = cellsOf([{ TARGET: 90 }], false, [...ROWS, ...others, ...odd]);
    expect(line('Odd').Verdict).toBe('cannot be judged');
    expect(line('Half').Verdict).toBe('missed, likely real');
  });

  test('says of hours beside a plan how far they are, and that they are unknown where none were sent', () => {
    const lines = [{ PLAN_HOURS: 70, TARGET: 90 }];
    /** The third tile: its label, figure and note. */
    const tileOf = (rows: readonly ShiftRow[], plans: readonly Cells[] = lines) =>
      [5, 6, 7].map((row) => cellsOf(plans, false, rows).cells[row]?.[3]);
    const half = weekly('Half', 40, () => 20);
    // 9 weeks of 20 positions of 8 hours, beside 13 weeks of 70 hours.
    expect(tileOf(half)).toEqual(['Hours worked of plan', expect.closeTo(144_000 / 910, 9), '530 over plan']);
    const unknown = half.map((row) => row.map((value, at) => (at === HOURS_WORKED ? null : value)));
    expect(tileOf(unknown)).toEqual(['Hours worked of plan', null, 'hours worked are unknown']);
    // Without a plan the tile has another figure, not a blank.
    expect(tileOf(half, [{ TARGET: 90 }])).toEqual(['No-shows', 0, '2 Mar: 0.0%']);
  });

  test('weights targets that change, and counts only shifts that have one', () => {
    const { line } = cellsOf([
      { VENUE_NAME: 'Half', FROM: '2026-02-02', TO: '2026-02-08', TARGET: 40 },
      { VENUE_NAME: 'Half', FROM: '2026-02-09', TO: '2026-02-22', TARGET: 70 },
    ]);
    expect(line('Half').Target).toBeCloseTo((40 + 2 * 70) / 3, 9);
    expect(line('Half')['Gap in points']).toBeCloseTo(50 - (40 + 2 * 70) / 3, 9);
  });

  test('compares with a plan the hours of its own shifts alone', () => {
    const tile = (plans: readonly Cells[]) => {
      const { cells, line } = cellsOf(plans);
      return {
        tile: [6, 7].map((row) => cells[row]?.[3]),
        all: line('All venues')['Hours over plan'],
        half: line('Half')['Hours over plan'],
      };
    };
    // Half works 20 × 8 hours in each of nine weeks, 1,440 in all; 13 weeks before the end are planned for.
    expect(tile([{ VENUE_NAME: 'Half', PLAN_HOURS: 140 }])).toEqual({
      tile: [expect.closeTo(144_000 / 1820, 9), '380 under plan'],
      all: expect.closeTo(1440 - 1820, 9),
      half: expect.closeTo(1440 - 1820, 9),
    });
    // Of its first four weeks, 640 hours: the plan ends before the others.
    expect(tile([{ VENUE_NAME: 'Half', FROM: '2026-01-05', TO: '2026-02-01', PLAN_HOURS: 140 }])).toEqual({
      tile: [expect.closeTo(64_000 / 560, 9), '80 over plan'],
      all: expect.closeTo(80, 9),
      half: expect.closeTo(80, 9),
    });
    // A plan for all venues together is no plan for any of them.
    const together = tile([{ PLAN_HOURS: 1000 }]);
    const hours = 9 * 8 * (20 + 39 + 30) + 8 * (5 * 36 + 4 * 35) + 8 * 4;
    expect(together).toEqual({
      tile: [
        expect.closeTo((100 * hours) / 13_000, 9),
        `${Math.abs(hours - 13_000).toLocaleString('en')} under plan`,
      ],
      all: expect.closeTo(hours - 13_000, 9),
      half: null,
    });
    // No shift has this name: its plan is there, and no one worked for it.
    expect(tile([{ VENUE_NAME: 'Nowhere', PLAN_HOURS: 7 }]).all).toBeCloseTo(-91, 9);
  });

  test('adds hours, plans, cost and who left after booking', () => {
    const { line } = cellsOf([
      { VENUE_NAME: 'Half', PLAN_HOURS: 140, PLAN_POSITIONS: 35, RATE_PER_HOUR: 20 },
      { RATE_PER_HOUR: 10 },
    ]);
    // 13 weeks before the end of the period are planned for; shifts were in nine.
    expect(line('Half')).toMatchObject({
      'Hours worked': 9 * 160,
      Cost: 9 * 160 * 20,
      'Left after booking': 9 * 19,
    });
    expect(line('Half')['Plan hours']).toBeCloseTo(13 * 140, 9);
    expect(line('Half')['Plan positions']).toBeCloseTo(13 * 35, 9);
    expect(line('Half')['Hours over plan']).toBeCloseTo(9 * 160 - 13 * 140, 9);
    expect(line('Free').Cost).toBe(9 * 240 * 10);
  });

  test('credits weeks that missed, likely real, or every miss where that is chosen', () => {
    const lines = EACH.map((line) => ({ ...line, CREDIT_PER_MISSING: 5, CREDIT_PER_NO_SHOW: 100 }));
    // 20 of 40 missed in each of nine weeks; 36 and 35 of 40 may be chance, 36 is on target.
    expect(cellsOf(lines).line('Half').Credits).toBe(9 * 20 * 5);
    expect(cellsOf(lines).line('Nearly').Credits).toBe(0);
    expect(cellsOf(lines, true).line('Nearly').Credits).toBe(4 * 5 * 5);
    expect(cellsOf(lines, true).line('Good').Credits).toBe(0);
    expect(cellsOf(lines, true).line('All venues').Credits).toBe(9 * 20 * 5 + 4 * 5 * 5 + 5 * 1 * 5);
    expect(cellsOf(lines).line('Free').Credits).toBeNull();
  });

  test('shows the complete weeks, oldest first', () => {
    const { line } = cellsOf(EACH);
    expect(line('Nearly')).toMatchObject({ '5 Jan': 90, '12 Jan': 87.5, '2 Mar': 90 });
    expect(line('Nearly')['8 Dec']).toBeNull();
  });

  test('lists mistakes and names that no record has, as texts', () => {
    const { cells, text } = cellsOf([
      { VENUE_NAME: 'Hlaf', TARGET: 90 },
      { VENUE_NAME: 'Half', TARGET: 9200 },
      { VENUE_NAME: '=IMPORTXML("x")', TARGET: 90 },
    ]);
    const at = cells.findIndex(([first]) => first === 'Mistakes in the targets sheet');
    expect(cells.slice(at + 1, at + 4).map(([first]) => first)).toEqual([
      'Line 3: write a percentage from 0 to 100 into TARGET. (9200)',
      'Line 2: no venue is called "Hlaf". Did you mean "Half"?',
      'Line 4: no venue is called "=IMPORTXML("x")".',
    ]);
    expect(text).toContain('3 mistakes in the targets sheet: see below.');
  });

  test('is still of use without targets, says how to set them, and has nothing blank for them', () => {
    const { cells, look } = planDashboard({ template: 'scorecard' }, dashboardSource(ROWS));
    expect(cells[3]?.[0]).toBe(
      'True fulfilment is 77.6%. To compare venues with targets, press “Set targets” in the sidebar, tab Settings.',
    );
    expect(cells.flat()).not.toContain(
      'Cost and credits are calculated from your targets sheet and are not an invoice.',
    );
    const tiles = [0, 1, 3, 5, 7, 9].map((column) => [5, 6].map((row) => cells[row]?.[column]));
    expect(tiles.map(([words]) => words)).toEqual([
      ...['True fulfilment', 'Booked', 'No-shows', 'Worked', 'Missing people', 'Demand'],
    ]);
    expect(tiles.every(([, value]) => typeof value === 'number')).toBe(true);
    const top = cells.findIndex(([first]) => first === 'Venue');
    const filled = (cells[top] ?? []).flatMap((heading, at) => (heading ? [at] : []));
    // Each column with a heading has a figure, also the last nine of thirteen weeks.
    expect(filled.map((column) => cells[top]?.[column]).slice(0, 7)).toEqual([
      ...['Venue', 'Demand', 'Worked', 'No-shows %', 'Left after booking', 'Hours worked'],
      'True fulfilment %',
    ]);
    expect(filled[7]).toBe(16);
    for (const column of filled.slice(0, 7)) expect(cells[top + 1]?.[column]).not.toBeNull();
    expect(look.charts[0]?.title).toBe('True fulfilment %');
    expect(cells.flat()).not.toContain('Target');
  });

  test('has a heading only where something is set', () => {
    const { cells } = cellsOf([{ VENUE_NAME: 'Half', TARGET: 90 }, { RATE_PER_HOUR: 10 }]);
    const top = cells.findIndex(([first]) => first === 'Venue');
    expect(cells[top]?.slice(7, 15)).toEqual([
      ...['Target', 'Gap in points', 'Verdict', '', '', '', 'Cost', ''].map((heading) => heading || null),
    ]);
  });

  test('charts the venues by their gap, also those above target, by a name that says so', () => {
    const { cells } = cellsOf(EACH);
    expect(cells[9]?.[0]).toBe('Venues by gap to target');
    // The cells of the chart: the percentage in N, its target in O, the venue in Q.
    expect(cells.slice(10, 16).map((row) => row.slice(13, 17))).toEqual([
      ['True fulfilment', 'Target', null, null],
      [50, 90, null, 'Half'],
      [expect.closeTo(100 * (320 / 360), 9), 90, null, 'Nearly'],
      [97.5, 90, null, 'Good'],
      [expect.closeTo(100 * (4 / 9), 9), 90, null, 'Tiny'],
      [75, null, null, 'Free'],
    ]);
  });
});

describe('an overview with targets', () => {
  const MONDAY = serialOf('2026-03-02');
  const plan = (
    lines: readonly Cells[],
    rows = ROWS,
    changes: Parameters<typeof dashboardSource>[1] = {},
  ) => {
    const targets = { sheetId: 1, seen: '', moneyFormat: '', ...readRows(lines) };
    return planDashboard({ template: 'overview' }, dashboardSource(rows, { targets, ...changes }));
  };

  test('says in a tile that a percentage is on its target', () => {
    // All on one Monday: there is no complete week to show.
    const range = { from: MONDAY, to: MONDAY };
    const rows = weekly('Half', 40, () => 20).map(([, ...row]): ShiftRow => [MONDAY, ...row]);
    expect(plan([{ TARGET: 50 }], rows, { range }).cells[7]?.[0]).toBe('on target 50.0%');
    expect(plan([{ TARGET: 60 }], rows, { range }).cells[7]?.[0]).toBe('target 60.0%: 10.0 below');
  });

  test('says in its tiles how far each percentage is from its target', () => {
    const { cells } = plan([{ TARGET: 80 }, { MEASURE: 'no shows %', TARGET: 5 }]);
    // Six tiles, in columns A, B, D, F, H and J: their figures, and what is below them.
    expect(cells[7]?.[0]).toBe('target 80.0% · 2 Mar: 77.6%');
    expect(cells[7]?.[5]).toBe('target 5.0%: 5.0 below');
    expect(String(cells[7]?.[1])).not.toContain('target');
  });

  test('says how far the shifts with a target are from it, as the Scorecard does', () => {
    const rows = [...weekly('Half', 40, () => 20), ...weekly('Whole', 40, () => 40)];
    const { cells } = plan([{ VENUE_NAME: 'Half', TARGET: 60 }], rows);
    expect(cells[6]?.[0]).toBe(75);
    expect(cells[7]?.[0]).toBe('target 60.0%: 10.0 below');
    expect(cells.flat()).toContain(
      'Targets, and how far percentages are from them, count only shifts that have a target. Several targets are weighted by positions.',
    );
  });

  test('calls no percentage on target that only looks like it', () => {
    const note = (target: number) =>
      plan(
        [{ TARGET: target }],
        weekly('Half', 40, () => 20),
      ).cells[7]?.[0];
    expect([50.04, 50.0004, 49.96].map(note)).toEqual([
      'target 50.0%: 0.04 below',
      'target 50.0%: 0.0004 below',
      'on target 50.0%',
    ]);
  });

  test('draws a dashed line of the target of each week', () => {
    const { cells, look } = plan([{ TARGET: 80 }, { FROM: '2026-02-02', TARGET: 85 }]);
    const weeks = cells.slice(13, 26).map((row) => row[18]);
    expect(weeks.slice(-9)).toEqual([80, 80, 80, 80, 85, 85, 85, 85, 85]);
    expect(look.charts[0]?.series[3]).toMatchObject({ isDashed: true });
    expect(look.charts[0]?.ranges[1]).toBe('S13:S26');
    // A chart that was made before there were targets doesn't name the line.
    expect(cells[11]?.[0]).toBe('True fulfilment by week (orange: target)');
    expect(plan([]).cells[11]?.[0]).toBe('True fulfilment by week');
  });
});
