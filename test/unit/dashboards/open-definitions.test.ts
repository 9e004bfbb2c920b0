import { describe, expect, test } from '@jest/globals';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { TemplateName } from '../../../src/dashboards/template-names';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import type { SheetRow } from '../../../src/reports/tables/sheet-table';
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
const cellsOf = (template: TemplateName, crews: readonly Crew[], to = TODAY - 2): readonly SheetRow[] =>
  planDashboard(template, dashboardSource(crews.map(shiftRow), { range: { from: TODAY - 60, to } })).cells;
/** The lines under the first heading row that begins with this text. */
function linesOf(cells: readonly SheetRow[], first: string): readonly SheetRow[] {
  const below = cells.slice(cells.findIndex(([label]) => label === first) + 1);
  return below.slice(
    0,
    below.findIndex(([label]) => label === null),
  );
}
const close = (value: number) => expect.closeTo(value, 1);

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

describe('the no-show watch', () => {
  test('puts a venue first that is high by every definition left, and says between which figures it lies', () => {
    const lines = linesOf(cellsOf('no_show_watch', FEW), 'Venue');
    expect(lines.map(([venue]) => venue)).toEqual(['Awful', 'So-so', 'Fine']);
    // 8 of 20 booked, or of the 12 that were worked or missed; all are 9 of 170, or of 162.
    expect(lines[0]).toEqual(['Awful', 8, null, null, null, null, '40.0 to 66.7 %', 'higher']);
    // The interval of 1 of 10, and of none of 140.
    expect(lines[1]).toEqual(['So-so', 1, 10, close(1.8), close(40.4), 10, '', '']);
    expect(lines[2]).toEqual(['Fine', 0, 0, 0, close(2.7), 140, '', 'lower']);
  });

  test('ranks by the least of the lower ends, not by the greatest', () => {
    // Wide is 8 of 40 (from 10.5 %) or of 12 (from 39.1 %), Narrow 6 of 20 (from 14.5 %) by every definition.
    const crews = [crew('Wide', 40, 4, 8), crew('Narrow', 20, 14, 6), crew('Fine', 10, 10, 0)];
    const lines = linesOf(cellsOf('no_show_watch', crews), 'Venue');
    expect(lines.map(([venue]) => venue)).toEqual(['Narrow', 'Wide', 'Fine']);
  });

  test('says nothing of higher and lower where the definitions do not agree on it', () => {
    // Mixed is 4 of 40 (3.9 to 23.1 %) or of 5 (37.6 to 96.4 %), where all are 14 of 140 or of 105.
    const crews = [crew('Mixed', 40, 1, 4), crew('Rest', 100, 90, 10)];
    const lines = linesOf(cellsOf('no_show_watch', crews), 'Venue');
    expect(lines.map(([venue, , , , , , range, side]) => [venue, range, side])).toEqual([
      ['Rest', '', ''],
      ['Mixed', '10.0 to 80.0 %', ''],
    ]);
  });

  test('ranks what is over 100 % as at least all of so many, and says why it has no interval', () => {
    // All of 4 are at least 51 %, higher than the 31 of 254 of all.
    const cells = cellsOf('no_show_watch', [...SETTLED, crew('Odd', 4, 1, 6)]);
    const lines = linesOf(cells, 'Venue');
    expect(lines[0]).toEqual(['Odd', 6, 150, null, null, 4, '', 'higher']);
    expect(lines[1]?.[0]).toBe('Plain');
    expect(String(cells[6]?.[1])).toContain('A percentage over 100 has no 95 % interval');
  });

  test('shows that a venue whose days are to come is out of 0, last of all', () => {
    const crews = [...SETTLED, crew('Later', 10, 0, 0, '2026-03-11')];
    const lines = linesOf(cellsOf('no_show_watch', crews, TODAY + 1), 'Venue');
    expect(lines[1]).toEqual(['Later', null, null, null, null, 0, '', '']);
  });
});

/** Half by worked positions and full by booked ones, of which the service published neither. */
const OPEN = Array.from({ length: 5 }, () => ({
  ...crew('Pier', 10, 5, 5),
  sent: { TRUE_FULFILMENT_PERCENTAGE: null },
}));

describe('a percentage that is left open', () => {
  const RANGE = '50.0 to 100.0 %';

  test.each([
    ['the trend', 34, 7],
    ['the heat map, where n would stand', 77, 1],
    ['the heat map, over all days', 77, 8],
  ])('has its range in %s of the overview', (_, row, column) => {
    const rows = cellsOf('overview', OPEN);
    const found = rows.slice(row - 1, row + 9).some((cells) => cells[column] === RANGE);
    expect(found).toBe(true);
  });

  test('has its range in the notes of the five venues', () => {
    const cells = cellsOf('overview', OPEN);
    const [line] = linesOf(cells, 'Venue');
    expect([line?.[0], line?.[4], line?.[7]]).toEqual(['Pier', null, null]);
    expect(line?.[9]).toContain('true fulfilment % is 50.0 to 100.0, by definition');
  });

  test('has its range in role by week where n would stand', () => {
    const cells = cellsOf('role_by_week', OPEN);
    const [shares, counts] = [12, 57].map((row) => cells[row - 1]?.slice(0, 1 + 14) ?? []);
    expect(shares?.[0]).toBe('All roles');
    expect(shares?.slice(1).every((cell) => cell === null || cell === '')).toBe(true);
    expect(counts?.filter((cell) => cell === RANGE)).toHaveLength(2);
  });

  test('has its range in the notes of the venue league', () => {
    const [, line] = linesOf(cellsOf('venue_league', OPEN), 'Venue');
    expect(String(line?.[14])).toContain('true fulfilment % is 50.0 to 100.0, by definition');
  });
});

test('a basis that leaves one other definition says so in the singular', () => {
  // Posted and needed differ, and 25 records leave nothing but those two.
  const rows: readonly ShiftRow[] = [
    ...Array.from({ length: 25 }, () => shiftRow({ ...crew('Pier', 8, 8, 0), posted: 10, demand: 10 })),
  ];
  const { cells } = planDashboard('overview', dashboardSource(rows));
  expect(String(cells[14]?.[2])).toMatch(/: 25 of 25 rows agree; 1 other definition is possible as well$/);
});
