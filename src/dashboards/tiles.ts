import { shownNumber, shownPercent, shownRate } from '../employer-api/text';
import { type Figure, type Group, keyOf } from '../figures/figures';
import { wordOf } from '../figures/measures';
import {
  differenceInterval,
  differs,
  type Interval,
  judgeShare,
  type ShareVerdict,
  wilsonInterval,
  Z_95,
} from '../figures/share-statistics';
import { COUNT_FORMAT, HALF_A_SHOWN_DIGIT } from '../limits';
import type { Tile } from './dashboard';
import {
  type DashboardFigures,
  figureIn,
  formatOf,
  isRate,
  lacksTargets,
  type RowKey,
  rateOrRange,
  type ShownChange,
  type ShownName,
  targetFigures,
  valueIn,
  wordsOf,
} from './dashboard-figures';
import { SMALL_COUNT, WORSE } from './layout';

/** Letters of a tile's label. */
const LABEL_LETTERS = 27;

/** Whether a lower or a higher figure is worse; others, such as people needed, are neither good nor bad. */
const WORSE_IF: Partial<Record<ShownName, 'lower' | 'higher'>> = {
  TRUE_FULFILMENT_PERCENTAGE: 'lower',
  SHIFTS_BOOKED_PERCENTAGE: 'lower',
  SHIFTS_WORKED_PERCENTAGE: 'lower',
  NO_SHOWS_PERCENTAGE: 'higher',
  NO_SHOWS: 'higher',
  MISSING_PEOPLE: 'higher',
};

/** The tile of a number that a sentence explains. @param means The sentence. */
export function saidTile(
  words: string,
  value: number | null,
  means: string,
  note = '',
  format = COUNT_FORMAT,
): Tile {
  return { words, value, format, meaning: { title: words, means }, notes: [note] };
}

/** The tile of a figure of all records, or of some: how it changed, and its target. */
export function figureTile(
  figures: DashboardFigures,
  name: ShownName,
  group = figures.by().total,
  change = figures.change,
): Tile {
  return {
    words: shareWords(figures, name),
    value: isRate(name) ? rateOrRange(group, name) : valueIn(group, name),
    format: formatOf(name),
    meaning: { measure: name },
    notes: [compared(figures, name, group, change), targetNote(figures, name, group), extraNote(name, group)],
  };
}

/** `759 extra on other shifts`, beside missing people: what is worked beyond need helps no other shift. */
function extraNote(name: ShownName, group: Group): string {
  const extra = name === 'MISSING_PEOPLE' && valueIn(group, 'EXTRA_PEOPLE');
  return extra ? `${shownNumber(extra)} extra on other shifts` : '';
}

/**
 * How a figure changed, `last week ▼ 2.7 pts, worse`; compared with the period before, without the week. A change that can’t
 * be seen is none. Or why a percentage of a group says little; empty where nothing is known.
 */
function compared(
  figures: DashboardFigures,
  name: ShownName,
  group: Group,
  change: ShownChange | undefined,
): string {
  const isShare = isRate(name);
  if (isShare) {
    const value = rateOrRange(group, name);
    if (typeof value === 'string') return 'depends on the definition';
    const { why, n } = figureIn(group, name);
    if (value === null) return why ? 'not given: see below' : 'nothing to count';
    if (n < SMALL_COUNT) return `out of only ${shownNumber(n)}`;
  }
  const moved = changeOf(figures, name, change);
  if (moved === undefined) return '';
  const size = Math.abs(moved.difference);
  const week = change?.week === undefined ? '' : `${change.week} `;
  if (size < HALF_A_SHOWN_DIGIT) return `${week}unchanged`;
  const words = `${moved.difference < 0 ? '▼' : '▲'} ${isShare ? `${shownRate(size)} pts` : shownNumber(size)}`;
  return [`${week}${words}`, moved.verdict].filter(Boolean).join(', ');
}

/** How a figure changed, and what that is judged by. */
export interface FigureChange {
  readonly former: number;
  readonly latest: number;
  /** As shown: of percentages in points. */
  readonly difference: number;
  /** Between which changes the true one lies, in points; of counts, the largest change that is usual, both ways. */
  readonly range: Interval | undefined;
  /** Absent where a change is neither good nor bad, can’t be seen, or weeks are too few to know what is usual. */
  readonly verdict?: 'usual' | 'worse' | 'better';
}

