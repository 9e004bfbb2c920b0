import { describe, expect, test } from '@jest/globals';
import { killsOf, sample } from '../support/crash-scene';
import { build, openReport, sheetOf, shown } from '../support/dashboard-scene';
import { outOfAll } from '../support/runs';
import { ANN, prepared, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';
import { CREWS } from '../support/two-weeks';

/*
 * Dashboards killed at the service calls of an update and of a build: old or new, never mixed, and healed by the next
 * run. A sample of the calls; all of them in `npm run test:long`.
 */

const RUNS = outOfAll(20);
const SEED = Number(process.env.TEST_SEED ?? 20_260_310);
/** Fewer missing people by far, and other venues, so that hardly a cell stays as it was. */
const OTHER = CREWS.map((crew) =>
  sentRecord({ ...crew, venue: `New ${crew.venue}`, worked: crew.worked + 1, demand: crew.posted }),
);

const stage = new Stage({ allowance: 100_000 });

/** A dashboard of old rows, and new ones to come. */
const reported = prepared(
  () => openReport(stage),
  ({ scene }) => scene,
);

const opened = prepared(
  async () => {
    const { scene, id } = await openReport(stage);
    build(scene, id);
    scene.book.as(ANN).enter('Overview!Z3', 'mine');
    await scene.serve(OTHER);
    return { scene, id };
  },
  ({ scene }) => scene,
);

const look = (scene: Scene) => {
  const { charts, conditionalFormats } = sheetOf(scene);
  return { charts: charts.length, rules: conditionalFormats.length };
};

describe('a dashboard killed', () => {
  test(`at calls of a refresh that updates it is old or new, and new after the next (seed ${SEED})`, async () => {
    const clean = await opened();
    const old = shown(clean.scene);
    state(clean.scene.refresh(clean.id));
    const renewed = shown(clean.scene);
    expect(renewed).not.toEqual(old);
    const { calls } = clean.scene.last;
    const expected = look(clean.scene);
    const begins = calls.filter(({ method }) => method === 'Lock.tryLock').pop()?.index ?? 0;
    const cases = sample(
      killsOf(clean.scene.last, SEED).filter(({ killAtCall }) => killAtCall >= begins),
      RUNS,
      SEED,
    );
    for (const at of cases) {
      const { scene, id } = await opened();
      scene.emulator.fault = at;
      scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id, true);
      scene.emulator.fault = null;
      expect({ at, outcome: scene.last.outcome.kind }).toEqual({ at, outcome: 'killed' });
      const isNew = JSON.stringify(shown(scene)) === JSON.stringify(renewed);
      expect({ at, cells: shown(scene) }).toEqual({ at, cells: isNew ? renewed : old });

      scene.emulator.advance({ minutes: 8 });
      state(scene.refresh(id));
      expect({ at, cells: withoutTimes(shown(scene)) }).toEqual({ at, cells: withoutTimes(renewed) });
      expect(look(scene)).toEqual(expected);
      expect(scene.book.cell('Overview!Z3').value).toBe('mine');
    }
  });

  test(`at calls of its building is whole after the next click (seed ${SEED})`, async () => {
    const clean = await reported();
    build(clean.scene, clean.id);
    const whole = shown(clean.scene);
    const expected = look(clean.scene);
    const cases = sample(killsOf(clean.scene.last, SEED), RUNS, SEED);
    for (const at of cases) {
      const { scene, id } = await reported();
      scene.emulator.fault = at;
      scene.book.as(ANN).callFromSidebar('sidebarBuildDashboard', id, 'overview');
      scene.emulator.fault = null;
      expect({ at, outcome: scene.last.outcome.kind }).toEqual({ at, outcome: 'killed' });

      const { reports } = build(scene, id);
      expect({ at, dashboards: reports[0]?.dashboards }).toEqual({
        at,
        dashboards: [{ template: 'overview', sheet: 'Overview' }],
      });
      expect({ at, cells: shown(scene), ...look(scene) }).toEqual({ at, cells: whole, ...expected });
      const sheets = scene.book.document.workbook.sheets.filter(({ name }) => /^Overview/.test(name));
      expect({ at, sheets: sheets.length }).toEqual({ at, sheets: 1 });
    }
  });
});

/** The service makes a report anew eight minutes later: all but the time must be the same. */
function withoutTimes(cells: readonly (readonly unknown[])[]): readonly unknown[] {
  return cells.map((row, at) => (at === 1 ? [] : row));
}
