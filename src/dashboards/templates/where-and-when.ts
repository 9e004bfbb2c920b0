import { shortDay } from '../../calendar/calendar-date';
import type { DashboardCut } from '../../contract/reports';
import { shownCount, shownPercent } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import type { GroupKey, KeyPart } from '../../figures/group-keys';
import type { SheetValue } from '../../reports/sheet/cells';
import {
  countColumn,
  type Dashboard,
  heatOf,
  type ItemColumn,
  nameColumn,
  rateColumn,
  type Table,
  type Tile,
  tableOf,
} from '../dashboard';
import { countOf, figureIn, keyParts, largestFirst, nameOf, rateOrRange } from '../dashboard-figures';
import { countText, KEY_WORDS, leftOutText, NEEDED, shortened } from '../dashboard-texts';
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

/** A weekday or a week, with its records. */
interface Slot {
  readonly group: Group;
  readonly heading: string | number;
  /** In a sentence: `on Wednesdays`. */
  readonly words: string;
}

/** What is asked: rows by venue, area or role, columns by weekday or week, one measure. */
interface Asked extends PageFigures {
  readonly cut: DashboardCut;
  readonly measure: typeof OF_NEEDED | typeof OF_BOOKED;
  /** Whether cells hold the count, not the percentage. */
  readonly isCount: boolean;
  /** What one row is about, in a sentence: `job title`. */
  readonly rowWord: string;
  /** Of the columns: days where there are too few weeks. */
  readonly key: 'weekday' | 'week' | 'day';
  readonly slots: readonly Slot[];
  /** Those with the largest count first. */
  readonly rows: readonly Group[];
}

