import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { STRICTNESS_WORDS } from '../../../src/sidebar/page/words/alerts';
import { runAlertTrials } from '../../simulation/alerts-trials';

/* What the choice of strictness promises must be what the documents say and the simulation gives. */

const SEED = Number(process.env.TEST_SEED ?? 20_260_302);
const VENUE_WEEKS = 80_000;

const document = (name: string) => readFileSync(join(process.cwd(), name), 'utf8').replace(/\s+/g, ' ');
const GUIDE = document('docs/sidebar.md');
const MEANINGS = document('docs/what-the-figures-mean.md');

/** `about 1 false alarm in 2 to 3 weeks`, as two numbers. */
function weeksBetweenAlarms(text: string): [number, number] {
  const [, from, to] = /about 1 false alarm in (\d+) to (\d+) weeks/.exec(text) ?? [];
  return [Number(from), Number(to)];
}

describe(`the false alarms of a report of the last 13 weeks (seed ${SEED})`, () => {
  const trials = runAlertTrials(VENUE_WEEKS, SEED);
  /** In a week of 20 venues whose positions are independent, or alike as those of a crew may be. */
  const alarms = (rule: string, rho: number) =>
    trials.find((one) => one.rule === rule && one.rho === rho)?.alarms ?? Number.NaN;

  test('likely real: the hint is what comes out', () => {
    const [from, to] = weeksBetweenAlarms(STRICTNESS_WORDS.likely_real.effect);
    expect(Math.round(1 / alarms('likely_real', 0))).toBe(to);
    expect(Math.round(1 / alarms('likely_real', 0.05))).toBe(from);
  });

  test('any miss: about 6 a week', () => {
    expect(STRICTNESS_WORDS.any_miss.effect).toContain('about 6 false alarms a week');
    expect(Math.round(alarms('any_miss', 0))).toBe(6);
  });
});

describe('the documents', () => {
  test('say the same of likely real as the hint', () => {
    const [from, to] = weeksBetweenAlarms(STRICTNESS_WORDS.likely_real.effect);
    const counted = new RegExp(`\\babout 1 in ${from} to ${to} weeks\\b`);
    expect(GUIDE).toMatch(counted);
    expect(MEANINGS).toMatch(counted);
  });

  test('say the same of any miss', () => {
    expect(GUIDE).toContain('| Every miss | the week is beyond the target | about 6 a week |');
    expect(MEANINGS).toMatch(/\| Every miss \| 5\.9 \|/);
  });
});
