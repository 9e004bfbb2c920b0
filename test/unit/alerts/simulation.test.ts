import { describe, expect, test } from '@jest/globals';
import { IF_INDEPENDENT, PROMISED, RHOS, runAlertTrials } from '../../simulation/alerts-trials';
import { isLong } from '../../support/runs';

// `TEST_LONG=1 npx jest simulation` takes five times as many weeks.
const SEED = Number(process.env.TEST_SEED ?? 20_260_302);
const VENUE_WEEKS = isLong ? 80_000 : 16_000;

describe(`alerts of stable venues (seed ${SEED})`, () => {
  const trials = runAlertTrials(VENUE_WEEKS, SEED);
  const of = (rule: string) => trials.filter((one) => one.rule === rule);

  test.each([...of('any_miss'), ...of('likely_real')])(
    'positions alike by $rho: false alarms of $rule as promised',
    ({ rule, rho, alarms, error }) => {
      const promised = PROMISED[rule as 'any_miss' | 'likely_real'][RHOS.indexOf(rho)] ?? 0;
      // Three standard errors for chance.
      expect(alarms).toBeLessThanOrEqual(promised + 3 * error);
    },
  );

  test.each(of('likely_real'))(
    'positions alike by $rho: falls to 78% caught as promised',
    ({ rho, caught }) => {
      const promised = PROMISED.caught[RHOS.indexOf(rho)] ?? Number.NaN;
      expect(caught).toBeGreaterThanOrEqual(promised - 300 * Math.sqrt(0.25 / VENUE_WEEKS));
    },
  );

  test.each(of('likely_real_if_independent'))(
    'positions alike by $rho: the generator gives the known figures',
    (one) => {
      const at = RHOS.indexOf(one.rho);
      const alarms = IF_INDEPENDENT.alarms[at] ?? Number.NaN;
      expect(Math.abs(one.alarms - alarms)).toBeLessThanOrEqual(Math.max(0.05 * alarms, 3 * one.error));
      expect(Math.abs(one.caught - (IF_INDEPENDENT.caught[at] ?? 0))).toBeLessThanOrEqual(2);
    },
  );

  test.each(of('likely_real'))(
    'positions alike by $rho: likeness is measured, near what it is',
    ({ rho, likeness, measured }) => {
      expect(measured).toBe(1);
      // A week of n positions spreads 1 + (n − 1)ρ times as much as independent ones; n is 35 in the mean. Never below 1.
      expect(Math.abs(likeness - (1 + 34 * rho))).toBeLessThanOrEqual(0.12);
    },
  );

  test('the same seed gives the same figures', () => {
    expect(runAlertTrials(200, SEED)).toEqual(runAlertTrials(200, SEED));
  });
});
