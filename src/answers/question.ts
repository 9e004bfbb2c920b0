import type { DateRange, Period, PeriodUnit } from '../calendar/calendar-date';
import { parseDays } from '../calendar/period-words';
import { findGroupKey, type GroupKey } from '../contract/fields';
import { plainName } from '../employer-api/text';
import { choicesOf } from '../figures/definitions';
import { isPeriodKey } from '../figures/group-keys';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  findMeasure,
  isChosen,
  type Measure,
  needsTargets,
  PUBLISHED_MEASURES,
  publishedPercentages,
} from '../figures/measures';
import { closest } from '../figures/names';
import { TREND_PERIODS } from '../limits';
import {
  cellOf,
  cellsOf,
  type DateContext,
  isStamp,
  nearestPeriod,
  readComparedRanges,
  readRange,
  refuseOption,
  refuseUnknown,
  textOf,
} from './arguments/cells';
import {
  findOption,
  OPTION_WORDS,
  type OptionContext,
  type Options,
  optionsOf,
  readMeasure,
  readOptions,
  singleCell,
} from './arguments/options';

/** What an argument that has a place of its own means. */
type Place = 'metric' | 'what' | 'from' | 'to' | 'fromA' | 'toA' | 'by';

/** The places before the options, by function. */
export const PLACES = {
  SHIFT_FULFILMENT: ['from', 'to'],
  SHIFT_FULFILMENT_AGGREGATED: ['from', 'to', 'by'],
  SHIFT_METRIC: ['metric', 'from', 'to'],
  SHIFT_TREND: ['metric', 'from', 'to', 'by'],
  SHIFT_COMPARE: ['by', 'fromA', 'toA', 'from', 'to'],
  SHIFT_LIST: ['what', 'from', 'to'],
  SHIFT_STATUS: ['what'],
  WORKER_TURNOVER: ['from', 'to'],
} as const satisfies Readonly<Record<string, readonly Place[]>>;

/** A function that takes options. */
export type FunctionName = keyof typeof PLACES;

/** The arguments of a formula; `undefined` for a place that is left empty. */
export interface PlacedArguments extends Readonly<Partial<Record<Place, unknown>>> {
  readonly options: readonly unknown[];
}

/**
 * Puts the arguments of a formula into their places. The name of an option ends the places; `SHIFT_STAMP` counts as an
 * empty argument.
 */
export function placeArguments(like: FunctionName, args: readonly unknown[]): PlacedArguments {
  const places: readonly Place[] = PLACES[like];
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
  if (option === undefined) {
    // In the place of a date a text may be the misspelt name of an option: `venu`.
    const isDate = parseDays(value) !== undefined || nearestPeriod(value) !== undefined;
    return /^(?:from|to)/.test(place) && !isDate && closest(value, OPTION_WORDS) !== undefined;
  }
  // Figures, lists and states have names that options have as well.
  if (place === 'metric' || place === 'what') return option === 'refresh';
  return place !== 'by' || findGroupKey(value) === undefined;
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
  const cells = cellsOf(argument);
  if (cells.length === 0) return undefined;
  const text = textOf(singleCell(cells, what));
  for (const [word, choice] of choices) if (plainName(word) === plainName(text)) return choice;
  const words = Array.from(choices.keys());
  return refuseUnknown(what, text, words, words);
}

/** What a formula or a saved report asks, but for its days. */
export interface Question {
  /** The function whose answer is wanted: a saved report asks like a formula. */
  readonly like: FunctionName;
  readonly placed: PlacedArguments;
  readonly options: Options;
  /** The figures; none for shifts as they are, lists and states. */
  readonly measures: readonly Measure[];
  /** What a line stands for: of a trend a period, then what it is split by. None for one figure and for shifts. */
  readonly keys: readonly GroupKey[];
}

