import { parseIsoDate } from '../../calendar/calendar-date';
import { parseDayOffset } from '../../calendar/day-offset';
import { parsePeriodWord } from '../../calendar/period-words';
import { optionInDatesPlace } from './date-mistakes';
import { cellOf, isBlank, isDate } from './option-cells';
import { isOption } from './option-names';
import type { FunctionName } from './option-uses';
import { isStamp } from './stamp';

/** What stands in a place before the options: a word that is needed, one that may be left out, a date, or groups. */
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
 * the others be what their places are for.
 *
 * @param args All arguments, the options with them.
 * @returns A value for each place, `undefined` where there is none, then the options.
 * @throws {ReportError} `invalid_range` for an option in a date's place.
 */
export function placeArguments(like: FunctionName, args: readonly unknown[]): readonly unknown[] {
  const places = PLACES[like];
  const emptied = filled(places, args, (argument) => (isStamp(argument) ? [undefined] : [argument]));
  const closed = filled(places, args, (argument) => (isStamp(argument) ? [] : [argument]));
  const placed = fits(places, emptied) || !fits(places, closed) ? emptied : closed;
  places.forEach((place, at) => {
    const value = cellOf(placed[at]);
    const isMisplaced = isDatePlace(place) && typeof value === 'string' && !isDay(value) && isOption(value);
    if (isMisplaced) optionInDatesPlace(value.trim());
  });
  return placed;
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

/** Whether every argument is what its place is for, as far as its kind tells. */
function fits(places: readonly Place[], values: readonly unknown[]): boolean {
  const option = values
    .slice(places.length)
    .map(cellOf)
    .find((value) => !isBlank(value));
  const isOptionNext = typeof option !== 'string' || isOption(option);
  return (
    isOptionNext && places.every((place, at) => isFor(place, cellOf(values[at]), cellOf(values[at - 1])))
  );
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
