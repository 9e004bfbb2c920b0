import { fitText } from '../employer-api/text';
import type { KeyPart } from '../figures/group-keys';
import { COUNT_FORMAT, DAY_FORMAT, PERCENTAGE_FORMAT, POINTS_FORMAT, SHORT_DAY_FORMAT } from '../limits';
import { a1, columnLetters, type SheetValue } from '../reports/sheet/cells';
import type { CellRule } from '../reports/sheet/sheets';
import type { DropDown } from './choice';
import type { Chart, Column, Dashboard, ShownMeaning, Table, Tile } from './dashboard';

/** A dashboard's block reaches from column A to this one: so many columns are in sight beside an open sidebar. */
export const BLOCK_COLUMNS = 11;
/** Where a name and a period are chosen; the period has two cells, as one. A text stands beside them. */
export const [CHOICE_CELLS, MERGED_CELLS] = ['A2:C2', 'B2:C2'];
const TEXT_COLUMN = 4;
/** Pixels. Column A is as wide as three others. */
export const WIDTHS = { first: 246, others: 83 } as const;
/** Letters that a column has room for. */
const LETTERS = 12;
/** Letters of a line that are in sight, from column A to the last one of the block. */
export const LINE_LETTERS = 170;
/** Lists stand beside the chart from this column on. */
const BESIDE = 6;
/** The height of a row, in pixels, where no heading takes two lines: below a chart one stays blank. */
const ROW_PIXELS = 21;
/** The widths of charts, in pixels. */
const CHART_PIXELS = { narrow: 572, wide: 1060 } as const;
/** Rows that a chart beside lists takes at least, that a wide one takes at most, and those that it takes besides its bars. */
const [LEAST_CHART_ROWS, MOST_CHART_ROWS, LEGEND_ROWS] = [10, 16, 4];
const MOST_NOTES = 5;
/** The column that cells are tinted by. */
const TARGET = 'Target';

/** How the line begins that ends a block: people may write below it. */
export const LAST_LINE = 'Updated automatically.';
const END = `${LAST_LINE} Write your own notes below this line or right of column ${columnLetters(BLOCK_COLUMNS - 1)}.`;

/** Fewer positions than these make a percentage that means little. */
export const SMALL_COUNT = 10;
const GREY = `Grey: out of fewer than ${SMALL_COUNT}, or depends on the definition`;

/** The one accent, and the one colour for what needs attention. Told apart without red and green. */
export const COLOURS = { accent: '#1a73e8', warning: '#b3500b' } as const;

/** What the lines of tiles contain that need attention. */
export const [WORST, MISSED] = ['the worst', 'missed'] as const;

/** What sets a cell apart. */
export interface CellLook {
  /** In points. */
  readonly size?: number;
  readonly colour?: string;
  readonly weight?: 'bold';
  readonly background?: string;
  readonly alignment?: 'left' | 'center' | 'right';
  readonly wrap?: true;
  /** Whether a white line sets it off from what is left of it. */
  readonly edge?: true;
  /** Its number format. */
  readonly format?: string;
}

const MUTED = { size: 9, colour: '#5f6368' } as const;
const EDGE = { edge: true } as const;
const LOOKS = {
  title: { size: 18, weight: 'bold' },
  // What is chosen stays a text, whatever it looks like.
  choice: { background: '#e8eaed', alignment: 'left', format: '@' },
  warning: { colour: COLOURS.warning, weight: 'bold' },
  sentence: { size: 12, background: '#e8f0fe' },
  section: { size: 12, weight: 'bold' },
  heading: { weight: 'bold', background: '#f1f3f4' },
  tile: { background: '#f1f3f4', alignment: 'left' },
  total: { weight: 'bold' },
  unseen: { colour: '#ffffff' },
} as const satisfies Readonly<Record<string, CellLook>>;
/** The label of a tile, its figure, and the lines below. */
const TILE_LOOKS: readonly CellLook[] = [MUTED, { size: 16 }, { size: 9 }];

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

