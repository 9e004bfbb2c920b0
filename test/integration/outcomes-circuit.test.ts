import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Stage } from '../support/scene';
import { sentenceOf } from '../support/sentences';
import { LONGEST_MILLIS, SURFACES, SurfaceScene } from '../support/surface-run';

/* A service that fails, from every surface: 5xx and slow answers. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const REPEATED = [
  [408, 'upstream_timeout'],
  [500, 'unreachable'],
  [502, 'unreachable'],
  [503, 'unreachable'],
  [504, 'upstream_timeout'],
] as const;
const ATTEMPTS = { cell: 2, sidebar: 3, trigger: 4 };

describe.each(SURFACES)('a service that fails, asked from a %s', (surface) => {
  test.each(REPEATED)(
    '%i: repeated as often as the surface allows; the table stays',
    async (status, code) => {
      const opened = await SurfaceScene.open(stage, surface, 'kept');
      const table = opened.contents();
      await opened.scene.server.setScenario('report', { name: 'status', status });

      const run = opened.run();

      expect(run.message).toMatch(sentenceOf(code, status));
      expect(run).toMatchObject({ reports: ATTEMPTS[surface], tokens: 0 });
      // At most 0.5 s, 1 s and 2 s: full jitter on a doubled half second.
      expect(run.record.sleptMillis).toBeLessThanOrEqual(
        { cell: 500, sidebar: 1500, trigger: 3500 }[surface],
      );
      expect(opened.contents()).toEqual(table);
    },
  );

  test('501: asked once, and counted for the circuit', async () => {
    const opened = await SurfaceScene.open(stage, surface, 'kept');
    await opened.scene.server.setScenario('report', { name: 'status', status: 501 });

    const run = opened.run();

    expect(run.message).toMatch(sentenceOf('unreachable', 501));
    expect(run.reports).toBe(1);
    expect([opened.runAgain(), opened.runAgain(), opened.runAgain()].map(({ reports }) => reports)).toEqual([
      1, 1, 0,
    ]);
  });

  test('504 once: the repeat succeeds, with the same correlation ID', async () => {
    const opened = await SurfaceScene.open(stage, surface, 'kept');
    await opened.scene.server.setScenario('report', { name: 'status', status: 504, times: 1 });

    const run = opened.run();

    expect(run).toMatchObject({ message: '', reports: 2 });
    const sent = opened.scene.emulator.requests.slice(-2).map(({ headers }) => new Map(headers));
    expect(sent[0]?.get('X-Correlation-ID')).toBe(sent[1]?.get('X-Correlation-ID'));
  });

  test('an answer that takes a minute: the execution ends in time', async () => {
    const opened = await SurfaceScene.open(stage, surface, 'kept');
    await opened.scene.server.setScenario('report', { name: 'slow', millis: 61_000 });

    const run = opened.run();

    expect(run.message).toMatch(sentenceOf('unreachable', null));
    expect(run.record.virtualMillis).toBeLessThanOrEqual(LONGEST_MILLIS[surface]);
    // 15 s and what is left of 25 s; 30 s and what is left of 60 s; 60 s twice.
    expect(run.reports).toBe(2);
  });

  test('504 after almost the whole patience: the execution ends in time', async () => {
    const opened = await SurfaceScene.open(stage, surface, 'kept');
    const latencyMillis = { cell: 14_000, sidebar: 29_000, trigger: 59_000 }[surface];
    await opened.scene.server.setScenario('report', { name: 'status', status: 504, latencyMillis });

    const run = opened.run();

    expect(run.record.virtualMillis).toBeLessThanOrEqual(LONGEST_MILLIS[surface]);
    expect(run.record.outcome.kind).not.toBe('killed');
  });
});

describe('the circuit of a failing service', () => {
  test('opens after three failures in a row, for a minute, then one probe', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { clock } = opened.scene.emulator;
    await opened.scene.server.setScenario('report', { name: 'status', status: 503 });
    expect(opened.run().reports).toBe(3);

    clock.advance(58_000);
    expect(opened.runAgain()).toMatchObject({ reports: 0, message: expect.stringMatching(/^Try again in /) });

    clock.advance(3000);
    expect(opened.runAgain().reports).toBe(1);
    expect(opened.runAgain().reports).toBe(0);

    clock.advance(61_000);
    await opened.scene.server.clearScenarios();
    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });

  test('closes with the first answer: the patience is whole again', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { server, emulator } = opened.scene;
    await server.setScenario('report', { name: 'status', status: 503 });
    opened.run();
    emulator.clock.advance(61_000);
    await server.clearScenarios();
    opened.runAgain();
    await server.setScenario('report', { name: 'status', status: 503 });

    expect(opened.runAgain().reports).toBe(3);
  });

  test('two failures do not open it', async () => {
    const opened = await SurfaceScene.open(stage, 'cell', 'kept');
    await opened.scene.server.setScenario('report', { name: 'status', status: 503, times: 2 });
    expect(opened.run().reports).toBe(2);

    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });

  test('one region that fails does not hold up the other', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { scene } = opened;
    await scene.server.setScenario('report', { name: 'status', status: 503, when: { region: 'UK' } });
    opened.run();
    const american = scene.server.employers.find(({ region }) => region === 'US');
    if (american === undefined) throw new Error('There is no US employer.');
    const { clientId, clientSecret } = american;

    scene.connect({ region: 'US', clientId, clientSecret });

    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });
});

describe('rows that are kept', () => {
  test.each([504, 503, 429])(
    '%i: a formula shows them for six hours, unless told otherwise',
    async (status) => {
      const opened = await SurfaceScene.open(stage, 'cell', 'kept');
      const { scene } = opened;
      const before = scene.formula('2026-02-01', '2026-02-02');
      await scene.server.setScenario('report', { name: 'status', status });
      const stillFresh = scene.formula('2026-02-01', '2026-02-02');
      scene.emulator.clock.advance(16 * 60_000);

      const whileFailing = scene.formula('2026-02-01', '2026-02-02');
      const asked = scene.last.fetches;
      const strict = scene.formula('2026-02-01', '2026-02-02', 'if failed', 'error');
      scene.emulator.clock.advance(6 * 3_600_000);
      const tooOld = scene.formula('2026-02-01', '2026-02-02');

      expect([stillFresh, whileFailing]).toEqual([before, before]);
      expect(asked).toBeGreaterThanOrEqual(1);
      expect([strict.kind, tooOld.kind]).toEqual(['error', 'error']);
    },
  );

  test.each([
    [401, 'token_rejected'],
    [403, 'wrong_employer'],
    [404, 'not_available'],
  ] as const)('%i: a formula shows no rows any more', async (status, code) => {
    const opened = await SurfaceScene.open(stage, 'cell', 'kept');
    const { scene } = opened;
    scene.formula('2026-02-01', '2026-02-02');
    scene.emulator.clock.advance(16 * 60_000);
    await scene.server.setScenario('report', { name: 'status', status });

    const result = scene.formula('2026-02-01', '2026-02-02');

    expect(result).toEqual({
      kind: 'error',
      message: expect.stringMatching(sentenceOf(code, status)),
    });
  });
});
