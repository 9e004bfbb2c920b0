import { shownNumber } from '../employer-api/text';
import type { Group } from '../figures/group-figures';
import type { GroupKey, KeyPart } from '../figures/group-keys';
import {
  COUNT_FORMAT,
  DAY_FORMAT,
  DIFFERENCE_FORMAT,
  PERCENTAGE_FORMAT,
  POINTS_FORMAT,
  SHORT_DAY_FORMAT,
} from '../limits';
import type { CellMeaning } from '../reports/saved/report-question';
import { a1, blockOf, columnLetters, isFilled, type SheetRow, type SheetValue } from '../reports/sheet/cells';
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
interface Anchor {
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
  /** Whether its charts have anything to show: without a number, one would be an axis from 0 to 1. */
  readonly isCharted: boolean;
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
  /**
   * Gives a sheet its charts, as `applyLook` does: of a dashboard that was made while it had nothing to chart. Fewer than
   * ten service calls.
   *
   * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
   */
  addCharts(sheetId: number, charts: readonly PlannedChart[]): void;
}

/** What a cell of a dashboard holds. */
export type ShownMeaning = CellMeaning<ShownName>;

/** Cells side by side that hold the same kinds of things in every row. Row and column count from 1. */
interface ExplainedBlock {
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

/** Number formats of dashboards; the names of months follow the locale. `0.0%` would multiply percentages by 100. */
const FORMATS = {
  day: DAY_FORMAT,
  shortDay: SHORT_DAY_FORMAT,
  count: COUNT_FORMAT,
  percentage: PERCENTAGE_FORMAT,
  points: POINTS_FORMAT,
  difference: DIFFERENCE_FORMAT,
} as const;

/** One of the number formats, or one of the user's own. */
export type FormatName = keyof typeof FORMATS | { readonly pattern: string };

/** Pixels of column A, which holds names, and of all others: eleven columns fit beside an open sidebar. */
const WIDTHS = { first: 246, others: 83 } as const;
/** How many columns are in sight beside an open sidebar on a screen of 1440 pixels. */
export const VISIBLE_COLUMNS = 11;

/** A column of a dashboard's table. */
export interface TableColumn<Item> {
  /** A text, or a day. */
  readonly heading: string | number;
  /** Absent for names that the service sent, which need no explanation. Only the first columns may lack one. */
  readonly meaning?: ShownMeaning;
  readonly cell: (item: Item) => SheetValue;
  /** @default a text, on the left */
  readonly format?: FormatName;
  /** @default texts and dates left, numbers right */
  readonly align?: 'center';
  /** How many columns its texts may run over: those right of it stay blank. @default 1 */
  readonly span?: number;
  /** Records that the column adds to those of the row; absent for none. `null` for a column that rows do not fill. */
  readonly across?: readonly KeyPart[] | null;
}

/** A table of a dashboard: rows that are each about some records. */
interface DashboardTable<Item> {
  /** The row of its headings, and its first column, counted from 1. */
  readonly row: number;
  readonly column?: number;
  readonly columns: readonly TableColumn<Item>[];
  readonly items: readonly Item[];
  /** How many rows it has at most. Of the last table on a sheet, notes may follow below its last row in column A. */
  readonly room: number;
  readonly keysOf: (item: Item) => readonly KeyPart[];
  /** The columns of the sheet that name the records of a row. @default the first of the table */
  readonly labels?: readonly number[];
  /** Whether its headings change with the data, so that the place is not known by them. @default false */
  readonly hasOtherHeadings?: boolean;
}

/** A dashboard while it is laid out. Rows and columns count from 1. */
export class DashboardGrid {
  private readonly cells: SheetValue[][] = [];
  private readonly anchors: Anchor[] = [];
  private readonly formats = new Map<string, string[]>();
  private readonly styles = new Map<StyleName, string[]>();
  private readonly charts: PlannedChart[] = [];
  private isCharted = false;
  private readonly rules: PlannedRule[] = [];
  private readonly blocks: ExplainedBlock[] = [];
  private readonly notes: { readonly cell: string; readonly text: string }[] = [];

  constructor(
    private readonly columns: number = VISIBLE_COLUMNS,
    private readonly widths: ColumnWidths = WIDTHS,
  ) {}

  /** The first row below everything so far. */
  get end(): number {
    return this.cells.length + 1;
  }

  /** A text of ours that never changes. */
  label(row: number, column: number, text: string): void {
    this.put(row, column, [text]);
    this.anchors.push({ row, column, text: text });
  }

  /** Headings that never change, side by side from column A on; `''` where there is none. */
  headings(row: number, texts: readonly string[]): void {
    texts.forEach((text, at) => {
      if (text !== '') this.label(row, 1 + at, text);
    });
    this.style('heading', a1(row, 1, 1, texts.length));
  }

