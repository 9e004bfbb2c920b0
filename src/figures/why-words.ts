import { fitLine } from '../employer-api/text';
import { MOST_WHY_CHARACTERS } from '../limits';
import type { Definition } from './definitions';
import type { GroupKey } from './group-keys';
import { ASSUMING_INDEPENDENCE } from './likeness';
import type { Measure } from './measures';

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
export interface ChangeFacts {
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
  readonly isAmerican: boolean;
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
  const beginning = `${subjectOf(facts)} ${percent(after)}${behind(words.after)}, ${percent(before)} ${words.before}`;
  // More than usual, but too little to be seen with one decimal.
  const verdict = isReal ? 'the same but for rounding' : `no more than ${words.several} usually differ`;
  return `${beginning}: ${verdict}${likeness === undefined ? INDEPENDENT : ''}.`;
}

function movedSentence(facts: ChangeFacts, parts: string): string {
  const { before, after, change, likeness, words, isMix } = facts;
  const isFall = change < 0;
  const moved = `${isFall ? 'down' : 'up'} ${points(change)} from ${percent(before)} ${words.before}`;
  const mix = isMix ? `, mostly because ${mixText(facts, isFall)}` : '';
  const independent = likeness === undefined ? INDEPENDENT : '';
  const newest = facts.isProvisional ? '; the newest days may still be corrected' : '';
  return `${subjectOf(facts)} ${percent(after)}${behind(words.after)}, ${moved}${mix}${parts}${independent}${newest}.`;
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
  const each = named.map(({ name, points: part }) => `${points(part)} from ${name}`);
  const rest = `${points(others)} from all others together`;
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
    named: parts.map(({ name }, at) => ({ name, points: rounded[at] ?? 0 })),
    others: rounded[rounded.length - 1] ?? 0,
  };
}

function subjectOf({ measure, isAmerican }: Pick<ChangeFacts, 'measure' | 'isAmerican'>): string {
  const word = measure.words[0].replace(' %', '');
  const spelled = isAmerican ? word.replace('fulfilment', 'fulfillment') : word;
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

function behind(words: string): string {
  return words === '' ? '' : ` ${words}`;
}

function percent(value: number): string {
  return `${value.toFixed(1)}%`;
}

function points(value: number): string {
  return `${Math.abs(value).toFixed(1)} points`;
}

function list(texts: readonly string[]): string {
  const last = texts[texts.length - 1] as string;
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}
