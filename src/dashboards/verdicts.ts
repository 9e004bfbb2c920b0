import { type Figure, isDoubtful } from '../figures/figure';
import { type Group, type GroupedFigures, keyOf } from '../figures/group-figures';
import type { GroupKey } from '../figures/group-keys';
import { judgeShare, likenessOf, type ShareVerdict, type WeekShare } from '../figures/share-statistics';
import { type DashboardFigures, figureIn } from './dashboard-figures';
import { SMALL_COUNT } from './dashboard-plan';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';

/** How a group stands beside its target, in the words of the Scorecard. */
export const VERDICTS = {
  'on target': 'on target',
  'likely real': 'missed, likely real',
  'may be chance': 'missed, may be chance',
  few: 'too few to tell',
  unclear: 'cannot be judged: definitions disagree',
} as const;

/** One of `VERDICTS`. */
export type Verdict = (typeof VERDICTS)[keyof typeof VERDICTS];

/** A smaller gap is noise of binary fractions, in points. */
const NOISE = 1e-9;

/** Whether a gap in points lies below its target, likely or not; null is no gap. */
export function isMissed(gap: number | null): boolean {
  return gap !== null && gap < -NOISE;
}

/**
 * How much more the complete weeks of venues differ than independent positions would: of true fulfilment, by the definition
 * in use. 1 where there are too few weeks to measure it.
 */
export function likenessOfVenues(figures: DashboardFigures): number | undefined {
  const byVenue = new Map<unknown, WeekShare[]>();
  for (const group of figures.by('venue', 'week').groups) {
    const { value, n } = figureIn(group, RATE);
    if (!isComplete(group) || value === null || n <= 0) continue;
    const venue = keyOf(group);
    byVenue.set(venue, [...(byVenue.get(venue) ?? []), { k: (value * n) / 100, n }]);
  }
  return likenessOf([...byVenue.values()]);
}

/** Whether all days of a group's period are over and were asked for. */
export function isComplete({ days }: Group): boolean {
  return days !== undefined && days.covered === days.of;
}

/**
 * Judges true fulfilment against its target, for the groups of `figures.by(keys)` and their total: by the shifts that have a
 * target, and by each definition that is left.
 *
 * @returns The verdict of one of those groups; null where no shift of it has a target, or nothing is over yet.
 */
export function verdictsBy(
  figures: DashboardFigures,
  likeness: number,
  ...keys: readonly GroupKey[]
): (group: Group) => Verdict | null {
  const grouped = figures.by(...keys);
  const listed = (all: GroupedFigures) => [...all.groups, all.total];
  const [gaps, targets] = [
    listed(figures.byDefinition('GAP_TO_TARGET', ...keys)),
    listed(figures.byDefinition('TARGET', ...keys)),
  ];
  const places = new Map(listed(grouped).map((group, at) => [group, at]));
  return (group) => {
    const at = places.get(group) as number;
    const gap = (gaps[at] as Group).figures;
    const said = gap.flatMap(({ value, n }, index) => {
      const target = targets[at]?.figures[index]?.value;
      return value === null || target == null ? [] : [judge(value, n, target, likeness)];
    });
    const [first, ...others] = said;
    if (first === undefined) return null;
    const rate = figureIn(group, RATE);
    if (said.length < gap.length || (isDoubtful(rate) && !isTooWideOnly(rate))) return VERDICTS.unclear;
    return others.every((one) => one === first) ? first : VERDICTS.unclear;
  };
}

/** Definitions that lie far apart may all say the same of a target. */
function isTooWideOnly({ against, mayBeBlank }: Figure): boolean {
  return against === undefined && mayBeBlank !== true;
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
