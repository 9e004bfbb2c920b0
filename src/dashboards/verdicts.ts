import type { Figure } from '../figures/figure';
import type { Group } from '../figures/group-figures';
import { judgeShare, type ShareVerdict } from '../figures/share-statistics';
import { figureIn, type ShownName } from './dashboard-figures';
import { SMALL_COUNT } from './layout';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';

/** How a group stands beside its target, in the words of the Scorecard. */
export const VERDICTS = {
  'on target': 'on target',
  'likely real': 'missed',
  'may be chance': 'just missed',
  few: 'too few',
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
  const [rate, gap, target] = [RATE, 'GAP_TO_TARGET', 'TARGET'].map((name) =>
    figureIn(group, name as ShownName),
  ) as [Figure, Figure, Figure];
  if (gap.n > 0 && (rate.why || gap.why || target.why)) return VERDICTS.unclear;
  return gap.value === null || target.value === null ? null : judge(gap.value, gap.n, target.value, likeness);
}

/** @param gap In points, of what `n` positions are of. */
function judge(gap: number, n: number, target: number, likeness: number): Verdict {
  if (n < SMALL_COUNT) return VERDICTS.few;
  if (!isMissed(gap)) return VERDICTS['on target'];
  const said: ShareVerdict = judgeShare(((target + gap) * n) / 100, n, {
    target,
    isLowerBetter: false,
    likeness,
  });
  return VERDICTS[said];
}
