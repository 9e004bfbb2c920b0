import { type CalendarDate, isOn } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { capital, fitLine, listed, shownPercent, shownPoints, shownRate } from '../employer-api/text';
import { type ComparedPeriod, type Contribution, contributions } from './contributions';
import { onlyDefinition } from './definitions';
import { type Figure, type FigureRequest, isProvisional } from './figures';
import type { GroupKey } from './group-keys';
import type { Measure } from './measures';
import { NO_NAME } from './names';
import {
  differenceInterval,
  EARLIER_WEEKS,
  FEWEST_WEEKS,
  likenessOf,
  type WeekShare,
} from './share-statistics';
import { completeWeeks, groupKey, weeksOf } from './weeks';

/** How a sentence calls two periods. */
export interface PeriodWords {
  /** Behind the figure of the period after: ` (16–22 Nov)`; empty where the reader knows it. */
  readonly after: string;
  /** Behind the figure of the period before: `the week before`. */
  readonly before: string;
  /** What a change by no more than usual is called: `a normal weekly change`. */
  readonly normal: string;
}

/** The words for a week and the week before it. */
export const WEEK_WORDS: PeriodWords = {
  after: '',
  before: 'the week before',
  normal: 'a normal weekly change',
};

/** A percentage of two periods, the groups that it is divided into, and the weeks that say what is usual. */
interface AskedChange {
  readonly before: ComparedPeriod;
  readonly after: ComparedPeriod;
  /** Rows of at least the earlier weeks. */
  readonly earlier: readonly ShiftRow[];
  /** The first days of the complete weeks before the period after, oldest first; the newest 13 count. */
  readonly weeks: readonly CalendarDate[];
  readonly keys: readonly GroupKey[];
  readonly words: PeriodWords;
}

/** Why a percentage moved: in percent and points with one decimal, as a sentence shows them. */
interface WhyItMoved {
  /** `usual`: by no more than weeks usually differ. `moved`: by more. */
  readonly verdict: 'usual' | 'moved';
  /** By the definition in use. */
  readonly before: number;
  readonly after: number;
  /** `after` less `before`: what `named` and `others` add up to. */
  readonly change: number;
  /** The groups that the text names, the largest part first, and what each did to the change. */
  readonly named: readonly { readonly name: string; readonly points: number }[];
  /** What all other groups did together. */
  readonly others: number;
  /** One sentence, with no other figures than these. */
  readonly text: string;
  /** As `likenessOf` measures it; undefined where it cannot be measured. */
  readonly likeness: number | undefined;
}

/** A group is named where its part is at least this share of the change: at most so many groups, each in so many letters. */
const [LEAST_SHARE, MOST_NAMED, NAME_LETTERS] = [0.1, 3, 60];

/** The level of groups is that of at least so many comparisons (Bonferroni): 5% together, two-sided. */
const COMPARED_GROUPS = 20;

/**
 * Says whether a percentage moved by more than weeks usually differ, and which groups moved it.
 *
 * The total moved where the Newcombe interval of its change excludes 0 at z = 1.96·√φ, φ being the over-dispersion of the
 * groups' earlier weeks. A group is named where its own share differs from that of its own 8 to 13 earlier weeks at
 * z = 3.02·√φ, and its part of the change, as `contributions` divides it, has the sign of the change. No service call; one
 * pass over the earlier rows.
 *
 * @returns `undefined` for a count, where either period has no figure, and unless one definition is left.
 */
