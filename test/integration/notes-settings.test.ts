import { describe, expect, test } from '@jest/globals';
import type { ExecutionRecord } from '../emulator/execution';
import { NOTED_DAY, NotesScene, note, shiftsOf } from '../support/notes-scene';
import { BOB, state, wireCalls } from '../support/scene';
import { stagingStage } from '../support/staging-stage';

/* Settings ▸ Notes: for how long notes are kept, and all of them as a file, then deleted. */

const made = stagingStage();
/** The deletion reads with some 38 calls before it takes the lock. */
const CALLS = Array.from({ length: 15 }, (_, index) => 1 + 3 * index);

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
const fileOf = (noted: NotesScene) => {
  const outcome = noted.scene.ask('sidebarExportNotes');
  if (outcome.kind === 'failed') throw new Error(outcome.message);
  return outcome.notesFile;
};

describe('all notes', () => {
  test('are a file of comma-separated values that holds no formula', async () => {
    const noted = await open();

    expect(fileOf(noted)).toMatchObject({ name: 'shift-notes.csv', count: 4 });
    const lines = fileOf(noted)?.text.split('\r\n') ?? [];
    expect(lines.slice(0, 4)).toEqual([
      '"Shift ID","Date","Venue","Job title","Column","Note","Left the table","Report"',
      '"2","12 Feb 2026","Venue 1","Chef","Reason","\'=1+1",,"Shifts"',
      '"2","12 Feb 2026","Venue 1","Chef","Done","TRUE",,"Shifts"',
      '"3","12 Feb 2026","Venue 2","Chef","Done","5 Mar 2026",,"Shifts"',
    ]);
    expect(lines[4]).toMatch(
      /^"1","12 Feb 2026","Venue 1","Chef","Reason","one, ""quoted""","10 Mar 2026, 09:\d\d","Shifts"$/,
    );
  });

  test('are deleted from tables and the sheet of notes, figures and lines of people stay', async () => {
    const noted = await open();
    noted.editor.type('Shift Reports notes!A4', 'mine');
    noted.editor.type('Shifts!W2', 'beside');
    const figures = noted.scene.book.values('Shifts!A1:R5');

    expect(state(noted.scene.ask('sidebarDeleteNotes', 4)).notes).toEqual({ keptMonths: 0 });

    expect(noted.inTable()).toEqual([]);
    expect(noted.onSheet()).toEqual([{ id: 'mine', column: '', note: '' }]);
    expect(noted.scene.book.values('Shifts!A1:R5')).toEqual(figures);
    expect(noted.headings().slice(1, 3)).toEqual(['Reason', 'Done']);
    expect(noted.scene.book.cell('Shifts!W2').value).toBe('beside');
    await noted.serve([1, 2, 3]);
    noted.refreshed();
    expect([noted.inTable(), fileOf(noted)?.count]).toEqual([[], 0]);
  });

  test('of a table without day and venue have none in the file, nor an ID where the shift has none', async () => {
    const noted = await NotesScene.open(await made.open(false), [1], { columns: 'SHIFTS_POSTED, SHIFT_ID' });
    await noted.scene.serve(
      shiftsOf([1, 2]).map((shift, at) => (at === 0 ? shift : { ...shift, SHIFT_ID: null })),
    );
    noted.refreshed();
    for (const row of [2, 3]) noted.editor.type(`Shifts!C${row}`, 'FALSE');

    expect(fileOf(noted)?.text.split('\r\n').slice(1).sort()).toEqual([
      '"1",,,,"Reason","FALSE",,"Shifts"',
      ',,,,"Reason","FALSE",,"Shifts"',
    ]);
  });

  test('are none where someone deleted the rows of a table, and a table without notes is not written', async () => {
    const noted = await open();
    const other = noted.scene.saveReport({
      from: NOTED_DAY,
      to: NOTED_DAY,
      noteColumns: 'Reason',
      sheet: 'Other',
    });
    state(noted.scene.refresh(other));
    expect(fileOf(noted)?.count).toBe(4);
    noted.editor.deleteRows('Shifts', 2, 2);

    expect(fileOf(noted)?.count).toBe(1);
    expect(state(noted.scene.ask('sidebarDeleteNotes', 1)).notes).toEqual({ keptMonths: 0 });
    // The sheet of notes alone.
    expect(wireCalls(noted.scene.last).filter((name) => name === 'Range.setValues')).toHaveLength(1);
    expect(fileOf(noted)?.count).toBe(0);
  });

  test.each(CALLS)(
    'are gone for good or all there if a refresh begins beside their deletion (after %d of its calls)',
    async (after) => {
      const noted = await open();
      await noted.serve([2, 4]);
      const { book, emulator } = noted.scene;
      const task = { book, kind: 'sidebar' as const, user: BOB };

      const [deletion, refresh] = emulator.interleave(
        [
          { ...task, name: 'sidebarDeleteNotes', args: [4] },
          { ...task, name: 'sidebarRefreshReport', args: [noted.id, true] },
        ],
        { seed: 1, after },
      );

      expect(refresh?.outcome).toMatchObject({ kind: 'returned' });
      const left = fileOf(noted)?.count;
      const said = (deletion as ExecutionRecord).outcome as unknown as {
        value: { kind: string; message: string };
      };
      if (said.value.kind === 'done') expect(left).toBe(0);
      else {
        expect(said.value.message).toMatch(/^Export again: |^Wait until /);
        expect(left).toBe(4);
      }
    },
  );

  test('stay where someone typed another one since the file was made', async () => {
    const noted = await open();
    noted.type(3, 'late');

    expect(noted.scene.ask('sidebarDeleteNotes', 4)).toMatchObject({
      kind: 'failed',
      message: 'Export again: there are 5 notes by now.',
    });
    expect(noted.inTable()).toHaveLength(4);
  });

  test.each([undefined, -1, 1.5, '4', null])('stay where the page sends %j', async (count) => {
    const noted = await open();

    expect(noted.scene.ask('sidebarDeleteNotes', count).kind).toBe('failed');
    expect(noted.inTable()).toHaveLength(3);
  });
});

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
