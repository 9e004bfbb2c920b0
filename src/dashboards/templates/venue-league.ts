import type { Group } from '../../figures/group-figures';
import type { SheetValue } from '../../reports/tables/sheet-table';
import { keyParts, partsOf, rateMeanings } from '../cell-meanings';
import { countOf, DashboardFigures, largestFirst, nameOf } from '../dashboard-figures';
import { a1, DashboardGrid } from '../dashboard-grid';
import { FIRST_ROW, putHeading } from '../dashboard-heading';
import type { DashboardPlan } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { rateCells, rateHeadings } from '../figure-cells';

/** More venues than these are summed in one line. */
const MOST_VENUES = 500;
const CHARTED = 10;
/** How many rows the chart covers, between its title and the table. */
const CHART_ROWS = 18;
const HEADINGS = [
  'Venue',
  'Missing people',
  'Demand',
  'Booked',
  'Worked',
  'Unfilled',
  'No-shows',
  'Booked %',
  'Worked %',
  ...rateHeadings('True fulfilment %'),
  'No-shows %',
  'Notes',
];
const WIDTH = HEADINGS.length;

/** Every venue in one line, most missing people first. */
export function planVenueLeague(source: DashboardSource): DashboardPlan {
  const figures = new DashboardFigures(source);
  const grid = new DashboardGrid(source.region, {
    columns: WIDTH,
    firstWidth: 260,
    otherWidth: 120,
    frozenRows: 0,
  });
  putHeading(grid, 'venue_league', source, figures, {
    name: 'TRUE_FULFILMENT_PERCENTAGE',
    words: 'True fulfilment %',
  });
  const { groups, total } = figures.by('venue');
  const venues = largestFirst(groups, (venue) => countOf(venue, 'MISSING_PEOPLE'));
  const line = (name: string, group: Group) => [name, ...cellsOf(figures, group), figures.notes(group)];
  const heading = FIRST_ROW + 1 + CHART_ROWS;
  const [all, first] = [heading + 1, heading + 2];
  grid.section(FIRST_ROW, 'The ten venues with the most missing people');
  grid.headings(heading, 1, HEADINGS, [2, WIDTH - 2]);
  grid.putRows(all, 1, [line('All venues', total)]);
  grid.putRows(
    first,
    1,
    venues.slice(0, MOST_VENUES).map((venue) => line(nameOf(venue), venue)),
  );
  const shown = venues.slice(0, MOST_VENUES);
  grid.means({
    row: all,
    column: 2,
    rows: 1 + MOST_VENUES,
    columns: MEANINGS,
    groups: [[], ...shown.map((venue) => keyParts(venue, 'venue'))],
  });
  const more = venues.length - MOST_VENUES;
  if (more > 0) grid.text(first + MOST_VENUES, 1, `${more} more venues are not shown`);
  setUp(grid, all, first);
  // Room for what the chart shows, so that its cells are ours.
  return grid.plan(first + CHARTED - 1);
}

/** What `cellsOf` puts side by side. */
const MEANINGS = [
  ...partsOf('value', 'MISSING_PEOPLE', 'TRUE_DEMAND', 'SHIFTS_BOOKED', 'SHIFTS_WORKED'),
  ...partsOf('value', 'SHIFTS_UNFILLED', 'NO_SHOWS', 'SHIFTS_BOOKED_PERCENTAGE', 'SHIFTS_WORKED_PERCENTAGE'),
  ...rateMeanings('TRUE_FULFILMENT_PERCENTAGE'),
  ...partsOf('value', 'NO_SHOWS_PERCENTAGE'),
];

function cellsOf(figures: DashboardFigures, group: Group): SheetValue[] {
  return [
    countOf(group, 'MISSING_PEOPLE'),
    countOf(group, 'TRUE_DEMAND'),
    countOf(group, 'SHIFTS_BOOKED'),
    countOf(group, 'SHIFTS_WORKED'),
    countOf(group, 'SHIFTS_UNFILLED'),
    countOf(group, 'NO_SHOWS'),
    figures.rate(group, 'SHIFTS_BOOKED_PERCENTAGE').value,
    figures.rate(group, 'SHIFTS_WORKED_PERCENTAGE').value,
    ...rateCells(figures, group, 'TRUE_FULFILMENT_PERCENTAGE'),
    figures.rate(group, 'NO_SHOWS_PERCENTAGE').value,
  ];
}

function setUp(grid: DashboardGrid, all: number, first: number): void {
  const rows = MOST_VENUES + 1;
  grid.style('section', a1(all, 1));
  grid.format('count', a1(all, 2, rows, 6), a1(all, 13, rows));
  grid.format('percentage', a1(all, 8, rows, 5), a1(all, 14, rows));
  grid.rule({ kind: 'small count', range: a1(all, 1, rows, WIDTH), count: `$M${all}` });
  grid.rule({ kind: 'gradient', range: a1(all, 10, rows) });
  grid.chart({
    kind: 'bar',
    title: 'Missing people by venue',
    headings: 0,
    ranges: [a1(first, 1, CHARTED), a1(first, 2, CHARTED)],
    colours: ['#1a73e8'],
    row: FIRST_ROW + 1,
    column: 1,
    width: 940,
    height: 360,
  });
}
