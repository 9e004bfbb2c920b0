import type { GroupKey } from '../contract/fields';
import { shownCount, shownNumber } from '../employer-api/text';
import { type Group, keyOf } from '../figures/figures';
import type { KeyPart } from '../figures/group-keys';
import { COUNT_FORMAT } from '../limits';
import { nounOf } from '../reports/saved/names';
import type { SheetValue } from '../reports/sheet/cells';
import {
  type DashboardFigures,
  figureIn,
  formatOf,
  headingOfKey,
  isRate,
  isTotal,
  isUntargeted,
  keyParts,
  nameOf,
  type RowKey,
  rateOrRange,
  type ShownName,
  targetFigures,
  valueIn,
  wordsOf,
} from './dashboard-figures';
import { DARKER, DARKEST, SMALL_COUNT } from './layout';
import { standingOf } from './tiles';

/** What a cell of a dashboard shows: a figure of a group, or what a sentence explains; a verdict names the figure that it judges. */
export type ShownMeaning =
  | { readonly measure: ShownName }
  | { readonly title: string; readonly means: string; readonly judges?: ShownName };

/** What a template puts on a dashboard. `layOut` places it. */
export interface Dashboard {
  /** Answers the dashboard's question. */
  readonly sentence: string;
  /** What to say next, such as why the newest week moved; empty for nothing. @default '' */
  readonly why?: string;
  /** Up to six figures. */
  readonly tiles: readonly Tile[];
  /**
   * Drawn from one of the lists or tables, or from one that it covers; over the whole width without lists; left out if that
   * has nothing to draw.
   */
  readonly chart?: Chart;
  /** Beside the chart. One without rows is left out. */
  readonly lists: readonly Table[];
  /** Below, over the whole width. One without rows is left out. */
  readonly tables: readonly Table[];
  /** What a reader must know besides, in sentences: as many stand in a line as fit, in at most five lines. */
  readonly notes: readonly string[];
}

/** One of the figures at the top. */
export interface Tile {
  readonly words: string;
  readonly value: SheetValue;
  /** How its number is written. */
  readonly format: string;
  readonly meaning: ShownMeaning;
  /** The records that it counts. @default all */
  readonly keys?: readonly KeyPart[];
  /** Whether more than 0 needs attention. @default false */
  readonly warns?: boolean;
  /** Lines below it: how it compares, its target or its name. Empty ones are left out. */
  readonly notes: readonly string[];
}

/** A column of a table, without its cells. */
export interface Column {
  readonly heading: string | number;
  /** How many columns it takes, where column A is as wide as three. @default 1 */
  readonly room?: number;
  /** How its numbers are written. @default a text, on the left */
  readonly format?: string;
  /** @default texts and days left, numbers right */
  readonly align?: 'center';
  /** What the heading and the cells below it show; absent for names. */
  readonly meaning?: ShownMeaning | undefined;
  /** What narrows the records of the row in this column, such as its week. @default nothing */
  readonly across?: readonly KeyPart[];
  /** Whether it holds verdicts, of which `MISSED` needs attention. @default false */
  readonly warns?: boolean;
  /** Whether its cells are tinted as the table says. @default false */
  readonly isHeated?: boolean;
}

/** A table. Each of its rows counts some records. */
export interface Table {
  /** What is listed, in which order. */
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly {
    readonly cells: readonly SheetValue[];
    /** Where they are unlike those of the columns. */
    readonly formats: readonly (string | undefined)[];
    readonly keys: readonly KeyPart[];
  }[];
  /** Whether the first row sums up all rows. @default false */
  readonly hasTotal?: boolean;
  /** Heading of the column with what the percentages of a row are out of: those out of few are grey. */
  readonly fewBy?: string;
  /**
   * Which heated cells are tinted, by the numbers that they show: those beyond their target, by points, or the worst third of
   * all. Whether lower numbers are worse, and whether rows have targets.
   */
  readonly heat?: { readonly isBelow: boolean; readonly byTarget: boolean };
  /** The line below the last row, with how much is left out. */
  readonly more?: string;
}

/** A chart of a table. */
export interface Chart {
  readonly kind: 'line' | 'column' | 'bar';
  readonly title: string;
  readonly of: Table;
  /** Headings: the categories, then up to two series, the second one a target, or of bars what ends them at their target. */
  readonly columns: readonly [categories: Column['heading'], ...series: Column['heading'][]];
}

/** A column of a table that `tableOf` makes. */
export interface ItemColumn<Item> extends Column {
  readonly cell: (item: Item) => SheetValue;
  /** The number format of a cell that is unlike the others. */
  readonly written?: (item: Item) => string | undefined;
}

/**
 * Makes a table with a row for each item, as far as there is room.
 *
 * @param keysOf The records of a row. @default all
 * @param most How many items have room: a line says how many more there are, and what they are called. @default all
 */
export function tableOf<Item>({
  items,
  keysOf = () => [],
  most: [most, noun] = [items.length, ''],
  ...table
}: Omit<Table, 'columns' | 'rows' | 'more'> & {
  readonly columns: readonly ItemColumn<Item>[];
  readonly items: readonly Item[];
  readonly keysOf?: (item: Item) => readonly KeyPart[];
  readonly most?: readonly [count: number, noun: string];
}): Table {
  const rows = items.slice(0, most).map((item) => ({
    cells: table.columns.map(({ cell }) => cell(item)),
    formats: table.columns.map(({ written }) => written?.(item)),
    keys: keysOf(item),
  }));
  const left = items.length - rows.length;
  const more = `${shownCount(left, `more ${noun}`)} ${left === 1 ? 'is' : 'are'} not shown.`;
  return { ...table, rows, ...(left > 0 ? { more } : {}) };
}

