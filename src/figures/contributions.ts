import type { ShiftRow } from '../employer-api/shift-records';
import { type Figure, type FigureRequest, type FigureSet, figureMaker } from './figures';
import { type AskedDays, type GroupKey, groupRows, type KeyValue } from './group-keys';
import type { Share } from './share-statistics';

/** A period that is compared with another one. */
export type ComparedPeriod = AskedDays & Pick<FigureSet, 'rows'>;

/** What a group did to the figure of all. */
interface Parts {
  /** What its own rate made of the change, in percentage points; for counts the difference of the sums. */
  readonly ratePart: number | null;
  /** What its share of the denominators made of it; 0 for counts. */
  readonly mixPart: number | null;
}

/** A figure of one group in period A and in period B. Its parts are null where the total's rate is unknown, or its own is withheld. */
export interface Contribution extends Parts {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  readonly a: Figure;
  readonly b: Figure;
  /** How many records each was made from. */
  readonly records: { readonly a: number; readonly b: number };
  /** B's value less A's, rates in percentage points; null where either is null. */
  readonly change: number | null;
}

/**
 * Compares a figure by groups between period A and period B, and tells what each group did to the change.
 *
 * Both periods are read by one definition, the first that is left.
 *
 * @returns The groups of both periods in the order of their keys, and the total: their parts add up to its change.
 */
export function contributions(
  before: ComparedPeriod,
  after: ComparedPeriod,
  keys: readonly GroupKey[],
  request: FigureRequest,
): { readonly groups: readonly Contribution[]; readonly total: Contribution } {
  const make = figureMaker(request, after.today);
  // Periods that share days may share rows.
  const [inBefore, inAfter] = [new Set(before.rows), new Set(after.rows)];
  const compare = (own: readonly KeyValue[], rows: readonly ShiftRow[]) => {
    const [inA, inB] = [rows.filter((row) => inBefore.has(row)), rows.filter((row) => inAfter.has(row))];
    const [a, b] = [make(inA, before.range.from >= before.today), make(inB, after.range.from >= after.today)];
    const change = a.value === null || b.value === null ? null : b.value - a.value;
    return { keys: own, a, b, records: { a: inA.length, b: inB.length }, change };
  };
  const both = [...new Set([...before.rows, ...after.rows])];
  const pairs = groupRows(both, keys, after.weekStart).map((group) => compare(group.keys, group.rows));
  const parts =
    request.measure.kind === 'rate'
      ? changeParts(pairs)
      : pairs.map(({ a, b }) => ({ ratePart: b.k - a.k, mixPart: 0 }));
  const of = (part: keyof Parts) => parts?.reduce((sum, own) => sum + own[part], 0) ?? null;
  const all = { ...compare([], both), ratePart: of('ratePart'), mixPart: of('mixPart') };
  const unknown = { ratePart: null, mixPart: null };
  const withheld = (line: Contribution) => (line.a.why || line.b.why ? { ...line, ...unknown } : line);
  const groups = pairs.map((pair, at) => withheld({ ...pair, ...(parts?.[at] ?? unknown) }));
  return { groups, total: withheld(all) };
}

/**
 * Tells which groups moved a rate, and whether by their own rate or by their share of the whole.
 *
 * With rates r, and weights w that are shares of the denominators, the rate part is mean(w)·(rB − rA) and the mix
 * part (mean(r) − mean(R))·(wB − wA), R being the rate of all groups. The parts add up to RB − RA. A group without
 * denominator in one period borrows its rate from the other; its numerator, if it has one, still counts towards R
 * and so is in its rate part.
 *
 * @param groups Each in period A and in period B.
 * @returns One for each group; `undefined` when a period has no denominator at all, so that R is unknown.
 */
export function changeParts(
  groups: readonly Readonly<Record<'a' | 'b', Share>>[],
): { readonly [Part in keyof Parts]: number }[] | undefined {
  const sumOf = (side: 'a' | 'b', part: keyof Share) =>
    groups.reduce((sum, group) => sum + group[side][part], 0);
  const [allA, allB] = [sumOf('a', 'n'), sumOf('b', 'n')];
  if (allA === 0 || allB === 0) return undefined;
  const meanOfAll = (100 * (sumOf('a', 'k') / allA + sumOf('b', 'k') / allB)) / 2;
  return groups.map(({ a, b }) => {
    const [rateA, rateB] = [percentOf(a.n === 0 ? b : a), percentOf(b.n === 0 ? a : b)];
    const [weightA, weightB] = [a.n / allA, b.n / allB];
    // What a numerator without denominator adds to the rate of all groups.
    const alone = (100 * (b.n === 0 ? b.k : 0)) / allB - (100 * (a.n === 0 ? a.k : 0)) / allA;
    // Adding 0 makes -0 plain.
    return {
      ratePart: ((weightA + weightB) / 2) * (rateB - rateA) + alone + 0,
      mixPart: ((rateA + rateB) / 2 - meanOfAll) * (weightB - weightA) + 0,
    };
  });
}

/** A rate in percent. Without a denominator its weight is 0 and the rate counts for nothing. */
function percentOf({ k, n }: Share): number {
  return n === 0 ? 0 : (100 * k) / n;
}
