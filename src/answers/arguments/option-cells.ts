import { isDate } from '../../calendar/calendar-date';
import { ReportError } from '../../employer-api/errors';
import { editDistance, plainName } from '../../figures/names';

/** What a cell holds that is not empty. */
export type Cell = string | number | boolean | Date;

/** Whether an argument is missing or an empty cell. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The rows of a range: of an argument that is no range, its one cell. Rows may differ in length. */
export function rowsOf(argument: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(argument)) return [[argument]];
  return argument.map((row: unknown) => (Array.isArray(row) ? row : [row]));
}

/** The cells of an argument, row by row, without the blank ones. @throws {ReportError} `invalid_option` */
export function cellsOf(argument: unknown): readonly Cell[] {
  const cells: Cell[] = [];
  for (const row of rowsOf(argument))
    for (const value of row) if (!isBlank(value)) cells.push(readCell(value));
  return cells;
}

/** A cell that holds something. @throws {ReportError} `invalid_option` for what no cell can hold. */
export function readCell(value: unknown): Cell {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isPlain || isDate(value)) return value;
  return refuseOption('Give options as text, numbers, dates, TRUE or FALSE');
}

/** A cell as a person would write it. */
export function textOf(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return isDate(cell) ? 'a date' : String(cell);
}

/**
 * Reads the first argument of a function that offers a choice of words.
 *
 * Case, spaces, hyphens and underscores do not matter. A bare number, date or TRUE/FALSE is a cell to wait for, and
 * ignored.
 *
 * @param what What the word names, for messages: `list`.
 * @param choices Each word that is understood, with what it stands for.
 * @returns `undefined` where there is no word.
 * @throws {ReportError} `invalid_option` for an unknown word or more than one cell.
 */
export function readChoice<Choice>(
  what: string,
  argument: unknown,
  choices: ReadonlyMap<string, Choice>,
): Choice | undefined {
  const [cell, second] = cellsOf(argument);
  if (second !== undefined) refuseOption(`Point at one cell, or write the name of one ${what}`);
  if (typeof cell !== 'string') return undefined;
  for (const [word, choice] of choices) if (plainName(word) === plainName(cell)) return choice;
  const words = Array.from(choices.keys());
  const meant = Array.from(choices.values());
  // Of several words for one thing the first.
  const listed = words.filter((_, at) => meant.indexOf(meant[at] as Choice) === at);
  return refuseUnknown(what, cell, { words: new Map(words.map((word) => [word, word])), listed });
}

/** The longest sentence that a cell shows, without its full stop. */
export const LONGEST_SENTENCE = 199;

/** What would have been understood. */
export interface KnownWords {
  /** Each word, with the one to suggest for it. */
  readonly words: ReadonlyMap<string, string>;
  /** What a message lists when no word is near. */
  readonly listed: readonly string[];
}

/** Refuses what a formula was given. @throws {ReportError} `invalid_option` */
export function refuseOption(sentence: string): never {
  throw new ReportError('invalid_option', { sentence });
}

/**
 * Refuses a name that is not known.
 *
 * @param what What the name should have been: `option`, `column`.
 * @throws {ReportError} `invalid_option`, with the nearest word, or with as many as fit one sentence.
 */
export function refuseUnknown(what: string, text: string, { words, listed }: KnownWords): never {
  const unknown = `Unknown ${what} ${echo(text)}`;
  const near = closest(text, Array.from(words.keys()));
  if (near !== undefined) refuseOption(`${unknown}. Did you mean ${echo(words.get(near) as string)}?`);
  for (let shown = listed.length; shown > 0; shown -= 1) {
    const sentence = `${unknown}. It can be ${listWords(listed.slice(0, shown), shown < listed.length)}`;
    if (sentence.length <= LONGEST_SENTENCE) refuseOption(sentence);
  }
  refuseOption(unknown);
}

/** Words as a sentence lists them: `a, b or c`, or `a, b and more`. */
export function listWords(words: readonly string[], isPart = false): string {
  if (isPart) return `${words.join(', ')} and more`;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;
}

/** A message repeats at most this much of what a person gave. */
const LONGEST_ECHO = 40;

/** Text in quotation marks, as a message repeats it: on one line, and cut after 40 characters. */
export function echo(text: string): string {
  // Not in the middle of a character of two halves.
  const start = text.slice(0, LONGEST_ECHO).replace(/[\uD800-\uDBFF]$/, '');
  return `"${(text.length > LONGEST_ECHO ? `${start}…` : text).replace(/\s+/g, ' ')}"`;
}

/** A suggestion differs in at most this many letters. */
const MOST_DIFFERENCES = 3;

/**
 * The word that a person most likely meant: at most 3 slips away, and fewer than half of its letters. A slip
 * is a letter too many, missing or wrong, or two neighbours swapped.
 *
 * Case does not matter. Of several as near, the first.
 *
 * @returns `undefined` when no word is that close.
 */
export function closest(text: string, words: readonly string[]): string | undefined {
  return nearest(text, words)?.word;
}

function nearest(
  text: string,
  words: readonly string[],
  beginningOf = (word: string) => word,
): { readonly word: string; readonly differences: number } | undefined {
  const typed = text.toLowerCase();
  let best: { readonly word: string; readonly differences: number } | undefined;
  let most = Math.min(MOST_DIFFERENCES, Math.ceil(text.length / 2) - 1);
  for (const word of words) {
    if (most < 0) break;
    const differences = editDistance(typed, beginningOf(word).toLowerCase(), most, true);
    if (differences > most) continue;
    best = { word, differences };
    most = differences - 1;
  }
  return best;
}

/** Of fewer letters, too many names begin alike. */
const FEWEST_OF_A_BEGINNING = 5;

/**
 * The name that a person most likely meant: as `closest`, or one that begins alike and goes on, if that is nearer: of
 * “Grand Hotl”, “Grand Hotel, London”.
 *
 * @returns `undefined` when no name is that close.
 */
export function closestName(text: string, names: readonly string[]): string | undefined {
  const whole = nearest(text, names);
  if (text.length < FEWEST_OF_A_BEGINNING) return whole?.word;
  const begun = nearest(text, names, (name) => name.slice(0, text.length));
  return (begun && (whole === undefined || begun.differences < whole.differences) ? begun : whole)?.word;
}
