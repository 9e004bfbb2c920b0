import { shortDay } from '../../calendar/calendar-date';
import type { DashboardCut } from '../../contract/reports';
import { shownCount } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import type { GroupKey } from '../../figures/group-keys';
import { DAY_FORMAT } from '../../limits';
import {
  type Dashboard,
  figureColumn,
  heatOf,
  nameColumn,
  slotColumns,
  type Table,
  type Tile,
  tableOf,
  tableOfAll,
} from '../dashboard';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  formatOf,
  keyParts,
  largestFirst,
  nameOf,
  rateText,
  wordsOf,
} from '../dashboard-figures';
import { countText, KEY_WORDS, shortened } from '../dashboard-texts';
import { SMALL_COUNT } from '../layout';
import { notesOf, nothingToSay } from '../notes';
import { figureTile } from '../tiles';

const [MOST_ROWS, MOST_COLUMNS] = [40, 8];
/** Letters of a line below a tile. */
const TILE_LETTERS = 26;

/** A count and the percentage beside it, what that is out of, and beyond which percentages cells are tinted (our choice). */
const OF_NEEDED = {
  rate: 'TRUE_FULFILMENT_PERCENTAGE',
  rateWords: 'True fulfilment',
  worst: 'Lowest true fulfilment',
  isLowWorse: true,
  count: 'MISSING_PEOPLE',
  outOf: 'TRUE_DEMAND',
  heat: [80, 70],
} as const;
const OF_BOOKED = {
  rate: 'NO_SHOWS_PERCENTAGE',
  rateWords: 'No-shows %',
  worst: 'Highest no-shows',
  isLowWorse: false,
  count: 'NO_SHOWS',
  outOf: 'SHIFTS_BOOKED',
  heat: [5, 10],
} as const;

/** What is asked: rows by venue, area or role, columns by weekday or week, one measure. */
function askedOf(figures: DashboardFigures, cut: DashboardCut) {
  const measure = cut.measure === 'NO_SHOWS_PERCENTAGE' ? OF_BOOKED : OF_NEEDED;
  const periods = figures.periods(MOST_COLUMNS, 1);
  const isByWeekday = cut.columns === 'weekday';
  const key = isByWeekday ? ('weekday' as const) : periods.key;
  const slots = isByWeekday ? figures.weekdays() : periods.groups;
  const shown = slots.map((slot) => keyOf(slot));
  return {
    figures,
    cut,
    measure,
    /** Whether cells hold the count, not the percentage. */
    isCount: cut.measure === measure.count,
    /** What one row is about, in a sentence: `job title`. */
    rowWord: KEY_WORDS[cut.rows].toLowerCase(),
    /** Of the columns: days where there are too few weeks. */
    key,
    heading: isByWeekday ? 'Weekday' : periods.heading,
    slots,
    /** Those with the largest count first. */
    rows: largestFirst(figures.by(cut.rows).groups, (group) => countOf(group, measure.count)),
    /** Rows in slots. */
    pairs: figures.by(cut.rows, key).groups.filter((group) => shown.includes(keyOf(group, 1))),
  };
}
type Asked = ReturnType<typeof askedOf>;

/** Where and when are people missing? */
export function planWhereAndWhen(figures: DashboardFigures, cut: DashboardCut): Dashboard {
  const asked = askedOf(figures, cut);
  const { measure, heading, isCount, slots } = asked;
  const worst = worstOf(asked);
  const bySlot = slotTable(asked, worst);
  const counted = wordsOf(measure.count);
  const [light, dark] = measure.heat;
  const beyond = measure.isLowWorse ? 'below' : 'above';
  return {
    sentence: nothingToSay(figures) ?? sentenceOf(asked, worst),
    tiles: tilesOf(asked, worst),
    chart: {
      kind: 'column',
      title: `${counted} by ${asked.key}, all ${asked.rowWord}s`,
      of: bySlot,
      columns: [heading, counted],
      most: MOST_COLUMNS,
    },
    lists: slots.length > 1 ? [bySlot] : [],
    tables: [matrixOf(asked)],
    notes: notesOf(
      figures,
      [measure.rate],
      [
        ...(measure === OF_NEEDED ? ['People needed: true demand'] : []),
        ...(isCount
          ? [`Tinted: more than a third of the most ${counted.toLowerCase()}, darker beyond two thirds`]
          : [
              `Tinted: ${beyond} ${light}%, darker ${beyond} ${dark}%`,
              'Left out of weakest and strongest: what is grey, such as 5 of 7, and a range, which depends on the definition',
            ]),
      ],
    ),
  };
}

