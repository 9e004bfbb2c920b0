import { describe, expect, test } from '@jest/globals';
import { SeededRandom } from '../emulator/random';
import { hostileFields, shownCells } from '../support/hostile-shifts';
import { runs } from '../support/runs';
import { ANN, prepared, type Scene, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';
import { stagingStage } from '../support/staging-stage';

/*
 * A table that keeps history, put back as it was before the last refresh.
 */

const RUNS = runs(4, 15);
const SEED = Number(process.env.TEST_SEED ?? 20_260_305);
/** A day too far back to be read again by itself, and those that are asked for again and again. */
const KEPT_DAY = '2025-12-10';
const DAYS = ['2026-02-12', '2026-02-13'] as const;

const made = stagingStage();

/** Shifts of the days, with texts that look like something else, and values that are missing. */
function records(random: SeededRandom, count: number, firstId: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...RECORD,
    SHIFT_ID: firstId + index,
    SHIFT_DATE: DAYS[random.below(DAYS.length)],
    ...hostileFields(random),
  }));
}

/** Six kept shifts, and one of the days that are asked for from now on; the user's notes beside and below. */
const openers = [false, true].map((isStaged) =>
  prepared(
    async () => {
      const scene = await made.open(isStaged);
      scene.connect();
      const form = { from: KEPT_DAY, to: KEPT_DAY, mode: 'history' as const };
      const id = scene.saveReport(form);
      const kept = { ...RECORD, SHIFT_DATE: KEPT_DAY };
      await scene.serve(Array.from({ length: 6 }, (_, index) => ({ ...kept, SHIFT_ID: 1 + index })));
      state(scene.refresh(id));
      scene.saveReport({ ...form, id, from: DAYS[0], to: DAYS[1] });
      await scene.serve([{ ...RECORD, SHIFT_ID: 50, SHIFT_DATE: DAYS[0] }]);
      state(scene.refresh(id));
      scene.book.as(ANN).enter('Shifts!T2', 'beside');
      scene.book.as(ANN).enter('Shifts!B90', 'below');
      return { scene, id };
    },
    ({ scene }) => scene,
  ),
);
const opened = (isStaged = false) => openers[Number(isStaged)]?.() as Promise<{ scene: Scene; id: string }>;

const undo = (scene: Scene, id: string, confirmed = true) =>
  scene.ask('sidebarUndoRefresh', id, undefined, confirmed);
const sortById = (scene: Scene, rows: number) =>
  scene.book.document.editor.sort(`Shifts!A2:R${1 + rows}`, 18, false);

test('a table that keeps history and whose sheet was deleted gets its kept days with the next refresh', async () => {
  const { scene, id } = await opened();
  await scene.serve([{ ...RECORD, SHIFT_ID: 51, SHIFT_DATE: DAYS[0] }]);
  state(scene.refresh(id));
  const { editor } = scene.book.document;
  editor.createSheet('Mine');
  editor.deleteSheet('Shifts');

  state(undo(scene, id));
  expect(scene.book.values('Shifts!R2:R3')).toEqual([[50], ['']]);

  const kept = { ...RECORD, SHIFT_DATE: KEPT_DAY, SHIFT_ID: 1 };
  await scene.serve([kept, { ...RECORD, SHIFT_ID: 51, SHIFT_DATE: DAYS[0] }]);
  state(scene.refresh(id));
  expect(scene.book.values('Shifts!R2:R4')).toEqual([[1], [51], ['']]);
});

