import type { CalendarDate, DateRange } from '../calendar/calendar-date';
import { columnOf, DAY_COLUMN, type ShiftRow, type ShiftValue } from '../employer-api/shift-records';
import {
  DEFINITIONS,
  type Definition,
  isSameDefinition,
  type PercentageField,
  quantityReader,
} from './measures';

/** What one row says about one candidate definition. Below 16, so that six of them fit one small integer. */
export const VERDICT = {
  /** A part is null, or the published value may have been capped at 100. */
  nothing: 0,
  /** 0 of d published as 0: any definition with this numerator agrees. */
  trivial: 1,
  differs: 2,
  rounded: 3,
  truncated: 4,
  /** Rounding and truncating give the same. */
  both: 5,
  /** The denominator is 0, and this was published. */
  zeroNull: 6,
  zeroNone: 7,
  zeroFull: 8,
  zeroOther: 9,
} as const;

/** What one row says about one candidate definition. */
type Says = (typeof VERDICT)[keyof typeof VERDICT];

/** A percentage as it was published, and how precisely. */
interface PublishedValue {
  readonly value: number;
  /** Its last decimal place: 0.1 for 57.1. Zeros at the end leave no trace, so a service may round to finer units. */
  readonly unit: number;
  /** How far floating-point arithmetic may have moved it. */
  readonly tolerance: number;
}

/** A value with more decimals than these is a quotient that was not rounded. */
const MOST_DECIMALS = 6;

/** Far above the error of some operations on doubles of up to 100, far below the smallest unit. */
const DOUBLE_TOLERANCE = 1e-9;

/** The relative error of two operations on 32-bit numbers. */
const SINGLE_PRECISION = 2 ** -23;

/**
 * Reads a published percentage: 57.1 has one decimal, and so have 57.099999999999994 (0.571 × 100) and
 * 57.099998474121094 (57.1 as a 32-bit number).
 *
 * Each value has its own unit. A column may hold one with more decimals than the others, and a service may publish
 * fewer decimals from some day on.
 */
export function readPublished(value: number): PublishedValue {
  const tolerance = isSinglePrecision(value)
    ? DOUBLE_TOLERANCE + SINGLE_PRECISION * Math.max(100, Math.abs(value))
    : DOUBLE_TOLERANCE;
  let scale = 1;
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals += 1) {
    if (Math.abs(Math.round(value * scale) / scale - value) <= tolerance) break;
    scale *= 10;
  }
  return { value, unit: 1 / scale, tolerance };
}

/** Whether a value was a 32-bit number, or a 32-bit share that was multiplied by 100 since. */
function isSinglePrecision(value: number): boolean {
  return (
    Math.fround(value) === value ||
    Math.abs(100 * Math.fround(value / 100) - value) <= 1e-14 * Math.abs(value)
  );
}

/** Compares a published percentage with 100 × numerator ÷ denominator. @param published Null where it was left empty. */
export function compare(
  numerator: number | null,
  denominator: number | null,
  published: PublishedValue | null,
): Says {
  // A count below 0 is a mistake of the source and speaks for no definition.
  if (numerator === null || denominator === null || denominator < 0) return VERDICT.nothing;
  if (published === null) return denominator === 0 ? VERDICT.zeroNull : VERDICT.differs;
  return compareNumbers(numerator, denominator, published.value, published.unit, published.tolerance);
}

/** The coarsest precision of a service: whole percentages. */
export const WHOLE = { unit: 1, tolerance: 1e-3 };

/** Compares as `compare` does, but takes for agreement what might be, however the service writes percentages. */
export function compareRoughly(numerator: number, denominator: number, value: number): Says {
  if (denominator < 0) return VERDICT.nothing;
  return compareNumbers(numerator, denominator, value, WHOLE.unit, WHOLE.tolerance);
}

