import { describe, expect, test } from '@jest/globals';
import { RHOS } from '../../simulation/alerts-trials';
import { PROMISED, runWhyTrials } from '../../simulation/why-trials';
import { isLong } from '../../support/runs';

// `TEST_LONG=1 npx jest simulation` takes five times as many weeks.
const SEED = Number(process.env.TEST_SEED ?? 20_260_302);
const VENUE_WEEKS = isLong ? 80_000 : 16_000;
/** The plain interval on the total, as was measured independently: what the generator has to give again, in percent. */
const PLAIN = [5, 14, 28];

describe(`sentences about 20 stable venues (seed ${SEED})`, () => {
  const trials = runWhyTrials(VENUE_WEEKS, SEED);

  test.each(trials)(
    'positions alike by $rho: the total seldom moves without cause',
    ({ rho, moved, error }) => {
      // Three standard errors for chance.
      expect(moved).toBeLessThanOrEqual((PROMISED.moved[RHOS.indexOf(rho)] ?? 0) + 3 * error);
    },
  );

  test.each(trials)(
    'positions alike by $rho: a stable venue is seldom named, also beside one that fell',
    ({ rho, named, namedBeside, found }) => {
      const most = PROMISED.named[RHOS.indexOf(rho)] ?? 0;
      expect(Math.max(named, namedBeside)).toBeLessThanOrEqual(most);
      // Where nothing is ever named, no stable venue is.
      expect(found).toBeGreaterThan(15);
    },
  );

  test.each(trials)('positions alike by $rho: the generator gives the known figures', ({ rho, plain }) => {
    expect(Math.abs(plain - (PLAIN[RHOS.indexOf(rho)] ?? 0))).toBeLessThanOrEqual(4);
  });
});
