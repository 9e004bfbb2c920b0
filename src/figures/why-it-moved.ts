import { type CalendarDate, isOn } from '../calendar/calendar-date';
import { DAY_COLUMN } from '../employer-api/shift-records';
import { capital, fitLine, listed, shownPercent, shownPoints, shownRate } from '../employer-api/text';
import { type ComparedPeriod, contributions } from './contributions';
import { onlyDefinition } from './definitions';
import { type Figure, type FigureRequest, isProvisional } from './figures';
import { completeWeeks, type GroupKey } from './group-keys';
import { NO_NAME } from './names';
import { differs, Z_95 } from './share-statistics';

/** A percentage of two periods, and the groups that it is divided into. */
interface AskedChange {
  readonly before: ComparedPeriod;
  readonly after: ComparedPeriod;
  readonly keys: readonly GroupKey[];
  /** What the periods are called; absent for a week and the week before. */
  readonly labels?: readonly [before: string, after: string];
}

/** Why a percentage moved. */
interface WhyItMoved {
  /** `usual`: by no more than weeks usually differ. `moved`: by more. */
  readonly verdict: 'usual' | 'moved';
  /** One sentence, in percent and points with one decimal. */
  readonly text: string;
}

/** A group is named where its part is at least this share of the change: at most so many groups, each in so many letters. */
const [LEAST_SHARE, MOST_NAMED, NAME_LETTERS] = [0.1, 3, 60];

/** The 99.5th percentile of the normal distribution: groups are many, so that their changes are judged by a 99% interval. */
const Z_99 = 2.576;

/** What several groups are called, and the preposition for shifts in them. */
const GROUP_WORDS: Readonly<Partial<Record<GroupKey, readonly [where: string, several: string]>>> = {
  venue: ['at', 'venues'],
  area: ['in', 'areas'],
  role: ['in', 'job titles'],
  weekday: ['on', 'weekdays'],
};

/**
 * Says whether a percentage moved by more than weeks usually differ, and which groups moved it.
 *
 * The total moved where the 95% interval of its change excludes 0 (`differs`), by the likeness of the request. A group is
 * named where the 99% interval of its own change does, and its part of the total's change, as `contributions` divides it, is
 * a tenth of it or more.
 *
 * @returns `undefined` for a count, where either period has no figure, and unless one definition is left.
 */
export function whyItMoved(
  { before, after, keys, labels }: AskedChange,
  request: FigureRequest,
): WhyItMoved | undefined {
  const { measure, definitions, likeness } = request;
  if (measure.kind !== 'rate' || onlyDefinition(definitions) === undefined) return undefined;
  const { groups, total } = contributions(before, after, keys, request);
  const { change: exact } = total;
  if (exact === null) return undefined;
  const [was, is] = [roundTenth(total.a.value ?? 0), roundTenth(total.b.value ?? 0)];
  const change = roundTenth(is - was);
  const [ofBefore, ofAfter] = labels ? labels.map((label) => ` (${label})`) : [' the week before', ''];
  const subject = `${capital(measure.words[0].replace(' %', ''))} ${shownPercent(is)}${ofAfter}`;
  const former = `${shownPercent(was)}${ofBefore}`;
  // More than usual may be too little to be seen with one decimal.
  if (change === 0 || !hasMoved(total, likeness, Z_95)) {
    return { verdict: 'usual', text: `${subject}, ${former}: a normal ${labels ? '' : 'weekly '}change.` };
  }
  const named = groups
    // Where there is one group, it is the total.
    .filter((group) => groups.length > 1 && hasMoved(group, likeness, Z_99))
    .map(({ keys: names, ratePart, mixPart }) => ({
      name: fitLine(names.map((name) => name ?? NO_NAME).join(', '), NAME_LETTERS),
      points: (ratePart ?? 0) + (mixPart ?? 0),
    }))
    .filter(({ points }) => points / exact >= LEAST_SHARE && roundTenth(points) !== 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points))
    .slice(0, MOST_NAMED)
    .map(({ name, points }) => ({ name, points: roundTenth(points) }));
  const [where, several] = (keys.length === 1 && GROUP_WORDS[keys[0] as GroupKey]) || ['in', 'groups'];
  const isMix = groups.reduce((sum, { mixPart }) => sum + (mixPart ?? 0), 0) / exact > 0.5;
  const always = `always ${change < 0 ? 'lower' : 'higher'}`;
  const mix = isMix ? `, mostly because more of the work was ${where} ${several} where it is ${always}` : '';
  const spread = groups.length > 1 && !isMix ? `: spread over all ${several}` : '';
  const parts = named.length > 0 ? `: ${partsText(named, change)}` : spread;
  const newest = isProvisional(after.range.to, after.today) ? '; the newest days may still be corrected' : '';
  const moved = `${change < 0 ? 'down' : 'up'} ${shownPoints(change)} from ${former}`;
  return { verdict: 'moved', text: `${subject}, ${moved}${mix}${parts}${newest}.` };
}

/** Whether the interval of a figure's change excludes 0. A figure that is blank in a period has not moved. */
function hasMoved({ a, b }: Record<'a' | 'b', Figure>, likeness: number | undefined, z: number): boolean {
  return a.value !== null && b.value !== null && differs(a, b, likeness, z);
}

/** With one decimal. Adding 0 makes -0 plain. */
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
  const [last, week] = completeWeeks(set).slice(-2);
  if (week === undefined || last === undefined) return undefined;
  const weekFrom = (from: CalendarDate): ComparedPeriod => {
    const range = { from, to: from + 6 };
    return { ...set, range, rows: set.rows.filter(({ [DAY_COLUMN]: day }) => isOn(day, range)) };
  };
  const asked = { before: weekFrom(last), after: weekFrom(week), keys: [key] };
  const why = whyItMoved(asked, request);
  return why && { ...why, week };
}
