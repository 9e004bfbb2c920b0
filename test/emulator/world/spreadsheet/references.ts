import { columnLetters, columnNumber, quoteSheetName } from './a1-notation';
import { type LineChange, shiftSpan } from './rectangle';

/** One corner of a reference in a formula; an absolute part has a `$`. */
interface Corner {
  readonly row: number | undefined;
  readonly column: number | undefined;
  readonly absoluteRow: boolean;
  readonly absoluteColumn: boolean;
}

const SHEET = String.raw`(?:'(?:[^']|'')*'|[A-Za-z_][\w.]*)!`;
const CELL = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d*`;
const RANGE = String.raw`${CELL}:${CELL}|${CELL}|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?[1-9]\d*:\$?[1-9]\d*`;
/** Text first, so that what looks like a cell inside quotes stays. */
const PIECES = new RegExp(String.raw`"(?:[^"]|"")*"|(${SHEET})?(?<![\w.$])(${RANGE})(?![\w(.!])`, 'g');

/** The sheet that a reference names, quotes taken off; `undefined` when it names none. */
function sheetNameOf(prefix: string | undefined): string | undefined {
  if (prefix === undefined) return undefined;
  const name = prefix.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}

function rewrite(
  formula: string,
  change: (corners: readonly Corner[], sheetName: string | undefined) => readonly Corner[] | undefined,
): string {
  return formula.replace(PIECES, (whole: string, prefix: string | undefined, range: string | undefined) => {
    if (range === undefined) return whole;
    const corners = range.split(':').map(parseCorner);
    const changed = change(corners, sheetNameOf(prefix));
    if (changed === corners) return whole;
    return changed === undefined ? '#REF!' : (prefix ?? '') + changed.map(printCorner).join(':');
  });
}

function parseCorner(text: string): Corner {
  const [, columnMark = '', letters = '', rowMark = '', digits = ''] =
    /^(\$?)([A-Za-z]*)(\$?)(\d*)$/.exec(text) ?? [];
  return {
    row: digits === '' ? undefined : Number(digits),
    column: letters === '' ? undefined : columnNumber(letters),
    absoluteRow: rowMark !== '' || (letters === '' && columnMark !== ''),
    absoluteColumn: letters !== '' && columnMark !== '',
  };
}

function printCorner({ row, column, absoluteRow, absoluteColumn }: Corner): string {
  const letters = column === undefined ? '' : `${absoluteColumn ? '$' : ''}${columnLetters(column)}`;
  return letters + (row === undefined ? '' : `${absoluteRow ? '$' : ''}${row}`);
}

/**
 * The formula after rows or columns were put in or taken out: references follow their cells, `#REF!` takes the place
 * of those that are gone.
 *
 * @param concerns Tells by the named sheet (`undefined`: the formula's own) whether the change touches a reference.
 */
export function shiftReferences(
  formula: string,
  change: LineChange,
  concerns: (sheetName: string | undefined) => boolean,
): string {
  return rewrite(formula, (corners, sheetName) => {
    const [first] = corners;
    const last = corners.at(-1);
    const from = first?.[change.axis];
    const to = last?.[change.axis];
    if (first === undefined || last === undefined || from === undefined || to === undefined) return corners;
    if (!concerns(sheetName)) return corners;
    const start = Math.min(from, to);
    const span = shiftSpan(start, Math.max(from, to) - start + 1, change);
    if (span === undefined) return undefined;
    const end = span.first + span.length - 1;
    if (corners.length === 1) return [{ ...first, [change.axis]: span.first }];
    return [
      { ...first, [change.axis]: span.first },
      { ...last, [change.axis]: end },
    ];
  });
}

/** The formula as it reads when copied some rows and columns away: parts without `$` move along. */
export function moveReferences(formula: string, rows: number, columns: number): string {
  return rewrite(formula, (corners) => {
    const moved = corners.map((corner) => ({
      ...corner,
      row: corner.row === undefined || corner.absoluteRow ? corner.row : corner.row + rows,
      column: corner.column === undefined || corner.absoluteColumn ? corner.column : corner.column + columns,
    }));
    return moved.some(({ row = 1, column = 1 }) => row < 1 || column < 1) ? undefined : moved;
  });
}

/** The formula after a sheet got another name. */
export function renameSheetInFormula(formula: string, from: string, to: string): string {
  return formula.replace(PIECES, (whole: string, prefix: string | undefined, range: string | undefined) => {
    if (range === undefined || sheetNameOf(prefix)?.toLowerCase() !== from.toLowerCase()) return whole;
    return `${quoteSheetName(to)}!${range}`;
  });
}
