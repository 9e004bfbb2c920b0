import * as v from 'valibot';
import type { CalendarDate } from '../calendar/calendar-date';
import { DAY_COLUMN, type ShiftRow } from '../employer-api/shift-records';
import { parseStored, shownNumber } from '../employer-api/text';
import { DailyVotes, type Standing, type Votes } from './infer-votes';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  definitionsAs,
  isSameDefinition,
  type PercentageField,
} from './measures';
import { wilsonInterval } from './share-statistics';

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
const FEWEST_ROWS = 20;

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
function basisFrom(votes: DailyVotes): Basis {
  const standings = votes.standings();
  const whole = judge(standings);
  return changeIn(votes, standings, whole) ?? whole;
}

/** What these standings leave. @param standings The default first. */
function judge(standings: readonly Standing[]): Basis {
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
  // What few rows disagree with is not ruled out; what no row can test explains nothing.
  const explains = (support: Support) => support.of > 0 && mayFit(support);
  const [before, after] = [earlier.survivors.filter(explains), later.survivors.filter(explains)];
  const isChanged =
    before.length > 0 &&
    after.length > 0 &&
    after.every(({ definition }) => isRuledOut(definition, parts[0], before)) &&
    before.every(({ definition }) => isRuledOut(definition, parts[1], after));
  if (!isChanged) return whole.kind === 'contradicted' ? judge(joinStandings(...parts)) : undefined;
  const survivors = [...after, ...before].map(({ definition }) =>
    supportFrom(standings.find((standing) => standing.definition === definition) as Standing),
  );
  return { kind: 'assumed', survivors, changesOn: votes.days[place] as CalendarDate };
}

/**
 * Whether rows of some days rule a definition out. Where none can test it, as where its parts are empty, it takes as
 * many rows that agree with another one as a look for a change takes.
 */
