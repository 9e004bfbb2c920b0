import { type Figure, isDoubtful } from '../figures/figure';
import type { Group, GroupedFigures } from '../figures/group-figures';
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

/** Whether a figure lies below its target, likely or not. */
export function isMissed(gap: Figure): boolean {
  return gap.value !== null && gap.value < -NOISE;
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
    const [venue = null] = group.keys;
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
    const at = places.get(group) ?? -1;
    const [gap, target] = [gaps[at]?.figures ?? [], targets[at]?.figures ?? []];
    const known = gap.filter(({ value }) => value !== null);
    if (known.length === 0) return null;
    const rate = figureIn(group, RATE);
    if (known.length < gap.length || (isDoubtful(rate) && !isTooWideOnly(rate))) return VERDICTS.unclear;
    const said = new Set(gap.map((one, index) => judge(one, target[index]?.value ?? null, likeness)));
    const [only = VERDICTS.unclear] = said;
    return said.size === 1 ? only : VERDICTS.unclear;
  };
}

/** Definitions that lie far apart may all say the same of a target. */
function isTooWideOnly({ against, mayBeBlank }: Figure): boolean {
  return against === undefined && mayBeBlank !== true;
}

function judge(gap: Figure, target: number | null, likeness: number): Verdict {
  const { value, n } = gap;
  if (value === null || target === null) return VERDICTS.unclear;
  if (n < SMALL_COUNT) return VERDICTS.few;
  if (!isMissed(gap)) return VERDICTS['on target'];
  const said: ShareVerdict = judgeShare(((target + value) * n) / 100, n, {
    target,
    isGoodLow: false,
    likeness,
  });
  return VERDICTS[said];
}