export function whyItMoved(
  { before, after, earlier, keys, words, ...asked }: AskedChange,
  request: FigureRequest,
): WhyItMoved | undefined {
  const { measure, definitions } = request;
  const only = onlyDefinition(definitions);
  if (measure.kind !== 'rate' || only === undefined) return undefined;
  const { groups, total } = contributions(before, after, keys, request);
  if (total.change === null) return undefined;
  const weeks = asked.weeks.slice(-EARLIER_WEEKS);
  const past = new Map(
    weeksOf(earlier, weeks, keys, [request], after).map(({ key, byRequest: [own = []] }) => [key, own]),
  );
  const likeness = likenessOf([...past.values()]);
  const z = quantileFor(Math.max(COMPARED_GROUPS, groups.length));
  const isUnusual = ({ keys: names, b }: Contribution) => {
    const own = past.get(groupKey(names)) ?? [];
    return own.length >= FEWEST_WEEKS && differs(addUp(own), positionsOf(b), likeness, z);
  };
  const isReal = differs(positionsOf(total.a), positionsOf(total.b), likeness);
  const exact = total.change;
  const figures = { before: roundTenth(total.a.value ?? 0), after: roundTenth(total.b.value ?? 0) };
  const change = roundTenth(figures.after - figures.before);
  const named = groups
    // Where there is one group, it is the total.
    .filter((group) => isReal && change !== 0 && groups.length > 1 && isUnusual(group))
    .map(({ keys: names, ratePart, mixPart }) => ({
      name: fitLine(names.map((name) => name ?? NO_NAME).join(', '), NAME_LETTERS),
      exactly: (ratePart ?? 0) + (mixPart ?? 0),
    }))
    .filter(({ exactly }) => exactly * exact > 0 && Math.abs(exactly) >= LEAST_SHARE * Math.abs(exact))
    .sort((one, other) => Math.abs(other.exactly) - Math.abs(one.exactly))
    .slice(0, MOST_NAMED)
    .map(({ name, exactly }) => ({ name, points: roundTenth(exactly) }))
    .filter(({ points }) => points !== 0);
  const others = roundTenth(named.reduce((rest, { points }) => rest - points, change));
  const moved = { verdict: isReal ? 'moved' : 'usual', ...figures, change, named, others } as const;
  const mix = groups.reduce((sum, { mixPart }) => sum + (mixPart ?? 0), 0);
  const text = describeChange({
    ...moved,
    measure,
    words,
    key: keys.length === 1 ? keys[0] : undefined,
    mixOf: mix / exact > 0.5 ? only.denominator : undefined,
    // With fewer weeks no group can stand out, which says nothing of it.
    isCompared: groups.length > 1 && weeks.length >= FEWEST_WEEKS,
    isProvisional: isProvisional(after.range.to, after.today),
  });
  return { ...moved, likeness, text };
}

/** Why the newest complete week differs from the week before. */
export interface WhyTheWeekMoved extends WhyItMoved {
  /** The first day of the newest complete week. */
  readonly week: CalendarDate;
}

/**
 * Says why a percentage of the newest complete week differs from that of the week before, by the rows of a set.
 *
 * @param request One of the set's requests.
 * @returns `undefined` without two complete weeks within the range of the set, and as `whyItMoved`.
 */
export function whyTheWeekMoved(
  set: ComparedPeriod,
  request: FigureRequest,
  key: GroupKey,
): WhyTheWeekMoved | undefined {
  const weeks = completeWeeks(set);
  const week = weeks.pop();
  const last = weeks[weeks.length - 1];
  if (week === undefined || last === undefined) return undefined;
  const weekFrom = (from: CalendarDate): ComparedPeriod => {
    const range = { from, to: from + 6 };
    return { ...set, range, rows: set.rows.filter(({ [DAY_COLUMN]: day }) => isOn(day, range)) };
  };
  const periods = { before: weekFrom(last), after: weekFrom(week), words: WEEK_WORDS };
  const why = whyItMoved({ ...periods, earlier: set.rows, weeks, keys: [key] }, request);
  return why && { ...why, week };
}

/** Whether the interval of a difference excludes 0. */
function differs(...shares: Parameters<typeof differenceInterval>): boolean {
  const interval = differenceInterval(...shares);
  return interval !== undefined && (interval.low > 0 || interval.high < 0);
}

/** The positions behind a percentage: `n` is 0 where there is none. */
function positionsOf({ value, k, n }: Figure): WeekShare {
  return value === null ? { k: 0, n: 0 } : { k, n };
}

