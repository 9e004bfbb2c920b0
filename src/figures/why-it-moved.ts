import type { CalendarDate, WeekStart } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { fitLine, shownPercent, shownPoints, shownRate } from '../employer-api/text';
import { MOST_WHY_CHARACTERS } from '../limits';
import { type Contribution, contributions } from './contributions';
import { type Figure, type FigureRequest, isProvisional } from './figure';
import type { FigureSet } from './figure-set';
import type { GroupKey } from './group-keys';
import type { Definition, Measure } from './measures';
import { NO_NAME } from './names';
import {
  ASSUMING_INDEPENDENCE,
  differenceInterval,
  EARLIER_WEEKS,
  FEWEST_WEEKS,
  type Interval,
  likenessOf,
  type WeekShare,
} from './share-statistics';
import { completeWeeks, groupKey, weeksOf } from './weeks';

/** A percentage of two periods, the groups that it is divided into, and the weeks that say what is usual. */
interface AskedChange {
  readonly before: readonly ShiftRow[];
  readonly after: readonly ShiftRow[];
  /** The last day of the period after. */
  readonly until: CalendarDate;
  /** Rows of at least the earlier weeks. */
  readonly earlier: readonly ShiftRow[];
  /** The first days of the complete weeks before the period after, oldest first; the newest 13 count. */
  readonly weeks: readonly CalendarDate[];
  readonly keys: readonly GroupKey[];
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  /** @default the words of a week and the week before */
  readonly words?: PeriodWords;
}

/** Why a percentage moved. */
interface WhyItMoved {
  /** `usual`: by no more than weeks usually differ. `moved`: by more. */
  readonly verdict: 'usual' | 'moved';
  /** One sentence, at most 300 characters, with no other figures than those below. */
  readonly text: string;
  /** In percent, as the text shows them: with one decimal. By the definition in use. */
  readonly before: number;
  readonly after: number;
  /** `after` less `before`, in points with one decimal: what `named` and `others` add up to where it moved. */
  readonly change: number;
  /** The groups that the text names, the largest part first. */
  readonly named: readonly NamedPart[];
  /** What all other groups did together, in points with one decimal. */
  readonly others: number;
  /** As `likenessOf` measures it; undefined where it cannot be measured. */
  readonly likeness: number | undefined;
}

/** A group is named where its part is at least this share of the change; at most so many groups are. */
const [LEAST_SHARE, MOST_NAMED] = [0.1, 3];

