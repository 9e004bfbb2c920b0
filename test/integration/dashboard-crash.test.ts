import { describe, expect, test } from '@jest/globals';
import { dashboardsIn } from '../../src/dashboards/dashboard-records';
import { choose, chosenIn, noticeIn } from '../support/choosing';
import { killsOf, sample } from '../support/crash-scene';
import { build, openDashboard, openReport, sheetOf, shown } from '../support/dashboard-scene';
import { documentProperties } from '../support/document-properties';
import { isLong, outOfAll, runs } from '../support/runs';
import { ANN, BOB, prepared, type Scene, Stage, state } from '../support/scene';
import { dayAfter, type SentRecord, sentRecord } from '../support/shift-records';
import { CREWS, RECORDS } from '../support/two-weeks';

/*
 * Dashboards killed at the service calls of a build, an update and a choice: old or new, never mixed, and healed by the next
 * run. A sample of the calls; all of them in `npm run test:long`. Choices that meet, and over many rows.
 */

const RUNS = outOfAll(20);
const SEED = Number(process.env.TEST_SEED ?? 20_260_310);
const GRAND = 'Grand Hotel, London';
/** Fewer missing people by far, and other venues, so that hardly a cell stays as it was. */
const OTHER = CREWS.map((crew) =>
  sentRecord({ ...crew, venue: `New ${crew.venue}`, worked: crew.worked + 1, demand: crew.posted }),
);

const stage = new Stage({ allowance: 100_000 });

const reported = prepared(
  () => openReport(stage),
  ({ scene }) => scene,
);
const opened = prepared(
  async () => {
    const { scene, id } = await openDashboard(stage);
    scene.book.as(ANN).enter('Overview!Z3', 'mine');
    return { scene, id };
  },
  ({ scene }) => scene,
);
/** The same, with these rows to come. */
const openedWith = (records: readonly SentRecord[]) => async () => {
  const { scene, id } = await opened();
  await scene.serve(records);
  return { scene, id };
};

/** All but the drop-downs, which hold what was chosen, the times of the data, and row 3, a formula. */
const block = (scene: Scene) => {
  const [first, , , ...rest] = shown(scene);
  const isAge = (cell: unknown) => /^Not refreshed since /.test(String(cell));
  return [first, ...rest].map((row) => row?.map((cell) => (isAge(cell) ? '' : cell)));
};
const look = (scene: Scene) => {
  const { charts, conditionalFormats } = sheetOf(scene);
  return { charts: charts.length, rules: conditionalFormats.length };
};

/** What happens to a dashboard, as a person does it, and as it is killed. */
const ACTIONS = [
  {
    what: 'a refresh',
    open: openedWith(OTHER),
    act: (scene: Scene, id: string) =>
      void scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id, true),
    // A killed refresh keeps the report for some minutes.
    again: (scene: Scene, id: string) => {
      scene.emulator.advance({ minutes: 8 });
      state(scene.refresh(id));
    },
    since: 'Lock.tryLock',
  },
  {
    what: 'its building',
    open: reported,
    act: (scene: Scene, id: string) =>
      void scene.book.as(ANN).callFromSidebar('sidebarBuildDashboard', id, 'overview'),
    again: (scene: Scene, id: string) => void build(scene, id),
    since: '',
  },
  {
    what: 'a choice',
    open: openedWith(RECORDS),
    act: (scene: Scene) => choose(scene, { name: 'Pier' }),
    again: (scene: Scene) => choose(scene, { name: 'Pier' }),
    since: '',
  },
];

