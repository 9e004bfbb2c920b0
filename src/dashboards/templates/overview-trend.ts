import { keyParts, partsOf, rateMeanings } from '../cell-meanings';
import { countOf, type DashboardFigures, figureIn } from '../dashboard-figures';
import { a1, type DashboardGrid } from '../dashboard-grid';
import { definitionRange } from '../dashboard-texts';
import { incompleteText, RANGE_HEADING, rateCells, rateHeadings } from '../figure-cells';
import { INCOMPLETE, newestWeeks, SHOWN_WEEKS, WEEK } from './weeks';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
/** How many rows the chart covers. */
const CHART_ROWS = 15;

/** The line of 13 weeks, and below it the cells that it shows. 30 rows. */
export function putTrend(grid: DashboardGrid, row: number, figures: DashboardFigures): void {
  const heading = row + 1 + CHART_ROWS;
  const shown = newestWeeks(figures);
  const weeks = shown.map((week) => [
    week.keys[0] ?? null,
    ...rateCells(figures, week, RATE),
    countOf(week, 'MISSING_PEOPLE'),
    incompleteText(week),
    definitionRange(figureIn(week, RATE)),
  ]);
  grid.section(row, 'Is it getting better?');
  grid.headings(heading, 1, [
    'Week from',
    ...rateHeadings('True fulfilment %'),
    'Missing people',
    'Incomplete week',
    RANGE_HEADING,
  ]);
  grid.putRows(heading + 1, 1, weeks);
  grid.means({
    row: heading + 1,
    column: 1,
    rows: SHOWN_WEEKS,
    columns: [
      WEEK,
      ...rateMeanings(RATE),
      ...partsOf('value', 'MISSING_PEOPLE'),
      INCOMPLETE,
      ...partsOf('range', RATE),
    ],
    groups: shown.map((week) => keyParts(week, 'week')),
  });
  grid.format('day', a1(heading + 1, 1, SHOWN_WEEKS));
  grid.style('left', a1(heading + 1, 1, SHOWN_WEEKS));
  grid.style('right', a1(heading + 1, 7, SHOWN_WEEKS, 2));
  grid.format('percentage', a1(heading + 1, 2, SHOWN_WEEKS, 3));
  grid.format('count', a1(heading + 1, 5, SHOWN_WEEKS, 2));
  grid.rule({ kind: 'small count', range: a1(heading + 1, 1, SHOWN_WEEKS, 8), count: `$E${heading + 1}` });
  grid.chart({
    kind: 'line',
    title: 'True fulfilment % by week, with its 95 % interval',
    headings: 1,
    ranges: [a1(heading, 1, SHOWN_WEEKS + 1, 4)],
    colours: ['#1a73e8', '#9aa0a6', '#9aa0a6'],
    row: row + 1,
    column: 1,
    width: 940,
    height: 300,
  });
}
