import { describe, expect, test } from '@jest/globals';
import type { DocumentEditor } from '../emulator/spreadsheet/editor';
import { BOB, Stage, state } from '../support/scene';
import { edit, openTable, shiftIds } from '../support/table-scene';

/* Cells that refuse a write or hold something else. */

const stage = new Stage();

const IN_THE_WAY = expect.stringMatching(
  /^Clear or move [A-Z]+\d+ on “Shifts”: the table grows over this cell\.$/,
);
const REFUSED =
  'Unprotect the cells or make room, or ask an owner to, then refresh: Google Sheets refused the write, the old table stays.';

describe('a table that grows', () => {
  test('stops at cells in use below it; nothing is written', async () => {
    const opened = await openTable(stage, 5, 9);
    edit(opened, (editor) => editor.type('Shifts!B9', 'Total'));
    const before = opened.sheet();

    const outcome = opened.scene.ask('sidebarRefreshReport', opened.reportId);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked', message: IN_THE_WAY });
    expect(opened.sheet()).toEqual(before);
  });

  test('stops at a formula below it, even one that shows nothing', async () => {
    const opened = await openTable(stage, 5, 9);
    edit(opened, (editor) => editor.type('Shifts!A8', '=SUM(E2:E6)'));
    const before = opened.sheet();

    opened.run();

    expect(opened.sheet()).toEqual(before);
  });

  test('that shrank first does not take back rows that people use since', async () => {
    const opened = await openTable(stage, 9, 3);
    opened.run();
    await opened.scene.server.clearScenarios();
    await opened.scene.server.setScenario('report', { name: 'rows', rows: 9 });
    edit(opened, (editor) => editor.type('Shifts!A7', 'my note'));
    const before = opened.sheet();

    expect(opened.run().message).toEqual(IN_THE_WAY);
    expect(opened.sheet()).toEqual(before);
  });

  test('grows over free cells, past cells beside it', async () => {
    const opened = await openTable(stage, 5, 9);
    edit(opened, (editor) => editor.type('Shifts!T9', 'beside'));

    expect(opened.run().message).toBe('');

    expect(shiftIds(opened, 9).every((id) => typeof id === 'number')).toBe(true);
    expect(opened.scene.book.cell('Shifts!T9').value).toBe('beside');
  });

  test('adds rows at the end of a sheet that is too short', async () => {
    const opened = await openTable(stage, 5, 30);
    edit(opened, (editor) => editor.deleteRows('Shifts', 9, 992));
    edit(opened, (editor) => editor.type('Shifts!T8', 'last row'));
    expect(opened.sheet().rows).toBe(8);

    expect(opened.run().message).toBe('');

    expect(opened.sheet().rows).toBe(31);
    expect(opened.scene.book.cell('Shifts!T8').value).toBe('last row');
  });

  test('stays as it was where the spreadsheet is full', async () => {
    const opened = await openTable(stage, 5, 1200);
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
    [
      'a validation that wants other texts',
      (editor) => editor.validate('Shifts!B4', { kind: 'one-of', values: ['x'] }),
    ],
  ])('%s: the old table stays, sidebar and status say why', async (_title, change) => {
    const opened = await openTable(stage, 5);
    edit(opened, change);
    const before = opened.sheet();

    const outcome = opened.scene.refresh(opened.reportId, BOB);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked', message: REFUSED });
    expect(opened.sheet()).toEqual(before);
    expect(opened.scene.book.cell('Shift Reports status!C2').value).toBe(REFUSED);
  });

  test('protected for others, the owner still refreshes', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => editor.protectSheet('Shifts'));

    expect(opened.run().message).toBe('');
  });

  test('a status sheet that is protected does not keep the table from being refreshed', async () => {
    const opened = await openTable(stage, 5, 6);
    edit(opened, (editor) => editor.protectSheet('Shift Reports status'));
    const status = opened.sheet('Shift Reports status');

    const outcome = opened.scene.refresh(opened.reportId, BOB);

    expect(state(outcome).reports[0]?.lastRun?.message).toBe('6 shifts from 2 Mar 2026. 1 shift added.');
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

    expect(scene.book.document.snapshot().sheets.filter(({ name }) => name === 'Shifts')).toMatchObject([
      { id },
    ]);
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
      message: expect.stringContaining(
        'Choose an empty sheet or a new name: “Sheet1” already holds something',
      ),
    });
    expect(scene.book.document.snapshot().sheets[0]).toEqual(before);
  });
});
