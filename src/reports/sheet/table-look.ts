import { type ColumnKind, columnLetters, type FormerTable, type SheetColumn, type SheetRow } from './cells';

/** The width of neighbouring columns. */
interface ColumnWidth {
  /** The first of them, from 1. */
  readonly column: number;
  readonly columns: number;
  readonly pixels: number;
}

/** A column to fit. */
export interface FittedColumn extends SheetColumn {
  /** Its width in place of a fitted one; longer texts in it wrap. */
  readonly pixels?: number;
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

/** The look of a table, fitted to its headings and its first rows. */
export function tableLook(
  columns: readonly FittedColumn[],
  rows: readonly SheetRow[],
  { width = 0, stays = () => false }: FormerTable = {},
): TableLook {
  const places = (count: number, matches: (column: number) => boolean) =>
    Array.from({ length: count }, (_, column) => column).filter(matches);
  const changed = places(columns.length, (column) => !stays(column));
  const former = places(width, (column) => column >= columns.length);
  const bodies = changed.filter((column) => columns[column]?.pixels !== undefined).map(columnLetters);
  const headings = rangesOf(changed, '1');
  return {
    headings,
    wrapped: [...headings, ...bodies.map((letters) => `${letters}2:${letters}`)],
    top: bodies.length === 0 ? [] : rangesOf(changed, '', 2),
    aligned: (['left', 'center', 'right'] as const).map((side) => [
      side,
      rangesOf(
        // Texts are left already, unless another column was here.
        changed.filter((at) => alignmentOf(columns[at]?.kind) === side && (side !== 'left' || at < width)),
      ),
    ]),
    former: rangesOf(former, '1'),
    widths: fitWidths(
      changed.map((column) => ({ column, width: widthOf(columns[column] as FittedColumn, column, rows) })),
    ),
  };
}

/** Days in the middle touch neither a name on their right nor a number on their left. */
function alignmentOf(kind: ColumnKind | undefined): 'left' | 'center' | 'right' {
  if (kind === 'date' || kind === 'moment') return 'center';
  return kind === 'text' ? 'left' : 'right';
}

/** Ranges down to a row: `A1:D1`, `F1:F1`; to the end of the sheet without one: `A1:D`. */
function rangesOf(columns: readonly number[], row = '', from = 1): string[] {
  return runsOf(columns).map(
    ([first, last]) => `${columnLetters(first)}${from}:${columnLetters(last)}${row}`,
  );
}

/** Runs of neighbouring columns, from 0: the first and the last of each. */
function runsOf(columns: readonly number[]): (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const column of columns) {
    const run = runs[runs.length - 1];
    if (run && run[1] === column - 1) run[1] = column;
    else runs.push([column, column]);
  }
  return runs;
}

/** Neighbours get one width in one call where the widest of them needs little more than the others. */
function fitWidths(columns: readonly { readonly column: number; readonly width: number }[]): ColumnWidth[] {
  const runs: { column: number; columns: number; least: number; pixels: number }[] = [];
  for (const { column, width } of columns) {
    const run = runs[runs.length - 1];
    const [least, pixels] = [Math.min(run?.least ?? width, width), Math.max(run?.pixels ?? 0, width)];
    if (run && run.column + run.columns === column && pixels - least <= SLACK) {
      Object.assign(run, { columns: run.columns + 1, least, pixels });
    } else {
      runs.push({ column, columns: 1, least: width, pixels: width });
    }
  }
  return runs.map(({ column, columns: count, pixels }) => ({ column: column + 1, columns: count, pixels }));
}

/** The width that values of a kind take, in pixels. Texts and numbers take that of the longest, at least this. */
const USUAL_WIDTHS: Readonly<Record<ColumnKind, number>> = {
  date: 90,
  moment: 130,
  integer: 75,
  count: 75,
  decimal: 80,
  percentage: 80,
  boolean: 75,
  text: 80,
};
/** The widest column that texts get. */
const WIDEST = 260;
/** The rows that are measured. */
const MEASURED_ROWS = 200;
/** How much wider than necessary a column may be, in pixels. */
const SLACK = 16;

function widthOf({ heading, kind, pixels }: FittedColumn, column: number, rows: readonly SheetRow[]): number {
  if (pixels !== undefined) return pixels;
  const measures = kind === 'text' || kind === 'integer';
  const longest = measures
    ? rows.slice(0, MEASURED_ROWS).reduce((most, row) => Math.max(most, cellWidth(row[column] ?? '')), 0)
    : 0;
  const usual = Math.max(USUAL_WIDTHS[kind], Math.min(longest, WIDEST));
  return Math.max(usual, headingWidth(heading, usual));
}

/**
 * The width of a heading on one line, or on two that part at a space. Google Sheets breaks a longer word anywhere, so a
 * name such as `SHIFTS_BOOKED` stays on one line.
 *
 * @param usual That of the values: a heading may be a little longer and still take one line.
 */
function headingWidth(heading: string, usual: number): number {
  const whole = cellWidth(heading);
  if (whole <= usual + SLACK) return whole;
  const words = heading.split(' ');
  const lines = words.map((_, at) =>
    Math.max(cellWidth(words.slice(0, at).join(' ')), cellWidth(words.slice(at).join(' '))),
  );
  return Math.min(...lines);
}

/** The space at the left and the right of a text in a cell. */
const PADDING = 10;
/** The size of letters in a sheet, 10 points, in pixels. */
const LETTER_PIXELS = 40 / 3;

/** The width of a cell that shows a text in bold Arial, in pixels. */
function cellWidth(value: SheetRow[number]): number {
  let thousandths = 0;
  for (const letter of String(value).normalize('NFD'))
    thousandths += LETTER_WIDTHS.get(letter) ?? UNKNOWN_WIDTH;
  return Math.ceil((thousandths * LETTER_PIXELS) / 1000) + PADDING;
}

/** Widths of letters, in thousandths of their size: those of Arial Bold, whose metrics Liberation Sans Bold shares. */
const LETTER_WIDTHS: ReadonlyMap<string, number> = new Map(
  (
    [
      [278, ' ,./\\Iijl|'],
      [333, '!()-:;[]ft`'],
      [389, '*r{}'],
      [474, '"'],
      [238, "'"],
      [556, '#$0123456789_aceksvxyJ'],
      [500, 'z'],
      [584, '+<=>^~'],
      [611, '?bdghnopquFLTZ'],
      [667, 'EPSVXY'],
      [722, '&ABCDHKNRU'],
      [778, 'GOQw'],
      [833, 'M'],
      [889, '%m'],
      [944, 'W'],
      [975, '@'],
      // Accents, apart from their letters.
      [0, '\u0300\u0301\u0302\u0303\u0308\u030a\u030c\u0327'],
    ] as const
  ).flatMap(([width, letters]) => Array.from(letters, (letter): [string, number] => [letter, width])),
);
/** That of a letter of another script. */
const UNKNOWN_WIDTH = 1000;
