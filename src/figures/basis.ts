import type { CalendarDate } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import {
  type ChosenDefinition,
  type Definition,
  definitionsAs,
  isSameDefinition,
  type PercentageField,
} from './definitions';
import { DailyVotes, type Standing, type Votes } from './infer-votes';
import { wilsonInterval } from './wilson';

/** How many rows speak for a definition, of those that could. */
export interface Support {
  readonly definition: Definition;
  readonly agree: number;
  /** Rows that can tell, as `Votes` counts them. */
  readonly of: number;
  /** Whether these are rows of a refresh, rather than the rows that the figure is made of. */
  readonly ofRefresh?: true;
}

/** What a percentage is made of, and how we know. */
export interface Basis {
  /**
   * `settled`: the rows leave one definition. `assumed`: they leave several, or are few. `contradicted`: they
   * leave none. `chosen`: by the option `basis`, which may leave several. `defined`: our own figure, so nothing is to
   * be found out.
   */
  readonly kind: 'settled' | 'assumed' | 'contradicted' | 'chosen' | 'defined';
  /** What the figure may be made of; the first is used. Empty only when contradicted. */
  readonly survivors: readonly Support[];
  /**
   * The first day that follows another definition than the days before it. The survivors are then those of the later
   * days, followed by those of the earlier ones.
   */
  readonly changesOn?: CalendarDate;
}

/** Fewer rows settle nothing, and rule nothing out. */
export const FEWEST_ROWS = 20;

/** The share of rows that has to agree with a definition: room for rows edited after the percentage was made. */
export const FITTING_SHARE = 0.9;

/** Fewer rows that disagree may all be mistakes (our choice). */
export const FEWEST_REFUTING = 5;

/** With fewer rows against a definition nothing looks for a change: as many as one definition needs to beat another. */
const FEWEST_CHANGED = 5;

/** Finds out from the rows of finished days what a published percentage is made of. One pass over the rows. */
export function inferBasis(field: PercentageField, rows: readonly ShiftRow[], today: CalendarDate): Basis {
  return basisFrom(new DailyVotes(field, rows, today));
}

/** What these votes leave of the definitions, all days together or divided by a change of the definition. */
export function basisFrom(votes: DailyVotes): Basis {
  const standings = votes.standings();
  const whole = judge(standings);
  return changeIn(votes, standings, whole) ?? whole;
}

/** What these standings leave. @param standings The default first. */
export function judge(standings: readonly Standing[]): Basis {
  const unbeaten = standings.filter(({ isBeaten }) => !isBeaten);
  // The truth may miss the 90% by one edited row that its neighbour just makes: to leave it out for that
  // would settle on the neighbour. So once the vote stands, those that miss it by chance stay as well.
  const stands = unbeaten.some((standing) => isShort(standing) || fits(standing));
  const survivors = stands ? unbeaten.filter((standing) => isShort(standing) || mayFit(standing)) : [];
  const [only] = survivors;
  if (only === undefined) return { kind: 'contradicted', survivors: [] };
  const isSettled = survivors.length === 1 && !isShort(only);
  return {
    kind: isSettled ? 'settled' : 'assumed',
    survivors: bestFirst(survivors, (standings[0] as Standing).definition),
  };
}

/**
 * The basis where the days are divided in two, and what is left for the later ones is ruled out by the earlier ones, and
 * the other way round. A figure of all days, or of some of them, then lies within the range of both.
 */
function changeIn(votes: DailyVotes, standings: readonly Standing[], whole: Basis): Basis | undefined {
  const isExplained = standings.some(
    ({ definition, agree, of }) =>
      of - agree < FEWEST_CHANGED && !isShort({ agree, of }) && survives(whole, definition),
  );
  const place = isExplained ? undefined : votes.bestDivision();
  if (place === undefined) return undefined;
  const parts = [votes.standings(0, place), votes.standings(place)] as const;
  const [earlier, later] = [judge(parts[0]), judge(parts[1])];
  // Nothing rules out a definition that no row can test, nor what few rows disagree with.
  const explains = (support: Support) => support.of > 0 && mayFit(support);
  const [before, after] = [earlier.survivors.filter(explains), later.survivors.filter(explains)];
  const isChanged =
    before.length > 0 &&
    after.length > 0 &&
    !before.some(({ definition }) => survives({ survivors: after }, definition));
  if (!isChanged) return whole.kind === 'contradicted' ? judge(joinStandings(...parts)) : undefined;
  const survivors = [...after, ...before].map(({ definition }) =>
    supportFrom(standings.find((standing) => standing.definition === definition) as Standing),
  );
  return { kind: 'assumed', survivors, changesOn: votes.days[place] as CalendarDate };
}

