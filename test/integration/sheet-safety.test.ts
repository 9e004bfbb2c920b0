import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentEditor } from '../emulator/world/spreadsheet/document-editor';
import { BOB, Stage, state } from '../support/scene';
import { SPEC_NAMES } from '../support/spec-fields';
import { SurfaceScene } from '../support/surface-run';

/* What people do to the sheet of a table between two refreshes. Reliability guide, W2 to W6, items 103 to 113. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const HEADING = 'Put the heading row of “Shifts” back into row 1, from column A on: it was changed or moved.';
const IN_THE_WAY = 'Clear the cells below the table on “Shifts”: the new rows need their place.';
const REFUSED = 'Unprotect the cells or make room, then refresh: Google Sheets refused the write, the old table stays.';

/** A table of `rows` rows, to be refreshed with `next` rows. */
async function table(rows: number, next = rows): Promise<SurfaceScene> {
  const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
  const { server } = opened.scene;
  await server.setScenario('report', { name: 'rows', rows, times: 1 });
  await server.setScenario('report', { name: 'rows', rows: next });
  expect(opened.run().message).toBe('');
  return opened;
}

function edit(opened: SurfaceScene, change: (editor: DocumentEditor) => void): void {
  change(opened.scene.book.document.editor);
}

/** The IDs in the last column of the first `rows` rows under the heading row. */
function shiftIds(opened: SurfaceScene, rows: number, sheet = 'Shifts') {
  return opened.scene.book.values(`${sheet}!R2:R${rows + 1}`).map(([id]) => id);
}

describe('a sheet that was', () => {
  test('renamed is still refreshed, and no other is made', async () => {
    const opened = await table(5);
    edit(opened, (editor) => editor.renameSheet('Shifts', 'Our shifts'));
    edit(opened, (editor) => editor.clear('Our shifts!A2:R6'));

    expect(opened.run().message).toBe('');

    const names = opened.scene.book.document.snapshot().sheets.map(({ name }) => name);
    expect(names).toEqual(['Sheet1', 'Our shifts', 'Shift Reports status']);
    expect(shiftIds(opened, 5, 'Our shifts').every((id) => typeof id === 'number')).toBe(true);
  });

  test('moved is still refreshed', async () => {
    const opened = await table(5);
    edit(opened, (editor) => editor.moveSheet('Shifts', 0));
    edit(opened, (editor) => editor.clear('Shifts!A2:R6'));

    expect(opened.run().message).toBe('');

    expect(shiftIds(opened, 5).every((id) => typeof id === 'number')).toBe(true);
  });

  test('renamed while another took its name leaves the other alone', async () => {
    const opened = await table(5);
    edit(opened, (editor) => {
      editor.renameSheet('Shifts', 'Mine');
      editor.createSheet('Shifts');
      editor.type('Shifts!A1', 'private');
    });

    expect(opened.run().message).toBe('');

    expect(opened.sheet('Shifts').cells).toEqual({ A1: { value: 'private' } });
  });

  test('hidden is refreshed and stays hidden', async () => {
    const opened = await table(5, 6);
    edit(opened, (editor) => editor.hideSheet('Shifts'));

    expect(opened.run().message).toBe('');

    expect(opened.sheet().isHidden).toBe(true);
    expect(typeof shiftIds(opened, 6)[5]).toBe('number');
  });

  test('deleted is made again by a click', async () => {
    const opened = await table(5);
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
    expect(opened.scene.book.values('Shift Reports status!B2:B2')).toEqual([['FAILED']]);
    expect(state(opened.scene.ask('sidebarState')).reports[0]?.lastRun).toMatchObject({
      outcome: 'failed',
      message,
    });
  });
});

describe('a heading row that is not where it was', () => {
  test.each<[string, (editor: DocumentEditor) => void]>([
    ['one heading typed over', (editor) => editor.type('Shifts!C1', 'Area')],
    ['a heading emptied', (editor) => editor.clear('Shifts!R1')],
    ['the whole heading row emptied', (editor) => editor.clear('Shifts!A1:R1')],
    ['a column inserted in the middle', (editor) => editor.insertColumns('Shifts', 5)],
    ['a column inserted before the first', (editor) => editor.insertColumns('Shifts', 1)],
    ['a column deleted', (editor) => editor.deleteColumns('Shifts', 7)],
    ['a row inserted above', (editor) => editor.insertRows('Shifts', 1)],
    ['three rows inserted above', (editor) => editor.insertRows('Shifts', 1, 3)],
    ['the heading row deleted', (editor) => editor.deleteRows('Shifts', 1)],
    ['the table sorted with its heading row', (editor) => editor.sort('Shifts!A1:R6', 18)],
  ])('%s: nothing is written, and the message says what to do', async (_title, change) => {
    const opened = await table(5);
    edit(opened, change);
    const before = opened.sheet();

    const outcome = opened.scene.ask('sidebarRefreshReport', opened.reportId);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked', message: HEADING });
    expect(opened.sheet()).toEqual(before);
    expect(opened.scene.book.cell('Shift Reports status!L2').value).toBe(HEADING);
  });

  test('put back, it is refreshed again', async () => {
    const opened = await table(5);
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
    ['with values typed over', (editor) => editor.paste('Shifts!E2', [['99', 'x'], ['=1+1', '']])],
    ['emptied', (editor) => editor.clear('Shifts!A2:R6')],
    ['with a named range', (editor) => editor.nameRange('SHIFTS_DATA', 'Shifts!A1:R6')],
    ['with a column inserted behind it', (editor) => editor.insertColumns('Shifts', 19)],
  ])('%s is exact again after a refresh', async (_title, change) => {
    const opened = await table(5);
    const exact = opened.scene.book.values('Shifts!A1:R6');
    edit(opened, change);

    const { message } = opened.run();

    if (message === '') expect(opened.scene.book.values('Shifts!A1:R6')).toEqual(exact);
    else expect(message).toMatch(/^(Clear|Put|Unprotect) /);
  });
});

