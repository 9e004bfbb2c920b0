import { shortDay } from '../../calendar/calendar-date';
import { shownPercent, shownPoints } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import { HALF_A_SHOWN_DIGIT } from '../../limits';
import { countColumn, type Dashboard, nameColumn, rateColumn, type Table, tableOf } from '../dashboard';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  keyParts,
  largestFirst,
  nameOf,
  rateOrRange,
  severalOf,
} from '../dashboard-figures';
import { countText, KEY_WORDS, NEEDED, shortened } from '../dashboard-texts';
import { notesOf, nothingToSay, type PageFigures } from '../page-figures';
import { countTile, isMissed, pointsBetween, rateTile, targetText } from '../tiles';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = 'True fulfilment';
const [WORST, PERIODS] = [5, 13];

/** One page for a director: is it good, is it getting better, and where and when is it worst? */
export function planOverview(page: PageFigures): Dashboard {
  const { figures } = page;
  const why = figures.whyTheWeekMoved(RATE);
  const { key, heading } = figures.periods(PERIODS);
  const targets = figures.targets(RATE);
  const trend = trendOf(figures);
  const several = severalOf(figures);
  const missing = (group: Group) => countOf(group, 'MISSING_PEOPLE');
  return {
    sentence: sentenceOf(page),
    why: why?.verdict === 'moved' ? `Why, week of ${shortDay(why.week, false)}: ${why.text}` : '',
    tiles: [
      rateTile(page, RATE, WORDS, 'lower'),
      rateTile(page, 'SHIFTS_BOOKED_PERCENTAGE', 'Booked', 'lower'),
      rateTile(page, 'SHIFTS_WORKED_PERCENTAGE', 'Worked', 'lower'),
      rateTile(page, 'NO_SHOWS_PERCENTAGE', 'No-shows', 'higher'),
      countTile(page, 'MISSING_PEOPLE', 'Missing people', 'higher'),
      countTile(page, 'TRUE_DEMAND', NEEDED, undefined),
    ],
    chart: {
      kind: 'line',
      title: `${WORDS} by ${key}`,
      of: trend,
      columns: [heading, WORDS, ...(targets.length === 1 ? ['Target'] : [])],
      most: PERIODS,
    },
    lists: [
      tableOf({
        title: 'Where: most missing people',
        columns: listColumns(KEY_WORDS[several]),
        items: largestFirst(figures.by(several).groups, missing)
          .filter((group) => (missing(group) ?? 0) > 0)
          .slice(0, WORST),
        keysOf: (group) => keyParts(group, several),
        fewBy: NEEDED,
      }),
      tableOf({
        title: 'When: by weekday',
        columns: listColumns('Weekday'),
        items: figures.weekdays(),
        keysOf: (group) => keyParts(group, 'weekday'),
        fewBy: NEEDED,
      }),
    ],
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
        `${NEEDED}: true demand. Missing people: true demand minus worked of each shift, never below 0, added up`,
        ...(targets.length > 0 ? ['Distances from targets count only shifts that have one'] : []),
      ],
    ),
  };
}

/** `86.6% filled, 3.4 points below target; last week fell 4.1 points. Most people missing at Grand Hotel (1,769).` */
function sentenceOf(page: PageFigures): string {
  const nothing = nothingToSay(page);
  if (nothing !== undefined) return nothing;
  const { figures } = page;
  const value = rateOrRange(figures.by().total, RATE);
  const level =
    typeof value === 'number'
      ? `${shownPercent(value)} filled${targetWords(figures)}${changeWords(page)}`
      : value === null
        ? `${WORDS} can’t be given: see below how the figures are made`
        : `${value} filled, depending on the definition: see below`;
  return [`${level}.`, missingWords(figures)].filter(Boolean).join(' ');
}

/** `, 3.4 points below target` */
function targetWords(figures: DashboardFigures): string {
  const gap = figureIn(figures.by().total, 'GAP_TO_TARGET').value;
  if (gap === null) return '';
  const words = figures.targets(RATE).length > 1 ? targetText(figures.targets(RATE)) : 'target';
  if (Math.abs(gap) < HALF_A_SHOWN_DIGIT) return `, ${isMissed(gap) ? 'just below' : 'on'} ${words}`;
  return `, ${shownPoints(gap)} ${gap < 0 ? 'below' : 'above'} ${words}`;
}

/** `, down from 88.1%`, or `; last week fell 4.1 points`: as the figures are shown. */
function changeWords({ figures, change }: PageFigures): string {
  const [former, latest] = [
    figures.rate(change?.former, RATE).value,
    figures.rate(change?.latest, RATE).value,
  ];
  if (former === null || latest === null) return '';
  const points = pointsBetween(former, latest);
  const isSame = Math.abs(points) < HALF_A_SHOWN_DIGIT;
  if (change?.week === undefined)
    return isSame ? '' : `, ${points < 0 ? 'down' : 'up'} from ${shownPercent(former)}`;
  if (isSame) return `; ${change.week} as the week before`;
  return `; ${change.week} ${points < 0 ? 'fell' : 'rose'} ${shownPoints(points)}`;
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

function listColumns(heading: string) {
  return [
    nameColumn(heading),
    countColumn('Missing people', 'MISSING_PEOPLE'),
    rateColumn(WORDS, RATE),
    countColumn(NEEDED, 'TRUE_DEMAND'),
  ];
}

/** Complete weeks, or days where there are too few: what the chart shows, and more. */
function trendOf(figures: DashboardFigures): Table {
  const { key, groups, heading, means } = figures.periods(PERIODS);
  const [target, ...others] = figures.targets(RATE);
  return tableOf<Group>({
    title: `By ${key}: ${groups.length} complete ${key}s`,
    columns: [
      {
        ...nameColumn(heading),
        meaning: { title: heading, means },
        cell: (group) => keyOf(group),
        format: 'shortDay',
      },
      rateColumn(WORDS, RATE),
      ...(target === undefined || others.length > 0
        ? []
        : [{ ...countColumn('Target', 'TARGET', 'percentage'), cell: () => target }]),
      countColumn('Missing people', 'MISSING_PEOPLE'),
      countColumn(NEEDED, 'TRUE_DEMAND'),
      rateColumn('Booked', 'SHIFTS_BOOKED_PERCENTAGE'),
      rateColumn('Worked', 'SHIFTS_WORKED_PERCENTAGE'),
      rateColumn('No-shows', 'NO_SHOWS_PERCENTAGE'),
    ],
    items: figures.by().total.records === 0 ? [] : groups,
    keysOf: (group) => keyParts(group, key),
    fewBy: NEEDED,
  });
}
