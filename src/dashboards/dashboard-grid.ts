import type { Region } from '../employer-api/connection';
import { COUNT_FORMAT, DAY_FORMAT, MOMENT_FORMAT, PERCENTAGE_FORMAT } from '../limits';
import { columnLetters, type SheetValue } from '../reports/tables/sheet-table';
import type { MeantBlock } from './cell-meanings';
import { withEnd } from './dashboard-end';
import type { Anchor, DashboardPlan, PlannedChart, PlannedRule, StyleName } from './dashboard-plan';
import { spell, unspelled } from './spelling';

/** Number formats of dashboards. `0.0%` would multiply percentages by 100. */
const FORMATS = {
  day: DAY_FORMAT,
  moment: MOMENT_FORMAT,
  count: COUNT_FORMAT,
  percentage: PERCENTAGE_FORMAT,
} as const;

/** One of the number formats. */
export type FormatName = keyof typeof FORMATS;

/** How wide columns are, and what stays in view. */
export interface GridShape {
  readonly columns: number;
  readonly firstWidth: number;
  /** Of column B, which holds the as-of time; as the others unless said. */
  readonly secondWidth?: number;
  readonly otherWidth: number;
  readonly frozenRows: number;
}

/** A dashboard while it is laid out. Rows and columns count from 1. */
export class DashboardGrid {
  private readonly cells: SheetValue[][] = [];
  private readonly anchors: Anchor[] = [];
  private readonly formats = new Map<FormatName, string[]>();
  private readonly styles = new Map<StyleName, string[]>();
  private readonly charts: PlannedChart[] = [];
  private readonly rules: PlannedRule[] = [];
  private readonly blocks: MeantBlock[] = [];

  constructor(
    private readonly region: Region,
    private readonly shape: GridShape,
  ) {}

  /** A text of ours that never changes. */
  label(row: number, column: number, text: string): void {
    this.put(row, column, [spell(text, this.region)]);
    this.anchors.push({ row, column, text: unspelled(text) });
  }

  /**
   * Headings that never change, side by side.
   *
   * @param numbers Which of them stand over numbers, on the right as these do: the first, counted from 1, and how many.
   *   All but the first unless said.
   */
  headings(
    row: number,
    column: number,
    texts: readonly string[],
    [first, count]: readonly [number, number] = [2, texts.length - 1],
  ): void {
    texts.forEach((text, at) => {
      if (text !== '') this.label(row, column + at, text);
    });
    this.style('heading', a1(row, column, 1, texts.length));
    if (count > 0) this.style('right', a1(row, column + first - 1, 1, count));
  }

  /** A text of ours that may change. */
  text(row: number, column: number, text: string): void {
    this.put(row, column, [spell(text, this.region)]);
  }

  /** Values side by side, as they are; null is an empty cell. */
  put(row: number, column: number, values: readonly SheetValue[]): void {
    while (this.cells.length < row) this.cells.push(new Array<SheetValue>(this.shape.columns).fill(null));
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
    this.formats.set(format, [...(this.formats.get(format) ?? []), ...ranges]);
  }

  style(style: StyleName, ...ranges: readonly string[]): void {
    this.styles.set(style, [...(this.styles.get(style) ?? []), ...ranges]);
  }

  section(row: number, text: string): void {
    this.label(row, 1, text);
    this.style('section', a1(row, 1));
  }

  chart(chart: PlannedChart): void {
    this.charts.push({ ...chart, title: spell(chart.title, this.region) });
  }

  rule(rule: PlannedRule): void {
    this.rules.push(rule);
  }

  /** Says what cells mean. */
  means(...blocks: readonly MeantBlock[]): void {
    this.blocks.push(...blocks);
  }

  /** @param height At least so many rows are owned, also while they are empty; two more end the dashboard. */
  plan(height = 0): DashboardPlan {
    if (height > this.cells.length) this.put(height, 1, []);
    const [title] = this.anchors;
    const { firstWidth, otherWidth, secondWidth = otherWidth } = this.shape;
    const anchors = this.anchors.slice().sort((one, other) => one.row - other.row);
    return {
      title: title?.text ?? '',
      cells: withEnd(this.cells, this.shape.columns),
      columns: this.shape.columns,
      anchors,
      blocks: this.blocks,
      look: {
        formats: Array.from(this.formats, ([name, ranges]) => ({ format: FORMATS[name], ranges })),
        styles: Array.from(this.styles, ([style, ranges]) => ({ style, ranges })),
        widths: { first: firstWidth, second: secondWidth, others: otherWidth },
        frozenRows: this.shape.frozenRows,
        charts: this.charts,
        rules: this.rules,
      },
    };
  }
}

/** A block of cells in A1 notation. Row and column count from 1. */
export function a1(row: number, column: number, rows = 1, columns = 1): string {
  const first = `${columnLetters(column - 1)}${row}`;
  return rows === 1 && columns === 1
    ? first
    : `${first}:${columnLetters(column + columns - 2)}${row + rows - 1}`;
}
