import * as v from 'valibot';
import type { CalendarDate } from '../calendar/calendar-date';
import type { ShiftRow } from '../employer-api/shift-records';
import { parseJson } from '../employer-api/text';
import {
  type Basis,
  basisFrom,
  FITTING_SHARE,
  isRefuted,
  isShort,
  judge,
  mayFit,
  type Support,
  survives,
} from './basis';
import { DEFINITIONS, type Definition, isSameDefinition, type PercentageField } from './definitions';
import { DailyVotes, type Standing } from './infer-votes';

/** What refreshes found out about a connection's percentages. Plain data: stored as its JSON text, under 1 kB. */
export interface KeptBases {
  readonly version: 1;
  /** Of the connection it was found out for. */
  readonly fingerprint: string;
  /** The percentages whose definition is settled. */
  readonly settled: Readonly<Partial<Record<PercentageField, Finding>>>;
}

/** A definition that the rows of a refresh settled: of several refreshes, the largest number of rows. */
export interface Finding extends Support {
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
  const parsed = v.safeParse(KEPT, parseJson(text ?? ''));
  if (!parsed.success || parsed.output.fingerprint !== fingerprint) return undefined;
  const settled: Partial<Record<PercentageField, Finding>> = {};
  for (const field of PERCENTAGES) {
    const finding = parsed.output.settled[field];
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
