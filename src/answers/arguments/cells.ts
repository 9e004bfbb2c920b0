import {
  type CalendarDate,
  customPeriod,
  type DateRange,
  findWeekday,
  formatIsoDate,
  isAcceptedDate,
  isDate,
  overlap,
  type Period,
} from '../../calendar/calendar-date';
import { type Now, PERIOD_WORDS, parseDays } from '../../calendar/period-words';
import { refuse } from '../../employer-api/errors';
import { fitText, listed } from '../../employer-api/text';
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
const LONGEST_SENTENCE = 199;

/** Refuses what a formula was given: one sentence that says what to write instead. @throws {ReportError} `invalid_option` */
export function refuseOption(sentence: string): never {
  return refuse('invalid_option', sentence);
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

/** Text as a message repeats it: on one line, and at most 40 characters. */
const repeated = (text: string) => fitText(text, LONGEST_ECHO).replace(/\s+/g, ' ');

/** The same in the quotation marks of formulas. */
export function echo(text: string): string {
  return `"${repeated(text)}"`;
}

/** A name, or what a cell holds, in the quotation marks of sentences: on one line, and at most 40 characters. */
export function quoted(text: string): string {
  return `“${repeated(text)}”`;
}

/** What is needed to read dates. Each answer may cost a service call, so ask only when needed. Today is always the same. */
export interface DateContext extends Now {
  /** The day on which a moment falls in the spreadsheet's zone. */
  dayOf(date: Date): CalendarDate;
}

/**
 * Reads the two dates of a formula.
 *
 * Each is a date cell, a serial number, `YYYY-MM-DD`, a period word or an offset from today such as -7. In `from` a
 * period gives its first day, in `to` its last. A period alone gives both ends; any other day alone runs through today.
 *
 * @param both The period word to use where both are blank.
 * @throws {ReportError} `invalid_option`, one sentence that says what to write instead.
 */
export function readRange(from: unknown, to: unknown, context: DateContext, both = 'last 7 days'): Period {
  const areLeft = isLeftOut(from) && isLeftOut(to);
  const [first, last] = [readEnd(areLeft ? both : from, context), readEnd(to, context)];
  if (first === undefined) return refuseOption('Give the first day as well');
  // A period alone, or named at both ends.
  const isNamedTwice = last?.isPeriod && last.from === first.from && last.to === first.to;
  if (first.isPeriod && (last === undefined || isNamedTwice)) return accept(first);
  return customPeriod(accept({ from: first.from, to: last === undefined ? context.today() : last.to }));
}

/**
 * Reads the dates of two periods to be compared, the earlier one first.
 *
 * Where its dates are blank, it is the period of the same kind and length just before the later one.
 *
 * @throws {ReportError} `invalid_option`, also where the earlier one shares days with the later one because no option said
 *   where it ends.
 */
export function readComparedRanges(
  earlier: readonly [from: unknown, to: unknown],
  later: readonly [from: unknown, to: unknown],
  context: DateContext,
): { readonly before: DateRange; readonly after: Period } {
  const after = readRange(...later, context);
  const before = earlier.every(isLeftOut) ? accept(after.before) : readRange(...earlier, context);
  const isOneDay = isLeftOut(earlier[1]) && readEnd(earlier[0], context)?.isPeriod === false;
  if (isOneDay && overlap(before, after)) {
    const rest = 'without one it reaches through today, into the second';
    refuseOption(`Give the last day of the first period: ${rest}. ("${formatIsoDate(before.from)}")`);
  }
  return { before, after };
}

function accept<Range extends DateRange>(range: Range): Range {
  if (!isAcceptedDate(range.from) || !isAcceptedDate(range.to)) {
    return refuseOption('Give dates from 1990 to 2100');
  }
  if (range.from <= range.to) return range;
  const [first, last] = [formatIsoDate(range.from), formatIsoDate(range.to)];
  return refuseOption(`The first day, ${first}, is after the last day, ${last}`);
}

/** A day that was named as such, or a period that fills both ends when it stands alone. */
type DateEnd = Period & { readonly isPeriod: boolean };

/**
 * Reads one date argument of a formula.
 *
 * @returns `undefined` for an empty cell and a missing argument.
 * @throws {ReportError} `invalid_option`
 */
function readEnd(input: unknown, context: DateContext): DateEnd | undefined {
  if (isLeftOut(input)) return undefined;
  const value = cellOf(input);
  if (value === 0) {
    return refuseOption('0 is not a date. A reference to an empty cell can give 0. Check the cell');
  }
  const isMoment = isDate(value) && !Number.isNaN(value.getTime());
  // A date cell with a time of day stands for its day.
  const day = isMoment ? context.dayOf(value) : typeof value === 'number' ? Math.floor(value) : 0;
  if (isMoment || isAcceptedDate(day)) return { ...customPeriod({ from: day, to: day }), isPeriod: false };
  const isText = typeof value === 'string';
  const text = textOf(value as Cell).trim();
  const days = isText || day < 0 ? parseDays(text) : undefined;
  if (days) return { ...days.of(context), isPeriod: days.isPeriod };
  // The name of a weekday is not a misspelt period.
  const near = isText && findWeekday(text) === undefined ? nearestPeriod(text) : undefined;
  if (near !== undefined) return refuseOption(`Unknown period ${echo(text)}. Did you mean "${near}"?`);
  const ways = 'Write 2024-12-31, point at a date cell, or use a word such as "last week"';
  return refuseOption(`${ways}. (${echo(text)})`);
}

/** Whether a date was left out: a missing argument, an empty cell, or nothing but spaces. */
export function isLeftOut(input: unknown): boolean {
  return isBlank(cellOf(input));
}

/** The period word that a text nearly matches but for its digits, with the text's own number: for "lst 9 weeks", "last 9 weeks". */
export function nearestPeriod(text: string): string | undefined {
  const letters = (written: string) => written.replace(/\d/g, '');
  const near = closest(letters(text), PERIOD_WORDS.map(letters));
  const word = PERIOD_WORDS.find((one) => letters(one) === near);
  return word?.replace(/\d+/, /\d{1,4}/.exec(text)?.[0] ?? '$&');
}
