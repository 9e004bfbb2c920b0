import type { Group } from '../../figures/group-figures';
import type { GroupKey } from '../../figures/group-keys';
import { shownCount } from '../../reports/shown-count';
import type { SheetValue } from '../../reports/tables/sheet-table';
import { keyParts, partsOf, rateMeanings } from '../cell-meanings';
import { countOf, DashboardFigures, largestFirst, nameOf, rateOf } from '../dashboard-figures';
import { a1, DashboardGrid } from '../dashboard-grid';
import { FIRST_ROW, putHeading } from '../dashboard-heading';
import type { DashboardPlan } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { rateCells, rateHeadings } from '../figure-cells';

const RATE = 'NO_SHOWS_PERCENTAGE';
const HEADINGS = ['No-shows', ...rateHeadings('No-shows %'), 'Compared with all'];
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
    ...{ columns: WIDTH, firstWidth: 280, otherWidth: 125, frozenRows: 0 },
  });
  const notes = leftOut(figures);
  putHeading(grid, 'no_show_watch', source, figures, { name: RATE, words: 'No-shows %', notes });
  const { total } = figures.by();
  grid.headings(FIRST_ROW, 1, ['Everything', ...HEADINGS]);
  grid.put(FIRST_ROW + 1, 1, ['All shifts', ...cellsOf(total)]);
  grid.means({ row: FIRST_ROW + 1, column: 2, rows: 1, columns: MEANINGS, groups: [[]] });
  let row = FIRST_ROW + 3;
  for (const part of PARTS) {
    putPart(grid, row, part, figures);
    row += part.room + 3 + chartRows(part);
  }
  const [first, rows] = [FIRST_ROW + 1, row - FIRST_ROW];
  grid.format('count', a1(first, 2, rows), a1(first, 6, rows));
  grid.format('percentage', a1(first, 3, rows, 3));
  grid.style('right', a1(first, WIDTH, rows));
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
  const { groups, total } = figures.by(key);
  const heading = row + 1 + chartRows(part);
  const first = heading + 1;
  // By the lower end: a group of a few positions leads by chance otherwise.
  const ranked = key === 'weekday' ? groups : largestFirst(groups, (group) => rateOf(group, RATE).low);
  grid.section(row, key === 'weekday' ? 'By weekday' : `By ${words.toLowerCase()}, highest lower ends first`);
  grid.headings(heading, 1, [words, ...HEADINGS]);
  grid.putRows(
    first,
    1,
    ranked.slice(0, room).map((group) => [nameOf(group), ...cellsOf(group), compared(group, total)]),
  );
  grid.means({
    ...{ row: first, column: 2, rows: room, columns: [...MEANINGS, COMPARED] },
    groups: ranked.slice(0, room).map((group) => keyParts(group, key)),
  });
  if (key !== 'weekday') return;
  grid.chart({
    ...{ kind: 'column', title: 'No-shows % by weekday', headings: 0 },
    ...{ ranges: [a1(first, 1, room), a1(first, 3, room)], colours: ['#b3500b'] },
    ...{ row: row + 1, column: 1, width: 940, height: 300 },
  });
}

/** Only the weekdays have a chart. */
function chartRows({ key }: Part): number {
  return key === 'weekday' ? CHART_ROWS : 0;
}

/** What `cellsOf` puts side by side. */
const MEANINGS = [...partsOf('value', 'NO_SHOWS'), ...rateMeanings(RATE)];
const COMPARED = {
  title: 'Compared with all',
  means: 'Says higher or lower where the whole 95 % interval lies on one side of the rate of all shifts.',
};

function cellsOf(group: Group): SheetValue[] {
  return [countOf(group, 'NO_SHOWS'), ...rateCells(group, RATE)];
}

/** Whether the whole interval of a group lies on one side of the rate of all. */
function compared(group: Group, total: Group): string {
  const [{ low, high }, { value: all }] = [rateOf(group, RATE), rateOf(total, RATE)];
  if (low === null || high === null || all === null) return '';
  return low > all ? 'higher' : high < all ? 'lower' : '';
}