/** As `compare`, of a denominator of 0 or more; without an object, since it is called for each row. */
function compareNumbers(
  numerator: number,
  denominator: number,
  value: number,
  unit: number,
  tolerance: number,
): Says {
  if (denominator === 0) return compareZero(value);
  if (numerator === 0 && value === 0) return VERDICT.trivial;
  const percentage = (100 * numerator) / denominator;
  if (percentage > 100 && value === 100) return VERDICT.nothing;
  const excess = percentage - value;
  const isRounded = Math.abs(excess) <= unit / 2 + tolerance;
  const isTruncated = excess >= -tolerance && excess < unit - tolerance;
  if (isRounded) return isTruncated ? VERDICT.both : VERDICT.rounded;
  return isTruncated ? VERDICT.truncated : VERDICT.differs;
}

/** A number of a row, or null. */
export function numberIn(value: ShiftValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function compareZero(value: number): Says {
  if (value === 0) return VERDICT.zeroNone;
  return value === 100 ? VERDICT.zeroFull : VERDICT.zeroOther;
}

/**
 * Telling rows: the denominator is over 0, and not just 0 is published for 0; or it is 0, and the published value is none
 * that services give for that.
 */
export interface Votes {
  readonly agree: number;
  readonly of: number;
}

/** How a candidate definition did in the vote of the rows. */
export interface Standing extends Votes {
  readonly definition: Definition;
  /** Whether another candidate does clearly better on the rows where just one of the two agrees. */
  readonly isBeaten: boolean;
  /** Whether another candidate has more of the rows where just one of the two agrees. */
  readonly isBehind: boolean;
  /** How many more of them it has itself, at least, compared with each candidate whose parts the rows have. */
  readonly lead: number;
}

/** What one row says about every candidate, four bits each, and how many rows say just this. */
type Patterns = Map<number, number>;

type Readers = readonly [numerator: QuantityReader, denominator: QuantityReader];
type QuantityReader = ReturnType<typeof quantityReader>;

const BITS = 4;

/**
 * A candidate is clearly better than another with so many rows, and this share, of those where just one of the two
 * agrees. They must also be this share of the other's telling rows: rows that were edited afterwards often agree with
 * the wrong candidate, and where all others agree with both, only the edited ones are left to decide.
 */
const BETTER = { rows: 5, share: 0.9, ofTelling: 0.0075 };

/**
 * What the rows of each finished day say about the candidates for one percentage column.
 *
 * Equal votes of a day are counted together: a few patterns a day, so that nothing is kept per row.
 */
export class DailyVotes {
  readonly candidates: readonly Definition[];
  /** The finished days that have rows, in their order. */
  readonly days: readonly CalendarDate[];
  private readonly patterns: readonly Patterns[];

  /** One pass over the rows. @param today It and what comes after are not finished. */
  constructor(field: PercentageField, rows: readonly ShiftRow[], today: CalendarDate) {
    this.candidates = DEFINITIONS[field];
    const byDay = readPatterns(this.candidates, columnOf(field), rows, today);
    this.days = [...byDay.keys()].sort((one, other) => one - other);
    this.patterns = this.days.map((day) => byDay.get(day) as Patterns);
  }

  /** The candidates' standings by the rows of some days, in the order of the candidates. @param first The place of the first day. */
  standings(first = 0, end = this.days.length): Standing[] {
    const patterns = this.sumOf(first, end);
    const totals = this.candidates.map((_, candidate) => totalOf(patterns, candidate));
    const agreeing = totals.map(agreeingVotes);
    const votes = totals.map(votesIn);
    return this.candidates.map((definition, candidate) => {
      const rivals = this.candidates.map((_, other) => compareVotes(patterns, agreeing, other, candidate));
      return {
        definition,
        ...(votes[candidate] as Votes),
        isBeaten: rivals.some((compared) => isClearlyBetter(compared, votes[candidate] as Votes)),
        isBehind: rivals.some(({ won, lost }) => won > lost),
        lead: Math.min(
          ...rivals
            .filter((_, other) => other !== candidate && isComparable(totals[other] as number[]))
            .map(({ won, lost }) => lost - won),
        ),
      };
    });
  }

  /** The place of the first of the newest days that hold so many telling rows for a definition, or of all days. */
  newest(definition: Definition, rows: number): number {
    const candidate = this.candidates.findIndex((one) => isSameDefinition(one, definition));
    let [place, telling] = [this.days.length, 0];
    while (place > 0 && telling < rows) {
      place -= 1;
      telling += votesIn(totalOf(this.patterns[place] as Patterns, candidate)).of;
    }
    return place;
  }

  /**
   * The days between which rows speak for a definition and against each other one: from both ends inwards, more rows
   * agree with it alone than with a rival alone, and at each end two do, so that an edited row does not extend them.
   * `undefined` where no row tells it from some other candidate.
   */
  evidence(definition: Definition, first = 0): DateRange | undefined {
    const wanted = this.candidates.findIndex((one) => isSameDefinition(one, definition));
    const totals = this.candidates.map((_, candidate) =>
      totalOf(this.sumOf(first, this.days.length), candidate),
    );
    const agreeing = totals.map(agreeingVotes);
    let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const [rival, total] of totals.entries()) {
      if (rival === wanted || !isComparable(total)) continue;
      const leads = this.patterns.slice(first).map((patterns) => {
        const { won, lost } = compareVotes(patterns, agreeing, wanted, rival);
        return won - lost;
      });
      const end = endOfEvidence(leads);
      if (end < 0) return undefined;
      const begin = end - endOfEvidence(leads.slice(0, end + 1).reverse());
      from = Math.max(from, this.days[first + begin] as number);
      to = Math.min(to, this.days[first + end] as number);
    }
    return Number.isFinite(from) && from <= to ? { from, to } : undefined;
  }

  /**
   * The day that best divides the days into one definition before it and another from it on, or the same one rounded and
   * truncated: its place, `undefined` where one definition explains as many rows as any two.
   */
  bestDivision(): number | undefined {
    const daily = this.candidates.flatMap((_, candidate) => {
      const agreeing = agreeingVotes(totalOf(this.sumOf(0, this.days.length), candidate));
      return [VERDICT.rounded, VERDICT.truncated].map((mode) =>
        this.patterns.map((patterns) => countAgreeing(patterns, candidate, withMode(agreeing, mode))),
      );
    });
    const sums = daily.map((counts) => counts.reduce((sum, count) => sum + count, 0));
    let [best, place] = [Math.max(...sums), undefined as number | undefined];
    const before = daily.map(() => 0);
    for (let at = 1; at < this.days.length; at += 1) {
      daily.forEach((counts, candidate) => {
        before[candidate] = (before[candidate] as number) + (counts[at - 1] as number);
      });
      const after = sums.map((sum, candidate) => sum - (before[candidate] as number));
      const explained = Math.max(...before) + Math.max(...after);
      if (explained > best) [best, place] = [explained, at];
    }
    return place;
  }

  private sumOf(first: number, end: number): Patterns {
    const sum: Patterns = new Map();
    for (let at = first; at < end; at += 1)
      for (const [pattern, count] of this.patterns[at] as Patterns)
        sum.set(pattern, (sum.get(pattern) || 0) + count);
    return sum;
  }
}

