/** Positions of one group in one complete week: `k` of `n` went so. */
export interface WeekShare {
  readonly k: number;
  /** Above 0. */
  readonly n: number;
}

/** The earlier weeks that say how much weeks differ, at most: a quarter of a year. */
export const EARLIER_WEEKS = 13;

/** With fewer weeks, or with fewer degrees of freedom, likeness is not measured: the estimate would be mostly chance. */
export const FEWEST_WEEKS = 8;
const FEWEST_DEGREES = 30;

/** What a text says where likeness was not measured, so that it is taken as 1. */
export const ASSUMING_INDEPENDENCE = 'assuming people come and go independently';

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
export function likenessOf(groups: readonly (readonly WeekShare[])[]): number | undefined {
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

function within({ k, n }: WeekShare): number {
  return Math.min(Math.max(k, 0), n);
}
