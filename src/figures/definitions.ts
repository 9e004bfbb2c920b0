import * as v from 'valibot';
import type { CalendarDate } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-report';
import { listed, shownNumber, shownPercent } from '../employer-api/text';
import { WIDEST_RANGE } from '../limits';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  definitionText,
  isChosen,
  NUMBERS,
  numberOf,
  type PercentageField,
  type Quantity,
  type RateMeasure,
  wordOf,
} from './measures';

/*
 * What a published percentage is made of. The service does not say (specification section 2.2), so its rows do: a group's
 * percentage is a ratio of sums by the definition that reproduces the newest published percentages. It is blank, with the
 * reason, where the definitions that are left differ by more than a point, or where the group's own rows disagree.
 */

/** How many of the rows that can tell agree with a definition. */
export interface Votes {
  readonly agree: number;
  readonly of: number;
}

/** A definition, and the rows that speak for it. */
export interface Tally extends Definition, Votes {}

/** What a percentage may be made of. */
export interface Definitions {
  /** What is left, the fewest disagreeing rows first: the first is used. Empty where no known definition fits. */
  readonly left: readonly Tally[];
  /** Who decided: these rows, those of a refresh, the option `basis`, or the add-on, for a percentage of its own. */
  readonly by: 'rows' | 'refresh' | 'choice' | 'add-on';
  /** What the column publishes for all of a whole: 100, or 1 where no value is above 1. `undefined`: it publishes nothing. */
  readonly scale: 100 | 1 | undefined;
}

/** The definition of a percentage; `undefined` where several are left, or none. */
export function onlyDefinition(definitions: Definitions | undefined): Tally | undefined {
  return definitions?.left.length === 1 ? definitions.left[0] : undefined;
}

/** More than the error of 32-bit numbers of up to 100, less than the smallest digit that is looked at. */
export const NOISE = 2e-5;

/**
 * Whether a published percentage is 100 × top ÷ bottom, rounded or cut off. NaN is a number that the row does not have.
 *
 * @param published On the 0 to 100 scale.
 * @returns `undefined` where the row cannot tell: nothing is published, or what any definition would give.
 */
export function agrees(top: number, bottom: number, published: number): boolean | undefined {
  if (Number.isNaN(published)) return undefined;
  if (Number.isNaN(top) || Number.isNaN(bottom)) return false;
  if (bottom === 0) return published === 0 || published === 100 ? undefined : false;
  if (top === 0 && published === 0) return undefined;
  if (top > bottom && published === 100) return undefined;
  return Math.abs((100 * top) / bottom - published) < lastDigit(published) - NOISE;
}

/** One unit of the last digit: 0.1 for 57.1, also where it comes as 57.09999847, a 32-bit number. */
function lastDigit(value: number): number {
  for (const digits of [1, 10, 100, 1000]) {
    if (Math.abs(Math.round(value * digits) / digits - value) < NOISE) return 1 / digits;
  }
  return 1e-4;
}

/** Whether rows agree: one in eight may have been edited after its percentage was made, and so may any single one. */
export function fits({ agree, of }: Votes): boolean {
  return of - agree <= Math.max(1, of / 8);
}

/** So many rows that can tell are enough. */
export const ENOUGH_ROWS = 500;
/** So many rows that can tell decide alone. */
const FEWEST_ROWS = 20;
/** As many rows more than with the best definition, or one in a hundred, rule a definition out. */
export const MORE_MISSES = 3;

/** Whether a row's published percentage is that of a definition; `undefined` where it cannot tell. */
export function voteOf(
  field: PercentageField,
  { numerator, denominator }: Definition,
  scale: Definitions['scale'],
): (row: ShiftRow) => boolean | undefined {
  const [top, bottom, published] = [NUMBERS[numerator], NUMBERS[denominator], numberOf(field)];
  return (row) => agrees(top(row), bottom(row), published(row) * (scale === 1 ? 100 : 1));
}

/** Counts the rows that agree with each definition: the first that can tell, as many as are enough. */
function tallyRows(
  field: PercentageField,
  rows: readonly ShiftRow[],
  scale: Definitions['scale'],
): readonly Tally[] {
  const all: readonly Definition[] = DEFINITIONS[field];
  const votesOf = all.map((one) => voteOf(field, one, scale));
  // A row that lacks parts of all of them tells nothing.
  const hasParts = (row: ShiftRow) =>
    all.some((one) => !Number.isNaN(NUMBERS[one.numerator](row) + NUMBERS[one.denominator](row)));
  const told: (boolean | undefined)[][] = [];
  for (const row of rows) {
    if (told.length === ENOUGH_ROWS) break;
    const votes = hasParts(row) ? votesOf.map((vote) => vote(row)) : [];
    if (votes.some((vote) => vote !== undefined)) told.push(votes);
  }
  return all.map((one, at) => {
    const count = (wanted: boolean) => told.filter((votes) => votes[at] === wanted).length;
    return { ...one, agree: count(true), of: count(true) + count(false) };
  });
}

