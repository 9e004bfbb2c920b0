import type { KeyPart } from '../figures/group-keys';
import type { CellMeaning } from '../reports/saved/report-question';
import type { SheetValue } from '../reports/sheet/cells';
import type { ShownName } from './dashboard-figures';

/** What a cell of a dashboard holds: a figure of a group, or something that is said in words. */
export type ShownMeaning = CellMeaning<ShownName>;

/** A dashboard as its template says it: `layOut` finds the places. */
export interface Dashboard {
  /** Answers the dashboard's question. */
  readonly sentence: string;
  /** Why the newest week moved; empty where it did by no more than usual. @default '' */
  readonly why?: string;
  /** Six figures. */
  readonly tiles: readonly Tile[];
  /** Of one of the lists or tables; left out where that has nothing to show. */
  readonly chart: Chart;
  /** Beside the chart. One without rows is left out. */
  readonly lists: readonly Table[];
  /** Below, over the whole width. One without rows is left out. */
  readonly tables: readonly Table[];
  /** What a reader must know besides: at most five lines. */
  readonly notes: readonly string[];
}

/** Number formats of dashboards, by what they are for. */
export type FormatName = 'day' | 'shortDay' | 'count' | 'percentage' | 'points' | 'difference';

/** One of the figures on top. */
export interface Tile {
  readonly words: string;
  readonly value: SheetValue;
  readonly format: FormatName;
  readonly meaning: ShownMeaning;
  /** The records that it is about. @default all */
  readonly keys?: readonly KeyPart[];
  /** Up to two lines below it: how it compares, and its target or its name. */
  readonly notes: readonly string[];
}

/** A figure as a table shows it, with what it is of. */
export interface TableCell {
  readonly value: SheetValue;
  /** Absent for a name. */
  readonly meaning?: ShownMeaning | undefined;
  /** The records that it is about. */
  readonly keys: readonly KeyPart[];
}

/** A column of a table, without its cells. */
export interface Column {
  readonly heading: string | number;
  /** How many columns it takes, where column A is as wide as three. @default 1 */
  readonly room?: number;
  /** @default a text, on the left */
  readonly format?: FormatName | { readonly pattern: string };
  /** @default texts and days left, numbers right */
  readonly align?: 'center';
  /** What stands below the heading. */
  readonly meaning?: ShownMeaning | undefined;
  /** A text in this column that needs attention. */
  readonly warns?: string;
  /** Whether its cells are tinted as the table says. @default false */
  readonly isHeated?: boolean;
}

/** A table whose rows are each about some records. */
export interface Table {
  /** What is listed, in which order. */
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableCell[])[];
  /** Whether the first row is of all rows together. @default false */
  readonly hasTotal?: boolean;
  /** Heading of the column that says out of how many the percentages of a row are: those out of few are grey. */
  readonly fewBy?: string;
  /**
   * The tint of its heated columns: none at `fine`, most at `bad`; the more the larger a count is; or below the row's
   * target, and below `low` without one.
   */
  readonly heat?:
    | 'by size'
    | { readonly fine: number; readonly bad: number }
    | { readonly target: string; readonly low: number };
  /** A line below the last row: how much is left out. */
  readonly more?: string;
}

/** A chart of the first rows of a table. */
export interface Chart {
  readonly kind: 'line' | 'column' | 'bar';
  readonly title: string;
  readonly of: Table;
  /** Headings: the categories, then up to two series, the second one a target. */
  readonly columns: readonly [categories: Column['heading'], ...series: Column['heading'][]];
  /** How many rows of the table it shows. */
  readonly most: number;
  /** Whether it needs the whole width. @default false */
  readonly isWide?: boolean;
}

/** A column of the rows that are made of items. */
export interface ItemColumn<Item> extends Column {
  readonly cell: (item: Item) => SheetValue;
  /** Records that the column adds to those of the row. @default none */
  readonly across?: readonly KeyPart[];
}

/** Makes a table of items, each a row. @param most Rows that are listed; the others are counted. */
export function tableOf<Item>({
  columns,
  items,
  keysOf = () => [],
  ...table
}: Omit<Table, 'columns' | 'rows'> & {
  readonly columns: readonly ItemColumn<Item>[];
  readonly items: readonly Item[];
  readonly keysOf?: (item: Item) => readonly KeyPart[];
}): Table {
  return {
    ...table,
    columns,
    rows: items.map((item) =>
      columns.map(({ cell, meaning, across = [] }) => ({
        value: cell(item),
        meaning,
        keys: [...keysOf(item), ...across],
      })),
    ),
  };
}
