import { shownPercent, shownRate } from '../employer-api/text';
import type { Group } from '../figures/group-figures';
import { wordOf } from '../figures/measures';
import { differenceInterval, type WeekShare, Z_95 } from '../figures/share-statistics';
import { HALF_A_SHOWN_DIGIT } from '../limits';
import type { FormatName, Tile } from './dashboard';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  type ShownName,
  type ShownRate,
  TARGET_FIGURES,
} from './dashboard-figures';
import { countText, pointsText } from './dashboard-texts';
import { MISSED, SMALL_COUNT, WORSE } from './layout';
import type { PageFigures } from './page-figures';
import { isMissed } from './verdicts';

const [BETTER, USUAL] = ['better', 'usual'];
/** Letters of a tile's label. */
const LABEL_LETTERS = 27;
/** Weeks whose range a tile gives. */
const WEEKS = 13;

/** Whether a lower or a higher figure is worse; undefined for one such as demand, which is neither good nor bad. */
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

/** The tile of a percentage of all records: its change since the period before, or its weeks; and its target. */
export function rateTile(page: PageFigures, name: ShownName, words: string, worse: Worse): Tile {
  const { figures, before } = page;
  const { total } = figures.by();
  const { value, n } = figures.rate(total, name);
  const former = before?.rate(before.by().total, name);
  const note = () => {
    if (value === null) {
      return figureIn(total, name).why ? 'not given: see below' : 'nothing to count';
    }
    if (n !== null && n < SMALL_COUNT) return `out of only ${countText(n)}`;
    if (former?.value != null && former.n !== null && former.n >= SMALL_COUNT) {
      const isReal = isLikelyReal(former, { value, n }, figures.request(name).likeness);
      return changeText(value - former.value, pointsText, HALF_A_SHOWN_DIGIT, worse, isReal);
    }
    const isKnown = (rate: ShownRate) => rate.n !== null && rate.n >= SMALL_COUNT;
    const read = (group: Group) => figures.rate(group, name);
    return rangeText(figures, (group) => (isKnown(read(group)) ? read(group).value : null), shownRate, '%');
  };
  return {
    words: shareWords(figures, name, words),
    value,
    format: 'percentage',
    meaning: { measure: name, part: 'value' },
    notes: [note(), targetNote(figures, name, worse)],
  };
}

/** The tile of a count of all records. */
export function countTile(page: PageFigures, name: ShownName, words: string, worse: Worse): Tile {
  const { figures, before } = page;
  const value = countOf(figures.by().total, name);
  const former = before === undefined ? null : countOf(before.by().total, name);
  const { likeness } = figures.request('TRUE_FULFILMENT_PERCENTAGE');
  const note =
    value === null
      ? ''
      : former !== null
        ? changeText(value - former, countText, 0.5, worse, areCountsUnlike(former, value, likeness))
        : rangeText(figures, (group) => countOf(group, name), countText, '');
  return { words, value, format: 'count', meaning: { measure: name, part: 'value' }, notes: [note] };
}

/** `Worked, of booked`: what a percentage is a share of, where that is known. */
function shareWords(figures: DashboardFigures, name: ShownName, words: string): string {
  const left = figures.request(name).definitions?.left ?? [];
  const [only] = left;
  if (only === undefined || left.length > 1 || name === 'TRUE_FULFILMENT_PERCENTAGE') return words;
  const full = `${words}, of ${wordOf(only.definition.denominator)}`;
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

function targetNote(figures: DashboardFigures, name: ShownName, worse: Worse): string {
  const beside = TARGET_FIGURES[name];
  const gap = beside === undefined ? null : figureIn(figures.by().total, beside[1]).value;
  const text = targetText(figures.targets(name));
  if (gap === null || text === '') return text;
  return `${text}: ${isMissed(worse === 'higher' ? -gap : gap) ? MISSED : 'met'}`;
}

/** How a figure differs from that of the period before: `▼ 2.7 pts, worse`. */
function changeText(
  change: number,
  shown: (size: number) => string,
  least: number,
  worse: Worse,
  isReal: boolean,
): string {
  if (Math.abs(change) < least) return 'no change';
  const verdict = verdictOf(change, worse, isReal);
  return `${change < 0 ? '▼' : '▲'} ${shown(Math.abs(change))}${verdict === '' ? '' : `, ${verdict}`}`;
}

/** The word for a change that can be seen: `worse`, `better` or `usual`; empty for a figure that is neither good nor bad. */
export function verdictOf(change: number, worse: Worse, isReal: boolean): string {
  if (worse === undefined) return '';
  if (!isReal) return USUAL;
  return worse === (change < 0 ? 'lower' : 'higher') ? WORSE : BETTER;
}

/** The lowest and the highest week, for want of a period before: `weekly 84.1–88.9%`. */
function rangeText(
  figures: DashboardFigures,
  read: (group: Group) => number | null,
  shown: (value: number) => string,
  unit: string,
): string {
  const { key, groups } = figures.periods(WEEKS);
  const known = groups.flatMap((group) => read(group) ?? []);
  if (known.length < 2) return '';
  const [low, high] = [shown(Math.min(...known)), shown(Math.max(...known))];
  return `${key === 'week' ? 'weekly' : 'daily'} ${low === high ? low : `${low}–${high}`}${unit}`;
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
