import { describe, expect, test } from '@jest/globals';
import type { DocumentEditor } from '../emulator/spreadsheet/editor';
import { Stage, state } from '../support/scene';
import { SPEC_NAMES } from '../support/spec-fields';
import { SurfaceScene } from '../support/surface-run';
import { edit, openTable, shiftIds } from '../support/table-scene';

/* What people do to the sheet of a table between two refreshes. */

const stage = new Stage();

describe('a sheet that was', () => {
  test('renamed is still refreshed, and no other is made', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => editor.renameSheet('Shifts', 'Our shifts'));
    edit(opened, (editor) => editor.clear('Our shifts!A2:R6'));

    expect(opened.run().message).toBe('');

    const names = opened.scene.book.document.snapshot().sheets.map(({ name }) => name);
    expect(names).toEqual(['Sheet1', 'Our shifts', 'Shift Reports status', 'Shift Reports undo']);
    expect(shiftIds(opened, 5, 'Our shifts').every((id) => typeof id === 'number')).toBe(true);
  });

  test('moved is still refreshed', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => editor.moveSheet('Shifts', 0));
    edit(opened, (editor) => editor.clear('Shifts!A2:R6'));

    expect(opened.run().message).toBe('');

    expect(shiftIds(opened, 5).every((id) => typeof id === 'number')).toBe(true);
  });

  test('renamed while another took its name leaves the other alone', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => {
      editor.renameSheet('Shifts', 'Mine');
      editor.createSheet('Shifts');
      editor.type('Shifts!A1', 'private');
    });

    expect(opened.run().message).toBe('');

    expect(opened.sheet('Shifts').cells).toEqual({ A1: { value: 'private' } });
  });

  test('hidden is refreshed and stays hidden', async () => {
    const opened = await openTable(stage, 5, 6);
    edit(opened, (editor) => editor.hideSheet('Shifts'));

    expect(opened.run().message).toBe('');

    expect(opened.sheet().isHidden).toBe(true);
    expect(typeof shiftIds(opened, 6)[5]).toBe('number');
  });

  test('deleted is made again by a click', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => editor.deleteSheet('Shifts'));

    expect(opened.run().message).toBe('');

    expect(opened.scene.book.values('Shifts!A1:R1')).toEqual([[...SPEC_NAMES]]);
    expect(shiftIds(opened, 5).every((id) => typeof id === 'number')).toBe(true);
  });

  test('deleted is never made again by the schedule, which says so', async () => {
    const opened = await SurfaceScene.open(stage, 'trigger', 'kept');
    edit(opened, (editor) => editor.deleteSheet('Shifts'));

    const run = opened.run();

    const message = 'Refresh in the sidebar to make the sheet “Shifts” again: it was deleted.';
    expect(run.message).toBe(message);
    expect(() => opened.sheet()).toThrow('There is no sheet');
    expect(opened.scene.book.values('Shift Reports status!B2:B2')).toEqual([['Failed']]);
    expect(state(opened.scene.ask('sidebarState')).reports[0]?.lastRun).toMatchObject({
      outcome: 'failed',
      message,
    });
  });
});

describe('a heading row that was changed', () => {
  test.each<[string, (editor: DocumentEditor) => void, string]>([
    ['a heading emptied', (editor) => editor.clear('Shifts!R1'), 'Put the heading SHIFT_ID back in R1'],
    [
      'a column inserted in the middle',
      (editor) => editor.insertColumns('Shifts', 5),
      'SHIFTS_POSTED back in E1',
    ],
    [
      'a column deleted',
      (editor) => editor.deleteColumns('Shifts', 7),
      'SHIFTS_BOOKED_PERCENTAGE back in G1',
    ],
    ['the heading row deleted', (editor) => editor.deleteRows('Shifts', 1), 'SHIFT_DATE back in A1'],
    [
      'the table sorted with its heading row',
      (editor) => editor.sort('Shifts!A1:R6', 18),
      'SHIFT_DATE back in A1',
    ],
  ])('%s: nothing is written, and the message names the column', async (_title, change, named) => {
    const opened = await openTable(stage, 5);
    edit(opened, change);
    const before = opened.sheet();

    const outcome = opened.scene.ask('sidebarRefreshReport', opened.reportId);

    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'sheet_blocked',
      message: expect.stringContaining(named),
    });
    expect(opened.sheet()).toEqual(before);
  });

  test.each<[string, (editor: DocumentEditor) => void, string]>([
    ['emptied', (editor) => editor.clear('Shifts!A1:R1'), 'R2:R6'],
    ['a column inserted before it', (editor) => editor.insertColumns('Shifts', 1), 'S2:S6'],
    ['three rows inserted above it', (editor) => editor.insertRows('Shifts', 1, 3), 'R5:R9'],
  ])('%s: the table is refreshed where its name is', async (_title, change, ids) => {
    const opened = await openTable(stage, 5);
    edit(opened, change);

    expect(opened.run().message).toBe('');

    expect(
      opened.scene.book
        .values(`Shifts!${ids}`)
        .flat()
        .every((id) => typeof id === 'number'),
    ).toBe(true);
  });

  test('one heading typed over: the message says how to rename it, and that helps', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => editor.type('Shifts!C1', 'Where'));
    const before = opened.sheet();

    expect(opened.scene.ask('sidebarRefreshReport', opened.reportId)).toMatchObject({
      kind: 'failed',
      code: 'sheet_blocked',
      message:
        'Put the heading AREA_NAME back in C1 of “Shifts” (undo the change), or edit the report and set Columns: AREA_NAME as …: the cell holds “Where”.',
    });
    expect(opened.sheet()).toEqual(before);

    const [report] = state(opened.scene.ask('sidebarState')).reports;
    const { from, to, period } = report ?? { from: '', to: '', period: '' };
    const columns = SPEC_NAMES.map((name) => (name === 'AREA_NAME' ? 'AREA_NAME as Where' : name)).join(', ');
    opened.scene.saveReport({ id: opened.reportId, from, to, period, columns });
    expect(opened.run().message).toBe('');
    expect(opened.scene.book.values('Shifts!C1')).toEqual([['Where']]);
  });

  test('put back, it is refreshed again', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => editor.insertRows('Shifts', 1));
    opened.run();
    edit(opened, (editor) => editor.deleteRows('Shifts', 1));

    expect(opened.run().message).toBe('');
  });
});

describe('a table that people rearranged', () => {
  test.each<[string, (editor: DocumentEditor) => void]>([
    ['sorted below its heading row', (editor) => editor.sort('Shifts!A2:R6', 18, false)],
    ['with rows deleted', (editor) => editor.deleteRows('Shifts', 3, 2)],
    ['with rows inserted', (editor) => editor.insertRows('Shifts', 3, 2)],
    [
      'with values typed over',
      (editor) =>
        editor.paste('Shifts!E2', [
          ['99', 'x'],
          ['=1+1', ''],
        ]),
    ],
    ['emptied', (editor) => editor.clear('Shifts!A2:R6')],
    ['with a named range', (editor) => editor.nameRange('SHIFTS_DATA', 'Shifts!A1:R6')],
    ['with a column inserted behind it', (editor) => editor.insertColumns('Shifts', 19)],
  ])('%s is exact again after a refresh', async (_title, change) => {
    const opened = await openTable(stage, 5);
    const exact = opened.scene.book.values('Shifts!A1:R6');
    edit(opened, change);

    const { message } = opened.run();

    if (message === '') expect(opened.scene.book.values('Shifts!A1:R6')).toEqual(exact);
    else expect(message).toMatch(/^(Clear|Put|Unprotect) /);
  });
});
