import { isDate } from '../../calendar/calendar-date';
import { ReportError } from '../../employer-api/errors';
import { listed } from '../../employer-api/text';
import { closest } from '../../figures/names';

/** What a cell holds that is not empty. */
export type Cell = string | number | boolean | Date;

/**
 * Whether an argument is the cell `SHIFT_STAMP`: a moment of the years 2001 to 2100 in milliseconds since 1970, which is no
 * date that a formula takes. If people gave its cell a date format, it is a day that no cell can show.
 */
export function isStamp(argument: unknown): boolean {
  const value = cellOf(argument);
  if (typeof value === 'number') return value >= 1e12 && value <= 4.2e12;
  // The year of what is too far for a `Date` is not a number.
  return isDate(value) && !(value.getUTCFullYear() <= 9999);
}

/** Whether a value is missing or an empty cell. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether an argument is missing, `SHIFT_STAMP`, or of nothing but empty cells. */
export function isEmpty(argument: unknown): boolean {
  return isStamp(argument) || rowsOf(argument).every((row) => row.every(isBlank));
}

/** What an argument holds: a range of one cell counts as its cell. */
export function cellOf(argument: unknown): unknown {
  const [row] = Array.isArray(argument) && argument.length === 1 ? (argument as readonly unknown[]) : [];
  return Array.isArray(row) && row.length === 1 ? row[0] : argument;
}

/** The rows of a range: of an argument that is no range, its one cell. Rows may differ in length. */
export function rowsOf(argument: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(argument)) return [[argument]];
  return argument.map((row: unknown) => (Array.isArray(row) ? row : [row]));
}

/** The cells of an argument, row by row, without the blank ones. */
export function cellsOf(argument: unknown): readonly Cell[] {
  return rowsOf(argument).flatMap((row) => row.filter((value): value is Cell => !isBlank(value)));
}

/** A cell as a person would write it; a range stands where one cell does only by mistake. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (isDate(cell)) return 'a date';
  return typeof cell === 'object' ? 'a range' : String(cell);
}

/** The longest sentence that a cell shows, without its full stop. */
export const LONGEST_SENTENCE = 199;

/** Refuses what a formula was given. @throws {ReportError} `invalid_option` */
export function refuseOption(sentence: string): never {
  throw new ReportError('invalid_option', { sentence });
}

/**
 * Refuses a name that is not known.
 *
 * @param what What the name should have been: `option`, `column`.
 * @param words Each word that would have been understood.
 * @param listing What a message lists when no word is near.
 * @throws {ReportError} `invalid_option`, with the nearest word, or with as many as fit one sentence.
 */
export function refuseUnknown(
  what: string,
  text: string,
  words: readonly string[],
  listing: readonly string[],
): never {
  const unknown = `Unknown ${what} ${echo(text)}`;
  const near = closest(text, words);
  if (near !== undefined) refuseOption(`${unknown}. Did you mean "${near}"?`);
  const sentences = listing.map((_, left) => {
    const shown = listing.slice(0, listing.length - left);
    return `${unknown}. It can be ${left === 0 ? listed(shown) : `${shown.join(', ')} and more`}`;
  });
  return refuseOption(sentences.find(({ length }) => length <= LONGEST_SENTENCE) ?? unknown);
}

/** A message repeats at most this much of what a person gave. */
const LONGEST_ECHO = 40;

/** Text in quotation marks, as a message repeats it: on one line, and cut after 40 characters. */
export function echo(text: string): string {
  // Not in the middle of a character of two halves.
  const start = text.slice(0, LONGEST_ECHO).replace(/[\uD800-\uDBFF]$/, '');
  return `"${(text.length > LONGEST_ECHO ? `${start}…` : text).replace(/\s+/g, ' ')}"`;
}
