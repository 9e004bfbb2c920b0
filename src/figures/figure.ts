import type { CalendarDate } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { DAYS_UNTIL_FINAL } from '../limits';
import { type Definitions, figureOf, publishedReader, type Withheld } from './definitions';
import { type Definition, isOfTargets, type Measure, quantityReader } from './measures';
import { wilsonInterval } from './share-statistics';
import { type GroupFacts, type SumRequest, type Sums, sumGroups } from './sums';
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

/** Figures over groups of rows. The group after the last one holds all rows, summed apart from the groups. */
interface SummedFigures {
  facts(group: number): GroupFacts;
  /** @param facts Of the group. @param isToCome Whether none of its days is over. */
  figure(request: number, group: number, facts: GroupFacts, isToCome: boolean): Figure;
}

/**
 * Sums rows by group, and makes figures of the sums.
 *
 * @param groupOf The group of each row, from 0 to `groupCount` − 1.
 */
export function sumFigures(
  rows: readonly ShiftRow[],
  groupOf: readonly number[],
  groupCount: number,
  requests: readonly FigureRequest[],
  today: CalendarDate,
): SummedFigures {
  const needed = requests.map(sumsNeeded);
  const { facts, sums } = sumGroups(rows, groupOf, groupCount, needed.flat(), today);
  const places = needed.map((_, at) => needed.slice(0, at).flat().length);
  return {
    facts,
    figure: (request, group, known, isToCome) => {
      const own = (needed[request] ?? []).map((_, part) => sums((places[request] as number) + part, group));
      return makeFigure(requests[request] as FigureRequest, own, known, isToCome);
    },
  };
}

/** The sums that a figure is made of: one for a count, none for a plan, and for a rate one for each definition that is left. */
function sumsNeeded({ measure, definitions, targets }: FigureRequest): readonly SumRequest[] {
  const { finishedDaysOnly } = measure;
  if (measure.kind === 'count') {
    if (targets?.plan !== undefined) return [];
    const numerator = isOfTargets(measure.quantity)
      ? (row: ShiftRow) => targets?.ofRow(row) ?? null
      : measure.quantity;
    return [{ numerator, denominator: undefined, finishedDaysOnly }];
  }
  const { beside, of } = measure;
  return (definitions?.left ?? []).map(({ definition }) => ({
    numerator: beside === undefined ? definition.numerator : besideOf(definition, beside, targets),
    denominator: definition.denominator,
    finishedDaysOnly,
    published:
      typeof of === 'string' ? { ...definition, read: publishedReader(of, definitions?.scale) } : undefined,
  }));
}

/** In percentage points of the denominator, so that whole numbers stay whole: the sum is divided by its sum. */
function besideOf(
  { numerator, denominator }: Definition,
  beside: 'target' | 'gap',
  targets: TargetedFigure | undefined,
): (row: ShiftRow) => number | null {
  const [top, bottom] = [quantityReader(numerator), quantityReader(denominator)];
  return (row) => {
    const [part, whole, target] = [top(row), bottom(row), targets?.ofRow(row) ?? null];
    if (part === null || whole === null || target === null) return null;
    return beside === 'target' ? whole * target : 100 * part - whole * target;
  };
}

const NO_SUMS: Sums = { numerator: 0, denominator: 0, carried: 0, agree: 0, of: 0 };

/** The figure that these sums make. @param sums As `sumsNeeded` listed them, over one group. */
function makeFigure(
  { measure, definitions, likeness }: FigureRequest,
  sums: readonly Sums[],
  { records, unfinished }: GroupFacts,
  isToCome: boolean,
): Figure {
  const { 0: used = NO_SUMS } = sums;
  const { numerator: k, carried } = used;
  const skipped = sums.length === 0 ? 0 : records - (measure.finishedDaysOnly ? unfinished : 0) - carried;
  if (measure.kind === 'count') {
    // 0 means asked and none; records of which nothing is known make a blank, and so do days that are to come.
    const isAsked = sums.length > 0 && !(measure.finishedDaysOnly && isToCome);
    const isKnown = carried > 0 || (records === 0 && isAsked);
    return { value: isKnown ? k : null, k, n: carried, low: null, high: null, skipped };
  }
  const { denominator: n } = used;
  const whole = measure.beside === undefined ? 100 : 1;
  const { value, why } = definitions ? figureOf(definitions, sums, whole) : { value: null, why: undefined };
  const interval = value === null || whole === 1 ? undefined : wilsonInterval(k, n, likeness);
  const figure = { value, k, n, low: interval?.low ?? null, high: interval?.high ?? null, skipped };
  return why ? { ...figure, why } : figure;
}

/** The figure of a plan. */
export function planFigure(value: number | null): Figure {
  return { value, k: 0, n: 0, low: null, high: null, skipped: 0 };
}

/** Whether the figures of a day may still be corrected. */
export function isProvisional(day: CalendarDate, today: CalendarDate): boolean {
  return day > today - DAYS_UNTIL_FINAL;
}
