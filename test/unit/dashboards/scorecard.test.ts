import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/page';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import { cellsOf, tableIn, tilesIn } from '../../support/dashboard-cells';
import { dashboardSource } from '../../support/dashboard-source';
import { daysFrom, serialOf, shiftRow } from '../../support/shift-records';
import { SPEC_NAMES } from '../../support/spec-fields';
import { type Cells, readRows } from '../reports/targets/targets-scene';

/* Venues against their targets: verdicts, plans and money, by hand. */

/** Mondays of the nine weeks before Monday, 9 March 2026. */
const MONDAYS = daysFrom('2026-01-05', 9, 7);

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

function scorecard(lines: readonly Cells[], everyMiss = false, rows = ROWS) {
  const source = dashboardSource(rows, { targets: readRows(lines) });
  const cells = cellsOf({ template: 'scorecard', everyMiss }, source);
  const tables = ['Venues, ', 'True fulfilment %', 'Plans, '].map((title) => tableIn(cells, title) ?? []);
  const line = (venue: string) =>
    Object.assign({}, ...tables.map((lines) => lines.find(({ Venue }) => Venue === venue)));
  return { cells, line, text: cells.flat().join('\n') };
}

const EACH = ['Half', 'Nearly', 'Good', 'Tiny'].map((venue) => ({ VENUE_NAME: venue, TARGET: 90 }));

