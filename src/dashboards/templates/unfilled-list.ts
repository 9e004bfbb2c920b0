import { type CalendarDate, shortDay, weekday } from '../../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../../contract/schedule';
import { type Group, keyOf } from '../../figures/group-figures';
import type { GroupKey } from '../../figures/group-keys';
import { countColumn, NAME_ROOM, nameColumn, saidColumn } from '../columns';
import { type Dashboard, type ItemColumn, type Tile, tableOf } from '../dashboard';
import { countOf, keyParts, nameOf } from '../dashboard-figures';
import { daysToCome } from '../dashboard-source';
import { countText, leftOutText, shortened } from '../dashboard-texts';
import { NO_SHIFTS, notesOf, type PageFigures } from '../page-figures';
import { saidTile } from '../tiles';

/** Lines of the list; venues beside the chart. */
const [MOST_LINES, LISTED] = [500, 10];
/** Days of which *soon* tells. */
const SOON = 7;
const KEYS: readonly GroupKey[] = ['day', 'venue', 'area', 'role'];
const OPEN = 'open';

/** Positions that no one is booked for: those to come, the next day on top; then the past, the newest on top. */
export function planUnfilledList(page: PageFigures): Dashboard {
  const { figures, source } = page;
  const { today } = source;
  const isOpen = (group: Group) => dayOf(group) >= today;
  const lines = figures.by(...KEYS).groups.filter((group) => unfilled(group) > 0);
  const open = lines.filter(isOpen);
  // Sorting keeps the order of venues within a day.
  const past = lines.filter((group) => !isOpen(group)).sort((one, other) => dayOf(other) - dayOf(one));
  const more = lines.length - MOST_LINES;
  const days = daysFromToday(page);
  const byDay = tableOf<Group>({
    title: 'By day',
    columns: [
      {
        heading: 'Day',
        meaning: { title: 'Day', means: 'The day of the shifts.' },
        cell: (group) => keyOf(group),
        format: 'shortDay',
        room: NAME_ROOM,
      },
      ...COUNTS,
    ],
    items: open.length === 0 ? [] : days,
    keysOf: (group) => keyParts(group, 'day'),
  });
  const venues = openVenues(open);
  return {
    sentence: sentenceOf(page, open, past, venues),
    tiles: tilesOf(page, past),
    chart: {
      kind: 'column',
      title: 'Open positions by day',
      of: byDay,
      columns: ['Day', 'Unfilled'],
      most: days.length,
    },
    lists: [
      tableOf<OpenVenue>({
        title: 'Open by venue, most first',
        columns: [
          { heading: 'Venue', cell: ({ name }) => name, room: NAME_ROOM },
          saidColumn('Open', 'Positions that no one took, of today and later.', ({ count }) => count),
        ],
        items: venues.slice(0, LISTED),
      }),
    ],
    tables: [
      byDay,
      tableOf<Group>({
        title:
          open.length === 0
            ? 'Never filled, newest first'
            : 'Unfilled positions: open ones first, then the past',
        columns: columnsOf(isOpen),
        items: [...open, ...past].slice(0, MOST_LINES),
        keysOf: (group) => keyParts(group, ...KEYS),
        ...(more > 0 ? { more: `${leftOutText(more, 'line')}: choose fewer days.` } : {}),
      }),
    ],
    notes: notesOf(
      page,
      [],
      ['Unfilled: posted less booked, as published. Open: today or later, so someone can still be found'],
    ),
  };
}

const COUNTS = [
  countColumn('Unfilled', 'SHIFTS_UNFILLED'),
  countColumn('Posted', 'SHIFTS_POSTED'),
  countColumn('Booked', 'SHIFTS_BOOKED'),
];

function columnsOf(isOpen: (group: Group) => boolean): ItemColumn<Group>[] {
  return [
    nameColumn('Venue', 1),
    { heading: 'Date', cell: dayOf, format: 'day' },
    {
      heading: 'Weekday',
      cell: (group) => WEEKDAY_NAMES[weekday(dayOf(group)) - 1] as string,
      align: 'center',
    },
    {
      heading: 'When',
      meaning: {
        title: 'When',
        means: 'Open: today or later, someone can still be found. Past: never filled.',
      },
      cell: (group) => (isOpen(group) ? OPEN : 'past'),
      warns: OPEN,
    },
    nameColumn('Area', 2, 2),
    nameColumn('Job title', 3, 2),
    ...COUNTS,
  ];
}

