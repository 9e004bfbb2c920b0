import { describe, expect, test } from '@jest/globals';
import { choose, chosenIn, noticeIn } from '../support/choosing';
import { killsOf, sample } from '../support/crash-scene';
import { build, openReport, shown } from '../support/dashboard-scene';
import { documentProperties } from '../support/document-properties';
import { isLong, outOfAll, runs } from '../support/runs';
import { ANN, BOB, prepared, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Choices on dashboards that are killed, that meet, and over many rows. */

const RUNS = outOfAll(20);
const SEED = Number(process.env.TEST_SEED ?? 20_260_310);
const GRAND = 'Grand Hotel, London';
const stage = new Stage({ allowance: 100_000 });

const opened = prepared(
  async () => {
    const { scene, id } = await openReport(stage);
    build(scene, id);
    return { scene, id };
  },
  ({ scene }) => scene,
);

/** All but the drop-downs, which hold what was chosen, and row 3, a formula. */
const block = (scene: Scene) => {
  const [first, [, , , ...about] = [], , ...rest] = shown(scene);
  return [first, about, ...rest];
};

describe('a choice', () => {
  test(`killed at its calls leaves the old block or the new one, whole, and a refresh makes it (seed ${SEED})`, async () => {
    const clean = await opened();
    const old = block(clean.scene);
    choose(clean.scene, { name: 'Pier' });
    const made = block(clean.scene);
    expect(made).not.toEqual(old);
    let news = 0;
    for (const at of sample(killsOf(clean.scene.last, SEED), RUNS, SEED)) {
      const { scene, id } = await opened();
      scene.emulator.fault = at;
      choose(scene, { name: 'Pier' });
      expect({ at, outcome: scene.last.outcome.kind }).toEqual({ at, outcome: 'killed' });
      const isNew = JSON.stringify(block(scene)) === JSON.stringify(made);
      news += Number(isNew);
      expect({ at, cells: block(scene) }).toEqual({ at, cells: isNew ? made : old });
      // What the sheet compares the drop-downs with, to say that the figures are not those of the choice.
      expect(scene.book.cell('Overview!A3').formula).toContain(`(A2<>"${isNew ? 'Pier' : 'All venues'}")`);
      choose(scene, { name: 'Pier' });
      expect({ at, cells: block(scene) }).toEqual({ at, cells: made });
      state(scene.refresh(id));
      expect(chosenIn(scene)).toEqual(['Pier', 'Whole report']);
    }
    expect(news).toBeGreaterThan(0);
  });

  const seeds = Array.from({ length: runs(2, 25) }, (_, at) => SEED + at);
  test.each(seeds)(
    'of two people at once leaves one of the two, whole; the later one if it begins later (seed %i)',
    async (seed) => {
      const whole = new Map<unknown, unknown>();
      for (const name of ['Pier', GRAND]) {
        const { scene } = await opened();
        choose(scene, { name });
        whole.set(name, block(scene));
      }
      const { scene } = await opened();
      const { editor } = scene.book.document;
      const tasks = [
        ['Pier', ANN],
        [GRAND, BOB],
      ].flatMap(([name = '', person]) => {
        editor.type('Overview!A2', name, person);
        return scene.book.answersTo('Overview!A2');
      });
      // The first one has stored its choice by then.
      const rush = seed % 2 === 0 ? undefined : { task: 1, afterSteps: 12 + (seed % 40) };
      for (const { outcome } of scene.emulator.interleave(tasks, { seed, ...(rush && { rush }) })) {
        expect(outcome.kind).toBe('returned');
      }
      const [name] = chosenIn(scene);
      if (rush !== undefined) expect(name).toBe(GRAND);
      expect(block(scene)).toEqual(whole.get(name));
      expect(JSON.parse(documentProperties(scene).dashboards ?? '').dashboards[0].choice.name).toBe(name);
    },
  );

  test.each(seeds)(
    'while the report is refreshed shows the new rows after both, as chosen (seed %i)',
    async (seed) => {
      const { scene, id } = await opened();
      await scene.serve(
        [40, 41, 42].map((posted) =>
          sentRecord({ day: '2026-03-02', venue: 'Pier', posted, booked: 30, worked: 20 }),
        ),
      );
      scene.book.document.editor.type('Overview!A2', 'Pier', BOB);
      const [answer] = scene.book.answersTo('Overview!A2');
      if (answer === undefined) throw new Error('No trigger answers.');
      const refresh = {
        book: scene.book,
        user: ANN,
        kind: 'sidebar',
        name: 'sidebarRefreshReport',
        args: [id, true],
      } as const;
      scene.emulator.interleave([answer, refresh], { seed });
      state(scene.refresh(id));
      expect([...chosenIn(scene), noticeIn(scene)]).toEqual(['Pier', 'Whole report', '']);
      expect(scene.book.cell('Overview!H7').value).toBe(20 + 21 + 22);
    },
  );
});

test.each(isLong ? [4000, 20_000] : [4000])(
  'over %i rows takes at most 45 calls and reads little more than the table',
  async (count) => {
    const crews = Array.from({ length: count }, (_, at) => ({
      day: new Date(Date.UTC(2026, 1, 23 + (at % 14))).toISOString().slice(0, 10),
      venue: `Venue ${at % 40}`,
      role: `Job ${at % 7}`,
      ...{ posted: 9 + (at % 5), booked: 8, worked: 5 + (at % 3), demand: 9 },
    }));
    const { scene, id } = await openReport(stage, crews.map(sentRecord));
    for (const template of ['overview', 'where_and_when', 'scorecard'] as const) {
      const [report] = build(scene, id, template).reports;
      const sheet = report?.dashboards.at(-1)?.sheet ?? '';
      choose(scene, { name: 'Venue 7' }, sheet);
      expect(chosenIn(scene, sheet)[0]).toBe('Venue 7');
      const { wireCalls, cellsRead, cellsWritten } = scene.last;
      expect(wireCalls).toBeLessThanOrEqual(45);
      expect(cellsRead).toBeLessThanOrEqual(21 * (count + 1));
      expect(cellsWritten).toBeLessThanOrEqual(6000);
    }
  },
);
