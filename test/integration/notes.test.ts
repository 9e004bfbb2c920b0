import { describe, expect, test } from '@jest/globals';
import type { ReportForm } from '../../src/contract/reports';
import { NotesScene, note } from '../support/notes-scene';
import { ANN, state, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';
import { stagingStage } from '../support/staging-stage';

const made = stagingStage();

describe.each([
  ['written at once', false],
  ['staged', true],
])('notes of a table that is %s', (_, isStaged) => {
  const open = async (ids: readonly number[], form: Parameters<typeof NotesScene.open>[2] = {}) =>
    NotesScene.open(await made.open(isStaged), ids, form);

  test('stand right of the table and stay with their shifts when rows move', async () => {
    const noted = await open([1, 2, 3]);
    expect(noted.headings()).toEqual(['SHIFT_ID', 'Reason', 'Done', '']);
    noted.type(1, 'called');
    noted.type(3, 'TRUE', 'T');
    noted.type(2, '7.5', 'T');
    noted.type(3, "'007");

    await noted.serve([9, 3, 8, 2, 1]);
    const message = noted.refreshed();

    expect(noted.inTable()).toEqual([
      note(3, 'Reason', '007'),
      note(3, 'Done', true),
      note(2, 'Done', 7.5),
      note(1, 'Reason', 'called'),
    ]);
    expect(noted.onSheet()).toEqual([]);
    expect(message).not.toContain('note');
  });

  test('stand beside day, venue, area and job title of their shift, which stay in view', async () => {
    const noted = await open([1]);
    const frozen = () =>
      noted.scene.book.workbook.sheets.find(({ name }) => name === 'Shifts')?.frozenColumns;
    expect(frozen()).toBe(4);
    // Like other looks, it is theirs from then on.
    const sheet = noted.scene.book.workbook.sheets.find(({ name }) => name === 'Shifts');
    if (sheet) sheet.frozenColumns = 0;
    noted.refreshed();
    expect(frozen()).toBe(0);
  });

  test('are where their first refresh says, and shown where the table is by now', async () => {
    const { scene, id, editor } = await open([1]);
    const [report] = state(scene.ask('sidebarState')).reports;
    expect(report?.lastRun?.message).toContain(' Type notes in “Reason” (column S) and “Done” (column T).');
    editor.insertColumns('Shifts', 1);
    const { message } = scene.ask('sidebarOpenSheet', id, ANN, true);
    expect(message).toBe('Type notes in “Reason” (column T) and “Done” (column U).');
    expect([...scene.emulator.ui.selections.values()]).toMatchObject([{ row: 1, column: 20 }]);
  });

  test('follow a table that someone sorted', async () => {
    const noted = await open([1, 2, 3, 4]);
    noted.type(1, 'one');
    noted.type(4, 'four');
    noted.editor.sort('Shifts!A2:T5', 18, false);
    expect(noted.ids().slice(0, 4)).toEqual([4, 3, 2, 1]);

    await noted.serve([1, 2, 3, 4, 5]);
    noted.refreshed();

    expect(noted.inTable()).toEqual([note(1, 'Reason', 'one'), note(4, 'Reason', 'four')]);
  });

  test('leave with their shift and come back with it', async () => {
    const noted = await open([1, 2, 3]);
    noted.type(1, 'one');
    noted.type(2, 'two');
    noted.type(2, '5 Mar 2026', 'T');

    await noted.serve([3, 1]);
    expect(noted.refreshed()).toContain('2 notes moved to “Shift Reports notes”.');

    expect(noted.inTable()).toEqual([note(1, 'Reason', 'one')]);
    const { book } = noted.scene;
    expect(book.values('Shift Reports notes!A1:I3')).toEqual([
      ['Shift ID', 'Date', 'Venue', 'Job title', 'Column', 'Note', 'Left the table', 'Report', 'Key'],
      [2, 46_065, 'Venue 2', 'Chef', 'Reason', 'two', expect.any(Number), 'Shifts', expect.any(String)],
      [2, 46_065, 'Venue 2', 'Chef', 'Done', 46_086, expect.any(Number), 'Shifts', expect.any(String)],
    ]);
    // What only the add-on reads is out of sight.
    const sheet = book.workbook.sheets.find(({ name }) => name === 'Shift Reports notes');
    expect([8, 9].map((column) => sheet?.columnWidths.get(column))).toEqual([160, 0]);
    const shown = ['B2', 'F3', 'G3'].map((cell) => book.cell(`Shift Reports notes!${cell}`).display);
    expect(shown).toEqual(['12 Feb 2026', '5 Mar 2026', expect.stringMatching(/^10 Mar 2026, 09:0\d$/)]);

    await noted.serve([4, 2, 5, 1]);
    expect(noted.refreshed()).toContain('2 notes came back from “Shift Reports notes”.');

    expect(noted.inTable()).toEqual([
      note(2, 'Reason', 'two'),
      note(2, 'Done', 46_086),
      note(1, 'Reason', 'one'),
    ]);
    expect(book.cell('Shifts!T3').display).toBe('5 Mar 2026');
    expect(noted.onSheet()).toEqual([]);
  });

  test('leave each with its own shift, though two say the same of one venue and day', async () => {
    const noted = await open([1, 2, 3]);
    const shifts = (...ids: readonly number[]) =>
      noted.scene.serve(
        ids.map((id) => ({
          ...sentRecord({ day: '2026-02-12', posted: 10, booked: 9, worked: 8 }),
          SHIFT_ID: id,
        })),
      );
    await shifts(1, 2, 3);
    noted.refreshed();
    for (const id of [2, 3]) noted.type(id, 'ill');

    await shifts(1, 3);
    noted.refreshed();
    await shifts(1);
    noted.refreshed();
    expect(noted.onSheet()).toEqual([note(2, 'Reason', 'ill'), note(3, 'Reason', 'ill')]);

    // None leaves: nothing is added, which would have to be certain first. The table and the status are written.
    noted.refreshed();
    const calls = wireCalls(noted.scene.last);
    expect(calls.filter((call) => /flush|setValues/.test(call))).toEqual([
      ...['Range.setValues', 'Range.setValues', 'SpreadsheetApp.flush'],
    ]);
    expect(noted.onSheet()).toHaveLength(2);
  });

  test('of rows without a SHIFT_ID leave, and so does a second note of one shift', async () => {
    const noted = await open([1, 2, 3, 4]);
    noted.editor.insertRows('Shifts', 3);
    noted.editor.type('Shifts!S3', 'whose?');
    noted.type(2, 'two');
    noted.type(3, 'three');
    noted.editor.type(`Shifts!R${noted.rowOf(3)}`, '2');

    await noted.serve([1, 2, 3]);
    noted.refreshed();

    expect(noted.inTable()).toEqual([note(2, 'Reason', 'two')]);
    expect(noted.onSheet()).toEqual([note('', 'Reason', 'whose?'), note(2, 'Reason', 'three')]);
  });

  test('stay with the first of two rows that the service sends with one SHIFT_ID', async () => {
    const noted = await open([1, 2, 2]);
    noted.type(2, 'two');
    for (const ids of [
      [4, 1, 2, 2],
      [1, 2, 2],
    ]) {
      await noted.serve(ids);
      noted.refreshed();
      expect([noted.ids().slice(0, ids.length), noted.inTable(), noted.onSheet()]).toEqual([
        ids,
        [note(2, 'Reason', 'two')],
        [],
      ]);
      expect(noted.scene.book.values(`Shifts!S${noted.rowOf(2)}`)).toEqual([['two']]);
    }
  });

  test('stay where they are when the last refresh is undone, which puts back figures', async () => {
    const noted = await open([1, 2, 3]);
    noted.type(2, 'two');
    await noted.serve([3, 1]);
    noted.refreshed();
    noted.type(1, 'since');

    const { message } = noted.scene.ask('sidebarUndoRefresh', noted.id);

    expect(message).toContain('1 note came back');
    expect(noted.ids().slice(0, 4)).toEqual([1, 2, 3, '']);
    expect(noted.inTable()).toEqual([note(1, 'Reason', 'since'), note(2, 'Reason', 'two')]);
  });

  test('of a removed column move to the sheet of notes, and come back with the column', async () => {
    const noted = await open([1, 2]);
    noted.type(1, 'one');
    noted.type(2, 'yes', 'T');

    noted.save({ noteColumns: 'Reason' });
    noted.refreshed();
    expect(noted.headings()).toEqual(['SHIFT_ID', 'Reason', '', '']);
    expect(noted.inTable()).toEqual([note(1, 'Reason', 'one')]);
    expect(noted.onSheet()).toEqual([note(2, 'Done', 'yes')]);

    noted.save({ noteColumns: 'Owner, Done, Reason' });
    noted.refreshed();
    expect(noted.inTable()).toEqual([note(1, 'Reason', 'one'), note(2, 'Done', 'yes')]);
    expect(noted.onSheet()).toEqual([]);

    noted.save({ noteColumns: '' });
    noted.refreshed();
    expect(noted.headings()).toEqual(['SHIFT_ID', '', '', '']);
    expect(noted.onSheet()).toHaveLength(2);
  });

  test('of a table that gets other columns, or another order of them, stay with their shifts', async () => {
    const noted = await open([1, 2]);
    noted.type(2, 'two');
    noted.type(1, '5 Mar 2026', 'T');

    noted.save({ columns: 'SHIFT_ID as ID, VENUE_NAME', noteColumns: 'Done, Reason' });
    await noted.serve([2, 1]);
    noted.refreshed();

    const { book } = noted.scene;
    expect(book.values('Shifts!A1:E4')).toEqual([
      ['ID', 'VENUE_NAME', 'Done', 'Reason', ''],
      [2, 'Venue 1', '', 'two', ''],
      [1, 'Venue 2', 46_086, '', ''],
      ['', '', '', '', ''],
    ]);
    expect(book.cell('Shifts!C3').display).toBe('5 Mar 2026');
    await noted.serve([1, 2, 3]);
    noted.refreshed();
    expect(book.values('Shifts!A1:E4')).toEqual([
      ['ID', 'VENUE_NAME', 'Done', 'Reason', ''],
      [1, 'Venue 1', 46_086, '', ''],
      [2, 'Venue 2', '', 'two', ''],
      [3, 'Venue 3', '', '', ''],
    ]);
  });

  test('stay in a table that keeps history, in rows that stay and in those that are renewed', async () => {
    const kept = { from: '2025-12-12', to: '2025-12-12', mode: 'history' as const };
    const noted = await open([1, 2], kept);
    noted.type(1, 'kept');
    noted.save({ from: '2026-02-14', to: '2026-02-14' });
    await noted.serve([3, 4], '2026-02-14');
    noted.refreshed();
    noted.type(4, 'new');
    await noted.serve([5, 4, 6], '2026-02-14');
    noted.refreshed();

    expect(noted.ids().slice(0, 6)).toEqual([1, 2, 5, 4, 6, '']);
    expect(noted.inTable()).toEqual([note(1, 'Reason', 'kept'), note(4, 'Reason', 'new')]);

    // A shift that moves to another day takes its notes along.
    await noted.serve([5, 4], '2026-02-12');
    noted.refreshed();
    expect(noted.ids().slice(0, 5)).toEqual([1, 2, 5, 4, '']);
    expect(noted.inTable()).toEqual([note(1, 'Reason', 'kept'), note(4, 'Reason', 'new')]);
    expect(noted.onSheet()).toEqual([]);
  });

  test('that a person wrote beside the table are named, and stay, also below the heading of a note column', async () => {
    const noted = await open([1, 2], { noteColumns: '' });
    noted.editor.type('Shifts!S1', 'Reason');
    noted.editor.type('Shifts!S3', 'mine');

    noted.save({ noteColumns: 'Reason' });
    await noted.serve([2, 1]);

    expect(noted.refused()).toBe('Clear or move S1 on “Shifts”: the table grows over this cell.');
    expect(noted.scene.book.values('Shifts!R2:S3')).toEqual([
      [1, ''],
      [2, 'mine'],
    ]);
  });

  test('of two reports keep apart', async () => {
    const noted = await open([1, 2]);
    const other = noted.scene.saveReport({
      from: '2026-02-12',
      to: '2026-02-12',
      sheet: 'Other',
      noteColumns: 'Reason',
    });
    state(noted.scene.refresh(other));
    noted.type(2, 'first');
    noted.editor.type('Other!S3', 'second');

    await noted.serve([1]);
    noted.refreshed();
    state(noted.scene.refresh(other));
    expect(noted.onSheet().map(({ id, note }) => [id, note])).toEqual([
      [2, 'first'],
      [2, 'second'],
    ]);

    await noted.serve([2, 1]);
    state(noted.scene.refresh(other));
    expect(noted.scene.book.values('Other!R2:S3')).toEqual([
      [2, 'second'],
      [1, ''],
    ]);
    noted.refreshed();
    expect(noted.inTable()).toEqual([note(2, 'Reason', 'first')]);
    expect(noted.onSheet()).toEqual([]);
  });
});

describe('a note that is shown in a format of its own', () => {
  test.each([
    ['9:30', '9:30'],
    ['5 Mar 2026', '2026-03-05'],
  ])(
    'is shown as it was typed when its row moves, on the sheet of notes and in the file: %s',
    async (typed) => {
      const noted = await NotesScene.open(await made.open(false), [1, 2, 3]);
      const { book } = noted.scene;
      noted.type(2, typed);
      const shown = book.cell('Shifts!S3').display;

      await noted.serve([1, 4, 2]);
      noted.refreshed();
      expect(book.cell('Shifts!S4').display).toBe(shown);
      expect(JSON.stringify(noted.scene.ask('sidebarExportNotes'))).toContain(`\\"${shown}\\"`);

      await noted.serve([1, 4]);
      noted.refreshed();
      expect(book.cell('Shift Reports notes!F2').display).toBe(shown);
      expect(JSON.stringify(noted.scene.ask('sidebarExportNotes'))).toContain(`\\"${shown}\\"`);

      await noted.serve([2, 1]);
      noted.refreshed();
      expect(book.cell('Shifts!S2').display).toBe(shown);

      noted.save({ readableHeadings: true });
      noted.refreshed();
      expect([book.values('Shifts!R1'), book.cell('Shifts!S2').display]).toEqual([[['Shift ID']], shown]);
    },
  );
});

describe('a report that loses a note column, or its sheet', () => {
  test('is saved, and says which notes move or stay; back on its sheet it has them again', async () => {
    const noted = await NotesScene.open(await made.open(false), [1, 2, 3]);
    const save = (changes: Partial<ReportForm>) => {
      const form = { id: noted.id, period: 'custom', from: '2026-02-12', to: '2026-02-12', sheet: 'Shifts' };
      const outcome = noted.scene.ask('sidebarSaveReport', { ...form, ...changes });
      return outcome.kind === 'done' ? outcome.warning : outcome.message;
    };

    expect(save({ noteColumns: 'Done, Reason' })).toBeUndefined();
    expect(save({ noteColumns: 'Reason' })).toBe(
      'Notes in “Done” stay on “Shift Reports notes”: add the column again to have them back.',
    );
    expect(save({})).toMatch(/^Notes in “(?:Done|Reason)”, “(?:Done|Reason)” stay on/);
    const moved = { noteColumns: 'Reason, Done', sheet: 'Another', readableHeadings: false };
    noted.type(2, 'sick');
    expect(save(moved)).toBe('The notes stay on “Shifts”.');
    noted.refreshed();
    expect(save({ ...moved, sheet: 'Shifts' })).toBeUndefined();
    noted.refreshed();
    expect(noted.inTable()).toEqual([note(2, 'Reason', 'sick')]);
  });
});

describe('what else reads a table', () => {
  test('leaves notes alone: a formula, Explain this cell, and the preview of the report', async () => {
    const noted = await NotesScene.open(await made.open(false), [1, 2]);
    noted.type(2, '1000');
    noted.type(1, '2000', 'T');
    const { scene } = noted;
    const figures = () => scene.call('SHIFT_METRIC', 'NO_SHOWS', '2026-02-12', '2026-02-12');
    const before = figures();
    noted.refreshed();

    expect(figures()).toEqual(before);
    scene.book.as(ANN).select('Shifts!S3');
    const explained = scene.ask('sidebarExplainCell');
    expect(explained).toMatchObject({
      kind: 'done',
      explanation: {
        title: 'The note column Reason',
        lines: expect.arrayContaining([{ label: 'Report', value: 'Shifts' }]),
      },
    });
    scene.book.as(ANN).select('Shifts!B3');
    expect(scene.ask('sidebarExplainCell')).toMatchObject({
      explanation: { title: 'Venue of Venue 2, Chef, 12 Feb 2026' },
    });
    const form = { id: noted.id, period: 'custom', from: '2026-02-12', to: '2026-02-12', sheet: 'Shifts' };
    const shown = scene.ask('sidebarPreviewReport', { ...form, noteColumns: 'Reason, Done' });
    expect(shown).toMatchObject({ preview: { warnings: [] } });
  });

  test('takes no note for an edit: a schedule writes nothing while only notes change', async () => {
    const noted = await NotesScene.open(await made.open(false), [1, 2]);
    state(noted.scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, weekday: 1, email: '' }));
    noted.scene.emulator.advance({ minutes: 65 });
    noted.type(2, 'two');
    const [before] = state(noted.scene.ask('sidebarState')).reports;
    noted.scene.emulator.advance({ minutes: 61 });

    const [after] = state(noted.scene.ask('sidebarState')).reports;
    expect([after?.lastRun?.outcome, after?.confirmation]).toEqual(['refreshed', null]);
    expect(after?.lastRun?.finishedAt).not.toBe(before?.lastRun?.finishedAt);
    expect(noted.inTable()).toEqual([note(2, 'Reason', 'two')]);
  });
});
