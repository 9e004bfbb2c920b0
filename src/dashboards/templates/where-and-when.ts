import { shortDay } from '../../calendar/calendar-date';
import type { DashboardCut } from '../../contract/reports';
import { shownCount, shownPercent } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import type { GroupKey } from '../../figures/group-keys';
import {
  countColumn,
  type Dashboard,
  heatOf,
  nameColumn,
  rateColumn,
  slotColumns,
  type Table,
  type Tile,
  tableOf,
  tableOfAll,
} from '../dashboard';
import { countOf, figureIn, keyParts, largestFirst, nameOf, rateOrRange } from '../dashboard-figures';
import { countText, KEY_WORDS, NEEDED, shortened } from '../dashboard-texts';
import { SMALL_COUNT } from '../layout';
import { notesOf, nothingToSay, type PageFigures } from '../page-figures';
import { countTile, rateTile } from '../tiles';

const [MOST_ROWS, MOST_COLUMNS] = [40, 8];
/** Letters of a line below a tile. */
const TILE_LETTERS = 26;

/** A count and the percentage beside it, what that is out of, and from which percentage cells are tinted. */
const OF_NEEDED = {
  rate: 'TRUE_FULFILMENT_PERCENTAGE',
  rateWords: 'True fulfilment',
  worst: 'Lowest true fulfilment',
  isLowWorse: true,
  count: 'MISSING_PEOPLE',
  countWords: 'Missing people',
  outOf: 'TRUE_DEMAND',
  outOfWords: NEEDED,
  heat: { fine: 80, bad: 50 },
} as const;
const OF_BOOKED = {
  rate: 'NO_SHOWS_PERCENTAGE',
  rateWords: 'No-shows %',
  worst: 'Highest no-shows',
  isLowWorse: false,
  count: 'NO_SHOWS',
  countWords: 'No-shows',
  outOf: 'SHIFTS_BOOKED',
  outOfWords: 'Booked',
  heat: { fine: 5, bad: 20 },
} as const;

/** What is asked: rows by venue, area or role, columns by weekday or week, one measure. */
function askedOf(page: PageFigures, cut: DashboardCut) {
  const { figures } = page;
  const measure = cut.measure === 'NO_SHOWS_PERCENTAGE' ? OF_BOOKED : OF_NEEDED;
  const periods = figures.periods(MOST_COLUMNS, 1);
  const isByWeekday = cut.columns === 'weekday';
  return {
    ...page,
    cut,
    measure,
    /** Whether cells hold the count, not the percentage. */
    isCount: cut.measure === measure.count,
    /** What one row is about, in a sentence: `job title`. */
    rowWord: KEY_WORDS[cut.rows].toLowerCase(),
    /** Of the columns: days where there are too few weeks. */
    key: isByWeekday ? ('weekday' as const) : periods.key,
    heading: isByWeekday ? 'Weekday' : periods.heading,
    slots: isByWeekday ? figures.weekdays() : periods.groups,
    /** Those with the largest count first. */
    rows: largestFirst(figures.by(cut.rows).groups, (group) => countOf(group, measure.count)),
  };
}
type Asked = ReturnType<typeof askedOf>;

/** Where and when are people missing? */
export function planWhereAndWhen(page: PageFigures, cut: DashboardCut): Dashboard {
  const asked = askedOf(page, cut);
  const { measure, heading } = asked;
  const worst = worstOf(asked);
  const bySlot = slotTable(asked, worst);
  return {
    sentence: nothingToSay(page) ?? sentenceOf(asked, worst),
    tiles: tilesOf(asked, worst),
    chart: {
      kind: 'column',
      title: `${measure.countWords} by ${asked.key}, all ${asked.rowWord}s`,
      of: bySlot,
      columns: [heading, measure.countWords],
      most: MOST_COLUMNS,
    },
    lists: [bySlot],
    tables: [matrixOf(asked)],
    notes: notesOf(
      page,
      [[measure.rate, measure.rateWords]],
      [
        ...(measure === OF_NEEDED ? [`${NEEDED}: true demand`] : []),
        ...(asked.isCount
          ? []
          : [`A rate out of fewer than ${SMALL_COUNT} is shown as 5 of 7, and neither tinted nor weakest`]),
      ],
    ),
  };
}

/** Groups that are worst by the measure, of those that rest on enough. */
function worstOf(asked: Asked) {
  const { figures, cut, measure, isCount, key, slots, rows } = asked;
  const isRanked = (group: Group) =>
    measured(asked, group) !== null && (isCount || (figures.rate(group, measure.rate).n ?? 0) >= SMALL_COUNT);
  const sign = !isCount && measure.isLowWorse ? -1 : 1;
  const worstFirst = (groups: readonly Group[]) =>
    largestFirst(groups.filter(isRanked), (group) => sign * Number(measured(asked, group)));
  const shown = slots.map((slot) => keyOf(slot));
  const pairs = figures.by(cut.rows, key).groups.filter((group) => shown.includes(keyOf(group, 1)));
  const ranked = worstFirst(rows);
  const several = ranked.length > 1 ? ranked : [];
  const withheld = [...rows, ...pairs].filter((group) => figureIn(group, measure.rate).why !== undefined);
  return {
    row: several[0],
    best: several[several.length - 1],
    slot: slots.length > 1 ? worstFirst(slots)[0] : undefined,
    /** Of a row in a slot. */
    pair: worstFirst(pairs)[0],
    /** Of how many rows some percentage is withheld: it may be worse. */
    leftOut: isCount ? 0 : new Set(withheld.map((group) => keyOf(group))).size,
  };
}

