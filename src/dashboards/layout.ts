import type { KeyPart } from '../figures/group-keys';
import {
  COUNT_FORMAT,
  DAY_FORMAT,
  DIFFERENCE_FORMAT,
  PERCENTAGE_FORMAT,
  POINTS_FORMAT,
  SHORT_DAY_FORMAT,
} from '../limits';
import { a1, columnLetters, type SheetValue } from '../reports/sheet/cells';
import type { DropDown } from './choice';
import type { Chart, Column, Dashboard, ShownMeaning, Table, Tile } from './dashboard';
import { shortened } from './dashboard-texts';

/** A dashboard's block reaches from column A to this one: so many columns are in sight beside an open sidebar. */
export const BLOCK_COLUMNS = 11;
/** Where a name and a period are chosen; the period has two cells, as one. */
export const [CHOICE_CELLS, MERGED_CELLS] = ['A2:C2', 'B2:C2'];
/** Pixels. Column A is as wide as three others. */
export const WIDTHS = { first: 246, others: 83 } as const;
/** Letters that a column has room for. */
const LETTERS = 12;
/** Letters of a line that are in sight, from column A to the last one of the block. */
export const LINE_LETTERS = 170;
/** The first columns of the tiles: all but the first, which is in A, have two. */
const TILE_COLUMNS = [1, 2, 4, 6, 8, 10];
/** Lists stand beside the chart from this column on. */
const BESIDE = 6;
/** The height of a row, and what a heading in two lines adds to it, in pixels. */
const [ROW_PIXELS, WRAPPED_PIXELS] = [21, 16];
/** The widths of charts, in pixels. */
const CHART_PIXELS = { narrow: 572, wide: 1060 } as const;
/** Rows that a chart beside lists takes at least, that a wide one takes at most, and those that it takes besides its bars. */
const [LEAST_CHART_ROWS, MOST_CHART_ROWS, LEGEND_ROWS] = [10, 16, 4];
const MOST_NOTES = 5;
/** The column that cells are tinted by. */
const TARGET = 'Target';
/** Points below its target from which a cell is tinted darker (our choice). */
const FAR_BELOW = 10;

/** How the line begins that ends a block: people may write below it. */
export const LAST_LINE = 'Updated automatically.';
const END = `${LAST_LINE} Write your own notes below this line or right of column ${columnLetters(BLOCK_COLUMNS - 1)}.`;

/** Fewer positions than these make a percentage that means little. */
export const SMALL_COUNT = 10;

/** The one accent, and the one colour for what needs attention. Told apart without red and green. */
export const COLOURS = { accent: '#1a73e8', warning: '#b3500b', beside: '#bdc1c6' } as const;

/** How tiles end that need attention. */
export const [WORSE, MISSED] = ['worse', 'missed'];

const FORMATS = {
  day: DAY_FORMAT,
  shortDay: SHORT_DAY_FORMAT,
  count: COUNT_FORMAT,
  percentage: PERCENTAGE_FORMAT,
  points: POINTS_FORMAT,
  difference: DIFFERENCE_FORMAT,
} as const;

/** What a style sets. */
export interface CellLook {
  /** In points. */
  readonly size?: number;
  readonly colour?: string;
  readonly weight?: 'bold';
  readonly background?: string;
  readonly alignment?: 'left' | 'center' | 'right';
  readonly wrap?: true;
  /** The colour of its left border. */
  readonly edge?: string;
  /** Its number format. */
  readonly format?: string;
}

/** How cells are set apart. */
export const STYLES = {
  title: { size: 18, weight: 'bold' },
  muted: { size: 9, colour: '#5f6368' },
  choice: { background: '#e8eaed', alignment: 'left' },
  warning: { colour: COLOURS.warning, weight: 'bold' },
  sentence: { size: 12, background: '#e8f0fe' },
  section: { size: 12, weight: 'bold' },
  heading: { weight: 'bold', wrap: true, background: '#f1f3f4' },
  tile: { background: '#f1f3f4', alignment: 'left' },
  'tile edge': { edge: '#ffffff' },
  'tile label': { size: 9, colour: '#5f6368' },
  'tile value': { size: 16 },
  'tile note': { size: 9 },
  total: { weight: 'bold' },
  left: { alignment: 'left' },
  center: { alignment: 'center' },
  right: { alignment: 'right' },
  unseen: { colour: '#ffffff' },
} as const satisfies Readonly<Record<string, CellLook>>;

