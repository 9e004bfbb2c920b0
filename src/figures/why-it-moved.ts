import { type DateRange, isOn } from '../calendar/calendar-date';
import { type GroupKey, headingOf, KEY_HEADINGS } from '../contract/fields';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-report';
import { capital, fitLine, listed, shownPercent, shownPoints, shownRate } from '../employer-api/text';
import { onlyDefinition } from './definitions';
import { type Figure, type FigureRequest, type FigureSet, figureMaker, isProvisional } from './figures';
import { type AskedDays, completeWeeks, groupRows, type KeyValue } from './group-keys';
import { NO_NAME } from './names';
import { rowsOn } from './row-filter';
import { differs, type Share, Z_95 } from './share-statistics';

/** The rows in which periods are compared. */
type ComparedRows = Pick<FigureSet, 'rows' | 'today' | 'weekStart'>;

/** A group's figure in periods A and B. Its parts are null where the total's rate is unknown or its own rate is withheld. */
export interface Contribution {
  /** In the order of the keys asked for; none for the total. */
  readonly keys: readonly KeyValue[];
  readonly a: Figure;
  readonly b: Figure;
  /** How many records each was made from. */
  readonly records: { readonly a: number; readonly b: number };
  /** B's value minus A's, in percentage points for rates; null where either is null. */
  readonly change: number | null;
  /** What its own rate contributed, in percentage points; for counts, the difference between its sums. */
  readonly ratePart: number | null;
  /** What its share of the denominators contributed, in percentage points; 0 for counts. */
  readonly mixPart: number | null;
}

/**
 * Compares a figure between periods A and B, group by group, and breaks its change down by group.
 *
 * Both periods use the same definition: the first one left. They may share days.
 *
 * @param set Its rows count that are of one of the periods.
 * @returns The groups of both periods, in the order of their keys, and the total. The groups' parts add up to its change.
 */
export function contributions(
  { rows, today, weekStart }: ComparedRows,
  [before, after]: readonly [before: DateRange, after: DateRange],
  keys: readonly GroupKey[],
  request: FigureRequest,
): { readonly groups: readonly Contribution[]; readonly total: Contribution } {
  const make = figureMaker(request, today);
  const compare = (own: readonly KeyValue[], all: readonly ShiftRow[]) => {
    const [inA, inB] = [rowsOn(all, before), rowsOn(all, after)];
    const [a, b] = [make(inA, before.from >= today), make(inB, after.from >= today)];
    const change = a.value === null || b.value === null ? null : b.value - a.value;
    return { keys: own, a, b, records: { a: inA.length, b: inB.length }, change };
  };
  const both = rows.filter(({ [DAY_COLUMN]: day }) => isOn(day, before) || isOn(day, after));
  const pairs = groupRows(both, keys, weekStart).map((group) => compare(group.keys, group.rows));
  const parts =
    request.measure.kind === 'rate'
      ? changeParts(pairs)
      : pairs.map(({ a, b }) => ({ ratePart: b.k - a.k, mixPart: 0 }));
  const of = (part: 'ratePart' | 'mixPart') => parts?.reduce((sum, own) => sum + own[part], 0) ?? null;
  const all = { ...compare([], both), ratePart: of('ratePart'), mixPart: of('mixPart') };
  const unknown = { ratePart: null, mixPart: null };
  const withheld = (line: Contribution) => (line.a.why || line.b.why ? { ...line, ...unknown } : line);
  const groups = pairs.map((pair, at) => withheld({ ...pair, ...(parts?.[at] ?? unknown) }));
  return { groups, total: withheld(all) };
}

/**
 * Breaks the change of a rate down by group: into what each group's own rate contributed, and what its share of the whole did.
 *
 * With rates r and weights w (shares of the denominators), the rate part is mean(w)·(rB − rA), and the mix part is
 * (mean(r) − mean(R))·(wB − wA), where R is the rate of all groups. The parts add up to RB − RA. A group without a
 * denominator in one period borrows its rate from the other; its numerator, if it has one, still counts towards R,
 * so it is included in the rate part.
 *
 * @param groups The shares of each group in periods A and B.
 * @returns One entry per group; `undefined` when a period has no denominator at all, so that R is unknown.
 */
export function changeParts(
  groups: readonly Readonly<Record<'a' | 'b', Share>>[],
): { readonly ratePart: number; readonly mixPart: number }[] | undefined {
  const sumOf = (side: 'a' | 'b', part: keyof Share) =>
    groups.reduce((sum, group) => sum + group[side][part], 0);
  const [allA, allB] = [sumOf('a', 'n'), sumOf('b', 'n')];
  if (allA === 0 || allB === 0) return undefined;
  const meanOfAll = (100 * (sumOf('a', 'k') / allA + sumOf('b', 'k') / allB)) / 2;
  return groups.map(({ a, b }) => {
    const [rateA, rateB] = [percentOf(a.n === 0 ? b : a), percentOf(b.n === 0 ? a : b)];
    const [weightA, weightB] = [a.n / allA, b.n / allB];
    // What a numerator without a denominator adds to the rate of all groups.
    const alone = (100 * (b.n === 0 ? b.k : 0)) / allB - (100 * (a.n === 0 ? a.k : 0)) / allA;
    // Adding 0 turns -0 into 0.
    return {
      ratePart: ((weightA + weightB) / 2) * (rateB - rateA) + alone + 0,
      mixPart: ((rateA + rateB) / 2 - meanOfAll) * (weightB - weightA) + 0,
    };
  });
}

/** A rate in percent; 0 without a denominator, as its weight is then 0 too. */
function percentOf({ k, n }: Share): number {
  return n === 0 ? 0 : (100 * k) / n;
}