describe('a dashboard killed', () => {
  test.each(ACTIONS)(
    `at calls of $what is old or new, whole, and new after the next (seed ${SEED})`,
    async ({ what, open, act, again, since }) => {
      const clean = await open();
      const isThere = what !== 'its building';
      const old = isThere ? block(clean.scene) : undefined;
      act(clean.scene, clean.id);
      const made = block(clean.scene);
      expect(made).not.toEqual(old);
      const expected = look(clean.scene);
      const begins = clean.scene.last.calls.filter(({ method }) => method === since).pop()?.index ?? 0;
      const kills = killsOf(clean.scene.last, SEED).filter(({ killAtCall }) => killAtCall >= begins);
      let news = 0;
      for (const at of sample(kills, RUNS, SEED)) {
        const { scene, id } = await open();
        scene.emulator.fault = at;
        act(scene, id);
        scene.emulator.fault = null;
        expect({ at, outcome: scene.last.outcome.kind }).toEqual({ at, outcome: 'killed' });
        if (isThere) {
          const isNew = JSON.stringify(block(scene)) === JSON.stringify(made);
          news += Number(isNew);
          expect({ at, cells: block(scene) }).toEqual({ at, cells: isNew ? made : old });
          // What the sheet compares the drop-downs with, to say that the figures are not those of the choice.
          const name = isNew && what === 'a choice' ? 'Pier' : 'All venues';
          expect(scene.book.cell('Overview!A3').formula).toContain(`(A2<>"${name}")`);
        }
        again(scene, id);
        expect({ at, cells: block(scene), ...look(scene) }).toEqual({ at, cells: made, ...expected });
        if (isThere) expect(scene.book.cell('Overview!Z3').value).toBe('mine');
        const { reports } = state(scene.ask('sidebarState'));
        expect({ at, dashboards: reports[0]?.dashboards }).toEqual({
          at,
          dashboards: [{ template: 'overview', sheet: 'Overview' }],
        });
        const sheets = scene.book.workbook.sheets.filter(({ name }) => /^Overview/.test(name));
        expect({ at, sheets: sheets.length }).toEqual({ at, sheets: 1 });
        if (what !== 'a choice') continue;
        state(scene.refresh(id));
        expect(chosenIn(scene)).toEqual(['Pier', 'Whole report']);
      }
      expect(news > 0).toBe(isThere);
    },
  );
});

describe('a choice', () => {
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
      const { editor } = scene.book;
      const tasks = [
        ['Pier', ANN],
        [GRAND, BOB],
      ].flatMap(([name = '', person]) => {
        editor.type('Overview!A2', name, person);
        return scene.book.answersTo('Overview!A2');
      });
      // The first one has stored its choice by then.
      const after = seed % 2 === 0 ? 0 : 12 + (seed % 40);
      for (const { outcome } of scene.emulator.interleave(tasks, { seed, after })) {
        expect(outcome.kind).toBe('returned');
      }
      const [name] = chosenIn(scene);
      if (after > 0) expect(name).toBe(GRAND);
      expect(block(scene)).toEqual(whole.get(name));
      expect(dashboardsIn(documentProperties(scene))[0]?.choice?.name).toBe(name);
    },
  );

  test.each(seeds)('while the report is refreshed shows the new rows, as chosen (seed %i)', async (seed) => {
    const { scene, id } = await opened();
    await scene.serve(
      [40, 41, 42].map((posted) =>
        sentRecord({ day: '2026-03-02', venue: 'Pier', posted, booked: 30, worked: 20 }),
      ),
    );
    scene.book.editor.type('Overview!A2', 'Pier', BOB);
    const [answer] = scene.book.answersTo('Overview!A2');
    if (answer === undefined) throw new Error('No trigger answers.');
    const refresh = { book: scene.book, user: ANN, kind: 'sidebar', name: 'sidebarRefreshReport' } as const;
    scene.emulator.interleave([answer, { ...refresh, args: [id, true] }], { seed });
    expect([...chosenIn(scene), noticeIn(scene)]).toEqual(['Pier', 'Whole report', '']);
    expect(scene.book.cell('Overview!H7').value).toBe(20 + 21 + 22);
  });

  test.each(isLong ? [4000, 20_000] : [4000])(
    'over %i rows takes at most 45 calls and reads little more than the table',
    async (count) => {
      const crews = Array.from({ length: count }, (_, at) => ({
        day: dayAfter('2026-02-23', at % 14),
        venue: `Venue ${at % 40}`,
        role: `Job ${at % 7}`,
        ...{ posted: 9 + (at % 5), booked: 8, worked: 5 + (at % 3), demand: 9 },
      }));
      const { scene, id } = await openReport(stage, crews.map(sentRecord));
      for (const template of ['overview', 'where_and_when', 'scorecard'] as const) {
        const [report] = build(scene, id, template).reports;
        const sheet = report?.dashboards.find((one) => one.template === template)?.sheet ?? '';
        choose(scene, { name: 'Venue 7' }, sheet);
        expect(chosenIn(scene, sheet)[0]).toBe('Venue 7');
        const { wireCalls, cellsRead, cellsWritten } = scene.last;
        expect(wireCalls).toBeLessThanOrEqual(45);
        expect(cellsRead).toBeLessThanOrEqual(21 * (count + 1));
        expect(cellsWritten).toBeLessThanOrEqual(6000);
      }
    },
  );
});
