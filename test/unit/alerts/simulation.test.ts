import { describe, expect, test } from '@jest/globals';
import { DOCUMENTED, RHOS, runAlertTrials } from '../../simulation/alerts-trials';

// A part of what `npx tsx test/simulation/alerts.ts` runs.
const SEED = Number(process.env.TEST_SEED ?? 20_260_302);
const VENUE_WEEKS = 4000;
/** How far off the documented figure is allowed to be. */
const SHARE = 0.2;

describe(`alerts of stable venues (seed ${SEED})`, () => {
  const trials = runAlertTrials('known', VENUE_WEEKS, SEED);

  test.each(trials)('$strictness, positions alike by $rho: speaks as often as documented', (one) => {
    const documented = DOCUMENTED[one.strictness].alarms[RHOS.indexOf(one.rho)] ?? Number.NaN;
    // In so few weeks chance alone moves the rarest alarms by more than a fifth: three standard errors are given.
    const room = Math.max(SHARE * documented, 3 * one.error);
    expect(Math.abs(one.alarms - documented)).toBeLessThanOrEqual(room);
  });

  test.each(trials)('$strictness, positions alike by $rho: sees a fall to 78 % as often', (one) => {
    const documented = DOCUMENTED[one.strictness].caught[RHOS.indexOf(one.rho)] ?? Number.NaN;
    expect(Math.abs(one.caught - documented)).toBeLessThanOrEqual(SHARE * documented);
  });

  test('the same seed gives the same figures', () => {
    expect(runAlertTrials(12, 200, SEED)).toEqual(runAlertTrials(12, 200, SEED));
  });
});
