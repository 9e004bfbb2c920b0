import type { CalendarDate } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { DAYS_UNTIL_FINAL, WIDEST_RANGE } from '../limits';
import { type Basis, isRefuted, mayFit } from './basis';
import type { Votes } from './infer-votes';
import {
  type CountMeasure,
  type Definition,
  type Measure,
  type PercentageField,
  quantityReader,
} from './measures';
import { wilsonInterval } from './share-statistics';
import type { GroupFacts, RowNumber, SumRequest, Sums } from './sums';
import type { PlanReader } from './weekly-plan';

/** A figure that is asked for. */
export interface FigureRequest {
  readonly measure: Measure;
  /**
   * What the percentage is made of. Not needed for counts, nor for percentages that we define; a published
   * percentage without one, or with one that no definition survived, is blank.
   */
  readonly basis: Basis | undefined;
  /** How much more weeks differ than independent positions would, for intervals; absent where it was not measured. */
  readonly likeness?: number | undefined;
  /** What the figure takes from the targets sheet; absent for figures that rest on records alone. */
  readonly targets?: TargetedFigure | undefined;
}

/** What a figure takes from the targets sheet. */
export interface TargetedFigure {
  /** The number of a record: its target in percent, or an amount of money. Null where no line sets it. */
  ofRow(row: ShiftRow): number | null;
  /** The figure of a whole group, where it is no sum over records: a plan. */
  readonly plan?: PlanReader | undefined;
}

/** One figure of one group, with what speaks for it. */
export interface Figure {
  /**
   * Counts: the sum. Null where the group has records but none with a value, 0 where it has no records; null, too, where
   * only finished days count and none of its days is over.
   * Rates: percent on the 0 to 100 scale, not rounded. Null where the denominator is 0 or the basis contradicted.
   */
  readonly value: number | null;
  /** Rates: the denominator's sum under the definition in use. Counts: the records that carried a value. */
  readonly n: number;
  /**
   * The 95% Wilson interval in percent, scaled by likeness; at least this wide where that was not measured. Null where the
   * numerator is not within 0 and n.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** The least and the greatest value over all surviving definitions; null for counts. */
  readonly min: number | null;
  readonly max: number | null;
  /** Records left out because a part of the figure was null. */
  readonly skipped: number;
  /** Records with denominator 0 and a numerator above 0: they stay in the sum. */
  readonly over: number;
  /** How many of those publish a percentage of their own, out of more than 0; absent where none does, and as `against` is. */
  readonly overAgainst?: number;
  /** Records of finished days that publish 100 though they make more; they stay in the sum. Absent as `overAgainst` is. */
  readonly capped?: number;
  /**
   * How the percentages that its own records publish agree with it, by the definition that most agree with, where that is
   * too few to be chance (95% interval). Absent where they agree, and for a definition that was chosen, changes, or is ours.
   */
  readonly against?: Votes;
  /** Whether it has no value by some definition that is left, though it has one by another. */
  readonly mayBeBlank?: true;
}

/** Counts that no shift without anyone has: not all of so many records are 0 by chance. */
const NEVER_ALL_ZERO: readonly string[] = [
  'SHIFTS_POSTED',
  'SHIFTS_WORKED',
  'HOURS_SCHEDULED',
  'HOURS_WORKED',
  'TRUE_DEMAND',
];
const FEWEST_ZEROS = 10;

/** True for a count of positions or hours that is 0 though at least ten records have a value. */
export function isAllZero({ name }: Measure, { value, n }: Figure): boolean {
  return value === 0 && n >= FEWEST_ZEROS && NEVER_ALL_ZERO.includes(name);
}

/** What a group holds, and what it covers. */
interface CoveredFacts extends GroupFacts {
  /** Whether none of its days is over. */
  readonly isToCome?: boolean;
}

/** The sums that a figure is made of: one for a count, one per surviving definition for a rate. */
export function sumsNeeded({ measure, basis, targets }: FigureRequest): readonly SumRequest[] {
  const { finishedDaysOnly } = measure;
  if (measure.kind === 'count') {
    const numerator = countedIn(measure, targets);
    return numerator === undefined ? [] : [{ numerator, denominator: undefined, finishedDaysOnly }];
  }
  const own: readonly Definition[] = typeof measure.of === 'string' ? [] : [measure.of];
  const definitions = basis === undefined ? own : basis.survivors.map(({ definition }) => definition);
  const { beside } = measure;
  const isOwn = beside === undefined && typeof measure.of === 'string';
  const published = isFound(basis) && isOwn ? (measure.of as PercentageField) : undefined;
  return definitions.map(({ numerator, denominator }) => ({
    numerator: beside === undefined ? numerator : besideOf({ numerator, denominator }, beside, targets),
    denominator,
    finishedDaysOnly,
    published,
  }));
}

/** What a count adds up; `undefined` for a plan, and for what nothing is known of. */
function countedIn(
  { name, quantity }: CountMeasure,
  targets: TargetedFigure | undefined,
): SumRequest['numerator'] | undefined {
  if (quantity === 'PLAN_HOURS' || quantity === 'PLAN_POSITIONS') return undefined;
  if (quantity !== 'COST' && quantity !== 'CREDITS') return quantity;
  return { words: name.toLowerCase(), read: (row) => targets?.ofRow(row) ?? null };
}

