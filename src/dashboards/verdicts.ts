import type { Figure } from '../figures/figure';
import type { Group } from '../figures/group-figures';
import { judgeShare } from '../figures/share-statistics';
import { figureIn } from './dashboard-figures';

/** How a group stands beside its target: `missed` is below it by more than a normal weekly change. */
export const VERDICTS = {
  'on target': 'met',
  'likely real': 'missed',
  'may be chance': 'just missed',
  unclear: 'unclear',
} as const;

/** One of `VERDICTS`. */
export type Verdict = (typeof VERDICTS)[keyof typeof VERDICTS];

/** A smaller gap is noise of binary fractions, in points. */
const NOISE = 1e-9;

/** Whether a gap in points is a miss, perhaps by chance. No gap is no miss. */
export function isMissed(gap: number | null): boolean {
  return gap !== null && gap < -NOISE;
}

/**
 * Judges true fulfilment against its target, by the shifts that have one.
 *
 * @returns The verdict of a group; null where no shift of it has a target, or nothing is over yet.
 */
export function judgeTarget(group: Group, likeness = 1): Verdict | null {
  const [rate, gap, target] = (['TRUE_FULFILMENT_PERCENTAGE', 'GAP_TO_TARGET', 'TARGET'] as const).map(
    (name) => figureIn(group, name),
  ) as [Figure, Figure, Figure];
  if (gap.n > 0 && (rate.why || gap.why || target.why)) return VERDICTS.unclear;
  if (gap.value === null || target.value === null) return null;
  if (!isMissed(gap.value)) return VERDICTS['on target'];
  const worked = ((target.value + gap.value) * gap.n) / 100;
  return VERDICTS[judgeShare(worked, gap.n, { target: target.value, isLowerBetter: false, likeness })];
}
