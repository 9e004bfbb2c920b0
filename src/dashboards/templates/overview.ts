import { shortDay } from '../../calendar/calendar-date';
import type { GroupKey } from '../../contract/fields';
import { fitText, shownNumber, shownPercent, shownPoints } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import { HALF_A_SHOWN_DIGIT, SHORT_DAY_FORMAT } from '../../limits';
import { nounOf } from '../../reports/saved/names';
import { type Dashboard, figureColumn, figureColumns, nameColumn, saidColumn, tableOf } from '../dashboard';
import {
  type DashboardFigures,
  figureIn,
  headingOfKey,
  keyParts,
  lacksTargets,
  largestFirst,
  mostOf,
  nameOf,
  PERIODS,
  rateOrRange,
  type ShownChange,
  severalOf,
  targetOfAll,
  valueIn,
  wordsOf,
} from '../dashboard-figures';
import { notesOf, weeksNote } from '../notes';
import { changeOf, figureTile, isMissed, pointsBetween, targetText } from '../tiles';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = wordsOf(RATE);
const RATES = [RATE, 'SHIFTS_BOOKED_PERCENTAGE', 'SHIFTS_WORKED_PERCENTAGE', 'NO_SHOWS_PERCENTAGE'] as const;
/** What the tiles show, here and in summary emails. */
export const LEADING_FIGURES = [...RATES, 'MISSING_PEOPLE', 'TRUE_DEMAND'] as const;
/** What two of them are. */
export const MISSING_NOTE =
  'People needed: true demand. Missing people: true demand minus worked, shift by shift; extra people count in the percentage only';
const WORST = 5;

/** One page for a director: is it good, is it getting better, and where and when is it worst? */
export function planOverview(figures: DashboardFigures): Dashboard {
  const why = figures.whyTheWeekMoved(RATE);
  const { key, groups, heading, means } = figures.periods(PERIODS);
  const target = targetOfAll(figures);
  const several = severalOf(figures);
  const weekdays = figures.by('weekday').groups;
  const { total } = figures.by();
  const places = figures.by(several).groups;
  const fewBy = wordsOf('TRUE_DEMAND');
  // Complete weeks, or days where there are too few: what the chart shows, and more.
  const trend = tableOf<Group>({
    title: `By ${key}: ${groups.length} complete ${key}s`,
    columns: [
      { ...saidColumn<Group>(heading, means, (group) => keyOf(group), SHORT_DAY_FORMAT), room: 3 },
      figureColumn(RATE),
      ...(target === null ? [] : [figureColumn('TARGET', { cell: () => target })]),
      ...figureColumns('MISSING_PEOPLE', 'TRUE_DEMAND', ...RATES.slice(1)),
    ],
    items: groups.length > 1 && total.rows.length > 0 ? groups : [],
    keysOf: (group) => keyParts(group, key),
    fewBy,
  });
  const listOf = (title: string, by: GroupKey, name: string, items: readonly Group[]) =>
    tableOf({
      title,
      columns: [nameColumn(name), ...figureColumns('MISSING_PEOPLE', RATE, 'TRUE_DEMAND')],
      items,
      keysOf: (group) => keyParts(group, by),
      fewBy,
    });
  return {
    sentence: sentenceOf(figures, total, figures.change, places),
    why: [
      why?.verdict === 'moved' && `Why, week of ${shortDay(why.week, false)}: ${why.text}`,
      extraWords(figures),
    ]
      .filter(Boolean)
      .join(' '),
    tiles: LEADING_FIGURES.map((name) => figureTile(figures, name)),
    chart: {
      kind: 'line',
      title: `${WORDS} by ${key}`,
      of: trend,
      columns: [heading, WORDS, ...(target === null ? [] : ['Target'])],
    },
    lists: [
      listOf(`Most missing people by ${nounOf(several)}`, several, headingOfKey(several), worstOf(places)),
      listOf('Missing people by weekday', 'weekday', 'Weekday', weekdays.length > 1 ? weekdays : []),
    ],
    tables: [trend],
    notes: notesOf(
      figures,
      RATES,
      MISSING_NOTE,
      weeksNote(figures),
      lacksTargets(total) &&
        figures.targets(RATE).length > 0 &&
        'A figure is compared with a target only if all its shifts have one',
    ),
  };
}

/**
 * `86.6% filled, 3.4 points below target; last week fell 4.1 points. Most people missing at Grand Hotel (1,769).`
 *
 * @param places What people may be missing at: groups of one period whose last key is what the report has several of.
 */
