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
import { a1, type ColumnKind, columnLetters, type SheetColumn } from './cells';

/** A column where it stands, from 1; without one, a place that a former table had: it loses its look. */
export interface PlacedColumn {
  readonly at: number;
  readonly column: SheetColumn | undefined;
  /** How many letters its longest text has, to fit the width to. */
  readonly letters?: number | undefined;
}

/** A number format, and the cells that have it, in A1 notation. */
export type RangesByFormat = Readonly<Record<string, readonly string[]>>;

type Side = 'left' | 'center' | 'right';

/** The look of a heading row and its columns. Ranges are in A1 notation; a list may be empty. */
export interface TableLook {
  /** Bold and tinted. */
  readonly headings: readonly string[];
  /** Neither. */
  readonly former: readonly string[];
  readonly wrapped: readonly string[];
  /** Cells below the headings that begin at the top of a row that a wrapped text makes high. */
  readonly top: readonly string[];
  /** Whole columns, headings with values. */
  readonly aligned: Readonly<Record<Side, readonly string[]>>;
  /** Of neighbouring columns, from 1. */
  readonly widths: readonly (readonly [column: number, columns: number, pixels: number])[];
}

/** Removes an earlier format. */
const NO_FORMAT = 'General';

/**
 * The number format of each kind, its usual width in pixels, and its side. `0.0%` would multiply percentages by 100. Days
 * in the middle touch neither a name on their right nor a number on their left.
 */
const KINDS: Readonly<Record<ColumnKind, readonly [format: string, pixels: number, side: Side]>> = {
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

/**
 * The number formats of columns below their headings: whole columns, so that later rows have them too.
 *
 * @param row The row of the headings.
 * @param rows How many rows below; to the end of the sheet when left out.
 */
export function columnFormats(columns: readonly PlacedColumn[], row = 1, rows?: number): RangesByFormat {
  const found: Record<string, string[]> = {};
  for (const { at, column } of columns) {
    const format = column?.format ?? KINDS[column?.kind ?? 'text'][0];
    found[format] = [...(found[format] ?? []), whole(at, row + 1, rows)];
  }
  return found;
}

/** The look of columns. @param row The row of the headings. */
export function tableLook(columns: readonly PlacedColumn[], row = 1): TableLook {
  const there = columns.flatMap(({ at, column }) => (column ? [{ ...column, at }] : []));
  const below = (wanted: typeof there) => wanted.map(({ at }) => whole(at, row + 1));
  const wide = there.filter(({ pixels }) => pixels !== undefined);
  const headings = there.map(({ at }) => a1(row, at));
  const aligned = (side: Side) =>
    there.flatMap(({ at, kind }) => (KINDS[kind][2] === side ? [whole(at, row)] : []));
  return {
    headings,
    former: columns.flatMap(({ at, column }) => (column ? [] : [a1(row, at)])),
    wrapped: [...headings, ...below(wide)],
    top: wide.length === 0 ? [] : below(there),
    aligned: { left: aligned('left'), center: aligned('center'), right: aligned('right') },
    widths: widthsOf(columns),
  };
}

/** A column of the sheet from a row on. */
function whole(at: number, row: number, rows?: number): string {
  const letters = columnLetters(at - 1);
  return `${letters}${row}:${letters}${rows === undefined ? '' : row + rows - 1}`;
}

function widthsOf(columns: readonly PlacedColumn[]): TableLook['widths'] {
  const runs: [number, number, number][] = [];
  for (const { at, column, letters } of columns) {
    if (column === undefined) continue;
    const [pixels, last] = [widthOf(column, letters), runs[runs.length - 1]];
    if (last && last[0] + last[1] === at && last[2] === pixels) last[1] += 1;
    else runs.push([at, 1, pixels]);
  }
  return runs;
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