/** How a block looks, besides its texts and numbers. */
export interface BlockLook {
  readonly cells: readonly (readonly CellLook[])[];
  readonly rules: readonly CellRule[];
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
  readonly cells: readonly (readonly PlacedCell[])[];
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
  { sentence, why = '', tiles, chart, lists, tables, notes }: Dashboard,
): Page {
  const grid = new Grid();
  grid.line(title, LOOKS.title);
  const textColumn = drops.length > 0 ? TEXT_COLUMN : 1;
  grid.dress(2, 1, textColumn - 1, LOOKS.choice);
  grid.dress(2, textColumn, BLOCK_COLUMNS + 1 - textColumn, MUTED);
  drops.forEach(({ shown }, at) => {
    grid.put(2, 1 + at, { value: shown }, at > 0 ? EDGE : {});
  });
  grid.put(2, textColumn, { value: period }, drops.length > 0 ? EDGE : {});
  grid.line(warning, LOOKS.warning);
  grid.line(sentence, LOOKS.sentence);
  for (const line of [...inLines(why, LINE_LETTERS).filter(Boolean), '']) grid.line(line);
  placeTiles(grid, tiles);
  const top = grid.end + 1;
  const drawn = chart && isDrawn(chart) ? chart : undefined;
  const beside = drawn ? lists.filter(hasRows) : [];
  const isWide = beside.length === 0;
  let [below, height] = [top, 0];
  if (drawn) {
    grid.put(top, 1, { value: drawn.title }, LOOKS.section);
    // What nothing else shows feeds the chart from below it.
    const isHidden = ![...lists, ...tables].includes(drawn.of);
    const covered = isHidden ? placeTable(grid, drawn.of, top, 1) - top : 0;
    const rows = isWide
      ? Math.max(covered, Math.min(MOST_CHART_ROWS, drawn.of.rows.length + LEGEND_ROWS))
      : Math.max(covered, LEAST_CHART_ROWS, placeAll(grid, beside, top, BESIDE) - top - 2);
    below = top + rows + 2;
    height = rows * ROW_PIXELS;
    grid.reach(below - 1);
  }
  placeAll(grid, [...(drawn ? [] : lists), ...tables], below, 1);
  const lines: string[] = [];
  const grey = `${GREY}; ${chart?.kind === 'bar' ? 'no bar, ' : ''}never called weakest.`;
  for (const sentence of hasGrey([...lists, ...tables]) ? [grey, ...notes] : notes) {
    const longer = [...lines.slice(-1), sentence].join(' ');
    if (longer.length > LINE_LETTERS) lines.push(sentence);
    else lines.splice(-1, 1, longer);
  }
  for (const note of ['', ...lines.slice(0, MOST_NOTES), '', END]) grid.line(note, MUTED);
  const last = grid.end - 1;
  grid.put(last, WAITING_COLUMN, { value: drops.length > 0 ? WAITING : null }, LOOKS.unseen);
  grid.put(last, BLOCK_COLUMNS, { value: overdue }, LOOKS.unseen);
  grid.put(last, OUTDATED_COLUMN, { value: OUTDATED }, LOOKS.unseen);
  const { cells, looks, rules } = grid;
  const planned = drawn && chartOn(grid, drawn, { row: top + 1, isWide, height });
  return { cells, look: { cells: looks, rules, chart: planned, drops: drops.map(({ offered }) => offered) } };
}

/** What row 3 says from a choice on until the dashboard is made: shown by the sheet itself, also where no script runs. */
const WAITING =
  'Working on your choice. If this stays for a minute, build the dashboard again in the sidebar.';
/** What row 3 says while the dashboard and its table come from different refreshes. */
const OUTDATED = 'Not updated with the table: press Refresh in the sidebar.';
/** The columns of the last row that hold them; the ones before are blank. */
const [WAITING_COLUMN, OUTDATED_COLUMN] = [9, 5];

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

