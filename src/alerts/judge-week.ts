import type { WeekCount } from '../figures/complete-weeks';
import { wilsonInterval } from '../figures/wilson';
import type { Alert } from './alert-record';

/** What counts as a miss. */
export interface AlertRule extends Pick<Alert, 'target' | 'strictness'> {
  readonly isGoodLow: boolean;
  /** How alike the positions of a week are, as `likenessOf` measures it; 1 if they are independent. */
  readonly likeness: number;
}

/** What the newest week says. `between`: beyond the target, but perhaps by chance. `fine`: on target or better. */
export type Verdict = 'miss' | 'between' | 'fine';

/** A figure in percent, not rounded. */
export function percentOf({ k, n }: Pick<WeekCount, 'k' | 'n'>): number {
  return (100 * k) / n;
}

/**
 * Judges a week.
 *
 * Whatever the strictness, only a figure beyond its target is a miss; one exactly on target is none. Numbers are
 * compared as they are, not as they are shown. A miss is likely real where even the better end of the 95% Wilson
 * interval is beyond the target.
 */
export function judgeWeek({ k, n }: WeekCount, rule: AlertRule): Verdict {
  if (!isWorse(percentOf({ k, n }), rule)) return 'fine';
  if (rule.strictness === 'any_miss') return 'miss';
  // Over 100% a share has no interval: it is taken as 100%, the least that it can mean.
  const interval = wilsonInterval(Math.min(Math.max(k, 0), n), n, rule.likeness);
  const better = rule.isGoodLow ? interval?.low : interval?.high;
  return better !== undefined && isWorse(better, rule) ? 'miss' : 'between';
}

/** Whether a figure is on the bad side of the target; on the target it is not. */
function isWorse(figure: number, { target, isGoodLow }: AlertRule): boolean {
  return isGoodLow ? figure > target : figure < target;
}
