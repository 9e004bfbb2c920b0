/** The 97.5th percentile of the normal distribution, as it is usually rounded: for a 95% interval. */
const Z = 1.96;

/** The two ends of an interval, in percent, 0 to 100. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The 95% Wilson score interval of k positions out of n.
 *
 * @param likeness `likenessOf`: how much more the weeks differ than independent positions would. @default independent: the
 *   interval is then at least as wide as this
 * @returns `undefined` unless n > 0 and 0 ≤ k ≤ n: a share over 100% has no such interval.
 */
export function wilsonInterval(k: number, n: number, likeness = 1): Interval | undefined {
  // Written so that NaN is refused as well.
  if (!(n > 0 && k >= 0 && k <= n)) return undefined;
  const share = k / n;
  const square = Z * Z * likeness;
  const scale = 1 + square / n;
  const centre = (share + square / (2 * n)) / scale;
  const half = Math.sqrt(square * ((share * (1 - share)) / n + square / (4 * n * n))) / scale;
  // At none and at all an end is 0 or 100 but for the last digit of a double.
  return {
    low: k === 0 ? 0 : 100 * Math.max(0, centre - half),
    high: k === n ? 100 : 100 * Math.min(1, centre + half),
  };
}
