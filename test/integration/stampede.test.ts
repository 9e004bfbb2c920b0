import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionRecord } from '../emulator/execution-record';
import { recordFigure } from '../support/record-figure';
import { ANN, type Scene, Stage } from '../support/scene';

const CELLS = 50;
/** How many interleavings; each seed is one. `SEEDS=200 npx jest …` runs more. */
const SEEDS = Number(process.env.SEEDS ?? 50);
const CHUNK = 10;
/** What a cell may cost in a crowd. */
const MOST_CALLS = 10;
/** Harder than the platform, which starts 30 at once for one person. */
const ALL_AT_ONCE = { simultaneousExecutions: CELLS };

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

/** Fifty cells of one spreadsheet, calculated side by side in an order that the seed decides. */
function calculate(
  scene: Scene,
  seed: number,
  dates: (cell: number) => [string, string],
): Promise<ExecutionRecord[]> {
  const tasks = Array.from({ length: CELLS }, (_, cell) => ({
    book: scene.book,
    user: ANN,
    kind: 'formula' as const,
    name: 'SHIFT_FULFILMENT',
    args: dates(cell),
  }));
  return scene.emulator.interleave(tasks, { seed });
}

const SAME_DAYS = (): [string, string] => ['2026-03-01', '2026-03-02'];

function failures(records: readonly ExecutionRecord[]): unknown[] {
  return records.filter(({ outcome }) => outcome.kind !== 'returned').map(({ outcome }) => outcome);
}

describe(`${CELLS} cells at once, ${SEEDS} seeds`, () => {
  const chunks = Array.from({ length: Math.ceil(SEEDS / CHUNK) }, (_, index) => index * CHUNK + 1);

  const callsOfACell: number[] = [];
  afterAll(() => {
    if (callsOfACell.length < SEEDS) return;
    const figure = `token requests 1, service calls of a cell at most ${Math.max(...callsOfACell)}`;
    recordFigure({ requirement: 'H1', what: `${CELLS} cold cells`, n: SEEDS, figure });
  });

  test.each(chunks)(
    'cold, the same range: one token request and one report request (seeds from %d)',
    async (first) => {
      for (let seed = first; seed < first + CHUNK && seed <= SEEDS; seed += 1) {
        const scene = await stage.open({ seed, switches: ALL_AT_ONCE });
        scene.connect();
        scene.emulator.clock.advance(4_000_000);
        await scene.server.clear();

        const records = await calculate(scene, seed, SAME_DAYS);

        expect({ seed, failures: failures(records) }).toEqual({ seed, failures: [] });
        expect({ seed, requests: await scene.requestKinds() }).toEqual({
          seed,
          requests: ['token', 'report'],
        });
        const most = Math.max(...records.map(({ wireCalls }) => wireCalls));
        expect({ seed, few: most <= MOST_CALLS }).toEqual({ seed, few: true });
        callsOfACell.push(most);
        scene.emulator.dispose();
      }
    },
  );

  test.each([1, 2, 3])('a token that died: one new token, and all succeed (seed %d)', async (seed) => {
    const scene = await stage.open({ seed, switches: ALL_AT_ONCE });
    scene.connect();
    scene.formula('2026-02-01', '2026-02-01');
    await scene.server.revokeTokens();
    await scene.server.clear();

    const records = await calculate(scene, seed, (cell) => {
      const day = `2026-03-${String((cell % 9) + 1).padStart(2, '0')}`;
      return [day, day];
    });

    expect(failures(records)).toEqual([]);
    const kinds = await scene.requestKinds();
    expect(kinds.filter((kind) => kind === 'token')).toHaveLength(1);
  });

  test.each([403, 404])('%d for fifty ranges: the refusal is met once and shown by all', async (status) => {
    const scene = await stage.open({ seed: status, switches: ALL_AT_ONCE });
    scene.connect();
    await scene.server.clear();
    await scene.server.setScenario('report', { name: 'status', status });

    const records = await calculate(scene, status, (cell) => {
      const day = `2026-0${1 + Math.floor(cell / 25)}-${String((cell % 25) + 1).padStart(2, '0')}`;
      return [day, day];
    });

    expect(failures(records)).toHaveLength(CELLS);
    const kinds = await scene.requestKinds();
    expect(kinds.filter((kind) => kind === 'report').length).toBeLessThanOrEqual(3);
  });

  test('the authorisation server refuses: one token request, nobody waits for half a minute', async () => {
    const scene = await stage.open({ seed: 5, switches: ALL_AT_ONCE });
    scene.connect();
    scene.emulator.clock.advance(4_000_000);
    await scene.server.clear();
    await scene.server.setScenario('token', { name: 'status', status: 401 });

    const records = await calculate(scene, 5, SAME_DAYS);

    expect(failures(records)).toHaveLength(CELLS);
    expect(await scene.requestKinds()).toEqual(['token']);
    expect(Math.max(...records.map(({ virtualMillis }) => virtualMillis))).toBeLessThan(30_000);
  });

  test('429 with Retry-After: nobody asks again before that time', async () => {
    const scene = await stage.open({ seed: 6, switches: ALL_AT_ONCE });
    scene.connect();
    await scene.server.clear();
    await scene.server.setScenario('report', { name: 'retry-after', value: '60' });

    const records = await calculate(scene, 6, SAME_DAYS);

    expect(failures(records)).toHaveLength(CELLS);
    expect(await scene.requestKinds()).toEqual(['report']);
  });
});