describe('a table that grows', () => {
  test('stops at cells in use below it; nothing is written', async () => {
    const opened = await table(5, 9);
    edit(opened, (editor) => editor.type('Shifts!B9', 'Total'));
    const before = opened.sheet();

    const outcome = opened.scene.ask('sidebarRefreshReport', opened.reportId);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked', message: IN_THE_WAY });
    expect(opened.sheet()).toEqual(before);
  });

  test('stops at a formula below it, even one that shows nothing', async () => {
    const opened = await table(5, 9);
    edit(opened, (editor) => editor.type('Shifts!A8', '=SUM(E2:E6)'));
    const before = opened.sheet();

    opened.run();

    expect(opened.sheet()).toEqual(before);
  });

  test('that shrank first does not take back rows that people use since', async () => {
    const opened = await table(9, 3);
    opened.run();
    await opened.scene.server.clearScenarios();
    await opened.scene.server.setScenario('report', { name: 'rows', rows: 9 });
    edit(opened, (editor) => editor.type('Shifts!A7', 'my note'));
    const before = opened.sheet();

    expect(opened.run().message).toBe(IN_THE_WAY);
    expect(opened.sheet()).toEqual(before);
  });

  test('grows over free cells, past cells beside it', async () => {
    const opened = await table(5, 9);
    edit(opened, (editor) => editor.type('Shifts!T9', 'beside'));

    expect(opened.run().message).toBe('');

    expect(shiftIds(opened, 9).every((id) => typeof id === 'number')).toBe(true);
    expect(opened.scene.book.cell('Shifts!T9').value).toBe('beside');
  });

  test('adds rows at the end of a sheet that is too short', async () => {
    const opened = await table(5, 30);
    edit(opened, (editor) => editor.deleteRows('Shifts', 9, 992));
    edit(opened, (editor) => editor.type('Shifts!T8', 'last row'));
    expect(opened.sheet().rows).toBe(8);

    expect(opened.run().message).toBe('');

    expect(opened.sheet().rows).toBe(31);
    expect(opened.scene.book.cell('Shifts!T8').value).toBe('last row');
  });

  test('stays as it was where the spreadsheet is full', async () => {
    const opened = await table(5, 1200);
    edit(opened, (editor) => editor.insertColumns('Shifts', 27, 9000));
    const before = opened.sheet();

    expect(opened.run().message).toBe(REFUSED);
    expect(opened.sheet()).toEqual(before);
  });
});

describe('cells that refuse the write', () => {
  test.each<[string, (editor: DocumentEditor) => void]>([
    ['a protected block', (editor) => editor.protect('Shifts!C3:D4')],
    ['a protected sheet', (editor) => editor.protectSheet('Shifts')],
    [
      'a validation that rejects',
      (editor) => editor.validate('Shifts!E2:E6', { kind: 'number-between', least: -2, most: -1 }),
    ],
    ['a validation that wants other texts', (editor) => editor.validate('Shifts!B4', { kind: 'one-of', values: ['x'] })],
  ])('%s: the old table stays, sidebar and status say why', async (_title, change) => {
    const opened = await table(5);
    edit(opened, change);
    const before = opened.sheet();

    const outcome = opened.scene.ask('sidebarRefreshReport', opened.reportId, BOB);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked', message: REFUSED });
    expect(opened.sheet()).toEqual(before);
    expect(opened.scene.book.cell('Shift Reports status!L2').value).toBe(REFUSED);
  });

  test('protected for others, the owner still refreshes', async () => {
    const opened = await table(5);
    edit(opened, (editor) => editor.protectSheet('Shifts'));

    expect(opened.run().message).toBe('');
  });

  test('a status sheet that is protected does not keep the table from being refreshed', async () => {
    const opened = await table(5, 6);
    edit(opened, (editor) => editor.protectSheet('Shift Reports status'));
    const status = opened.sheet('Shift Reports status');

    const outcome = opened.scene.ask('sidebarRefreshReport', opened.reportId, BOB);

    expect(state(outcome).reports[0]?.lastRun?.message).toBe('6 shifts from 2026-03-02.');
    expect(shiftIds(opened, 6).every((id) => typeof id === 'number')).toBe(true);
    expect(opened.sheet('Shift Reports status')).toEqual(status);
  });
});

describe('the first refresh of a report', () => {
  test('uses a sheet of that name that is empty', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.book.document.editor.createSheet('Shifts');

    state(scene.ask('sidebarRefreshReport', scene.saveReport()));

    expect(scene.book.document.snapshot().sheets.filter(({ name }) => name === 'Shifts')).toMatchObject([{ id }]);
  });

  test('refuses a sheet that holds something, and leaves it alone', async () => {
    const scene = await stage.open();
    scene.connect();
    scene.book.document.editor.type('Sheet1!H50', 'mine');
    const before = scene.book.document.snapshot().sheets[0];

    const outcome = scene.ask('sidebarRefreshReport', scene.saveReport({ sheet: 'Sheet1' }));

    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'sheet_blocked',
      message: 'Choose an empty sheet or a new name: “Sheet1” already holds something.',
    });
    expect(scene.book.document.snapshot().sheets[0]).toEqual(before);
  });
});
