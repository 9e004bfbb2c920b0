import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';
import { RECORD } from '../support/spec-fields';

/* Rows that people insert and delete in a table and below it. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const DAY = '2026-03-02';
const shifts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...RECORD, SHIFT_DATE: DAY, SHIFT_ID: at + 1 }));
const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const shown = (scene: Scene) => scene.book.values('Shifts!R2:R60').flatMap(([id]) => (id === '' ? [] : [id]));

/** A table of 20 shifts, and a note in the second row below it. */
async function noted(mode: 'replace' | 'history' = 'replace') {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ from: DAY, to: DAY, mode });
  await scene.serve(shifts(20));
  state(scene.refresh(id));
  scene.book.as(ANN).enter('Shifts!A23', 'checked by Ann');
  return { scene, id, editor: scene.book.document.editor };
}
const note = (scene: Scene) =>
  scene.book.values('Shifts!A2:A60').findIndex(([cell]) => cell === 'checked by Ann') + 2;

describe.each(['replace', 'history'] as const)('in a table (%s)', (mode) => {
  test('rows inserted among its rows leave no shift twice, and the note where it went', async () => {
    const { scene, id, editor } = await noted(mode);
    editor.insertRows('Shifts', 5, 2);

    state(scene.refresh(id));

    expect([shown(scene), note(scene)]).toEqual([ids(20), 25]);
  });

  test('rows deleted from it cost no cell below: the refresh asks for their place, and gets it when they are moved', async () => {
    const { scene, id, editor } = await noted(mode);
    editor.deleteRows('Shifts', 5, 2);

    const outcome = scene.refresh(id);

    expect(outcome.message).toBe('Clear the cells below the table on “Shifts”: the new rows need the space.');
    expect(note(scene)).toBe(21);

    editor.insertRows('Shifts', 20, 2);
    state(scene.refresh(id));
    expect([shown(scene), note(scene)]).toEqual([ids(20), 23]);
  });

  test('rows inserted and deleted below it change nothing', async () => {
    const { scene, id, editor } = await noted(mode);
    editor.insertRows('Shifts', 22, 3);
    state(scene.refresh(id));
    expect([shown(scene), note(scene)]).toEqual([ids(20), 26]);

    editor.deleteRows('Shifts', 40, 900);
    state(scene.refresh(id));
    expect([shown(scene), note(scene)]).toEqual([ids(20), 26]);
  });

  test('that was sorted, rows deleted at the end of the sheet are told apart from nothing: it says what to do', async () => {
    const { scene, id, editor } = await noted(mode);
    editor.sort('Shifts!A2:R21', 18, false);
    editor.deleteRows('Shifts', 40, 5);
    const before = scene.book.values('Shifts!A1:R30');

    expect(scene.refresh(id).message).toMatch(
      /^Put the rows of “Shifts” back \(undo the change\), or move what A17:R21 hold elsewhere/,
    );

    expect(scene.book.values('Shifts!A1:R30')).toEqual(before);
  });
});

test('a table whose last rows are alike is refreshed where a blank row far below was deleted', async () => {
  const scene = await stage.open();
  scene.connect();
  const week = { from: '2026-03-01', to: '2026-03-07' };
  const id = scene.saveReport({ report: 'shift_fulfilment_aggregated', groupBy: 'day', ...week });
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => `2026-03-0${day}`);
  await scene.serve(days.map((day) => sentRecord({ day, posted: 2, booked: 2, worked: 2 })));
  state(scene.refresh(id));
  const before = scene.book.values('Shifts!A1:R12');
  scene.book.document.editor.deleteRows('Shifts', 500, 1);

  state(scene.refresh(id));

  expect(scene.book.values('Shifts!A1:R12')).toEqual(before);
});

describe('a table that the schedule finds unchanged', () => {
  async function scheduled() {
    const opened = await noted();
    state(opened.scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    return opened;
  }

  test.each([
    ['cleared', 'Shifts!A2:R15', undefined],
    ['typed over', 'Shifts!E17', '999'],
  ])('is written again where cells of it were %s', async (_how, place, typed) => {
    const { scene, editor } = await scheduled();
    const before = scene.book.values('Shifts!A1:R23');
    if (typed === undefined) editor.clear(place);
    else editor.type(place, typed);

    scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(scene.book.values('Shifts!A1:R23')).toEqual(before);
  });

  test('keeps its Undo when it is written again as it was', async () => {
    const { scene, id, editor } = await noted();
    await scene.serve(shifts(20).map((shift) => ({ ...shift, SHIFTS_WORKED: 4 })));
    state(scene.refresh(id));
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    editor.sort('Shifts!A2:R21', 18, false);
    scene.emulator.advance({ hours: 1, minutes: 1 });
    expect(shown(scene)).toEqual(ids(20));

    state(scene.ask('sidebarUndoRefresh', id));

    expect(scene.book.values('Shifts!J2:J3').flat()).toEqual([RECORD.SHIFTS_WORKED, RECORD.SHIFTS_WORKED]);
  });
});