function isRuledOut(wanted: Definition, standings: readonly Standing[], left: readonly Support[]): boolean {
  if (survives({ survivors: left }, wanted)) return false;
  return standingOf(wanted, standings).of > 0 || left.some(({ agree }) => agree >= FEWEST_CHANGED);
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
function survives({ survivors }: Pick<Basis, 'survivors'>, wanted: Definition): boolean {
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
export function describeSupport({ agree, of, ofRefresh }: Votes & Partial<Support>): string {
  if (of === 0) return 'no rows to compare';
  const rows = `${ofRefresh ? 'refreshed ' : ''}${of === 1 ? 'row agrees' : 'rows agree'}`;
  return `${shownNumber(agree)} of ${shownNumber(of)} ${rows}`;
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
function isShort({ of }: Votes): boolean {
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

/** What refreshes found out about a connection's percentages. Plain data: stored as its JSON text, under 1 kB. */
export interface KeptBases {
  readonly version: 1;
  /** Of the connection it was found out for. */
  readonly fingerprint: string;
  /** The percentages whose definition is settled. */
  readonly settled: Readonly<Partial<Record<PercentageField, Finding>>>;
}

/** A definition that the rows of a refresh settled: of several refreshes, the largest number of rows. */
interface Finding extends Support {
  /**
   * The first and the last day on which rows of these refreshes agreed with it and with no other. It holds on the days
   * between, too, since nothing says that the service would go back to a definition that it has left.
   */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** The newest day of which a refresh had rows that could tell: from the day after `to` on, they did not uphold it. */
  readonly seen: CalendarDate;
}

/** So many of the newest telling rows are asked whether a settled definition still holds. */
const NEWEST_ROWS = 200;

/**
 * So many rows have to agree with a kept definition alone to lend it to other days than those on which it is known to
 * hold (our choice): one of days around these that no refresh has seen; more of days further off, and of days on which a
 * refresh could not uphold it. One may be edited so that it agrees.
 */
const LEADS = { near: 1, far: 2, nearDays: 31 };

const PERCENTAGES = Object.keys(DEFINITIONS) as PercentageField[];

const FINDING = v.object({
  definition: v.object({ numerator: v.string(), denominator: v.string() }),
  agree: v.number(),
  of: v.number(),
  from: v.number(),
  to: v.number(),
  seen: v.number(),
});
const KEPT = v.object({
  version: v.literal(1),
  fingerprint: v.string(),
  settled: v.record(v.string(), FINDING),
});

/**
 * What to keep after a refresh.
 *
 * A definition that these rows settle is kept, unless newer rows have settled another one. One that was settled before
 * stays unless newer rows speak against it, so that a refresh of a few rows loses nothing. One pass over the rows per
 * percentage.
 *
 * @param kept What is kept so far for this connection.
 * @param rows All rows of the refresh, in any order.
 */
export function reviseBasis(
  kept: KeptBases | undefined,
  rows: readonly ShiftRow[],
  today: CalendarDate,
  fingerprint: string,
): KeptBases {
  const known = kept && kept.fingerprint === fingerprint ? kept.settled : {};
  const settled: Partial<Record<PercentageField, Finding>> = {};
  for (const field of PERCENTAGES) {
    const finding = revise(known[field], new DailyVotes(field, rows, today));
    if (finding) settled[field] = finding;
  }
  return { version: 1, fingerprint, settled };
}

/** Reads what was kept. @returns `undefined` for another connection, and for text that is none of ours. */
export function parseKeptBases(text: string | undefined, fingerprint: string): KeptBases | undefined {
  const kept = parseStored(KEPT, text);
  if (kept?.fingerprint !== fingerprint) return undefined;
  const settled: Partial<Record<PercentageField, Finding>> = {};
  for (const field of PERCENTAGES) {
    const finding = kept.settled[field];
    // A definition that is no longer a candidate is found out again.
    const definition = finding && candidate(field, finding.definition);
    if (finding && definition) settled[field] = { ...finding, definition };
  }
  return { version: 1, fingerprint, settled };
}

/**
 * The basis to compute with: what these rows say. Where they are too few, or too much alike, to settle it, the
 * definition that refreshes settled, if no other agrees with more of these rows, and they are of days on which it is known
 * to hold or some agree with it alone.
 *
 * One pass over the rows.
 */
export function basisFor(
  field: PercentageField,
  kept: KeptBases | undefined,
  rows: readonly ShiftRow[],
  today: CalendarDate,
): Basis {
  const votes = new DailyVotes(field, rows, today);
  const own = basisFrom(votes);
  const known = kept?.settled[field];
  if (own.kind !== 'assumed' || own.changesOn !== undefined || known === undefined) return own;
  const standing = standingOf(known.definition, votes.standings());
  if (!survives(own, known.definition) || standing.isBehind || isRefuted(standing)) return own;
  const { definition, agree, of } = known;
  if (areWithin(votes.days, known) || standing.lead >= leadNeeded(votes.days, known)) {
    return { kind: 'settled', survivors: [{ definition, agree, of, ofRefresh: true }] };
  }
  // The service may have followed another definition then. This one is at least as likely as any other.
  const isKnown = (support: Support) => isSameDefinition(support.definition, definition);
  const { survivors } = own;
  return {
    kind: 'assumed',
    survivors: [...survivors.filter(isKnown), ...survivors.filter((one) => !isKnown(one))],
  };
}

/** Whether all days lie between the first and the last of a finding, or so many days around them. */
function areWithin(days: readonly CalendarDate[], { from, to }: Finding, around = 0): boolean {
  return days.every((day) => day >= from - around && day <= to + around);
}

function leadNeeded(days: readonly CalendarDate[], known: Finding): number {
  const isSeen = days.some((day) => day > known.to && day <= known.seen);
  return !isSeen && areWithin(days, known, LEADS.nearDays) ? LEADS.near : LEADS.far;
}

function revise(known: Finding | undefined, votes: DailyVotes): Finding | undefined {
  const newest = votes.days[votes.days.length - 1];
  if (newest === undefined) return known;
  const basis = basisFrom(votes);
  const found = findingIn(basis, votes);
  if (known === undefined) return found;
  if (found && isSameDefinition(found.definition, known.definition)) return together(known, found);
  if (newest < known.to) {
    // Older rows only tell from when on the definition holds.
    const isOther = found !== undefined || !survives(basis, known.definition);
    return isOther ? { ...known, from: Math.max(known.from, newest + 1) } : known;
  }
  // Had these days followed it in the refresh that settled the other, that one would have found the change: they were
  // published again since.
  if (found !== undefined) return found;
  if (basis.changesOn !== undefined || isDoubted(known.definition, votes)) return undefined;
  const standing = standingOf(known.definition, votes.standings());
  const isUpheld = !isShort(standing) && mayFit(standing) && standing.lead >= leadNeeded(votes.days, known);
  const evidence = isUpheld ? votes.evidence(known.definition) : undefined;
  const seen = Math.max(known.seen, newest);
  return { ...known, seen, ...(evidence ? { to: Math.max(known.to, evidence.to) } : {}) };
}

/** What votes settle: where the definition changes, on the later days. */
function findingIn(basis: Basis, votes: DailyVotes): Finding | undefined {
  const place = basis.changesOn === undefined ? 0 : votes.days.indexOf(basis.changesOn);
  const { kind, survivors } = place === 0 ? basis : judge(votes.standings(place));
  const [support] = survivors;
  const evidence = kind === 'settled' && support ? votes.evidence(support.definition, place) : undefined;
  const seen = votes.days[votes.days.length - 1];
  return support && evidence && seen !== undefined ? { ...support, ...evidence, seen } : undefined;
}

/** Two findings of one definition: it holds on the days between them as well. */
function together(known: Finding, found: Finding): Finding {
  const { definition, agree, of } = known.of > found.of ? known : found;
  const [from, to] = [Math.min(known.from, found.from), Math.max(known.to, found.to)];
  return { definition, agree, of, from, to, seen: Math.max(known.seen, found.seen) };
}

/**
 * Whether the newest telling rows speak against a definition: fewer than 90% of 200 agree; of fewer rows, by more than
 * chance; or another definition does clearly better.
 */
function isDoubted(definition: Definition, votes: DailyVotes): boolean {
  const standing = standingOf(definition, votes.standings(votes.newest(definition, NEWEST_ROWS)));
  const { agree, of, isBeaten } = standing;
  if (isBeaten) return true;
  if (of >= NEWEST_ROWS) return agree < FITTING_SHARE * of;
  return !isShort(standing) && !mayFit(standing);
}

function standingOf(wanted: Definition, standings: readonly Standing[]): Standing {
  return standings.find(({ definition }) => isSameDefinition(definition, wanted)) as Standing;
}

function candidate(
  field: PercentageField,
  wanted: { numerator: string; denominator: string },
): Definition | undefined {
  const candidates: readonly Definition[] = DEFINITIONS[field];
  return candidates.find(
    ({ numerator, denominator }) => numerator === wanted.numerator && denominator === wanted.denominator,
  );
}