/** A venue and its open positions. */
interface OpenVenue {
  readonly name: string;
  readonly count: number;
}

/** Venues with open positions, the most first. */
function openVenues(open: readonly Group[]): OpenVenue[] {
  const counts = new Map<string, number>();
  for (const group of open) {
    const name = nameOf(group, 1);
    counts.set(name, (counts.get(name) ?? 0) + unfilled(group));
  }
  return Array.from(counts, ([name, count]) => ({ name, count })).sort(
    (one, other) => other.count - one.count,
  );
}

function sentenceOf(
  page: PageFigures,
  open: readonly Group[],
  past: readonly Group[],
  venues: readonly OpenVenue[],
): string {
  const { source, figures } = page;
  const { today } = source;
  if (figures.by().total.records === 0) return NO_SHIFTS;
  const never = sum(past);
  const left =
    never === 0 ? '' : ` On past days ${positions(never)} ${never === 1 ? 'was' : 'were'} never filled.`;
  const [most] = venues;
  if (most !== undefined) {
    const next = Math.min(...open.map(dayOf));
    const where =
      venues.length === 1 ? '' : `, most at ${shortened(most.name, 36)} (${countText(most.count)})`;
    return `${positions(sum(open))} ${sum(open) === 1 ? 'is' : 'are'} still open${where}; the next on ${shortDay(next)}.`;
  }
  const coming = daysFromToday(page);
  if (!coming.some((group) => dayOf(group) > today)) {
    return `Nothing can be open: the service sent no shifts of days to come.${left}`;
  }
  if (coming.every((group) => countOf(group, 'SHIFTS_UNFILLED') === null)) {
    return `Nothing is known of open positions: SHIFTS_UNFILLED is empty in all shifts from today on.${left}`;
  }
  return `Nothing is open.${left}`;
}

/** The days from today on that have records. */
function daysFromToday({ source, figures }: PageFigures): Group[] {
  return figures.by('day').groups.filter((group) => dayOf(group) >= source.today && group.records > 0);
}

function tilesOf(page: PageFigures, past: readonly Group[]): Tile[] {
  const { today, range } = page.source;
  const coming = daysToCome(today);
  const on = (name: 'SHIFTS_UNFILLED' | 'SHIFTS_POSTED', until: CalendarDate) => {
    const groups = daysFromToday(page).filter((group) => dayOf(group) <= until);
    const known = groups.flatMap((group) => countOf(group, name) ?? []);
    return known.length === 0 && groups.length > 0 ? null : known.reduce((total, one) => total + one, 0);
  };
  const [open, posted] = [on('SHIFTS_UNFILLED', coming.to), on('SHIFTS_POSTED', coming.to)];
  const until = `until ${shortDay(coming.to, false)}`;
  return [
    saidTile('Open from today on', open, `Positions that no one took, of today and later, ${until}.`, until),
    saidTile(
      `Open, ${SOON} days`,
      on('SHIFTS_UNFILLED', today + SOON - 1),
      `Positions that no one took, of today and the ${SOON - 1} days after it.`,
    ),
    saidTile('Open today', on('SHIFTS_UNFILLED', today), 'Positions of today that no one took.'),
    saidTile('Posted', posted, `Positions that are posted, of today and later, ${until}.`, until),
    saidTile(
      'Open, of posted',
      open === null || !posted ? null : (100 * open) / posted,
      `Positions that no one took, of 100 that are posted, ${until}.`,
      until,
      'percentage',
    ),
    saidTile(
      'Never filled',
      range.from >= today ? null : sum(past),
      'Positions that no one took, of days before today.',
      range.from >= today ? 'the report has no past days' : 'on past days',
    ),
  ];
}

function positions(count: number): string {
  return `${countText(count)} position${count === 1 ? '' : 's'}`;
}

function unfilled(group: Group): number {
  return countOf(group, 'SHIFTS_UNFILLED') ?? 0;
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((total, group) => total + unfilled(group), 0);
}

/** Records without a day are in no figure. */
function dayOf(group: Group): CalendarDate {
  return Number(keyOf(group));
}
