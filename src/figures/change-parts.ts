/** A ratio of sums: of one group in one period. */
export interface Ratio {
  readonly numerator: number;
  readonly denominator: number;
}

/** One group in the two periods that are compared, A and then B. */
export interface RatioPair {
  readonly a: Ratio;
  readonly b: Ratio;
}

/** What one group did to the rate of all groups together, in percentage points. */
export interface Parts {
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
 * and so stands in its rate part.
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
