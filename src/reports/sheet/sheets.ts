import { attempt } from '../../employer-api/errors';
import {
  COUNT_FORMAT,
  DAY_FORMAT,
  DECIMAL_FORMAT,
  INTEGER_FORMAT,
  MOMENT_FORMAT,
  MONTH_FORMAT,
  PERCENTAGE_FORMAT,
  YEAR_FORMAT,
} from '../../limits';
import type { ReportSheet, ReportSheets } from '../ports';
import { a1, blocked, type ColumnKind, columnLetters, type SheetColumn, sheetRows } from './cells';

/** A column where it stands, from 1; without one, a place that a former table had: it loses its look. */
export interface PlacedColumn {
  readonly at: number;
  readonly column: SheetColumn | undefined;
  /** How many letters its longest text has, to fit the width to. */
  readonly letters?: number | undefined;
}

/** What cells look like: each part is set where it is given. */
interface Look {
  readonly format?: string;
  /** Bold, tinted and in view while people scroll; false takes weight and tint away. */
  readonly isHeading?: boolean;
  readonly wraps?: true;
  /** Texts begin at the top of a row that a wrapped text makes high. */
  readonly isTop?: true;
  readonly side?: 'left' | 'center' | 'right';
  /** How wide their columns are; 0 for hidden ones. */
  readonly pixels?: number;
  /** So many columns of the sheet stay in view while people scroll. */
  readonly frozenColumns?: number;
}

/** A look, and the cells that get it, in A1 notation. */
export interface CellLook extends Look {
  readonly ranges: readonly string[];
}

/** What a conditional format sets: letters, the first two bold, or what is behind them. */
export type RuleLook = 'fine' | 'wrong' | 'grey' | 'warning' | `${'dark ' | '' | 'pale '}${'tint' | 'blue'}`;

/** A conditional format. */
export interface CellRule {
  readonly ranges: readonly string[];
  readonly look: RuleLook;
  /**
   * What a text contains, or a formula from `=` on. Formulas are read as if typed: for the first cell of the first range, and
   * without an argument separator, which locales differ in.
   */
  readonly when: string;
}

/** Removes an earlier format. */
const NO_FORMAT = 'General';

/**
 * The number format of each kind, its usual width in pixels, and its side. `0.0%` would multiply percentages by 100. Days
 * in the middle touch neither a name on their right nor a number on their left.
 */
const KINDS: Readonly<
  Record<ColumnKind, readonly [format: string, pixels: number, side: NonNullable<Look['side']>]>
> = {
  text: [NO_FORMAT, 280, 'left'],
  date: [DAY_FORMAT, 100, 'center'],
  month: [MONTH_FORMAT, 80, 'center'],
  year: [YEAR_FORMAT, 80, 'center'],
  moment: [MOMENT_FORMAT, 130, 'center'],
  integer: [INTEGER_FORMAT, 80, 'right'],
  count: [COUNT_FORMAT, 80, 'right'],
  decimal: [DECIMAL_FORMAT, 80, 'right'],
  percentage: [PERCENTAGE_FORMAT, 80, 'right'],
  boolean: [NO_FORMAT, 80, 'right'],
};

/** Cells with their looks, those of one look together: one call sets it. */
export function byLook(cells: readonly (readonly [range: string, look: Look])[]): CellLook[] {
  const found = new Map<string, Look & { readonly ranges: string[] }>();
  for (const [range, look] of cells) {
    const key = JSON.stringify(look);
    const known = found.get(key) ?? { ...look, ranges: [] };
    known.ranges.push(range);
    found.set(key, known);
  }
  return Array.from(found.values());
}

/**
 * The look of whole columns, so that later rows have it too, and of their headings.
 *
 * @param row The row of the headings.
 * @param last The last row to format. @default the end of the sheet
 */
