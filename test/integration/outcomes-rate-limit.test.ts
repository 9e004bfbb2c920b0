import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { Stage } from '../support/scene';
import { sentenceOf } from '../support/sentences';
import { LONGEST_MILLIS, SURFACES, type Surface, SurfaceScene } from '../support/surface-run';

/* Too many requests, and tokens that are refused, from every surface. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

async function limited(surface: Surface, rule: ScenarioRule): Promise<SurfaceScene> {
  const opened = await SurfaceScene.open(stage, surface, 'kept');
  const { server, emulator } = opened.scene;
  // The service's clock stands; what it writes as a date must follow the spreadsheet's.
  if ('dateInSeconds' in rule) await server.setClock(new Date(emulator.clock.now()).toISOString());
  await server.setScenario('report', rule);
  return opened;
}

describe.each(SURFACES)('429, asked from a %s', (surface) => {
  test('without a header: repeated after pauses that grow, and never sooner than a second', async () => {
    const opened = await limited(surface, { name: 'status', status: 429 });

    const run = opened.run();

    expect(run.message).toMatch(sentenceOf('rate_limited', 429));
    expect(run.reports).toBe({ cell: 2, sidebar: 3, trigger: 4 }[surface]);
    // Equal jitter: between half and all of 2 s, 4 s, 8 s.
    const [least, most] = { cell: [1000, 2000], sidebar: [3000, 6000], trigger: [7000, 14_000] }[surface];
    expect(run.record.sleptMillis).toBeGreaterThanOrEqual(least ?? 0);
    expect(run.record.sleptMillis).toBeLessThanOrEqual(most ?? 0);
    expect(opened.runAgain().reports).toBe(0);
    expect(opened.runForOtherDays().reports).toBe(0);
  });

  test('Retry-After of 5 s: that long between the attempts', async () => {
    const opened = await limited(surface, { name: 'retry-after', value: '5' });

    const run = opened.run();

    expect(run.reports).toBe({ cell: 2, sidebar: 3, trigger: 4 }[surface]);
    expect(run.record.sleptMillis).toBe({ cell: 5000, sidebar: 10_000, trigger: 15_000 }[surface]);
  });

  test('Retry-After of a minute: as often as the time allows, and nobody asks within that minute', async () => {
    const opened = await limited(surface, { name: 'retry-after', value: '60' });

    const run = opened.run();

    expect(run.reports).toBe({ cell: 1, sidebar: 1, trigger: 4 }[surface]);
    expect(run.record.virtualMillis).toBeLessThanOrEqual(LONGEST_MILLIS[surface]);
    const { clock } = opened.scene.emulator;
    await opened.scene.server.clearScenarios();
    clock.advance(58_000);
    expect(opened.runAgain()).toMatchObject({
      reports: 0,
      message: expect.stringMatching(/^Wait (a second|2 seconds), then try again: /),
    });
    expect(opened.runForOtherDays().reports).toBe(0);
    clock.advance(3000);
    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });

  test('401 once: one fresh token and one repeat, not counted as an attempt', async () => {
    const opened = await limited(surface, { name: 'status', status: 401, times: 1 });

    expect(opened.run()).toMatchObject({ message: '', reports: 2, tokens: 1 });
  });

  test('401 and then a failure that passes: the attempts are still whole', async () => {
    const opened = await limited(surface, { name: 'status', status: 401, times: 1 });
    await opened.scene.server.setScenario('report', { name: 'status', status: 504 });

    const run = opened.run();

    expect(run).toMatchObject({ reports: 1 + { cell: 2, sidebar: 3, trigger: 4 }[surface], tokens: 1 });
  });
});

describe('how long 429 is obeyed', () => {
  test.each<[string, ScenarioRule, number]>([
    ['seconds', { name: 'retry-after', value: '120' }, 120],
    ['seconds, the name in odd case', { name: 'retry-after', value: '120', headerName: 'ReTrY-aFtEr' }, 120],
    ['an HTTP date', { name: 'retry-after', dateInSeconds: 180 }, 180],
    ['the first of several headers', { name: 'retry-after', value: ['90', '7'] }, 90],
    ['a day, cut to an hour', { name: 'retry-after', value: '86400' }, 3600],
    ['nine digits, cut to an hour', { name: 'retry-after', value: '999999999' }, 3600],
  ])('%s', async (_title, rule, seconds) => {
    const opened = await limited('cell', rule);
    const { clock } = opened.scene.emulator;

    expect(opened.run().reports).toBe(1);

    await opened.scene.server.clearScenarios();
    clock.advance(seconds * 1000 - 2000);
    expect(opened.runAgain().reports).toBe(0);
    clock.advance(4000);
    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });

  test.each(['-1', 'abc', '99999999999', '1.5', '1, 2', '', 'Friday, 31-Dec-26 23:59:59 GMT'])(
    'an odd Retry-After (%p) counts as none',
    async (value) => {
      const opened = await limited('cell', { name: 'retry-after', value });

      const run = opened.run();

      expect(run.reports).toBe(2);
      expect(run.record.sleptMillis).toBeGreaterThanOrEqual(1000);
      expect(run.record.sleptMillis).toBeLessThanOrEqual(2000);
    },
  );

  test('a date that has passed is no wait at all', async () => {
    const opened = await limited('cell', { name: 'retry-after', dateInSeconds: -60 });

    const run = opened.run();

    expect(run).toMatchObject({ reports: 2, record: { sleptMillis: 0 } });
  });

  test('without a header each further 429 doubles the wait, up to a minute', async () => {
    const opened = await limited('sidebar', { name: 'status', status: 429 });
    const { clock } = opened.scene.emulator;
    const waits: number[] = [];
    opened.run();

    for (let round = 0; round < 6; round += 1) {
      let waited = 0;
      while (opened.runAgain().reports === 0) {
        clock.advance(1000);
        waited += 1;
      }
      waits.push(waited);
    }

    expect(waits.every((wait) => wait <= 61)).toBe(true);
    expect(waits[waits.length - 1]).toBeGreaterThanOrEqual(58);
  });

  test('no other token is asked for to get around a 429', async () => {
    const opened = await limited('trigger', { name: 'status', status: 429 });

    expect(opened.run().tokens).toBe(0);
  });
});
