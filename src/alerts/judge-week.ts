import type { CalendarDate } from '../calendar/calendar-date';
import { wilsonInterval } from '../figures/wilson';
import type { Alert } from './alert-record';

/** A finished, complete week of one venue, area, role or report, in positions. */
export interface WeekCount {
  /** Its first day. */
  readonly week: CalendarDate;
  /** The numerator's sum; more than `n` where the figure is over 100 %. */
  readonly k: number;
  /** The denominator's sum, over 0. */
  readonly n: number;
  /** Whether its records publish percentages that contradict every definition that is left. */
  readonly isContradicted?: boolean;
}

/** What counts as a miss. */
export interface AlertRule extends Pick<Alert, 'target' | 'strictness'> {
  readonly isGoodLow: boolean;
}

/**
 * What the newest week says. `miss`: the alert speaks. `drift`: it speaks for eight weeks together. `between`: beyond
 * the target, but not by as much as the alert wants. `few`: the same, and earlier weeks are too few to tell. `fine`:
 * on target or better.
 */
export type Verdict = 'miss' | 'drift' | 'between' | 'few' | 'fine';

/** How many earlier weeks make the own mean, at most: a quarter of a year. */
export const MEAN_WEEKS = 13;
/** With fewer earlier weeks than these an own mean says too little (our choice). */
export const FEWEST_EARLIER_WEEKS = 8;
/** So many weeks in a row on the bad side of the mean are a drift. */
export const RUN_WEEKS = 8;
/** The fewest weeks before them that make a mean: `last 13 weeks` is just enough (our choice). */
export const FEWEST_BEFORE_RUN = 5;
const SIGMAS = 3;

/** A figure in percent, not rounded. */
export function percentOf({ k, n }: Pick<WeekCount, 'k' | 'n'>): number {
  return (100 * k) / n;
}

/**
 * Judges the newest of these weeks.
 *
 * Whatever the strictness, only a figure beyond its target is a miss; one exactly on target is none. Numbers are
 * compared as they are, not as they are shown.
 *
 * @param weeks At least one, oldest first; weeks without positions are left out.
 */
export function judgeWeek(weeks: readonly WeekCount[], rule: AlertRule): Verdict {
  const newest = weeks[weeks.length - 1] as WeekCount;
  const isBeyond = isWorse(percentOf(newest), rule.target, rule);
  if (rule.strictness === 'any_miss') return isBeyond ? 'miss' : 'fine';
  const earlier = weeks.slice(0, -1).slice(-MEAN_WEEKS);
  const isSure = rule.strictness === 'almost_sure';
  const isFew = isSure && earlier.length < FEWEST_EARLIER_WEEKS;
  const isMiss = isSure ? !isFew && isFarFromMean(newest, earlier, rule) : isLikelyReal(newest, rule);
  if (isBeyond && isMiss) return 'miss';
  if (driftingWeeks(weeks, rule) !== undefined) return 'drift';
  if (!isBeyond) return 'fine';
  return isFew ? 'few' : 'between';
}

/**
 * The newest eight weeks as one, where each of them is on the bad side of the mean of the weeks before them, and all
 * together are beyond the target.
 */
export function driftingWeeks(weeks: readonly WeekCount[], rule: AlertRule): WeekCount | undefined {
  const run = weeks.slice(-RUN_WEEKS);
  const before = weeks.slice(0, -RUN_WEEKS).slice(-MEAN_WEEKS);
  if (before.length < FEWEST_BEFORE_RUN) return undefined;
  const mean = percentOf(sumOf(before));
  const together = sumOf(run);
  const isRun = run.every((week) => isWorse(percentOf(week), mean, rule));
  return isRun && isWorse(percentOf(together), rule.target, rule) ? together : undefined;
}

/** Whether even the better end of the 95 % Wilson interval is beyond the target. */
function isLikelyReal(newest: WeekCount, rule: AlertRule): boolean {
  const interval = wilsonInterval(within(newest.k, newest.n), newest.n);
  if (interval === undefined) return false;
  return isWorse(rule.isGoodLow ? interval.low : interval.high, rule.target, rule);
}

/**
 * Whether the week is more than three sigma on the bad side of the mean of earlier weeks, as in a p-chart.
 *
 * Sigma is that of a share with two more positions of each kind (Agresti and Coull): earlier weeks without a single
 * miss would have none at all, and the first miss in months would count as almost sure.
 */
function isFarFromMean(newest: WeekCount, earlier: readonly WeekCount[], rule: AlertRule): boolean {
  const { k, n } = sumOf(earlier);
  const share = (within(k, n) + 2) / (n + 4);
  const sigma = 100 * Math.sqrt((share * (1 - share)) / newest.n);
  const limit = percentOf({ k, n }) + (rule.isGoodLow ? SIGMAS : -SIGMAS) * sigma;
  return isWorse(percentOf(newest), limit, rule);
}

/** Whether a figure lies on the bad side of a mark; on the mark it does not. */
function isWorse(figure: number, mark: number, rule: Pick<AlertRule, 'isGoodLow'>): boolean {
  return rule.isGoodLow ? figure > mark : figure < mark;
}

/** Over 100 % a share has no interval: it is taken as all of them, the least that it can mean. */
function within(k: number, n: number): number {
  return Math.min(Math.max(k, 0), n);
}

function sumOf(weeks: readonly WeekCount[]): WeekCount {
  const sum = (part: 'k' | 'n') => weeks.reduce((total, week) => total + week[part], 0);
  return { week: weeks[0]?.week ?? 0, k: sum('k'), n: sum('n') };
}