/** For up to so many groups the level is that of as many comparisons (Bonferroni): 5% together, two-sided. */
const COMPARED_GROUPS = 20;
const Z_OF_20 = 3.02;

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
export function whyItMoved(asked: AskedChange, request: FigureRequest): WhyItMoved | undefined {
  const { measure, definitions } = request;
  const [only, ...others] = definitions?.left ?? [];
  if (measure.kind !== 'rate' || only === undefined || others.length > 0) return undefined;
  const { before, after, earlier, keys, today, words = WEEK_WORDS } = asked;
  const used = contributions(before, after, asked, request);
  const { a, b } = used.total;
  if (a.value === null || b.value === null) return undefined;
  const weeks = asked.weeks.slice(-EARLIER_WEEKS);
  const past = new Map(
    weeksOf(earlier, weeks, keys, [request], asked).map(({ key, byRequest: [own = []] }) => [key, own]),
  );
  const { direction, likeness, unusual } = judge(used, past);
  const shown = { before: roundTenth(a.value), after: roundTenth(b.value) };
  const facts = { ...shown, change: roundTenth(shown.after - shown.before), likeness };
  const isReal = direction !== 0;
  const exact = b.value - a.value;
  const named = used.groups
    // Where there is one group, it is the total.
    .filter((_, at) => isReal && used.groups.length > 1 && unusual[at])
    .map(asPart)
    .filter(({ points }) => points * exact > 0 && Math.abs(points) >= LEAST_SHARE * Math.abs(exact))
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points))
    .slice(0, MOST_NAMED);
  const mix = used.groups.reduce((sum, { mixPart }) => sum + (mixPart ?? 0), 0);
  const described = describeChange({
    ...facts,
    exact,
    measure,
    definition: only.definition,
    key: keys.length === 1 ? keys[0] : undefined,
    isReal,
    isMix: mix / exact > 0.5,
    // With fewer weeks no group can stand out, which says nothing of it.
    isCompared: used.groups.length > 1 && weeks.length >= FEWEST_WEEKS,
    isProvisional: isProvisional(asked.until, today),
    named,
    words,
  });
  return { ...facts, verdict: isReal ? 'moved' : 'usual', ...described };
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
  { rows, range, today, weekStart }: Pick<FigureSet, 'rows' | 'range' | 'today' | 'weekStart'>,
  request: FigureRequest,
  key: GroupKey,
): WhyTheWeekMoved | undefined {
  const weeks = completeWeeks({ range, today, weekStart });
  if (weeks.length < 2) return undefined;
  const [last, week] = weeks.slice(-2) as [CalendarDate, CalendarDate];
  const during = (from: CalendarDate) =>
    rows.filter(({ [DAY_COLUMN]: day }) => Number(day) >= from && Number(day) < from + 7);
  const [before, after] = [during(last), during(week)];
  const why = whyItMoved(
    {
      ...{ before, after, until: week + 6, earlier: rows },
      ...{ weeks: weeks.slice(0, -1), keys: [key], today, weekStart },
    },
    request,
  );
  return why && { ...why, week };
}

/** What the weeks say. */
interface Judged {
  /** Of the total: 1 up, −1 down, 0 no more than weeks usually differ. */
  readonly direction: number;
  readonly likeness: number | undefined;
  /** Of each group, whether its period after is unlike its own earlier weeks. */
  readonly unusual: readonly boolean[];
}

/** @param past The earlier weeks of each group, by its `groupKey`. */
function judge(
  { groups, total }: ReturnType<typeof contributions>,
  past: ReadonlyMap<string, readonly WeekShare[]>,
): Judged {
  const likeness = likenessOf([...past.values()]);
  const z = quantileFor(groups.length);
  return {
    direction: directionOf(differenceInterval(positionsOf(total.a), positionsOf(total.b), likeness)),
    likeness,
    unusual: groups.map((group) => {
      const own = past.get(groupKey(group.keys));
      if (own === undefined || own.length < FEWEST_WEEKS) return false;
      return directionOf(differenceInterval(addUp(own), positionsOf(group.b), likeness, z)) !== 0;
    }),
  };
}

/** 1 for a rise, −1 for a fall, 0 where the interval holds 0, and without one. */
function directionOf(interval: Interval | undefined): number {
  if (interval === undefined) return 0;
  return interval.low > 0 ? 1 : interval.high < 0 ? -1 : 0;
}

/** The positions behind a percentage: `n` is 0 where there is none. */
function positionsOf({ value, k, n }: Figure): WeekShare {
  return value === null ? { k: 0, n: 0 } : { k, n };
}

function addUp(weeks: readonly WeekShare[]): WeekShare {
  return weeks.reduce((sum, { k, n }) => ({ k: sum.k + Math.min(k, n), n: sum.n + n }), { k: 0, n: 0 });
}

function asPart({ keys, ratePart, mixPart }: Contribution): NamedPart {
  const name = keys.map((key) => key ?? NO_NAME).join(', ');
  return { name, points: (ratePart ?? 0) + (mixPart ?? 0) };
}

function roundTenth(value: number): number {
  return Number(shownRate(value));
}

