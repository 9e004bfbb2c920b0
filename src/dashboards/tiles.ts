import { shownPercent, shownRate } from '../employer-api/text';
import type { Figure, Group } from '../figures/figures';
import { wordOf } from '../figures/measures';
import { differenceInterval, judgeShare, type WeekShare, Z_95 } from '../figures/share-statistics';
import { HALF_A_SHOWN_DIGIT } from '../limits';
import type { FormatName, Tile } from './dashboard';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  rateOrRange,
  type ShownName,
  type ShownRate,
  TARGET_FIGURES,
} from './dashboard-figures';
import { countText, pointsText } from './dashboard-texts';
import { SMALL_COUNT, WORSE } from './layout';
import type { PageFigures } from './page-figures';

const [BETTER, USUAL] = ['better', 'usual'];
/** Letters of a tile's label. */
const LABEL_LETTERS = 27;

/** Whether a lower or a higher figure is worse; undefined for one such as people needed, which is neither good nor bad. */
export type Worse = 'lower' | 'higher' | undefined;

/** The tile of a number that a sentence explains. @param means The sentence. */
export function saidTile(
  words: string,
  value: number | null,
  means: string,
  note = '',
  format: FormatName = 'count',
): Tile {
  return { words, value, format, meaning: { title: words, means }, notes: [note] };
}

/** The tile of a percentage of all records: how it changed, and its target. */
export function rateTile(page: PageFigures, name: ShownName, words: string, worse: Worse): Tile {
  const { figures, change } = page;
  const { total } = figures.by();
  const value = rateOrRange(total, name);
  const { n } = figures.rate(total, name);
  const note = () => {
    if (typeof value === 'string') return 'depends on the definition';
    if (value === null) return figureIn(total, name).why ? 'not given: see below' : 'nothing to count';
    if (n !== null && n < SMALL_COUNT) return `out of only ${countText(n)}`;
    const [former, latest] = [figures.rate(change?.former, name), figures.rate(change?.latest, name)];
    const isKnown = (rate: ShownRate) => rate.value !== null && rate.n !== null && rate.n >= SMALL_COUNT;
    if (!isKnown(former) || !isKnown(latest)) return '';
    const points = pointsBetween(former.value as number, latest.value as number);
    const isReal = isLikelyReal(former, latest, figures.request(name).likeness);
    return changeText(page, points, pointsText, HALF_A_SHOWN_DIGIT, worse, isReal);
  };
  return {
    words: shareWords(figures, name, words),
    value,
    format: 'percentage',
    meaning: { measure: name, part: 'value' },
    notes: [note(), targetNote(figures, name, worse)],
  };
}

/** The tile of a sum over all records: how it changed. */
export function countTile(page: PageFigures, name: ShownName, words: string, worse: Worse): Tile {
  const { figures, change } = page;
  const [former, latest] = [countOf(change?.former, name), countOf(change?.latest, name)];
  const { likeness } = figures.request('TRUE_FULFILMENT_PERCENTAGE');
  const note =
    former === null || latest === null
      ? ''
      : changeText(page, latest - former, countText, 0.5, worse, areCountsUnlike(former, latest, likeness));
  const value = countOf(figures.by().total, name);
  return { words, value, format: 'count', meaning: { measure: name, part: 'value' }, notes: [note] };
}

/** `Worked, of booked`: what a percentage is a share of, where that is known. */
function shareWords(figures: DashboardFigures, name: ShownName, words: string): string {
  const [only, ...others] = figures.request(name).definitions?.left ?? [];
  if (only === undefined || others.length > 0 || name === 'TRUE_FULFILMENT_PERCENTAGE') return words;
  const { denominator } = only.definition;
  const full = `${words}, of ${denominator === 'TRUE_DEMAND' ? 'people needed' : wordOf(denominator)}`;
  return full.length <= LABEL_LETTERS ? full : words;
}

/** The target of a group for a percentage, the weighted mean of several; null where none is set. */
export function targetIn(group: Group, name: ShownName): number | null {
  const beside = TARGET_FIGURES[name];
  return beside === undefined ? null : figureIn(group, beside[0]).value;
}

