import { describe, expect, test } from '@jest/globals';
import { NotesScene, note } from '../support/notes-scene';
import { type Scene, state, wireCalls } from '../support/scene';
import { stagingStage } from '../support/staging-stage';

/* What people do to note columns and to the sheet of notes: a sentence with its remedy and no cell changed, or nothing lost. */

const made = stagingStage();

/** All cells of the sheets that people see, and of the sheet of notes. */
function cellsOf({ book }: Scene) {
  return book.workbook.sheets
    .filter(({ name }) => !/^Shift Reports (status|undo|staging)/.test(name))
    .map(({ name }) => [name, book.values(`${name}!A1:Z60`)]);
}

function open(isStaged = false): Promise<NotesScene> {
  return made.stage.again(`notes, ${isStaged}`, async () => {
    const noted = await NotesScene.open(await made.open(isStaged), [1, 2, 3]);
    noted.type(1, 'one');
    noted.type(3, 'three');
    return noted;
  });
}

/** A refresh that must be refused with no cell changed. @returns Its message. */
function refusedUnchanged(noted: NotesScene): string {
  const before = cellsOf(noted.scene);
  const message = noted.refused();
  expect(cellsOf(noted.scene)).toEqual(before);
  return message;
}

describe('a note column', () => {
  test.each([false, true])(
    'with a formula stops the run, and no cell is changed (staged: %s)',
    async (isStaged) => {
      const noted = await open(isStaged);
      noted.editor.type(`Shifts!T${noted.rowOf(2)}`, '=1/0');
      await noted.serve([3, 4]);

      expect(refusedUnchanged(noted)).toBe(
        'Put formulas to the right of the notes: row 3, column Done, can’t move with its shift.',
      );

      noted.editor.clear('Shifts!T3');
      noted.refreshed();
      expect(noted.inTable()).toEqual([note(3, 'Reason', 'three')]);
      expect(noted.onSheet()).toMatchObject([note(1, 'Reason', 'one')]);
    },
  );

  test('that was renamed stops the run, until the form has its new name', async () => {
    const noted = await open();
    noted.editor.type('Shifts!S1', 'Cause');
    await noted.serve([3, 1]);

    expect(refusedUnchanged(noted)).toBe(
      'Put the heading Reason back in S1 of “Shifts” (undo the change), or change Note columns in the report’s form to what is there: the cell holds “Cause”.',
    );

    noted.save({ noteColumns: 'Cause, Done' });
    noted.refreshed();
    expect(noted.inTable()).toEqual([note(3, 'Cause', 'three'), note(1, 'Cause', 'one')]);
  });

  test.each([
    ['deleted', 'S1', (noted: NotesScene) => noted.editor.deleteColumns('Shifts', 19)],
    ['moved', 'S1', (noted: NotesScene) => noted.editor.insertColumns('Shifts', 19)],
    [
      'swapped with another',
      'S1',
      (noted: NotesScene) => noted.editor.paste('Shifts!S1', [['Done', 'Reason']]),
    ],
    ['cleared of its heading', 'T1', (noted: NotesScene) => noted.editor.clear('Shifts!T1')],
  ])('that was %s stops the run', async (_, place, change) => {
    const noted = await open();
    change(noted);
    await noted.serve([3, 1]);

    expect(refusedUnchanged(noted)).toMatch(
      new RegExp(
        `^Put the heading (Reason|Done) back in ${place} .*change Note columns in the report’s form`,
      ),
    );
  });

  test('whose heading was emptied with all others keeps its notes, and its heading is written again', async () => {
    const noted = await open();
    const headings = noted.headings();
    noted.editor.clear('Shifts!A1:T1');
    await noted.serve([3, 2]);
    noted.refreshed();

    expect([noted.headings(), noted.inTable()]).toEqual([headings, [note(3, 'Reason', 'three')]]);
    expect(noted.onSheet()).toEqual([note(1, 'Reason', 'one')]);
  });

  test('that was copied to the right is a column of the user’s', async () => {
    const noted = await open();
    noted.editor.paste('Shifts!U1', [['Reason'], ['mine'], ['2']]);
    await noted.serve([3, 1]);
    noted.refreshed();

    expect(noted.scene.book.values('Shifts!R1:U4')).toEqual([
      ['SHIFT_ID', 'Reason', 'Done', 'Reason'],
      [3, 'three', '', 'mine'],
      [1, 'one', '', 2],
      ['', '', '', ''],
    ]);
  });

  test('keeps texts of 49,999 characters, and texts that look like something else', async () => {
    const noted = await open();
    const long = 'x'.repeat(49_999);
    noted.editor.type(`Shifts!S${noted.rowOf(1)}`, long);
    noted.editor.type(`Shifts!S${noted.rowOf(2)}`, "'=1+1");
    noted.editor.type(`Shifts!T${noted.rowOf(2)}`, "'2026-03-05");
    await noted.serve([9, 2, 1]);
    noted.refreshed();
    expect(noted.inTable()).toEqual([
      note(2, 'Reason', '=1+1'),
      note(2, 'Done', '2026-03-05'),
      note(1, 'Reason', long),
    ]);

    await noted.serve([9]);
    noted.refreshed();
    await noted.serve([1, 2]);
    noted.refreshed();
    expect(noted.inTable()).toEqual([
      note(1, 'Reason', long),
      note(2, 'Reason', '=1+1'),
      note(2, 'Done', '2026-03-05'),
    ]);
    expect(noted.scene.book.cell('Shifts!S3').formula).toBe('');
  });

  test('beside an ID that became text, or a date, keeps its note', async () => {
    const noted = await NotesScene.open(await made.open(false), [46_000, 46_001, 46_002]);
    noted.type(46_000, 'one');
    noted.type(46_001, 'two');
    noted.editor.type(`Shifts!R${noted.rowOf(46_000)}`, "'46000");
    noted.editor.setNumberFormat('Shifts!R3', 'yyyy-mm-dd');
    await noted.serve([46_001, 46_000]);
    noted.refreshed();

    expect(noted.inTable()).toEqual([note(46_001, 'Reason', 'two'), note(46_000, 'Reason', 'one')]);
  });

  test('needs its place, and says so where a cell there is in use', async () => {
    const noted = await NotesScene.open(await made.open(false), [1, 2], { noteColumns: '' });
    noted.editor.type('Shifts!S9', 'mine');
    noted.editor.type('Shifts!S2', 'mine too');
    noted.save({ noteColumns: 'Reason' });

    expect(refusedUnchanged(noted)).toBe('Clear or move S2 on “Shifts”: the table grows over this cell.');
  });

  test('keeps a note that no move concerns out of the write, so that people may type there', async () => {
    const noted = await open();
    noted.editor.protect('Shifts!S2:T4');
    noted.editor.protect('Shifts!S1:T1');
    await noted.serve([1, 2, 3, 4]);

    noted.refreshed();

    expect(noted.ids().slice(0, 5)).toEqual([1, 2, 3, 4, '']);
  });
});

