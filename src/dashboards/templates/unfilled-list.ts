import { type CalendarDate, overlap, shortDay, shortDays, weekdayName } from '../../calendar/calendar-date';
import type { GroupKey } from '../../contract/fields';
import { fitText, shownCount, shownNumber } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import { DAY_FORMAT, PERCENTAGE_FORMAT, SHORT_DAY_FORMAT } from '../../limits';
import {
  type Dashboard,
  figureColumn,
  figureColumns,
  nameColumn,
  saidColumn,
  type Table,
  tableOf,
} from '../dashboard';
import { type DashboardFigures, keyParts, nameOf, type ShownName, valueIn } from '../dashboard-figures';
import { daysToCome } from '../dashboard-source';
import { notesOf } from '../notes';
import { saidTile } from '../tiles';

/** Lines of each list; venues beside the chart, which are as many as its days. */
const [MOST_LINES, LISTED] = [500, 14];
const KEYS: readonly GroupKey[] = ['day', 'venue', 'area', 'role'];

const COUNTS = figureColumns('SHIFTS_UNFILLED', 'SHIFTS_POSTED', 'SHIFTS_BOOKED');

/** Positions that no one is booked for: those to come, the next day on top; then the past, the newest on top. */
export function planUnfilledList(figures: DashboardFigures): Dashboard {
  const { today, range, ownDays = range } = figures.source;
  const { to: last } = daysToCome(today);
  const lines = figures.by(...KEYS).groups.filter((group) => unfilled(group) > 0);
  const coming = lines.filter((line) => dayOf(line) >= today);
  // Sorting keeps the order of venues within a day.
  const past = lines.filter((line) => dayOf(line) < today).sort((one, other) => dayOf(other) - dayOf(one));
  const known = figures.by('day').groups.filter((day) => dayOf(day) >= today && day.rows.length > 0);
  // Where none of them is to come, a 0 would look like good news.
  const days = coming.length > 0 || known.some((day) => dayOf(day) > today) ? known : [];
  const byVenue = new Map<string, number>();
  for (const line of coming)
    byVenue.set(nameOf(line, 1), (byVenue.get(nameOf(line, 1)) ?? 0) + unfilled(line));
  const venues = [...byVenue].sort(([, one], [, other]) => other - one);
  const byDay = tableOf<Group>({
    title: 'Unfilled by day',
    columns: [
      { ...saidColumn('Day', 'The day of the shifts.', dayOf, SHORT_DAY_FORMAT), room: 3 },
      figureColumn('SHIFTS_UNFILLED'),
    ],
    items: coming.length === 0 ? [] : days,
    keysOf: (group) => keyParts(group, 'day'),
  });
  /** The sum from today on; null where nothing is known. */
  const sum = (name: ShownName, to: CalendarDate) => {
    const all = days.filter((day) => dayOf(day) <= to).map((day) => valueIn(day, name));
    const known = all.filter((count) => count !== null);
    return all.length > 0 && known.length === 0 ? null : known.reduce((total, count) => total + count, 0);
  };
  const [open, posted] = [sum('SHIFTS_UNFILLED', last), sum('SHIFTS_POSTED', last)];
  const until = (day: CalendarDate) => `until ${shortDay(day, false)}`;
  const noOne = (words: string, to: CalendarDate) => {
    const note = to === today ? `on ${shortDay(to, false)}` : until(to);
    const means = `Positions that no one took, from today on, ${until(to)}.`;
    return saidTile(words, sum('SHIFTS_UNFILLED', to), means, note);
  };
  const ahead = [
    noOne('Unfilled', last),
    noOne('Unfilled, 7 days', today + 6),
    noOne('Unfilled today', today),
    saidTile('Posted', posted, `Posted positions, from today on, ${until(last)}.`, until(last)),
    saidTile(
      'Unfilled, of posted',
      open === null || !posted ? null : (100 * open) / posted,
      `Positions that no one took, of 100 that are posted, ${until(last)}.`,
      until(last),
      PERCENTAGE_FORMAT,
    ),
  ];
  const pastDays = overlap({ from: range.from, to: today - 1 }, ownDays);
  return {
    sentence: sentenceOf(days, venues, coming[0], figures.source),
    tiles: [
      ...(days.length > 0 ? ahead : []),
      saidTile(
        'Never filled',
        pastDays ? past.reduce((total, line) => total + unfilled(line), 0) : null,
        'Positions that no one took, before today.',
        pastDays ? shortDays(pastDays) : 'the report has no past days',
      ),
    ],
    chart: { kind: 'column', title: byDay.title, of: byDay, columns: ['Day', 'Unfilled'] },
    lists: [
      tableOf<readonly [name: string, count: number]>({
        title: 'Unfilled by venue, most first',
        columns: [
          { heading: 'Venue', cell: ([name]) => name, room: 3 },
          saidColumn('Unfilled', 'Positions that no one took, from today on.', ([, count]) => count),
        ],
        items: venues,
        most: [LISTED, 'venue'],
      }),
    ],
    tables: [
      listOf('Still unfilled, the next day first', coming),
      listOf('Never filled, newest first', past),
    ],
    notes: notesOf(figures, [], 'Unfilled: posted less booked, as published'),
  };
}

/** A line for each day, venue, area and job title, as far as there is room. */
function listOf(title: string, lines: readonly Group[]): Table {
  return tableOf<Group>({
    title,
    columns: [
      nameColumn('Venue', 1),
      { heading: 'Date', cell: dayOf, format: DAY_FORMAT },
      { heading: 'Weekday', cell: (line) => weekdayName(dayOf(line)), align: 'center' },
      nameColumn('Area', 2, 2),
      nameColumn('Job title', 3, 3),
      ...COUNTS,
    ],
    items: lines,
    keysOf: (line) => keyParts(line, ...KEYS),
    most: [MOST_LINES, 'line'],
  });
}

/**
 * `8 positions are still unfilled, most at Grand Hotel (6); the next on 10 Mar 2026.`
 *
 * @param days From today on; none where nothing is known of days to come.
 * @param venues With unfilled positions to come, the most first.
 * @param next The first line to fill.
 */
function sentenceOf(
  days: readonly Group[],
  venues: readonly (readonly [name: string, count: number])[],
  next: Group | undefined,
  { today }: DashboardFigures['source'],
): string {
  const [most, ...others] = venues;
  if (most !== undefined && next !== undefined) {
    const all = venues.reduce((total, [, count]) => total + count, 0);
    const where = others.length === 0 ? '' : `, most at ${fitText(most[0], 36)} (${shownNumber(most[1])})`;
    return `${shownCount(all, 'position')} ${all === 1 ? 'is' : 'are'} still unfilled${where}; the next ${dayOf(next) === today ? 'today' : `on ${shortDay(dayOf(next))}`}.`;
  }
  if (days.length === 0) return 'The service sent no shifts of days to come.';
  return days.every((day) => valueIn(day, 'SHIFTS_UNFILLED') === null)
    ? 'Nothing is known of unfilled positions: SHIFTS_UNFILLED is empty in all shifts from today on.'
    : 'Nothing is unfilled from today on.';
}

function unfilled(group: Group): number {
  return valueIn(group, 'SHIFTS_UNFILLED') ?? 0;
}

/** Records without a day are in no figure. */
function dayOf(group: Group): CalendarDate {
  return Number(keyOf(group));
}