export function looksOf(columns: readonly PlacedColumn[], row = 1, last: number | '' = ''): CellLook[] {
  const there = columns.flatMap(({ at, column }) => (column ? [{ ...column, at }] : []));
  // What is hidden would only make its row higher.
  const seen = there.filter(({ pixels }) => pixels !== 0);
  const wide = seen.filter(({ pixels }) => pixels !== undefined);
  const below = there.map(({ at }) => [whole(at, row + 1), { isTop: true }] as const);
  const formats = columns.map(({ at, column }) => {
    return [
      `${whole(at, row + 1)}${last}`,
      { format: column?.format ?? KINDS[column?.kind ?? 'text'][0] },
    ] as const;
  });
  return [
    ...byLook([
      ...formats,
      ...columns.map(({ at, column }) => [a1(row, at), { isHeading: column !== undefined }] as const),
      ...seen.map(({ at }) => [a1(row, at), { wraps: true }] as const),
      ...wide.map(({ at }) => [whole(at, row + 1), { wraps: true }] as const),
      ...(wide.length > 0 ? below : []),
      ...there.map(({ at, kind }) => [whole(at, row), { side: KINDS[kind][2] }] as const),
    ]),
    ...widthsOf(columns),
  ];
}

/** A column of the sheet from a row on. */
function whole(at: number, row: number): string {
  const letters = columnLetters(at - 1);
  return `${letters}${row}:${letters}`;
}

/** Neighbours of one width together. */
function widthsOf(columns: readonly PlacedColumn[]): CellLook[] {
  const runs: { first: number; count: number; pixels: number }[] = [];
  for (const { at, column, letters } of columns) {
    if (column === undefined) continue;
    const [pixels, last] = [widthOf(column, letters), runs[runs.length - 1]];
    if (last && last.first + last.count === at && last.pixels === pixels) last.count += 1;
    else runs.push({ first: at, count: 1, pixels });
  }
  return runs.map(({ first, count, pixels }) => ({ ranges: [a1(1, first, 1, count)], pixels }));
}

/** In pixels: a letter of a text, a bold one of a heading, what a capital takes more, and the space beside words. */
const [LETTER, BOLD, CAPITAL, PADDING] = [7, 7.5, 2, 16];
const LEAST_PIXELS = 80;

/**
 * By kind, a text as wide as the longest of its rows up to a limit, and at least as wide as the longest word of the
 * heading: Google Sheets breaks headings at spaces only.
 */
function widthOf({ heading, kind, pixels }: SheetColumn, letters?: number): number {
  if (pixels !== undefined) return pixels;
  const usual = KINDS[kind][1];
  const text = letters === undefined ? usual : Math.max(LEAST_PIXELS, LETTER * letters + PADDING);
  const words = heading
    .split(' ')
    .map((word) => word.length * BOLD + (word.match(/[A-Z_%]/g)?.length ?? 0) * CAPITAL + PADDING);
  return Math.ceil(Math.max(Math.min(usual, text), ...words) / 10) * 10;
}

/** Refuses a person's sheet that has the name of one of ours. @throws {ReportError} `sheet_blocked` */
export function refuseName(name: string): never {
  return blocked(`Rename the sheet “${name}”, which is one of yours: Shift Reports needs its name`);
}

/**
 * Gives a sheet of ours, whose table begins in A1, its look. A refused one is left as it is: it hides no value.
 *
 * @param isNew False where rows were inserted: whether these look as the row above or below is not published, and widths stay
 *   as people left them.
 */
export function dressSheet(sheet: ReportSheet, columns: readonly SheetColumn[], isNew = true): void {
  const placed = columns.map((column, index) => ({ at: 1 + index, column }));
  for (const look of looksOf(placed))
    if (isNew || look.pixels === undefined) attempt(() => sheet.dress(look));
}

/**
 * The sheet of ours with this name and first row; made where there is none. A killed run may have left it blank.
 *
 * @param setUp Makes a blank sheet ready, before its first row is written; left out for a hidden one.
 * @throws {ReportError} `sheet_blocked` if it is a person's sheet.
 */
export function ownSheet(
  sheets: ReportSheets,
  name: string,
  firstRow: readonly string[],
  setUp?: (sheet: ReportSheet) => void,
): ReportSheet {
  const sheet = sheets.byName(name) ?? sheets.create(name, setUp === undefined);
  const [cells = []] = sheet.readBlock(1, 1, 1, Math.min(firstRow.length, sheet.gridSize().columns));
  if (firstRow.every((text, at) => cells[at] === text)) return sheet;
  if (sheet.lastRow() > 0) refuseName(name);
  setUp?.(sheet);
  sheet.write(1, sheetRows([firstRow], 1, firstRow.length));
  return sheet;
}
