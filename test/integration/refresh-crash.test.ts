import { describe, expect, test } from '@jest/globals';
import { killsOf, sample } from '../support/crash-scene';
import { documentProperties } from '../support/document-properties';
import { outOfAll } from '../support/runs';
import { ANN, prepared, type Scene, state } from '../support/scene';
import { stagingStage } from '../support/staging-stage';

/*
 * The first refresh of a spreadsheet, which makes every sheet there is, killed at each service call. A sample of
 * the calls; all of them in `npm run test:long`.
 */

const RUNS = outOfAll(8);
const SEED = Number(process.env.TEST_SEED ?? 20_260_308);
const SHEETS = ['Sheet1', 'Shifts', 'Shift Reports status'];

const made = stagingStage();

describe.each([
  ['written at once', 5, false],
  ['staged', 25, true],
])('a first refresh whose table is %s', (_how, rows, isStaged) => {
  /** A report of one day, whose answer cannot be one that was cut, and no sheet but the user's. */
  const connected = prepared(
    async () => {
      const scene = await made.open(isStaged);
      scene.connect();
      const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
      await scene.server.setScenario('report', { name: 'rows', rows });
      return { scene, id };
    },
    ({ scene }) => scene,
  );
  const table = (scene: Scene) => scene.book.values('Shifts!A1:R40');

  test(`killed at its calls (seed ${SEED}) is finished by the next, with no sheet left over`, async () => {
    const clean = await connected();
    state(clean.scene.refresh(clean.id));
    const newTable = table(clean.scene);

    for (const at of sample(killsOf(clean.scene.last, SEED), RUNS, SEED)) {
      const { scene, id } = await connected();
      scene.book.as(ANN).enter('Sheet1!B2', 'mine');
      scene.emulator.fault = at;
      scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id, true);
      scene.emulator.fault = null;
      expect({ at, outcome: scene.last.outcome.kind }).toEqual({ at, outcome: 'killed' });

      scene.emulator.advance({ minutes: 8 });
      state(scene.refresh(id));

      expect({ at, table: table(scene) }).toEqual({ at, table: newTable });
      const sheets = scene.book.document.workbook.sheets.map(({ name }) => name).sort();
      expect({ at, sheets: sheets.filter((name) => name !== 'Shift Reports staging') }).toEqual({
        at,
        sheets: [...SHEETS].sort(),
      });
      expect(scene.book.cell('Sheet1!B2').value).toBe('mine');
      const { lease = '' } = documentProperties(scene);
      expect([lease, state(scene.ask('sidebarState')).running]).toEqual(['', null]);
    }
  });
});