/** `target 90.0%`, or `mixed targets (80–90%)`; empty without one. */
export function targetText(targets: readonly number[]): string {
  const [lowest, highest] = [targets[0], targets[targets.length - 1]];
  if (lowest === undefined || highest === undefined) return '';
  if (lowest === highest) return `target ${shownPercent(lowest)}`;
  return `mixed targets (${countText(lowest)}–${countText(highest)}%)`;
}

/** `target 90.0%: just missed`, as the Scorecard judges its lines. */
function targetNote(figures: DashboardFigures, name: ShownName, worse: Worse): string {
  const text = targetText(figures.targets(name));
  const verdict = judgeTarget(figures.by().total, figures.request(name).likeness, name, worse === 'higher');
  if (text === '' || verdict === null || verdict === VERDICTS.unclear) return text;
  return `${text}: ${verdict}`;
}

/** How far two percentages lie apart as they are shown. */
export function pointsBetween(former: number, latest: number): number {
  return Number(shownRate(latest)) - Number(shownRate(former));
}

/** `last week ▼ 2.7 pts, worse`; compared with the period before, without the week. */
function changeText(
  { change }: PageFigures,
  difference: number,
  shown: (size: number) => string,
  least: number,
  worse: Worse,
  isReal: boolean,
): string {
  const week = change?.week === undefined ? '' : `${change.week} `;
  if (Math.abs(difference) < least) return `${week}unchanged`;
  const verdict = verdictOf(difference, worse, isReal);
  const size = `${difference < 0 ? '▼' : '▲'} ${shown(Math.abs(difference))}`;
  return `${week}${size}${verdict === '' ? '' : `, ${verdict}`}`;
}

/** The word for a change that can be seen: `worse`, `better` or `usual`; empty for a figure that is neither good nor bad. */
export function verdictOf(change: number, worse: Worse, isReal: boolean): string {
  if (worse === undefined) return '';
  if (!isReal) return USUAL;
  return worse === (change < 0 ? 'lower' : 'higher') ? WORSE : BETTER;
}

/** Whether the interval of the change excludes 0. */
export function isLikelyReal(
  before: Pick<ShownRate, 'value' | 'n'>,
  after: Pick<ShownRate, 'value' | 'n'>,
  likeness: number | undefined,
): boolean {
  const [one, other] = [before, after].map(({ value, n }) => ({
    k: ((value ?? 0) * (n ?? 0)) / 100,
    n: n ?? 0,
  })) as [WeekShare, WeekShare];
  const interval = differenceInterval(one, other, likeness);
  return interval !== undefined && (interval.low > 0 || interval.high < 0);
}

/** The same of two counts, as overdispersed Poisson variables. @param likeness Of true fulfilment, for missing people. */
export function areCountsUnlike(before: number, after: number, likeness = 1): boolean {
  return Math.abs(after - before) > Z_95 * Math.sqrt(likeness * (before + after));
}

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
 * Judges a percentage against its target, by the shifts that have one.
 *
 * @returns The verdict of a group; null where no shift of it has a target, or nothing is over yet.
 */
export function judgeTarget(
  group: Group,
  likeness = 1,
  name: ShownName = 'TRUE_FULFILMENT_PERCENTAGE',
  isLowerBetter = false,
): Verdict | null {
  const beside = TARGET_FIGURES[name];
  if (beside === undefined) return null;
  const [rate, target, gap] = [name, ...beside].map((one) => figureIn(group, one)) as [
    Figure,
    Figure,
    Figure,
  ];
  if (gap.n > 0 && (rate.why || gap.why || target.why)) return VERDICTS.unclear;
  if (gap.value === null || target.value === null) return null;
  if (!isMissed(isLowerBetter ? -gap.value : gap.value)) return VERDICTS['on target'];
  const counted = ((target.value + gap.value) * gap.n) / 100;
  return VERDICTS[judgeShare(counted, gap.n, { target: target.value, isLowerBetter, likeness })];
}
