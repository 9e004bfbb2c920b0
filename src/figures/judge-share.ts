import { wilsonInterval } from './wilson';

/** What a share is held against. */
export interface ShareTarget {
  /** In percent. */
  readonly target: number;
  /** Whether less is better, as for no-shows. */
  readonly isGoodLow: boolean;
  /** How alike the positions of a week are, as `likenessOf` measures it; 1 if they are independent. */
  readonly likeness: number;
}

/** `likely real`: a miss even at the better end of the 95% Wilson interval. `may be chance`: a miss, but not there. */
export type ShareVerdict = 'on target' | 'likely real' | 'may be chance';

/**
 * Judges k positions of n against a target. One exactly on target is no miss. Numbers are compared as they are, not as they
 * are shown.
 *
 * @param k More than `n` where the share is over 100%.
 * @param n Above 0.
 */
export function judgeShare(k: number, n: number, target: ShareTarget): ShareVerdict {
  if (!isWorse((100 * k) / n, target)) return 'on target';
  // Over 100% a share has no interval: it is taken as 100%, the least that it can mean.
  const interval = wilsonInterval(Math.min(Math.max(k, 0), n), n, target.likeness);
  const better = target.isGoodLow ? interval?.low : interval?.high;
  return better !== undefined && isWorse(better, target) ? 'likely real' : 'may be chance';
}

/** Whether a figure is on the bad side of the target; on the target it is not. */
function isWorse(figure: number, { target, isGoodLow }: ShareTarget): boolean {
  return isGoodLow ? figure > target : figure < target;
}
