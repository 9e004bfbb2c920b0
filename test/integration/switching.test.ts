import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runs } from '../support/runs';
import { Stage } from '../support/scene';
import {
  readServiceRows,
  type ServiceRows,
  type Session,
  SwitchingModel,
  saveSwitchedReport,
  session,
} from '../support/switching-model';

/*
 * Employers, regions and kinds of connection, switched at random by two people with formulas and refreshes in between.
 */

const RUNS = runs(15, 50);
const SEED = Number(process.env.TEST_SEED ?? 20_260_308);

const stage = new Stage({ allowance: 100_000_000 });
let service: ServiceRows;
beforeAll(async () => {
  service = await readServiceRows(stage);
});

test('no two of the four employers have a row in common', () => {
  const rows = [...service.values()].flatMap((all) => [
    ...new Set(all.map(({ row }) => JSON.stringify(row))),
  ]);

  expect(service.size).toBe(4);
  expect(rows.length).toBeGreaterThan(100);
  expect(new Set(rows).size).toBe(rows.length);
});

test(`formulas and tables show the rows of one employer, the connected one: ${RUNS} sequences (seed ${SEED})`, async () => {
  const figures = { sequences: 0, steps: 0, cells: 0 };
  const play = async ({ steps, userCacheInFormulas }: Session) => {
    const scene = await stage.open({ switches: { userCacheInFormulas } });
    const model = new SwitchingModel(scene, service, saveSwitchedReport(scene));
    for (const step of steps) {
      model.act(step);
      expect(model.strays).toEqual([]);
    }
    figures.sequences += 1;
    figures.steps += steps.length;
    figures.cells += model.cells;
  };
  await fc.assert(fc.asyncProperty(session, play), { numRuns: RUNS, seed: SEED });

  expect(figures.cells).toBeGreaterThan(RUNS * 100);
});