export function sentenceOf(
  figures: DashboardFigures,
  group: Group,
  change: ShownChange | undefined,
  places: readonly Group[],
): string {
  const more = `${targetWords(figures, group)}${changeWords(change)}`;
  return [levelWords(group, more), missingWords(figures, group, places)].filter(Boolean).join(' ');
}

/** `86.6% filled.` @param more What is said of a percentage that does not depend on the definition. */
export function levelWords(group: Group, more = ''): string {
  const value = rateOrRange(group, RATE);
  if (typeof value === 'number') return `${shownPercent(value)} filled${more}.`;
  return value === null
    ? `${WORDS} can’t be given: see below how the figures are made.`
    : `${value} filled, depending on the definition: see below.`;
}

/** `, 3.4 points below target` */
function targetWords(figures: DashboardFigures, group: Group): string {
  const gap = figureIn(group, 'GAP_TO_TARGET').value;
  if (gap === null || lacksTargets(group)) return '';
  const words = figures.targets(RATE).length > 1 ? targetText(figures.targets(RATE)) : 'target';
  if (Math.abs(gap) < HALF_A_SHOWN_DIGIT) return `, ${isMissed(gap) ? 'just below' : 'on'} ${words}`;
  return `, ${shownPoints(gap)} ${gap < 0 ? 'below' : 'above'} ${words}`;
}

/** `, down from 88.1%`, or `; last week fell 4.1 points`: as the figures are shown. */
function changeWords(change: ShownChange | undefined): string {
  const { week, former, latest } = change ?? {};
  const [before, after] = [valueIn(former, RATE), valueIn(latest, RATE)];
  if (before === null || after === null) return '';
  const points = pointsBetween(before, after);
  const isSame = Math.abs(points) < HALF_A_SHOWN_DIGIT;
  if (week === undefined) return isSame ? '' : `, ${points < 0 ? 'down' : 'up'} from ${shownPercent(before)}`;
  return `; ${week} ${isSame ? 'as the week before' : `${points < 0 ? 'fell' : 'rose'} ${shownPoints(points)}`}`;
}

/**
 * `Most of the fall comes from fewer extra people: 11, after 78.`: where people beyond need are most of a change of
 * worked ÷ true demand, no one is missing for it.
 */
function extraWords(figures: DashboardFigures): string {
  const { change } = figures;
  const [extra, moved] = [changeOf('EXTRA_PEOPLE', change), changeOf(RATE, change)];
  const { numerator, denominator } = (change && figures.usedDefinition(RATE, change.latest)) ?? {};
  if (!change || !extra || !moved || numerator !== 'SHIFTS_WORKED' || denominator !== 'TRUE_DEMAND')
    return '';
  const share = (count: number, group: Group) => (100 * count) / figureIn(group, RATE).n;
  const part = share(extra.latest, change.latest) - share(extra.former, change.former);
  const { difference } = moved;
  if (Math.abs(difference) < HALF_A_SHOWN_DIGIT || part / difference <= 0.5) return '';
  const words = difference < 0 ? 'fall comes from fewer' : 'rise comes from more';
  return `Most of the ${words} extra people: ${shownNumber(extra.latest)}, after ${shownNumber(extra.former)}.`;
}

/** What stands before a name where people are missing. */
export const BEFORE_NAME = { venue: 'at', role: 'for', area: 'in' } as const;

function missingWords(figures: DashboardFigures, group: Group, places: readonly Group[]): string {
  const missing = valueIn(group, 'MISSING_PEOPLE');
  if (missing === null) return '';
  if (missing === 0) return 'No one was missing.';
  const worst = mostOf(worstOf(places), (place) => valueIn(place, 'MISSING_PEOPLE'));
  if (worst === undefined || places.length === 1)
    return `${shownNumber(missing)} ${missing === 1 ? 'person was' : 'people were'} missing.`;
  const name = fitText(nameOf(worst, worst.keys.length - 1), 40);
  const most = shownNumber(valueIn(worst, 'MISSING_PEOPLE') ?? 0);
  return `Most people missing ${BEFORE_NAME[severalOf(figures)]} ${name} (${most}).`;
}

/** Those with missing people, most first, as many as are listed. */
export function worstOf(places: readonly Group[]): readonly Group[] {
  const missing = (group: Group) => valueIn(group, 'MISSING_PEOPLE');
  return largestFirst(places, missing)
    .filter((group) => (missing(group) ?? 0) > 0)
    .slice(0, WORST);
}
