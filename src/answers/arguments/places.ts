import { isDate, parseIsoDate } from '../../calendar/calendar-date';
import { parseDayOffset, parsePeriodWord } from '../../calendar/period-words';
import { optionInDatesPlace } from './dates';
import { cellOf, isBlank, rowsOf } from './option-cells';
import { type FunctionName, findOption, isOption } from './option-names';

/** What stands in a place before the options: a word, one that may be left out with its place, a date, or groups. */
type Place = 'word' | 'word?' | 'from' | 'to' | 'by';

/** The places before the options, by function. */
export const PLACES: Readonly<Record<FunctionName, readonly Place[]>> = {
  SHIFT_FULFILMENT: ['from', 'to'],
  SHIFT_FULFILMENT_AGGREGATED: ['from', 'to', 'by'],
  SHIFT_METRIC: ['word', 'from', 'to'],
  SHIFT_TREND: ['word', 'from', 'to', 'by'],
  SHIFT_COMPARE: ['by', 'from', 'to', 'from', 'to'],
  SHIFT_LIST: ['word', 'from', 'to'],
  SHIFT_STATUS: ['word?'],
  WORKER_TURNOVER: ['from', 'to'],
};

/**
 * Puts the arguments of a formula into their places.
 *
 * `SHIFT_STAMP` may be any of them. It stands where an argument is left empty, or between two arguments: whichever lets
 * the others be what their places are for. Where both do, as for `SHIFT_STAMP, "venue", "totals", TRUE`, the less odd way:
 * no venue is called like an option.
 *
 * @param args All arguments, the options with them.
 * @returns A value for each place, `undefined` where there is none, then the options.
 * @throws {ReportError} `invalid_range` for an option in a date's place.
 */
export function placeArguments(like: FunctionName, args: readonly unknown[]): readonly unknown[] {
  const places = PLACES[like];
  // Where a word may be left out there is but one option, which needs no empty place before it.
  const given = places[0] === 'word?' && isRefresh(args[0]) ? [undefined, ...args] : args;
  const emptied = filled(places, given, (argument) => (isStamp(argument) ? [undefined] : [argument]));
  const closed = filled(places, given, (argument) => (isStamp(argument) ? [] : [argument]));
  const ways = [emptied, closed]
    .filter((values) => places.every((place, at) => isFor(place, cellOf(values[at]), cellOf(values[at - 1]))))
    .map((values) => ({ values, odd: mismatchCount(values.slice(places.length)) }))
    .sort((one, other) => one.odd - other.odd);
  const placed = ways.find(({ odd }) => Number.isFinite(odd))?.values ?? emptied;
  places.forEach((place, at) => {
    const value = cellOf(placed[at]);
    const isMisplaced = isDatePlace(place) && typeof value === 'string' && !isDay(value) && isOption(value);
    if (isMisplaced) optionInDatesPlace(value.trim());
  });
  return placed;
}

function isRefresh(argument: unknown): boolean {
  const value = cellOf(argument);
  return typeof value === 'string' && findOption(value)?.option === 'refresh';
}

/** Fills the places, in order; what is left over are the options. */
function filled(
  places: readonly Place[],
  args: readonly unknown[],
  valuesOf: (argument: unknown) => readonly unknown[],
): readonly unknown[] {
  const values: unknown[] = [];
  let read = 0;
  while (values.length < places.length && read < args.length) {
    values.push(...valuesOf(args[read]));
    read += 1;
  }
  while (values.length < places.length) values.push(undefined);
  return [...values, ...args.slice(read)];
}

/**
 * How much of the options reads oddly: filters for what is called like an option, and cells to wait for besides the stamp.
 * Without limit where a text is no option, or is one without its value.
 */
function mismatchCount(options: readonly unknown[]): number {
  let odd = 0;
  for (let at = 0; at < options.length; at += 1) {
    const value = cellOf(options[at]);
    if (isBlank(value) || isStamp(value) || Array.isArray(value)) continue;
    if (typeof value !== 'string') odd += 1;
    else {
      const known = findOption(value);
      if (known === undefined && !isOption(value)) return Number.POSITIVE_INFINITY;
      if (known !== undefined) at += 1;
      if (at === options.length) return Number.POSITIVE_INFINITY;
      if (known?.field !== undefined && namesOption(options[at])) odd += 1;
    }
  }
  return odd;
}

function namesOption(argument: unknown): boolean {
  return rowsOf(argument).some((row) => row.some((cell) => typeof cell === 'string' && isOption(cell)));
}

/** @param before What stands in the place before: a last day needs a first one. */
function isFor(place: Place, value: unknown, before: unknown): boolean {
  if (isBlank(value)) return place !== 'word';
  if (isDatePlace(place)) return isDay(value) && (place === 'from' || !isBlank(before));
  return !isDay(value);
}

function isDatePlace(place: Place): boolean {
  return place === 'from' || place === 'to';
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'number' || isDate(value);
  const readers = [parseIsoDate, parseDayOffset, parsePeriodWord];
  return readers.some((read) => read(value.trim()) !== undefined);
}

/** Milliseconds since 1970 of a moment in 2001: no stamp is older, and no date is a number near it. */
const LEAST_STAMP = 1e12;

/** The last year that cells show as a date. */
const LAST_YEAR = 9999;

/**
 * Whether an argument is the cell `SHIFT_STAMP`: a moment in milliseconds since 1970, which is no date that a formula
 * takes. Should its cell have kept the date format of an older version, it is a day that no cell can show.
 */
export function isStamp(argument: unknown): boolean {
  const value = cellOf(argument);
  if (typeof value === 'number') return value >= LEAST_STAMP;
  // The year of what is too far for a `Date` is not a number.
  return isDate(value) && !(value.getUTCFullYear() <= LAST_YEAR);
}
