import { describe, expect, test } from '@jest/globals';
import type { DashboardCut, TemplateName } from '../../../src/contract/reports';
import { shortRange } from '../../../src/dashboards/dashboard-texts';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import type { SheetRow } from '../../../src/reports/sheet/cells';
import { dashboardSource, TODAY } from '../../support/dashboard-source';
import { type Crew, shiftRow } from '../../support/shift-records';

/* Every blank figure has its reason on the sheet: what it lies between, that it is out of 0, or that it is over 100. */

const DAY = '2026-03-02';
const crew = (venue: string, booked: number, worked: number, noShows: number, day = DAY): Crew => ({
  venue,
  booked,
  worked,
  noShows,
  day,
  posted: booked,
});
const NO_SHOWS = { rows: 'venue', columns: 'weekday', measure: 'NO_SHOWS_PERCENTAGE' } as const;
const cellsOf = (
  template: TemplateName,
  crews: readonly Crew[],
  to = TODAY - 2,
  cut?: DashboardCut,
): readonly SheetRow[] =>
  planDashboard({ template, cut }, dashboardSource(crews.map(shiftRow), { range: { from: TODAY - 60, to } }))
    .cells;
/** The lines under the first heading row that begins with this text. */
function linesOf(cells: readonly SheetRow[], first: string): readonly SheetRow[] {
  const below = cells.slice(cells.findIndex(([label]) => label === first) + 1);
  return below.slice(
    0,
    below.findIndex(([label]) => label === null),
  );
}

/** So few records that nothing rules out `booked` or `worked + no shows`. */
const FEW = [
  ...Array.from({ length: 14 }, () => crew('Fine', 10, 10, 0)),
  crew('Awful', 10, 2, 4),
  crew('Awful', 10, 2, 4),
  // 1 of 10 by every definition.
  crew('So-so', 10, 9, 1),
];
/** 25 records that leave `booked` alone: `worked + no shows` would make 12.5 %, `posted` 5 %. */
const SETTLED: readonly Crew[] = Array.from({ length: 25 }, () => ({
  ...crew('Plain', 10, 7, 1),
  posted: 20,
}));

describe('no-shows by venue', () => {
  /** The venue, its percentage, and what that is out of or lies between. */
  const linesOfVenues = (crews: readonly Crew[], to?: number) =>
    linesOf(cellsOf('where_and_when', crews, to, NO_SHOWS), 'Venue')
      .slice(1)
      .map((line) => [line[0], line[1], line[12]]);

  test('put a venue first that is high by every definition left, and say between which figures it lies', () => {
    // Awful is 8 of 20 booked, or of the 12 that were worked or missed; So-so has 1 of 10, Fine none of 140.
    expect(linesOfVenues(FEW)).toEqual([
      ['Awful', null, '40–67%'],
      ['So-so', 10, 10],
      ['Fine', 0, 140],
    ]);
  });

  test('rank by the least of the lower ends, not by the greatest', () => {
    // Wide is 8 of 40 (from 10.5 %) or of 12 (from 39.1 %), Narrow 6 of 20 (from 14.5 %) by every definition.
    const crews = [crew('Wide', 40, 4, 8), crew('Narrow', 20, 14, 6), crew('Fine', 10, 10, 0)];
    expect(linesOfVenues(crews).map(([venue]) => venue)).toEqual(['Narrow', 'Wide', 'Fine']);
  });

  test('rank what is over 100 % as at least all of so many, and say that it has no interval', () => {
    // All of 4 are at least 51 %, higher than any.
    const crews = [...SETTLED, crew('Odd', 4, 1, 6)];
    const [first, second] = linesOfVenues(crews);
    expect(first).toEqual(['Odd', 150, 4]);
    expect(second?.[0]).toBe('Plain');
    expect(cellsOf('where_and_when', crews, undefined, NO_SHOWS).flat().join('\n')).toContain(
      'The 95% interval is that of chance alone, assuming people come and go independently. Percentages over 100 have no interval.',
    );
  });

  test('show that a venue whose days are to come is out of 0, last of all', () => {
    const crews = [...SETTLED, crew('Later', 10, 0, 0, '2026-03-11')];
    expect(linesOfVenues(crews, TODAY + 1)[1]).toEqual(['Later', null, 0]);
  });
});

