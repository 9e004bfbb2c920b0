import { shortDay } from '../../calendar/calendar-date';
import { shownPercent, shownPoints, shownRate } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import { HALF_A_SHOWN_DIGIT } from '../../limits';
import { countColumn, NAME_ROOM, nameColumn, outOfColumn, rateColumn } from '../columns';
import { type Dashboard, type Table, tableOf } from '../dashboard';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  keyParts,
  largestFirst,
  nameOf,
  severalOf,
} from '../dashboard-figures';
import { countText, KEY_WORDS, shortened } from '../dashboard-texts';
import { notesOf, nothingToSay, type PageFigures } from '../page-figures';
import { countTile, rateTile, targetText } from '../tiles';
import { isMissed } from '../verdicts';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = 'True fulfilment';
const [WORST, PERIODS] = [5, 13];

/** One page for a director: is it good, is it getting better, and where and when is it worst? */
export function planOverview(page: PageFigures): Dashboard {
  const { figures } = page;
  const why = figures.whyTheWeekMoved(RATE);
  const { key, heading } = figures.periods(PERIODS);
  const trend = trendOf(page);
  return {
    sentence: sentenceOf(page),
    why: why?.verdict === 'moved' ? `Why, week of ${shortDay(why.week, false)}: ${why.text}` : '',
    tiles: [
      rateTile(page, RATE, WORDS, 'lower'),
      rateTile(page, 'SHIFTS_BOOKED_PERCENTAGE', 'Booked', 'lower'),
      rateTile(page, 'SHIFTS_WORKED_PERCENTAGE', 'Worked', 'lower'),
      rateTile(page, 'NO_SHOWS_PERCENTAGE', 'No-shows', 'higher'),
      countTile(page, 'MISSING_PEOPLE', 'Missing people', 'higher'),
      countTile(page, 'TRUE_DEMAND', 'Demand', undefined),
    ],
    chart: {
      kind: 'line',
      title: `${WORDS} by ${key}`,
      of: trend,
      columns: [heading, WORDS, ...(hasOneTarget(page) ? ['Target'] : [])],
      most: PERIODS,
    },
    lists: [worstOf(figures), weekdaysOf(figures)],
    tables: trend.rows.length > 1 ? [trend] : [],
    notes: notesOf(
      page,
      [
        [RATE, WORDS],
        ['SHIFTS_BOOKED_PERCENTAGE', 'Booked'],
        ['SHIFTS_WORKED_PERCENTAGE', 'Worked'],
        ['NO_SHOWS_PERCENTAGE', 'No-shows'],
      ],
      [
        'Missing people: true demand minus worked of each shift record, never below 0, added up',
        ...(figures.targets(RATE).length > 0
          ? ['Distances from targets count only shifts that have one']
          : []),
      ],
    ),
  };
}

/** `86.6% filled, 3.4 points below target; last week fell 4.1 points. Most people missing at Grand Hotel (1,769).` */
function sentenceOf(page: PageFigures): string {
  const nothing = nothingToSay(page);
  if (nothing !== undefined) return nothing;
  const { figures } = page;
  const { value } = figures.rate(figures.by().total, RATE);
  const level =
    value === null
      ? `${WORDS} can’t be given: see below how the figures are made`
      : `${shownPercent(value)} filled${targetWords(page)}${beforeWords(page, value)}${weekWords(page)}`;
  return [`${level}.`, missingWords(figures)].filter(Boolean).join(' ');
}

/** `, 3.4 points below target` */
function targetWords({ figures }: PageFigures): string {
  const gap = figureIn(figures.by().total, 'GAP_TO_TARGET').value;
  if (gap === null) return '';
  const words = figures.targets(RATE).length > 1 ? targetText(figures.targets(RATE)) : 'target';
  if (Math.abs(gap) < HALF_A_SHOWN_DIGIT) return `, ${isMissed(gap) ? 'just below' : 'on'} ${words}`;
  return `, ${shownPoints(gap)} ${gap < 0 ? 'below' : 'above'} ${words}`;
}

/** `, down from 88.1%` */
function beforeWords({ before }: PageFigures, value: number): string {
  const former = before === undefined ? null : before.rate(before.by().total, RATE).value;
  if (former === null || Math.abs(value - former) < HALF_A_SHOWN_DIGIT) return '';
  return `, ${value < former ? 'down' : 'up'} from ${shownPercent(former)}`;
}

