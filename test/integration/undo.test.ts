import { describe, expect, test } from '@jest/globals';
import { SeededRandom } from '../emulator/random';
import { hostileFields, shownCells } from '../support/hostile-shifts';
import { runs } from '../support/runs';
import { ANN, type Scene, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';
import { stagingStage } from '../support/staging-stage';

/* The table before the last refresh, put back. */

const RUNS = runs(6, 50);
const SEED = Number(process.env.TEST_SEED ?? 20_260_304);

const made = stagingStage();

/** Shifts with texts that look like something else, and values that are missing. */
function records(random: SeededRandom, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...RECORD,
    SHIFT_ID: random.below(1_000_000) * 100 + index,
    ...hostileFields(random),
  }));
}

async function opened(isStaged = false): Promise<{ scene: Scene; id: string }> {
  const scene = await made.open(isStaged);
  scene.connect();
  return { scene, id: scene.saveReport({ from: '2026-03-02', to: '2026-03-02' }) };
}

/** The second refresh changes something. */
async function refreshTwice(scene: Scene, id: string): Promise<void> {
  for (const venue of ['Arena', 'Crown']) {
    await scene.serve([{ ...RECORD, VENUE_NAME: venue }]);
    state(scene.refresh(id));
  }
}

describe.each([
  ['written at once', false],
  ['staged', true],
])('a table that was %s', (how, isStaged) => {
  test(`comes back exactly, and the newer one when undone again: ${RUNS} tables (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const { scene, id } = await opened(isStaged);
    scene.book.as(ANN).enter('Sheet1!A1', 'mine');
    await scene.serve(records(random, 9));
    state(scene.refresh(id));

    for (let run = 1; run <= RUNS; run += 1) {
      const before = shownCells(scene);
      await scene.serve(records(random, random.below(40)));
      state(scene.refresh(id));
      const after = shownCells(scene);

      const undone = state(scene.ask('sidebarUndoRefresh', id));
      expect({ run, cells: shownCells(scene) }).toEqual({ run, cells: before });
      expect(undone.reports[0]?.canUndo).toBe(true);
      state(scene.ask('sidebarUndoRefresh', id));
      expect({ run, cells: shownCells(scene) }).toEqual({ run, cells: after });
      if (random.below(2) === 0) state(scene.ask('sidebarUndoRefresh', id));
    }
    expect(shownCells(scene, 'Sheet1')).toHaveLength(1);
    process.stdout.write(`Undo, ${how}: equal ${RUNS} of ${RUNS}, both ways\n`);
  });
});

describe('undoing', () => {
  test('asks first about what was typed into the table, says what becomes of it, is in the list of activities and needs no request', async () => {
    const { scene, id } = await opened();
    await refreshTwice(scene, id);
    scene.book.as(ANN).enter('Shifts!B2', 'typed over');
    scene.book.as(ANN).enter('Shifts!T2', 'beside');

    const asked = scene.ask('sidebarUndoRefresh', id);
    expect(asked).toMatchObject({
      code: 'held_back',
      message: 'Confirm first: someone may have typed into or sorted “Shifts”, and Undo replaces its table.',
    });
    expect(scene.book.cell('Shifts!B2').value).toBe('typed over');
    const outcome = scene.ask('sidebarUndoRefresh', id, undefined, true);

    const sentence =
      '“Shifts” shows the table from before its last change. Cells beside the table are unchanged.';
    expect([outcome.kind, outcome.message, scene.last.fetches]).toEqual(['done', sentence, 0]);
    expect(['B2', 'T2'].map((cell) => scene.book.cell(`Shifts!${cell}`).value)).toEqual(['Arena', 'beside']);
    expect(state(outcome).activity[0]).toMatchObject({ sentence, outcome: 'undone', sheet: 'Shifts' });
    expect(scene.book.cell('Shift Reports status!C2').value).toBe(sentence);
  });

  test('is followed by a scheduled refresh that brings the new rows again', async () => {
    const { scene, id } = await opened();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    for (const area of ['Bar', 'Roof']) {
      await scene.serve([{ ...RECORD, AREA_NAME: area }]);
      state(scene.refresh(id));
    }
    state(scene.ask('sidebarUndoRefresh', id));
    expect(scene.book.cell('Shifts!C2').value).toBe('Bar');

    scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(scene.book.cell('Shifts!C2').value).toBe('Roof');
  });

  test('of a loss that a person had confirmed lets no schedule bring it again unasked', async () => {
    const { scene, id } = await opened();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const twenty = Array.from({ length: 20 }, (_, index) => ({ ...RECORD, SHIFT_ID: 1 + index }));
    await scene.serve(twenty);
    state(scene.ask('sidebarRefreshReport', id));
    await scene.serve(twenty.slice(0, 3));
    scene.ask('sidebarRefreshReport', id);
    state(scene.refresh(id));
    state(scene.ask('sidebarUndoRefresh', id));

    scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(scene.book.values('Shifts!R20:R22')).toEqual([[19], [20], ['']]);
    expect(state(scene.ask('sidebarState')).reports[0]?.confirmation?.sentence).toContain(
      'only 3 of 20 shifts came for',
    );
  });
});
