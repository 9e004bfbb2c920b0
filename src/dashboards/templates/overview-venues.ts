import type { Group } from '../../figures/group-figures';
import { WEEKDAY_NAMES } from '../../figures/weekday-names';
import { shownCount, shownNumber } from '../../reports/shown-count';
import type { SheetValue } from '../../reports/tables/sheet-table';
import { keyParts, partsOf, rateMeanings } from '../cell-meanings';
import { countOf, type DashboardFigures, largestFirst, nameOf } from '../dashboard-figures';
import { a1, type DashboardGrid } from '../dashboard-grid';
import type { DashboardSource } from '../dashboard-source';
import { COUNTS_TITLE, countOrRange, rateCells, rateHeadings } from '../figure-cells';
import { TITLES } from '../template-names';

const [WORST, MAPPED, DAYS] = [5, 15, 7];
const MAPPED_RATE = 'TRUE_FULFILMENT_PERCENTAGE';

/** The venues that most people were missing at. Seven rows. */
export function putWorstVenues(grid: DashboardGrid, row: number, figures: DashboardFigures): void {
  const first = row + 2;
  const venues = venuesByMissing(figures).slice(0, WORST);
  const rows = venues.map((venue) => [
    nameOf(venue),
    countOf(venue, 'MISSING_PEOPLE'),
    countOf(venue, 'TRUE_DEMAND'),
    countOf(venue, 'SHIFTS_WORKED'),
    ...rateCells(figures, venue, 'TRUE_FULFILMENT_PERCENTAGE'),
    figures.rate(venue, 'NO_SHOWS_PERCENTAGE').value,
    figures.notes(venue),
  ]);
  grid.section(row, 'Five venues with the most missing people');
  const rates = rateHeadings('True fulfilment %');
  const headings = ['Venue', 'Missing people', 'Demand', 'Worked', ...rates, 'No-shows %', 'Notes'];
  grid.headings(row + 1, 1, headings, [2, headings.length - 2]);
  grid.putRows(first, 1, rows);
  grid.means({
    row: first,
    column: 2,
    rows: WORST,
    columns: [
      ...partsOf('value', 'MISSING_PEOPLE', 'TRUE_DEMAND', 'SHIFTS_WORKED'),
      ...rateMeanings('TRUE_FULFILMENT_PERCENTAGE'),
      ...partsOf('value', 'NO_SHOWS_PERCENTAGE'),
    ],
    groups: venues.map((venue) => keyParts(venue, 'venue')),
  });
  grid.format('count', a1(first, 2, WORST, 3), a1(first, 8, WORST));
  grid.format('percentage', a1(first, 5, WORST, 3), a1(first, 9, WORST));
  grid.rule({ kind: 'small count', range: a1(first, 1, WORST, 10), count: `$H${first}` });
}

/** Venue by weekday, coloured; and how many positions each cell is out of. Eighteen rows and seventeen. */
export function putHeatMap(
  grid: DashboardGrid,
  row: { readonly shares: number; readonly counts: number },
  figures: DashboardFigures,
  { weekStart }: DashboardSource,
): void {
  const days = Array.from({ length: DAYS }, (_, at) => WEEKDAY_NAMES[(weekStart - 1 + at) % DAYS] as string);
  const ranked = venuesByMissing(figures);
  const venues = ranked.slice(0, MAPPED);
  const cells = new Map(figures.by('venue', 'weekday').groups.map((group) => [keyOf(group.keys), group]));
  const lines = (read: (group: Group | undefined) => SheetValue) =>
    venues.map((venue): SheetValue[] => {
      const parts = [...days.map((day) => cells.get(keyOf([venue.keys[0] ?? null, day]))), venue];
      return [nameOf(venue), ...parts.map(read)];
    });
  grid.section(
    row.shares,
    'Where and when: true fulfilment % by venue and weekday, most missing people first',
  );
  grid.section(row.counts, COUNTS_TITLE);
  for (const top of [row.shares + 1, row.counts + 1]) {
    grid.headings(top, 1, ['Venue', '', '', '', '', '', '', '', 'All days']);
    grid.put(top, 2, days);
  }
  const [shares, counts] = [row.shares + 2, row.counts + 2];
  grid.putRows(
    shares,
    1,
    lines((group) => figures.rate(group, MAPPED_RATE).value),
  );
  grid.text(shares + MAPPED, 1, leftOut(ranked));
  grid.putRows(
    counts,
    1,
    lines((group) => countOrRange(figures, group, MAPPED_RATE)),
  );
  grid.put(counts + MAPPED - 1, 1, []);
  const block = { column: 2, rows: MAPPED, groups: venues.map((venue) => keyParts(venue, 'venue')) };
  const across = [...days.map((day) => [{ key: 'weekday' as const, value: day }]), []];
  const columns = (part: 'value' | 'n') => across.map(() => ({ measure: MAPPED_RATE, part }) as const);
  grid.means(
    { ...block, across, row: shares, columns: columns('value') },
    { ...block, across, row: counts, columns: columns('n') },
  );
  grid.format('percentage', a1(shares, 2, MAPPED, DAYS + 1));
  grid.style('right', a1(counts, 2, MAPPED, DAYS + 1));
  grid.format('count', a1(counts, 2, MAPPED, DAYS + 1));
  grid.rule({ kind: 'small count', range: a1(shares, 2, MAPPED, DAYS + 1), count: `B${counts}` });
  grid.rule({ kind: 'gradient', range: a1(shares, 2, MAPPED, DAYS + 1) });
}

/** What there is no room for: `12 more venues are not shown: 34 of 512 missing people. See Venue league`. */
function leftOut(ranked: readonly Group[]): string {
  const more = ranked.slice(MAPPED);
  if (more.length === 0) return '';
  const missing = (venues: readonly Group[]) =>
    venues.reduce((sum, venue) => sum + (countOf(venue, 'MISSING_PEOPLE') ?? 0), 0);
  const [left, all] = [more, ranked].map((venues) => shownNumber(missing(venues)));
  const are = more.length === 1 ? 'is' : 'are';
  return `${shownCount(more.length, 'more venue')} ${are} not shown: ${left} of ${all} missing people. See ${TITLES.venue_league}`;
}

function venuesByMissing(figures: DashboardFigures): Group[] {
  return largestFirst(figures.by('venue').groups, (venue) => countOf(venue, 'MISSING_PEOPLE'));
}

function keyOf(keys: Group['keys']): string {
  return JSON.stringify(keys);
}