/** The two-sided normal quantile at which so many comparisons are wrong in 5% of cases together, at most. */
function quantileFor(comparisons: number): number {
  if (comparisons <= COMPARED_GROUPS) return Z_OF_20;
  // Hastings' approximation (Abramowitz and Stegun 26.2.23), off by at most 0.00045.
  const t = Math.sqrt(-2 * Math.log(0.05 / (2 * comparisons)));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  return t - top / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/** What a group did to the change of a percentage, in percentage points. */
export interface NamedPart {
  readonly name: string;
  readonly points: number;
}

/** How a sentence calls two periods. */
export interface PeriodWords {
  /** Behind the figure of the period after: `(16–22 Nov)`; empty where the reader knows it. */
  readonly after: string;
  /** Behind the figure of the period before: `the week before`. */
  readonly before: string;
  /** What usually differs: `weeks`. */
  readonly several: string;
}

/** Of a week and the week before it. */
export const WEEK_WORDS: PeriodWords = { after: '', before: 'the week before', several: 'weeks' };

/** What a sentence about a change rests on. */
interface ChangeFacts {
  readonly measure: Measure;
  readonly definition: Definition;
  /** What the groups are; undefined for several keys. */
  readonly key: GroupKey | undefined;
  /** In percent and points with one decimal. */
  readonly before: number;
  readonly after: number;
  readonly change: number;
  /** The change in points, not rounded. */
  readonly exact: number;
  readonly likeness: number | undefined;
  /** Whether it is more than periods usually differ by. */
  readonly isReal: boolean;
  /** Whether most of it comes from the share that each group has of all. */
  readonly isMix: boolean;
  /** Whether groups were compared with their earlier weeks, so that none stands out where none is named. */
  readonly isCompared: boolean;
  /** Whether the service may still correct the newest days. */
  readonly isProvisional: boolean;
  /** The groups that may be named, the largest part first; parts not rounded. */
  readonly named: readonly NamedPart[];
  readonly words: PeriodWords;
}

/** A sentence, and the parts that it names. */
interface ToldChange {
  readonly text: string;
  readonly named: readonly NamedPart[];
  readonly others: number;
}

/** Letters that a name may take: all of it, or less where the sentence would be too long. */
const NAME_LETTERS = [60, 40, 24];

/** How groups are called: one of them, and where shifts are. */
const GROUP_WORDS: Readonly<Partial<Record<GroupKey, readonly [one: string, where: string]>>> = {
  venue: ['venue', 'at venues'],
  area: ['area', 'in areas'],
  role: ['job title', 'in job titles'],
  weekday: ['weekday', 'on weekdays'],
};

function groupWords(key: GroupKey | undefined): readonly [one: string, where: string] {
  return (key && GROUP_WORDS[key]) ?? ['group', 'in groups'];
}

/** The percentages that are low where shifts are hard to fill. */
const OF_FILLING = ['TRUE_FULFILMENT_PERCENTAGE', 'SHIFTS_BOOKED_PERCENTAGE', 'SHIFTS_WORKED_PERCENTAGE'];

const INDEPENDENT = `, ${ASSUMING_INDEPENDENCE}`;

/** The sentence of a change: as many groups and letters as 300 characters hold. */
export function describeChange(facts: ChangeFacts): ToldChange {
  if (!facts.isReal || facts.change === 0) {
    return { text: usualSentence(facts), named: [], others: facts.change };
  }
  for (let count = facts.named.length; count > 0; count -= 1) {
    const shares = roundParts(facts, count);
    // Parts that look like nothing are left to the others.
    if (shares.named.some(({ points }) => points === 0)) continue;
    for (const letters of NAME_LETTERS) {
      const named = shares.named.map(({ name, points }) => ({ name: fitLine(name, letters), points }));
      const text = movedSentence(facts, partsText(named, shares.others));
      if (text.length <= MOST_WHY_CHARACTERS) return { text, ...shares };
    }
  }
  const [one] = groupWords(facts.key);
  const none = facts.isCompared && !facts.isMix && facts.named.length === 0;
  const text = movedSentence(facts, none ? `: no single ${one} stands out` : '');
  return { text, named: [], others: facts.change };
}

function usualSentence({ isReal, before, after, likeness, words, ...facts }: ChangeFacts): string {
  const beginning = `${subjectOf(facts)} ${shownPercent(after)}${behind(words.after)}, ${shownPercent(before)} ${words.before}`;
  // More than usual, but too little to be seen with one decimal.
  const verdict = isReal ? 'the same but for rounding' : `no more than ${words.several} usually differ`;
  return `${beginning}: ${verdict}${likeness === undefined ? INDEPENDENT : ''}.`;
}

function movedSentence(facts: ChangeFacts, parts: string): string {
  const { before, after, change, likeness, words, isMix } = facts;
  const isFall = change < 0;
  const moved = `${isFall ? 'down' : 'up'} ${shownPoints(change)} from ${shownPercent(before)} ${words.before}`;
  const mix = isMix ? `, mostly because ${mixText(facts, isFall)}` : '';
  const independent = likeness === undefined ? INDEPENDENT : '';
  const newest = facts.isProvisional ? '; the newest days may still be corrected' : '';
  return `${subjectOf(facts)} ${shownPercent(after)}${behind(words.after)}, ${moved}${mix}${parts}${independent}${newest}.`;
}

function mixText({ key, measure, definition }: ChangeFacts, isFall: boolean): string {
  const [, where] = groupWords(key);
  const what = definition.denominator === 'TRUE_DEMAND' ? 'the demand was' : 'the positions were';
  if (OF_FILLING.includes(measure.name)) {
    return `more of ${what} ${where} that are always ${isFall ? 'harder' : 'easier'} to fill`;
  }
  return `more of ${what} ${where} where it is always ${isFall ? 'lower' : 'higher'}`;
}

/** `: 1.2 points from Grand Hotel, 0.6 points from Old Mill and 0.9 points from all others together`. */
function partsText(named: readonly NamedPart[], others: number): string {
  const [first] = named as readonly [NamedPart];
  const each = named.map(({ name, points: part }) => `${shownPoints(part)} from ${name}`);
  const rest = `${shownPoints(others)} from all others together`;
  if (others * first.points < 0) return `: ${list(each)}, less ${rest}`;
  return `: ${list(others === 0 ? each : [...each, rest])}`;
}

/**
 * The parts of the first so many groups and of all others with one decimal, by the method of the largest remainder: they
 * add up to the change as it is shown.
 */
function roundParts(
  { named, change, exact }: Pick<ChangeFacts, 'named' | 'change' | 'exact'>,
  count: number,
): { readonly named: readonly NamedPart[]; readonly others: number } {
  const parts = named.slice(0, count);
  const others = exact - parts.reduce((sum, part) => sum + part.points, 0);
  const tenths = [...parts.map((part) => part.points), others].map((part) => part * 10);
  const whole = tenths.map(Math.floor);
  const left = Math.round(change * 10) - whole.reduce((sum, part) => sum + part, 0);
  const order = tenths
    .map((part, at) => ({ at, remainder: part - Math.floor(part) }))
    .sort((one, other) => other.remainder - one.remainder);
  // What is taken away is taken from the least remainders.
  if (left < 0) order.reverse();
  // The change is the difference of two rounded figures, so it may be a tenth off the rounded sum of the parts.
  for (let turn = 0; turn < Math.abs(left); turn += 1) {
    const { at } = order[turn % order.length] as (typeof order)[number];
    whole[at] = (whole[at] as number) + Math.sign(left);
  }
  const rounded = whole.map((part) => part / 10);
  return {
    named: parts.map(({ name }, at) => ({ name, points: rounded[at] as number })),
    others: rounded[rounded.length - 1] as number,
  };
}

function subjectOf({ measure }: Pick<ChangeFacts, 'measure'>): string {
  const word = measure.words[0].replace(' %', '');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function behind(words: string): string {
  return words === '' ? '' : ` ${words}`;
}

function list(texts: readonly string[]): string {
  const last = texts[texts.length - 1] as string;
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}