/** A column in which no value is above 1, and some above 0, gives shares of 1 rather than percentages. */
function scaleOf(field: PercentageField, rows: readonly ShiftRow[]): Definitions['scale'] {
  const published = rows.map(numberOf(field)).filter((value) => !Number.isNaN(value));
  if (published.length === 0) return undefined;
  return published.some((value) => value > 0) && published.every((value) => value <= 1) ? 1 : 100;
}

/** The rows that decide: of days before today, the newest day first. */
export function newestFinished(rows: readonly ShiftRow[], today: CalendarDate): ShiftRow[] {
  const finished = rows.filter((row) => Number(row[DAY_COLUMN]) < today);
  return finished.sort((one, other) => Number(other[DAY_COLUMN]) - Number(one[DAY_COLUMN]));
}

/**
 * What a percentage is made of: as a person chose; else what the rows leave, if that is one and 20 of them can tell; else
 * what a refresh kept, if it is among what is left; else all that is left.
 *
 * The rows leave nothing unless a definition fits, else those that fewer than three rows more (or one in a hundred)
 * disagree with than with the best. A choice of the denominator alone takes the numerator that the rows leave, or else the
 * usual one.
 *
 * @param rows Of finished days, the newest first: `newestFinished`.
 * @param chosen What a person chose.
 * @param kept What refreshes found out.
 */
export function definitionsFor(
  field: PercentageField,
  rows: readonly ShiftRow[],
  { chosen, kept }: { chosen?: ChosenDefinition | undefined; kept?: KeptDefinitions | undefined } = {},
): Definitions {
  const scale = scaleOf(field, rows);
  const tallies = tallyRows(field, rows, scale);
  const missesOf = ({ agree, of }: Votes) => of - agree;
  const ordered = [...tallies].sort((one, other) => missesOf(one) - missesOf(other));
  const most = ({ of }: Votes) => missesOf(ordered[0] as Tally) + Math.max(MORE_MISSES, of / 100);
  const left = ordered.filter((one) => tallies.some(fits) && missesOf(one) < most(one));
  const wanted = chosen && [...left, ...tallies].find((one) => isChosen(one, chosen));
  if (wanted) return { left: [wanted], by: 'choice', scale };
  const known = kept?.[field];
  const isDecided = left.length === 1 && (left[0] as Tally).of >= FEWEST_ROWS;
  const usesKept = known && !isDecided && left.some((one) => isChosen(one, known));
  return usesKept ? { left: [known], by: 'refresh', scale } : { left, by: 'rows', scale };
}

/** Why a percentage is not shown. */
export type Withheld =
  /** No known definition fits. */
  | { readonly kind: 'none' }
  /** The definitions that are left lie this far apart, in percent; `isBlank` where one has nothing to divide by. */
  | { readonly kind: 'apart'; readonly low: number; readonly high: number; readonly isBlank: boolean }
  /** Its own rows disagree with the definition. */
  | ({ readonly kind: 'own' } & Votes);

/**
 * Decides whether a percentage of a group is shown, and why not. Nothing else does.
 *
 * @param ratios By each definition that is left, in their order: the ratio of sums, null where there is nothing to divide
 *   by, and the votes of the group's rows.
 */