/**
 * What A3 holds: the warning; while the status sheet says that the report failed, waits or is late, since when it was not
 * refreshed and why; while that sheet has another time of the table, that these are not its figures; and while the drop-downs
 * show something else than the figures, that it works. An ordinary formula, so that it works without the script; without
 * argument separators, which locales differ in.
 *
 * @param status The report's and its sheet's name, and when the table shown was refreshed, as a serial number, 0 for never.
 * @param chosen What the drop-downs show; absent where there are none.
 */
export function noticeFormula(
  warning: string,
  lastRow: number,
  status?: { readonly report: string; readonly sheet: string; readonly refreshed: number },
  chosen?: readonly string[],
): string {
  const parts = [quoted(warning)];
  if (status !== undefined) {
    const sheet = `'${status.sheet.replace(/'/g, "''")}'!`;
    const [names, states, late, refreshed] = ['A', 'B', 'E', 'D'].map(
      (letter) => `${sheet}${letter}2:${letter}${BLANK_ROW - 1}`,
    );
    const fine = ['OK', 'Empty'].flatMap((state) => [state, `Sample: ${state}`]);
    const isWrong = fine.map((state) => `(${states}<>${quoted(state)})`).join('*');
    const rowOf = (condition: string) =>
      `SUMPRODUCT((${names}=${quoted(status.report)})*${condition}*ROW(${names}))`;
    parts.push(lastRowCell(BLOCK_COLUMNS, rowOf(`((${isWrong}+(${late}=1))>0)`), lastRow));
    parts.push(`INDIRECT("${sheet}C"&(${rowOf(isWrong)}+${BLANK_ROW}*(0=${rowOf(isWrong)})))`);
    // In whole seconds: locales differ in the sign of decimals.
    const [before, after] = [-1, 1].map((more) => `${Math.round(status.refreshed * 86_400) + more}/86400`);
    const isOther = `(((${refreshed}<${before})+(${refreshed}>${after}))>0)`;
    parts.push(lastRowCell(OUTDATED_COLUMN, rowOf(isOther), lastRow));
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

/** A text, broken between words into so many lines of so many letters. */
export function inLines(text: string, letters: number, most = 3): string[] {
  const end = text.length <= letters || most === 1 ? -1 : text.lastIndexOf(' ', letters);
  if (end < 0) return [fitText(text, letters)];
  return [fitText(text.slice(0, end), letters), ...inLines(text.slice(end + 1), letters, most - 1)];
}

function placeTiles(grid: Grid, tiles: readonly Tile[]): void {
  const top = grid.end;
  const lines = Math.max(0, ...tiles.map(({ notes }) => notes.filter(Boolean).length));
  tiles.forEach(({ words, value, format, meaning, keys = [], warns = false, notes }, at) => {
    // The first is in A, the others have two columns.
    const column = Math.max(1, 2 * at);
    const texts = [value, ...notes.filter(Boolean)].map((one) => ({ value: one, meaning, keys }));
    const cells: PlacedCell[] = [{ value: words, meaning }, ...texts];
    for (let down = 0; down < 2 + lines; down += 1) {
      const look = { ...LOOKS.tile, ...TILE_LOOKS[Math.min(down, 2)] };
      grid.dress(top + down, column, column === 1 ? 1 : 2, look);
      grid.put(top + down, column, cells[down] ?? { value: null }, column === 1 ? {} : EDGE);
    }
    grid.dress(top + 1, column, 1, { format });
    const cell = a1(top + 1, column);
    if (warns) grid.rules.push({ ranges: [cell], look: 'warning', when: `=${cell}>0` });
  });
  if (lines === 0) return;
  const ranges = [a1(top + 2, 1, lines, BLOCK_COLUMNS)];
  // Not of what was just missed.
  for (const when of [WORST, `: ${MISSED}`]) grid.rules.push({ ranges, look: 'warning', when });
}

function hasRows({ rows }: Table): boolean {
  return rows.length > 0;
}

/** Places tables that have rows below each other. @returns The row below the last one and a blank one. */
function placeAll(grid: Grid, tables: readonly Table[], top: number, left: number): number {
  return tables.filter(hasRows).reduce((row, table) => placeTable(grid, table, row, left) + 1, top);
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
  grid.put(top, left, { value: title }, LOOKS.section);
  grid.dress(heading, left, end - left, LOOKS.heading);
  if (hasTotal) grid.dress(first, left, end - left, LOOKS.total);
  columns.forEach(({ heading: text, meaning, room = 1, format, align, across = [] }, at) => {
    const place = places[at] as number;
    const isText = format === undefined || format === DAY_FORMAT || format === SHORT_DAY_FORMAT;
    const alignment = align ?? (isText ? 'left' : 'right');
    const isDay = typeof text === 'number';
    grid.put(
      heading,
      place,
      { value: text, meaning },
      // Where it has several columns there is room in one line.
      { alignment, ...(isDay && { format: SHORT_DAY_FORMAT }), ...(room === 1 && { wrap: true }) },
    );
    rows.forEach(({ cells, formats, keys }, down) => {
      const value = cells[at] ?? null;
      const fitted = typeof value === 'string' ? fitText(value, room * LETTERS - 1) : value;
      const cell = { value: fitted, meaning, keys: [...keys, ...across] };
      const own = formats[at] ?? format;
      grid.put(first + down, place, cell, { alignment, ...(own && { format: own }) });
    });
  });
  grid.tables.set(table, { heading, places });
  grid.rules.push(...rulesOf(table, first, places));
  if (more === undefined) return first + rows.length;
  grid.put(first + rows.length, left, { value: more }, MUTED);
  return first + rows.length + 1;
}

/** From so many points off their target on, cells are darker. */
export const [DARKER, DARKEST] = [5, 10];
/** Whether a column has grey cells: percentages and gaps out of few, and texts: `5 of 7`, and ranges. */
function hasGreyCells({ heading, format, isHeated = false }: Column): boolean {
  return isHeated || (heading !== TARGET && (format === PERCENTAGE_FORMAT || format === POINTS_FORMAT));
}

/** Whether something on these tables is grey. */
function hasGrey(tables: readonly Table[]): boolean {
  return tables.some(({ columns, rows, fewBy }) =>
    rows.some(({ cells }) =>
      columns.some((column, at) => {
        const cell = cells[at];
        if (typeof cell !== 'number') return typeof cell === 'string' && hasGreyCells(column);
        return column.heading === fewBy && cell > 0 && cell < SMALL_COUNT;
      }),
    ),
  );
}

/** The rules for cells that need attention or rest on too few records. */
function rulesOf(
  { columns, rows, hasTotal = false, fewBy, heat }: Table,
  first: number,
  places: readonly number[],
): CellRule[] {
  const rangesOf = (isOf: (column: Column) => boolean, skip = 0) =>
    columns.flatMap((column, at) =>
      isOf(column) ? [a1(first + skip, places[at] as number, rows.length - skip)] : [],
    );
  const cellOf = ([range = '']: readonly string[]) => range.replace(/:.*/, '');
  /** The first cell of a column, its letters fixed. */
  const fixed = (name?: string) => `$${cellOf(rangesOf(({ heading }) => heading === name))}`;
  const [greyed, few] = [rangesOf(hasGreyCells), fixed(fewBy)];
  // A sum of all would always stand out.
  const isOfSums = columns.some(({ isHeated, format }) => isHeated && format === COUNT_FORMAT);
  const skipped = Number(hasTotal && isOfSums);
  const heated = rangesOf(({ isHeated = false }) => isHeated, skipped);
  const tints = ({ isBelow, byTarget }: NonNullable<typeof heat>): CellRule[] => {
    // In tenths of what is shown, rounded: no one sees more digits, and locales differ in the sign of decimals.
    const digits = columns.some(({ isHeated, format }) => isHeated && format === PERCENTAGE_FORMAT) ? 10 : 1;
    const written = (cell: string, times = 10) => `INT(${cell}*${times}+1/2)*${10 / times}`;
    const [cell, target] = [cellOf(heated), fixed(TARGET)];
    const [side, sign, away] = isBelow ? [-1, '<', '-'] : [1, '>', '+'];
    const shown = rows.slice(skipped).flatMap(({ cells }) =>
      columns.flatMap(({ isHeated }, at) => {
        const value = cells[at];
        return isHeated && typeof value === 'number' ? side * Math.floor(value * digits + 1 / 2) : [];
      }),
    );
    shown.sort((one, other) => one - other);
    // The first rule that fits a cell decides.
    return (['dark ', '', 'pale '] as const).flatMap((step, at) => {
      const tenths = [10 * DARKEST - 1, 10 * DARKER - 1, 0][at];
      // Without targets by ninths of all: what is just as low is no lower.
      const [edge] = shown.slice(-1 - Math.floor(((at + 1) * shown.length) / 9));
      if (edge === undefined) return [];
      const [hasTarget, than] = byTarget
        ? [`ISNUMBER(${target})*`, `${written(target)}${away}${tenths}`]
        : ['', (side * edge * 10) / digits];
      const when = `=ISNUMBER(${cell})*${hasTarget}(${written(cell, digits)}${sign}${than})`;
      return { ranges: heated, look: `${step}${byTarget ? 'tint' : 'blue'}`, when } as const;
    });
  };
  const rules: CellRule[] = [
    ...rangesOf(({ warns = false }) => warns).map((range): CellRule => {
      return { ranges: [range], look: 'warning', when: `=${cellOf([range])}=${quoted(MISSED)}` };
    }),
    { ranges: few === '$' ? [] : greyed, look: 'grey', when: `=ISNUMBER(${few})*(${few}<${SMALL_COUNT})` },
    { ranges: greyed, look: 'grey', when: `=ISTEXT(${cellOf(greyed)})` },
    ...(heat ? tints(heat) : []),
  ];
  return rules.filter(({ ranges }) => ranges.length > 0);
}

/** The place of a chart's cells; its own is below its title. */
function chartOn(
  { tables }: Grid,
  { kind, of, columns }: Chart,
  { row, isWide, height }: { readonly row: number; readonly isWide: boolean; readonly height: number },
): PlannedChart {
  const { heading = 0, places = [] } = tables.get(of) ?? {};
  const ranges = columns.map((name) => {
    const at = of.columns.findIndex((column) => column.heading === name);
    return a1(heading, places[at] as number, 1 + of.rows.length);
  });
  return { kind, ranges, row, width: isWide ? CHART_PIXELS.wide : CHART_PIXELS.narrow, height };
}

/** A page while it is laid out. Rows and columns count from 1. */
class Grid {
  readonly rules: CellRule[] = [];
  /** The heading row of each, and its columns. */
  readonly tables = new Map<Table, { readonly heading: number; readonly places: readonly number[] }>();
  readonly cells: PlacedCell[][] = [];
  readonly looks: CellLook[][] = [];

  /** The first row below everything so far. */
  get end(): number {
    return this.cells.length + 1;
  }

  /** Makes sure that there are so many rows. */
  reach(row: number): void {
    while (this.cells.length < row) {
      this.cells.push(new Array<PlacedCell>(BLOCK_COLUMNS).fill({ value: null }));
      this.looks.push(new Array<CellLook>(BLOCK_COLUMNS).fill({}));
    }
  }

  put(row: number, column: number, cell: PlacedCell, look: CellLook = {}): void {
    this.dress(row, column, 1, look);
    (this.cells[row - 1] as PlacedCell[])[column - 1] = cell;
  }

  /** A text in the next row. */
  line(text: string, look: CellLook = {}): void {
    this.put(this.end, 1, { value: text });
    this.dress(this.end - 1, 1, BLOCK_COLUMNS, look);
  }

  /** Adds to the look of cells beside each other. */
  dress(row: number, column: number, columns: number, look: CellLook): void {
    this.reach(row);
    const line = this.looks[row - 1] as CellLook[];
    for (let at = column - 1; at < column - 1 + columns; at += 1) line[at] = { ...line[at], ...look };
  }
}
