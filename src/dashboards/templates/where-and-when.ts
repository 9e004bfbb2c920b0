import type { DashboardCut } from '../../contract/reports';
import { WEEKDAY_NAMES } from '../../contract/schedule';
import { shownCount, shownPercent } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import type { KeyPart } from '../../figures/group-keys';
import { type Interval, wilsonInterval } from '../../figures/share-statistics';
import { a1, type SheetValue } from '../../reports/sheet/cells';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  largestFirst,
  nameOf,
  type ShownName,
} from '../dashboard-figures';
import {
  countTile,
  FIRST_ROW,
  nothingToSay,
  type PageFigures,
  pageFigures,
  putFooter,
  putTop,
  rateTile,
  type Tile,
  venueNotes,
} from '../dashboard-page';
import {
  COLOURS,
  DashboardGrid,
  type DashboardPlan,
  type GradientRule,
  keyParts,
  SMALL_COUNT,
  smallCountRule,
  type TableColumn,
  VISIBLE_COLUMNS,
} from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { countText, dayText, KEY_WORDS, shortened } from '../dashboard-texts';
import { completePeriods } from '../periods-shown';
import { countColumn, LETTERS, nColumn, rateColumn } from '../table-columns';

const [MOST_ROWS, MOST_COLUMNS, DAYS] = [40, 8, 7];
/** The list that the chart shows begins beside it. */
const BESIDE = 6;
const MATRIX_ROW = FIRST_ROW + 2 + MOST_COLUMNS + 4;
/** What the percentages are out of stands right of what is in sight, in the same rows. */
const COUNTS_COLUMN = VISIBLE_COLUMNS + 2;
const WIDTH = COUNTS_COLUMN + MOST_COLUMNS;

const FULFILMENT = 'TRUE_FULFILMENT_PERCENTAGE';

/** What a measure shows beside itself, how it is called, and which of its values need attention. */
interface MeasureWords {
  readonly words: string;
  readonly inSentence: string;
  /** The percentage whose n is shown for each cell. */
  readonly rate: ShownName;
  readonly count: ShownName;
  readonly countWords: string;
  readonly worse: 'lower' | 'higher';
  readonly ends?: GradientRule['ends'];
}

const MEASURES: Readonly<Record<DashboardCut['measure'], MeasureWords>> = {
  TRUE_FULFILMENT_PERCENTAGE: {
    words: 'True fulfilment',
    inSentence: 'true fulfilment',
    rate: FULFILMENT,
    count: 'MISSING_PEOPLE',
    countWords: 'Missing people',
    worse: 'lower',
    ends: { fine: 80, bad: 50 },
  },
  NO_SHOWS_PERCENTAGE: {
    words: 'No-shows %',
    inSentence: 'no-shows',
    rate: 'NO_SHOWS_PERCENTAGE',
    count: 'NO_SHOWS',
    countWords: 'No-shows',
    worse: 'higher',
    ends: { fine: 5, bad: 20 },
  },
  MISSING_PEOPLE: {
    words: 'Missing people',
    inSentence: 'missing people',
    rate: FULFILMENT,
    count: 'MISSING_PEOPLE',
    countWords: 'Missing people',
    worse: 'higher',
  },
};

/** What one row is about, in a sentence: `job title`. */
function rowWord({ rows }: DashboardCut): string {
  return KEY_WORDS[rows].toLowerCase();
}

/** A weekday or a week, with its records. */
interface Slot {
  readonly group: Group;
  readonly heading: string | number;
  /** In a sentence: `on Wednesdays`. */
  readonly words: string;
  readonly short: string;
}

/** One question in one way: rows by venue, area or role, columns by weekday or week, one measure. */
export function planWhereAndWhen(source: DashboardSource, title: string, cut: DashboardCut): DashboardPlan {
  const page = pageFigures(source);
  const { figures } = page;
  const grid = new DashboardGrid(WIDTH);
  const measure = MEASURES[cut.measure];
  const slots = slotsOf(figures, cut, source);
  const rank = worstBy(figures, cut);
  const size =
    cut.measure === 'NO_SHOWS_PERCENTAGE' ? rank : (group: Group) => countOf(group, 'MISSING_PEOPLE');
  const rows = largestFirst(figures.by(cut.rows).groups, size);
  const worst = worstOf(figures, cut, rows, slots);
  putTop(grid, title, page, sentenceOf(page, cut, worst), tilesOf(page, cut, rows, worst));
  putSlots(grid, figures, cut, slots);
  putMatrix(grid, figures, cut, rows, slots);
  const rates: [ShownName, string][] = [
    [measure.rate, measure.rate === FULFILMENT ? 'True fulfilment %' : measure.words],
  ];
  putFooter(grid, page, rates, [
    ...(cut.measure === 'NO_SHOWS_PERCENTAGE'
      ? [
          'Ranked by the lower end of the 95% interval, so that few positions don’t lead by chance. The service names no workers',
        ]
      : []),
    'To the right of the table, from column M on, is how many positions each percentage is out of',
    ...venueNotes(figures, rows),
  ]);
  return grid.plan();
}