/** So many rows have to speak for a definition from the last day of its evidence on: one may be edited (our choice). */
const FEWEST_AT_END = 2;

/**
 * The last place that the evidence reaches: where the sum of all numbers up to there is greatest and above 0, less a
 * single row at the end of it; −1 where the sum is never above 0.
 */
function endOfEvidence(leads: readonly number[]): number {
  let [sum, most, place] = [0, 0, -1];
  leads.forEach((lead, at) => {
    sum += lead;
    if (sum > most) [most, place] = [sum, at];
  });
  let atEnd = 0;
  for (let at = place; at >= 0; at -= 1) {
    atEnd += leads[at] as number;
    if (atEnd >= FEWEST_AT_END) return at;
  }
  return place;
}

function readPatterns(
  candidates: readonly Definition[],
  column: number,
  rows: readonly ShiftRow[],
  today: CalendarDate,
): Map<CalendarDate, Patterns> {
  const readers = candidates.map(readersOf);
  const byDay = new Map<CalendarDate, Patterns>();
  let [last, patterns] = [Number.NaN, new Map() as Patterns];
  for (const row of rows) {
    const day = row[DAY_COLUMN];
    if (typeof day !== 'number' || day >= today) continue;
    // Rows of a day mostly follow each other.
    if (day !== last) {
      patterns = byDay.get(day) ?? new Map();
      byDay.set(day, patterns);
      last = day;
    }
    const value = numberIn(row[column]);
    const published = value === null ? null : readPublished(value);
    let pattern = 0;
    // The last candidate first: the first one ends up in the lowest bits.
    for (let candidate = readers.length - 1; candidate >= 0; candidate -= 1) {
      const [numerator, denominator] = readers[candidate] as Readers;
      pattern = (pattern << BITS) | compare(numerator(row), denominator(row), published);
    }
    patterns.set(pattern, (patterns.get(pattern) || 0) + 1);
  }
  return byDay;
}