/** `; last week fell 4.1 points`: as the figures are shown. */
function weekWords({ figures, source }: PageFigures): string {
  const { key, groups } = figures.periods(2);
  const [former, latest] = groups.map((group) => figures.rate(group, RATE).value);
  if (key !== 'week' || former == null || latest == null) return '';
  const change = Number(shownRate(latest)) - Number(shownRate(former));
  const start = Number(keyOf(groups[1] as Group));
  const week = source.today - start < 14 ? 'last week' : `the week of ${shortDay(start, false)}`;
  if (Math.abs(change) < HALF_A_SHOWN_DIGIT) return `; ${week} as the week before`;
  return `; ${week} ${change < 0 ? 'fell' : 'rose'} ${shownPoints(change)}`;
}

function missingWords(figures: DashboardFigures): string {
  const missing = countOf(figures.by().total, 'MISSING_PEOPLE');
  if (missing === null) return '';
  if (missing === 0) return 'No one was missing.';
  const { groups } = figures.by('venue');
  const [worst] = largestFirst(groups, (venue) => countOf(venue, 'MISSING_PEOPLE'));
  const most = countOf(worst, 'MISSING_PEOPLE');
  if (worst === undefined || most === null || groups.length === 1) {
    return `${countText(missing)} ${missing === 1 ? 'person was' : 'people were'} missing.`;
  }
  return `Most people missing at ${shortened(nameOf(worst), 40)} (${countText(most)}).`;
}

/** The venues with the most missing people; of one venue its job titles, else its areas. */
function worstOf(figures: DashboardFigures): Table {
  const key = severalOf(figures);
  const missing = (group: Group) => countOf(group, 'MISSING_PEOPLE');
  return tableOf({
    title: 'Where: most missing people',
    columns: listColumns(figures, KEY_WORDS[key]),
    items: largestFirst(figures.by(key).groups, missing)
      .filter((group) => (missing(group) ?? 0) > 0)
      .slice(0, WORST),
    keysOf: (group) => keyParts(group, key),
    fewBy: NEEDED,
  });
}

const NEEDED = 'People needed';

function weekdaysOf(figures: DashboardFigures): Table {
  return tableOf({
    title: 'When: by weekday',
    columns: listColumns(figures, 'Weekday'),
    items: figures.weekdays(),
    keysOf: (group) => keyParts(group, 'weekday'),
    fewBy: NEEDED,
  });
}

function listColumns(figures: DashboardFigures, heading: string) {
  return [
    nameColumn(heading),
    countColumn('Missing people', 'MISSING_PEOPLE'),
    rateColumn(figures, WORDS, RATE),
    outOfColumn(figures, NEEDED, RATE),
  ];
}

function hasOneTarget({ figures }: PageFigures): boolean {
  return figures.targets(RATE).length === 1;
}

/** Complete weeks, or days where there are too few: what the chart shows, and more. */
function trendOf(page: PageFigures): Table {
  const { figures } = page;
  const { key, groups, heading, means } = figures.periods(PERIODS);
  const [target] = figures.targets(RATE);
  return tableOf<Group>({
    title: `By ${key}: ${groups.length} complete ${key}s`,
    columns: [
      {
        heading,
        meaning: { title: heading, means },
        cell: (group) => keyOf(group),
        format: 'shortDay',
        room: NAME_ROOM,
      },
      rateColumn(figures, WORDS, RATE),
      ...(hasOneTarget(page)
        ? [{ ...countColumn('Target', 'TARGET', 'percentage'), cell: () => target as number }]
        : []),
      countColumn('Missing people', 'MISSING_PEOPLE'),
      countColumn('Demand', 'TRUE_DEMAND'),
      rateColumn(figures, 'Booked', 'SHIFTS_BOOKED_PERCENTAGE'),
      rateColumn(figures, 'Worked', 'SHIFTS_WORKED_PERCENTAGE'),
      rateColumn(figures, 'No-shows', 'NO_SHOWS_PERCENTAGE'),
    ],
    items: figures.by().total.records === 0 ? [] : groups,
    keysOf: (group) => keyParts(group, key),
    fewBy: 'Demand',
  });
}
