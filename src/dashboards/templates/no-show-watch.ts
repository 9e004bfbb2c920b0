import type { Figure } from '../../figures/figure';
import type { Group } from '../../figures/group-figures';
import type { GroupKey } from '../../figures/group-keys';
import { wilsonInterval } from '../../figures/wilson';
import { shownCount } from '../../reports/shown-count';
import type { SheetValue } from '../../reports/tables/sheet-table';
import { keyParts, partsOf, rateMeanings } from '../cell-meanings';
import { countOf, DashboardFigures, figureIn, largestFirst, nameOf } from '../dashboard-figures';
import { a1, DashboardGrid } from '../dashboard-grid';
import { FIRST_ROW, putHeading } from '../dashboard-heading';
import type { DashboardPlan } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { definitionRange } from '../dashboard-texts';
import { RANGE_HEADING, rateCells, rateHeadings } from '../figure-cells';

const RATE = 'NO_SHOWS_PERCENTAGE';
const HEADINGS = ['No-shows', ...rateHeadings('No-shows %'), RANGE_HEADING, 'Compared with all'];
const WIDTH = 1 + HEADINGS.length;
/** How many rows the chart covers, between the title of the weekdays and their cells. */
const CHART_ROWS = 15;

/** A list of groups, with so many rows of room. */
interface Part {
  readonly key: GroupKey;
  readonly words: string;
  readonly room: number;
}

const PARTS: readonly Part[] = [
  { key: 'weekday', words: 'Weekday', room: 7 },
  { key: 'role', words: 'Role', room: 10 },
  { key: 'area', words: 'Area', room: 10 },
  { key: 'venue', words: 'Venue', room: 200 },
];

/** No-shows by weekday, role, area and venue, those first of which it is surest that they are high. */
export function planNoShowWatch(source: DashboardSource): DashboardPlan {
  const figures = new DashboardFigures(source);
  const grid = new DashboardGrid(source.region, {
    columns: WIDTH,
    firstWidth: 280,
    otherWidth: 125,
    frozenRows: 0,
  });
  const notes = leftOut(figures);
  putHeading(grid, 'no_show_watch', source, figures, { name: RATE, words: 'No-shows %', notes });
  const { total } = figures.by();
  grid.headings(FIRST_ROW, 1, ['Everything', ...HEADINGS]);
  grid.put(FIRST_ROW + 1, 1, ['All shifts', ...cellsOf(figures, total)]);
  grid.means({ row: FIRST_ROW + 1, column: 2, rows: 1, columns: MEANINGS, groups: [[]] });
  let row = FIRST_ROW + 3;
  for (const part of PARTS) {
    putPart(grid, row, part, figures);
    row += part.room + 3 + chartRows(part);
  }
  const [first, rows] = [FIRST_ROW + 1, row - FIRST_ROW];
  grid.format('count', a1(first, 2, rows), a1(first, 6, rows));
  grid.format('percentage', a1(first, 3, rows, 3));
  grid.style('right', a1(first, WIDTH - 1, rows, 2));
  grid.rule({ kind: 'small count', range: a1(first, 1, rows, WIDTH), count: `$F${first}` });
  return grid.plan();
}

/** How many groups there is no room for, in one note; none where all fit. */
function leftOut(figures: DashboardFigures): string[] {
  const counts = PARTS.filter(({ key }) => key !== 'weekday').flatMap(({ key, words, room }) => {
    const more = figures.by(key).groups.length - room;
    return more > 0 ? [shownCount(more, words.toLowerCase())] : [];
  });
  return counts.length === 0 ? [] : [`Not shown: ${counts.join(', ')}`];
}

function putPart(grid: DashboardGrid, row: number, part: Part, figures: DashboardFigures): void {
  const { key, words, room } = part;
  const { groups } = figures.by(key);
  const heading = row + 1 + chartRows(part);
  const first = heading + 1;
  const byDefinition = figures.byDefinition(RATE, key);
  const judged = new Map(groups.map((group, at) => [group, byDefinition.groups[at]?.figures ?? []]));
  const judgedOf = (group: Group) => judged.get(group) ?? [];
  // By the lower end: a group of a few positions leads by chance otherwise.
  const ranked = key === 'weekday' ? groups : largestFirst(groups, (group) => leastLow(judgedOf(group)));
  grid.section(row, key === 'weekday' ? 'By weekday' : `By ${words.toLowerCase()}, highest lower ends first`);
  grid.headings(heading, 1, [words, ...HEADINGS]);
  grid.putRows(
    first,
    1,
    ranked
      .slice(0, room)
      .map((group) => [
        nameOf(group),
        ...cellsOf(figures, group),
        compared(judgedOf(group), byDefinition.total.figures),
      ]),
  );
  grid.means({
    row: first,
    column: 2,
    rows: room,
    columns: [...MEANINGS, COMPARED],
    groups: ranked.slice(0, room).map((group) => keyParts(group, key)),
  });
  if (key !== 'weekday') return;
  grid.chart({
    kind: 'column',
    title: 'No-shows % by weekday',
    headings: 0,
    ranges: [a1(first, 1, room), a1(first, 3, room)],
    colours: ['#b3500b'],
    row: row + 1,
    column: 1,
    width: 940,
    height: 300,
  });
}

/** Only the weekdays have a chart. */
function chartRows({ key }: Part): number {
  return key === 'weekday' ? CHART_ROWS : 0;
}

/** What `cellsOf` puts side by side. */
const MEANINGS = [...partsOf('value', 'NO_SHOWS'), ...rateMeanings(RATE), ...partsOf('range', RATE)];
const COMPARED = {
  title: 'Compared with all',
  means:
    'Says higher or lower where the whole 95 % interval lies on one side of the rate of all shifts, by every definition that the rows leave.',
};

function cellsOf(figures: DashboardFigures, group: Group): SheetValue[] {
  const range = definitionRange(figureIn(group, RATE));
  return [countOf(group, 'NO_SHOWS'), ...rateCells(figures, group, RATE), range];
}

/** The least lower end that any definition gives; null where none gives a figure. */
function leastLow(byDefinition: readonly Figure[]): number | null {
  const ends = byDefinition.map(lowerEnd).filter((low) => low !== null);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Whether the whole interval of a group lies on one side of the rate of all, the same side by every definition. */
function compared(byDefinition: readonly Figure[], ofAll: readonly Figure[]): string {
  const sides = byDefinition.flatMap((figure, at) => {
    const [low, all] = [lowerEnd(figure), ofAll[at]?.value ?? null];
    if (low === null || all === null) return [];
    return [low > all ? 'higher' : figure.high !== null && figure.high < all ? 'lower' : ''];
  });
  const [first = ''] = sides;
  return sides.every((side) => side === first) ? first : '';
}

/** A percentage over 100 has no interval: it is surely at least as high as 100 % of as many positions. */
function lowerEnd({ value, low, n }: Figure): number | null {
  return value === null ? null : (low ?? wilsonInterval(n, n)?.low ?? null);
}
