import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../../api-server/scenarios/scenario-rule';
import { ScenarioService } from './scenario-service';

let service: ScenarioService;

beforeAll(async () => {
  service = await ScenarioService.start();
});
afterEach(() => service.control.clear());
afterAll(() => service.close());

async function queue(...rules: readonly ScenarioRule[]): Promise<void> {
  for (const rule of rules) await service.control.setScenario('report', rule);
}

async function statuses(count: number): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index++) all.push((await service.requestReport()).status);
  return all;
}

const status = (code: number, more: Partial<ScenarioRule> = {}) =>
  ({ name: 'status', status: code, ...more }) as ScenarioRule;

describe('the scenario queue', () => {
  test('serves rules in order, each as often as it says, then the good answer', async () => {
    await queue(status(504, { times: 2 }), status(429, { times: 1 }));
    expect(await statuses(4)).toEqual([504, 504, 429, 200]);
  });

  test('serves a rule without a number for ever', async () => {
    await queue(status(503));
    expect(await statuses(3)).toEqual([503, 503, 503]);
  });

  test('lets good answers pass between faults', async () => {
    await queue({ name: 'pass', times: 2 }, status(504, { times: 1 }));
    expect(await statuses(4)).toEqual([200, 200, 504, 200]);
  });

  test('lets requests pass before a rule begins', async () => {
    await queue(status(504, { after: 2, times: 1 }));
    expect(await statuses(4)).toEqual([200, 200, 504, 200]);
  });

  test('applies a rule to ranges longer than so many days only', async () => {
    await queue(status(504, { when: { daysOver: 7 } }));
    const week = await service.requestReport('2026-11-01', '2026-11-07');
    const more = await service.requestReport('2026-11-01', '2026-11-08');
    expect([week.status, more.status]).toEqual([200, 504]);
  });

  test('applies a rule to ranges that include a day only', async () => {
    await queue(status(504, { when: { includes: '2026-11-05' } }));
    const found = await service.requestReport('2026-11-01', '2026-11-05');
    const missed = await service.requestReport('2026-11-06', '2026-11-09');
    expect([found.status, missed.status]).toEqual([504, 200]);
  });

  test.each([
    [{ region: 'US' }, 200],
    [{ region: 'UK' }, 504],
    [{ employer: '20417' }, 200],
    [{ employer: 'me' }, 504],
  ] as const)('applies a rule for %j with the outcome %i', async (when, expected) => {
    await queue(status(504, { when }));
    expect(await statuses(1)).toEqual([expected]);
  });

  test('draws a rule with a chance as often as that', async () => {
    await queue(status(504, { chance: 0.3 }));
    const failed = (await statuses(200)).filter((code) => code === 504).length;
    expect(failed).toBeGreaterThan(40);
    expect(failed).toBeLessThan(80);
  });

  test('keeps token and report apart', async () => {
    await queue(status(500));
    expect((await service.requestToken()).status).toBe(200);
  });

  test('is empty after it was cleared', async () => {
    await queue(status(500));
    await service.control.clearScenarios();
    expect(await statuses(1)).toEqual([200]);
  });

  test('leaves a harmless rule to be checked like any good answer', async () => {
    await queue({ name: 'slow', millis: 1 });
    await statuses(1);
    expect(await service.newest()).toMatchObject({ scenario: 'slow', deliberatelyBroken: false });
  });
});

describe('a rule', () => {
  test.each([
    ['an unknown name', { name: 'explode' }],
    ['a missing parameter', { name: 'status' }],
    ['a misspelt parameter', { name: 'empty', time: 1 }],
    ['no times at all', { name: 'empty', times: 0 }],
    ['a status that HTTP lacks', { name: 'status', status: 99 }],
    ['a header that cannot be sent', { name: 'redirect', status: 302, location: 'a\r\nb: c' }],
    ['a header name that cannot be sent', { name: 'status', status: 200, headers: { 'a b': 'c' } }],
    ['a chance over one', { name: 'empty', chance: 2 }],
  ])('with %s is refused', async (_, rule) => {
    await expect(queue(rule as ScenarioRule)).rejects.toThrow('The control port refused PUT /scenarios');
  });
});
