import type { Group } from '../../figures/group-figures';
import { shownCount } from '../../reports/shown-count';
import { keyParts } from '../cell-meanings';
import { countOf, type DashboardFigures, largestFirst, nameOf } from '../dashboard-figures';
import { a1, DashboardGrid } from '../dashboard-grid';
import {
  countTile,
  FIRST_ROW,
  nothingToSay,
  type PageFigures,
  pageFigures,
  putFooter,
  putTop,
  rateTile,
  type Tile,
  venueNotes,
} from '../dashboard-page';
import { COLOURS, type DashboardPlan, SMALL_COUNT, smallCountRule } from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { countText, percentText, shortened } from '../dashboard-texts';
import { countColumn, LETTERS, nameColumn, rateColumn, rateColumns } from '../figure-columns';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = 'True fulfilment';
/** More venues than these are counted in one line. */
const MOST_VENUES = 500;
const CHARTED = 10;
/** The list that the chart shows begins beside it. */
const BESIDE = 6;
const TABLE_ROW = FIRST_ROW + 2 + CHARTED + 2;
/** How many venues the sentence is about. */
const TOP = 5;

/** Every venue in one line, most missing people first. */
export function planVenueLeague(source: DashboardSource, title: string): DashboardPlan {
  const page = pageFigures(source);
  const { figures } = page;
  const grid = new DashboardGrid(source.region);
  const { groups, total } = figures.by('venue');
  const venues = largestFirst(groups, (venue) => countOf(venue, 'MISSING_PEOPLE'));
  putTop(grid, title, page, sentenceOf(page, venues), tilesOf(page, venues));
  putTopTen(grid, figures, venues);
  const [all, first] = [TABLE_ROW + 1, TABLE_ROW + 2];
  grid.table<Group>({
    row: TABLE_ROW,
    columns: [
      {
        ...nameColumn('Venue', 'first'),
        cell: (group) => (group === total ? 'All venues' : shortened(nameOf(group), LETTERS.first)),
      },
      countColumn('Missing people', 'MISSING_PEOPLE'),
      countColumn('Demand', 'TRUE_DEMAND'),
      countColumn('Worked', 'SHIFTS_WORKED'),
      ...rateColumns(figures, WORDS, RATE),
      rateColumn(figures, 'No-shows %', 'NO_SHOWS_PERCENTAGE'),
      rateColumn(figures, 'Booked %', 'SHIFTS_BOOKED_PERCENTAGE'),
      countColumn('Unfilled', 'SHIFTS_UNFILLED'),
    ],
    items: [total, ...venues],
    room: 1 + MOST_VENUES,
    keysOf: (group) => (group === total ? [] : keyParts(group, 'venue')),
  });
  grid.section(TABLE_ROW - 1, 'All venues, most missing people first');
  const more = venues.length - MOST_VENUES;
  if (more > 0) {
    grid.text(
      first + MOST_VENUES,
      1,
      `${shownCount(more, 'more venue')} ${more === 1 ? 'is' : 'are'} not shown`,
    );
  }
  grid.style('total', a1(all, 1, 1, 11));
  grid.rule(smallCountRule(a1(all, 5, 1 + MOST_VENUES, 3), `$H${all}`));
  grid.rule({ kind: 'gradient', range: a1(all, 5, 1 + MOST_VENUES), ends: { fine: 80, bad: 50 } });
  putFooter(
    grid,
    page,
    [
      [RATE, 'True fulfilment %'],
      ['NO_SHOWS_PERCENTAGE', 'No-shows %'],
      ['SHIFTS_BOOKED_PERCENTAGE', 'Booked %'],
    ],
    venueNotes(figures, venues),
  );
  return grid.plan();
}

