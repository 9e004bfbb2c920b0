import { describe, expect, test } from '@jest/globals';
import { SeededRandom } from '../emulator/random';
import { CrashScene, killsOf } from '../support/crash-scene';
import { stagingStage } from '../support/staging-stage';

/*
 * Two kills in a row at different sizes, then a clean run. docs/evidence.md, A3. One sequence after the other in the
 * same spreadsheet; TEST_RUNS=1000 npx jest test/integration/refresh-two-kills runs more.
 */

const RUNS = Number(process.env.TEST_RUNS ?? 4);
const SEED = Number(process.env.TEST_SEED ?? 20_260_302);
const MOST_ROWS = 40;

const made = stagingStage();

describe.each([
  ['written at once', false],
  ['staged', true],
])('a table that is %s', (how, isStaged) => {
  test.each(['replace', 'history'] as const)(
    `is exact after two kills and a clean run, ${RUNS} times (seed ${SEED}, %s)`,
    async (mode) => {
      const random = new SeededRandom(SEED);
      const shape = { title: how, before: 12, after: 20, mode, ...(isStaged ? { dist: made.staging } : {}) };
      const crashed = await CrashScene.open(made.stage, shape);
      const kills = killsOf(crashed.refresh());
      const [ours, exact] = [crashed.userCells(), new Map<number, string>()];
      let killed = 0;

      for (let run = 1; run <= RUNS; run += 1) {
        for (const _ of ['first', 'second']) {
          await crashed.serve(random.below(MOST_ROWS));
          const at = kills[random.below(kills.length)];
          if (crashed.refresh(at).outcome.kind === 'killed') killed += 1;
          crashed.scene.emulator.advance({ minutes: 8 });
        }
        const rows = random.below(MOST_ROWS);
        await crashed.serve(rows);
        crashed.heal();

        const table = JSON.stringify(crashed.table());
        const seen = { run, rows, left: crashed.leftovers(), user: crashed.userCells() };
        expect(seen).toEqual({ run, rows, left: [], user: ours });
        expect(countRows(crashed)).toBe(rows + (mode === 'history' ? 6 : 0));
        expect({ run, rows, table }).toEqual({ run, rows, table: exact.get(rows) ?? table });
        exact.set(rows, table);
      }
      process.stdout.write(`${how}, ${mode}: ${RUNS} of ${RUNS} exact after ${killed} kills\n`);
      crashed.dispose();
    },
    600_000,
  );
});

function countRows(crashed: CrashScene): number {
  return crashed.table().filter(([day]) => typeof day === 'number').length;
}