function readersOf({ numerator, denominator }: Definition): Readers {
  return [quantityReader(numerator), quantityReader(denominator)];
}

/** How many rows say each thing about a candidate. */
function totalOf(patterns: Patterns, candidate: number): number[] {
  const total: number[] = new Array(1 << BITS).fill(0);
  for (const [pattern, count] of patterns) {
    const says = saysIn(pattern, candidate);
    total[says] = (total[says] as number) + count;
  }
  return total;
}

/** Whether some row has the parts of a candidate: a service may leave TRUE_DEMAND empty. */
function isComparable(total: readonly number[]): boolean {
  return total.some((count, says) => says !== VERDICT.nothing && count > 0);
}

/** Agreement is counted in the mode, rounded or truncated, in which more rows agree. */
function votesIn(total: readonly number[]): Votes {
  const [differs, rounded, truncated, both] = total.slice(VERDICT.differs) as [
    number,
    number,
    number,
    number,
  ];
  const against = differs + (total[VERDICT.zeroOther] as number);
  return { agree: both + Math.max(rounded, truncated), of: against + rounded + truncated + both };
}

/** What counts as agreement with a candidate: its better mode, and its commonest value for a denominator of 0. */
function agreeingVotes(total: readonly number[]): ReadonlySet<number> {
  const most = (votes: readonly Says[]) =>
    votes.reduce((one, other) => ((total[other] as number) > (total[one] as number) ? other : one));
  return new Set<number>([
    VERDICT.trivial,
    VERDICT.both,
    most([VERDICT.rounded, VERDICT.truncated]),
    most([VERDICT.zeroNull, VERDICT.zeroNone, VERDICT.zeroFull]),
  ]);
}

/** The same with another of the two modes. */
function withMode(agreeing: ReadonlySet<number>, mode: Says): ReadonlySet<number> {
  const others = Array.from(agreeing).filter(
    (says) => says !== VERDICT.rounded && says !== VERDICT.truncated,
  );
  return new Set([...others, mode]);
}

function countAgreeing(patterns: Patterns, candidate: number, agreeing: ReadonlySet<number>): number {
  let sum = 0;
  for (const [pattern, count] of patterns) if (agreeing.has(saysIn(pattern, candidate))) sum += count;
  return sum;
}

/** The rows where just one of two candidates agrees: those of `one`, and those of `other`. */
function compareVotes(
  patterns: Patterns,
  agreeing: readonly ReadonlySet<number>[],
  one: number,
  other: number,
): { readonly won: number; readonly lost: number } {
  const [byOne, byOther] = [agreeing[one], agreeing[other]] as [ReadonlySet<number>, ReadonlySet<number>];
  let won = 0;
  let lost = 0;
  for (const [pattern, count] of patterns) {
    const [a, b] = [saysIn(pattern, one), saysIn(pattern, other)];
    if (a === VERDICT.nothing || b === VERDICT.nothing) continue;
    const [agrees, otherAgrees] = [byOne.has(a), byOther.has(b)];
    if (agrees && !otherAgrees) won += count;
    if (otherAgrees && !agrees) lost += count;
  }
  return { won, lost };
}

function isClearlyBetter({ won, lost }: ReturnType<typeof compareVotes>, { of }: Votes): boolean {
  return won >= BETTER.rows && won >= BETTER.share * (won + lost) && won >= BETTER.ofTelling * of;
}

function saysIn(pattern: number, candidate: number): number {
  return (pattern >> (candidate * BITS)) & ((1 << BITS) - 1);
}
