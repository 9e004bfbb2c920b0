import {
  type CalendarDate,
  type DateRange,
  isOn,
  overlap,
  shortDay,
  shortDays,
  weekdayName,
} from '../../calendar/calendar-date';
import type { GroupKey } from '../../contract/fields';
import { DAY_COLUMN } from '../../employer-api/shift-report';
import { fitText, shownNumber } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import { DAY_FORMAT, PERCENTAGE_FORMAT, SHORT_DAY_FORMAT } from '../../limits';
import { nounOf } from '../../reports/saved/names';
import {
  type Dashboard,
  figureColumn,
  figureColumns,
  nameColumn,
  saidColumn,
  type Table,
  tableOf,
} from '../dashboard';
import {
  DashboardFigures,
  headingOfKey,
  keyParts,
  largestFirst,
  mostOf,
  nameOf,
  PERIODS,
  severalOf,
  valueIn,
} from '../dashboard-figures';
import { DAYS_TO_COME, daysToCome } from '../dashboard-source';
import { notesOf } from '../notes';
import { saidTile } from '../tiles';
import { BEFORE_NAME } from './overview';

/** Lines of each list; names beside the chart, which are as many as its days. */
const [MOST_LINES, LISTED] = [500, 14];
const KEYS: readonly GroupKey[] = ['day', 'venue', 'area', 'role'];

/**
 * Positions that no one is booked for: those to come, the next day on top; then the past, the newest on top. Sentence, tiles
 * and chart show what is to come; where nothing is known of that, what was never filled.
 */