function rateMeasure({ measure }: DashboardCut): DashboardCut['measure'] {
  return measure === 'MISSING_PEOPLE' ? FULFILMENT : measure;
}

function slotsOf(
  figures: DashboardFigures,
  { columns }: DashboardCut,
  { weekStart }: DashboardSource,
): Slot[] {
  if (columns === 'week') {
    const { key, groups } = completePeriods(figures, MOST_COLUMNS, 1);
    return groups.map((group) => {
      const start = Number(keyOf(group));
      const short = dayText(start, false);
      return {
        group,
        heading: start,
        words: key === 'week' ? `in the week of ${short}` : `on ${short}`,
        short,
      };
    });
  }
  const known = figures.by('weekday').groups;
  return Array.from(
    { length: DAYS },
    (_, at) => WEEKDAY_NAMES[(weekStart - 1 + at) % DAYS] as string,
  ).flatMap((day) =>
    known
      .filter((group) => keyOf(group) === day)
      .map((group) => ({ group, heading: day.slice(0, 3), words: `on ${day}s`, short: day })),
  );
}

/** The key of the columns: days where there are too few weeks. */
function slotKey(figures: DashboardFigures, { columns }: DashboardCut): 'weekday' | 'week' | 'day' {
  return columns === 'weekday' ? 'weekday' : completePeriods(figures, MOST_COLUMNS, 1).key;
}