/** The chart of the venues with the most missing people, and its cells. */
function putTopTen(grid: DashboardGrid, figures: DashboardFigures, venues: readonly Group[]): void {
  const all = countOf(figures.by().total, 'MISSING_PEOPLE') ?? 0;
  const first = FIRST_ROW + 2;
  grid.section(FIRST_ROW, 'Missing people: the venues with the most');
  grid.table<Group>({
    row: FIRST_ROW + 1,
    column: BESIDE,
    columns: [
      nameColumn('Venue', 'three'),
      countColumn('Missing people', 'MISSING_PEOPLE'),
      {
        heading: 'Share of all missing',
        meaning: {
          title: 'Share of all missing',
          means: 'Missing people at the venue, of 100 missing at all venues.',
        },
        cell: (group) => {
          const missing = countOf(group, 'MISSING_PEOPLE');
          return missing === null || all === 0 ? null : (100 * missing) / all;
        },
        format: 'percentage',
      },
      rateColumn(figures, WORDS, RATE),
    ],
    items: venues,
    room: CHARTED,
    keysOf: (group) => keyParts(group, 'venue'),
  });
  grid.chart({
    kind: 'bar',
    title: 'Missing people by venue',
    headings: 0,
    ranges: [a1(first, BESIDE, CHARTED), a1(first, BESIDE + 3, CHARTED)],
    series: [{ colour: COLOURS.accent }],
    row: FIRST_ROW + 1,
    column: 1,
    width: 572,
    height: 260,
  });
  // The chart ends where the list may.
  grid.put(first + CHARTED, 1, []);
}

/** `5 of 60 venues have half of the 1,876 missing people.` */
function sentenceOf(page: PageFigures, venues: readonly Group[]): string {
  const nothing = nothingToSay(page);
  if (nothing !== undefined) return nothing;
  const { figures } = page;
  const missing = countOf(figures.by().total, 'MISSING_PEOPLE') ?? 0;
  const [worst] = venues;
  const [lowest] = byRate(figures, venues);
  if (worst === undefined || missing === 0) return 'No one was missing at any venue.';
  const people = (group: Group) => countText(countOf(group, 'MISSING_PEOPLE') ?? 0);
  const name = (group: Group) => shortened(nameOf(group), 40);
  if (venues.length === 1) return `${name(worst)} is the only venue: ${people(worst)} missing people.`;
  const rate = lowest && figures.rate(lowest, RATE).value;
  const low =
    lowest === undefined || rate === undefined || rate === null || lowest === worst
      ? ''
      : ` Lowest true fulfilment: ${name(lowest)}, ${percentText(rate)}.`;
  return `Most are missing at ${name(worst)}: ${people(worst)} of ${countText(missing)}.${low}`;
}

/** Venues whose percentage is known and rests on enough, lowest first. */
function byRate(figures: DashboardFigures, venues: readonly Group[]): readonly Group[] {
  const known = venues.filter((venue) => {
    const { value, n } = figures.rate(venue, RATE);
    return value !== null && (n ?? 0) >= SMALL_COUNT;
  });
  return largestFirst(known, (venue) => -(figures.rate(venue, RATE).value ?? 0));
}

function tilesOf(page: PageFigures, venues: readonly Group[]): Tile[] {
  const { figures } = page;
  const missing = countOf(figures.by().total, 'MISSING_PEOPLE') ?? 0;
  const ofTop = venues.slice(0, TOP).reduce((sum, venue) => sum + (countOf(venue, 'MISSING_PEOPLE') ?? 0), 0);
  const ranked = byRate(figures, venues);
  const extreme = (venue: Group | undefined, words: string, means: string): Tile => ({
    words,
    value: venue ? figures.rate(venue, RATE).value : null,
    format: 'percentage',
    meaning: venue ? { measure: RATE, part: 'value' } : { title: words, means },
    ...(venue ? { keys: keyParts(venue, 'venue') } : {}),
    note: venue ? shortened(nameOf(venue), 26) : '',
  });
  return [
    rateTile(page, RATE, 'True fulfilment', 'lower'),
    countTile(page, 'MISSING_PEOPLE', 'Missing people', 'higher'),
    {
      words: 'At the top five',
      value: missing === 0 ? null : (100 * ofTop) / missing,
      format: 'percentage',
      meaning: {
        title: 'At the top five',
        means: 'Missing people at the five venues with the most, of 100 missing at all venues.',
      },
      note: missing === 0 ? '' : `${countText(ofTop)} of ${countText(missing)} missing`,
    },
    extreme(ranked[0], 'Lowest venue', 'The lowest true fulfilment % of a venue with enough positions.'),
    extreme(
      ranked.length > 1 ? ranked[ranked.length - 1] : undefined,
      'Highest venue',
      'The highest true fulfilment % of a venue with enough positions.',
    ),
    {
      words: 'Venues',
      value: venues.length,
      format: 'count',
      meaning: { title: 'Venues', means: 'How many venues have shifts in the period.' },
      note: '',
    },
  ];
}