export function figureOf(
  { by }: Pick<Definitions, 'by'>,
  ratios: readonly (Votes & { readonly value: number | null })[],
): { readonly value: number | null; readonly why?: Withheld } {
  const [used] = ratios;
  if (used === undefined) return { value: null, why: { kind: 'none' } };
  const values = ratios.map(({ value }) => value).filter((value) => value !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const isBlank = values.length < ratios.length;
  if (values.length > 0 && (isBlank || high - low > WIDEST_RANGE)) {
    return { value: null, why: { kind: 'apart', low, high, isBlank } };
  }
  if (by === 'choice' || fits(used)) return { value: used.value };
  return { value: null, why: { kind: 'own', agree: used.agree, of: used.of } };
}

/**
 * What a percentage is made of, in words, or why it is blank: `worked ÷ booked: 412 of 413 rows agree`, `worked % is 71.2%
 * to 90.2%: worked ÷ booked or worked ÷ posted`. Nothing else puts it into words.
 *
 * @param word How the percentage is called.
 * @param why Why a figure is withheld; absent for one that is shown, and for no figure in particular.
 */
export function describeDefinitions(word: string, definitions: Definitions, why?: Withheld): string {
  const { left, by, scale } = definitions;
  const [used, second] = left;
  if (used === undefined) return `${word} fits no known definition`;
  // Nothing could tell them apart.
  if (second && scale === undefined) {
    return `the service publishes no ${word}: choose with "basis", ${choicesOf(left)}`;
  }
  const names = listed(left.map(definitionText));
  if (why?.kind === 'apart') {
    const ends = why.low === why.high ? [why.low] : [why.low, why.high];
    return `${word} is ${ends.map(shownPercent).join(' to ')}${why.isBlank ? ' or blank' : ''}: ${names}`;
  }
  if (by === 'add-on' || (second && !why)) return names;
  const { agree, of } = why?.kind === 'own' ? why : used;
  const rows = `${by === 'refresh' && !why ? 'refreshed ' : ''}${of === 1 ? 'row agrees' : 'rows agree'}`;
  const votes = of === 0 ? 'no rows to compare' : `${shownNumber(agree)} of ${shownNumber(of)} ${rows}`;
  const published = scale === 1 ? ', published from 0 to 1' : '';
  return `${definitionText(used)}${by === 'choice' ? ', as chosen' : ''}: ${votes}${published}`;
}

/** The same where nothing beside it says which percentage: `worked % = worked ÷ booked: 412 of 413 rows agree`. */
export function describeNamed(word: string, definitions: Definitions, why?: Withheld): string {
  const text = describeDefinitions(word, definitions, why);
  return text.includes(word) ? text : `${word} = ${text}`;
}

/** What mends a withheld percentage, and why it is withheld: `Choose with "basis", "booked" or "posted": worked % is 71.2% to 90.2%`. */
export function describeCure(
  { words: [word], of }: RateMeasure,
  definitions: Definitions,
  why: Withheld,
): string {
  const { left } = definitions;
  // Our own percentages are never withheld.
  const all = DEFINITIONS[of as PercentageField];
  const text = describeNamed(word, definitions, why);
  // The choice is named already.
  const reason = why.kind === 'own' ? text : text.split(':')[0];
  return `Choose with "basis", ${choicesOf(left.length > 1 ? left : all)}: ${reason}`;
}

/** A choice of more pairs than these is too long for a message. */
const MOST_PAIRS = 3;

/** What definitions are chosen by: the denominator, with the numerator where a few have the same: `"posted" or "booked"`. */
export function choicesOf(definitions: readonly Definition[]): string {
  const words = definitions.map(({ numerator, denominator }) => {
    const same = definitions.filter((one) => one.denominator === denominator);
    const isAlone = same.length === 1 || definitions.length > MOST_PAIRS;
    return isAlone ? wordOf(denominator) : `${wordOf(numerator)} / ${wordOf(denominator)}`;
  });
  return listed(Array.from(new Set(words), (word) => `"${word}"`));
}

/** What refreshes found out about the percentages of a connection. */
export type KeptDefinitions = Readonly<Partial<Record<PercentageField, v.InferOutput<typeof KEPT>>>>;

const PERCENTAGES = Object.keys(DEFINITIONS) as PercentageField[];

/** What to keep after a refresh: each percentage of which its rows, or what was kept before, leave one definition. */
export function keepDefinitions(
  kept: KeptDefinitions | undefined,
  rows: readonly ShiftRow[],
  today: CalendarDate,
): KeptDefinitions {
  const newest = newestFinished(rows, today);
  const found = PERCENTAGES.flatMap((field) => {
    const definitions = definitionsFor(field, newest, { kept });
    const only = onlyDefinition(definitions);
    const scale = definitions.scale ?? kept?.[field]?.scale ?? 100;
    return only && only.of >= FEWEST_ROWS ? [[field, { ...only, scale }]] : [];
  });
  return Object.fromEntries(found);
}

const QUANTITY = v.picklist(Object.keys(NUMBERS) as Quantity[]);
const VOTES = { agree: v.number(), of: v.number(), scale: v.picklist([100, 1]) };
const KEPT = v.object({ numerator: QUANTITY, denominator: QUANTITY, ...VOTES });
/** `KeptDefinitions` as they are stored. */
export const KEPT_DEFINITIONS = v.record(v.picklist(PERCENTAGES), KEPT);