/** How bad a group is by the measure, the more the worse; null for one that rests on too little. */
function worstBy(figures: DashboardFigures, { measure }: DashboardCut): (group: Group) => number | null {
  if (measure === 'MISSING_PEOPLE') return (group) => countOf(group, 'MISSING_PEOPLE');
  if (measure === 'NO_SHOWS_PERCENTAGE') return surelyAtLeast(figures, measure);
  return (group) => -(figures.rate(group, measure).value as number);
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

function worstOf(
  figures: DashboardFigures,
  cut: DashboardCut,
  rows: readonly Group[],
  slots: readonly Slot[],
): Worst {
  const { rate } = MEASURES[cut.measure];
  const isSure = (group: Group) =>
    cut.measure === 'MISSING_PEOPLE' || (figures.rate(group, rate).n ?? 0) >= SMALL_COUNT;
  const first = (groups: readonly Group[], worse: (group: Group) => number | null) =>
    largestFirst(
      groups.filter((group) => isSure(group) && worse(group) !== null),
      worse,
    );
  const key = slotKey(figures, cut);
  const ranked = first(rows, worstBy(figures, cut));
  const [slotGroup] = first(
    slots.map(({ group }) => group),
    worstBy(figures, cut),
  );
  const slotOf = (pair: Group) => slots.find(({ group }) => keyOf(group) === keyOf(pair, 1));
  const pairs = figures.by(cut.rows, key).groups.filter((group) => slotOf(group) !== undefined);
  const [pair] = first(pairs, worstBy(figures, cut));
  const slot = pair && slotOf(pair);
  const withheld = [...rows, ...pairs].filter((group) => figureIn(group, rate).why !== undefined);
  return {
    leftOut: cut.measure === 'MISSING_PEOPLE' ? 0 : new Set(withheld.map((group) => keyOf(group))).size,
    row: ranked.length > 1 ? ranked[0] : undefined,
    best: ranked.length > 1 ? ranked[ranked.length - 1] : undefined,
    slot: slots.find(({ group }) => group === slotGroup),
    pair: pair && slot && { group: pair, slot },
  };
}

/** The value of a group, in a sentence. */
function shownValue(figures: DashboardFigures, { measure }: DashboardCut, group: Group): string {
  if (measure === 'MISSING_PEOPLE') return countText(countOf(group, measure) as number);
  const { value } = figures.rate(group, measure);
  return value === null ? 'unknown' : shownPercent(value);
}

/** `Lowest true fulfilment: 66.1% at Stadium Suite Cardiff on Wednesdays. Overall: 85.4%.` */
function sentenceOf(page: PageFigures, cut: DashboardCut, { pair, leftOut }: Worst): string {
  const nothing = nothingToSay(page);
  if (nothing !== undefined) return nothing;
  const { figures } = page;
  const { inSentence, worse } = MEASURES[cut.measure];
  if (pair === undefined) return `Too few positions to compare ${rowWord(cut)}s by ${cut.columns}.`;
  const most = cut.measure === 'MISSING_PEOPLE' ? 'Most' : worse === 'lower' ? 'Lowest' : 'Highest';
  const preposition = cut.rows === 'role' ? 'for' : 'at';
  const value = shownValue(figures, cut, pair.group);
  const name = shortened(nameOf(pair.group), 36);
  const without = leftOut === 0 ? '' : ` (${shownCount(leftOut, rowWord(cut))} left out, see the notes)`;
  return `${most} ${inSentence}: ${value} ${preposition} ${name} ${pair.slot.words}${without}. Overall: ${shownValue(figures, cut, figures.by().total)}.`;
}

function tilesOf(page: PageFigures, cut: DashboardCut, rows: readonly Group[], worst: Worst): Tile[] {
  const { figures } = page;
  const { measure } = cut;
  const { words, count, countWords, worse } = MEASURES[measure];
  const row = cut.rows;
  const isCount = measure === 'MISSING_PEOPLE';
  const of = (heading: string, group: Group | undefined, keys: readonly KeyPart[], note: string): Tile => ({
    words: heading,
    value: group === undefined ? null : measureOf(figures, measure, group),
    format: isCount ? 'count' : 'percentage',
    meaning: { measure, part: 'value' },
    keys,
    note,
  });
  const { row: bad, best, slot, pair } = worst;
  const key = slotKey(figures, cut);
  const extreme = isCount ? 'Most' : worse === 'lower' ? 'Lowest' : 'Highest';
  const other = isCount ? 'Fewest' : worse === 'lower' ? 'Highest' : 'Lowest';
  return [
    isCount ? countTile(page, measure, words, worse) : rateTile(page, measure, words, worse),
    isCount
      ? rateTile(page, FULFILMENT, 'True fulfilment', 'lower')
      : countTile(page, count, countWords, 'higher'),
    of(
      `${extreme} by ${rowWord(cut)}`,
      bad,
      bad ? keyParts(bad, row) : [],
      bad ? shortened(nameOf(bad), 24) : `of ${shownCount(rows.length, rowWord(cut))}`,
    ),
    of(`${extreme} by ${cut.columns}`, slot?.group, slot ? keyParts(slot.group, key) : [], slot?.short ?? ''),
    of(
      `${extreme} of all`,
      pair?.group,
      pair ? keyParts(pair.group, row, key) : [],
      pair
        ? `${shortened(nameOf(pair.group), 16)}, ${typeof pair.slot.heading === 'number' ? pair.slot.short : pair.slot.heading}`
        : '',
    ),
    of(
      `${other} by ${rowWord(cut)}`,
      best,
      best ? keyParts(best, row) : [],
      best ? shortened(nameOf(best), 24) : '',
    ),
  ];
}

function measureOf(
  figures: DashboardFigures,
  measure: DashboardCut['measure'],
  group: Group | undefined,
): SheetValue {
  return measure === 'MISSING_PEOPLE' ? countOf(group, measure) : figures.rate(group, measure).value;
}

/** All rows together by weekday or week: a chart, and its cells. */
function putSlots(
  grid: DashboardGrid,
  figures: DashboardFigures,
  cut: DashboardCut,
  slots: readonly Slot[],
): void {
  const { rate, count, countWords, words } = MEASURES[cut.measure];
  const isCount = cut.measure === 'MISSING_PEOPLE';
  const key = slotKey(figures, cut);
  const first = FIRST_ROW + 2;
  const heading = key === 'weekday' ? 'Weekday' : key === 'week' ? 'Week from' : 'Day';
  grid.section(FIRST_ROW, `By ${key}`, BESIDE);
  grid.table<Slot>({
    row: FIRST_ROW + 1,
    column: BESIDE,
    columns: [
      {
        heading,
        cell: ({ group }) => keyOf(group),
        ...(key === 'weekday' ? {} : { format: 'day' as const }),
        span: 3,
      },
      ...[
        countColumn(countWords, count),
        rateColumn(figures, MEASURES[rateMeasure(cut)].words, rate),
        nColumn(figures, rate),
      ].map((column): TableColumn<Slot> => ({ ...column, cell: ({ group }) => column.cell(group) })),
    ],
    items: slots,
    room: MOST_COLUMNS,
    keysOf: ({ group }) => keyParts(group, key),
    hasOtherHeadings: true,
  });
  grid.rule(smallCountRule(a1(first, BESIDE + 4, MOST_COLUMNS), `$K${first}`));
  grid.chart(`${words} by ${key}, all ${rowWord(cut)}s`, {
    // Columns begin at 0, where percentages hardly differ; a line shows how they do.
    kind: isCount ? 'column' : 'line',
    title: words,
    headings: 0,
    ranges: [a1(first, BESIDE, MOST_COLUMNS), a1(first, BESIDE + (isCount ? 3 : 4), MOST_COLUMNS)],
    series: [{ colour: COLOURS.accent }],
    row: FIRST_ROW + 1,
    column: 1,
    width: 572,
    height: 235,
  });
  grid.put(first + MOST_COLUMNS, 1, []);
}

/** A line of the table: some row, or all of them. */
interface Line {
  readonly name: string;
  readonly keys: readonly KeyPart[];
  readonly all: Group;
  readonly cells: readonly (Group | undefined)[];
}

function putMatrix(
  grid: DashboardGrid,
  figures: DashboardFigures,
  cut: DashboardCut,
  rows: readonly Group[],
  slots: readonly Slot[],
): void {
  const { rate, words, ends } = MEASURES[cut.measure];
  const key = slotKey(figures, cut);
  const known = new Map(figures.by(cut.rows, key).groups.map((group) => [JSON.stringify(group.keys), group]));
  const keysOf = (slot: Slot) => keyParts(slot.group, key);
  const lines: Line[] = [
    {
      name: `All ${rowWord(cut)}s`,
      keys: [],
      all: figures.by().total,
      cells: slots.map(({ group }) => group),
    },
    ...rows.slice(0, MOST_ROWS).map((row) => ({
      name: nameOf(row),
      keys: keyParts(row, cut.rows),
      all: row,
      cells: slots.map(({ group }) => known.get(JSON.stringify([keyOf(row), keyOf(group)]))),
    })),
  ];
  const part = (
    name: ShownName,
    of: 'value' | 'n',
    read: (group: Group | undefined) => SheetValue,
  ): TableColumn<Line>[] => {
    const shared = {
      meaning: { measure: name, part: of },
      format: of === 'n' || cut.measure === 'MISSING_PEOPLE' ? ('count' as const) : ('percentage' as const),
    };
    return [
      { ...shared, heading: 'All', cell: ({ all }) => read(all) },
      ...slots.map((slot, at) => ({
        ...shared,
        heading: slot.heading,
        cell: ({ cells }: Line) => read(cells[at]),
        across: keysOf(slot),
      })),
    ];
  };
  const table = {
    row: MATRIX_ROW,
    items: lines,
    room: 1 + MOST_ROWS,
    keysOf: ({ keys }: Line) => keys,
    labels: [1],
    hasOtherHeadings: true,
  };
  const order = cut.measure === 'NO_SHOWS_PERCENTAGE' ? 'surely highest first' : 'most missing people first';
  grid.section(MATRIX_ROW - 1, `${words} by ${rowWord(cut)} and ${key}, ${order}`);
  grid.section(MATRIX_ROW - 1, 'Out of (n)', COUNTS_COLUMN);
  grid.table<Line>({
    ...table,
    columns: [
      { heading: KEY_WORDS[cut.rows], cell: ({ name }) => shortened(name, LETTERS.first) },
      ...part(cut.measure, 'value', (group) => measureOf(figures, cut.measure, group)),
    ],
  });
  grid.table<Line>({
    ...table,
    column: COUNTS_COLUMN,
    columns: part(rate, 'n', (group) => figures.rate(group, rate).n),
  });
  const first = MATRIX_ROW + 1;
  const more = rows.length - MOST_ROWS;
  if (more > 0) {
    grid.text(
      first + lines.length,
      1,
      `${shownCount(more, `more ${rowWord(cut)}`)} ${more === 1 ? 'is' : 'are'} not shown`,
    );
  }
  // As far right and down as they may grow.
  const block = a1(first, 2, 1 + MOST_ROWS, 1 + MOST_COLUMNS);
  grid.format(cut.measure === 'MISSING_PEOPLE' ? 'count' : 'percentage', block);
  grid.format('count', a1(first, COUNTS_COLUMN, 1 + MOST_ROWS, 1 + MOST_COLUMNS));
  grid.style('right', a1(MATRIX_ROW, 2, 2 + MOST_ROWS, 1 + MOST_COLUMNS));
  grid.style('total', a1(first, 1, 1, 2 + MOST_COLUMNS));
  if (cut.measure !== 'MISSING_PEOPLE') grid.rule(smallCountRule(block, `M${first}`));
  const range = a1(first + 1, 3, MOST_ROWS, MOST_COLUMNS);
  grid.rule({ kind: 'gradient', range, ...(ends ? { ends } : {}) });
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