describe('the form of a report with note columns', () => {
  const refusal = async (changes: Parameters<NotesScene['save']>[0]) => {
    const scene = await made.open(false);
    scene.connect();
    const form = { id: null, period: 'last week', from: '', to: '', sheet: 'Shifts', ...changes };
    const outcome = scene.ask('sidebarSaveReport', form);
    return outcome.kind === 'failed' ? outcome.message : 'saved';
  };

  test.each([
    [{ noteColumns: 'a, b, c, d, e, f' }, 'Name at most 5 note columns.'],
    [{ noteColumns: 'Reason, reason' }, 'Name each note column only once.'],
    [{ noteColumns: 'x'.repeat(31) }, 'Name each note column with at most 30 characters.'],
    [
      { noteColumns: 'Reason', columns: 'SHIFT_DATE, VENUE_NAME' },
      'Add SHIFT_ID to the columns, or leave Note columns blank: notes follow the SHIFT_ID of their row.',
    ],
    [
      { noteColumns: 'Hotel', columns: 'SHIFT_ID, VENUE_NAME as Hotel' },
      'Choose another heading for the note column “Hotel”: a column of the report has it.',
    ],
    [{ noteColumns: ' Reason ,, Done ' }, 'saved'],
  ])('%j', async (changes, expected) => {
    expect(await refusal(changes)).toBe(expected);
  });
});