/** What each function groups by and shows where neither its places nor its options say so. */
const STANDARD: Partial<Record<FunctionName, Partial<Pick<Question, 'keys' | 'measures'>>>> = {
  SHIFT_FULFILMENT_AGGREGATED: { keys: ['week'], measures: PUBLISHED_MEASURES },
  SHIFT_TREND: { keys: ['week'] },
  SHIFT_COMPARE: { keys: ['venue'], measures: [findMeasure('true fulfilment %') as Measure] },
};

/**
 * Reads a question: its filters, options, figures and groups. One reader for formulas, saved reports, previews and
 * explanations.
 *
 * @param args All arguments of a formula, or what a saved report has in their places.
 * @throws {ReportError} `invalid_option`, one sentence that says what to write instead.
 */
export function readQuestion(
  like: FunctionName,
  args: readonly unknown[] | PlacedArguments,
  context: OptionContext,
): Question {
  const placed = 'options' in args ? args : placeArguments(like, args);
  const metric = 'metric' in placed || like === 'SHIFT_METRIC' ? [readMeasure(placed.metric)] : undefined;
  // What stands in the place of `by` is that option.
  const options = readOptions(['group by', placed.by, ...placed.options], optionsOf(like), context);
  const keys = options.groupBy ?? STANDARD[like]?.keys ?? [];
  const measures = metric ?? options.measures ?? STANDARD[like]?.measures ?? [];
  const question: Question = { like, placed, options, measures, keys };
  if (like === 'SHIFT_TREND') checkTrend(question);
  if (like === 'SHIFT_COMPARE') checkComparison(question);
  checkBasis(measures, options.basis);
  return question;
}

function checkTrend({ keys: [period, , third], options: { evidence, incomplete }, keys }: Question): void {
  if (period === undefined || !isPeriodKey(period)) {
    refuseOption('Begin with a period, such as "week" or "week, venue": a trend runs over time');
  }
  if (third !== undefined) refuseOption('Give one period and one other key at most, such as "week, venue"');
  if (evidence && keys.length > 1)
    refuseOption('Leave "evidence" out, or give a period alone, such as "week"');
  if (incomplete === 'mark') refuseOption('Use "incomplete" with "hide" or "show": a trend has no NOTES');
}

function checkComparison({ keys, measures: [measure, second], options: { words } }: Question): void {
  if (keys.some(isPeriodKey)) {
    refuseOption('Compare by venue, area, role or weekday: two periods have no day, week or month in common');
  }
  if (second !== undefined) refuseOption('Compare one figure at a time: give one name with "measures"');
  if (measure !== undefined && needsTargets(measure)) {
    refuseOption(`Choose another figure, such as "true fulfilment %": "${measure.words[0]}" is not compared`);
  }
  if (words && measure?.kind === 'count') {
    refuseOption('Compare a percentage, such as "true fulfilment %", or leave "words" out');
  }
}

/** Reads the days of a formula; of a comparison the earlier ones, too. @throws {ReportError} `invalid_option`, one sentence that says what to write instead. */
export function daysOf(
  { like, placed, keys }: Question,
  context: DateContext,
): { readonly range: Period; readonly before?: DateRange } {
  const { from, to, fromA, toA } = placed;
  if (like === 'SHIFT_COMPARE') {
    const { before, after } = readComparedRanges([fromA, toA], [from, to], context);
    return { range: after, before };
  }
  const period = like === 'SHIFT_TREND' ? (keys[0] as PeriodUnit) : undefined;
  return { range: readRange(from, to, context, period && `last ${TREND_PERIODS[period]} ${period}s`) };
}

/** Refuses a choice that none of the figures can have. @throws {ReportError} `invalid_option` */
export function checkBasis(measures: readonly Measure[], chosen: ChosenDefinition | undefined): void {
  if (chosen === undefined) return;
  const fields = publishedPercentages(measures);
  const possible: readonly Definition[] = fields.flatMap((field) => DEFINITIONS[field]);
  if (possible.some((one) => isChosen(one, chosen))) return;
  if (fields.length === 0)
    refuseOption('Leave "basis" out: these figures are not percentages of the service');
  refuseOption(`Choose another "basis": ${choicesOf(possible)}`);
}