/** Groups that are worst by the measure, of those that rest on enough: several where they are equal as shown. */
function worstOf(asked: Asked) {
  const { figures, measure, isCount, slots, rows, pairs } = asked;
  const isRanked = (group: Group) =>
    measured(asked, group) !== null && (isCount || (figures.rate(group, measure.rate).n ?? 0) >= SMALL_COUNT);
  const sign = !isCount && measure.isLowWorse ? -1 : 1;
  const badness = (group: Group) => sign * Number(measured(asked, group));
  const worstFirst = (groups: readonly Group[]) => largestFirst(groups.filter(isRanked), badness);
  const tied = ([first, ...others]: readonly Group[]) =>
    first === undefined
      ? []
      : [first, ...others.filter((other) => shown(asked, other) === shown(asked, first))];
  const ranked = worstFirst(rows);
  const several = ranked.length > 1 ? ranked : [];
  const pair = tied(worstFirst(pairs));
  const mayBeWorse = (group: Group) =>
    figureIn(group, measure.rate).why !== undefined ||
    (!isRanked(group) && measured(asked, group) !== null && badness(group) > badness(pair[0] ?? group));
  return {
    row: tied(several),
    best: tied(largestFirst(several, (group) => -badness(group))),
    slot: slots.length > 1 ? tied(worstFirst(slots)) : [],
    /** Of a row in a slot. */
    pair,
    /** How many rows may be worse: their percentage is withheld, or out of too few. */
    leftOut: isCount ? 0 : new Set([...rows, ...pairs].filter(mayBeWorse).map((group) => keyOf(group))).size,
  };
}

type Worst = ReturnType<typeof worstOf>;

function measured({ figures, cut: { measure } }: Asked, group: Group): number | null {
  return measure === 'MISSING_PEOPLE' ? countOf(group, measure) : figures.rate(group, measure).value;
}

function shown({ isCount, measure }: Asked, group: Group): string {
  if (!isCount) return rateText(group, measure.rate) ?? 'unknown';
  const count = countOf(group, measure.count);
  return count === null ? 'unknown' : countText(count);
}

/** `on Wednesdays`, `in the week of 16 Nov`. @param at The place of the weekday or period among the group's keys. */
function slotWords({ key, figures }: Asked, group: Group, at = 0): string {
  const slot = keyOf(group, at);
  const { from, to } = figures.source.range;
  if (typeof slot !== 'number') return `on ${slot}${to - from < 7 ? '' : 's'}`;
  return key === 'week' ? `in the week of ${shortDay(slot, false)}` : `on ${shortDay(slot, false)}`;
}

/** `Lowest true fulfilment: 66.1% at Stadium Suite Cardiff on Wednesdays. Overall: 85.4%.` */
function sentenceOf(asked: Asked, { pair: [pair, ...others], leftOut }: Worst): string {
  const { figures, cut, measure, isCount, rowWord } = asked;
  if (pair === undefined) {
    const what = isCount ? 'shifts' : wordsOf(measure.outOf).toLowerCase();
    return `Too few ${what} to compare ${rowWord}s by ${cut.columns}.`;
  }
  const what = isCount ? 'Most missing people' : measure.worst;
  const place = `${cut.rows === 'role' ? 'for' : 'at'} ${shortened(nameOf(pair), 36)} ${slotWords(asked, pair, 1)}`;
  const more = others.length === 0 ? '' : ` and ${countText(others.length)} more`;
  const without = leftOut === 0 ? '' : ` (${shownCount(leftOut, rowWord)} left out, see the notes)`;
  return `${what}: ${shown(asked, pair)} ${place}${more}${without}. Overall: ${shown(asked, figures.by().total)}.`;
}

