import type { SheetRow } from '../reports/tables/sheet-table';
import type { MeantBlock } from './cell-meanings';

/** How cells are set apart. The platform knows what each looks like. */
export type StyleName =
  | 'title'
  | 'question'
  | 'sample'
  | 'section'
  | 'heading'
  | 'big'
  | 'left'
  | 'right'
  | 'wrapped';

/** A chart on plain cells of its own sheet. */
export interface PlannedChart {
  readonly kind: 'line' | 'bar' | 'column';
  readonly title: string;
  /** In A1 notation: the categories first, then one or more series. */
  readonly ranges: readonly string[];
  /** How many rows at the top of the ranges name the series. */
  readonly headings: 0 | 1;
  /** The cell in whose upper left corner it begins, counted from 1. */
  readonly row: number;
  readonly column: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The colour of each series, `#rrggbb`. */
  readonly colours: readonly string[];
}

/** Fewer positions than these make a percentage that means little. */
export const SMALL_COUNT = 10;
/** The percentages at which a cell has the colour of few, none, and the colour of many. */
export const GRADIENT = { few: 50, middle: 80, many: 100 } as const;

/** Grey text for what rests on too few: `count` is the cell, for the first one of the range, that says on how many. */
export interface SmallCountRule {
  readonly kind: 'small count';
  readonly range: string;
  readonly count: string;
}

/** A colour that follows a percentage. */
export interface GradientRule {
  readonly kind: 'gradient';
  readonly range: string;
}

/** A conditional format of ours. */
export type PlannedRule = SmallCountRule | GradientRule;

/** What is set up once, when a dashboard is made, and is the user's from then on. */
export interface DashboardLook {
  /** Number formats, each with its ranges in A1 notation. */
  readonly formats: readonly { readonly format: string; readonly ranges: readonly string[] }[];
  readonly styles: readonly { readonly style: StyleName; readonly ranges: readonly string[] }[];
  /** Pixels of the first two columns, and of all others. */
  readonly widths: { readonly first: number; readonly second: number; readonly others: number };
  readonly frozenRows: number;
  readonly charts: readonly PlannedChart[];
  readonly rules: readonly PlannedRule[];
}

/** A text that stands in the same place whatever the figures. Row and column count from 1. */
export interface Anchor {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** A dashboard as it is to stand on its sheet, from A1 on. */
export interface DashboardPlan {
  readonly title: string;
  readonly cells: readonly SheetRow[];
  readonly columns: number;
  /** By these an update knows that nobody has moved the cells. In the order of rows. */
  readonly anchors: readonly Anchor[];
  /** What the cells mean that hold numbers. No two of them overlap. */
  readonly blocks: readonly MeantBlock[];
  readonly look: DashboardLook;
}
