import type { CalendarDate } from '../calendar/calendar-date';
import { judgeShare, type ShareTarget } from '../figures/judge-share';
import type { Alert } from './alert-record';

/** A finished, complete week of one venue, area, role or report, in positions. */
export interface WeekCount {
  /** Its first day. */
  readonly week: CalendarDate;
  /** The numerator's sum; more than `n` where the figure is over 100%. */
  readonly k: number;
  /** The denominator's sum, over 0. */
  readonly n: number;
  /** Whether its records publish percentages that contradict every definition that is left. */
  readonly isContradicted?: boolean;
}

/** What counts as a miss. */
export interface AlertRule extends ShareTarget, Pick<Alert, 'target' | 'strictness'> {}

/** What the newest week says. `between`: beyond the target, but perhaps by chance. `fine`: on target or better. */
export type Verdict = 'miss' | 'between' | 'fine';

/** The earlier weeks that say how much weeks differ, at most: a quarter of a year. */
export const EARLIER_WEEKS = 13;

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