describe('a scorecard', () => {
  test.each([
    ['Half', 'Half missed its target by 40.0 points.', 'target 90.0%: missed'],
    ['Nearly', 'Nearly just missed its target by 1.1 points.', 'target 90.0%: just missed'],
    ['Good', 'Good met its target.', 'target 90.0%: met'],
  ])('of the one venue %s says in its sentence and its tile what its line says', (venue, sentence, note) => {
    const own = ROWS.filter((row) => row.includes(venue));
    const { cells } = scorecard([{ VENUE_NAME: venue, TARGET: 90 }], false, own);
    expect(cells.flat()).toContain(sentence);
    expect(tilesIn(cells)[0]).toContain(note);
  });

  test('of one venue has a line for each of its job titles, and its money by venue', () => {
    const both = [...weekly('Half', 40, () => 20), ...weekly('Half', 40, () => 39)];
    const own = both.map((row, at) => row.map((value, place) => (place === 3 && at > 8 ? 'Porter' : value)));
    const { cells } = scorecard([{ TARGET: 90, CREDIT_PER_MISSING: 1 }], false, own);
    expect(cells[3]?.[0]).toBe(
      '2 job titles against their targets: 1 missed, 1 met. Furthest below: Chef (40.0 points).',
    );
    const lines = tableIn(cells, 'Job titles, furthest below target first') ?? [];
    expect(lines.map((line) => [line['Job title'], line.Target, line.Verdict])).toEqual([
      ['All job titles', 90, 'missed'],
      ['Chef', 90, 'missed'],
      ['Porter', 90, 'met'],
    ]);
    expect(tableIn(cells, 'Plans, ')).toEqual([expect.objectContaining({ Venue: 'Half', Credits: 9 * 21 })]);
  });

  test.each([[EACH], [[]]])(
    'of targets %# has every person needed in a row: needed less worked plus extra is missing',
    (lines) => {
      // Of 40 needed 45 work in every other week, and 30 in the others.
      const rows = [...ROWS, ...weekly('Both', 40, (week) => (week % 2 ? 45 : 30))];
      const { cells, line } = scorecard(lines, false, rows);
      const needed = 9 * 40;
      expect(line('Both')).toMatchObject({
        'People needed': needed,
        Worked: 330,
        Extra: 20,
        'Missing people': 50,
      });
      for (const row of tableIn(cells, 'Venues, ') ?? [])
        expect(Number(row['People needed']) - Number(row.Worked) + Number(row.Extra)).toBe(
          row['Missing people'],
        );
    },
  );

  test('judges each venue by words, and leaves the others without', () => {
    const { line, text } = scorecard(EACH);
    expect(line('Half')).toMatchObject({ Target: 90, 'Gap in points': -40, Verdict: 'missed' });
    // 320 of 360 are 88.9%, within 85.2 and 91.8.
    expect(line('Nearly')).toMatchObject({ Verdict: 'just missed' });
    expect(line('Good')).toMatchObject({ Verdict: 'met' });
    // 4 of 9 are 44.4%, and 73.3% at most.
    expect(line('Tiny')).toMatchObject({ Verdict: 'missed' });
    expect(line('Free')).toMatchObject({ Target: null, 'Gap in points': null, Verdict: null });
    expect(text).toContain(
      '5 venues against their targets: 2 missed, 1 just missed, 1 met, 1 without. Furthest below: Half (40.0 points).',
    );
    // What the sentence counts, no tile repeats; a target of no-shows has its verdict there.
    const others = [{ TARGET: 90 }, { TARGET: 3, MEASURE: 'NO_SHOWS_PERCENTAGE' }];
    expect(tilesIn(scorecard(others).cells).map(([words, , , note]) => [words, note])).toEqual([
      ['True fulfilment', 'target 90.0%: missed'],
      ['Booked, of posted', null],
      ['No-shows, of booked', 'target 3.0%: met'],
      ['Hours worked', null],
      ['Missing people', null],
      ['People needed', null],
    ]);
    expect(text).not.toMatch(/invoice|Credits/);
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
    const { line } = scorecard([{ TARGET: 90 }], false, [...ROWS, ...others, ...odd]);
    expect(line('Odd').Verdict).toBe('unclear');
    expect(line('Half').Verdict).toBe('missed');
  });

  test('says that hours beside a plan are unknown where none were sent, and needs no plan', () => {
    const unknown = weekly('Half', 40, () => 20).map((row) =>
      row.map((value, at) => (at === HOURS_WORKED ? null : value)),
    );
    const tileOf = (plans: readonly Cells[]) =>
      tilesIn(scorecard(plans, false, unknown).cells)[3]?.slice(0, 3);
    expect(tileOf([{ PLAN_HOURS: 70, TARGET: 90 }])).toEqual([
      'Hours worked of plan',
      null,
      'hours worked are unknown',
    ]);
    expect(tileOf([{ TARGET: 90 }])?.[0]).toBe('Hours worked');
    // Hours may have decimals, their change is shown without.
    const rows = weekly('Half', 40, () => 20).map((row, at) =>
      row.map((value, place) => (place === HOURS_WORKED ? 7 + at / 4 : value)),
    );
    expect(tilesIn(scorecard([], false, rows).cells)[3]?.[2]).toBe('last week unchanged');
  });

  test('tells no change of a sum that leaves out records of one of the weeks, but how many it leaves out', () => {
    const tile = (blankWeek: number, lines: readonly Cells[] = []) => {
      const rows = weekly('Half', 40, () => 20).map((row, week) =>
        row.map((value, at) => (at === HOURS_WORKED && week === blankWeek ? null : value)),
      );
      return tilesIn(scorecard(lines, false, rows).cells)[3]?.filter((text) => text !== null);
    };
    expect(tile(-1)).toEqual(['Hours worked', 9 * 160, 'last week unchanged']);
    for (const week of [7, 8])
      expect(tile(week)).toEqual(['Hours worked', 8 * 160, '1 record without hours']);
    expect(tile(0)).toEqual(['Hours worked', 8 * 160, 'last week unchanged', '1 record without hours']);
    // Nor is less than the plan told without it.
    expect(tile(8, [{ PLAN_HOURS: 160 }])).toEqual([
      'Hours worked of plan',
      expect.closeTo(800 / 13, 9),
      '800 hours under plan',
      '1 record without hours',
    ]);
  });

  test('weights targets that change, and counts only shifts that have one', () => {
    const { line } = scorecard([
      { VENUE_NAME: 'Half', FROM: '2026-02-02', TO: '2026-02-08', TARGET: 40 },
      { VENUE_NAME: 'Half', FROM: '2026-02-09', TO: '2026-02-22', TARGET: 70 },
    ]);
    expect(line('Half').Target).toBe('40–70');
    expect(line('Half')['Gap in points']).toBeCloseTo(50 - (40 + 2 * 70) / 3, 9);
  });

  test('compares with a plan the hours of its own shifts alone', () => {
    const tile = (plans: readonly Cells[]) => {
      const { cells, line } = scorecard(plans);
      return {
        tile: tilesIn(cells)
          .find(([words]) => words === 'Hours worked of plan')
          ?.slice(1, 3),
        all: line('All venues')['Hours over plan'],
        half: line('Half')['Hours over plan'],
      };
    };
    // Half works 20 × 8 hours in each of nine weeks, 1,440 in all; 13 weeks before the end are planned for.
    expect(tile([{ VENUE_NAME: 'Half', PLAN_HOURS: 140 }])).toEqual({
      tile: [expect.closeTo(144_000 / 1820, 9), '380 hours under plan'],
      all: expect.closeTo(1440 - 1820, 9),
      half: expect.closeTo(1440 - 1820, 9),
    });
    // Of its first four weeks, 640 hours: the plan ends before the others.
    expect(tile([{ VENUE_NAME: 'Half', FROM: '2026-01-05', TO: '2026-02-01', PLAN_HOURS: 140 }])).toEqual({
      tile: [expect.closeTo(64_000 / 560, 9), '80 hours over plan'],
      all: expect.closeTo(80, 9),
      half: expect.closeTo(80, 9),
    });
    // A plan for all venues together is no plan for any of them.
    const together = tile([{ PLAN_HOURS: 1000 }]);
    const hours = 9 * 8 * (20 + 39 + 30) + 8 * (5 * 36 + 4 * 35) + 8 * 4;
    expect(together).toEqual({
      tile: [
        expect.closeTo((100 * hours) / 13_000, 9),
        `${Math.abs(hours - 13_000).toLocaleString('en')} hours under plan`,
      ],
      all: expect.closeTo(hours - 13_000, 9),
      half: null,
    });
    // No shift has this name: its plan is there, and no one worked for it.
    expect(tile([{ VENUE_NAME: 'Nowhere', PLAN_HOURS: 7 }]).all).toBeCloseTo(-91, 9);
  });

  test('adds hours, plans, cost and who left after booking', () => {
    const { line } = scorecard([
      { VENUE_NAME: 'Half', PLAN_HOURS: 140, PLAN_POSITIONS: 35, RATE_PER_HOUR: 20 },
      { RATE_PER_HOUR: 10 },
    ]);
    // 13 weeks before the end of the period are planned for; shifts were in nine.
    expect(line('Half')).toMatchObject({
      'Hours worked': 9 * 160,
      Cost: 9 * 160 * 20,
      'Dropped out or sent home': 9 * 19,
    });
    expect(line('Half')['Plan hours']).toBeCloseTo(13 * 140, 9);
    expect(line('Half')['Plan positions']).toBeCloseTo(13 * 35, 9);
    expect(line('Half')['Hours over plan']).toBeCloseTo(9 * 160 - 13 * 140, 9);
    expect(line('Free').Cost).toBe(9 * 240 * 10);
  });

  test('credits weeks that missed by more than usual, or every miss where that is chosen', () => {
    const lines = EACH.map((line) => ({ ...line, CREDIT_PER_MISSING: 5, CREDIT_PER_NO_SHOW: 100 }));
    // 20 of 40 missed in each of nine weeks; 36 and 35 of 40 may be chance, 36 is on target.
    expect(scorecard(lines).line('Half').Credits).toBe(9 * 20 * 5);
    expect(scorecard(lines).line('Nearly').Credits).toBe(0);
    expect(scorecard(lines).text).toContain(
      'Cost and credits follow your targets sheet and are no invoice; credits count complete weeks of venues that missed a target.',
    );
    expect(scorecard(lines, true).line('Nearly').Credits).toBe(4 * 5 * 5);
    expect(scorecard(lines, true).line('Good').Credits).toBe(0);
    expect(scorecard(lines, true).line('All venues').Credits).toBe(9 * 20 * 5 + 4 * 5 * 5 + 5 * 1 * 5);
    expect(scorecard(lines).line('Free').Credits).toBeNull();
  });

  test('shows complete weeks beside the names, oldest first, says of how many, and few positions as so many', () => {
    const { line, text } = scorecard(EACH);
    expect(text).toContain('True fulfilment against target: 4 of 5 venues, furthest below target first');
    expect(text).toContain('True fulfilment % by week: the newest 9 of 13 complete weeks');
    expect(line('Nearly')).toMatchObject({
      [serialOf('2026-01-05')]: 90,
      [serialOf('2026-01-12')]: 87.5,
      [serialOf('2026-03-02')]: 90,
    });
    // 0 of 1 are at most 79.3%: a miss.
    expect(line('Tiny')[serialOf('2026-03-02')]).toBe(0);
    expect(scorecard([], false).line('Tiny')[serialOf('2026-03-02')]).toBe('0 of 1');
  });

  test('tints a week that its credits count as missed, however few, and greys all others out of few', () => {
    // Out of 8 at 90%: 5 are clearly below, 7 may be chance, 8 are on target; and without a target none is tinted.
    const rows = [
      ...weekly('Few', 8, (week) => [5, 7, 8][week % 3] as number),
      ...weekly('Free', 8, () => 5),
    ];
    const lines = [{ VENUE_NAME: 'Few', TARGET: 90, CREDIT_PER_MISSING: 1 }];
    const { line } = scorecard(lines, false, rows);
    const source = dashboardSource(rows, { targets: readRows(lines) });
    const { cells, look } = planDashboard({ template: 'scorecard' }, source);
    expect(line('Few').Credits).toBe(3 * 3);
    const weeksOf = (venue: string) => {
      const top = cells.findIndex(([first]) => String(first?.value).startsWith('True fulfilment % by week'));
      const row = cells.findIndex(([first], at) => at > top && first?.value === venue);
      return [2, 3, 4].map((at) => [cells[row]?.[at]?.value, look.cells[row]?.[at]?.format]);
    };
    expect(weeksOf('Few')).toEqual([
      [62.5, '"5 of 8"'],
      ['7 of 8', '"7 of 8"'],
      ['8 of 8', '"8 of 8"'],
    ]);
    expect(weeksOf('Free')[0]).toEqual(['5 of 8', '"5 of 8"']);
  });

  test('is still of use without targets, says how to set them, and has nothing blank for them', () => {
    const cells = cellsOf({ template: 'scorecard' }, dashboardSource(ROWS));
    // Tiny is out of 9.
    expect(cells[3]?.[0]).toBe('77.6% filled. Lowest: Half (50.0%); highest: Good (97.5%).');
    expect(cells.flat().join()).toContain(
      'To compare venues with targets, press “Set targets” in the sidebar, tab Settings.',
    );
    const half = cellsOf({ template: 'scorecard' }, dashboardSource(weekly('Half', 40, () => 20)));
    expect(half[3]?.[0]).toBe('50.0% filled.');
    const tiles = tilesIn(cells);
    expect(tiles.map(([words]) => words).join('; ')).toBe(
      'True fulfilment; Booked, of posted; No-shows, of booked; Hours worked; Missing people; People needed',
    );
    expect(tiles.every(([, value]) => typeof value === 'number')).toBe(true);
    // 20, 30, 36 or 35, and 39 of 40; last 4 of 9, which is grey.
    const venues = tableIn(cells, 'Venues, lowest true fulfilment first') ?? [];
    expect(venues.map(({ Venue }) => Venue).join()).toBe('All venues,Half,Free,Nearly,Good,Tiny');
    expect(Object.values(venues[0] ?? {})).not.toContain(null);
    expect(cells.flat().join('\n')).not.toMatch(/Target|Cost/);
  });

  test('without targets has a percentage that depends on the definition last, and greys it', () => {
    // Half by worked positions and full by booked ones, of which the service published neither.
    const open = MONDAYS.map((day) =>
      shiftRow({
        ...{ day, venue: 'Open', posted: 10, booked: 10, worked: 5, noShows: 5, demand: 10 },
        sent: { TRUE_FULFILMENT_PERCENTAGE: null },
      }),
    );
    const rows = [
      ...weekly('Good', 40, () => 39),
      ...open,
      ...weekly('Third', 30, () => 10),
      ...weekly('None', 30, () => 0),
    ];
    const source = dashboardSource(rows, { keptDefinitions: undefined });
    const { cells, look } = planDashboard({ template: 'scorecard' }, source);
    const texts = cells.map((row) => row.map(({ value }) => value ?? null));
    const title = 'Venues, lowest true fulfilment first, grey last';
    expect((tableIn(texts, title) ?? []).map((line) => [line.Venue, line['True fulfilment']])).toEqual([
      ['All venues', expect.any(String)],
      ['None', 0],
      ['Third', expect.closeTo(33.3, 1)],
      ['Good', 97.5],
      ['Open', '50–100%'],
    ]);
    const first = texts.findIndex(([text]) => text === title) + 3;
    const [rule] = look.rules.filter(({ when }) => when === `=ISTEXT(B${first})`);
    expect([rule?.look, rule?.ranges[0]]).toEqual(['grey', `B${first}:B${first + 4}`]);
    expect(texts.flat().join(' ')).toMatch(/Grey: .* no bar/);
    // What is grey is never called lowest.
    const others = [...open, ...weekly('Most', 30, () => 18), ...weekly('Good', 40, () => 39)];
    const other = cellsOf({ template: 'scorecard' }, dashboardSource(others, { keptDefinitions: undefined }));
    expect(other[3]?.[0]).toMatch(/% filled, depending on the definition: see below\.$/);
  });

  test('orders venues by their gap, those with few positions last, and charts the others', () => {
    const source = dashboardSource(ROWS, { targets: readRows(EACH) });
    const cells = cellsOf({ template: 'scorecard' }, source);
    const { look } = planDashboard({ template: 'scorecard' }, source);
    const venues = tableIn(cells, 'Venues, furthest below target first') ?? [];
    expect(venues.map(({ Venue }) => Venue).join()).toBe('All venues,Half,Nearly,Good,Free,Tiny');
    // Below the chart: what is below target ends a bar at its target, and the line of all has none, as Free has none.
    const heading = cells.findIndex(([first]) => first === 'Venue') + 1;
    expect(look.chart?.ranges).toEqual(
      ['A', 'B', 'C'].map((letter) => `${letter}${heading}:${letter}${heading + 5}`),
    );
    const below = ['Below target', null, 40, expect.closeTo(1.1, 1), null, null];
    expect(cells.slice(heading - 1, heading + 5).map(([, , value]) => value)).toEqual(below);
    expect(tableIn(cells, 'Plans, ')).toBeUndefined();
  });

  test('of 501 venues says that one is left out', () => {
    const rows = Array.from({ length: 501 }, (_, at) => weekly(`Venue ${at}`, 1, () => 1).slice(0, 1)).flat();
    expect(scorecard([], false, rows).text).toContain('1 more venue is not shown.');
  });
});

test('notes of the scorecard name the figures that records are left out of', () => {
  const rows = [
    shiftRow({ day: '2026-03-02', venue: 'Pier', posted: 9, booked: 8, worked: 7, hours: null }),
    shiftRow({ day: '2026-03-03', venue: 'Pier', posted: 9, booked: 8, worked: 7 }),
  ];
  const texts = cellsOf({ template: 'scorecard' }, dashboardSource(rows)).flat().map(String);
  expect(texts.filter((text) => / left out of [.;]/.test(text))).toEqual([]);
});
