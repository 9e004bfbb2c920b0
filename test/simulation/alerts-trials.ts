import { judgeShare, likenessOf, type Share } from '../../src/figures/share-statistics';
import { SeededRandom } from '../support/seeded-random';
import { drawAlike } from './beta-binomial';

/** How alike the positions of a week are. */
export const RHOS = [0, 0.02, 0.05] as const;
/** The venues of one report. */
const VENUES = 20;
/** As many earlier weeks as “last 13 weeks” has. */
const EARLIER = 12;
const [STABLE_RATE, FALLEN_RATE] = [0.92, 0.78];
const TARGET = 90;
const [FEWEST_POSITIONS, MOST_POSITIONS] = [10, 60];

/** `likely_real_if_independent` takes likeness as 1: what *Clear misses only* would do if it did not measure. */
export const RULES = ['any_miss', 'likely_real', 'likely_real_if_independent'] as const;
type Rule = (typeof RULES)[number];

/** What is promised: at most so many false alarms a week of 20 venues by each rule, and at least so many falls caught, for each of `RHOS`. */
export const PROMISED = {
  any_miss: [6.5, 6.5, 6.5],
  likely_real: [0.25, 0.45, 0.65],
  caught: [55, 40, 30],
} as const;

/** Without measuring: what was documented before likeness was measured, which the generator has to give again. */
export const IF_INDEPENDENT = { alarms: [0.24, 0.83, 1.55], caught: [57, 54, 50] } as const;

/** What came of one rule. */
export interface AlertTrials {
  readonly rule: Rule;
  readonly rho: (typeof RHOS)[number];
  /** False alarms a week of 20 venues. */
  readonly alarms: number;
  /** Falls to 78% that the first week shows, in percent. */
  readonly caught: number;
  /** The standard error of `alarms`. */
  readonly error: number;
  /** The mean of the measured likeness, and the share of reports in which it could be measured. */
  readonly likeness: number;
  readonly measured: number;
}

/**
 * Judges reports of 20 stable venues, each venue once as it is and once after a fall, under each rule.
 *
 * Every week has a size of its own, and all rules judge the same weeks. Likeness is measured over the earlier weeks.
 *
 * @param venueWeeks How many weeks are judged for each rule and `RHOS`; rounded up to whole reports.
 */
export function runAlertTrials(venueWeeks: number, seed: number): AlertTrials[] {
  return RHOS.flatMap((rho, at) => {
    const random = new SeededRandom(seed + at);
    const reports = Math.ceil(venueWeeks / VENUES);
    const tallies = RULES.map((rule) => ({ rule, alarms: 0, caught: 0 }));
    let [likenessSum, measured] = [0, 0];
    for (let report = 0; report < reports; report += 1) {
      const venues = Array.from({ length: VENUES }, () =>
        Array.from({ length: EARLIER }, () => drawWeek(STABLE_RATE, rho, random)),
      );
      const likeness = likenessOf(venues);
      likenessSum += likeness ?? 1;
      measured += Number(likeness !== undefined);
      for (const _ of venues) {
        const stable = drawWeek(STABLE_RATE, rho, random);
        const fallen = drawWeek(FALLEN_RATE, rho, random);
        for (const tally of tallies) {
          tally.alarms += Number(isMiss(stable, tally.rule, likeness));
          tally.caught += Number(isMiss(fallen, tally.rule, likeness));
        }
      }
    }
    return tallies.map(({ rule, alarms, caught }) => ({
      rule,
      rho,
      alarms: alarms / reports,
      caught: (100 * caught) / (reports * VENUES),
      error: Math.sqrt(alarms) / reports,
      likeness: likenessSum / reports,
      measured: measured / reports,
    }));
  });
}

function isMiss({ k, n }: Share, rule: Rule, likeness = 1): boolean {
  const share = { target: TARGET, isLowerBetter: false, likeness: rule === 'likely_real' ? likeness : 1 };
  const verdict = judgeShare(k, n, share);
  return verdict === 'missed' || (verdict === 'just missed' && rule === 'any_miss');
}

function drawWeek(rate: number, rho: number, random: SeededRandom): Share {
  const n = FEWEST_POSITIONS + random.below(MOST_POSITIONS - FEWEST_POSITIONS + 1);
  return { k: drawAlike(random, n, rate, rho), n };
}
