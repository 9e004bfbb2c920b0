import type { Group } from '../../figures/group-figures';
import type { SheetValue } from '../../reports/tables/sheet-table';
import { keyParts } from '../cell-meanings';
import { DashboardFigures, figureIn, largestFirst, nameOf } from '../dashboard-figures';
import { a1, DashboardGrid } from '../dashboard-grid';
import { FIRST_ROW, putHeading } from '../dashboard-heading';
import type { DashboardPlan } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { COUNTS_TITLE, countOrRange, incompleteText } from '../figure-cells';
import { newestWeeks, SHOWN_WEEKS, WEEK } from './weeks';

const MOST_ROLES = 40;
/** The roles, the weeks, and all weeks together. */
const WIDTH = 1 + SHOWN_WEEKS + 1;
const RATE = 'TRUE_FULFILMENT_PERCENTAGE';

/** True fulfilment of each role in each of 13 weeks; below it, how many positions that is out of. */
export function planRoleByWeek(source: DashboardSource): DashboardPlan {
  const figures = new DashboardFigures(source);
  const grid = new DashboardGrid(source.region, {
    columns: WIDTH,
    firstWidth: 220,
    secondWidth: 120,
    otherWidth: 95,
    frozenRows: 0,
  });
  putHeading(grid, 'role_by_week', source, figures, { name: RATE, words: 'True fulfilment %' });
  const weeks = newestWeeks(figures);
  const all = figures.by('role');
  const size = (role: Group) => figureIn(role, RATE).n;
  const ranked = largestFirst(all.groups, size);
  const roles = ranked.slice(0, MOST_ROLES);
  const cells = new Map(
    figures.by('role', 'week').groups.map((group) => [JSON.stringify(group.keys), group]),
  );
  const cellOf = (role: Group, week: Group) =>
    cells.get(JSON.stringify([role.keys[0] ?? null, week.keys[0] ?? null]));
  const lines = (read: (group: Group | undefined) => SheetValue): SheetValue[][] => {
    const line = (name: string, parts: readonly (Group | undefined)[], whole: Group) => [
      name,
      ...Array.from({ length: SHOWN_WEEKS }, (_, at) => read(parts[at])),
      read(whole),
    ];
    return [
      line('All roles', weeks, all.total),
      ...roles.map((role) =>
        line(
          nameOf(role),
          weeks.map((week) => cellOf(role, week)),
          role,
        ),
      ),
    ];
  };
  const shares = FIRST_ROW + 3;
  const counts = shares + MOST_ROLES + 5;
  grid.section(FIRST_ROW, 'True fulfilment % by role and week, largest roles first');
  grid.label(FIRST_ROW + 2, 1, 'Incomplete weeks');
  grid.put(FIRST_ROW + 2, 2, weeks.map(incompleteText));
  grid.putRows(
    shares,
    1,
    lines((group) => figures.rate(group, RATE).value),
  );
  const more = ranked.length - roles.length;
  if (more > 0) grid.text(shares + MOST_ROLES + 1, 1, `${more} more roles are not shown`);
  grid.section(counts - 2, COUNTS_TITLE);
  grid.putRows(
    counts,
    1,
    lines((group) => countOrRange(figures, group, RATE)),
  );
  const across = [
    ...Array.from({ length: SHOWN_WEEKS }, (_, at) => weeks[at] && keyParts(weeks[at], 'week')),
    [],
  ];
  const block = { column: 2, rows: 1 + MOST_ROLES, across };
  const groups = [[], ...roles.map((role) => keyParts(role, 'role'))];
  const columns = (part: 'value' | 'n') => across.map(() => ({ measure: RATE, part }) as const);
  grid.means(
    { ...block, row: shares, groups, columns: columns('value') },
    { ...block, row: counts, groups, columns: columns('n') },
  );
  for (const heading of [FIRST_ROW + 1, counts - 1]) putWeeks(grid, heading, weeks);
  setUp(grid, shares, counts);
  return grid.plan(counts + MOST_ROLES);
}

function putWeeks(grid: DashboardGrid, row: number, weeks: readonly Group[]): void {
  grid.headings(row, 1, ['Role', ...new Array<string>(SHOWN_WEEKS).fill(''), 'All days']);
  grid.put(
    row,
    2,
    weeks.map(({ keys }) => keys[0] ?? null),
  );
  grid.means({ row, column: 2, rows: 1, columns: weeks.map(() => WEEK), groups: [[]], labels: [] });
  grid.format('day', a1(row, 2, 1, SHOWN_WEEKS));
}

function setUp(grid: DashboardGrid, shares: number, counts: number): void {
  const [rows, columns] = [MOST_ROLES + 1, WIDTH - 1];
  grid.format('percentage', a1(shares, 2, rows, columns));
  grid.style('right', a1(counts, 2, rows, columns));
  grid.format('count', a1(counts, 2, rows, columns));
  grid.rule({ kind: 'small count', range: a1(shares, 2, rows, columns), count: `B${counts}` });
  grid.rule({ kind: 'gradient', range: a1(shares, 2, rows, columns) });
}
