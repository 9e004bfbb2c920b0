import { WEEKDAY_NAMES } from '../../contract/schedule';
import { shownPercent } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import type { NamedPart, WhyTheWeekMoved } from '../../figures/why-it-moved';
import { HALF_A_SHOWN_DIGIT } from '../../limits';
import { a1 } from '../../reports/sheet/cells';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  largestFirst,
  nameOf,
  severalOf,
  TARGET_FIGURES,
} from '../dashboard-figures';
import {
  countTile,
  FIRST_ROW,
  nothingToSay,
  type PageFigures,
  pageFigures,
  putFooter,
  putTop,
  rateTile,
  venueNotes,
} from '../dashboard-page';
import {
  COLOURS,
  DashboardGrid,
  type DashboardPlan,
  keyParts,
  type ShownMeaning,
  smallCountRule,
  VISIBLE_COLUMNS,
} from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { countText, dayText, KEY_WORDS, shortened } from '../dashboard-texts';
import { completePeriods } from '../periods-shown';
import {
  countColumn,
  LETTERS,
  nameColumn,
  nColumn,
  rateColumn,
  rateColumns,
  valueColumn,
} from '../table-columns';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = 'True fulfilment';
const [WORST, DAYS, PERIODS] = [5, 7, 13];
/** A row that says why the newest week moved, and a blank one: what takes two rows begins one row higher. */
const WHY_ROWS = 2;
const TOP = FIRST_ROW + WHY_ROWS;
/** Letters of a row that are in sight. */
const LINE_LETTERS = 170;
const LONG_WORD = 12;
/** The lists beside the chart begin in this column. */
const BESIDE = 6;
/** Where the parts below the tiles begin: the chart and the lists beside it end in the same row. */
const WEEKDAYS_ROW = TOP + 8;
/** Notes come and go: with room for the usual ones, what people write below stays below. */
const [FOOTER_ROW, FOOTER_ROOM] = [WEEKDAYS_ROW + 2 + DAYS + 2, 14];
/** The cells of the chart stand right of what is in sight, where they have room to grow. */
const TREND_COLUMN = VISIBLE_COLUMNS + 2;
const TARGET_COLUMN = TREND_COLUMN + 6;
const PARTS_COLUMN = TARGET_COLUMN + 2;
const WIDTH = PARTS_COLUMN + 2;

/** Three venues, all others and all. */
const PARTS = 5;
const PART: ShownMeaning = {
  title: 'Part of the change',
  means:
    'What the venue did to the change of true fulfilment from one week to the next, in percentage points: by its own percentage and by its share of demand. The parts add up to the last row.',
};

/** One page for a director: is it good, is it getting better, and where and when is it worst? */
export function planOverview(source: DashboardSource, title: string): DashboardPlan {
  const page = pageFigures(source, source.targets === undefined ? [] : Object.values(TARGET_FIGURES).flat());
  const { figures } = page;
  const grid = new DashboardGrid(WIDTH);
  const why = figures.whyTheWeekMoved(RATE);
  const tiles = [
    rateTile(page, RATE, 'True fulfilment', 'lower', true),
    rateTile(page, 'SHIFTS_BOOKED_PERCENTAGE', 'Booked', 'lower'),
    rateTile(page, 'SHIFTS_WORKED_PERCENTAGE', 'Worked', 'lower'),
    rateTile(page, 'NO_SHOWS_PERCENTAGE', 'No-shows', 'higher'),
    countTile(page, 'MISSING_PEOPLE', 'Missing people', 'higher'),
    countTile(page, 'TRUE_DEMAND', 'Demand', undefined),
  ];
  putTop(grid, title, page, sentenceOf(page), tiles);
  const lines = figures.by().total.records === 0 ? NOTHING_YET : whyLines(why, page);
  grid.putRows(FIRST_ROW + 1 - lines.length, 1, lines);
  putLists(grid, figures, source);
  putTrend(grid, page);
  putParts(grid, why);
  // The chart ends where the lists beside it do.
  grid.put(FOOTER_ROW - 2, 1, []);
  putFooter(
    grid,
    page,
    [
      [RATE, 'True fulfilment %'],
      ['SHIFTS_BOOKED_PERCENTAGE', 'Booked %'],
      ['SHIFTS_WORKED_PERCENTAGE', 'Worked %'],
      ['NO_SHOWS_PERCENTAGE', 'No-shows %'],
    ],
    [
      'Demand: the sum of true demand. Missing people: true demand minus worked of each shift record, never below 0, added up',
      ...(page.isScored &&
      Object.values(TARGET_FIGURES).some(([target]) => figureIn(figures.by().total, target).value !== null)
        ? [
            'Targets, and how far percentages are from them, count only shifts that have a target. Several targets are weighted by positions',
          ]
        : []),
      ...venueNotes(figures, worstGroups(figures)),
    ],
  );
  return grid.plan(FOOTER_ROW + FOOTER_ROOM);
}

