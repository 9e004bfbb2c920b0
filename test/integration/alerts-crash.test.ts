import { expect, test } from '@jest/globals';
import { outOfAll } from '../support/runs';
import { mails, prepared, Stage } from '../support/scene';
import { alertOf, nextRun, watch, week } from './alerts-scene';

/* A scheduled run with news of an alert, killed at its calls: a sample, all of them in `npm run test:long`. */

const stage = new Stage({ allowance: 100_000 });

/** A weekly schedule just before its first run, which will find the week of 9 March missed. */
const aboutToMiss = prepared(
  async () => {
    const scene = await watch(stage, 'week');
    await scene.serve(week('2026-03-09', 8));
    return scene;
  },
  (scene) => scene,
);

/** Kills the run at one call, and runs on for two weeks. @returns How many mails told of the miss, and of its end. */
async function killAt(killAtCall: number): Promise<readonly [number, number]> {
  const scene = await aboutToMiss();
  scene.emulator.fault = { killAtCall };
  expect([killAtCall, nextRun(scene, 7).outcome.kind]).toEqual([killAtCall, 'killed']);
  scene.emulator.fault = null;
  await scene.serve(week('2026-03-16', 7));
  nextRun(scene, 7);
  expect([killAtCall, alertOf(scene).state]).toEqual([killAtCall, 'open']);
  await scene.serve(week('2026-03-23', 10));
  nextRun(scene, 7);
  expect([killAtCall, alertOf(scene).state]).toEqual([killAtCall, 'quiet']);
  const subjects = mails(scene).map(({ subject }) => subject);
  const count = (words: string) => subjects.filter((subject) => subject.includes(words)).length;
  return [count('1 venue below target'), count('1 back on target')];
}

const RUNS = outOfAll(8);

test('a kill loses no mail, and doubles at most the one that had just gone', async () => {
  const clean = await aboutToMiss();
  const { calls } = nextRun(clean, 7);
  expect([mails(clean).length, alertOf(clean).state]).toEqual([1, 'open']);
  let [kills, doubled] = [0, 0];
  const step = Math.max(1, Math.floor(calls.length / RUNS));
  for (let killAtCall = 1; killAtCall <= calls.length; killAtCall += step) {
    const [begun, ended] = await killAt(killAtCall);
    expect([killAtCall, begun >= 1, begun <= 2, ended]).toEqual([killAtCall, true, true, 1]);
    kills += 1;
    doubled += begun - 1;
  }
  expect(kills).toBeGreaterThanOrEqual(8);
  // Six calls lie between the mail and the end of its note.
  expect(doubled).toBeLessThanOrEqual(6);
});