export function planUnfilledList(figures: DashboardFigures): Dashboard {
  const { source } = figures;
  const { today, range, ownDays = range } = source;
  const lines = figures.by(...KEYS).groups.filter((group) => unfilled(group) > 0);
  const coming = lines.filter((line) => dayOf(line) >= today);
  const pastDays = overlap({ from: range.from, to: today - 1 }, ownDays);
  const isPast = (line: Group) => pastDays !== undefined && isOn(dayOf(line), pastDays);
  // Sorting keeps the order of venues within a day.
  const past = lines.filter(isPast).sort((one, other) => dayOf(other) - dayOf(one));
  // Where none of them is to come, a 0 would look like good news.
  const isAhead = coming.length > 0 || figures.records.rows.some((row) => Number(row[DAY_COLUMN]) > today);
  const figuresOn = (days: DateRange) => new DashboardFigures({ ...source, range: days }, figures);
  const shown = figuresOn(isAhead ? { from: today, to: range.to } : (pastDays ?? range));
  const [place, word] = [severalOf(shown), isAhead ? 'Unfilled' : 'Never filled'];
  const places = largestFirst(shown.by(place).groups, unfilled).filter(unfilled);
  const days = shown.by('day').groups.filter(({ rows }) => rows.length > 0);
  // Days to come are in no complete week.
  const { key, heading, means, groups } = shown.periods(PERIODS, isAhead ? Number.POSITIVE_INFINITY : 2);
  const byTime = tableOf<Group>({
    title: `${word} by ${key}`,
    columns: [
      { ...saidColumn<Group>(heading, means, dayOf, SHORT_DAY_FORMAT), room: 3 },
      figureColumn('SHIFTS_UNFILLED', { heading: word }),
    ],
    items: places.length === 0 ? [] : isAhead ? days : groups,
    keysOf: (group) => keyParts(group, key),
  });
  /** What no one took on some days, what is posted, and its share. */
  const tilesOf = (words: string, days: DateRange, when: string) => {
    const { total } = figuresOn(days).by();
    const [open, posted] = [valueIn(total, 'SHIFTS_UNFILLED'), valueIn(total, 'SHIFTS_POSTED')];
    const share = open === null || !posted ? null : (100 * open) / posted;
    const means = 'Positions that no one took';
    return [
      saidTile(words, open, `${means}: ${when}.`, when),
      saidTile('Posted', posted, `Posted positions: ${when}.`, when),
      saidTile(`${words}, of posted`, share, `${means}, of 100 posted: ${when}.`, when, PERCENTAGE_FORMAT),
    ] as const;
  };
  const until = (to: CalendarDate) =>
    [{ from: today, to }, `${to === today ? 'on' : 'until'} ${shortDay(to, false)}`] as const;
  const never = pastDays ? tilesOf('Never filled', pastDays, shortDays(pastDays)) : [];
  const [first, ...ofPosted] = tilesOf('Unfilled', ...until(daysToCome(today).to));
  const [week] = tilesOf('Unfilled, 7 days', ...until(today + 6));
  const [day] = tilesOf('Unfilled today', ...until(today));
  /** `10 positions are unfilled today, 220 within 7 days, 688 until 6 Dec; most at Grand Hotel (115).` */
  const sentence = () => {
    const all = valueIn(shown.by().total, 'SHIFTS_UNFILLED');
    if (isAhead && all === null)
      return 'Nothing is known of unfilled positions: SHIFTS_UNFILLED is empty in all shifts from today on.';
    const counts = isAhead ? [Number(day.value), Number(week.value), Number(all)] : [Number(all)];
    const whens = isAhead ? [' today', ' within 7 days', ` until ${shortDay(range.to, false)}`] : [''];
    const [one, more] = isAhead ? ['is unfilled', 'are unfilled'] : ['was never filled', 'were never filled'];
    // What is no more than before is not said again.
    const parts = counts.flatMap((count, at) => {
      const what = counts[at - 1] ? '' : count === 1 ? ` position ${one}` : ` positions ${more}`;
      return count > (counts[at - 1] ?? 0) ? [shownNumber(count) + what + whens[at]] : [];
    });
    const most = places.length > 1 ? mostOf(places, unfilled) : undefined;
    const where = most
      ? `; most ${BEFORE_NAME[place]} ${fitText(nameOf(most), 36)} (${shownNumber(unfilled(most))})`
      : '';
    const said = `${parts.join(', ')}${where}.`;
    if (!isAhead)
      return `No shifts are posted for the next ${DAYS_TO_COME} days.${past.length > 0 ? ` ${said}` : ''}`;
    return parts.length > 0 ? said : 'Nothing is unfilled from today on.';
  };
  return {
    sentence: sentence(),
    tiles: isAhead ? [first, week, { ...day, warns: true }, ...ofPosted, ...never.slice(0, 1)] : never,
    chart: { kind: 'column', title: byTime.title, of: byTime, columns: [heading, word] },
    lists: [
      tableOf<Group>({
        title: `${word} by ${nounOf(place)}, most first`,
        columns: [nameColumn(headingOfKey(place)), saidColumn(word, 'Positions that no one took.', unfilled)],
        items: places,
        most: [LISTED, nounOf(place)],
      }),
    ],
    tables: [
      listOf('Unfilled', 'Still unfilled, the next day first', coming),
      listOf('Never filled', 'Never filled, newest first', past),
    ],
    notes: notesOf(figures, [], 'Unfilled: posted minus booked, as published'),
  };
}

/** A line for each day, venue, area and job title, as far as there is room. */
function listOf(heading: string, title: string, lines: readonly Group[]): Table {
  return tableOf<Group>({
    title,
    columns: [
      nameColumn('Venue', 1),
      { heading: 'Date', cell: dayOf, format: DAY_FORMAT },
      { heading: 'Weekday', cell: (line) => weekdayName(dayOf(line)), align: 'center' },
      nameColumn('Area', 2, 2),
      nameColumn('Job title', 3, 3),
      figureColumn('SHIFTS_UNFILLED', { heading }),
      ...figureColumns('SHIFTS_POSTED', 'SHIFTS_BOOKED'),
    ],
    items: lines,
    keysOf: (line) => keyParts(line, ...KEYS),
    most: [MOST_LINES, 'line'],
  });
}

function unfilled(group: Group): number {
  return valueIn(group, 'SHIFTS_UNFILLED') ?? 0;
}

/** Records without a day are in no figure. */
function dayOf(group: Group): CalendarDate {
  return Number(keyOf(group));
}