/** A column of the names of groups. */
export function nameColumn(heading: string, at = 0, room = 3): ItemColumn<Group> {
  return { heading, cell: (group) => nameOf(group, at), room };
}

/** A column of a figure: sums, or percentages as far as they may be shown. @param more What is unusual about it. */
export function figureColumn(name: ShownName, more: Partial<ItemColumn<Group>> = {}): ItemColumn<Group> {
  return {
    heading: wordsOf(name),
    meaning: { measure: name },
    cell: (group) => (isRate(name) ? cellRate(group, name) : valueIn(group, name)),
    format: formatOf(name),
    ...more,
  };
}

/** Columns of figures as they usually are. */
export function figureColumns(...names: readonly ShownName[]): ItemColumn<Group>[] {
  return names.map((name) => figureColumn(name));
}

/** Whole percents where it is a range: that is as wide as a cell. */
function cellRate(group: Group, name: ShownName): number | string | null {
  return rateOrRange(group, name, (value) => value.toFixed(0));
}

/** A column that a sentence explains. @param means The sentence. */
export function saidColumn<Item>(
  heading: string,
  means: string,
  cell: ItemColumn<Item>['cell'],
  format = COUNT_FORMAT,
): ItemColumn<Item> {
  return { heading, meaning: { title: heading, means }, cell, format };
}

/**
 * How cells of a figure are tinted, without targets the worst third; the column of their targets where there are any, and
 * the rule in words.
 */
export function tintOf(figures: DashboardFigures, key: RowKey, name: ShownName) {
  const isBelow = name === 'TRUE_FULFILMENT_PERCENTAGE';
  const [side, most, more] = isBelow ? ['below', 'lowest', 'lower'] : ['above', 'highest', 'higher'];
  const [target] = targetFigures(name);
  const byTarget = isRate(name) && figureIn(figures.by().total, target).value !== null;
  const ofLine = (group: Group): SheetValue => {
    if (figureIn(group, target).value === null || isUntargeted(group, name)) return null;
    const own = isTotal(group) ? figures.targets(name) : figures.targets(name, key, keyOf(group));
    const [lowest = null, ...others] = own;
    return others.length === 0 ? lowest : `${lowest}–${others.pop()}`;
  };
  return {
    heat: { isBelow, byTarget },
    columns: byTarget ? [figureColumn(target, { heading: wordsOf('TARGET'), cell: ofLine })] : [],
    note: byTarget
      ? `Tinted: ${side} target; darker from ${DARKER} and from ${DARKEST} points; out of fewer than ${SMALL_COUNT} only if missed`
      : `Tinted: the ${most} third of what is shown, the ${more} the darker`,
  };
}

/** Heated columns of what the rows have on weekdays or in weeks, or in all of them. */
export function slotColumns(
  figures: DashboardFigures,
  [rowKey, slotKey]: readonly [RowKey, GroupKey],
  slots: readonly Group[],
  name: ShownName,
  shown: Partial<Column> = {},
): ItemColumn<Group>[] {
  const { groups } = figures.by(rowKey, slotKey);
  const known = new Map(groups.map((group) => [JSON.stringify(group.keys), group]));
  return slots.map((slot) => {
    const key = keyOf(slot);
    const isAll = isTotal(slot);
    const groupOf = (row: Group) => {
      if (isAll) return row;
      return isTotal(row) ? slot : known.get(JSON.stringify([keyOf(row), key]));
    };
    return {
      heading: isAll ? 'All' : typeof key === 'number' ? key : String(key).slice(0, 3),
      ...{ meaning: { measure: name }, format: formatOf(name) },
      cell: (row) => heatOf(figures, groupOf(row), name),
      written: (row) => JSON.stringify(fewOf(groupOf(row), name)),
      across: isAll ? [] : keyParts(slot, slotKey),
      isHeated: isRate(name) || !isAll,
      ...shown,
    };
  });
}

/** Out of few, what clearly missed has its tint, as alerts and credits judge it; else it is a text, which is grey. */
function heatOf(figures: DashboardFigures, group: Group | undefined, name: ShownName): SheetValue {
  if (group === undefined || !isRate(name)) return valueIn(group, name);
  const few = fewOf(group, name);
  return few && standingOf(figures, group, name)?.verdict !== 'missed' ? few : cellRate(group, name);
}

/** `5 of 7`, for a percentage out of few. */
function fewOf(group: Group | undefined, name: ShownName): string | undefined {
  if (group === undefined || !isRate(name)) return undefined;
  const { value, n } = figureIn(group, name);
  if (value === null || n >= SMALL_COUNT) return undefined;
  return `${shownNumber(Math.round((value * n) / 100))} of ${shownNumber(n)}`;
}

/** Makes a table with a line for each row, as far as there is room, below one for all of several; empty without other columns. */
export function tableOfAll(
  figures: DashboardFigures,
  key: RowKey,
  rows: readonly Group[],
  {
    most,
    columns,
    hasTotal = rows.length > 1,
    ...table
  }: Pick<Table, 'title' | 'fewBy' | 'heat' | 'hasTotal'> & {
    readonly most: number;
    readonly columns: readonly ItemColumn<Group>[];
  },
): Table {
  const word = nounOf(key);
  const name = (group: Group) => (isTotal(group) ? `All ${word}s` : nameOf(group));
  return tableOf<Group>({
    ...table,
    columns: [{ ...nameColumn(headingOfKey(key)), cell: name }, ...columns],
    items: columns.length === 0 ? [] : [...(hasTotal ? [figures.by().total] : []), ...rows],
    keysOf: (group) => (isTotal(group) ? [] : keyParts(group, key)),
    hasTotal,
    most: [Number(hasTotal) + most, word],
  });
}