/** A group is named if its part is at least this share of the change; at most this many are, each cut to this many letters. */
const [LEAST_SHARE, MOST_NAMED, NAME_LETTERS] = [0.1, 3, 60];

/** The 99.5th percentile of the normal distribution: as there are many groups, their changes are judged by a 99% interval. */
const Z_99 = 2.576;

/**
 * Says whether a percentage moved by more than weeks usually differ, and which groups moved it.
 *
 * The total moved if the 95% interval of its change, scaled by the likeness of the request, excludes 0 (`differs`). A group
 * is named if the 99% interval of its own change does too, and if it contributed at least a tenth of the total's change
 * (`contributions`).
 *
 * @param labels What the periods are called; absent for a week and the week before.
 * @returns `usual`, by no more than weeks usually differ, or `moved`, and one sentence, in percent and points with one
 *   decimal; `undefined` for a count, if either period has no figure, and unless exactly one definition is left.
 */
export function whyItMoved(
  set: ComparedRows,
  periods: readonly [before: DateRange, after: DateRange],
  keys: readonly GroupKey[],
  request: FigureRequest,
  labels?: readonly [before: string, after: string],
) {
  const { measure, definitions, likeness } = request;
  if (measure.kind !== 'rate' || onlyDefinition(definitions) === undefined) return undefined;
  const { groups, total } = contributions(set, periods, keys, request);
  const { change: exact } = total;
  if (exact === null) return undefined;
  const [was, is] = [roundTenth(total.a.value ?? 0), roundTenth(total.b.value ?? 0)];
  const change = roundTenth(is - was);
  const [ofBefore, ofAfter] = labels ? labels.map((label) => ` (${label})`) : [' the week before', ''];
  const subject = `${capital(measure.words[0].replace(' %', ''))} ${shownPercent(is)}${ofAfter}`;
  const former = `${shownPercent(was)}${ofBefore}`;
  // A change that is more than usual may still be too small to show with one decimal.
  if (change === 0 || !hasMoved(total, likeness, Z_95)) {
    return {
      verdict: 'usual' as const,
      text: `${subject}, ${former}: a normal ${labels ? '' : 'weekly '}change.`,
    };
  }
  const named = groups
    // A single group is the total.
    .filter((group) => groups.length > 1 && hasMoved(group, likeness, Z_99))
    .map(({ keys: names, ratePart, mixPart }) => ({
      name: fitLine(names.map((name) => name ?? NO_NAME).join(', '), NAME_LETTERS),
      points: (ratePart ?? 0) + (mixPart ?? 0),
    }))
    .filter(({ points }) => points / exact >= LEAST_SHARE && roundTenth(points) !== 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points))
    .slice(0, MOST_NAMED)
    .map(({ name, points }) => ({ name, points: roundTenth(points) }));
  const [key = 'day', ...more] = keys;
  const several = more.length > 0 ? 'groups' : `${headingOf(KEY_HEADINGS[key]).toLowerCase()}s`;
  const isMix = groups.reduce((sum, { mixPart }) => sum + (mixPart ?? 0), 0) / exact > 0.5;
  const always = `always ${change < 0 ? 'lower' : 'higher'}`;
  const mix = isMix ? `, mostly because ${several} where it is ${always} had more of the work` : '';
  const spread = groups.length > 1 && !isMix ? `: spread over all ${several}` : '';
  const parts = named.length > 0 ? `: ${partsText(named, change)}` : spread;
  // Notes below a week say it for all figures.
  const isOpen = labels && isProvisional(periods[1].to, set.today);
  const newest = isOpen ? '; the newest days may still be corrected' : '';
  const moved = `${change < 0 ? 'down' : 'up'} ${shownPoints(change)} from ${former}`;
  return { verdict: 'moved' as const, text: `${subject}, ${moved}${mix}${parts}${newest}.` };
}

/** Whether the interval of a figure's change excludes 0. A figure that is blank in a period has not moved. */
function hasMoved({ a, b }: Record<'a' | 'b', Figure>, likeness: number | undefined, z: number): boolean {
  return a.value !== null && b.value !== null && differs(a, b, likeness, z);
}

/** With one decimal. Adding 0 turns -0 into 0. */
function roundTenth(value: number): number {
  return Number(shownRate(value)) + 0;
}

/** `1.2 points from Grand Hotel, 0.6 points from Old Mill and 0.9 points from all others together`: they add up to the change. */
function partsText(
  named: readonly { readonly name: string; readonly points: number }[],
  change: number,
): string {
  const each = named.map(({ name, points }) => `${shownPoints(points)} from ${name}`);
  const others = roundTenth(named.reduce((rest, { points }) => rest - points, change));
  const rest = `${shownPoints(others)} from all others together`;
  if (others * change < 0) return `${listed(each, 'and')}, less ${rest}`;
  return listed(others === 0 ? each : [...each, rest], 'and');
}

/**
 * Says why a percentage of the newest complete week differs from that of the week before, by the rows of a set.
 *
 * @param request One of the set's requests.
 * @returns Also the first day of that week; `undefined` without two complete weeks within the range of the set, and as
 *   `whyItMoved`.
 */
export function whyTheWeekMoved(set: ComparedRows & AskedDays, request: FigureRequest, key: GroupKey) {
  const [last, week] = completeWeeks(set).slice(-2);
  if (week === undefined || last === undefined) return undefined;
  const [before, after] = [last, week].map((from) => ({ from, to: from + 6 })) as [DateRange, DateRange];
  const why = whyItMoved(set, [before, after], [key], request);
  return why && { ...why, week };
}