/** The level, then what is worst and best, as far as there is something to compare. */
function tilesOf(asked: Asked, { row, best, slot, pair }: Worst): Tile[] {
  const { figures, cut, key, isCount, measure, rowWord, slots } = asked;
  const [worst, strongest] = isCount ? ['Most by', 'Fewest by'] : ['Weakest', 'Strongest'];
  const level = [measure.rate, measure.count].map((name) => figureTile(figures, name));
  const of = (
    words: string,
    [first, ...others]: readonly Group[],
    keys: readonly GroupKey[],
    notesOfGroup: (group: Group) => string[],
  ): Tile[] => {
    if (first === undefined) return [];
    const more = others.length === 0 ? [] : [`and ${countText(others.length)} more`];
    return [
      {
        words,
        value: measured(asked, first),
        format: formatOf(cut.measure),
        meaning: { measure: cut.measure },
        keys: keyParts(first, ...keys),
        notes: [...notesOfGroup(first).flatMap(inTwoLines), ...more],
      },
    ];
  };
  const name = (group: Group) => [nameOf(group)];
  const pairWords = `${worst} ${rowWord} and ${cut.columns === 'week' ? 'week' : 'day'}`;
  return [
    ...(isCount ? level.reverse() : level),
    ...of(`${worst} ${rowWord}`, row, [cut.rows], name),
    ...of(`${worst} ${cut.columns}`, slot, [key], (group) => [slotWords(asked, group)]),
    // In one slot the weakest row is the weakest pair.
    ...(slots.length === 1 && row.length > 0
      ? []
      : of(pairWords, pair, [cut.rows, key], (group) => [nameOf(group), slotWords(asked, group, 1)])),
    ...of(`${strongest} ${rowWord}`, best, [cut.rows], name),
  ];
}

/** A name in one line or, broken between words, two. */
function inTwoLines(name: string): string[] {
  const end = name.length <= TILE_LETTERS ? -1 : name.lastIndexOf(' ', TILE_LETTERS);
  const lines = end < 0 ? [name] : [name.slice(0, end), name.slice(end + 1)];
  return lines.map((line) => shortened(line, TILE_LETTERS));
}

/** All rows together by weekday or week, the weakest ones marked. */
function slotTable({ measure, isCount, key, heading, slots }: Asked, { slot }: Worst): Table {
  const mark = isCount ? '◀ most' : '◀ weakest';
  return tableOf<Group>({
    title: `By ${key}`,
    columns: [
      {
        ...nameColumn(heading, 0, 2),
        cell: (group) => keyOf(group),
        ...(key === 'weekday' ? {} : { format: DAY_FORMAT }),
      },
      figureColumn(measure.count),
      figureColumn(measure.rate, { heading: measure.rateWords }),
      figureColumn(measure.outOf),
      { heading: '', cell: (group) => (slot.includes(group) ? mark : null), align: 'center', warns: mark },
    ],
    items: slots,
    keysOf: (group) => keyParts(group, key),
    fewBy: wordsOf(measure.outOf),
  });
}

function matrixOf({ figures, cut, measure, isCount, rowWord, key, slots, rows, pairs }: Asked): Table {
  const counted = wordsOf(measure.count);
  const read = (group: Group | undefined) =>
    isCount ? countOf(group, measure.count) : heatOf(figures, group, measure.rate);
  const format = { meaning: { measure: cut.measure }, format: formatOf(cut.measure) } as const;
  const most = Math.max(0, ...pairs.map((pair) => countOf(pair, measure.count) ?? 0));
  return tableOfAll(figures, cut.rows, rows, {
    title: `${isCount ? counted : measure.rateWords} by ${rowWord} and ${key}, most ${counted.toLowerCase()} first`,
    most: MOST_ROWS,
    columns: [
      ...(slots.length > 1 ? [{ ...format, heading: 'All', cell: read }] : []),
      ...slotColumns(figures, [cut.rows, key], slots, read, format),
    ],
    heat: isCount ? [Math.floor(most / 3), Math.floor((2 * most) / 3)] : measure.heat,
  });
}
