import type { Region } from '../employer-api/connection';
import { shownNumber } from '../employer-api/text';
import type { KeyPart } from '../figures/group-keys';
import {
  COUNT_FORMAT,
  DIFFERENCE_FORMAT,
  LONG_DAY_FORMAT,
  PERCENTAGE_FORMAT,
  POINTS_FORMAT,
  SHORT_DAY_FORMAT,
} from '../limits';
import { a1, columnLetters, isFilled, type SheetRow, type SheetValue } from '../reports/tables/sheet-table';
import type {
  Anchor,
  ColumnWidths,
  DashboardPlan,
  ExplainedBlock,
  PlannedChart,
  PlannedRule,
  ShownMeaning,
  StyleName,
} from './dashboard-plan';
import { spell, unspelled } from './dashboard-texts';

/** Number formats of dashboards; the names of months follow the locale. `0.0%` would multiply percentages by 100. */
const FORMATS = {
  day: LONG_DAY_FORMAT,
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
  private readonly rules: PlannedRule[] = [];
  private readonly blocks: ExplainedBlock[] = [];
  private readonly notes: { readonly cell: string; readonly text: string }[] = [];

  constructor(
    private readonly region: Region,
    private readonly columns: number = VISIBLE_COLUMNS,
    private readonly widths: ColumnWidths = WIDTHS,
  ) {}

  /** The first row below everything so far. */
  get end(): number {
    return this.cells.length + 1;
  }

  /** A text of ours that never changes. */
  label(row: number, column: number, text: string): void {
    this.put(row, column, [spell(text, this.region)]);
    this.anchors.push({ row, column, text: unspelled(text) });
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
    this.put(row, column, [spell(text, this.region)]);
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
    this.notes.push({ cell: a1(row, column), text: spell(text, this.region) });
  }

  style(style: StyleName, ...ranges: readonly string[]): void {
    this.styles.set(style, [...(this.styles.get(style) ?? []), ...ranges]);
  }

  /** The title of what stands below it. */
  section(row: number, text: string, column = 1): void {
    this.text(row, column, text);
    this.style('section', a1(row, column));
  }

  chart(chart: PlannedChart): void {
    this.charts.push({ ...chart, title: spell(chart.title, this.region) });
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
    };
  }
}

/** What the last line of a dashboard says of the cells down to it, itself among them. */
interface DashboardEnd {
  /** How many of them were not blank. */
  readonly filled: number;
  /** In which row the line was written. */
  readonly row: number;
}

const END = /^Updated automatically: ([\d,]+) cells in ([\d,]+) rows\. /;

/**
 * The cells of a dashboard with the line that ends them, below a blank row.
 *
 * The line tells people where their own notes are safe, and the next update how the cells were left: what it counts is
 * written together with it, so that the two agree whenever a run is cut short.
 */
export function withEnd(cells: readonly SheetRow[], columns: number): SheetRow[] {
  const blank = new Array<null>(columns).fill(null);
  const row = cells.length + 2;
  const [filled, last] = [shownNumber(countFilled(cells) + 1), columnLetters(columns - 1)];
  const line = `Updated automatically: ${filled} cells in ${row} rows. Add your notes below this line or to the right of column ${last}.`;
  return [...cells, blank, [line, ...blank.slice(1)]];
}

/** Finds the line that ends a dashboard among cells as a sheet holds them; `undefined` where there is none. */
export function findEnd(
  cells: readonly (readonly unknown[])[],
): { readonly said: DashboardEnd; readonly row: number } | undefined {
  for (let row = cells.length; row > 0; row -= 1) {
    const [, filled, said] = END.exec(String(cells[row - 1]?.[0])) ?? [];
    if (filled !== undefined && said !== undefined) {
      return { said: { filled: readNumber(filled), row: readNumber(said) }, row };
    }
  }
  return undefined;
}

/** How many cells are not blank, in a plan or as a sheet holds them. */
export function countFilled(cells: readonly (readonly unknown[])[]): number {
  return cells.reduce((sum, row) => sum + row.filter(isFilled).length, 0);
}

function readNumber(text: string): number {
  return Number(text.replace(/,/g, ''));
}
