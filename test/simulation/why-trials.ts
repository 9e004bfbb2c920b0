import { columnOf, DAY_COLUMN, type ShiftRow } from '../../src/employer-api/shift-report';
import { type FigureRequest, likenessOfVenues } from '../../src/figures/figures';
import { findMeasure } from '../../src/figures/measures';
import { whyTheWeekMoved } from '../../src/figures/why-it-moved';
import { SeededRandom } from '../support/seeded-random';
import { RHOS } from './alerts-trials';
import { drawAlike } from './beta-binomial';

/** The venues of one report, and their complete weeks: the newest one and 12 earlier. */
const [VENUES, WEEKS] = [20, 13];
const [STABLE_RATE, FALLEN_RATE] = [0.92, 0.4];
const [FEWEST_POSITIONS, MOST_POSITIONS] = [10, 60];
/** A Monday. */
const FIRST = 45_740;

/** What is promised for each of `RHOS`: how often the total is said to move without cause, in percent, and stable venues named a week. */
export const PROMISED = { moved: [8, 8, 8], named: [0.1, 0.2, 0.25] } as const;

/** What came of the sentences. */
export interface WhyTrials {
  readonly rho: (typeof RHOS)[number];
  /** Weeks in which nothing changed and the total is said to have moved, in percent, and its standard error. */
  readonly moved: number;
  readonly error: number;
  /** The same by a plain 95% interval, φ = 1. */
  readonly plain: number;
  /** Stable venues named a week, where none fell. */
  readonly named: number;
  /** Stable venues named a week in which one venue fell to 40%, so that the total moves more often. */
  readonly namedBeside: number;
  /** Such weeks in which the total is said to have moved, and the venue that fell is named, in percent. */
  readonly seen: number;
  readonly found: number;
}

const REQUEST = {
  measure: findMeasure('true fulfilment %'),
  definitions: {
    left: [{ numerator: 'SHIFTS_WORKED', denominator: 'TRUE_DEMAND', agree: 1, of: 1 }],
    by: 'rows',
    scale: 100,
  },
} as FigureRequest;

/**
 * Writes the sentence of weeks in which 20 stable venues do not change, and of the same weeks after one of them fell.
 *
 * @param venueWeeks How many newest weeks of venues for each of `RHOS`; rounded up to whole reports.
 */
export function runWhyTrials(venueWeeks: number, seed: number): WhyTrials[] {
  return RHOS.map((rho, at) => {
    const random = new SeededRandom(seed + at);
    const reports = Math.ceil(venueWeeks / VENUES);
    const tally = { moved: 0, plain: 0, named: 0, namedBeside: 0, seen: 0, found: 0 };
    for (let report = 0; report < reports; report += 1) {
      const rows = Array.from({ length: VENUES * WEEKS }, (_, place) =>
        drawRow(place % VENUES, Math.floor(place / VENUES), STABLE_RATE, rho, random),
      );
      const stable = explain(rows);
      tally.moved += Number(stable?.verdict === 'moved');
      tally.named += namesIn(stable?.text).length;
      tally.plain += Number(movedPlainly(rows));
      const fallen = drawRow(0, WEEKS - 1, FALLEN_RATE, rho, random);
      const beside = explain(rows.map((row) => (isSame(row, fallen) ? fallen : row)));
      tally.seen += Number(beside?.verdict === 'moved');
      const names = namesIn(beside?.text);
      tally.found += Number(names.includes(nameOf(0)));
      tally.namedBeside += names.filter((name) => name !== nameOf(0)).length;
    }
    const share = (count: number) => (100 * count) / reports;
    return {
      rho,
      moved: share(tally.moved),
      error: 100 * Math.sqrt(((tally.moved / reports) * (1 - tally.moved / reports)) / reports),
      plain: share(tally.plain),
      named: tally.named / reports,
      namedBeside: tally.namedBeside / reports,
      seen: share(tally.seen),
      found: share(tally.found),
    };
  });
}

function explain(rows: readonly ShiftRow[]) {
  const range = { from: FIRST, to: FIRST + 7 * WEEKS - 1 };
  const period = { rows, range, today: range.to + 20, weekStart: 1 } as const;
  const [likeness] = likenessOfVenues(period, [REQUEST]);
  return whyTheWeekMoved(period, { ...REQUEST, likeness }, 'venue');
}

function namesIn(text = ''): string[] {
  return text.match(/Venue \d+/g) ?? [];
}

/** By the two-proportion z test, independent of the code under test. */
function movedPlainly(rows: readonly ShiftRow[]): boolean {
  const [last, newest] = [WEEKS - 2, WEEKS - 1].map((week) => {
    const inWeek = rows.filter((row) => row[DAY_COLUMN] === FIRST + 7 * week);
    const sum = (field: string) => inWeek.reduce((all, row) => all + Number(row[columnOf(field)]), 0);
    return { k: sum('SHIFTS_WORKED'), n: sum('TRUE_DEMAND') };
  }) as [{ k: number; n: number }, { k: number; n: number }];
  const share = (last.k + newest.k) / (last.n + newest.n);
  const error = Math.sqrt(share * (1 - share) * (1 / last.n + 1 / newest.n));
  return Math.abs(newest.k / newest.n - last.k / last.n) > 1.96 * error;
}

function drawRow(venue: number, week: number, rate: number, rho: number, random: SeededRandom): ShiftRow {
  const n = FEWEST_POSITIONS + random.below(MOST_POSITIONS - FEWEST_POSITIONS + 1);
  const row: (string | number | null)[] = [];
  row[DAY_COLUMN] = FIRST + 7 * week;
  row[columnOf('VENUE_NAME')] = nameOf(venue);
  row[columnOf('SHIFTS_WORKED')] = drawAlike(random, n, rate, rho);
  row[columnOf('TRUE_DEMAND')] = n;
  return row;
}

function isSame(one: ShiftRow, other: ShiftRow): boolean {
  return [DAY_COLUMN, columnOf('VENUE_NAME')].every((column) => one[column] === other[column]);
}

function nameOf(venue: number): string {
  return `Venue ${venue + 1}`;
}
