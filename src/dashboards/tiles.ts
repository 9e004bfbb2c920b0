import { shownCount, shownNumber, shownPercent, shownRate } from '../employer-api/text';
import { type Figure, type Group, keyOf } from '../figures/figures';
import { wordOf } from '../figures/measures';
import { type Interval, judgeShare, type ShareVerdict, wilsonInterval } from '../figures/share-statistics';
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
import { SMALL_COUNT, WORST } from './layout';

/** Letters of a tile's label. */
const LABEL_LETTERS = 27;

/** Of these more is worse, of percentages else less; other counts, such as people needed, are neither good nor bad. */
const WORSE_IF_MORE = /^NO_SHOWS|^MISSING/;

/** The tile of a number that a sentence explains. @param means The sentence. */
export function saidTile(
  words: string,
  value: number | null,
  means: string,
  note: string | readonly string[] = '',
  format = COUNT_FORMAT,
): Tile {
  return { words, value, format, meaning: { title: words, means }, notes: [note].flat() };
}

/** The tile of a figure of all records, or of some: how it changed, and its target. */
export function figureTile(
  figures: DashboardFigures,
  name: ShownName,
  group = figures.by().total,
  change = figures.change,
): Tile {
  return {
    words: shareWords(figures, name, group),
    value: isRate(name) ? rateOrRange(group, name) : valueIn(group, name),
    format: isRate(name) ? formatOf(name) : COUNT_FORMAT,
    meaning: { measure: name },
    notes: [
      ...compared(name, group, change),
      targetNote(figures, name, group),
      extraNote(name, group),
      blanksNote(name, group),
    ],
  };
}

/** `759 extra on other shifts`, beside missing people: what is worked beyond need helps no other shift. */
function extraNote(name: ShownName, group: Group): string {
  const extra = name === 'MISSING_PEOPLE' && valueIn(group, 'EXTRA_PEOPLE');
  return extra ? `${shownNumber(extra)} extra on other shifts` : '';
}

/** `26 records without hours`: what a sum leaves out; empty where that is nothing. */
export function blanksNote(name: ShownName, group: Group): string {
  const { skipped } = figureIn(group, name);
  if (isRate(name) || skipped === 0) return '';
  return `${shownCount(skipped, 'record')} without ${name === 'HOURS_WORKED' ? 'hours' : 'a value'}`;
}

/**
 * How a figure changed, `last week ▼ 2.7 pts`, of a period without the week; and whether it stands out: then with the week’s
 * own figure. A change that can’t be seen is none. Or why a percentage of a group says little; empty where nothing is known.
 */
function compared(name: ShownName, group: Group, change: ShownChange | undefined): [string, string] {
  const isShare = isRate(name);
  if (isShare) {
    const value = rateOrRange(group, name);
    if (typeof value === 'string') return ['depends on the definition', ''];
    const { why, n } = figureIn(group, name);
    if (value === null) return [why ? 'not given: see below' : 'nothing to count', ''];
    if (n < SMALL_COUNT) return [`out of only ${shownNumber(n)}`, ''];
  }
  const moved = changeOf(name, change);
  if (moved === undefined) return ['', ''];
  const { latest, difference, week, standsOut } = moved;
  const size = Math.abs(isShare ? difference : Math.round(difference));
  const by = isShare ? `${shownRate(size)} pts` : shownNumber(size);
  const words = size < HALF_A_SHOWN_DIGIT ? 'unchanged' : `${difference < 0 ? '▼' : '▲'} ${by}`;
  const level = !standsOut ? '' : isShare ? `${shownPercent(latest)} ` : `${shownNumber(latest)} `;
  return [week ? `${week} ${level}${words}` : words, standsOut];
}

/** How a figure changed. */
export type FigureChange = NonNullable<ReturnType<typeof changeOf>>;

/** How a figure changed, as shown, percentages in points; `undefined` where one of two groups can’t be compared. */
export function changeOf(name: ShownName, change: ShownChange | undefined) {
  if (change === undefined) return undefined;
  const { week } = change;
  const [former, latest] = [change.former, change.latest].map((group) => knownIn(group, name));
  if (former === undefined || latest === undefined) return undefined;
  const difference = isRate(name) ? pointsBetween(former, latest) : latest - former;
  return { former, latest, difference, week, standsOut: standsOut(name, change) };
}

/** A figure that can be compared: `undefined` where it is unknown, a percentage of few, or a sum that leaves out records. */
function knownIn(group: Group, name: ShownName): number | undefined {
  const { value, n, skipped } = figureIn(group, name);
  return value === null || (isRate(name) ? n < SMALL_COUNT : skipped > 0) ? undefined : value;
}

/** Of fewer weeks, to be the worst says little. */
const FEWEST_WEEKS = 4;

/**
 * `the worst of 13 weeks`: whether a week is worse or better than each of the others, else whether it rose or fell more than
 * each of them, as shown; empty for one that is like the others.
 */
function standsOut(name: ShownName, { among = [] }: ShownChange): string {
  // In tenths, so that what looks equal is equal. Weeks without shifts are not compared.
  const known = among.flatMap((group) => {
    const value = group.rows.length > 0 ? knownIn(group, name) : undefined;
    return value === undefined ? [] : Math.round(10 * Number(shownRate(value)));
  });
  const isWorseIfMore = WORSE_IF_MORE.test(name);
  if (!(isWorseIfMore || isRate(name)) || known.length < FEWEST_WEEKS) return '';
  const isMost = ([newest = 0, ...others]: readonly number[]) => others.every((one) => one < newest);
  known.reverse();
  const changes = known.slice(0, -1).map((value, at) => value - (known[at + 1] as number));
  const way = Math.sign(Number(changes[0]));
  const isLevel = isMost(known) || isMost(known.map((value) => -value));
  if (!isLevel && !isMost(changes.map((change) => way * change))) return '';
  const words = way > 0 === isWorseIfMore ? WORST : isLevel ? 'the best' : 'the largest';
  return `${words}${isLevel ? '' : way > 0 ? ' rise' : ' fall'} of ${known.length} weeks`;
}

/** `Worked, of booked`: what a percentage is a share of, where it is shown, else `Worked %`. */
function shareWords(figures: DashboardFigures, name: ShownName, group: Group): string {
  const words = wordsOf(name);
  if (!isRate(name) || name === 'TRUE_FULFILMENT_PERCENTAGE') return words;
  const { denominator } = figures.usedDefinition(name, group) ?? {};
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
  const isLowerBetter = WORSE_IF_MORE.test(name);
  const value = target.value + gap.value;
  const counted = (value * gap.n) / 100;
  const { likeness = 1 } = figures.request(name);
  const verdict = isMissed(isLowerBetter ? -gap.value : gap.value)
    ? judgeShare(counted, gap.n, { target: target.value, isLowerBetter, likeness })
    : 'met';
  return standing(verdict, value, wilsonInterval(counted, gap.n, likeness));
}
