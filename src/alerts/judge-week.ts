import type { WeekCount } from '../figures/figure-set';
import { judgeShare, type ShareTarget } from '../figures/share-statistics';
import type { Alert } from './alert-record';

/** What counts as a miss. */
export interface AlertRule extends ShareTarget, Pick<Alert, 'target' | 'strictness'> {}

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
  const said = judgeShare(k, n, rule);
  if (said === 'on target') return 'fine';
  return rule.strictness === 'any_miss' || said === 'likely real' ? 'miss' : 'between';
}