/** In percentage points of the denominator, so that whole numbers stay whole: the sum is divided by its sum. */
function besideOf(
  { numerator, denominator }: Definition,
  beside: 'target' | 'gap',
  targets: TargetedFigure | undefined,
): RowNumber {
  const [top, bottom] = [quantityReader(numerator), quantityReader(denominator)];
  return {
    words: beside === 'target' ? 'target × positions' : 'points above or below target × positions',
    read: (row) => {
      const [part, whole, target] = [top(row), bottom(row), targets?.ofRow(row) ?? null];
      if (part === null || whole === null || target === null) return null;
      return beside === 'target' ? whole * target : 100 * part - whole * target;
    },
  };
}

/** Whether the rows led to a definition, one for all days. */
function isFound(basis: Basis | undefined): boolean {
  return basis?.changesOn === undefined && (basis?.kind === 'settled' || basis?.kind === 'assumed');
}

/** The figure that these sums make. @param sums As `sumsNeeded` listed them, over one group. */
export function figureOf(
  { measure, likeness }: FigureRequest,
  sums: readonly Sums[],
  facts: CoveredFacts,
): Figure {
  const [used] = sums;
  if (used === undefined) return UNDEFINED;
  const { numerator, denominator, carried, over } = used;
  const skipped = facts.records - (measure.finishedDaysOnly ? facts.unfinished : 0) - carried;
  if (measure.kind === 'count') {
    // 0 means asked and none; records of which nothing is known make a blank, and so do days that are to come.
    const isAsked = !(measure.finishedDaysOnly && facts.isToCome === true);
    const known = carried > 0 || (facts.records === 0 && isAsked);
    const value = known ? numerator : null;
    return { value, n: carried, low: null, high: null, min: null, max: null, skipped, over };
  }
  const isBeside = measure.beside !== undefined;
  const shareOf = (one: Sums) => (isBeside ? pointsOf(one) : percentOf(one));
  const value = shareOf(used);
  let [min, max] = [value, value];
  let mayBeBlank = false;
  for (let at = 1; at < sums.length; at++) {
    const other = shareOf(sums[at] as Sums);
    mayBeBlank = mayBeBlank || (value !== null && other === null);
    if (other === null) continue;
    min = min === null ? other : Math.min(min, other);
    max = max === null ? other : Math.max(max, other);
  }
  const interval = isBeside ? undefined : wilsonInterval(numerator, denominator, likeness);
  const low = interval === undefined ? null : interval.low;
  const high = interval === undefined ? null : interval.high;
  const against = votesAgainst(sums);
  const { overAgainst = 0, capped = 0 } = used.own ?? {};
  return {
    ...{ value, n: denominator, low, high, min, max, skipped, over },
    ...(overAgainst > 0 ? { overAgainst } : {}),
    ...(capped > 0 ? { capped } : {}),
    ...(against ? { against } : {}),
    ...(mayBeBlank ? { mayBeBlank } : {}),
  };
}

/** One or two records may have been edited after their percentage was made (our choice). */
const FEWEST_AGAINST = 3;

/**
 * The votes for the definition that most rows agree with, unless it may fit. A sum of 0 is no edit of a few records where
 * each of them publishes more: one is enough.
 */
function votesAgainst(sums: readonly Sums[]): Votes | undefined {
  const votes = sums.flatMap(({ own }) => (own === undefined ? [] : [own]));
  const fewest = sums.every(({ numerator }) => numerator === 0) ? 1 : FEWEST_AGAINST;
  if (votes.length === 0 || votes.some((one) => one.of < fewest || mayFit(one))) return undefined;
  const { agree, of } = votes.reduce((best, one) => (one.agree * best.of > best.agree * one.of ? one : best));
  return { agree, of };
}

/** Of a percentage that fits no definition: nothing is summed. */
const UNDEFINED: Figure = {
  value: null,
  n: 0,
  low: null,
  high: null,
  min: null,
  max: null,
  skipped: 0,
  over: 0,
};

/** A ratio of sums in percent; null where its denominator is 0: never 0% or 100%. Over 100 is not clipped. */
function percentOf({ numerator, denominator }: Sums): number | null {
  return denominator === 0 ? null : (100 * numerator) / denominator;
}

/** The same of sums that are in percent already. */
function pointsOf({ numerator, denominator }: Sums): number | null {
  return denominator === 0 ? null : numerator / denominator;
}

/** The figure of a plan. */
export function planFigure(value: number | null): Figure {
  return { ...UNDEFINED, value };
}

/** Whether the definitions that are left differ by too much for one number. */
export function isTooWide({ min, max }: Pick<Figure, 'min' | 'max'>): boolean {
  return min !== null && max !== null && max - min > WIDEST_RANGE;
}

/** Whether so many of a figure's own records publish something else that it cannot be chance. */
export function isContradicted({ against }: Pick<Figure, 'against'>): boolean {
  return against !== undefined && isRefuted(against);
}

/** Whether a figure needs a word beside it, however narrow its range: it is contradicted, or none by some definition. */
export function needsWord(figure: Pick<Figure, 'against' | 'mayBeBlank'>): boolean {
  return isContradicted(figure) || figure.mayBeBlank === true;
}

/** Whether one number without a word beside it would mislead. */
export function isDoubtful(figure: Figure): boolean {
  return isTooWide(figure) || needsWord(figure);
}

/** Whether the figures of a day may still be corrected. */
export function isProvisional(day: CalendarDate, today: CalendarDate): boolean {
  return day > today - DAYS_UNTIL_FINAL;
}
