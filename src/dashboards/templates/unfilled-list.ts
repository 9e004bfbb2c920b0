import { weekday } from '../../calendar/calendar-date';
import type { Group } from '../../figures/group-figures';
import { WEEKDAY_NAMES } from '../../figures/weekday-names';
import type { SheetValue } from '../../reports/tables/sheet-table';
import { keyParts, partsOf } from '../cell-meanings';
import { countOf, DashboardFigures, nameOf } from '../dashboard-figures';
import { a1, DashboardGrid } from '../dashboard-grid';
import { FIRST_ROW, putHeading } from '../dashboard-heading';
import type { DashboardPlan } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';

const HEADINGS = ['Venue', 'Date', 'Weekday', 'When', 'Area', 'Role', 'Unfilled', 'Posted', 'Booked'];
const WIDTH = HEADINGS.length;
const MOST_LINES = 500;

/** Positions that nobody is booked for: those to come first, the next day on top; then the past, the newest on top. */
export function planUnfilledList(source: DashboardSource): DashboardPlan {
  const { today } = source;
  const figures = new DashboardFigures(source);
  const [heading, first] = [FIRST_ROW + 3, FIRST_ROW + 4];
  const grid = new DashboardGrid(source.region, {
    columns: WIDTH,
    firstWidth: 260,
    otherWidth: 120,
    frozenRows: heading,
  });
  putHeading(grid, 'unfilled_list', source, figures);
  const open = figures.by('day', 'venue', 'area', 'role').groups.filter((group) => unfilled(group) > 0);
  const isToCome = (group: Group) => dayOf(group) >= today;
  const coming = open.filter(isToCome);
  // Sorting keeps the order of venues within a day.
  const past = open.filter((group) => !isToCome(group)).sort((one, other) => dayOf(other) - dayOf(one));
  const lines = [...coming, ...past];
  grid.label(FIRST_ROW, 1, 'Unfilled from today on');
  grid.put(FIRST_ROW, 2, [sum(coming), toCome(source)]);
  grid.label(FIRST_ROW + 1, 1, 'Unfilled on past days');
  grid.put(FIRST_ROW + 1, 2, [sum(past)]);
  grid.headings(heading, 1, HEADINGS, [7, 3]);
  grid.putRows(
    first,
    1,
    lines.slice(0, MOST_LINES).map((group) => lineOf(group, isToCome(group))),
  );
  grid.means(
    { row: FIRST_ROW, column: 2, rows: 2, columns: [UNFILLED], groups: [[], []] },
    {
      row: first,
      column: 1,
      rows: MOST_LINES,
      columns: MEANINGS,
      labels: [1, 2, 5, 6],
      groups: lines.slice(0, MOST_LINES).map((group) => keyParts(group, 'day', 'venue', 'area', 'role')),
    },
  );
  const more = lines.length - MOST_LINES;
  if (more > 0) grid.text(first + MOST_LINES, 1, `${more} more lines are not shown: choose fewer days`);
  grid.style('left', a1(FIRST_ROW, 2, 2), a1(first, 2, MOST_LINES));
  grid.format('count', a1(FIRST_ROW, 2, 2), a1(first, 7, MOST_LINES, 3));
  grid.format('day', a1(first, 2, MOST_LINES));
  return grid.plan();
}

const UNFILLED = {
  title: 'Unfilled positions',
  means: 'Positions that nobody took, of the days that the label names, added up.',
};
/** What `lineOf` puts side by side. */
const MEANINGS = [
  { title: 'Venue', means: 'The venue, as published by the service.' },
  { title: 'Date', means: 'The day of the shifts; a night shift may stand on the day it began.' },
  { title: 'Weekday', means: 'The day of the week of the shifts.' },
  { title: 'When', means: 'Open: today or later, somebody can still be found. Past: never filled.' },
  { title: 'Area', means: 'The area of the venue, as published by the service.' },
  { title: 'Role', means: 'The job title, as published by the service.' },
  ...partsOf('value', 'SHIFTS_UNFILLED', 'SHIFTS_POSTED', 'SHIFTS_BOOKED'),
];

function lineOf(group: Group, isToCome: boolean): SheetValue[] {
  const day = group.keys[0] ?? null;
  return [
    nameOf(group, 1),
    day,
    typeof day === 'number' ? (WEEKDAY_NAMES[weekday(day) - 1] as string) : null,
    typeof day !== 'number' ? 'no day given' : isToCome ? 'open' : 'past',
    nameOf(group, 2),
    nameOf(group, 3),
    countOf(group, 'SHIFTS_UNFILLED'),
    countOf(group, 'SHIFTS_POSTED'),
    countOf(group, 'SHIFTS_BOOKED'),
  ];
}

/** Whether there can be anything to come. */
function toCome({ range, today, report }: DashboardSource): string {
  if (range.to < today) return 'The period ends before today: choose one with days to come';
  const hasComing = report.rows.some(([day]) => typeof day === 'number' && day > today && day <= range.to);
  return hasComing || range.to === today ? '' : 'The service sent no shifts of days to come';
}

function unfilled(group: Group): number {
  return countOf(group, 'SHIFTS_UNFILLED') ?? 0;
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((total, group) => total + unfilled(group), 0);
}

/** Records without a day come last. */
function dayOf({ keys: [day] }: Group): number {
  return typeof day === 'number' ? day : Number.NEGATIVE_INFINITY;
}
