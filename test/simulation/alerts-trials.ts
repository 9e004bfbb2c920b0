import { judgeWeek, MEAN_WEEKS, type Verdict, type WeekCount } from '../../src/alerts/judge-week';
import { STRICTNESSES } from '../../src/contract/alerts';
import { SeededRandom } from '../emulator/random';
import { drawAlike } from './beta-binomial';

/** How alike the positions of a week are. */
export const RHOS = [0, 0.02, 0.05] as const;
/** Of so many venues the false alarms of a week are counted. */
const VENUES = 20;
const [STABLE_RATE, FALLEN_RATE] = [0.92, 0.78];
const TARGET = 90;
const [FEWEST_POSITIONS, MOST_POSITIONS] = [10, 60];

type Strictness = (typeof STRICTNESSES)[number];

/** Measured before the code was written: false alarms a week and the share of falls caught in the first week, for each of `RHOS`. */
export const DOCUMENTED: Readonly<
  Record<Strictness, { readonly alarms: readonly number[]; readonly caught: readonly number[] }>
> = {
  any_miss: { alarms: [5.88, 6.31, 6.33], caught: [94, 89, 83] },
  likely_real: { alarms: [0.24, 0.9, 1.55], caught: [58, 53, 50] },
  almost_sure: { alarms: [0.1, 0.59, 1.19], caught: [48, 45, 44] },
};

/** The weeks before the judged one: so many drawn ones, or the true mean as if it were known. */
export type Earlier = number | 'known';

/** What came of one rule. */
export interface AlertTrials {
  readonly strictness: Strictness;
  readonly rho: (typeof RHOS)[number];
  /** False alarms a week of 20 venues: by the newest week alone, and by eight weeks together where it was silent. */
  readonly alarms: number;
  readonly drifts: number;
  /** Falls to 78 % that the first week tells, in percent. */
  readonly caught: number;
  /** The standard error of `alarms`. */
  readonly error: number;
}

/**
 * Judges so many weeks of stable venues, and as many of venues that fell, under each rule.
 *
 * Every week has a size of its own, and all rules judge the same weeks.
 */
export function runAlertTrials(earlier: Earlier, venueWeeks: number, seed: number): AlertTrials[] {
  return RHOS.flatMap((rho, at) => {
    const random = new SeededRandom(seed + at);
    const tallies = STRICTNESSES.map((strictness) => ({ strictness, alarms: 0, drifts: 0, caught: 0 }));
    for (let trial = 0; trial < venueWeeks; trial += 1) {
      const before = weeksBefore(earlier, rho, random);
      const stable = [...before, drawWeek(STABLE_RATE, rho, random)];
      const fallen = [...before, drawWeek(FALLEN_RATE, rho, random)];
      for (const tally of tallies) {
        const verdict = judge(stable, tally.strictness);
        tally.alarms += Number(verdict === 'miss');
        tally.drifts += Number(verdict === 'drift');
        tally.caught += Number(judge(fallen, tally.strictness) === 'miss');
      }
    }
    return tallies.map(({ strictness, alarms, drifts, caught }) => ({
      strictness,
      rho,
      caught: (100 * caught) / venueWeeks,
      alarms: (VENUES * alarms) / venueWeeks,
      drifts: (VENUES * drifts) / venueWeeks,
      error: (VENUES * Math.sqrt(alarms)) / venueWeeks,
    }));
  });
}

/** How many weeks after its beginning a slow drift is looked for. */
export const DRIFT_WEEKS = [4, 8, 12, 16] as const;
const [DRIFTED_RATE, DRIFT_LENGTH, STABLE_WEEKS] = [0.86, 8, 13];

/** How many of so many venues were told by each of `DRIFT_WEEKS`, in percent: by single weeks, and with the run rule. */
export interface DriftTrials {
  readonly strictness: Strictness;
  readonly bySingleWeeks: readonly number[];
  readonly withRuns: readonly number[];
}

/** Venues that go from 92 to 86 % within eight weeks, and stay there; positions are independent. */
export function runDriftTrials(venues: number, seed: number): DriftTrials[] {
  const random = new SeededRandom(seed);
  const [longest] = DRIFT_WEEKS.slice(-1);
  const tallies = STRICTNESSES.map((strictness) => ({
    strictness,
    single: DRIFT_WEEKS.map(() => 0),
    any: DRIFT_WEEKS.map(() => 0),
  }));
  for (let venue = 0; venue < venues; venue += 1) {
    const weeks = Array.from({ length: STABLE_WEEKS + (longest ?? 0) }, (_, at) => {
      const done = Math.min(1, Math.max(0, at + 1 - STABLE_WEEKS) / DRIFT_LENGTH);
      return drawWeek(STABLE_RATE + done * (DRIFTED_RATE - STABLE_RATE), 0, random);
    });
    for (const { strictness, single, any } of tallies) {
      const verdicts = weeks
        .slice(STABLE_WEEKS)
        .map((_, at) => judge(weeks.slice(0, STABLE_WEEKS + at + 1), strictness));
      DRIFT_WEEKS.forEach((count, at) => {
        const seen = verdicts.slice(0, count);
        single[at] = (single[at] ?? 0) + Number(seen.includes('miss'));
        any[at] = (any[at] ?? 0) + Number(seen.some((verdict) => verdict === 'miss' || verdict === 'drift'));
      });
    }
  }
  const percent = (counts: readonly number[]) => counts.map((count) => (100 * count) / venues);
  return tallies.map(({ strictness, single, any }) => ({
    strictness,
    bySingleWeeks: percent(single),
    withRuns: percent(any),
  }));
}

function judge(weeks: readonly WeekCount[], strictness: Strictness): Verdict {
  return judgeWeek(weeks, { target: TARGET, strictness, isGoodLow: false });
}

function weeksBefore(earlier: Earlier, rho: number, random: SeededRandom): WeekCount[] {
  if (earlier === 'known') {
    return Array.from({ length: MEAN_WEEKS }, () => ({ week: 0, k: STABLE_RATE * 1e6, n: 1e6 }));
  }
  return Array.from({ length: earlier }, () => drawWeek(STABLE_RATE, rho, random));
}

function drawWeek(rate: number, rho: number, random: SeededRandom): WeekCount {
  const n = FEWEST_POSITIONS + random.below(MOST_POSITIONS - FEWEST_POSITIONS + 1);
  return { week: 0, k: drawAlike(random, n, rate, rho), n };
}
