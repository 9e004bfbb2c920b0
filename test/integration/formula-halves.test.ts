import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { oneValue, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage, state } from '../support/scene';

/* Formulas over more days than the service answers for in time. Design, D13: a 504 halves the window. */

const MINUTE = 60_000;
const JANUARY = ['2026-01-01', '2026-01-31'] as const;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

/** A connected spreadsheet, and a service that answers for so many days at most, and else with this status. */
async function limitedTo(days: number, status = 504): Promise<Scene> {
  const scene = await stage.open();
  scene.connect();
  await scene.server.setScenario('report', { name: 'status', status, when: { daysOver: days } });
  return scene;
}

const records = (scene: Scene, from: string, to: string) => scene.call('SHIFT_METRIC', 'records', from, to);

/** What the formula says where nothing is limited. */
async function unlimited(from: string, to: string): Promise<number> {
  const scene = await limitedTo(400);
  return Number(oneValue(records(scene, from, to)));
}

/** Calculates again each quarter of an hour until the cell shows a number. @returns The number, and the tries. */
function calculate(
  scene: Scene,
  from: string,
  to: string,
): { readonly value: number; readonly tries: number } {
  for (let tries = 1; tries <= 8; tries += 1) {
    const result = records(scene, from, to);
    if (result.kind === 'values') return { value: Number(oneValue(result)), tries };
    scene.emulator.clock.advance(15 * MINUTE);
  }
  throw new Error('The cell never showed a number.');
}

describe('a formula over days that are too many for one answer', () => {
  test.each([
    [20, 2],
    [10, 3],
    // While it is found out whether the service is well, one request is sent at a time.
    [5, 5],
  ])('with %d days at most is right at try %d', async (days, tries) => {
    const scene = await limitedTo(days);

    expect(sentenceIn(records(scene, ...JANUARY))).toMatch(
      /^Try again in a minute: the service did not answer in time\./,
    );
    scene.emulator.clock.advance(15 * MINUTE);

    expect(calculate(scene, ...JANUARY)).toEqual({
      value: await unlimited(...JANUARY),
      tries: tries - 1,
    });
  });

  test.each([400, 413, 422])(
    'is right at the next try where more than 20 are refused with %d',
    async (status) => {
      const scene = await limitedTo(20, status);

      expect(sentenceIn(records(scene, ...JANUARY))).toMatch(/it refused the request\./);

      expect(calculate(scene, ...JANUARY)).toEqual({ value: await unlimited(...JANUARY), tries: 1 });
    },
  );

  test('asks for the other days once', async () => {
    const scene = await limitedTo(20);
    sentenceIn(records(scene, ...JANUARY));
    scene.emulator.clock.advance(15 * MINUTE);
    await scene.server.clear();

    records(scene, ...JANUARY);
    records(scene, ...JANUARY);

    expect((await scene.requestKinds()).filter((kind) => kind === 'report')).toHaveLength(2);
  });

  test('over several months is right, whatever month is slow', async () => {
    const scene = await limitedTo(30);

    expect(calculate(scene, '2025-11-01', '2026-02-28')).toEqual({
      value: await unlimited('2025-11-01', '2026-02-28'),
      tries: 2,
    });
  });

  test('is right at once where a refresh has found out how many days are answered', async () => {
    const scene = await limitedTo(20);
    const id = scene.saveReport({ from: '2026-02-01', to: '2026-02-28', sheet: 'February' });
    state(scene.refresh(id));

    expect(calculate(scene, ...JANUARY)).toEqual({ value: await unlimited(...JANUARY), tries: 1 });
  });

  test('asks for all days together again once the cache has forgotten', async () => {
    const scene = await limitedTo(20);
    sentenceIn(records(scene, ...JANUARY));
    await scene.server.clearScenarios();
    scene.emulator.clock.advance(361 * MINUTE);
    await scene.server.clear();
    const counted = oneValue(records(scene, ...JANUARY));

    expect((await scene.requestKinds()).filter((kind) => kind === 'report')).toHaveLength(1);
    expect(counted).toBe(await unlimited(...JANUARY));
  });
});
