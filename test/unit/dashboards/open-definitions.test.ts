import { describe, expect, test } from '@jest/globals';
import type { DashboardCut, TemplateName } from '../../../src/contract/reports';
import { planDashboard } from '../../../src/dashboards/plan-dashboard';
import type { SheetRow } from '../../../src/reports/sheet/cells';
import { dashboardSource, TODAY } from '../../support/dashboard-source';
import { type Crew, shiftRow } from '../../support/shift-records';

/* Every blank figure has its reason on the sheet: why it is withheld, that it is out of 0, or that it is over 100. */

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
  planDashboard(
    { template, cut },
    dashboardSource(crews.map(shiftRow), { range: { from: TODAY - 60, to }, keptDefinitions: undefined }),
  ).cells;
/** The lines under the first heading row that begins with this text. */
function linesOf(cells: readonly SheetRow[], first: string): readonly SheetRow[] {
  const below = cells.slice(cells.findIndex(([label]) => label === first) + 1);
  return below.slice(
    0,
    below.findIndex(([label]) => label === null),
  );
}

/** 25 records that leave `booked` alone: `worked + no shows` would make 12.5 %, `posted` 5 %. */
const FOUND: readonly Crew[] = Array.from({ length: 25 }, () => ({
  ...crew('Plain', 10, 7, 1),
  posted: 20,
}));

describe('no-shows by venue', () => {
  /** The venue, its percentage, and what that is out of or lies between. */
  const linesOfVenues = (crews: readonly Crew[], to?: number) =>
    linesOf(cellsOf('where_and_when', crews, to, NO_SHOWS), 'Venue')
      .slice(1)
      .map((line) => [line[0], line[1], line[12]]);

  test('rank what is over 100 % as at least all of so many, and say that it has no interval', () => {
    // All of 4 are at least 51 %, higher than any.
    const crews = [...FOUND, crew('Odd', 4, 1, 6)];
    const [first, second] = linesOfVenues(crews);
    expect(first).toEqual(['Odd', 150, 4]);
    expect(second?.[0]).toBe('Plain');
    expect(cellsOf('where_and_when', crews, undefined, NO_SHOWS).flat().join('\n')).toContain(
      'The 95% interval is that of chance alone, assuming people come and go independently. Percentages over 100 have no interval.',
    );
  });

  test('show that a venue whose days are to come is out of 0, last of all', () => {
    const crews = [...FOUND, crew('Later', 10, 0, 0, '2026-03-11')];
    expect(linesOfVenues(crews, TODAY + 1)[1]).toEqual(['Later', null, 0]);
  });
});

test('a percentage that is withheld is blank, and the footer says why', () => {
  // Half by worked positions and full by booked ones, of which the service published neither.
  const open = Array.from({ length: 5 }, () => ({
    ...crew('Pier', 10, 5, 5),
    sent: { TRUE_FULFILMENT_PERCENTAGE: null },
  }));
  const why = 'the service publishes no True fulfilment %: choose with "basis", "true demand" or "posted"';
  const overview = cellsOf('overview', open);
  expect([overview[6]?.[0], overview[7]?.[0]]).toEqual([null, 'not given: see below']);
  expect(overview[3]?.[0]).toContain('True fulfilment can’t be given: see below how the figures are made.');
  expect(overview.flat()).toContain(`${why}.`);
  expect(cellsOf('scorecard', open).find(([first]) => first === 'Pier')?.[6]).toBeNull();
});
