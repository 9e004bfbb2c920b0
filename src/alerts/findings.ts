import type { CalendarDate } from '../calendar/calendar-date';
import type { GroupWeeks, WeekCount } from '../figures/figure-set';
import { type AlertRule, judgeWeek, percentOf, type Verdict } from './judge-week';

/** What the newest week says of one venue, area, role or report. */
export interface Finding {
  readonly who: string;
  /**
   * `unsettled`: the definitions that the rows leave do not agree, or the week's records contradict them. `none`: no positions in the newest week. Otherwise
   * as `Verdict`, the same by every definition.
   */
  readonly verdict: Verdict | 'unsettled' | 'none';
  /** The least and the greatest figure that the definitions make, in percent. */
  readonly low: number;
  readonly high: number;
  /** The positions that went so, of so many, by the definition in use. */
  readonly k: number;
  readonly n: number;
}

/**
 * Judges the newest week of one scope by every definition that the rows leave: only what all of them say is said.
 *
 * @param week The first day of the newest complete week.
 */
export function findIn({ who, byDefinition }: GroupWeeks, week: CalendarDate, rule: AlertRule): Finding {
  const judged = byDefinition.map((weeks) => {
    const newest = weeks[weeks.length - 1];
    if (newest === undefined || newest.week !== week) return { verdict: 'none' as const, count: undefined };
    if (newest.isContradicted) return { verdict: 'unsettled' as const, count: newest };
    return { verdict: judgeWeek(newest, rule), count: newest };
  });
  const counts = judged.flatMap(({ count }) => (count === undefined ? [] : [count]));
  const [used = NO_COUNT] = counts;
  const figures = counts.length === 0 ? [0] : counts.map(percentOf);
  return {
    who,
    verdict: agreed(judged.map(({ verdict }) => verdict)),
    low: Math.min(...figures),
    high: Math.max(...figures),
    k: used.k,
    n: used.n,
  };
}

const NO_COUNT: WeekCount = { week: 0, k: 0, n: 0 };

/** Whether the alert speaks. */
export function isAlarm({ verdict }: Pick<Finding, 'verdict'>): boolean {
  return verdict === 'miss';
}

function agreed(verdicts: readonly Finding['verdict'][]): Finding['verdict'] {
  const [first = 'none'] = verdicts;
  if (verdicts.every((one) => one === first)) return first;
  // Beyond the target by some definitions and on it by others, but likely real by none.
  const isBetween = verdicts.every((verdict) => verdict === 'fine' || verdict === 'between');
  return isBetween ? 'between' : 'unsettled';
}