/** Where there is nothing to explain. */
const NOTHING_YET: [string][] = [['Figures, chart and lists fill in when a refresh finds shifts.']];

/** Why the newest complete week differs from the week before: in one row or, broken near its middle, two. */
function whyLines(why: WhyTheWeekMoved | undefined, { figures }: PageFigures): [string][] {
  const text = why ? `Why, week of ${dayText(why.week, false)}: ${why.text}` : `Why: ${whyNothing(figures)}`;
  if (text.length <= LINE_LETTERS) return [[text]];
  const end = text.lastIndexOf(' ', Math.ceil(text.length / 2) + LONG_WORD);
  return [[text.slice(0, end)], [text.slice(end + 1)]];
}

/** Why weeks are not compared. */
function whyNothing(figures: DashboardFigures): string {
  const { definitions } = figures.request(RATE);
  return definitions?.left.length === 1
    ? 'it takes two complete weeks with true fulfilment. A report of the last 13 weeks can also say what is usual.'
    : 'weeks can’t be compared before one definition of true fulfilment is left.';
}

/** Far right, what the groups in the row *Why* did to the change: each text names only figures that stand on the sheet. */
function putParts(grid: DashboardGrid, why: WhyTheWeekMoved | undefined): void {
  const hasMoved = why?.verdict === 'moved';
  const parts = hasMoved
    ? [...why.named, { name: 'All others', points: why.others }, { name: 'All', points: why.change }]
    : [];
  grid.section(TOP, 'Why: the parts of the change', PARTS_COLUMN);
  grid.table<NamedPart>({
    row: TOP + 1,
    column: PARTS_COLUMN,
    columns: [
      { heading: 'Venue', cell: ({ name }) => shortened(name, LETTERS.two), span: 2 },
      { heading: 'Points', meaning: PART, cell: ({ points }) => points },
    ],
    items: parts,
    room: PARTS,
    keysOf: () => [],
  });
}

/** `True fulfilment is 85.4%, down from 88.1%. 1,876 people were missing, most at Stadium Suite Cardiff (350).` */
function sentenceOf(page: PageFigures): string {
  const nothing = nothingToSay(page);
  if (nothing !== undefined) return nothing;
  const { figures, before } = page;
  const { total } = figures.by();
  return [rateSentence(figures, before), missingSentence(figures, total)].filter(Boolean).join(' ');
}

/** How much of true demand was worked, in a sentence. */
function rateSentence(figures: DashboardFigures, before?: DashboardFigures): string {
  const { total } = figures.by();
  const { value } = figures.rate(total, RATE);
  if (value === null) {
    return 'True fulfilment can’t be given: see below how the figures are made.';
  }
  const former = before === undefined ? null : before.rate(before.by().total, RATE).value;
  const change = former === null ? 0 : value - former;
  const compared =
    former === null || Math.abs(change) < HALF_A_SHOWN_DIGIT
      ? ''
      : `, ${change < 0 ? 'down' : 'up'} from ${shownPercent(former)}`;
  return `True fulfilment is ${shownPercent(value)}${compared}.`;
}

function missingSentence(figures: DashboardFigures, total: Group): string {
  const missing = countOf(total, 'MISSING_PEOPLE');
  if (missing === null) return '';
  if (missing === 0) return 'No one was missing.';
  const people = `${countText(missing)} ${missing === 1 ? 'person was' : 'people were'} missing`;
  const { groups } = figures.by('venue');
  const [worst] = largestFirst(groups, (venue) => countOf(venue, 'MISSING_PEOPLE'));
  const most = countOf(worst, 'MISSING_PEOPLE');
  if (worst === undefined || most === null || groups.length === 1) return `${people}.`;
  return `${people}, most at ${shortened(nameOf(worst), 40)} (${countText(most)}).`;
}