function addUp(weeks: readonly WeekShare[]): WeekShare {
  return weeks.reduce((sum, { k, n }) => ({ k: sum.k + Math.min(k, n), n: sum.n + n }), { k: 0, n: 0 });
}

/** With one decimal. Adding 0 makes -0 plain. */
function roundTenth(value: number): number {
  return Number(shownRate(value)) + 0;
}

/**
 * The two-sided normal quantile at which so many comparisons are wrong in 5% of cases together, at most: Hastings'
 * approximation (Abramowitz and Stegun 26.2.23), off by at most 0.00045.
 */
function quantileFor(comparisons: number): number {
  const t = Math.sqrt(-2 * Math.log(0.05 / (2 * comparisons)));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  return t - top / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/** What several groups are called, and the preposition for shifts in them. */
const GROUP_WORDS: Readonly<Partial<Record<GroupKey, readonly [where: string, several: string]>>> = {
  venue: ['at', 'venues'],
  area: ['in', 'areas'],
  role: ['in', 'job titles'],
  weekday: ['on', 'weekdays'],
};

/** The percentages that are low where shifts are hard to fill. */
const OF_FILLING = ['TRUE_FULFILMENT_PERCENTAGE', 'SHIFTS_BOOKED_PERCENTAGE', 'SHIFTS_WORKED_PERCENTAGE'];

/** What a sentence about a change rests on. */
interface ChangeFacts extends Omit<WhyItMoved, 'text' | 'likeness'> {
  readonly measure: Measure;
  readonly words: PeriodWords;
  /** What the groups are; undefined for several keys. */
  readonly key: GroupKey | undefined;
  /** What each group has a share of, where most of the change comes from these shares. */
  readonly mixOf: string | undefined;
  /** Whether groups were compared with their earlier weeks, so that none stands out where none is named. */
  readonly isCompared: boolean;
  /** Whether the service may still correct the newest days. */
  readonly isProvisional: boolean;
}

/** The sentence of a change. */
export function describeChange({ measure, before, after, change, words, ...facts }: ChangeFacts): string {
  const word = measure.words[0].replace(' %', '');
  const subject = `${capital(word)} ${shownPercent(after)}${words.after}`;
  const was = `${shownPercent(before)} ${words.before}`;
  // More than usual may be too little to be seen with one decimal.
  if (facts.verdict === 'usual') return `${subject}, ${was}: ${words.normal}.`;
  if (change === 0) return `${subject}, ${was}: the same but for rounding.`;
  const moved = `${change < 0 ? 'down' : 'up'} ${shownPoints(change)} from ${was}`;
  const [where, several] = (facts.key && GROUP_WORDS[facts.key]) ?? ['in', 'groups'];
  const isOfFilling = OF_FILLING.includes(measure.name);
  const [worse, better] = isOfFilling ? ['harder to fill', 'easier to fill'] : ['lower', 'higher'];
  const always = `${isOfFilling ? 'that are' : 'where it is'} always ${change < 0 ? worse : better}`;
  const what = facts.mixOf === 'TRUE_DEMAND' ? 'the demand was' : 'the positions were';
  const mix = facts.mixOf ? `, mostly because more of ${what} ${where} ${several} ${always}` : '';
  const spread = facts.isCompared && mix === '' ? `: spread over all ${several}` : '';
  const parts = facts.named.length > 0 ? `: ${partsText(facts)}` : spread;
  const newest = facts.isProvisional ? '; the newest days may still be corrected' : '';
  return `${subject}, ${moved}${mix}${parts}${newest}.`;
}

/** `1.2 points from Grand Hotel, 0.6 points from Old Mill and 0.9 points from all others together`. */
function partsText({ named, others }: Pick<ChangeFacts, 'named' | 'others'>): string {
  const each = named.map(({ name, points }) => `${shownPoints(points)} from ${name}`);
  const rest = `${shownPoints(others)} from all others together`;
  if (others * (named[0]?.points ?? 0) < 0) return `${listed(each, 'and')}, less ${rest}`;
  return listed(others === 0 ? each : [...each, rest], 'and');
}