type Worst = ReturnType<typeof worstOf>;

function measured({ figures, cut: { measure } }: Asked, group: Group | undefined): number | null {
  return measure === 'MISSING_PEOPLE' ? countOf(group, measure) : figures.rate(group, measure).value;
}

/** `on Wednesdays`, `in the week of 16 Nov`. @param at The place of the weekday or period among the group's keys. */
function slotWords({ key }: Asked, group: Group, at = 0): string {
  const slot = keyOf(group, at);
  if (typeof slot !== 'number') return `on ${slot}s`;
  return key === 'week' ? `in the week of ${shortDay(slot, false)}` : `on ${shortDay(slot, false)}`;
}

/** `Lowest true fulfilment: 66.1% at Stadium Suite Cardiff on Wednesdays. Overall: 85.4%.` */
function sentenceOf(asked: Asked, { pair, leftOut }: Worst): string {
  const { figures, cut, measure, isCount, rowWord } = asked;
  if (pair === undefined) {
    const what = isCount ? 'shifts' : measure.outOfWords.toLowerCase();
    return `Too few ${what} to compare ${rowWord}s by ${cut.columns}.`;
  }
  const shown = (group: Group) => {
    const value = isCount ? countOf(group, measure.count) : rateOrRange(group, measure.rate);
    if (typeof value !== 'number') return value ?? 'unknown';
    return isCount ? countText(value) : shownPercent(value);
  };
  const what = isCount ? 'Most missing people' : measure.worst;
  const place = `${cut.rows === 'role' ? 'for' : 'at'} ${shortened(nameOf(pair), 36)} ${slotWords(asked, pair, 1)}`;
  const without = leftOut === 0 ? '' : ` (${shownCount(leftOut, rowWord)} left out, see the notes)`;
  return `${what}: ${shown(pair)} ${place}${without}. Overall: ${shown(figures.by().total)}.`;
}

function tilesOf(asked: Asked, { row, best, slot, pair }: Worst): Tile[] {
  const { cut, key, isCount, measure, rowWord } = asked;
  const { rate, rateWords, count, countWords, isLowWorse } = measure;
  const [worst, strongest] = isCount ? ['Most by', 'Fewest by'] : ['Weakest', 'Strongest'];
  const rates = rateTile(asked, rate, rateWords, isLowWorse ? 'lower' : 'higher');
  const counts = countTile(asked, count, countWords, 'higher');
  const of = (
    words: string,
    group: Group | undefined,
    keys: readonly GroupKey[],
    ...notes: string[]
  ): Tile => ({
    words,
    value: measured(asked, group),
    format: isCount ? 'count' : 'percentage',
    meaning: { measure: cut.measure, part: 'value' },
    keys: group ? keyParts(group, ...keys) : [],
    notes: group ? notes.flatMap(inTwoLines) : ['nothing to compare'],
  });
  const name = (group: Group | undefined) => (group ? nameOf(group) : '');
  return [
    ...(isCount ? [counts, rates] : [rates, counts]),
    of(`${worst} ${rowWord}`, row, [cut.rows], name(row)),
    of(`${worst} ${cut.columns}`, slot, [key], slot ? slotWords(asked, slot) : ''),
    of(
      `${worst} ${rowWord} and ${cut.columns === 'week' ? 'week' : 'day'}`,
      pair,
      [cut.rows, key],
      name(pair),
      pair ? slotWords(asked, pair, 1) : '',
    ),
    of(`${strongest} ${rowWord}`, best, [cut.rows], name(best)),
  ];
}

/** A name in one line or, broken between words, two. */
function inTwoLines(name: string): string[] {
  const end = name.length <= TILE_LETTERS ? -1 : name.lastIndexOf(' ', TILE_LETTERS);
  const lines = end < 0 ? [name] : [name.slice(0, end), name.slice(end + 1)];
  return lines.map((line) => shortened(line, TILE_LETTERS));
}

/** All rows together by weekday or week, the weakest one marked. */
function slotTable({ measure, isCount, key, heading, slots }: Asked, { slot }: Worst): Table {
  const mark = isCount ? '◀ most' : '◀ weakest';
  return tableOf<Group>({
    title: `By ${key}`,
    columns: [
      {
        ...nameColumn(heading, 0, 2),
        cell: (group) => keyOf(group),
        ...(key === 'weekday' ? {} : { format: 'day' }),
      },
      countColumn(measure.countWords, measure.count),
      rateColumn(measure.rateWords, measure.rate),
      countColumn(measure.outOfWords, measure.outOf),
      { heading: '', cell: (group) => (group === slot ? mark : null), align: 'center', warns: mark },
    ],
    items: slots,
    keysOf: (group) => keyParts(group, key),
    fewBy: measure.outOfWords,
  });
}

function matrixOf({ figures, cut, measure, isCount, rowWord, key, slots, rows }: Asked): Table {
  const words = isCount ? measure.countWords : measure.rateWords;
  const read = (group: Group | undefined) =>
    isCount ? countOf(group, measure.count) : heatOf(figures, group, measure.rate);
  const shown = {
    meaning: { measure: cut.measure, part: 'value' },
    format: isCount ? 'count' : 'percentage',
  } as const;
  return tableOfAll(figures, cut.rows, rows, {
    title: `${words} by ${rowWord} and ${key}, most ${measure.countWords.toLowerCase()} first`,
    most: MOST_ROWS,
    columns: [
      { ...shown, heading: 'All', cell: read },
      ...slotColumns(figures, [cut.rows, key], slots, read, shown),
    ],
    heat: isCount ? 'by size' : measure.heat,
  });
}
