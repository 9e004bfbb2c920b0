import { describe, expect, test } from '@jest/globals';
import { startBudget } from '../../../src/budget';
import { type OutcomeRule, reportOutcome } from '../../../src/employer-api/errors';
import { pauseBefore } from '../../../src/employer-api/report-calls';
import { StubClock } from '../../support/stub-clock';
import { answer, StubTransport } from '../../support/stub-transport';

/** The pause after an attempt that met this status, in milliseconds, as the jitter falls. */
function pauseAfter(status: number, random: number, attempts = 1): number {
  const clock = new StubClock(undefined, random);
  const services = { clock, transport: new StubTransport([]), budget: startBudget('trigger', clock.now()) };
  const response = answer(status);
  const rule = reportOutcome(response) as OutcomeRule;
  return pauseBefore(services, { rule, response, attempts, last: 0 }).millis;
}

describe('the pause before a repeat', () => {
  test.each([504, 408])('after %i is never shorter than 250 ms, section 7: a short delay', (status) => {
    expect([0, 0.1, 1].map((random) => pauseAfter(status, random))).toEqual([250, 250, 500]);
    expect(pauseAfter(status, 0, 3)).toBe(250);
  });

  test('after another failure of the service may be nothing', () => {
    expect(pauseAfter(503, 0)).toBe(0);
  });
});
