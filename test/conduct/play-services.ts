import { expect } from '@jest/globals';
import type { Figure } from '../support/record-figure';
import { drawPlan, type Plan, textOf } from './changing-service';
import { BASIS_NOTE } from './oracle';
import { type Outcome, Trial } from './trial';

/** How many services, how many days each, and the seed of the first; each has the next seed. */
const SERVICES = Number(process.env.TEST_RUNS ?? 4);
const DAYS = Number(process.env.DAYS ?? 8);
const SEED = Number(process.env.TEST_SEED ?? 20_260_310);
/** Services with two changes that are tried again with each change alone, to tell which it takes. */
const MINIMISED = 5;
/** The share of results with a false alarm, where nothing changes: a round number of rows may be all of them by chance. */
const MOST_FALSE_ALARMS = 0.02;

type Tally = Record<'services' | 'results' | 'right' | 'signed' | 'unsigned' | 'silent' | 'needless', number>;

/** A half of the services: two test files play one each, so that both cores work. */
export interface Half {
  readonly title: string;
  /** Plays the services. @returns The figure for docs/proof/evidence.md, D9. */
  play(): Omit<Figure, 'requirement'>;
}

/** @param half 0 or 1. */
export function halfOfServices(half: 0 | 1): Half {
  const first = half === 0 ? 0 : Math.ceil(SERVICES / 2);
  const services = half === 0 ? Math.ceil(SERVICES / 2) : SERVICES - first;
  const seed = SEED + first;
  return {
    title: `${services} services through ${DAYS} days: nothing wrong without a sign (seed ${seed})`,
    play: () => playServices(services, seed),
  };
}

/** The built add-on, connected to services whose conduct changes from some day on; an oracle knows what is true. */
function playServices(services: number, first: number): Omit<Figure, 'requirement'> {
  const tallies = new Map<string, Tally>();
  const findings: { readonly plan: Plan; readonly outcome: Outcome }[] = [];
  for (let seed = first; seed < first + services; seed += 1) {
    const plan = drawPlan(seed, DAYS);
    const seen = new Set<string>();
    for (const outcome of new Trial(plan).run(DAYS)) {
      const conduct = conductOf(outcome);
      const tally = tallies.get(conduct) ?? {
        ...{ services: 0, results: 0, right: 0, signed: 0, unsigned: 0, silent: 0, needless: 0 },
      };
      tallies.set(conduct, tally);
      tally.services += seen.has(conduct) ? 0 : 1;
      seen.add(conduct);
      tally.results += 1;
      tally[outcome.verdict] += 1;
      tally.needless += outcome.needless.length > 0 ? 1 : 0;
      // However percentages are written, their definition can be found out. Doubt of rows has nothing to do with it.
      const isNeedless = conduct === 'decimals' && outcome.needless.some((note) => BASIS_NOTE.test(note));
      if (outcome.verdict === 'unsigned' || isNeedless) findings.push({ plan, outcome });
    }
  }
  console.table(Object.fromEntries(Array.from(tallies).sort()));
  const told = new Map<string, string>();
  for (const { plan, outcome } of findings) {
    const key = `${outcome.conduct} | ${outcome.surface}`;
    const what = outcome.verdict === 'unsigned' ? outcome.what : `needless: ${outcome.needless[0]}`;
    if (!told.has(key)) told.set(key, `${key}: seed ${plan.seed}, ${textOf(outcome.day)}, ${what}`);
  }
  const minimised = findings
    .filter(({ plan, outcome }, index, all) => {
      return (
        plan.changes.length > 1 &&
        outcome.conduct.includes(' + ') &&
        all.findIndex((one) => one.plan === plan) === index
      );
    })
    .slice(0, MINIMISED)
    .map(({ plan, outcome }) => minimise(plan, outcome));

  expect([...told.values(), ...minimised]).toEqual([]);
  const results = Array.from(tallies.values()).reduce((sum, tally) => sum + tally.results, 0);
  const silent = Array.from(tallies.values()).reduce((sum, tally) => sum + tally.silent, 0);
  const ordinary = tallies.get('ordinary');
  expect(ordinary?.needless ?? 0).toBeLessThanOrEqual(
    Math.max(2, MOST_FALSE_ALARMS * (ordinary?.results ?? 0)),
  );
  return {
    what: `services of changing conduct through ${DAYS} days`,
    n: services,
    figure: `0 of ${results.toLocaleString('en')} results wrong without a sign, ${silent} where nothing told of it; where nothing changes, ${ordinary?.needless ?? 0} of ${ordinary?.results ?? 0} with a needless one`,
    seed: first,
  };
}

function conductOf({ conduct }: Outcome): string {
  if (conduct === '') return 'ordinary';
  return conduct.includes(' + ') ? 'two of them at once' : conduct;
}

/** Which change alone brings about the same, in words. */
function minimise(plan: Plan, { surface }: Outcome): string {
  const alone = plan.changes.filter((change) =>
    new Trial({ ...plan, changes: [change] })
      .run(DAYS)
      .some((outcome) => outcome.surface === surface && outcome.verdict === 'unsigned'),
  );
  const kinds = alone.map(({ kind }) => kind).join(', or ');
  return `seed ${plan.seed}, ${surface}: ${kinds === '' ? 'only both together' : `${kinds} alone`}`;
}