/** Where and when are people missing? */
export function planWhereAndWhen(page: PageFigures, cut: DashboardCut): Dashboard {
  const { figures } = page;
  const measure = cut.measure === 'NO_SHOWS_PERCENTAGE' ? OF_BOOKED : OF_NEEDED;
  const key = cut.columns === 'weekday' ? 'weekday' : figures.periods(MOST_COLUMNS, 1).key;
  const asked: Asked = {
    ...{ ...page, cut, measure, key },
    isCount: cut.measure === measure.count,
    rowWord: KEY_WORDS[cut.rows].toLowerCase(),
    slots: slotsOf(page, key),
    rows: largestFirst(figures.by(cut.rows).groups, (group) => countOf(group, measure.count)),
  };
  const worst = worstOf(asked);
  const bySlot = slotTable(asked, worst);
  const { rate, rateWords, countWords } = measure;
  return {
    sentence: nothingToSay(page) ?? sentenceOf(asked, worst),
    tiles: tilesOf(asked, worst),
    chart: {
      kind: 'column',
      title: `${countWords} by ${key}, all ${asked.rowWord}s`,
      of: bySlot,
      columns: [bySlot.columns[0]?.heading ?? '', countWords],
      most: MOST_COLUMNS,
    },
    lists: [bySlot],
    tables: [matrixOf(asked)],
    notes: notesOf(
      page,
      [[rate, rateWords]],
      [
        ...(measure === OF_NEEDED ? [`${NEEDED}: true demand`] : []),
        ...(asked.isCount
          ? []
          : [`A rate out of fewer than ${SMALL_COUNT} is shown as 5 of 7, and neither tinted nor weakest`]),
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

/** Groups that are worst by the measure, of those that rest on enough. */
interface Worst {
  readonly row: Group | undefined;
  readonly best: Group | undefined;
  readonly slot: Slot | undefined;
  readonly pair: { readonly group: Group; readonly slot: Slot } | undefined;
  /** Of how many rows some percentage is withheld: it may be worse. */
  readonly leftOut: number;
}

function worstOf(asked: Asked): Worst {
  const { figures, cut, measure, isCount, key, slots, rows } = asked;
  const isRanked = (group: Group) =>
    measured(asked, group) !== null && (isCount || (figures.rate(group, measure.rate).n ?? 0) >= SMALL_COUNT);
  const sign = !isCount && measure.isLowWorse ? -1 : 1;
  const worstFirst = (groups: readonly Group[]) =>
    largestFirst(groups.filter(isRanked), (group) => sign * Number(measured(asked, group)));
  const slotOf = (pair: Group) => slots.find(({ group }) => keyOf(group) === keyOf(pair, 1));
  const pairs = figures.by(cut.rows, key).groups.filter((group) => slotOf(group) !== undefined);
  const [pair] = worstFirst(pairs);
  const [slotGroup] = worstFirst(slots.map(({ group }) => group));
  const inOrder = worstFirst(rows);
  const slot = pair && slotOf(pair);
  const withheld = [...rows, ...pairs].filter((group) => figureIn(group, measure.rate).why !== undefined);
  return {
    leftOut: isCount ? 0 : new Set(withheld.map((group) => keyOf(group))).size,
    row: inOrder.length > 1 ? inOrder[0] : undefined,
    best: inOrder.length > 1 ? inOrder[inOrder.length - 1] : undefined,
    slot: slots.length > 1 ? slots.find(({ group }) => group === slotGroup) : undefined,
    pair: pair && slot && { group: pair, slot },
  };
}

function measured({ figures, cut: { measure } }: Asked, group: Group | undefined): number | null {
  return measure === 'MISSING_PEOPLE' ? countOf(group, measure) : figures.rate(group, measure).value;
}

/** `Lowest true fulfilment: 66.1% at Stadium Suite Cardiff on Wednesdays. Overall: 85.4%.` */
function sentenceOf(asked: Asked, { pair, leftOut }: Worst): string {
  const { figures, cut, measure, isCount, rowWord } = asked;
  if (pair === undefined)
    return `Too few ${isCount ? 'shifts' : measure.outOfWords.toLowerCase()} to compare ${rowWord}s by ${cut.columns}.`;
  const shown = (group: Group) => {
    const value = isCount ? countOf(group, measure.count) : rateOrRange(group, measure.rate);
    if (typeof value !== 'number') return value ?? 'unknown';
    return isCount ? countText(value) : shownPercent(value);
  };
  const place = `${cut.rows === 'role' ? 'for' : 'at'} ${shortened(nameOf(pair.group), 36)}`;
  const without = leftOut === 0 ? '' : ` (${shownCount(leftOut, rowWord)} left out, see the notes)`;
  const what = isCount ? 'Most missing people' : measure.worst;
  return `${what}: ${shown(pair.group)} ${place} ${pair.slot.words}${without}. Overall: ${shown(figures.by().total)}.`;
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
    ...notes: readonly (string | undefined)[]
  ): Tile => ({
    words,
    value: measured(asked, group),
    format: isCount ? 'count' : 'percentage',
    meaning: { measure: cut.measure, part: 'value' },
    keys: group ? keyParts(group, ...keys) : [],
    notes: group ? notes.flatMap((note = '') => inTwoLines(note)) : ['nothing to compare'],
  });
  return [
    ...(isCount ? [counts, rates] : [rates, counts]),
    of(`${worst} ${rowWord}`, row, [cut.rows], row && nameOf(row)),
    of(`${worst} ${cut.columns}`, slot?.group, [key], slot?.words),
    of(
      `${worst} ${rowWord} and ${cut.columns === 'week' ? 'week' : 'day'}`,
      pair?.group,
      [cut.rows, key],
      pair && nameOf(pair.group),
      pair?.slot.words,
    ),
    of(`${strongest} ${rowWord}`, best, [cut.rows], best && nameOf(best)),
  ];
}

/** A name in one line or, broken between words, two. */
function inTwoLines(name: string): string[] {
  const end = name.length <= TILE_LETTERS ? -1 : name.lastIndexOf(' ', TILE_LETTERS);
  const lines = end < 0 ? [name] : [name.slice(0, end), name.slice(end + 1)];
  return lines.map((line) => shortened(line, TILE_LETTERS));
}

/** All rows together by weekday or week, the weakest one marked. */
function slotTable({ measure, isCount, key, slots }: Asked, { slot }: Worst): Table {
  const mark = isCount ? '◀ most' : '◀ weakest';
  const ofGroup = (column: ItemColumn<Group>): ItemColumn<Slot> => {
    return { ...column, cell: ({ group }) => column.cell(group) };
  };
  return tableOf<Slot>({
    title: `By ${key}`,
    columns: [
      {
        heading: key === 'weekday' ? 'Weekday' : key === 'week' ? 'Week from' : 'Day',
        cell: ({ group }) => keyOf(group),
        ...(key === 'weekday' ? {} : { format: 'day' as const }),
        room: 2,
      },
      ofGroup(countColumn(measure.countWords, measure.count)),
      ofGroup(rateColumn(measure.rateWords, measure.rate)),
      ofGroup(countColumn(measure.outOfWords, measure.outOf)),
      { heading: '', cell: (one) => (one === slot ? mark : null), align: 'center', warns: mark },
    ],
    items: slots,
    keysOf: ({ group }) => keyParts(group, key),
    fewBy: measure.outOfWords,
  });
}

/** A line of the table: some row, or all of them. */
interface Line {
  readonly name: string;
  readonly keys: readonly KeyPart[];
  readonly all: Group;
  readonly cells: readonly (Group | undefined)[];
}

function matrixOf({ figures, cut, measure, isCount, rowWord, key, slots, rows }: Asked): Table {
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
    isCount ? countOf(group, measure.count) : heatOf(figures, group, measure.rate);
  const shared = {
    meaning: { measure: cut.measure, part: 'value' },
    format: isCount ? ('count' as const) : ('percentage' as const),
  } as const;
  const more = rows.length - MOST_ROWS;
  const words = isCount ? measure.countWords : measure.rateWords;
  return tableOf<Line>({
    title: `${words} by ${rowWord} and ${key}, most ${measure.countWords.toLowerCase()} first`,
    columns: [
      { ...nameColumn(KEY_WORDS[cut.rows]), cell: ({ name }) => name },
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
    heat: isCount ? 'by size' : measure.heat,
    ...(more > 0 ? { more: `${leftOutText(more, rowWord)}.` } : {}),
  });
}
