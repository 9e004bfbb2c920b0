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

/** Where the two blocks begin. */
const SHARES_ROW = FIRST_ROW + 3;
const COUNTS_ROW = SHARES_ROW + MOST_ROLES + 5;

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
  const ranked = largestFirst(all.groups, (role) => figureIn(role, RATE).n);
  const roles = ranked.slice(0, MOST_ROLES);
  const shown = Array.from({ length: SHOWN_WEEKS }, (_, at) => weeks[at]);
  const lines = linesOf(figures, shown, roles, all.total);
  grid.section(FIRST_ROW, 'True fulfilment % by role and week, largest roles first');
  grid.label(FIRST_ROW + 2, 1, 'Incomplete weeks');
  grid.put(FIRST_ROW + 2, 2, weeks.map(incompleteText));
  putLines(grid, SHARES_ROW, lines, (group) => figures.rate(group, RATE).value);
  const more = ranked.length - roles.length;
  if (more > 0) grid.text(SHARES_ROW + MOST_ROLES + 1, 1, `${more} more roles are not shown`);
  grid.section(COUNTS_ROW - 2, COUNTS_TITLE);
  putLines(grid, COUNTS_ROW, lines, (group) => countOrRange(figures, group, RATE));
  explainCells(grid, shown, roles);
  for (const heading of [FIRST_ROW + 1, COUNTS_ROW - 1]) putWeeks(grid, heading, weeks);
  setUp(grid);
  return grid.plan(COUNTS_ROW + MOST_ROLES);
}

/** One line of a block: a role in each week, then on all days. */
interface Line {
  readonly name: string;
  readonly groups: readonly (Group | undefined)[];
}

/** @param weeks As many as are shown; those that the report lacks are `undefined`. */
function linesOf(
  figures: DashboardFigures,
  weeks: readonly (Group | undefined)[],
  roles: readonly Group[],
  total: Group,
): readonly Line[] {
  const { groups } = figures.by('role', 'week');
  const cells = new Map(groups.map((group) => [JSON.stringify(group.keys), group]));
  const cellOf = (role: Group, week: Group | undefined) =>
    week && cells.get(JSON.stringify([role.keys[0] ?? null, week.keys[0] ?? null]));
  return [
    { name: 'All roles', groups: [...weeks, total] },
    ...roles.map((role) => ({
      name: nameOf(role),
      groups: [...weeks.map((week) => cellOf(role, week)), role],
    })),
  ];
}

function putLines(
  grid: DashboardGrid,
  row: number,
  lines: readonly Line[],
  read: (group: Group | undefined) => SheetValue,
): void {
  const values = lines.map(({ name, groups }) => [name, ...groups.map(read)]);
  grid.putRows(row, 1, values);
}

/** What each cell of both blocks is of, for whoever has it explained. */
function explainCells(
  grid: DashboardGrid,
  weeks: readonly (Group | undefined)[],
  roles: readonly Group[],
): void {
  const across = [...weeks.map((week) => week && keyParts(week, 'week')), []];
  const groups = [[], ...roles.map((role) => keyParts(role, 'role'))];
  const block = { column: 2, rows: 1 + MOST_ROLES, across, groups };
  const columns = (part: 'value' | 'n') => across.map(() => ({ measure: RATE, part }) as const);
  grid.means(
    { ...block, row: SHARES_ROW, columns: columns('value') },
    { ...block, row: COUNTS_ROW, columns: columns('n') },
  );
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

function setUp(grid: DashboardGrid): void {
  const [rows, columns] = [MOST_ROLES + 1, WIDTH - 1];
  grid.format('percentage', a1(SHARES_ROW, 2, rows, columns));
  grid.style('right', a1(COUNTS_ROW, 2, rows, columns));
  grid.format('count', a1(COUNTS_ROW, 2, rows, columns));
  grid.rule({ kind: 'small count', range: a1(SHARES_ROW, 2, rows, columns), count: `B${COUNTS_ROW}` });
  grid.rule({ kind: 'gradient', range: a1(SHARES_ROW, 2, rows, columns) });
}
