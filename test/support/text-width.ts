/**
 * Widths of texts as Google Sheets shows them, from a table of advance widths: no browser and no font is needed.
 *
 * Arial has the advance widths of Helvetica. The table is that of Adobe's Core 14 AFM files `Helvetica.afm` and
 * `Helvetica-Bold.afm`, in thousandths of the font size.
 */

/** How a text is set. */
export interface TextStyle {
  /** Points. @default 10, as in a new spreadsheet */
  readonly size?: number;
  readonly bold?: boolean;
}

/** A cell as a person sees it. */
export interface ShownText extends TextStyle {
  /** As displayed; `''` for a blank cell. */
  readonly text: string;
  readonly isNumber?: boolean;
  /** @default numbers right, texts left */
  readonly align?: 'left' | 'center' | 'right';
  readonly wrap?: boolean;
}

/** What cannot be read on a sheet. Row and column count from 1. */
export interface CrampedText {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /** `cut`: a part of it is hidden. `colliding`: it ends too close to the text beside it. */
  readonly problem: 'cut' | 'colliding';
}

/** Pixels of a point. */
const POINT = 4 / 3;
/** Pixels between the edge of a cell and its text. */
const PADDING = 3;
/** Pixels between two texts: with less than two spaces they read as one. */
const LEAST_GAP = 7.4;

// From the space to the tilde.
const REGULAR = [
  [278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  [556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  [1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  [667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  [333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  [556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
].flat();
const BOLD = [
  [278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278],
  [556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611],
  [975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778],
  [667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556],
  [333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611],
  [611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584],
].flat();
/** Signs beyond ASCII, regular and bold. */
const SIGNS: Readonly<Record<string, readonly [number, number]>> = {
  '–': [556, 556],
  '’': [222, 278],
  '‘': [222, 278],
  '“': [333, 500],
  '”': [333, 500],
  '·': [278, 278],
  '−': [584, 584],
  '÷': [584, 584],
  '×': [584, 584],
  '£': [556, 556],
  '▲': [990, 990],
  '▼': [990, 990],
};
/** Of a sign that is in no table: as wide as any. */
const WIDEST = 1000;
const MARKS = /\p{M}/u;

/** The width of a text on one line, in pixels. */
export function textWidth(text: string, { size = 10, bold = false }: TextStyle = {}): number {
  const table = bold ? BOLD : REGULAR;
  const thousandths = [...text.normalize('NFD')].reduce((sum, sign) => {
    if (MARKS.test(sign)) return sum;
    const known = table[(sign.codePointAt(0) ?? 0) - 32] ?? SIGNS[sign]?.[bold ? 1 : 0];
    return sum + (known ?? WIDEST);
  }, 0);
  return (thousandths / 1000) * size * POINT;
}

/** How many lines a wrapped text takes in a column, broken at spaces. @param pixels The width of the column. */
export function wrappedLines(text: string, pixels: number, style: TextStyle = {}): number {
  const room = pixels - 2 * PADDING;
  const space = textWidth(' ', style);
  let [lines, used] = [0, 0];
  for (const paragraph of text.split('\n')) {
    lines += 1;
    used = 0;
    for (const word of paragraph.split(' ')) {
      const width = textWidth(word, style);
      if (used > 0 && used + space + width > room) {
        lines += 1;
        used = width;
      } else {
        used += (used > 0 ? space : 0) + width;
      }
    }
  }
  return lines;
}

/**
 * Finds the texts of a sheet that are cut, or that run into their neighbour.
 *
 * A text that is not wrapped runs over blank cells beside it; a number does not. A wrapped one is cut where a word is
 * wider than its column.
 *
 * @param cells Every cell, row by row from A1.
 * @param widths Of the columns, in pixels.
 */
export function findCrampedTexts(
  cells: readonly (readonly ShownText[])[],
  widths: readonly number[],
): CrampedText[] {
  const starts = widths.map((_, column) => widths.slice(0, column).reduce((sum, one) => sum + one, 0));
  const sheetWidth = widths.reduce((sum, one) => sum + one, 0);
  return cells.flatMap((line, at) => {
    const row = at + 1;
    const placed = line.flatMap((cell, column) =>
      cell.text === '' ? [] : [{ cell, column, ...placeOf(cell, starts[column] ?? 0, widths[column] ?? 0) }],
    );
    return placed.flatMap((one, index): CrampedText[] => {
      const { cell, column, from, to } = one;
      const found = (problem: CrampedText['problem']) => [
        { row, column: column + 1, text: cell.text, problem },
      ];
      const [left, right] = [starts[column] ?? 0, (starts[column] ?? 0) + (widths[column] ?? 0)];
      if (cell.wrap === true) {
        const pixels = right - left;
        const isWordCut = cell.text.split(/\s/).some((word) => textWidth(word, cell) > pixels - 2 * PADDING);
        if (isWordCut) return found('cut');
      } else if (cell.isNumber === true && to - from > right - left - PADDING) {
        return found('cut');
      }
      const [previous, next] = [placed[index - 1], placed[index + 1]];
      const before = previous === undefined ? 0 : (starts[previous.column + 1] ?? 0);
      const after = next === undefined ? sheetWidth : (starts[next.column] ?? sheetWidth);
      if (from < before || to > after) return found('cut');
      const isNextItself = next !== undefined && next.from >= after;
      return isNextItself && next.from - to < LEAST_GAP ? found('colliding') : [];
    });
  });
}

/** Where a text begins and ends, in pixels from the left edge of the sheet. */
function placeOf(cell: ShownText, start: number, pixels: number): { from: number; to: number } {
  const { align = cell.isNumber === true ? 'right' : 'left' } = cell;
  const room = pixels - 2 * PADDING;
  const width = cell.wrap === true ? widestLine(cell, room) : textWidth(cell.text, cell);
  const from =
    align === 'left'
      ? start + PADDING
      : align === 'right'
        ? start + pixels - PADDING - width
        : start + (pixels - width) / 2;
  return { from, to: from + width };
}

/** The width of the widest line of a wrapped text: at most what there is room for. */
function widestLine(cell: ShownText, room: number): number {
  const whole = textWidth(cell.text, cell);
  if (whole <= room && !cell.text.includes('\n')) return whole;
  let [widest, line] = [0, ''];
  for (const word of cell.text.split(/\s/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    line = textWidth(longer, cell) > room ? word : longer;
    widest = Math.max(widest, textWidth(line, cell));
  }
  return widest;
}