describe('the sheet of notes', () => {
  /** The notes of 1 and 3 have left. */
  async function left(): Promise<NotesScene> {
    const noted = await open();
    await noted.serve([2]);
    noted.refreshed();
    expect(noted.onSheet()).toHaveLength(2);
    return noted;
  }
  const BACK = [note(3, 'Reason', 'three'), note(1, 'Reason', 'one')];

  test('may be sorted, renamed and moved, and lines of a person stay', async () => {
    const noted = await left();
    noted.editor.sort('Shift Reports notes!A2:J3', 1, false);
    noted.editor.type('Shift Reports notes!A5', 'a line of mine');
    noted.editor.renameSheet('Shift Reports notes', 'Old notes');
    noted.editor.moveSheet('Old notes', 0);

    await noted.serve([3, 2, 1]);
    noted.refreshed();

    expect(noted.inTable()).toEqual(BACK);
    expect(noted.onSheet('Old notes')).toEqual([{ id: 'a line of mine', column: '', note: '' }]);
  });

  test('gets rows where it has too few, before the lock, under which nothing is read', async () => {
    const noted = await left();
    noted.editor.deleteRows('Shift Reports notes', 4, 997);
    noted.type(2, 'two');
    await noted.serve([5]);
    noted.refreshed();

    const calls = wireCalls(noted.scene.last);
    const locked = calls.slice(calls.lastIndexOf('Lock.tryLock'));
    expect(locked.filter((call) => /get(?!Properties)|Sheet\.insert/.test(call))).toEqual([]);
    expect(noted.onSheet().map(({ note }) => note)).toEqual(['one', 'three', 'two']);
  });

  test('may be edited: what a note says there is what comes back', async () => {
    const noted = await left();
    noted.editor.type('Shift Reports notes!F2', 'by bus');
    noted.editor.deleteRows('Shift Reports notes', 3);
    await noted.serve([3, 2, 1]);
    noted.refreshed();

    expect(noted.inTable()).toEqual([note(1, 'Reason', 'by bus')]);
  });

  test.each([
    ['renamed heading', (noted: NotesScene) => noted.editor.type('Shift Reports notes!F1', 'Text')],
    ['moved columns', (noted: NotesScene) => noted.editor.insertColumns('Shift Reports notes', 1)],
    ['deleted columns', (noted: NotesScene) => noted.editor.deleteColumns('Shift Reports notes', 4)],
  ])('with a %s stops a run that needs it, and nothing is changed', async (_, change) => {
    const noted = await left();
    change(noted);
    await noted.serve([3, 2, 1]);

    expect(refusedUnchanged(noted)).toContain('Put the heading row of “Shift Reports notes” back');
  });

  test('that is protected stops a run that needs it, and nothing is changed', async () => {
    const noted = await left();
    noted.editor.protectSheet('Shift Reports notes');
    noted.type(2, 'two');
    await noted.serve([4]);
    const before = cellsOf(noted.scene);
    const outcome = noted.scene.ask('sidebarRefreshReport', noted.id, 'bob@employer.example', true);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    expect(cellsOf(noted.scene)).toEqual(before);
  });

  test('has the notes of another employer’s shifts until that employer is connected again', async () => {
    const noted = await open();
    const { scene, id } = noted;
    state(scene.ask('sidebarDisconnect'));
    state(scene.ask('sidebarUseSampleData', 'UK'));
    state(scene.refresh(id));
    expect(noted.onSheet()).toMatchObject([note(1, 'Reason', 'one'), note(3, 'Reason', 'three')]);

    scene.connect();
    state(scene.refresh(id));

    expect(noted.inTable()).toEqual([note(1, 'Reason', 'one'), note(3, 'Reason', 'three')]);
    expect(noted.onSheet()).toEqual([]);
  });

  test('that was deleted is made again: a note is never without a place', async () => {
    const noted = await left();
    noted.editor.deleteSheet('Shift Reports notes');
    noted.type(2, 'two');
    state(noted.scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, weekday: 1, email: '' }));
    await noted.serve([5]);
    noted.scene.emulator.advance({ minutes: 70 });

    expect(noted.onSheet()).toMatchObject([note(2, 'Reason', 'two')]);
  });

  test('is no sheet of the user’s that has its name', async () => {
    const noted = await open();
    noted.editor.createSheet('Shift Reports notes');
    noted.editor.type('Shift Reports notes!B2', 'mine');
    await noted.serve([2]);

    expect(refusedUnchanged(noted)).toContain('Rename the sheet “Shift Reports notes”');
  });
});
