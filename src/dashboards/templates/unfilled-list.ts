import { type CalendarDate, shortDay, weekday } from '../../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../../contract/schedule';
import { shownCount } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import type { GroupKey } from '../../figures/group-keys';
import { countColumn, type Dashboard, nameColumn, saidColumn, type Tile, tableOf } from '../dashboard';
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
const [TO_COME, PAST] = ['to come', 'past'];

const COUNTS = [
  countColumn('Unfilled', 'SHIFTS_UNFILLED'),
  countColumn('Posted', 'SHIFTS_POSTED'),
  countColumn('Booked', 'SHIFTS_BOOKED'),
];

/** Positions that no one is booked for: those to come, the next day on top; then the past, the newest on top. */
export function planUnfilledList(page: PageFigures): Dashboard {
  const { figures, source } = page;
  const isToCome = (group: Group) => dayOf(group) >= source.today;
  const lines = figures.by(...KEYS).groups.filter((group) => unfilled(group) > 0);
  const coming = lines.filter(isToCome);
  // Sorting keeps the order of venues within a day.
  const past = lines.filter((one) => !isToCome(one)).sort((one, other) => dayOf(other) - dayOf(one));
  const more = lines.length - MOST_LINES;
  const days = daysFromToday(page);
  const byDay = tableOf<Group>({
    title: 'By day',
    columns: [
      {
        ...nameColumn('Day'),
        meaning: { title: 'Day', means: 'The day of the shifts.' },
        cell: dayOf,
        format: 'shortDay',
      },
      ...COUNTS,
    ],
    items: coming.length === 0 ? [] : days,
    keysOf: (group) => keyParts(group, 'day'),
  });
  const venues = venuesOf(coming);
  return {
    sentence: sentenceOf(page, coming, past, venues),
    tiles: tilesOf(page, past),
    chart: {
      kind: 'column',
      title: 'Unfilled by day',
      of: byDay,
      columns: ['Day', 'Unfilled'],
      most: days.length,
    },
    lists: [
      tableOf<UnfilledVenue>({
        title: 'Unfilled by venue, most first',
        columns: [
          { heading: 'Venue', cell: ({ name }) => name, room: 3 },
          saidColumn('Unfilled', 'Positions that no one took, of today and later.', ({ count }) => count),
        ],
        items: venues.slice(0, LISTED),
      }),
    ],
    tables: [
      byDay,
      tableOf<Group>({
        title:
          coming.length === 0
            ? 'Never filled, newest first'
            : 'Unfilled positions: those to come first, then the past',
        columns: [
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
              means: 'To come: today or later, someone can still be found. Past: never filled.',
            },
            cell: (group) => (isToCome(group) ? TO_COME : PAST),
            warns: TO_COME,
          },
          nameColumn('Area', 2, 2),
          nameColumn('Job title', 3, 2),
          ...COUNTS,
        ],
        items: [...coming, ...past].slice(0, MOST_LINES),
        keysOf: (group) => keyParts(group, ...KEYS),
        ...(more > 0 ? { more: `${leftOutText(more, 'line')}: choose fewer days.` } : {}),
      }),
    ],
    notes: notesOf(
      page,
      [],
      ['Unfilled: posted less booked, as published. To come: today or later, so someone can still be found'],
    ),
  };
}

/** A venue and its unfilled positions to come. */
interface UnfilledVenue {
  readonly name: string;
  readonly count: number;
}

/** Venues with unfilled positions, the most first. */
function venuesOf(coming: readonly Group[]): UnfilledVenue[] {
  const counts = new Map<string, number>();
  for (const group of coming) {
    const name = nameOf(group, 1);
    counts.set(name, (counts.get(name) ?? 0) + unfilled(group));
  }
  const venues = Array.from(counts, ([name, count]) => ({ name, count }));
  return venues.sort((one, other) => other.count - one.count);
}

function sentenceOf(
  page: PageFigures,
  coming: readonly Group[],
  past: readonly Group[],
  venues: readonly UnfilledVenue[],
): string {
  if (page.figures.by().total.records === 0) return NO_SHIFTS;
  const [most] = venues;
  if (most !== undefined) {
    const next = Math.min(...coming.map(dayOf));
    const where =
      venues.length === 1 ? '' : `, most at ${shortened(most.name, 36)} (${countText(most.count)})`;
    return `${shownCount(sum(coming), 'position')} ${sum(coming) === 1 ? 'is' : 'are'} still unfilled${where}; the next on ${shortDay(next)}.`;
  }
  const never = sum(past);
  const left =
    never === 0
      ? ''
      : ` On past days ${shownCount(never, 'position')} ${never === 1 ? 'was' : 'were'} never filled.`;
  const days = daysFromToday(page);
  if (!days.some((group) => dayOf(group) > page.source.today))
    return `The service sent no shifts of days to come, so nothing is unfilled.${left}`;
  if (days.every((group) => countOf(group, 'SHIFTS_UNFILLED') === null))
    return `Nothing is known of unfilled positions: SHIFTS_UNFILLED is empty in all shifts from today on.${left}`;
  return `Nothing is unfilled from today on.${left}`;
}

/** The days from today on that have records. */
function daysFromToday({ source, figures }: PageFigures): Group[] {
  return figures.by('day').groups.filter((group) => dayOf(group) >= source.today && group.records > 0);
}

function tilesOf(page: PageFigures, past: readonly Group[]): Tile[] {
  const { today, range } = page.source;
  const last = daysToCome(today).to;
  const on = (name: 'SHIFTS_UNFILLED' | 'SHIFTS_POSTED', until: CalendarDate) => {
    const groups = daysFromToday(page).filter((group) => dayOf(group) <= until);
    const known = groups.flatMap((group) => countOf(group, name) ?? []);
    return known.length === 0 && groups.length > 0 ? null : known.reduce((total, one) => total + one, 0);
  };
  const [open, posted] = [on('SHIFTS_UNFILLED', last), on('SHIFTS_POSTED', last)];
  const until = `until ${shortDay(last, false)}`;
  const soon = today + SOON - 1;
  const hasPast = range.from < today;
  return [
    saidTile('Unfilled', open, `Positions that no one took, of today and later, ${until}.`, until),
    saidTile(
      `Unfilled, ${SOON} days`,
      on('SHIFTS_UNFILLED', soon),
      `Positions that no one took, of today and the ${SOON - 1} days after it.`,
      `until ${shortDay(soon, false)}`,
    ),
    saidTile(
      'Unfilled today',
      on('SHIFTS_UNFILLED', today),
      'Positions of today that no one took.',
      `on ${shortDay(today, false)}`,
    ),
    saidTile('Posted', posted, `Positions that are posted, of today and later, ${until}.`, until),
    saidTile(
      'Unfilled, of posted',
      open === null || !posted ? null : (100 * open) / posted,
      `Positions that no one took, of 100 that are posted, ${until}.`,
      until,
      'percentage',
    ),
    saidTile(
      'Never filled',
      hasPast ? sum(past) : null,
      'Positions that no one took, of days before today.',
      hasPast ? 'on past days' : 'the report has no past days',
    ),
  ];
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
