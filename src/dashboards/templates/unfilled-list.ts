import { type CalendarDate, weekday } from '../../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../../contract/schedule';
import { shownCount } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import type { GroupKey, KeyValue } from '../../figures/group-keys';
import { NO_NAME } from '../../figures/names';
import { a1 } from '../../reports/sheet/cells';
import { countOf, type DashboardFigures } from '../dashboard-figures';
import {
  FIRST_ROW,
  NO_SHIFTS,
  type PageFigures,
  pageFigures,
  putFooter,
  putTop,
  type Tile,
} from '../dashboard-page';
import { COLOURS, DashboardGrid, type DashboardPlan, keyParts, type TableColumn } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { countText, dayText, shortened } from '../dashboard-texts';
import { countColumn, LETTERS, nameColumn } from '../table-columns';

const MOST_LINES = 500;
const LISTED = 10;
/** The totals beside the chart: by venue, and by day. Days come second, because a name never touches a number before it. */
const [VENUES_COLUMN, DAYS_COLUMN] = [6, 10];
const LIST_ROW = FIRST_ROW + 2 + LISTED + 2;
/** Days of which *soon* tells. */
const SOON = 7;
/** Below a blank tile: a 0 would say that there is nothing. */
const OTHER_PERIOD = 'not in this period';
const KEYS: readonly GroupKey[] = ['day', 'venue', 'area', 'role'];

/** Positions that no one is booked for: those to come, the next day on top; then the past, the newest on top. */
export function planUnfilledList(source: DashboardSource, title: string): DashboardPlan {
  const { today } = source;
  const page = pageFigures(source);
  const { figures } = page;
  const grid = new DashboardGrid();
  const { groups } = figures.by(...KEYS);
  const unfilledOnes = groups.filter((group) => unfilled(group) > 0);
  const isOpen = (group: Group) => dayOf(group) >= today;
  const open = unfilledOnes.filter(isOpen);
  // Sorting keeps the order of venues within a day.
  const past = unfilledOnes.filter((group) => !isOpen(group)).sort((one, other) => dayOf(other) - dayOf(one));
  const lines = [...open, ...past];
  const shown = open.length > 0 ? open : past;
  const isUnknown = unfilledIn(groups.filter(isOpen)) === null;
  putTop(grid, title, page, sentenceOf(page, open, past, isUnknown), tilesOf(source, figures, groups));
  putTotals(grid, shown, open.length > 0);
  grid.section(LIST_ROW - 1, 'All unfilled positions: open ones first, then the past');
  grid.table<Group>({
    row: LIST_ROW,
    columns: columnsOf(isOpen),
    items: lines,
    room: MOST_LINES,
    labels: [1, 2, 5, 7],
    keysOf: (group) => keyParts(group, ...KEYS),
  });
  const first = LIST_ROW + 1;
  grid.rule({
    kind: 'formula',
    range: a1(first, 4, MOST_LINES),
    formula: `=$D${first}="open"`,
    look: 'warning',
  });
  const more = lines.length - MOST_LINES;
  if (more > 0) {
    const left = `${shownCount(more, 'more line')} ${more === 1 ? 'is' : 'are'} not shown`;
    grid.text(first + MOST_LINES, 1, `${left}: choose fewer days`);
  }
  putFooter(
    grid,
    page,
    [],
    [
      'Unfilled: posted less booked, as published. Open: today or later, so someone can still be found. Past: never filled',
    ],
  );
  return grid.plan();
}

