import { describe, expect, test } from '@jest/globals';
import { NotesScene, shiftsOf } from '../support/notes-scene';
import { BOB, state } from '../support/scene';
import { stagingStage } from '../support/staging-stage';

/* Settings ▸ Notes: for how long notes are kept. */

const made = stagingStage();
const note = (id: number | '', column: string, text: string | number | boolean) => ({
  id,
  column,
  note: text,
});

function open(): Promise<NotesScene> {
  return made.stage.again('notes', async () => {
    const noted = await NotesScene.open(await made.open(false), [1, 2, 3]);
    noted.type(1, 'one, "quoted"');
    noted.type(2, "'=1+1");
    noted.type(3, '5 Mar 2026', 'T');
    noted.type(2, 'TRUE', 'T');
    await noted.serve([2, 3]);
    noted.refreshed();
    return noted;
  });
}
describe('notes of shifts long ago', () => {
  test('go with the refresh of their report, in the table and on the sheet of notes', async () => {
    const noted = await NotesScene.open(await made.open(false), [1, 2], { mode: 'history' });
    noted.save({ from: '2025-01-31', to: '2025-02-01', mode: 'history' });
    await noted.scene.serve([...shiftsOf([3, 4], '2025-01-31'), ...shiftsOf([5], '2025-02-01')]);
    noted.refreshed();
    for (const id of [1, 3, 4, 5]) noted.type(id, `note ${id}`);
    await noted.scene.serve([...shiftsOf([4], '2025-01-31'), ...shiftsOf([5], '2025-02-01')]);
    noted.refreshed();
    expect(noted.onSheet()).toMatchObject([note(3, 'Reason', 'note 3')]);

    // 13 months before March 2026: from February 2025 on.
    expect(state(noted.scene.ask('sidebarKeepNotes', 13)).notes).toEqual({ keptMonths: 13 });
    noted.refreshed();

    expect(noted.inTable()).toEqual([note(5, 'Reason', 'note 5'), note(1, 'Reason', 'note 1')]);
    expect(noted.onSheet()).toEqual([]);
  });

  test('go by the day on which they left, where their table shows no days', async () => {
    const noted = await NotesScene.open(await made.open(false), [1, 2], {
      columns: 'SHIFTS_POSTED, SHIFT_ID',
    });
    for (const row of [2, 3]) noted.editor.type(`Shifts!C${row}`, `note ${row}`);
    await noted.serve([2]);
    noted.refreshed();
    state(noted.scene.ask('sidebarKeepNotes', 13));
    noted.refreshed();
    expect(noted.onSheet()).toMatchObject([{ note: 'note 2' }]);

    noted.scene.emulator.clock.advance(427 * 86_400_000);
    noted.refreshed();

    expect(noted.onSheet()).toEqual([]);
  });

  test.each([12, '13', null, 1e9])('are not deleted by a setting of %j', async (months) => {
    const noted = await open();

    expect(noted.scene.ask('sidebarKeepNotes', months).kind).toBe('failed');
    expect(state(noted.scene.ask('sidebarState', undefined, BOB)).notes).toEqual({ keptMonths: 0 });
  });
});