  /** Puts a table: headings, values, formats, and what its cells mean. */
  table<Item>({ row, column: first = 1, columns, items, room, ...table }: DashboardTable<Item>): void {
    const spans = columns.map(({ span = 1 }) => span);
    const places = spans.map((_, at) => first + spans.slice(0, at).reduce((sum, span) => sum + span, 0));
    const width = spans.reduce((sum, span) => sum + span, 0);
    const shown = items.slice(0, room);
    columns.forEach(({ heading, format, align, cell }, at) => {
      const column = places[at] as number;
      if (typeof heading === 'number') {
        this.put(row, column, [heading]);
        this.format('shortDay', a1(row, column));
      } else if (heading !== '') {
        (table.hasOtherHeadings ? this.text : this.label).call(this, row, column, heading);
      }
      shown.forEach((item, down) => {
        this.put(row + 1 + down, column, [cell(item)]);
      });
      if (format !== undefined) this.format(format, a1(row + 1, column, room));
      const usual = format === undefined || format === 'day' ? 'left' : 'right';
      this.style(align ?? usual, a1(row, column, 1 + room));
    });
    this.style('heading', a1(row, first, 1, width));
    const meant = columns.flatMap(({ meaning, across = [], span = 1 }) =>
      meaning === undefined
        ? []
        : Array.from({ length: span }, () => ({ meaning, across: across ?? undefined })),
    );
    this.means({
      row: row + 1,
      column: first + width - meant.length,
      rows: room,
      columns: meant.map(({ meaning }) => meaning),
      groups: shown.map(table.keysOf),
      across: meant.map(({ across }) => across),
      labels: table.labels ?? [first],
    });
  }

  /** A text of ours that may change. */
  text(row: number, column: number, text: string): void {
    this.put(row, column, [text]);
  }

  /** Values side by side, as they are; null is an empty cell. */
  put(row: number, column: number, values: readonly SheetValue[]): void {
    while (this.cells.length < row) this.cells.push(new Array<SheetValue>(this.columns).fill(null));
    const line = this.cells[row - 1] as SheetValue[];
    values.forEach((value, at) => {
      line[column - 1 + at] = value;
    });
  }

  /** Rows below each other. */
  putRows(row: number, column: number, rows: readonly (readonly SheetValue[])[]): void {
    rows.forEach((values, at) => {
      this.put(row + at, column, values);
    });
  }

  format(format: FormatName, ...ranges: readonly string[]): void {
    const pattern = typeof format === 'string' ? FORMATS[format] : format.pattern;
    this.formats.set(pattern, [...(this.formats.get(pattern) ?? []), ...ranges]);
  }

  /** A hover note. */
  note(row: number, column: number, text: string): void {
    this.notes.push({ cell: a1(row, column), text: text });
  }

  style(style: StyleName, ...ranges: readonly string[]): void {
    this.styles.set(style, [...(this.styles.get(style) ?? []), ...ranges]);
  }

  /** The title of what stands below it. */
  section(row: number, text: string, column = 1): void {
    this.text(row, column, text);
    this.style('section', a1(row, column));
  }

  /**
   * Puts a chart of cells that are there, and its section's title above it.
   *
   * @param none The section's title where there is nothing to chart.
   */
  chart(section: string, chart: PlannedChart, none = `${section}: no figures`): void {
    const isShown = this.showsNumber(chart);
    this.isCharted = this.isCharted || isShown;
    this.section(chart.row - 1, isShown ? section : none, chart.column);
    this.charts.push({ ...chart, title: chart.title });
  }

  /** Whether any cell of a chart's series, which stand right of its categories, holds a number. */
  private showsNumber({ ranges, headings }: PlannedChart): boolean {
    return ranges.map(blockOf).some(({ row, column, rows, columns }, at) => {
      const lines = this.cells.slice(row - 1 + headings, row - 1 + rows);
      const from = column - 1 + Number(at === 0);
      return lines.some((line) =>
        line.slice(from, column - 1 + columns).some((value) => typeof value === 'number'),
      );
    });
  }

  rule(rule: PlannedRule): void {
    this.rules.push(rule);
  }

  /** Says what cells mean. */
  means(...blocks: readonly ExplainedBlock[]): void {
    this.blocks.push(...blocks);
  }

  /** @param height At least so many rows are owned, also while they are empty; two more end the dashboard. */
  plan(height = 0): DashboardPlan {
    if (height > this.cells.length) this.put(height, 1, []);
    // The first text of every dashboard is its title.
    const title = this.anchors[0] as Anchor;
    const anchors = this.anchors.slice().sort((one, other) => one.row - other.row);
    return {
      title: title.text,
      cells: withEnd(this.cells, this.columns),
      columns: this.columns,
      anchors,
      blocks: this.blocks,
      look: {
        formats: Array.from(this.formats, ([format, ranges]) => ({ format, ranges })),
        styles: Array.from(this.styles, ([style, ranges]) => ({ style, ranges })),
        widths: this.widths,
        columns: this.columns,
        ...(this.notes.length > 0 ? { notes: this.notes } : {}),
        charts: this.charts,
        rules: this.rules,
      },
      isCharted: this.isCharted,
    };
  }
}

/**
 * The cells of a dashboard with the line that ends them, below a blank row.
 *
 * The line tells people where their own notes are safe, and the next update how the cells were left: what it counts is
 * written together with it, so that the two agree whenever a run is cut short.
 */
function withEnd(cells: readonly SheetRow[], columns: number): SheetRow[] {
  const blank = new Array<null>(columns).fill(null);
  const row = cells.length + 2;
  const [filled, last] = [shownNumber(countFilled(cells) + 1), columnLetters(columns - 1)];
  const line = `Updated automatically: ${filled} cells in ${row} rows. Add your notes below this line or to the right of column ${last}.`;
  return [...cells, blank, [line, ...blank.slice(1)]];
}

/** How many cells are not blank, in a plan or as a sheet holds them. */
export function countFilled(cells: readonly (readonly unknown[])[]): number {
  return cells.reduce((sum, row) => sum + row.filter(isFilled).length, 0);
}