function columnsOf(isOpen: (group: Group) => boolean): TableColumn<Group>[] {
  return [
    nameColumn('Venue', 'first', 1),
    {
      heading: 'Date',
      meaning: {
        title: 'Date',
        means: 'The day of the shifts; a night shift may be listed on the day it began.',
      },
      cell: dayOf,
      format: 'day',
    },
    {
      heading: 'Weekday',
      align: 'center',
      meaning: { title: 'Weekday', means: 'The day of the week of the shifts.' },
      cell: (group) => WEEKDAY_NAMES[weekday(dayOf(group)) - 1] as string,
    },
    {
      heading: 'When',
      meaning: {
        title: 'When',
        means: 'Open: today or later, someone can still be found. Past: never filled.',
      },
      cell: (group) => (isOpen(group) ? 'open' : 'past'),
    },
    {
      ...nameColumn('Area', 'two', 2),
      meaning: { title: 'Area', means: 'The area of the venue, as published by the service.' },
    },
    {
      ...nameColumn('Job title', 'two', 3),
      meaning: { title: 'Job title', means: 'The job title, as published by the service.' },
    },
    countColumn('Unfilled', 'SHIFTS_UNFILLED'),
    countColumn('Posted', 'SHIFTS_POSTED'),
    countColumn('Booked', 'SHIFTS_BOOKED'),
  ];
}

/** Unfilled positions of some lines, together. */
interface Total {
  readonly key: KeyValue;
  readonly count: number;
}

/** The totals of the lines that matter now, by day and by venue, and a chart of the days. */
function putTotals(grid: DashboardGrid, lines: readonly Group[], areOpen: boolean): void {
  const words = areOpen ? 'Open' : 'Unfilled';
  const days = totalsBy(lines, 0).sort((one, other) => Number(one.key) - Number(other.key));
  const shownDays = areOpen ? days.slice(0, LISTED) : days.slice(-LISTED);
  const venues = totalsBy(lines, 1).sort((one, other) => other.count - one.count);
  const count = {
    heading: 'Unfilled',
    meaning: { title: 'Unfilled positions', means: 'Positions that no one took, added up.' },
    cell: ({ count }: Total) => count,
    format: 'count',
  } as const;
  grid.section(FIRST_ROW, `${words} by day`, DAYS_COLUMN);
  grid.section(FIRST_ROW, `${words} by venue, most first`, VENUES_COLUMN);
  const shared = { row: FIRST_ROW + 1, room: LISTED, keysOf: () => [] };
  const day = { title: 'Day', means: 'The day of the shifts.' };
  grid.table<Total>({
    ...shared,
    column: DAYS_COLUMN,
    columns: [{ heading: 'Day', meaning: day, cell: ({ key }) => key, format: 'shortDay' }, count],
    items: shownDays,
  });
  grid.table<Total>({
    ...shared,
    column: VENUES_COLUMN,
    columns: [
      {
        heading: 'Venue',
        cell: ({ key }) => shortened(String(key ?? NO_NAME), LETTERS.three),
        span: 3,
      },
      count,
    ],
    items: venues,
  });
  const first = FIRST_ROW + 2;
  grid.chart(areOpen ? 'Open positions by day' : 'Unfilled positions by day, the newest days', {
    kind: 'column',
    title: 'Unfilled positions by day',
    headings: 0,
    ranges: [a1(first, DAYS_COLUMN, LISTED), a1(first, DAYS_COLUMN + 1, LISTED)],
    series: [{ colour: COLOURS.accent }],
    labelEvery: 2,
    row: FIRST_ROW + 1,
    column: 1,
    width: 572,
    height: 240,
  });
  grid.put(first + LISTED, 1, []);
}

function totalsBy(lines: readonly Group[], at: number): Total[] {
  const counts = new Map<KeyValue, number>();
  for (const line of lines) {
    const key = keyOf(line, at);
    counts.set(key, (counts.get(key) ?? 0) + unfilled(line));
  }
  return Array.from(counts, ([key, count]) => ({ key, count }));
}

