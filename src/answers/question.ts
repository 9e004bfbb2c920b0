import type { CalendarDate, DateRange, Period } from '../calendar/calendar-date';
import type { GroupKey } from '../contract/fields';
import { isPeriodKey, type PeriodKey } from '../figures/group-keys';
import { findMeasure, type Measure, needsTargets, PUBLISHED_MEASURES } from '../figures/measures';
import { TREND_PERIODS } from '../limits';
import { type PlacedArguments, placeArguments } from './arguments/arguments';
import { type DateContext, readComparedRanges, readRange } from './arguments/dates';
import { type FunctionName, OPTION_USES, type OptionName } from './arguments/option-table';
import { type Options, readGroupBy, readMeasure, readOptions } from './arguments/options';
import { refuseOption } from './arguments/refusals';
import { checkBasis } from './tables/notes';

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

/** How a question is read. */
interface QuestionContext {
  /** Who asks, as messages call it. */
  readonly name: string;
  /** The day on which a moment falls in the spreadsheet's zone. May cost a service call; asked only for dates. */
  dayOf(date: Date): CalendarDate;
}

/** What each function groups by where neither its place nor the option says so. */
const STANDARD_KEYS: Readonly<Partial<Record<FunctionName, readonly GroupKey[]>>> = {
  SHIFT_FULFILMENT_AGGREGATED: ['week'],
  SHIFT_TREND: ['week'],
  SHIFT_COMPARE: ['venue'],
};

const TRUE_FULFILMENT = findMeasure('true fulfilment %') as Measure;

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
  { name, dayOf }: QuestionContext,
): Question {
  const placed = 'options' in args ? args : placeArguments(like, args);
  const metric = 'metric' in placed || like === 'SHIFT_METRIC' ? [readMeasure(placed.metric)] : undefined;
  const by = readGroupBy(placed.by);
  const options = readOptions(placed.options, new Set<OptionName>(OPTION_USES[like]), { name, dayOf });
  if (by !== undefined && options.groupBy !== undefined) refuseOption('"group by" is given twice');
  const keys = by ?? options.groupBy ?? STANDARD_KEYS[like] ?? [];
  const measures = metric ?? options.measures ?? standardMeasures(like);
  const question: Question = { like, placed, options, measures, keys };
  if (like === 'SHIFT_TREND') checkTrend(question);
  if (like === 'SHIFT_COMPARE') checkComparison(question);
  checkBasis(measures, options.basis);
  return question;
}

function standardMeasures(like: FunctionName): readonly Measure[] {
  if (like === 'SHIFT_FULFILMENT_AGGREGATED') return PUBLISHED_MEASURES;
  return like === 'SHIFT_COMPARE' ? [TRUE_FULFILMENT] : [];
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

/** The days that a question asks for. */
export interface AskedDays {
  readonly range: Period;
  /** Of a comparison the earlier days. */
  readonly before?: DateRange;
}

/** Reads the days of a formula. @throws {ReportError} `invalid_range`, one sentence that says what to write instead. */
export function daysOf({ like, placed, keys }: Question, context: DateContext): AskedDays {
  const { from, to, fromA, toA } = placed;
  if (like === 'SHIFT_COMPARE') {
    const { before, after } = readComparedRanges([fromA, toA], [from, to], context);
    return { range: after, before };
  }
  const period = like === 'SHIFT_TREND' ? (keys[0] as PeriodKey) : undefined;
  return { range: readRange(from, to, context, period && `last ${TREND_PERIODS[period]} ${period}s`) };
}
