import type { CalendarDate, WeekStart } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { type Figure, type FigureRequest, makeFigure, sumsNeeded } from './figure';
import { type GroupKey, groupRows, type KeyValue } from './group-keys';
import { countDoubts, type DoubtCounts, type DoubtfulRecords, NO_DOUBTS } from './record-quality';
import { type GroupFacts, type GroupSums, sumGroups } from './sums';

/** How two periods are compared. */
interface Comparison {
  readonly keys: readonly GroupKey[];
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  /** What is doubtful among the records of A, and of B; nothing unless said. */
  readonly doubts?: { readonly a: DoubtfulRecords; readonly b: DoubtfulRecords };
  /** Whether none of the days of A, and of B, is over; not so unless said. */
  readonly isToCome?: { readonly a: boolean; readonly b: boolean };
}

/** What a figure of one period was made from. */
export interface SideFacts extends DoubtCounts {
  readonly records: number;
}

/** A figure of one group in period A and in period B, and what the group did to the figure of all. */
export interface Contribution {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  readonly a: Figure;
  readonly b: Figure;
  readonly facts: { readonly a: SideFacts; readonly b: SideFacts };
  /** B's value less A's, rates in percentage points; null where either is null. */
  readonly change: number | null;
  /** For counts the difference of the sums, a blank one adding nothing. Null where the total's rate is unknown, or its own is withheld. */
  readonly ratePart: number | null;
  /** 0 for counts. Null as `ratePart`. */
  readonly mixPart: number | null;
}

/** The groups of both periods in the order of their keys. Their parts add up to the change of the total. */
interface Contributions {
  readonly groups: readonly Contribution[];
  readonly total: Contribution;
}

/**
 * Compares a figure by groups between period A and period B, and tells what each group did to the change.
 *
 * Both periods are read by one definition, the first that is left.
 */
export function contributions(
  rowsA: readonly ShiftRow[],
  rowsB: readonly ShiftRow[],
  { keys, today, weekStart, doubts, isToCome = { a: false, b: false } }: Comparison,
  request: FigureRequest,
): Contributions {
  // Grouped as one list, so that a name has one group and one spelling in both periods.
  const { groupOf, groups } = groupRows(rowsA.concat(rowsB), keys, weekStart);
  const needed = sumsNeeded(request);
  const sides = { a: groupOf.slice(0, rowsA.length), b: groupOf.slice(rowsA.length) };
  const a = sumGroups(rowsA, sides.a, groups.length, needed, today);
  const b = sumGroups(rowsB, sides.b, groups.length, needed, today);
  const doubtsA = countDoubts(rowsA, sides.a, groups.length, doubts ? doubts.a : NO_DOUBTS);
  const doubtsB = countDoubts(rowsB, sides.b, groups.length, doubts ? doubts.b : NO_DOUBTS);
  const pairs = (needed.length > 0 ? groups : []).map((_, group) => ({
    a: a.sums(0, group),
    b: b.sums(0, group),
  }));
  const parts = needed.length > 0 ? partsOf(pairs, request) : undefined;
  const compared = (group: number, values: readonly KeyValue[], part: Parts | undefined): Contribution => {
    const read = (side: GroupSums, toCome: boolean) =>
      makeFigure(
        request,
        needed.map((_, at) => side.sums(at, group)),
        { ...side.facts(group), isToCome: toCome },
      );
    const [figureA, figureB] = [read(a, isToCome.a), read(b, isToCome.b)];
    const known = figureA.why || figureB.why ? undefined : part;
    return {
      keys: values,
      a: figureA,
      b: figureB,
      facts: {
        a: sideFacts(a.facts(group), doubtsA(group)),
        b: sideFacts(b.facts(group), doubtsB(group)),
      },
      change: figureA.value === null || figureB.value === null ? null : figureB.value - figureA.value,
      ratePart: known ? known.ratePart : null,
      mixPart: known ? known.mixPart : null,
    };
  };
  return {
    groups: groups.map((values, group) => compared(group, values, parts?.[group])),
    total: compared(groups.length, [], parts && addUp(parts)),
  };
}

function sideFacts({ records }: GroupFacts, doubts: DoubtCounts): SideFacts {
  return { records, ...doubts };
}

function partsOf(pairs: readonly RatioPair[], request: FigureRequest): readonly Parts[] | undefined {
  if (request.measure.kind === 'rate') return changeParts(pairs);
  return pairs.map(({ a, b }) => ({ ratePart: b.numerator - a.numerator, mixPart: 0 }));
}

function addUp(parts: readonly Parts[]): Parts {
  return {
    ratePart: parts.reduce((sum, part) => sum + part.ratePart, 0),
    mixPart: parts.reduce((sum, part) => sum + part.mixPart, 0),
  };
}

/** A ratio of sums: of one group in one period. */
interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** One group in the two periods that are compared, A and then B. */
interface RatioPair {
  readonly a: Ratio;
  readonly b: Ratio;
}

/** What one group did to the rate of all groups together, in percentage points. */
interface Parts {
  /** What its own rate made of the change. */
  readonly ratePart: number;
  /** What its share of the denominators made of it. */
  readonly mixPart: number;
}

/**
 * Tells which groups moved a rate, and whether by their own rate or by their share of the whole.
 *
 * With rates r, and weights w that are shares of the denominators, the rate part is mean(w)·(rB − rA) and the mix
 * part (mean(r) − mean(R))·(wB − wA), R being the rate of all groups. The parts add up to RB − RA. A group without
 * denominator in one period borrows its rate from the other; its numerator, if it has one, still counts towards R
 * and so is in its rate part.
 *
 * @returns One for each pair; `undefined` when a period has no denominator at all, so that R is unknown.
 */
export function changeParts(groups: readonly RatioPair[]): readonly Parts[] | undefined {
  const all = {
    a: totalOf(groups.map(({ a }) => a)),
    b: totalOf(groups.map(({ b }) => b)),
  };
  if (all.a.denominator === 0 || all.b.denominator === 0) return undefined;
  const meanOfAll = (percentOf(all.a) + percentOf(all.b)) / 2;
  return groups.map(({ a, b }) => {
    const rateA = percentOf(a.denominator === 0 ? b : a);
    const rateB = percentOf(b.denominator === 0 ? a : b);
    const [weightA, weightB] = [a.denominator / all.a.denominator, b.denominator / all.b.denominator];
    const alone = aloneIn(b, all.b) - aloneIn(a, all.a);
    return {
      ratePart: ((weightA + weightB) / 2) * (rateB - rateA) + alone + 0,
      // Adding 0 makes -0 plain.
      mixPart: ((rateA + rateB) / 2 - meanOfAll) * (weightB - weightA) + 0,
    };
  });
}

/** What a numerator without denominator adds to the rate of all groups. */
function aloneIn({ numerator, denominator }: Ratio, all: Ratio): number {
  return denominator === 0 ? (100 * numerator) / all.denominator : 0;
}

/** A rate in percent. Without a denominator its weight is 0 and the rate counts for nothing. */
function percentOf({ numerator, denominator }: Ratio): number {
  return denominator === 0 ? 0 : (100 * numerator) / denominator;
}

function totalOf(ratios: readonly Ratio[]): Ratio {
  return ratios.reduce(
    (sum, { numerator, denominator }) => ({
      numerator: sum.numerator + numerator,
      denominator: sum.denominator + denominator,
    }),
    { numerator: 0, denominator: 0 },
  );
}