/** @param isUnknown Whether nothing is known of positions from today on. */
function sentenceOf(
  page: PageFigures,
  open: readonly Group[],
  past: readonly Group[],
  isUnknown: boolean,
): string {
  const { range, today, report } = page.source;
  if (page.figures.by().total.records === 0) return NO_SHIFTS;
  const never = sum(past);
  const left =
    never === 0 ? '' : ` On past days ${positions(never)} ${never === 1 ? 'was' : 'were'} never filled.`;
  if (open.length > 0) {
    const next = Math.min(...open.map(dayOf));
    const venues = totalsBy(open, 1).sort((one, other) => other.count - one.count);
    const [most] = venues;
    const where =
      most === undefined || venues.length === 1
        ? ''
        : `, most at ${shortened(String(most.key ?? NO_NAME), 36)} (${countText(most.count)})`;
    return `${positions(sum(open))} ${sum(open) === 1 ? 'is' : 'are'} still open${where}; the next on ${dayText(next)}.`;
  }
  if (range.to < today) {
    return `Nothing can be open: the period ends before today. Choose one with days to come.${left}`;
  }
  const hasComing = report.rows.some(([day]) => typeof day === 'number' && day > today && day <= range.to);
  if (!hasComing && range.to > today) {
    return `Nothing can be open: the service sent no shifts of days to come.${left}`;
  }
  if (isUnknown) {
    return `Nothing is known of open positions: SHIFTS_UNFILLED is empty in all shifts from today on.${left}`;
  }
  return `Nothing is open.${left}`;
}

function tilesOf(
  { today, range }: DashboardSource,
  figures: DashboardFigures,
  groups: readonly Group[],
): Tile[] {
  const on = (isOn: (day: CalendarDate) => boolean) =>
    unfilledIn(groups.filter((group) => isOn(dayOf(group))));
  const { total } = figures.by();
  const tile = (words: string, value: number | null, means: string, note = ''): Tile => ({
    words,
    value,
    format: 'count',
    meaning: { title: words, means },
    note,
  });
  const { value, n } = figures.rate(total, 'SHIFTS_UNFILLED_PERCENTAGE');
  const open = groups.filter((group) => dayOf(group) >= today && unfilled(group) > 0);
  const days = new Set(open.map(dayOf)).size;
  const openTile = (words: string, before: CalendarDate, means: string, note = '') =>
    range.to < today || range.from >= before
      ? tile(words, null, means, OTHER_PERIOD)
      : tile(
          words,
          on((day) => day >= today && day < before),
          means,
          note,
        );
  return [
    openTile(
      'Open from today on',
      Number.POSITIVE_INFINITY,
      'Positions that no one took, of today and later.',
      days === 0 ? '' : `on ${countText(days)} ${days === 1 ? 'day' : 'days'}`,
    ),
    openTile(
      `Open in ${SOON} days`,
      today + SOON,
      `Positions that no one took, of today and the ${SOON - 1} days after it.`,
    ),
    openTile('Open today', today + 1, 'Positions of today that no one took.'),
    tile(
      'Never filled',
      range.from >= today ? null : on((day) => day < today),
      'Positions that no one took, of days before today.',
      range.from >= today ? OTHER_PERIOD : 'on past days',
    ),
    {
      words: 'Unfilled',
      value,
      format: 'percentage',
      meaning: { measure: 'SHIFTS_UNFILLED_PERCENTAGE', part: 'value' },
      note: n === null || value === null ? '' : 'of all positions in the period',
    },
    {
      words: 'Posted',
      value: countOf(total, 'SHIFTS_POSTED'),
      format: 'count',
      meaning: { measure: 'SHIFTS_POSTED', part: 'value' },
      note: '',
    },
  ];
}

function positions(count: number): string {
  return `${countText(count)} position${count === 1 ? '' : 's'}`;
}

function unfilled(group: Group): number {
  return countOf(group, 'SHIFTS_UNFILLED') ?? 0;
}

/** The same of several groups together; null where there are some, but nothing is known of any. */
function unfilledIn(groups: readonly Group[]): number | null {
  const isUnknown = groups.every((group) => countOf(group, 'SHIFTS_UNFILLED') === null);
  return groups.length > 0 && isUnknown ? null : sum(groups);
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((total, group) => total + unfilled(group), 0);
}

/** Records without a day are in no figure. */
function dayOf(group: Group): CalendarDate {
  return Number(keyOf(group));
}
