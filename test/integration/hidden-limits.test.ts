import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SeededRandom } from '../emulator/random';
import { ANN, type Scene, Stage } from '../support/scene';

/*
 * A report of many days from a service with limits that it keeps to itself, through the built add-on.
 * TEST_RUNS=20 npx jest test/integration/hidden-limits runs more.
 */

const RUNS = Number(process.env.TEST_RUNS ?? 3);
const FIRST_SEED = Number(process.env.TEST_SEED ?? 20_260_307);
const seeds = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index);
/** Requests of a minute. Few enough to be met. */
const ALLOWANCE = 11;
const RANGE = { from: '2025-09-10', to: '2026-02-20' };
const RANGE_DAYS = 164;
const MOST_RUNS = 60;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: ALLOWANCE });
});
afterAll(() => stage.close());

async function opened(): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  const { employers, demoEmployer } = scene.server;
  const small = employers.find(
    ({ clientId, region }) => clientId !== demoEmployer.clientId && region === 'UK',
  );
  scene.connect({ clientId: small?.clientId ?? '', clientSecret: small?.clientSecret ?? '' });
  return { scene, id: scene.saveReport({ ...RANGE, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID' }) };
}

/** Refreshes until the table is written, at once where more is to come and a quarter of an hour later after a failure. */
async function finish({ scene, id }: { readonly scene: Scene; readonly id: string }): Promise<number> {
  const before = scene.emulator.requests.length;
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const result = scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id, true);
    const outcome =
      result.kind === 'success' ? (result.value as { kind: string; more?: boolean }) : undefined;
    await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
    if (outcome?.kind === 'done' && outcome.more === false) return scene.emulator.requests.length - before;
    scene.emulator.clock.advance(outcome?.kind === 'done' ? 61_000 : 15 * 60_000);
    await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
  }
  throw new Error(`The table was not written after ${MOST_RUNS} runs.`);
}

const table = (scene: Scene) => scene.book.values('Shifts!A1:C9000').filter(([day]) => day !== '');

test.each(seeds)('equals one that is asked for without limits (seed %i)', async (seed) => {
  const days = 3 + new SeededRandom(seed).below(26);
  const whole = await opened();
  await finish(whole);
  const expected = table(whole.scene);
  expect(expected.length).toBeGreaterThan(500);
  const limited = await opened();
  await limited.scene.server.setScenario('report', { name: 'status', status: 504, when: { daysOver: days } });

  const first = await finish(limited);
  expect(table(limited.scene)).toEqual(expected);
  limited.scene.emulator.clock.advance(2 * 3_600_000);
  const later = await finish(limited);

  expect(table(limited.scene)).toEqual(expected);
  const fewest = Math.ceil(RANGE_DAYS / days);
  process.stdout.write(`seed ${seed}: ${JSON.stringify({ days, fewest, first, later })}\n`);
  expect(later).toBeLessThanOrEqual(Math.max(1.5 * fewest, fewest + 3) + Math.ceil(fewest / ALLOWANCE) + 1);
});