/** The venues with the most missing people; of one venue its job titles, else its areas. */
function worstGroups(figures: DashboardFigures): Group[] {
  const { groups } = figures.by(severalOf(figures));
  return largestFirst(groups, (group) => countOf(group, 'MISSING_PEOPLE')).slice(0, WORST);
}

/** The five worst venues, or what there are several of, and the weekdays, beside the chart. */
function putLists(grid: DashboardGrid, figures: DashboardFigures, { weekStart }: DashboardSource): void {
  const several = severalOf(figures);
  const known = figures.by('weekday').groups;
  const days = Array.from({ length: DAYS }, (_, at) => WEEKDAY_NAMES[(weekStart - 1 + at) % DAYS]).flatMap(
    (day) => known.filter((group) => keyOf(group) === day),
  );
  const columns = (heading: string) => [
    nameColumn(heading, 'three'),
    countColumn('Missing people', 'MISSING_PEOPLE'),
    rateColumn(figures, WORDS, RATE),
    nColumn(figures, RATE),
  ];
  const lists = [
    {
      row: TOP,
      title: `Where: ${KEY_WORDS[several].toLowerCase()}s with the most missing people`,
      heading: KEY_WORDS[several],
      items: worstGroups(figures),
      key: several,
      room: WORST,
    },
    {
      row: WEEKDAYS_ROW,
      title: 'When: by weekday',
      heading: 'Weekday',
      items: days,
      key: 'weekday',
      room: DAYS,
    },
  ] as const;
  for (const { row, title, heading, items, key, room } of lists) {
    grid.section(row, title, BESIDE);
    grid.table<Group>({
      row: row + 1,
      column: BESIDE,
      columns: columns(heading),
      items,
      room,
      keysOf: (group) => keyParts(group, key),
      hasOtherHeadings: key !== 'weekday',
    });
    const [first, values] = [row + 2, a1(row + 2, BESIDE + 3, room, 2)];
    grid.rule(smallCountRule(values, `$K${first}`));
  }
}

/** The line of complete weeks, and far right the cells that it shows. */
function putTrend(grid: DashboardGrid, { figures, isScored }: PageFigures): void {
  const { key, groups, meaning, words } = completePeriods(figures, PERIODS);
  // The chart was perhaps made before there were targets, and its own title stays as it was made.
  const isDashed = isScored && groups.some((group) => figureIn(group, 'TARGET').value !== null);
  grid.section(TOP, `Chart data by ${words}`, TREND_COLUMN);
  const heading = TOP + 1;
  grid.table<Group>({
    row: heading,
    column: TREND_COLUMN,
    columns: [
      {
        heading: key === 'week' ? 'Week from' : 'Day',
        meaning,
        cell: (group) => keyOf(group),
        format: 'shortDay',
      },
      ...rateColumns(figures, WORDS, RATE),
      countColumn('Missing people', 'MISSING_PEOPLE'),
      {
        ...valueColumn('Target', 'TARGET', 'percentage'),
        cell: (group) => (isScored ? figureIn(group, 'TARGET').value : null),
      },
    ],
    items: groups,
    room: PERIODS,
    keysOf: (group) => keyParts(group, key),
    hasOtherHeadings: true,
  });
  grid.rule(smallCountRule(a1(heading + 1, TREND_COLUMN + 1, PERIODS, 3), `$Q${heading + 1}`));
  grid.chart(`True fulfilment by ${words}${isDashed ? ' (orange: target)' : ''}`, {
    kind: 'line',
    title: isScored
      ? 'True fulfilment %, with its 95% interval and target (orange)'
      : 'True fulfilment %, with its 95% interval',
    headings: 1,
    ranges: [a1(heading, TREND_COLUMN, PERIODS + 1, 4), a1(heading, TARGET_COLUMN, PERIODS + 1)],
    series: [
      { colour: COLOURS.accent },
      { colour: COLOURS.interval, isThin: true },
      { colour: COLOURS.interval, isThin: true, isUnnamed: true },
      { colour: COLOURS.warning, isThin: true, isUnnamed: true, isDashed: true },
    ],
    labelEvery: 2,
    row: TOP + 1,
    column: 1,
    width: 572,
    height: 345,
  });
}
