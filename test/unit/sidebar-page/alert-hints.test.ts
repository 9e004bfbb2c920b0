import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { STRICTNESS_WORDS } from '../../../src/sidebar/page/words/alerts';
import { runAlertTrials } from '../../simulation/alerts-trials';

/* What the choice of strictness promises must be what the documents say and the simulation gives. */

const SEED = Number(process.env.TEST_SEED ?? 20_260_302);
const [VENUES, VENUE_WEEKS] = [20, 6000];

const document = (name: string) => readFileSync(join(process.cwd(), name), 'utf8').replace(/\s+/g, ' ');
const GUIDE = document('docs/sidebar.md');
const MEANINGS = document('docs/what-the-figures-mean.md');

/** `about 1 false alarm in 2 to 3 weeks`, as two numbers. */
function weeksBetweenAlarms(text: string): [number, number] {
  const [, from, to] = /about 1 false alarm in (\d+) to (\d+) weeks/.exec(text) ?? [];
  return [Number(from), Number(to)];
}

describe(`the false alarms of a report of the last 13 weeks (seed ${SEED})`, () => {
  const trials = runAlertTrials(12, VENUE_WEEKS, SEED).filter(({ rho }) => rho === 0);
  /** In a week of 20 venues, slow drift included. */
  const alarms = (strictness: string) =>
    trials.reduce((sum, one) => (one.strictness === strictness ? sum + one.alarms + one.drifts : sum), 0);

  test.each(['likely_real', 'almost_sure'] as const)('%s: the hint is what comes out', (strictness) => {
    const [from, to] = weeksBetweenAlarms(STRICTNESS_WORDS[strictness].effect);
    const found = alarms(strictness);
    // Chance alone moves so rare a count: three standard errors are given.
    const room = 3 * Math.sqrt((VENUES * found) / VENUE_WEEKS);
    expect(found).toBeLessThan(1 / (from - 0.5) + room);
    expect(found).toBeGreaterThan(1 / (to + 0.5) - room);
  });

  test('any miss: about 6 a week', () => {
    expect(STRICTNESS_WORDS.any_miss.effect).toContain('about 6 false alarms a week');
    expect(Math.round(alarms('any_miss'))).toBe(6);
  });
});

describe('the documents', () => {
  test.each([
    ['Likely real', 'likely_real'],
    ['Almost sure', 'almost_sure'],
  ] as const)('say the same of %s as the hint', (label, strictness) => {
    const [from, to] = weeksBetweenAlarms(STRICTNESS_WORDS[strictness].effect);
    const counted = new RegExp(`\\b1 (false alarm )?in ${from} to ${to} weeks with \\*${label}\\*`);
    expect(GUIDE).toMatch(counted);
    expect(MEANINGS).toMatch(counted);
  });

  test('say the same of any miss', () => {
    expect(GUIDE).toContain('| Every miss | the week is beyond the target | about 6 a week |');
    expect(MEANINGS).toMatch(/\| Every miss \| 5\.9 \|/);
  });
});
