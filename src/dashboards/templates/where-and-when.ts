import { shortDay } from '../../calendar/calendar-date';
import type { DashboardCut } from '../../contract/reports';
import { shownCount, shownPercent } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import type { GroupKey, KeyPart } from '../../figures/group-keys';
import { type Interval, wilsonInterval } from '../../figures/share-statistics';
import type { SheetValue } from '../../reports/sheet/cells';
import { countColumn, heatOf, NAME_ROOM, outOfColumn, rateColumn } from '../columns';
import { type Dashboard, type ItemColumn, type Table, type Tile, tableOf } from '../dashboard';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  keyParts,
  largestFirst,
  nameOf,
  type ShownName,
} from '../dashboard-figures';
import { countText, KEY_WORDS, leftOutText, shortened } from '../dashboard-texts';
import { SMALL_COUNT } from '../layout';
import { notesOf, nothingToSay, type PageFigures } from '../page-figures';
import { countTile, rateTile } from '../tiles';

const [MOST_ROWS, MOST_COLUMNS] = [40, 8];
/** Letters of a line below a tile. */
const TILE_LETTERS = 26;

const FULFILMENT = 'TRUE_FULFILMENT_PERCENTAGE';

/** What a measure is called, what is shown beside it, and which of its values need attention. */
interface MeasureWords {
  readonly words: string;
  readonly inSentence: string;
  /** The percentage that is shown beside it, what that is out of, and the count. */
  readonly rate: ShownName;
  readonly rateWords: string;
  readonly outOf: string;
  readonly count: ShownName;
  readonly countWords: string;
  readonly worse: 'lower' | 'higher';
  readonly heat: NonNullable<Table['heat']>;
}

const OF_DEMAND = {
  rate: FULFILMENT,
  rateWords: 'True fulfilment',
  outOf: 'People needed',
  count: 'MISSING_PEOPLE',
  countWords: 'Missing people',
} as const;

const MEASURES: Readonly<Record<DashboardCut['measure'], MeasureWords>> = {
  TRUE_FULFILMENT_PERCENTAGE: {
    ...OF_DEMAND,
    words: 'True fulfilment',
    inSentence: 'Lowest true fulfilment',
    worse: 'lower',
    heat: { fine: 80, bad: 50 },
  },
  NO_SHOWS_PERCENTAGE: {
    rate: 'NO_SHOWS_PERCENTAGE',
    rateWords: 'No-shows %',
    outOf: 'Booked',
    count: 'NO_SHOWS',
    countWords: 'No-shows',
    words: 'No-shows %',
    inSentence: 'Highest no-shows',
    worse: 'higher',
    heat: { fine: 5, bad: 20 },
  },
  MISSING_PEOPLE: {
    ...OF_DEMAND,
    words: 'Missing people',
    inSentence: 'Most missing people',
    worse: 'higher',
    heat: 'by size',
  },
};

/** A weekday or a week, with its records. */
interface Slot {
  readonly group: Group;
  readonly heading: string | number;
  /** In a sentence: `on Wednesdays`. */
  readonly words: string;
}

/** What is asked: rows by venue, area or role, columns by weekday or week, one measure. */
interface Asked {
  readonly page: PageFigures;
  readonly cut: DashboardCut;
  readonly measure: MeasureWords;
  /** Whether the measure is a count. */
  readonly isCount: boolean;
  /** What one row is about, in a sentence: `job title`. */
  readonly rowWord: string;
  /** Of the columns: days where there are too few weeks. */
  readonly key: 'weekday' | 'week' | 'day';
  readonly slots: readonly Slot[];
  /** In the order of the table. */
  readonly rows: readonly Group[];
  /** How bad a group is by the measure, the more the worse; null for one of which nothing is known. */
  badness(group: Group): number | null;
}

/** Where and when are people missing? */
export function planWhereAndWhen(page: PageFigures, cut: DashboardCut): Dashboard {
  const { figures } = page;
  const isCount = cut.measure === 'MISSING_PEOPLE';
  const isNoShows = cut.measure === 'NO_SHOWS_PERCENTAGE';
  const missing = (group: Group) => countOf(group, 'MISSING_PEOPLE');
  const badness = isCount
    ? missing
    : isNoShows
      ? surelyAtLeast(figures, cut.measure)
      : (group: Group) => {
          const { value } = figures.rate(group, cut.measure);
          return value === null ? null : -value;
        };
  const key = cut.columns === 'weekday' ? 'weekday' : figures.periods(MOST_COLUMNS, 1).key;
  const asked: Asked = {
    ...{ page, cut, key, isCount, badness },
    measure: MEASURES[cut.measure],
    rowWord: KEY_WORDS[cut.rows].toLowerCase(),
    slots: slotsOf(page, key),
    rows: largestFirst(figures.by(cut.rows).groups, isNoShows ? badness : missing),
  };
  const worst = worstOf(asked);
  const bySlot = slotTable(asked);
  const { words, rate, rateWords, countWords } = asked.measure;
  const order = isNoShows ? 'surely highest first' : 'most missing people first';
  return {
    sentence: sentenceOf(asked, worst),
    tiles: tilesOf(asked, worst),
    chart: {
      kind: 'column',
      title: `${words} by ${key}, all ${asked.rowWord}s`,
      of: bySlot,
      columns: [bySlot.columns[0]?.heading ?? '', isCount ? countWords : rateWords],
      most: MOST_COLUMNS,
    },
    lists: [bySlot],
    tables: [matrixOf(asked, `${words} by ${asked.rowWord} and ${key}, ${order}`)],
    notes: notesOf(
      page,
      [[rate, rateWords]],
      [
        ...(isNoShows
          ? ['Ranked by the lower end of the likely range, so that few positions don’t lead by chance']
          : []),
        ...(isCount ? [] : [`A rate out of fewer than ${SMALL_COUNT} is shown as 5 of 7 and not tinted`]),
      ],
    ),
  };
}