/**
 * The standings of all days if percentages are rounded in one part of them and truncated in the other. Each definition
 * is beaten where it is in one of the parts.
 */
function joinStandings(earlier: readonly Standing[], later: readonly Standing[]): Standing[] {
  return earlier.map((one, at) => {
    const other = later[at] as Standing;
    return {
      ...one,
      agree: one.agree + other.agree,
      of: one.of + other.of,
      isBeaten: one.isBeaten || other.isBeaten,
    };
  });
}

/** Whether a definition is among those that are left. */
export function survives({ survivors }: Pick<Basis, 'survivors'>, wanted: Definition): boolean {
  return survivors.some(({ definition }) => isSameDefinition(definition, wanted));
}

/**
 * The basis that a person chose: every survivor that the choice leaves. Where it leaves none, the definition with the
 * support that the rows give it, be it none: with a survivor's numerator where it can be, since only the denominator
 * was named.
 *
 * @returns `undefined` when the percentage has no definition like this.
 */
export function chooseBasis(
  inferred: Basis,
  field: PercentageField,
  chosen: ChosenDefinition,
  { rows, today }: { readonly rows: readonly ShiftRow[]; readonly today: CalendarDate },
): Basis | undefined {
  const possible = definitionsAs(chosen, field);
  const left = inferred.survivors.filter(({ definition }) =>
    possible.some((one) => isSameDefinition(one, definition)),
  );
  if (left.length > 0) return { kind: 'chosen', survivors: left };
  const numerators = inferred.survivors.map(({ definition }) => definition.numerator);
  const definition = possible.find(({ numerator }) => numerators.includes(numerator)) ?? possible[0];
  if (definition === undefined) return undefined;
  const standings = new DailyVotes(field, rows, today).standings();
  const standing = standings.find((one) => one.definition === definition) as Standing;
  return { kind: 'chosen', survivors: [supportFrom(standing)] };
}

/** Whether more than one definition is left, so that a figure has a range. */
export function isOpen(basis: Basis | undefined): basis is Basis {
  return basis !== undefined && basis.survivors.length > 1;
}

/**
 * Whether rows left a definition only because they are too few to rule it out: those that can tell do not agree with it,
 * nor with any other that is left.
 */
export function isUnsupported({ kind, survivors, changesOn }: Basis): boolean {
  return (
    kind === 'assumed' && changesOn === undefined && !survivors.some((one) => one.agree > 0 && fits(one))
  );
}

/** Support in words: `412 of 413 rows agree`, and of a refresh `412 of 413 refreshed rows agree`. */
export function describeSupport({ agree, of, ofRefresh }: Support): string {
  if (of === 0) return 'no rows to compare';
  const rows = `${ofRefresh ? 'refreshed ' : ''}${of === 1 ? 'row agrees' : 'rows agree'}`;
  return `${agree} of ${of} ${rows}`;
}

/** The rows on one side of a change of definition: those from its day on, or those before. */
export function rowsBeside(rows: readonly ShiftRow[], changesOn: CalendarDate, isLater: boolean): ShiftRow[] {
  return rows.filter((row) => {
    const day = row[DAY_COLUMN];
    return typeof day === 'number' && day >= changesOn === isLater;
  });
}

/** Whether 90% lies within what these votes may stand for: below it only by chance (95% interval). */
export function mayFit({ agree, of }: Votes): boolean {
  const interval = wilsonInterval(agree, of);
  return interval === undefined || interval.high >= 100 * FITTING_SHARE;
}

/** Whether so many rows disagree with a definition that it cannot be chance. */
export function isRefuted(votes: Votes): boolean {
  return votes.of >= FEWEST_REFUTING && !mayFit(votes);
}

function fits({ agree, of }: Votes): boolean {
  return agree >= FITTING_SHARE * of;
}

/** Whether votes are too few to settle anything, or to rule anything out. */
export function isShort({ of }: Votes): boolean {
  return of < FEWEST_ROWS;
}

/** The default first where it survives, then the best support; what rests on too few rows comes last. */
function bestFirst(survivors: readonly Standing[], standard: Definition): Support[] {
  const rank = (standing: Standing) => {
    if (standing.definition === standard) return 2;
    return isShort(standing) ? standing.agree / (standing.of || 1) - 1 : standing.agree / standing.of;
  };
  return [...survivors].sort((one, other) => rank(other) - rank(one)).map(supportFrom);
}

function supportFrom({ definition, agree, of }: Standing): Support {
  return { definition, agree, of };
}
