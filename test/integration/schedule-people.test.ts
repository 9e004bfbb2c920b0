import { describe, expect, test } from '@jest/globals';
import { drawInteger, seededRandom } from '../api-server/data/seeded-random';
import type { Trigger } from '../emulator/world';
import { ANN, BOB, type Scene, Stage, state, wireCalls } from '../support/scene';

/* Schedules of several people in one spreadsheet. Requirement C3. */

const stage = new Stage({ allowance: 100_000 });

const EVE = 'eve@employer.example';
const HOUR = 3_600_000;
const HOURLY = { every: 'hour', hour: 0 };
type Installation = 'bound' | 'add-on';
const INSTALLATIONS: readonly Installation[] = ['bound', 'add-on'];
const SEED = Number(process.env.SEED ?? 1);
/** How many sequences of take-overs; `WORLDS=10 npx jest …` plays more. */
const WORLDS = Number(process.env.WORLDS ?? 2);

async function scheduled(installation: Installation = 'bound'): Promise<Scene> {
  const { scene } = await stage.again(installation, () => open(installation));
  return scene;
}

async function open(installation: Installation): Promise<{ readonly scene: Scene }> {
  const scene = await stage.connected({ installation });
  scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.ask('sidebarSaveSchedule', HOURLY));
  return { scene };
}

function triggers(scene: Scene): readonly Trigger[] {
  return scene.emulator.triggers;
}

/** Adds four copies of the one trigger, as a platform that repeats itself would. */
function duplicate(scene: Scene): void {
  const [own] = triggers(scene);
  if (own === undefined) throw new Error('There is no trigger.');
  for (const id of ['a', 'b', 'c', 'd']) scene.emulator.triggers.push({ ...own, uniqueId: id });
}

/** When refreshes asked for the report. Before them Connect has read one day of it. */
function reportTimes(scene: Scene): number[] {
  const times = scene.emulator.requests
    .filter(({ url }) => url.includes('/reports/'))
    .map(({ sentAt }) => sentAt);
  return times.slice(1);
}

describe.each(INSTALLATIONS)('in a script that is %s', (installation) => {
  test('the trigger of whoever saved last leads; the one before stands in', async () => {
    const scene = await scheduled(installation);
    scene.emulator.clock.advance(10 * 60_000);
    expect(scene.ask('sidebarSaveSchedule', HOURLY, BOB).kind).toBe('done');
    expect(triggers(scene).map(({ owner }) => owner)).toEqual([ANN, BOB]);

    const runs = scene.emulator.advance({ hours: 24 });

    expect(triggers(scene).map(({ owner }) => owner)).toEqual([ANN, BOB]);
    expect(runs.filter(({ user, fetches }) => user === ANN && fetches > 0)).toEqual([]);
    expect(reportTimes(scene).length).toBe(24);
  });

  test('random saves and take-overs by three people make at most one refresh per hour', async () => {
    const random = seededRandom(SEED, installation);
    for (let world = 0; world < WORLDS; world += 1) {
      const scene = await scheduled(installation);
      for (let step = 0; step < 4; step += 1) {
        scene.emulator.advance({ minutes: drawInteger(random, 1, 400) });
        const person = [ANN, BOB, EVE][drawInteger(random, 0, 2)] ?? ANN;
        scene.ask('sidebarTakeOver', undefined, person);
      }
      scene.emulator.advance({ hours: 12 });
      const times = reportTimes(scene);
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      const hours = times.map((time) => Math.floor(time / HOUR));
      expect({ seed: SEED, world, hours }).toEqual({ seed: SEED, world, hours: [...new Set(hours)] });
      expect(Math.max(...gaps)).toBeLessThanOrEqual(3.1 * HOUR);
    }
  });

  test('of five duplicates one asks, and the others end themselves', async () => {
    const scene = await scheduled(installation);
    duplicate(scene);

    const runs = scene.emulator.advance({ hours: 3, minutes: 5 });

    expect(runs.length).toBe(5 + 1 + 1);
    expect(reportTimes(scene).length).toBe(3);
    expect(triggers(scene).length).toBe(1);
  });

  test('of five duplicates none is left at the first wake after the schedule is saved again', async () => {
    const scene = await scheduled(installation);
    duplicate(scene);

    const saved = scene.ask('sidebarSaveSchedule', HOURLY);
    scene.emulator.advance({ hours: 1, minutes: 1 });
    // An add-on gets no second trigger while a stray is there: then the schedule waits to be saved again.
    if (saved.kind === 'failed') state(scene.ask('sidebarSaveSchedule', HOURLY));

    expect(saved.kind).toBe(installation === 'bound' ? 'done' : 'failed');
    expect(triggers(scene).map(({ owner }) => owner)).toEqual([ANN]);
  });
});

describe('a schedule of someone else', () => {
  test('that was handed over costs the former trigger one read at each wake', async () => {
    const scene = await scheduled();
    scene.ask('sidebarTakeOver', undefined, BOB);
    const runs = scene.emulator.advance({ hours: 2, minutes: 1 }).filter(({ user }) => user === ANN);

    expect(runs.map(wireCalls)).toEqual([['Properties.getProperties'], ['Properties.getProperties']]);
    expect(triggers(scene).map(({ owner }) => owner)).toEqual([ANN, BOB]);
  });
});