function slotsOf({ figures }: PageFigures, key: Asked['key']): Slot[] {
  if (key !== 'weekday') {
    return figures.periods(MOST_COLUMNS, 1).groups.map((group) => {
      const start = Number(keyOf(group));
      const short = shortDay(start, false);
      return { group, heading: start, words: key === 'week' ? `in the week of ${short}` : `on ${short}` };
    });
  }
  return figures.weekdays().map((group) => {
    const day = String(keyOf(group));
    return { group, heading: day.slice(0, 3), words: `on ${day}s` };
  });
}

/** Groups that are worst by the measure, of those that rest on enough positions. */
interface Worst {
  readonly row: Group | undefined;
  readonly best: Group | undefined;
  readonly slot: Slot | undefined;
  readonly pair: { readonly group: Group; readonly slot: Slot } | undefined;
  /** Of how many rows some percentage is withheld: it may be worse. */
  readonly leftOut: number;
}

function worstOf({
  page: { figures },
  cut,
  measure: { rate },
  isCount,
  key,
  slots,
  rows,
  badness,
}: Asked): Worst {
  const ranked = (groups: readonly Group[]) =>
    largestFirst(
      groups.filter(
        (group) => (isCount || (figures.rate(group, rate).n ?? 0) >= SMALL_COUNT) && badness(group) !== null,
      ),
      badness,
    );
  const slotOf = (pair: Group) => slots.find(({ group }) => keyOf(group) === keyOf(pair, 1));
  const pairs = figures.by(cut.rows, key).groups.filter((group) => slotOf(group) !== undefined);
  const [pair] = ranked(pairs);
  const [slotGroup] = ranked(slots.map(({ group }) => group));
  const inOrder = ranked(rows);
  const slot = pair && slotOf(pair);
  const withheld = [...rows, ...pairs].filter((group) => figureIn(group, rate).why !== undefined);
  return {
    leftOut: isCount ? 0 : new Set(withheld.map((group) => keyOf(group))).size,
    row: inOrder.length > 1 ? inOrder[0] : undefined,
    best: inOrder.length > 1 ? inOrder[inOrder.length - 1] : undefined,
    slot: slots.find(({ group }) => group === slotGroup),
    pair: pair && slot && { group: pair, slot },
  };
}

function measured({ page: { figures }, cut: { measure } }: Asked, group: Group | undefined): number | null {
  return measure === 'MISSING_PEOPLE' ? countOf(group, measure) : figures.rate(group, measure).value;
}

/** The value of a group, in a sentence. */
function shownValue(asked: Asked, group: Group): string {
  const value = measured(asked, group);
  if (value === null) return 'unknown';
  return asked.isCount ? countText(value) : shownPercent(value);
}

/** `Lowest true fulfilment: 66.1% at Stadium Suite Cardiff on Wednesdays. Overall: 85.4%.` */
function sentenceOf(asked: Asked, { pair, leftOut }: Worst): string {
  const { page, cut, measure, rowWord } = asked;
  const nothing = nothingToSay(page);
  if (nothing !== undefined) return nothing;
  if (pair === undefined) return `Too few positions to compare ${rowWord}s by ${cut.columns}.`;
  const preposition = cut.rows === 'role' ? 'for' : 'at';
  const name = shortened(nameOf(pair.group), 36);
  const without = leftOut === 0 ? '' : ` (${shownCount(leftOut, rowWord)} left out, see the notes)`;
  const overall = shownValue(asked, page.figures.by().total);
  return `${measure.inSentence}: ${shownValue(asked, pair.group)} ${preposition} ${name} ${pair.slot.words}${without}. Overall: ${overall}.`;
}