/** How a figure changed between two groups; `undefined` where one of them is unknown, or a percentage of few. */
export function changeOf(
  figures: DashboardFigures,
  name: ShownName,
  change: ShownChange | undefined,
): FigureChange | undefined {
  if (change === undefined) return undefined;
  const isShare = isRate(name);
  const [before, after] = [figureIn(change.former, name), figureIn(change.latest, name)];
  const [former, latest] = [before.value, after.value];
  if (former === null || latest === null) return undefined;
  if (isShare && Math.min(before.n, after.n) < SMALL_COUNT) return undefined;
  const difference = isShare ? pointsBetween(former, latest) : latest - former;
  const { likeness = 1 } = figures.request(isShare ? name : 'TRUE_FULFILMENT_PERCENTAGE');
  // Counts vary as overdispersed Poisson variables.
  const usual = Z_95 * Math.sqrt(likeness * (former + latest));
  const range = isShare ? differenceInterval(before, after, likeness) : { low: -usual, high: usual };
  const found = { former, latest, difference, range };
  const worse = WORSE_IF[name];
  if (worse === undefined || !figures.judgesChanges || Math.abs(difference) < HALF_A_SHOWN_DIGIT)
    return found;
  const isReal = isShare ? differs(before, after, likeness) : Math.abs(difference) > usual;
  const isWorse = worse === (difference < 0 ? 'lower' : 'higher');
  return { ...found, verdict: isReal ? (isWorse ? WORSE : 'better') : 'usual' };
}

/** `Worked, of booked`: what a percentage is a share of, where that is known, else `Worked %`. */
function shareWords(figures: DashboardFigures, name: ShownName): string {
  const words = wordsOf(name);
  if (!isRate(name) || name === 'TRUE_FULFILMENT_PERCENTAGE') return words;
  const { denominator } = figures.onlyDefinition(name) ?? {};
  if (denominator === undefined) return `${words} %`;
  const full = `${words}, of ${denominator === 'TRUE_DEMAND' ? 'people needed' : wordOf(denominator)}`;
  return full.length <= LABEL_LETTERS ? full : `${words} %`;
}

/** `target 90.0%`, or `mixed targets (80–90%)`; empty without one. */
export function targetText(targets: readonly number[]): string {
  const [lowest, highest] = [targets[0], targets[targets.length - 1]];
  if (lowest === undefined || highest === undefined) return '';
  if (lowest === highest) return `target ${shownPercent(lowest)}`;
  return `mixed targets (${shownNumber(lowest)}–${shownNumber(highest)}%)`;
}

/** `target 90.0%: just missed`, as the Scorecard judges its lines. @param key Of what the group is, if not of all. */
export function targetNote(figures: DashboardFigures, name: ShownName, group: Group, key?: RowKey): string {
  const text = targetText(figures.targets(name, key, keyOf(group, group.keys.length - 1)));
  const { verdict = 'unclear' } = standingOf(figures, group, name) ?? {};
  if (text === '' || verdict === 'unclear') return text;
  return lacksTargets(group, name) ? `${text} for some` : `${text}: ${verdict}`;
}

/** How far two percentages lie apart as they are shown. */
export function pointsBetween(former: number, latest: number): number {
  return Number(shownRate(latest)) - Number(shownRate(former));
}

/** How a group stands beside its target: `missed` is below it by more than a normal weekly change. */
export type Verdict = ShareVerdict | 'unclear';

/** A smaller gap is noise of binary fractions, in points. */
const NOISE = 1e-9;

/** Whether a gap in points is a miss, perhaps by chance. No gap is no miss. */
export function isMissed(gap: number | null): boolean {
  return gap !== null && gap < -NOISE;
}

/** How a group stands beside its target: the percentage and the target of the shifts that have one, and the likely range. */
export type TargetStanding = NonNullable<ReturnType<typeof standingOf>>;

/**
 * Judges a percentage against its target, by the shifts that have one.
 *
 * @returns `undefined` where no shift of the group has a target, or nothing is over yet.
 */
export function standingOf(
  figures: DashboardFigures,
  group: Group,
  name: ShownName = 'TRUE_FULFILMENT_PERCENTAGE',
) {
  if (!isRate(name)) return undefined;
  const [target, gap] = targetFigures(name).map((one) => figureIn(group, one)) as [Figure, Figure];
  const standing = (verdict: Verdict, value: number, likely?: Interval) => {
    return { verdict, value, target: target.value ?? Number.NaN, likely };
  };
  if (gap.n > 0 && (figureIn(group, name).why || gap.why || target.why))
    return standing('unclear', Number.NaN);
  if (gap.value === null || target.value === null) return undefined;
  const isLowerBetter = WORSE_IF[name] === 'higher';
  const value = target.value + gap.value;
  const counted = (value * gap.n) / 100;
  const { likeness = 1 } = figures.request(name);
  const verdict = isMissed(isLowerBetter ? -gap.value : gap.value)
    ? judgeShare(counted, gap.n, { target: target.value, isLowerBetter, likeness })
    : 'met';
  return standing(verdict, value, wilsonInterval(counted, gap.n, likeness));
}
