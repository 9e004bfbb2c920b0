import type { ShiftRow } from '../../src/employer-api/shift-report';
import type { SeededRandom } from '../support/seeded-random';
import { SPEC_NAMES } from '../support/spec-fields';
import { type Counts, publish, type Service } from './services';

/** The working days of a made-up employer. */
export interface Trade {
  /** Positions per record: 1 to this many, all equally likely. */
  readonly crew: number;
  /** The share of records in which one count was changed after the percentage was made. */
  readonly edited: number;
}

/** 1 January 2026 as a serial number: the day of the first record. There are 20 records a day. */
export const FIRST_DAY = 46_023;

const RECORDS_PER_DAY = 20;
const BOOKED = 0.85;
const CANCELLED = 0.05;
const NOT_SHOWN = 0.06;
/** Records whose demand is lower, or higher, than what was posted: withdrawn, doubled or added positions. */
const DEMAND_LOWER = 0.2;
const DEMAND_HIGHER = 0.1;

const COUNT_COLUMNS = (
  ['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'SHIFTS_UNFILLED', 'SHIFTS_WORKED', 'NO_SHOWS', 'TRUE_DEMAND'] as const
).map((name) => [name, SPEC_NAMES.indexOf(name)] as const);

/**
 * Records as a service publishes them whose one percentage is made in a known way. All else is null.
 *
 * Every position is booked, cancelled and missed by itself: booked for 85 of 100 posted, 5 of 100 booked cancel,
 * 6 of the rest do not show. Records of one position each hold just that: one is needed and may be booked, or it
 * was withdrawn and nobody is.
 */
export function publishRows(service: Service, trade: Trade, count: number, random: SeededRandom): ShiftRow[] {
  const percentageColumn = SPEC_NAMES.indexOf(service.truth.field);
  return Array.from({ length: count }, (_, index) => {
    const counts = drawCounts(trade.crew, random);
    const value = publish(service, service.truth.of(counts), random);
    if (random.next() < trade.edited) editOne(counts, random);
    const row: (number | null)[] = new Array(SPEC_NAMES.length).fill(null);
    row[0] = FIRST_DAY + Math.floor(index / RECORDS_PER_DAY);
    for (const [name, at] of COUNT_COLUMNS) row[at] = counts[name];
    row[percentageColumn] = value;
    return row;
  });
}

function drawCounts(crew: number, random: SeededRandom): Counts {
  const posted = 1 + random.below(crew);
  const demand = drawDemand(posted, random);
  const booked = crew === 1 && demand === 0 ? 0 : drawSome(posted, BOOKED, random);
  const present = booked - drawSome(booked, CANCELLED, random);
  const noShows = drawSome(present, NOT_SHOWN, random);
  return {
    SHIFTS_POSTED: posted,
    SHIFTS_BOOKED: booked,
    SHIFTS_UNFILLED: posted - booked,
    SHIFTS_WORKED: present - noShows,
    NO_SHOWS: noShows,
    TRUE_DEMAND: crew === 1 ? Math.min(1, demand) : demand,
  };
}

function drawDemand(posted: number, random: SeededRandom): number {
  const shape = random.next();
  if (shape < DEMAND_LOWER) return posted - 1 - random.below(Math.ceil(posted / 2));
  return shape > 1 - DEMAND_HIGHER ? posted + 1 : posted;
}

/** How many of these happen, each with the same chance. */
function drawSome(of: number, chance: number, random: SeededRandom): number {
  let some = 0;
  for (let each = 0; each < of; each += 1) if (random.next() < chance) some += 1;
  return some;
}

/** Somebody corrects one count by one; the percentage stays as it was published. */
function editOne(counts: Counts, random: SeededRandom): void {
  const names = Object.keys(counts) as (keyof Counts)[];
  const name = names[random.below(names.length)] ?? 'SHIFTS_WORKED';
  counts[name] = counts[name] === 0 || random.next() < 0.5 ? counts[name] + 1 : counts[name] - 1;
}
