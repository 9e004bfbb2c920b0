import { describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { Stage } from '../support/scene';
import { sentenceOf } from '../support/sentences';
import { LONGEST_MILLIS, SURFACES, type Surface, SurfaceScene } from '../support/surface-run';

/* Too many requests, and tokens that are refused, from every surface. */

const stage = new Stage();

async function limited(surface: Surface, rule: ScenarioRule): Promise<SurfaceScene> {
  const opened = await SurfaceScene.open(stage, surface, 'kept');
  const { server, emulator } = opened.scene;
  // The service's clock stands; what it writes as a date must follow the spreadsheet's.
  if ('dateInSeconds' in rule) await server.setClock(new Date(emulator.clock.now()).toISOString());
  await server.setScenario('report', rule);
  return opened;
}

describe.each(SURFACES)('429, asked from a %s', (surface) => {
  test('without a header: nobody asks for a minute; only a run on a schedule has time to wait', async () => {
    const opened = await limited(surface, { name: 'status', status: 429 });

    const run = opened.run();

    expect(run.message).toMatch(sentenceOf('rate_limited', 429));
    expect(run).toMatchObject({ reports: surface === 'trigger' ? 3 : 1, tokens: 0 });
    expect(run.record.sleptMillis).toBe(surface === 'trigger' ? 120_000 : 0);
    expect(run.record.virtualMillis).toBeLessThanOrEqual(LONGEST_MILLIS[surface]);
    expect(opened.runForOtherDays().reports).toBe(0);
  });

  test('Retry-After of 5 s: it waits that long, three times at most', async () => {
    const opened = await limited(surface, { name: 'retry-after', value: '5' });

    const run = opened.run();

    expect([run.reports, run.record.sleptMillis]).toEqual([3, 10_000]);
  });

  test('and then an answer: the days come in one run', async () => {
    const opened = await limited(surface, { name: 'retry-after', value: '5', times: 1 });

    expect(opened.run()).toMatchObject({ message: '', reports: 2 });
  });

  test('401 once: one fresh token and one repeat, not counted as an attempt', async () => {
    const opened = await limited(surface, { name: 'status', status: 401, times: 1 });

    expect(opened.run()).toMatchObject({ message: '', reports: 2, tokens: 1 });
  });
});

describe('how long 429 is obeyed', () => {
  test.each<[string, ScenarioRule, number]>([
    ['seconds', { name: 'retry-after', value: '120' }, 120],
    ['an HTTP date', { name: 'retry-after', dateInSeconds: 180 }, 180],
    ['the first of several headers', { name: 'retry-after', value: ['90', '7'] }, 90],
    ['a day, cut to an hour', { name: 'retry-after', value: '86400', headerName: 'ReTrY-aFtEr' }, 3600],
  ])('%s', async (_title, rule, seconds) => {
    const opened = await limited('cell', rule);
    const { clock } = opened.scene.emulator;

    expect(opened.run().reports).toBe(1);

    await opened.scene.server.clearScenarios();
    clock.advance(seconds * 1000 - 29_000);
    expect(opened.runAgain().reports).toBe(0);
    clock.advance(31_000);
    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });

  test('no other token is asked for to get around a 429', async () => {
    const opened = await limited('trigger', { name: 'status', status: 429 });

    expect(opened.run().tokens).toBe(0);
  });

  test('an odd Retry-After counts as none', async () => {
    const opened = await limited('cell', { name: 'retry-after', value: '1, 2' });

    const run = opened.run();

    expect([run.reports, run.record.sleptMillis]).toEqual([1, 0]);
    opened.scene.emulator.clock.advance(50_000);
    expect(opened.runAgain().record.sleptMillis).toBeGreaterThan(5000);
  });

  test('503 asks for the same', async () => {
    const opened = await limited('cell', { name: 'retry-after', value: '1800', status: 503 });
    expect(opened.run()).toMatchObject({ reports: 1, record: { sleptMillis: 0 } });
    opened.scene.emulator.clock.advance(1_700_000);
    expect(opened.runAgain().reports).toBe(0);
  });
});
