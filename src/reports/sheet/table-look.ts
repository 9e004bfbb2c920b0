import { type ColumnKind, columnLetters, type FormerTable, type SheetColumn } from './cells';

/** The width of neighbouring columns. */
interface ColumnWidth {
  /** The first of them, from 1. */
  readonly column: number;
  readonly columns: number;
  readonly pixels: number;
}

/** A column to fit. */
export interface FittedColumn extends SheetColumn {
  /** Its width in place of the usual one; longer texts in it wrap. */
  readonly pixels?: number;
  /** How many letters its longest text has. */
  readonly letters?: number;
}

/** The look of a heading row and the widths of its columns. Ranges are in A1 notation; a list may be empty. */
export interface TableLook {
  /** Bold and tinted. */
  readonly headings: readonly string[];
  readonly wrapped: readonly string[];
  /** Cells below the headings that begin at the top of a row that a wrapped text makes high. */
  readonly top: readonly string[];
  /** Whole columns by their alignment, headings with values. Only what differs from the usual one of their values. */
  readonly aligned: readonly (readonly ['left' | 'center' | 'right', readonly string[]])[];
  /** Headings of columns that the table no longer has: they lose the look. */
  readonly former: readonly string[];
  readonly widths: readonly ColumnWidth[];
}

/** The look of a table. @param former The table that has these cells now. */
export function tableLook(
  columns: readonly FittedColumn[],
  { width = 0, stays = () => false, row = 1, column: left = 1 }: FormerTable = {},
): TableLook {
  const places = (count: number, matches: (column: number) => boolean) =>
    Array.from({ length: count }, (_, column) => column).filter(matches);
  const ranges = (which: readonly number[], first: number, last: number | '') =>
    runsOf(which, () => '').map(
      ([from, to]) => `${columnLetters(from + left - 1)}${first}:${columnLetters(to + left - 1)}${last}`,
    );
  const changed = places(columns.length, (column) => !stays(column));
  const former = places(width, (column) => column >= columns.length);
  const wide = changed.filter((column) => columns[column]?.pixels !== undefined);
  const widthAt = (column: number) => widthOf(columns[column] as FittedColumn);
  return {
    headings: ranges(changed, row, row),
    wrapped: [...ranges(changed, row, row), ...ranges(wide, row + 1, '')],
    top: wide.length === 0 ? [] : ranges(changed, row + 1, ''),
    aligned: (['left', 'center', 'right'] as const).map((side) => [
      side,
      // Texts are left already, unless another column was here.
      ranges(
        changed.filter((at) => alignmentOf(columns[at]?.kind) === side && (side !== 'left' || at < width)),
        row,
        '',
      ),
    ]),
    former: ranges(former, row, row),
    widths: runsOf(changed, widthAt).map(([from, to]) => ({
      column: from + left,
      columns: to - from + 1,
      pixels: widthAt(from),
    })),
  };
}

/** Days in the middle touch neither a name on their right nor a number on their left. */
function alignmentOf(kind: ColumnKind | undefined): 'left' | 'center' | 'right' {
  if (kind === 'text') return 'left';
  return kind === 'date' || kind === 'month' || kind === 'year' || kind === 'moment' ? 'center' : 'right';
}

/** Runs of neighbouring columns that are alike: the first and the last of each. */
function runsOf(columns: readonly number[], likeness: (column: number) => unknown): [number, number][] {
  const runs: [number, number][] = [];
  for (const column of columns) {
    const run = runs[runs.length - 1];
    if (run && run[1] === column - 1 && likeness(run[1]) === likeness(column)) run[1] = column;
    else runs.push([column, column]);
  }
  return runs;
}

/** The width that values of a kind take, in pixels. */
const WIDTHS: Readonly<Record<ColumnKind, number>> = {
  date: 100,
  month: 80,
  year: 80,
  moment: 130,
  integer: 80,
  count: 80,
  decimal: 80,
  percentage: 80,
  boolean: 80,
  text: 220,
};
/** In pixels: a letter of a text, a bold one of a heading, what a capital takes more, and the space beside words. */
const [LETTER, BOLD, CAPITAL, PADDING] = [7, 7.5, 2, 16];
const LEAST_PIXELS = 80;

/**
 * By kind, a text as wide as the longest of its rows up to a limit, and at least as wide as the longest word of the
 * heading: Google Sheets breaks headings at spaces only.
 */
function widthOf({ heading, kind, pixels, letters }: FittedColumn): number {
  if (pixels !== undefined) return pixels;
  const words = heading
    .split(' ')
    .map((word) => word.length * BOLD + (word.match(/[A-Z_%]/g)?.length ?? 0) * CAPITAL);
  const text = letters === undefined ? WIDTHS[kind] : Math.max(LEAST_PIXELS, LETTER * letters + PADDING);
  return Math.ceil(Math.max(Math.min(WIDTHS[kind], text), ...words.map((word) => word + PADDING)) / 10) * 10;
}
