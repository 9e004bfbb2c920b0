import type { ShiftRow } from '../employer-api/shift-records';
import type { FigureSet } from './figure-set';
import { type Figure, type FigureRequest, figureMaker } from './figures';
import { type AskedDays, type GroupKey, groupRows, type KeyValue } from './group-keys';

/** A period that is compared with another one. */
export type ComparedPeriod = AskedDays & Pick<FigureSet, 'rows'>;

/** A figure of one group in period A and in period B, and what the group did to the figure of all. */
export interface Contribution {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  readonly a: Figure;
  readonly b: Figure;
  /** How many records each was made from. */
  readonly records: { readonly a: number; readonly b: number };
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
  before: ComparedPeriod,
  after: ComparedPeriod,
  keys: readonly GroupKey[],
  request: FigureRequest,
): Contributions {
  const make = figureMaker(request, after.today);
  const groups = groupRows([before.rows, after.rows], keys, after.weekStart);
  const pairs = [...groups, { keys: [], rows: [before.rows, after.rows] }].map(({ keys: own, rows }) => {
    const [inA, inB] = rows as [ShiftRow[], ShiftRow[]];
    const [a, b] = [make(inA, before.range.from >= before.today), make(inB, after.range.from >= after.today)];
    return { keys: own, a, b, records: { a: inA.length, b: inB.length } };
  });
  const ofGroups = pairs.slice(0, -1);
  const ratioOf = ({ k, n }: Figure): Ratio => ({ numerator: k, denominator: n });
  const parts =
    request.measure.kind === 'rate'
      ? changeParts(ofGroups.map(({ a, b }) => ({ a: ratioOf(a), b: ratioOf(b) })))
      : ofGroups.map(({ a, b }) => ({ ratePart: b.k - a.k, mixPart: 0 }));
  const sumOf = (part: keyof Parts) => (parts ?? []).reduce((sum, own) => sum + own[part], 0);
  const all = parts && [...parts, { ratePart: sumOf('ratePart'), mixPart: sumOf('mixPart') }];
  const compared = pairs.map((pair, at): Contribution => {
    const { a, b } = pair;
    const { ratePart = null, mixPart = null } = (a.why || b.why ? undefined : all?.[at]) ?? {};
    const change = a.value === null || b.value === null ? null : b.value - a.value;
    return { ...pair, change, ratePart, mixPart };
  });
  return { groups: compared.slice(0, -1), total: compared[groups.length] as Contribution };
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
  const totalOf = (side: 'a' | 'b'): Ratio => ({
    numerator: groups.reduce((sum, group) => sum + group[side].numerator, 0),
    denominator: groups.reduce((sum, group) => sum + group[side].denominator, 0),
  });
  const [allA, allB] = [totalOf('a'), totalOf('b')];
  if (allA.denominator === 0 || allB.denominator === 0) return undefined;
  const meanOfAll = (percentOf(allA) + percentOf(allB)) / 2;
  return groups.map(({ a, b }) => {
    const rateA = percentOf(a.denominator === 0 ? b : a);
    const rateB = percentOf(b.denominator === 0 ? a : b);
    const [weightA, weightB] = [a.denominator / allA.denominator, b.denominator / allB.denominator];
    const alone = aloneIn(b, allB) - aloneIn(a, allA);
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
