import type { Group } from '../figures/group-figures';
import type { GroupKey, KeyPart } from '../figures/group-keys';
import type { CellMeaning } from '../reports/saved/report-question';
import type { SheetRow } from '../reports/tables/sheet-table';
import type { ShownName } from './dashboard-figures';

/** How cells are set apart. The platform knows what each looks like. */
export type StyleName =
  | 'title'
  | 'muted'
  | 'warning'
  | 'sentence'
  | 'section'
  | 'heading'
  | 'tile'
  | 'tile edge'
  | 'tile label'
  | 'tile value'
  | 'tile note'
  | 'total'
  | 'wrapped'
  | 'left'
  | 'center'
  | 'right';

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
  /** Each series in turn. */
  readonly series: readonly {
    /** `#rrggbb`. */
    readonly colour: string;
    /** A thin line, for an end of an interval. @default false */
    readonly isThin?: boolean;
    /** @default false */
    readonly isDashed?: boolean;
    /** Not named in the legend, because the series before it is. @default false */
    readonly isUnnamed?: boolean;
  }[];
  /** Shows the text of every so many categories. @default 1 */
  readonly labelEvery?: number;
}

/** The one accent, and the one colour for what needs attention. Told apart without red and green. */
export const COLOURS = { accent: '#1a73e8', warning: '#b3500b', interval: '#9aa0a6' } as const;

/** Fewer positions than these make a percentage that means little. */
export const SMALL_COUNT = 10;

/** Text set apart where a formula holds. It is read as if typed: without an argument separator, which locales differ in. */
interface FormulaRule {
  readonly kind: 'formula';
  readonly range: string;
  readonly formula: string;
  readonly look: 'grey' | 'warning' | 'bold' | 'tint' | 'light tint';
}

/** The warning colour for texts that end so. */
interface TextRule {
  readonly kind: 'text end';
  readonly range: string;
  readonly text: string;
}

/** A background that marks numbers that need attention: none at `fine`, the warning tint at `bad`. */
export interface GradientRule {
  readonly kind: 'gradient';
  readonly range: string;
  /** Whole numbers: locales differ in the decimal sign. By the least and the greatest number where absent. */
  readonly ends?: { readonly fine: number; readonly bad: number };
}

/** A conditional format of ours. */
export type PlannedRule = FormulaRule | TextRule | GradientRule;

/** Grey text for what rests on too few. @param count The cell, for the first one of the range, that says on how many. */
export function smallCountRule(range: string, count: string): FormulaRule {
  return { kind: 'formula', range, formula: `=ISNUMBER(${count})*(${count}<${SMALL_COUNT})`, look: 'grey' };
}

/** Pixels of columns. Columns count from 1. */
export interface ColumnWidths {
  readonly first: number;
  readonly others: number;
  /** Neighbours that have another width. */
  readonly some?: readonly { readonly column: number; readonly columns: number; readonly pixels: number }[];
}

/** What is set up once, when a dashboard is made, and is the user's from then on. */
export interface DashboardLook {
  /** Number formats, each with its ranges in A1 notation. */
  readonly formats: readonly { readonly format: string; readonly ranges: readonly string[] }[];
  readonly styles: readonly { readonly style: StyleName; readonly ranges: readonly string[] }[];
  /** Pixels of the first column, and of all others but those that are listed. */
  readonly widths: ColumnWidths;
  /** How many columns it has. */
  readonly columns: number;
  /** Hover notes on cells in A1 notation. @default none */
  readonly notes?: readonly { readonly cell: string; readonly text: string }[];
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
  /** An update compares these to see that no one has moved the cells. In the order of rows. */
  readonly anchors: readonly Anchor[];
  /** What the cells mean that hold numbers. No two of them overlap. */
  readonly blocks: readonly ExplainedBlock[];
  readonly look: DashboardLook;
}

/** Sets up what a dashboard has besides cells. */
export interface DashboardLooks {
  /**
   * Gives a sheet its formats, conditional formats and charts. Rules and charts that are there stay; one of ours that an
   * interrupted run has left is taken over, so that nothing comes twice. Fewer than 30 service calls.
   *
   * @param sheetId A sheet with as many columns as a new one: charts stand beside the cells.
   * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
   */
  applyLook(sheetId: number, look: DashboardLook): void;
}

/** What a cell of a dashboard holds. */
export type ShownMeaning = CellMeaning<ShownName>;

/** Cells side by side that hold the same kinds of things in every row. Row and column count from 1. */
export interface ExplainedBlock {
  readonly row: number;
  readonly column: number;
  /** How many rows it has room for. */
  readonly rows: number;
  readonly columns: readonly ShownMeaning[];
  /** Which records each row is about, as far as rows are filled; no key means all records. */
  readonly groups: readonly (readonly KeyPart[])[];
  /** What each column adds to that; `undefined` for one that rows do not fill. */
  readonly across?: readonly (readonly KeyPart[] | undefined)[];
  /** The columns of the sheet that name the group of a row; the first one unless said. */
  readonly labels?: readonly number[];
}

/** The keys of a group that was made by these. */
export function keyParts(group: Group, ...keys: readonly GroupKey[]): KeyPart[] {
  return keys.map((key, at) => ({ key, value: group.keys[at] ?? null }));
}
