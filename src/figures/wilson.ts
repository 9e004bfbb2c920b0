/** The 97.5th percentile of the normal distribution, as it is usually rounded: for a 95% interval. */
export const Z_95 = 1.96;

/** The two ends of an interval, in percent, 0 to 100. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The Wilson score interval of k positions out of n.
 *
 * @param likeness `likenessOf`: how much more the weeks differ than independent positions would. @default independent: the
 *   interval is then at least as wide as this
 * @param z The normal quantile of the level. @default 95%
 * @returns `undefined` unless n > 0 and 0 ≤ k ≤ n: a share over 100% has no such interval.
 */
export function wilsonInterval(k: number, n: number, likeness = 1, z = Z_95): Interval | undefined {
  // Written so that NaN is refused as well.
  if (!(n > 0 && k >= 0 && k <= n)) return undefined;
  const share = k / n;
  const square = z * z * likeness;
  const scale = 1 + square / n;
  const centre = (share + square / (2 * n)) / scale;
  const half = Math.sqrt(square * ((share * (1 - share)) / n + square / (4 * n * n))) / scale;
  // At none and at all an end is 0 or 100 but for the last digit of a double.
  return {
    low: k === 0 ? 0 : 100 * Math.max(0, centre - half),
    high: k === n ? 100 : 100 * Math.min(1, centre + half),
  };
}

/** A share: `k` of `n` positions. */
interface Share {
  readonly k: number;
  /** Above 0. */
  readonly n: number;
}

/**
 * The interval of the difference between two independent shares, `after` less `before`, in percentage points: the hybrid
 * score interval, which combines the Wilson intervals of both (Newcombe, *Statistics in Medicine* 17, 1998, method 10).
 * A share over 100% is taken as 100%.
 *
 * @param likeness As `wilsonInterval`. @param z As `wilsonInterval`.
 * @returns `undefined` unless both have positions.
 */
export function differenceInterval(
  before: Share,
  after: Share,
  likeness = 1,
  z = Z_95,
): Interval | undefined {
  const [one, other] = [scored(before, likeness, z), scored(after, likeness, z)];
  if (one === undefined || other === undefined) return undefined;
  const difference = other.value - one.value;
  return {
    low: difference - Math.hypot(other.value - other.low, one.high - one.value),
    high: difference + Math.hypot(other.high - other.value, one.value - one.low),
  };
}

function scored(
  { k, n }: Share,
  likeness: number,
  z: number,
): (Interval & { readonly value: number }) | undefined {
  const within = Math.min(Math.max(k, 0), n);
  const interval = wilsonInterval(within, n, likeness, z);
  return interval && { ...interval, value: (100 * within) / n };
}
