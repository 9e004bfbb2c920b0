import type { CalendarDate } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { DAYS_UNTIL_FINAL } from '../limits';
import { type Definitions, figureOf, publishedReader, type Withheld } from './definitions';
import { type CountMeasure, type Definition, type Measure, quantityReader } from './measures';
import { wilsonInterval } from './share-statistics';
import type { GroupFacts, Published, RowNumber, SumRequest, Sums } from './sums';
import type { PlanReader } from './weekly-plan';

/** A figure that is asked for. */
export interface FigureRequest {
  readonly measure: Measure;
  /** What the percentage is made of; `undefined` for counts. A percentage without one is blank. */
  readonly definitions: Definitions | undefined;
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
   * Rates: percent on the 0 to 100 scale, not rounded. Null where the denominator is 0, and where it is withheld.
   */
  readonly value: number | null;
  /** Rates: the numerator's sum by the definition in use. Counts: the sum. */
  readonly k: number;
  /** Rates: the denominator's sum by the definition in use. Counts: the records that carried a value. */
  readonly n: number;
  /**
   * The 95% Wilson interval in percent, scaled by likeness; at least this wide where that was not measured. Null where the
   * numerator is not within 0 and n, and with the value.
   */
  readonly low: number | null;
  readonly high: number | null;
  /** Records left out because a part of the figure was null. */
  readonly skipped: number;
  /** Why a percentage is withheld; absent where it is shown. */
  readonly why?: Withheld;
}

/** What a group holds, and what it covers. */
interface CoveredFacts extends GroupFacts {
  /** Whether none of its days is over. */
  readonly isToCome?: boolean;
}

/** The sums that a figure is made of: one for a count, one for each definition that is left for a rate. */
export function sumsNeeded({ measure, definitions, targets }: FigureRequest): readonly SumRequest[] {
  const { finishedDaysOnly } = measure;
  if (measure.kind === 'count') {
    const numerator = countedIn(measure, targets);
    return numerator === undefined ? [] : [{ numerator, denominator: undefined, finishedDaysOnly }];
  }
  const { beside, of } = measure;
  return (definitions?.left ?? []).map(({ definition }) => ({
    numerator: beside === undefined ? definition.numerator : besideOf(definition, beside, targets),
    denominator: definition.denominator,
    finishedDaysOnly,
    published:
      typeof of === 'string' ? publishedAs(definition, publishedReader(of, definitions?.scale)) : undefined,
  }));
}

function publishedAs({ numerator, denominator }: Definition, read: Published['read']): Published {
  return { read, numerator, denominator };
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

/** The figure that these sums make. @param sums As `sumsNeeded` listed them, over one group. */
export function makeFigure(
  { measure, definitions, likeness }: FigureRequest,
  sums: readonly Sums[],
  facts: CoveredFacts,
): Figure {
  const [used] = sums;
  if (measure.kind === 'rate') {
    if (definitions === undefined) return planFigure(null);
    const whole = measure.beside === undefined ? 100 : 1;
    const { value, why } = figureOf(definitions, sums, whole);
    const { numerator: k, denominator: n, carried } = used ?? NO_SUMS;
    const interval = value === null || whole === 1 ? undefined : wilsonInterval(k, n, likeness);
    const skipped = used ? skippedIn(measure, facts, carried) : 0;
    const figure = { value, k, n, low: interval?.low ?? null, high: interval?.high ?? null, skipped };
    return why ? { ...figure, why } : figure;
  }
  if (used === undefined) return planFigure(null);
  // 0 means asked and none; records of which nothing is known make a blank, and so do days that are to come.
  const isAsked = !(measure.finishedDaysOnly && facts.isToCome === true);
  const isKnown = used.carried > 0 || (facts.records === 0 && isAsked);
  const skipped = skippedIn(measure, facts, used.carried);
  return {
    value: isKnown ? used.numerator : null,
    k: used.numerator,
    n: used.carried,
    low: null,
    high: null,
    skipped,
  };
}

const NO_SUMS: Sums = { numerator: 0, denominator: 0, carried: 0, agree: 0, of: 0 };

function skippedIn({ finishedDaysOnly }: Measure, facts: GroupFacts, carried: number): number {
  return facts.records - (finishedDaysOnly ? facts.unfinished : 0) - carried;
}

/** The figure of a plan. */
export function planFigure(value: number | null): Figure {
  return { value, k: 0, n: 0, low: null, high: null, skipped: 0 };
}

/** Whether the figures of a day may still be corrected. */
export function isProvisional(day: CalendarDate, today: CalendarDate): boolean {
  return day > today - DAYS_UNTIL_FINAL;
}
