/** The 97.5th percentile of the normal distribution, as it is usually rounded: for a 95% interval. */
export const Z_95 = 1.96;

/** The two ends of an interval, in percent. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Positions of one group in one period, such as a complete week: `k` of `n` went so. */
export interface Share {
  readonly k: number;
  readonly n: number;
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
  const [k, otherK] = [within(before), within(after)];
  const one = wilsonInterval(k, before.n, likeness, z);
  const other = wilsonInterval(otherK, after.n, likeness, z);
  if (one === undefined || other === undefined) return undefined;
  const [value, otherValue] = [(100 * k) / before.n, (100 * otherK) / after.n];
  return {
    low: otherValue - value - Math.hypot(otherValue - other.low, one.high - value),
    high: otherValue - value + Math.hypot(other.high - otherValue, value - one.low),
  };
}

/** Whether the interval of the difference between two shares excludes 0. Arguments as of `differenceInterval`. */
export function differs(...shares: Parameters<typeof differenceInterval>): boolean {
  const { low, high } = differenceInterval(...shares) ?? { low: 0, high: 0 };
  return low > 0 || high < 0;
}

/** What a share is held against. */
export interface ShareTarget {
  /** In percent. */
  readonly target: number;
  /** Whether less is better, as for no-shows. */
  readonly isLowerBetter: boolean;
  /** How alike the positions of a week are, as `likenessOf` measures it; 1 if they are independent. */
  readonly likeness: number;
}

/** `missed`: also at the better end of the 95% Wilson interval. `just missed`: not there, so it may be chance. */
export type ShareVerdict = 'met' | 'missed' | 'just missed';

/**
 * Judges k positions of n against a target. One exactly on target is no miss. Numbers are compared as they are, not as they
 * are shown.
 *
 * @param k More than `n` where the share is over 100%.
 * @param n Above 0.
 */
export function judgeShare(k: number, n: number, held: ShareTarget): ShareVerdict {
  const { target, isLowerBetter, likeness } = held;
  const isWorse = (figure: number) => (isLowerBetter ? figure > target : figure < target);
  if (!isWorse((100 * k) / n)) return 'met';
  // Over 100% a share has no interval: it is taken as 100%, the least that it can mean.
  const interval = wilsonInterval(within({ k, n }), n, likeness);
  const better = isLowerBetter ? interval?.low : interval?.high;
  return better !== undefined && isWorse(better) ? 'missed' : 'just missed';
}

/** The earlier weeks that say how much weeks differ, at most: a quarter of a year. */
export const EARLIER_WEEKS = 13;

/** With fewer weeks, or with fewer degrees of freedom, likeness is not measured: the estimate would be mostly chance. */
export const FEWEST_WEEKS = 8;
const FEWEST_DEGREES = 30;

/**
 * How much more the weeks of a group differ than they would if people came and went independently: the over-dispersion φ
 * of a quasi-binomial model, Pearson's statistic per degree of freedom (McCullagh and Nelder, *Generalized Linear Models*,
 * 1989, section 4.5), and never below 1. An interval that takes positions as independent is √φ times too narrow.
 *
 * Each group is compared with its own share over these weeks, so groups that differ from each other do not count as
 * unlike weeks. A group without any miss, or with misses alone, says nothing.
 *
 * @param groups The complete weeks of each venue, area, role or report; a share over 100% is taken as 100%.
 * @returns 1 or more; undefined with fewer than 8 weeks or 30 degrees of freedom.
 */
export function likenessOf(groups: readonly (readonly Share[])[]): number | undefined {
  let [squares, degrees, weeks] = [0, 0, 0];
  for (const group of groups) {
    let [k, n] = [0, 0];
    for (const week of group) {
      k += within(week);
      n += week.n;
    }
    if (k === 0 || k === n) continue;
    const share = k / n;
    for (const week of group) {
      squares += (within(week) - week.n * share) ** 2 / (week.n * share * (1 - share));
    }
    degrees += group.length - 1;
    weeks = Math.max(weeks, group.length);
  }
  if (weeks < FEWEST_WEEKS || degrees < FEWEST_DEGREES) return undefined;
  return Math.max(1, squares / degrees);
}

/** The share as far as it is one: 100% where it is more, 0 where it is less. */
function within({ k, n }: Share): number {
  return Math.min(Math.max(k, 0), n);
}
