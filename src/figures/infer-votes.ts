import type { ShiftRow } from '../employer-api/shift-records';
import type { Definition } from './definitions';
import { compare, isTelling, numberIn, SAYS, type Says, unitOf } from './infer-agreement';
import { quantityReader } from './quantities';

/** Telling rows: the denominator is over 0, and not just 0 is published for 0. */
export interface Votes {
  readonly agree: number;
  readonly of: number;
}

/** How a candidate definition did in the vote of the rows. */
export interface Standing extends Votes {
  readonly definition: Definition;
  /** Whether another candidate does clearly better on the rows where just one of the two agrees. */
  readonly isBeaten: boolean;
}

/** What one row says about every candidate, four bits each, and how many rows say just this. */
type Patterns = ReadonlyMap<number, number>;

type Readers = readonly [numerator: QuantityReader, denominator: QuantityReader];
type QuantityReader = ReturnType<typeof quantityReader>;

const BITS = 4;

/** A candidate is better than another with so many rows, and this share, of those where just one of the two agrees. */
const BETTER = { rows: 5, share: 0.9 };

/**
 * Lets the rows vote on what a percentage column is made of.
 *
 * Equal votes are counted together: a few hundred patterns at most, so that nothing is kept per row.
 *
 * @param rows Finished days only.
 */
export function countVotes(
  candidates: readonly Definition[],
  column: number,
  rows: readonly ShiftRow[],
): Standing[] {
  const patterns = readPatterns(candidates, column, rows);
  const totals = candidates.map((_, candidate) => totalOf(patterns, candidate));
  const agreeing = totals.map(agreeingVotes);
  return candidates.map((definition, candidate) => ({
    definition,
    ...votesIn(totals[candidate] as number[]),
    isBeaten: candidates.some((_, other) => isBetter(patterns, agreeing, other, candidate)),
  }));
}

/**
 * How the newest telling rows vote on one definition.
 *
 * @param rows Finished days only, the newest first.
 * @param most No more telling rows than these are asked.
 */
export function countNewestVotes(
  definition: Definition,
  column: number,
  rows: readonly ShiftRow[],
  most: number,
): Votes {
  const [numerator, denominator] = readersOf(definition);
  const newest: ShiftRow[] = [];
  for (const row of rows) {
    if (newest.length === most) break;
    // Whether a row is telling does not depend on the unit.
    if (isTelling(compare(numerator(row), denominator(row), numberIn(row[column]), 1))) newest.push(row);
  }
  const [standing] = countVotes([definition], column, newest);
  return standing as Standing;
}

function readPatterns(
  candidates: readonly Definition[],
  column: number,
  rows: readonly ShiftRow[],
): Patterns {
  const readers = candidates.map(readersOf);
  const unit = unitOf(rows, column);
  const patterns = new Map<number, number>();
  for (const row of rows) {
    const value = numberIn(row[column]);
    let pattern = 0;
    // The last candidate first: the first one ends up in the lowest bits.
    for (let candidate = readers.length - 1; candidate >= 0; candidate -= 1) {
      const [numerator, denominator] = readers[candidate] as Readers;
      pattern = (pattern << BITS) | compare(numerator(row), denominator(row), value, unit);
    }
    patterns.set(pattern, (patterns.get(pattern) || 0) + 1);
  }
  return patterns;
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

/** Agreement is counted in the mode, rounded or truncated, in which more rows agree. */
function votesIn(total: readonly number[]): Votes {
  const [differs, rounded, truncated, both] = total.slice(SAYS.differs) as [number, number, number, number];
  return { agree: both + Math.max(rounded, truncated), of: differs + rounded + truncated + both };
}

/** What counts as agreement with a candidate: its better mode, and its commonest value for a denominator of 0. */
function agreeingVotes(total: readonly number[]): ReadonlySet<number> {
  const most = (votes: readonly Says[]) =>
    votes.reduce((one, other) => ((total[other] as number) > (total[one] as number) ? other : one));
  return new Set<number>([
    SAYS.trivial,
    SAYS.both,
    most([SAYS.rounded, SAYS.truncated]),
    most([SAYS.zeroNull, SAYS.zeroNone, SAYS.zeroFull]),
  ]);
}

function isBetter(
  patterns: Patterns,
  agreeing: readonly ReadonlySet<number>[],
  one: number,
  other: number,
): boolean {
  let won = 0;
  let lost = 0;
  for (const [pattern, count] of patterns) {
    const [a, b] = [saysIn(pattern, one), saysIn(pattern, other)];
    if (a === SAYS.nothing || b === SAYS.nothing) continue;
    const [agrees, otherAgrees] = [agreeing[one]?.has(a), agreeing[other]?.has(b)];
    if (agrees && !otherAgrees) won += count;
    if (otherAgrees && !agrees) lost += count;
  }
  return won >= BETTER.rows && won >= BETTER.share * (won + lost);
}

function saysIn(pattern: number, candidate: number): number {
  return (pattern >> (candidate * BITS)) & ((1 << BITS) - 1);
}