describe.each([
  ['written at once, in its order', false, false],
  ['staged, in its order', true, false],
  ['written at once, sorted by someone before', false, true],
  ['staged, sorted by someone before', true, true],
])('a table that keeps history and was %s', (how, isStaged, isSorted) => {
  test(`comes back exactly, kept days and all, and the newer one when undone again: ${RUNS} tables (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const { scene, id } = await opened(isStaged);
    let rows = 7;
    for (let run = 1; run <= RUNS; run += 1) {
      if (isSorted) sortById(scene, rows);
      const before = shownCells(scene);
      const count = random.below(30);
      await scene.serve(records(random, count, 100 * run));
      state(scene.refresh(id));
      rows = 6 + count;
      const after = shownCells(scene);

      // Nobody has typed into it or sorted it since: nothing is asked.
      const undone = state(undo(scene, id, false));
      expect({ run, cells: shownCells(scene) }).toEqual({ run, cells: before });
      expect(undone.reports[0]?.canUndo).toBe(true);
      state(undo(scene, id, false));
      expect({ run, cells: shownCells(scene) }).toEqual({ run, cells: after });
    }
    process.stdout.write(`Undo with history, ${how}: equal ${RUNS} of ${RUNS}, both ways\n`);
  });
});

describe('undoing the refresh of a table that keeps history', () => {
  test('is possible from the second refresh on, and counts the rows that are there then', async () => {
    const { scene, id } = await opened();
    await scene.serve(records(new SeededRandom(SEED), 9, 100));
    expect(state(scene.refresh(id)).reports[0]?.lastRun?.message).toContain('15 shifts');

    const undone = state(undo(scene, id));

    expect(scene.book.cell('Shift Reports status!I2').value).toBe(7);
    expect(undone.reports[0]?.canUndo).toBe(true);
  });

  test('is refused where someone moved the rows since, and nothing is written', async () => {
    const { scene, id } = await opened();
    await scene.serve(records(new SeededRandom(SEED), 9, 100));
    state(scene.refresh(id));
    sortById(scene, 15);
    const before = scene.book.document.snapshot();

    expect(undo(scene, id)).toMatchObject({
      kind: 'failed',
      message: 'Refresh “Shifts” instead: its rows are in another order than the last refresh left them.',
    });
    expect(scene.book.document.snapshot()).toEqual(before);
  });

  test('is followed by a refresh that brings the new rows again', async () => {
    const { scene, id } = await opened();
    await scene.serve(records(new SeededRandom(SEED), 9, 100));
    state(scene.refresh(id));
    const after = shownCells(scene);
    state(undo(scene, id));

    state(scene.refresh(id));

    expect(shownCells(scene)).toEqual(after);
  });

  test('whose columns were changed puts its rows back in the new columns', async () => {
    const { scene, id } = await opened();
    const form = { id, from: DAYS[0], to: DAYS[1], mode: 'history' as const };
    scene.saveReport({ ...form, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID' });

    await scene.serve(records(new SeededRandom(SEED), 3, 900));
    state(scene.refresh(id));
    expect(scene.book.values('Shifts!C8:C11').flat().sort()).toEqual(['', 900, 901, 902]);

    state(undo(scene, id));

    expect(scene.book.values('Shifts!C2:C9').flat()).toEqual([1, 2, 3, 4, 5, 6, 50, '']);
  });

  test('that ended the history puts the kept days back', async () => {
    const { scene, id } = await opened();
    const before = shownCells(scene);
    scene.saveReport({ id, from: DAYS[0], to: DAYS[1], mode: 'replace' });
    await scene.serve(records(new SeededRandom(SEED), 3, 900));
    state(scene.refresh(id));
    expect(shownCells(scene)).not.toEqual(before);

    state(undo(scene, id));

    expect(shownCells(scene)).toEqual(before);
  });
});

describe('what changed in a table that keeps history', () => {
  test('tells of the days that were fetched, not of those that stayed', async () => {
    const { scene, id } = await opened();
    const shift = { ...RECORD, SHIFT_DATE: DAYS[0] };
    await scene.serve([
      { ...shift, SHIFT_ID: 50, VENUE_NAME: 'Rose' },
      { ...shift, SHIFT_ID: 51 },
    ]);
    const { reports } = state(scene.refresh(id));
    expect(reports[0]?.lastRun?.message).toContain('1 shift added, 1 changed.');

    const outcome = scene.ask('sidebarShowChanges', id);

    expect(outcome.message).toBe('1 shift added, 1 changed. See the sheet “Shift Reports changes”.');
    const lines = scene.book.values('Shift Reports changes!C2:F3');
    expect(lines.map((line) => [line[0], line[3]])).toEqual([
      [50, 'Venue'],
      [51, 'Shift added'],
    ]);
    expect(state(outcome).running).toBeNull();
  });
});

describe('what does not keep a table with history from being put back', () => {
  test('another time zone of the spreadsheet', async () => {
    const { scene, id } = await opened();
    const after = shownCells(scene);
    await scene.serve([{ ...RECORD, SHIFT_ID: 60, SHIFT_DATE: DAYS[1] }]);
    state(scene.refresh(id));
    scene.book.document.settings.zone = 'America/New_York';

    state(undo(scene, id));

    expect(shownCells(scene)).toEqual(after);
  });

  test.each([
    ['fewer', 2],
    ['more', 9],
  ])(
    'an Undo that was killed where the newer table had %s rows, wherever that was',
    async (_title, count) => {
      for (let kill = 1; ; kill += 1) {
        const { scene, id } = await opened();
        await scene.serve(records(new SeededRandom(SEED), 5, 100));
        state(scene.refresh(id));
        const before = shownCells(scene);
        await scene.serve(records(new SeededRandom(SEED), count, 103));
        state(scene.refresh(id));
        scene.emulator.fault = { killAtCall: kill, match: ({ method }) => /set|flush/.test(method) };
        try {
          undo(scene, id);
        } catch {
          // Killed.
        }
        if (scene.emulator.executions.at(-1)?.outcome.kind !== 'killed') break;
        scene.emulator.clock.advance(8 * 60_000);
        const shown = JSON.stringify(shownCells(scene));
        const again = undo(scene, id);
        expect({ kill, kind: again.kind }).toEqual({ kill, kind: 'done' });
        // One that was done before it was killed is taken back.
        if (shown !== JSON.stringify(before))
          expect({ kill, cells: shownCells(scene) }).toEqual({ kill, cells: before });
      }
    },
    600_000,
  );
});
