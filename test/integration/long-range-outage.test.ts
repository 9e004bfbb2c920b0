import { describe, expect, test } from '@jest/globals';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* A long report that a daily schedule fills in the hours of a morning, and mornings in which that was not possible. */

const HOUR = 3_600_000;
/** A day that the service does not give. */
const MISSED = '2026-01-15';

const stage = new Stage({ allowance: 100_000 });

/** So many hours by the clocks of both sides. */
async function pass(scene: Scene, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await scene.server.setClock(new Date(scene.emulator.clock.now() + HOUR).toISOString());
    scene.emulator.advance({ hours: 1 });
  }
}

/** Answers up to ten days, in half a minute; more are refused. */
async function givesTenDays(scene: Scene): Promise<void> {
  await scene.server.clearScenarios();
  const refusal = { name: 'status', status: 504, latencyMillis: 15_000 } as const;
  await scene.server.setScenario('report', { ...refusal, when: { daysOver: 10 } });
  await scene.server.setScenario('report', { name: 'slow', millis: 30_000 });
}

const lastRun = (scene: Scene) => state(scene.ask('sidebarState')).reports[0]?.lastRun;
/** Those that the platform sends by itself are not ours. */
const mails = (scene: Scene) =>
  scene.emulator.mails.filter(({ subject }) => subject.startsWith('Shift Reports:'));

/** Three years that take three runs, daily at six, gone on with every hour: at half past seven of the second morning, after two runs. */
async function filling(): Promise<Scene> {
  const scene = await stage.open();
  const { employers, demoEmployer } = scene.server;
  const small = employers.find(
    ({ clientId, region }) => clientId !== demoEmployer.clientId && region === 'UK',
  );
  scene.connect({ clientId: small?.clientId ?? '', clientSecret: small?.clientSecret ?? '' });
  scene.saveReport({ from: '2023-03-10', to: '2026-03-09', columns: 'SHIFT_DATE, SHIFT_ID' });
  const schedule = () => state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, email: ANN }));
  schedule();
  await givesTenDays(scene);
  await pass(scene, 24);
  schedule();
  await pass(scene, 22);
  return scene;
}

describe('three years of a slow service, each morning', () => {
  test('are filled in the morning after an outage of two hours', async () => {
    const scene = await filling();
    expect(lastRun(scene)).toMatchObject({
      outcome: 'unfinished',
      finishedAt: expect.stringMatching(/ 07:/),
    });
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 503 });
    await pass(scene, 2);
    expect(lastRun(scene)?.message).toContain('HTTP 503');
    await givesTenDays(scene);

    await pass(scene, 26);

    expect(lastRun(scene)?.outcome).toBe('refreshed');
  });

  test('are filled once every day is given again, however long one was not', async () => {
    const scene = await filling();
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 504, when: { includes: MISSED } });
    await pass(scene, 48);
    expect(lastRun(scene)?.message).toContain('HTTP 504');
    expect(mails(scene)).toHaveLength(1);
    await givesTenDays(scene);

    await pass(scene, 26);

    expect(lastRun(scene)?.outcome).toBe('refreshed');
  });
});

test('a report that failed for a day that is never given is not said to be on its way again, hour by hour', async () => {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ period: 'last 3 months', from: '', to: '' });
  state(scene.refresh(id));
  await scene.server.setScenario('report', { name: 'status', status: 504, when: { includes: MISSED } });
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 6, email: ANN }));
  const outcomes: (string | undefined)[] = [];

  for (let hour = 0; hour < 12; hour += 1) {
    await pass(scene, 1);
    outcomes.push(lastRun(scene)?.outcome);
  }

  expect(outcomes).toEqual(['unfinished', ...new Array(11).fill('failed')]);
});