/** Half by worked positions and full by booked ones, of which the service published neither. */
const OPEN = Array.from({ length: 5 }, () => ({
  ...crew('Pier', 10, 5, 5),
  sent: { TRUE_FULFILMENT_PERCENTAGE: null },
}));

describe('a percentage that is left open', () => {
  const RANGE = '50–100%';

  test('has its range in the tile, in the sentence, and in its own column of the overview', () => {
    const cells = cellsOf('overview', OPEN);
    expect([cells[6]?.[0], cells[7]?.[0]]).toEqual([null, '50.0–100.0% by definition']);
    expect(cells[3]?.[0]).toContain('True fulfilment is 50.0–100.0%, depending on how it is defined.');
    // The venue and the weekday; the week, whose percentage is charted, has it beside the percentage.
    const places = (column: number) => cells.filter((line) => line[column] === RANGE).length;
    expect([places(9), places(10), places(16)]).toEqual([2, 0, 1]);
    expect(cells.flat().filter((cell) => cell === RANGE)).toHaveLength(3);
    expect(cells.flat().join('\n')).toMatch(/^Pier: .*true fulfilment % is 50\.0 to 100\.0, by definition/m);
  });

  test('has its range in where and when where n would stand', () => {
    const cells = cellsOf('where_and_when', OPEN);
    const line = cells.find(([first]) => first === 'All venues');
    expect(line?.slice(1, 9).every((cell) => cell === null || cell === '')).toBe(true);
    expect(line?.slice(12).filter((cell) => cell === RANGE)).toHaveLength(2);
  });

  test('has its range in the notes of the scorecard, and where the percentage would stand', () => {
    const cells = cellsOf('scorecard', OPEN);
    expect(cells.flat().join('\n')).toMatch(/^Pier: .*true fulfilment % is 50\.0 to 100\.0, by definition/m);
    expect(cells.find(([first]) => first === 'Pier')?.[6]).toBe(RANGE);
  });
});

test('a range that rounds to one number is shown with decimals, where there is little room too', () => {
  const figure = { value: 50, n: 100, low: 40, high: 60, skipped: 0, over: 0 };
  expect(shortRange({ ...figure, min: 49.6, max: 50.4 })).toBe('49.6–50.4%');
  expect(shortRange({ ...figure, min: 49.4, max: 50.4 })).toBe('49–50%');
  expect(shortRange({ ...figure, min: 49.96, max: 50.03 })).toBe('49.96–50.03%');
});

test('a definition that changes says on which day', () => {
  // Worked % is of booked positions until Sunday, 8 February, and of posted ones from then on.
  const rows = Array.from({ length: 60 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 0, 10 + at)).toISOString().slice(0, 10);
    const [posted, booked, worked] = [40 + (at % 7), 30 + (at % 5), 20 + (at % 3)];
    const percentage = Math.round((1000 * worked) / (at < 30 ? booked : posted)) / 10;
    return ['Pier', 'Dock', 'Mill', 'Inn'].map((venue) =>
      shiftRow({ day, venue, posted, booked, worked, sent: { SHIFTS_WORKED_PERCENTAGE: percentage } }),
    );
  }).flat();
  const { cells } = planDashboard({ template: 'overview' }, dashboardSource(rows));
  const line = cells.find(([first]) => String(first).startsWith('Worked % ='));
  expect(String(line?.[0])).toMatch(/; changes on 2026-02-09/);
});

test('a basis that leaves one other definition says so in the singular', () => {
  // Posted and needed differ, and 25 records leave nothing but those two.
  const rows: readonly ShiftRow[] = [
    ...Array.from({ length: 25 }, () => shiftRow({ ...crew('Pier', 8, 8, 0), posted: 10, demand: 10 })),
  ];
  const { cells } = planDashboard({ template: 'overview' }, dashboardSource(rows));
  const line = cells.find(([first]) => String(first).startsWith('Booked % ='));
  expect(String(line?.[0])).toMatch(/: 25 of 25 rows agree; 1 other definition is possible as well/);
});
