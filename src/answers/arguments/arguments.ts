import { findGroupKey } from '../../contract/fields';
import { closest, plainName } from '../../figures/names';
import { cellOf, cellsOf, isStamp, textOf } from './cells';
import { isDateText, nearestPeriod } from './dates';
import { type FunctionName, findOption, OPTION_WORDS } from './option-table';
import { refuseOption, refuseUnknown } from './refusals';

/** What an argument that has a place of its own means. */
type Place = 'metric' | 'what' | 'from' | 'to' | 'fromA' | 'toA' | 'by';

/** The places before the options, by function. */
export const PLACES: Readonly<Record<FunctionName, readonly Place[]>> = {
  SHIFT_FULFILMENT: ['from', 'to'],
  SHIFT_FULFILMENT_AGGREGATED: ['from', 'to', 'by'],
  SHIFT_METRIC: ['metric', 'from', 'to'],
  SHIFT_TREND: ['metric', 'from', 'to', 'by'],
  SHIFT_COMPARE: ['by', 'fromA', 'toA', 'from', 'to'],
  SHIFT_LIST: ['what', 'from', 'to'],
  SHIFT_STATUS: ['what'],
  WORKER_TURNOVER: ['from', 'to'],
};

/** The arguments of a formula; `undefined` for a place that is left empty. */
export interface PlacedArguments extends Readonly<Partial<Record<Place, unknown>>> {
  readonly options: readonly unknown[];
}

/**
 * Puts the arguments of a formula into their places. The name of an option ends the places; `SHIFT_STAMP` counts as an
 * empty argument.
 */
export function placeArguments(like: FunctionName, args: readonly unknown[]): PlacedArguments {
  const places = PLACES[like];
  const ending = places.findIndex((place, at) => endsPlaces(place, args[at]));
  const count = ending < 0 ? places.length : ending;
  const placed = places.slice(0, count).map((place, at) => [place, isStamp(args[at]) ? undefined : args[at]]);
  // What the formula leaves out at its end is no argument.
  let end = args.length;
  while (end > count && args[end - 1] === undefined) end -= 1;
  return { ...Object.fromEntries(placed), options: args.slice(count, end) };
}

/** Whether an argument names an option, and not what its place is for: `venue` may be what to group by. */
function endsPlaces(place: Place, argument: unknown): boolean {
  const value = cellOf(argument);
  if (typeof value !== 'string') return false;
  const option = findOption(value)?.option;
  if (option === undefined) return isDatePlace(place) && isMisspelt(value);
  // Figures, lists and states have names that options have as well.
  if (place === 'metric' || place === 'what') return option === 'refresh';
  return place !== 'by' || findGroupKey(value) === undefined;
}

function isDatePlace(place: Place): boolean {
  return place.startsWith('from') || place.startsWith('to');
}

/** Whether a text in the place of a date looks like the misspelt name of an option: `venu`. */
function isMisspelt(text: string): boolean {
  return !isDateText(text) && nearestPeriod(text) === undefined && closest(text, OPTION_WORDS) !== undefined;
}

/**
 * Reads the first argument of a function that offers a choice of words. Case, spaces, hyphens and underscores do not
 * matter.
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
  if (cell === undefined) return undefined;
  const text = textOf(cell);
  for (const [word, choice] of choices) if (plainName(word) === plainName(text)) return choice;
  const words = Array.from(choices.keys());
  const meant = Array.from(choices.values());
  // Of several words for one thing the first.
  const listed = words.filter((_, at) => meant.indexOf(meant[at] as Choice) === at);
  return refuseUnknown(what, text, { words: new Map(words.map((word) => [word, word])), listed });
}