function tilesOf(asked: Asked, { row, best, slot, pair }: Worst): Tile[] {
  const { page, cut, key, isCount, measure, rowWord } = asked;
  const { words, rate, rateWords, count, countWords, worse } = measure;
  const [worst, strongest] = isCount ? ['Most by', 'Fewest by'] : ['Weakest', 'Strongest'];
  const of = (
    heading: string,
    group: Group | undefined,
    keys: readonly GroupKey[],
    ...notes: readonly (string | undefined)[]
  ): Tile => ({
    words: heading,
    value: measured(asked, group),
    format: isCount ? 'count' : 'percentage',
    meaning: { measure: cut.measure, part: 'value' },
    keys: group ? keyParts(group, ...keys) : [],
    notes: group ? notes.flatMap((note = '') => inTwoLines(note)) : ['nothing to compare'],
  });
  const ofRow = (heading: string, group: Group | undefined) =>
    of(heading, group, [cut.rows], group && nameOf(group));
  return [
    isCount ? countTile(page, count, words, worse) : rateTile(page, cut.measure, words, worse),
    isCount ? rateTile(page, rate, rateWords, 'lower') : countTile(page, count, countWords, 'higher'),
    ofRow(`${worst} ${rowWord}`, row),
    of(`${worst} ${cut.columns}`, slot?.group, [key], slot?.words),
    of(
      `${worst} ${rowWord} and ${cut.columns === 'week' ? 'week' : 'day'}`,
      pair?.group,
      [cut.rows, key],
      pair && nameOf(pair.group),
      pair?.slot.words,
    ),
    ofRow(`${strongest} ${rowWord}`, best),
  ];
}

/** A name in one line or, broken between words, two. */
function inTwoLines(name: string): string[] {
  const end = name.length <= TILE_LETTERS ? -1 : name.lastIndexOf(' ', TILE_LETTERS);
  const lines = end < 0 ? [name] : [name.slice(0, end), name.slice(end + 1)];
  return lines.map((line) => shortened(line, TILE_LETTERS));
}

/** All rows together by weekday or week. */
function slotTable({ page: { figures }, measure, key, slots }: Asked): Table {
  const { rate, rateWords, outOf, count, countWords } = measure;
  const heading = key === 'weekday' ? 'Weekday' : key === 'week' ? 'Week from' : 'Day';
  return tableOf<Slot>({
    title: `By ${key}`,
    columns: [
      {
        heading,
        cell: ({ group }) => keyOf(group),
        ...(key === 'weekday' ? {} : { format: 'day' as const }),
        room: NAME_ROOM,
      },
      ...[
        countColumn(countWords, count),
        rateColumn(figures, rateWords, rate),
        outOfColumn(figures, outOf, rate),
      ].map((column): ItemColumn<Slot> => ({ ...column, cell: ({ group }) => column.cell(group) })),
    ],
    items: slots,
    keysOf: ({ group }) => keyParts(group, key),
    fewBy: outOf,
  });
}

/** A line of the table: some row, or all of them. */
interface Line {
  readonly name: string;
  readonly keys: readonly KeyPart[];
  readonly all: Group;
  readonly cells: readonly (Group | undefined)[];
}

function matrixOf(asked: Asked, title: string): Table {
  const { page, cut, measure, isCount, rowWord, key, slots, rows } = asked;
  const { figures } = page;
  const known = new Map(figures.by(cut.rows, key).groups.map((group) => [JSON.stringify(group.keys), group]));
  const lines: Line[] = [
    { name: `All ${rowWord}s`, keys: [], all: figures.by().total, cells: slots.map(({ group }) => group) },
    ...rows.slice(0, MOST_ROWS).map((row) => ({
      name: nameOf(row),
      keys: keyParts(row, cut.rows),
      all: row,
      cells: slots.map(({ group }) => known.get(JSON.stringify([keyOf(row), keyOf(group)]))),
    })),
  ];
  const read = (group: Group | undefined): SheetValue =>
    isCount ? measured(asked, group) : heatOf(figures, group, measure.rate);
  const shared = {
    meaning: { measure: cut.measure, part: 'value' },
    format: isCount ? ('count' as const) : ('percentage' as const),
  } as const;
  const more = rows.length - MOST_ROWS;
  return tableOf<Line>({
    title,
    columns: [
      { heading: KEY_WORDS[cut.rows], cell: ({ name }) => name, room: NAME_ROOM },
      { ...shared, heading: 'All', cell: ({ all }) => read(all) },
      ...slots.map(
        (slot, at): ItemColumn<Line> => ({
          ...shared,
          heading: slot.heading,
          cell: ({ cells }) => read(cells[at]),
          across: keyParts(slot.group, key),
          isHeated: true,
        }),
      ),
    ],
    items: rows.length === 0 ? [] : lines,
    keysOf: ({ keys }) => keys,
    hasTotal: true,
    heat: measure.heat,
    ...(more > 0 ? { more: `${leftOutText(more, rowWord)}.` } : {}),
  });
}

/**
 * How high a percentage of a group is at least: the lower end of its interval. By it a group of a few positions does not
 * lead by chance. Null where it is not shown. A percentage over 100 has no interval: it is surely at least as high as 100%
 * of as many positions.
 */
function surelyAtLeast(figures: DashboardFigures, name: ShownName): (group: Group) => number | null {
  const { likeness } = figures.request(name);
  return (group) => {
    const { value, low, n } = figureIn(group, name);
    return value === null ? null : (low ?? (wilsonInterval(n, n, likeness) as Interval).low);
  };
}
