import { type CalendarDate, shortDay, weekday } from '../../calendar/calendar-date';
import { WEEKDAY_NAMES } from '../../contract/schedule';
import { shownCount } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import type { GroupKey } from '../../figures/group-keys';
import { type Dashboard, figureColumn, nameColumn, saidColumn, tableOf } from '../dashboard';
import { countOf, DashboardFigures, keyParts, largestFirst, nameOf } from '../dashboard-figures';
import { daysToCome } from '../dashboard-source';
import { countText, leftOutText, shortened } from '../dashboard-texts';
import { NO_SHIFTS, notesOf } from '../notes';
import { saidTile } from '../tiles';

/** Lines of the list; venues beside the chart. */
const [MOST_LINES, LISTED] = [500, 10];
const KEYS: readonly GroupKey[] = ['day', 'venue', 'area', 'role'];
const [TO_COME, PAST] = ['to come', 'past'];

const COUNTS = (['SHIFTS_UNFILLED', 'SHIFTS_POSTED', 'SHIFTS_BOOKED'] as const).map((name) =>
  figureColumn(name),
);

/** Positions that no one is booked for: those to come, the next day on top; then the past, the newest on top. */
export function planUnfilledList(figures: DashboardFigures): Dashboard {
  const { source } = figures;
  const { today, range } = source;
  const { to: last } = daysToCome(today);
  /** The figures of some days. */
  const on = (from: CalendarDate, to: CalendarDate) =>
    new DashboardFigures({ ...source, range: { from, to } });
  const later = on(today, range.to);
  const days = later.by('day').groups.filter(({ records }) => records > 0);
  const lines = figures.by(...KEYS).groups.filter((group) => (unfilled(group) ?? 0) > 0);
  const isToCome = (group: Group) => dayOf(group) >= today;
  const coming = lines.filter(isToCome);
  // Sorting keeps the order of venues within a day.
  const past = lines.filter((one) => !isToCome(one)).sort((one, other) => dayOf(other) - dayOf(one));
  const never = past.reduce((sum, group) => sum + Number(unfilled(group)), 0);
  const more = lines.length - MOST_LINES;
  const venues = largestFirst(later.by('venue').groups, unfilled).filter((one) => (unfilled(one) ?? 0) > 0);
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
  const [open, posted] = (['SHIFTS_UNFILLED', 'SHIFTS_POSTED'] as const).map((name) =>
    countOf(on(today, last).by().total, name),
  ) as [number | null, number | null];
  const until = (day: CalendarDate) => `until ${shortDay(day, false)}`;
  const noOne = (words: string, to: CalendarDate) => {
    const value = countOf(on(today, to).by().total, 'SHIFTS_UNFILLED');
    const note = to === today ? `on ${shortDay(to, false)}` : until(to);
    return saidTile(words, value, `Positions that no one took, from today on, ${until(to)}.`, note);
  };
  const hasPast = range.from < today;
  return {
    sentence: sentenceOf(figures, { coming, venues, days, never }),
    tiles: [
      noOne('Unfilled', last),
      noOne('Unfilled, 7 days', today + 6),
      noOne('Unfilled today', today),
      saidTile('Posted', posted, `Positions that are posted, from today on, ${until(last)}.`, until(last)),
      saidTile(
        'Unfilled, of posted',
        open === null || !posted ? null : (100 * open) / posted,
        `Positions that no one took, of 100 that are posted, ${until(last)}.`,
        until(last),
        'percentage',
      ),
      saidTile(
        'Never filled',
        hasPast ? never : null,
        'Positions that no one took, of days before today.',
        hasPast ? 'on past days' : 'the report has no past days',
      ),
    ],
    chart: {
      kind: 'column',
      title: 'Unfilled by day',
      of: byDay,
      columns: ['Day', 'Unfilled'],
      most: days.length,
    },
    lists: [
      tableOf<Group>({
        title: 'Unfilled by venue, most first',
        columns: [
          nameColumn('Venue'),
          saidColumn('Unfilled', 'Positions that no one took, of today and later.', unfilled),
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
      figures,
      [],
      ['Unfilled: posted less booked, as published. To come: today or later, so someone can still be found'],
    ),
  };
}

/** `8 positions are still unfilled, most at Grand Hotel (6); the next on 10 Mar 2026.` */
function sentenceOf(
  figures: DashboardFigures,
  {
    coming,
    venues,
    days,
    never,
  }: Readonly<Record<'coming' | 'venues' | 'days', readonly Group[]>> & { readonly never: number },
): string {
  if (figures.by().total.records === 0) return NO_SHIFTS;
  const [most, ...others] = venues;
  const [next] = coming;
  if (most !== undefined && next !== undefined) {
    const all = venues.reduce((sum, venue) => sum + Number(unfilled(venue)), 0);
    const where =
      others.length === 0
        ? ''
        : `, most at ${shortened(nameOf(most), 36)} (${countText(Number(unfilled(most)))})`;
    return `${shownCount(all, 'position')} ${all === 1 ? 'is' : 'are'} still unfilled${where}; the next on ${shortDay(dayOf(next))}.`;
  }
  const nothing = !days.some((day) => dayOf(day) > figures.source.today)
    ? 'Nothing is there to fill: the service sent no shifts of days to come.'
    : days.every((day) => unfilled(day) === null)
      ? 'Nothing is known of unfilled positions: SHIFTS_UNFILLED is empty in all shifts from today on.'
      : 'Nothing is unfilled from today on.';
  if (never === 0) return nothing;
  return `${nothing} On past days ${shownCount(never, 'position')} ${never === 1 ? 'was' : 'were'} never filled.`;
}

function unfilled(group: Group): number | null {
  return countOf(group, 'SHIFTS_UNFILLED');
}

/** Records without a day are in no figure. */
function dayOf(group: Group): CalendarDate {
  return Number(keyOf(group));
}
