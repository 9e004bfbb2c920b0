import type { SeededRandom } from '../support/seeded-random';

/**
 * How many of so many positions go well, where those of one week are alike: each week has a rate of its own, drawn
 * from a beta distribution around `rate`.
 *
 * @param rho How alike positions are: 0 for independent ones, 1 for all or none.
 */
export function drawAlike(random: SeededRandom, n: number, rate: number, rho: number): number {
  const spread = rho === 0 ? 0 : 1 / rho - 1;
  const own = rho === 0 ? rate : drawBeta(random, rate * spread, (1 - rate) * spread);
  let k = 0;
  for (let position = 0; position < n; position += 1) if (random.next() < own) k += 1;
  return k;
}

/** Both shapes at least 1. */
function drawBeta(random: SeededRandom, a: number, b: number): number {
  const one = drawGamma(random, a);
  return one / (one + drawGamma(random, b));
}

/** By Marsaglia and Tsang (2000). @param shape At least 1. */
function drawGamma(random: SeededRandom, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const cube = (1 + c * x) ** 3;
    if (cube <= 0) continue;
    if (Math.log(1 - random.next()) < 0.5 * x * x + d - d * cube + d * Math.log(cube)) return d * cube;
  }
}

/** By Box and Muller. */
function drawNormal(random: SeededRandom): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}