type StyleName = keyof typeof STYLES;

/** What a rule sets: the letters, or what is behind them. */
export type RuleLook = 'grey' | 'warning' | 'tint' | 'light tint';

/** A conditional format. */
export interface PlannedRule {
  readonly ranges: readonly string[];
  readonly look: RuleLook;
  /**
   * How a text ends, or a formula from `=` on. Formulas are read as if typed: without an argument separator, which locales
   * differ in, and for the first cell of the first range.
   */
  readonly when: string;
}

/** A chart on cells of its own sheet. */
export interface PlannedChart {
  readonly kind: Chart['kind'];
  /** In A1 notation: the categories first, then each series; the first row names them. */
  readonly ranges: readonly string[];
  /** The cell in whose upper left corner it begins, counted from 1. */
  readonly row: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** How a block looks, besides its cells. */
export interface BlockLook {
  readonly rows: number;
  /** Number formats and styles, each with its ranges in A1 notation. */
  readonly formats: readonly (readonly [format: string, ranges: readonly string[]])[];
  readonly styles: readonly (readonly [style: StyleName, ranges: readonly string[]])[];
  readonly rules: readonly PlannedRule[];
  readonly chart: PlannedChart | undefined;
  /** What the drop-downs in `CHOICE_CELLS` offer; none where there are none. */
  readonly drops: readonly (readonly string[])[];
}

/** A cell with its place, so that it can be explained. */
export interface PlacedCell {
  readonly value: SheetValue;
  readonly meaning?: ShownMeaning | undefined;
  /** The records that it counts; absent for a text that is about none. */
  readonly keys?: readonly KeyPart[];
}

/** A dashboard on its sheet, from A1 on. */
export interface Page {
  readonly cells: readonly (readonly (PlacedCell | undefined)[])[];
  readonly look: BlockLook;
}

/** What a sheet holds of a dashboard before its look changes. */
export interface FormerBlock {
  /** 0 for a new one. */
  readonly rows: number;
  /** The cells that its chart showed; undefined if it had none. A chart that someone deleted is not made again. */
  readonly chart: string | undefined;
}

/** Gives blocks their look. */
export interface DashboardLooks {
  /**
   * Sets formats, conditional formats and the chart of a sheet's block. What lies outside of it stays. Fewer than 20 service
   * calls.
   *
   * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
   */
  apply(sheetId: number, look: BlockLook, former: FormerBlock): void;
}

/** What stands above the dashboard itself. */
export interface PageHead {
  readonly title: string;
  /** Drop-downs before the next; undefined where there are none. */
  readonly drops?: readonly DropDown[] | undefined;
  /** The days, what they are compared with, the time of the data. */
  readonly period: string;
  /** What a reader must know first; empty where nothing. */
  readonly warning: string;
  /** What `noticeFormula` shows besides once the report is no longer refreshed. */
  readonly overdue: string;
}

/** Places a dashboard: head, sentence and tiles; the chart with its lists beside it; tables; notes. */
export function layOut(
  { title, drops = [], period, warning, overdue }: PageHead,
  dashboard: Dashboard,
): Page {
  const grid = new Grid();
  grid.line(title, 'title');
  if (drops.length > 0) placeDrops(grid, drops, period);
  else grid.line(period, 'muted');
  grid.line(warning, 'warning');
  grid.line(dashboard.sentence, 'sentence');
  for (const line of halves(dashboard.why ?? '')) grid.line(line);
  placeTiles(grid, dashboard.tiles);
  const chart = dashboard.chart && isDrawn(dashboard.chart) ? dashboard.chart : undefined;
  const { lists, tables } = dashboard;
  const isBeside = chart !== undefined && !chart.isWide;
  const top = grid.end + 1;
  const beside = isBeside ? placeAll(grid, lists, top, BESIDE) : top;
  const bars = Math.min(chart?.most ?? 0, chart?.of.rows.length ?? 0);
  const rows = isBeside
    ? Math.max(LEAST_CHART_ROWS, beside - 1 - top - 1)
    : Math.min(MOST_CHART_ROWS, bars + LEGEND_ROWS);
  const below = chart === undefined ? top : top + 1 + rows + 1;
  if (chart !== undefined) {
    grid.section(top, 1, chart.title);
    grid.reach(below - 1);
  }
  placeAll(grid, isBeside ? tables : [...lists, ...tables], below, 1);
  const notes = dashboard.notes.slice(0, MOST_NOTES);
  if (notes.length > 0) grid.line('');
  for (const note of [...notes, '', END]) grid.line(note, 'muted');
  const last = grid.end - 1;
  if (drops.length > 0) grid.put(last, WAITING_COLUMN, { value: WAITING });
  grid.put(last, BLOCK_COLUMNS, { value: overdue });
  for (const column of [WAITING_COLUMN, BLOCK_COLUMNS]) grid.style('unseen', a1(last, column));
  return grid.page(
    chart &&
      chartOn(grid, chart, top + 1, rows * ROW_PIXELS - 10 + (isBeside ? lists.length * WRAPPED_PIXELS : 0)),
  );
}

/** What row 3 says from a choice on until the dashboard is made: shown by the sheet itself, also where no script runs. */
const WAITING =
  'Working on your choice. If this stays for a minute, build the dashboard again in the sidebar.';
/** The column of the last row that holds it; the one before is blank. */
const WAITING_COLUMN = 9;

/** A row of the status sheet below all reports. */
const BLANK_ROW = 500;

/** A text as it stands in a formula. */
function quoted(text: string): string {
  return `"${text.replace(/"/g, '""')}"`;
}

/** What refers to a cell of the last row if a condition is more than 0, else to the blank one before it. */
function lastRowCell(column: number, condition: string, lastRow: number): string {
  return `INDIRECT(CHAR(${63 + column}+SIGN(${condition}))&"${lastRow}")`;
}

/** What A3 follows besides its warning. */
interface Followed {
  /** The report's name on the status sheet, and that sheet's name; absent where there is none. */
  readonly status?: { readonly report: string; readonly sheet: string } | undefined;
  /** What the drop-downs show; absent where there are none. */
  readonly chosen?: readonly string[] | undefined;
}

/**
 * What A3 holds: the warning; while the status sheet says that the report failed, waits or is late, since when it was not
 * refreshed and why; and while the drop-downs show something else than the figures, that it works. An ordinary formula, so
 * that it works without the script; without argument separators, which locales differ in.
 */
export function noticeFormula(warning: string, lastRow: number, { status, chosen }: Followed): string {
  const parts = [quoted(warning)];
  if (status !== undefined) {
    const sheet = `'${status.sheet.replace(/'/g, "''")}'!`;
    const [names, states, late] = ['A', 'B', 'E'].map(
      (letter) => `${sheet}${letter}2:${letter}${BLANK_ROW - 1}`,
    );
    const isWrong = `(${states}<>"OK")*(${states}<>"OK, sample")`;
    const rowOf = (condition: string) =>
      `SUMPRODUCT((${names}=${quoted(status.report)})*${condition}*ROW(${names}))`;
    parts.push(lastRowCell(BLOCK_COLUMNS, rowOf(`((${isWrong}+(${late}=1))>0)`), lastRow));
    parts.push(`INDIRECT("${sheet}C"&(${rowOf(isWrong)}+${BLANK_ROW}*(0=${rowOf(isWrong)})))`);
  }
  if (chosen !== undefined) {
    const differs = chosen.map((text, at) => `(${'AB'.charAt(at)}2<>${quoted(text)})`).join('+');
    parts.push(lastRowCell(WAITING_COLUMN, differs, lastRow));
  }
  return parts.length === 1 ? warning : `=TRIM(${parts.join('&" "&')})`;
}

/** Whether a chart has several rows to show, and a number among them. */
function isDrawn({ of: { columns, rows, hasTotal = false }, columns: [, first] }: Chart): boolean {
  const at = columns.findIndex(({ heading }) => heading === first);
  return rows.length > 1 + Number(hasTotal) && rows.some(({ cells }) => typeof cells[at] === 'number');
}

/** A sentence in one line or, broken near its middle, two. */
function halves(text: string): string[] {
  if (text.length <= LINE_LETTERS) return [text];
  const end = text.lastIndexOf(' ', Math.ceil(text.length / 2) + LETTERS);
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Drop-downs, and a text right of them. */
function placeDrops(grid: Grid, drops: readonly DropDown[], text: string): void {
  const row = grid.end;
  drops.forEach(({ shown, offered }, at) => {
    grid.put(row, 1 + at, { value: shown });
    grid.drops.push(offered);
  });
  // What is chosen stays a text, whatever it looks like.
  grid.format({ pattern: '@' }, CHOICE_CELLS);
  grid.style('choice', CHOICE_CELLS);
  for (const column of [2, 4]) grid.style('tile edge', a1(row, column));
  grid.put(row, 4, { value: text });
  grid.style('muted', a1(row, 4, 1, BLOCK_COLUMNS - 3));
}

function placeTiles(grid: Grid, tiles: readonly Tile[]): void {
  const top = grid.end;
  const lines = Math.max(0, ...tiles.map(({ notes }) => notes.filter(Boolean).length));
  if (tiles.length === 0) return;
  tiles.forEach(({ words, value, format, meaning, keys = [], notes }, at) => {
    const column = TILE_COLUMNS[at] as number;
    grid.put(top, column, { value: words, meaning });
    grid.put(top + 1, column, { value, meaning, keys });
    grid.format(format, a1(top + 1, column));
    notes.filter(Boolean).forEach((value, down) => {
      grid.put(top + 2 + down, column, { value });
    });
    if (column > 1) grid.style('tile edge', a1(top, column, 2 + lines));
  });
  const width = (TILE_COLUMNS[tiles.length] ?? BLOCK_COLUMNS + 1) - 1;
  const row = (down: number, rows = 1) => a1(top + down, 1, rows, width);
  grid.style('tile', row(0, 2 + lines));
  grid.style('tile label', row(0));
  grid.style('tile value', row(1));
  if (lines > 0) {
    grid.style('tile note', row(2, lines));
    // Not of what was just missed.
    for (const when of [WORSE, `: ${MISSED}`])
      grid.rules.push({ ranges: [row(2, lines)], look: 'warning', when });
  }
  grid.reach(top + 1 + lines);
}

/** Places tables that have rows below each other. @returns The row below the last one and a blank one. */
function placeAll(grid: Grid, tables: readonly Table[], top: number, left: number): number {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  return filled.reduce((row, table) => placeTable(grid, table, row, left) + 1, top);
}

/** @returns The row below it. */
function placeTable(grid: Grid, table: Table, top: number, left: number): number {
  const { title, columns, rows, hasTotal = false, more } = table;
  const [heading, first] = [top + 1, top + 2];
  const places: number[] = [];
  let end = left;
  for (const { room = 1 } of columns) {
    places.push(end);
    end += end === 1 ? Math.max(1, room - 2) : room;
  }
  grid.section(top, left, title);
  columns.forEach(({ heading: text, meaning, room = 1, format, align, across = [] }, at) => {
    const place = places[at] as number;
    grid.put(heading, place, { value: text, meaning });
    rows.forEach(({ cells, keys }, down) => {
      const value = cells[at] ?? null;
      const fitted = typeof value === 'string' ? shortened(value, room * LETTERS - 1) : value;
      grid.put(first + down, place, { value: fitted, meaning, keys: [...keys, ...across] });
    });
    if (typeof text === 'number') grid.format('shortDay', a1(heading, place));
    if (format !== undefined) grid.format(format, a1(first, place, rows.length));
    const isText = format === undefined || format === 'day' || format === 'shortDay';
    grid.style(align ?? (isText ? 'left' : 'right'), a1(heading, place, 1 + rows.length));
  });
  grid.style('heading', a1(heading, left, 1, end - left));
  if (hasTotal) grid.style('total', a1(first, left, 1, end - left));
  grid.tables.set(table, { heading, places });
  grid.rules.push(...rulesOf(table, first, places));
  if (more === undefined) return first + rows.length;
  grid.put(first + rows.length, left, { value: more });
  grid.style('muted', a1(first + rows.length, left));
  return first + rows.length + 1;
}

/** The rules for cells that need attention or rest on too few records. The first one that fits a cell decides. */
function rulesOf(
  { columns, rows, hasTotal = false, fewBy, heat }: Table,
  first: number,
  places: readonly number[],
): PlannedRule[] {
  const rangesOf = (isOf: (column: Column) => boolean, skip = 0) =>
    columns.flatMap((column, at) =>
      isOf(column) && rows.length > skip ? [a1(first + skip, places[at] as number, rows.length - skip)] : [],
    );
  /** The first cell of a column, its letters fixed. */
  const cellOf = (name: string | undefined) => {
    const at = columns.findIndex(({ heading }) => heading === name);
    return at < 0 ? undefined : `$${a1(first, places[at] as number)}`;
  };
  const [few, target] = [cellOf(fewBy), cellOf(TARGET)];
  const isByTarget = heat === 'by target' && target !== undefined;
  // The row of all rows has no tint of its own, but beside a target.
  const heated = rangesOf(({ isHeated = false }) => isHeated, isByTarget ? 0 : Number(hasTotal));
  const cell = heated[0]?.replace(/:.*/, '');
  const [light, dark] = typeof heat === 'object' ? heat : [0, 0];
  const tinted = (than: string | number) =>
    isByTarget
      ? `=ISNUMBER(${cell})*ISNUMBER(${target})*(${cell}<${than})`
      : `=ISNUMBER(${cell})*(${cell}${dark < light ? '<' : '>'}${than})`;
  const isShare = ({ format }: Column) => format === 'percentage' || format === 'points';
  const warned = columns.flatMap((column): PlannedRule[] => {
    const ranges = rangesOf((one) => one === column && column.warns !== undefined);
    return ranges.map((range) => ({
      ranges,
      look: 'warning',
      when: `=${range.replace(/:.*/, '')}=${quoted(column.warns as string)}`,
    }));
  });
  return [
    ...warned,
    {
      ranges: few === undefined ? [] : rangesOf(isShare),
      look: 'grey',
      when: `=ISNUMBER(${few})*(${few}<${SMALL_COUNT})`,
    } as const,
    // `5 of 7`, and ranges: neither has a tint.
    { ranges: heated, look: 'grey', when: `=ISTEXT(${cell})` } as const,
    ...(heat === undefined || (heat === 'by target' && !isByTarget)
      ? []
      : [
          {
            ranges: heated,
            look: 'tint',
            when: tinted(isByTarget ? `${target}-${FAR_BELOW}` : dark),
          } as const,
          { ranges: heated, look: 'light tint', when: tinted(isByTarget ? target : light) } as const,
        ]),
  ].filter(({ ranges }) => ranges.length > 0);
}

/** The place of a chart's cells; its own is below its title. */
function chartOn(
  { tables }: Grid,
  { kind, of, columns, most, isWide = false }: Chart,
  row: number,
  height: number,
): PlannedChart {
  const { heading, places } = tables.get(of) as TablePlace;
  const ranges = columns.map((name) => {
    const at = of.columns.findIndex((column) => column.heading === name);
    return a1(heading, places[at] as number, 1 + Math.min(most, of.rows.length));
  });
  return { kind, ranges, row, width: isWide ? CHART_PIXELS.wide : CHART_PIXELS.narrow, height };
}

/** Where a table stands. */
interface TablePlace {
  readonly heading: number;
  readonly places: readonly number[];
}

/** A page while it is laid out. Rows and columns count from 1. */
class Grid {
  readonly rules: PlannedRule[] = [];
  readonly tables = new Map<Table, TablePlace>();
  readonly drops: (readonly string[])[] = [];
  private readonly cells: (PlacedCell | undefined)[][] = [];
  private readonly formats = new Map<string, string[]>();
  private readonly styles = new Map<StyleName, string[]>();

  /** The first row below everything so far. */
  get end(): number {
    return this.cells.length + 1;
  }

  /** Makes sure that there are so many rows. */
  reach(row: number): void {
    while (this.cells.length < row) this.cells.push(new Array<undefined>(BLOCK_COLUMNS).fill(undefined));
  }

  put(row: number, column: number, cell: PlacedCell): void {
    this.reach(row);
    (this.cells[row - 1] as (PlacedCell | undefined)[])[column - 1] = cell;
  }

  /** A text in the next row. */
  line(text: string, style?: StyleName): void {
    const row = this.end;
    this.put(row, 1, { value: text });
    if (style !== undefined) this.style(style, a1(row, 1, 1, style === 'title' ? 1 : BLOCK_COLUMNS));
  }

  section(row: number, column: number, text: string): void {
    this.put(row, column, { value: text });
    this.style('section', a1(row, column));
  }

  format(format: NonNullable<Column['format']>, range: string): void {
    const pattern = typeof format === 'string' ? FORMATS[format] : format.pattern;
    this.formats.set(pattern, [...(this.formats.get(pattern) ?? []), range]);
  }

  style(style: StyleName, range: string): void {
    this.styles.set(style, [...(this.styles.get(style) ?? []), range]);
  }

  page(chart: PlannedChart | undefined): Page {
    const { cells, formats, styles, rules, drops } = this;
    return {
      cells,
      look: { rows: cells.length, formats: [...formats], styles: [...styles], rules, chart, drops },
    };
  }
}
