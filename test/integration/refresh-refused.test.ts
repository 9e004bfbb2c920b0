import { describe, expect, test } from '@jest/globals';
import { BOB, Stage, state } from '../support/scene';
import { edit, openTable, shiftIds } from '../support/table-scene';

/* What becomes of cells that Google refuses to let a table have, or format. */

const stage = new Stage();

describe('a table that was refused to grow', () => {
  test('leaves what people type below it since, also when the next refresh succeeds', async () => {
    const opened = await openTable(stage, 5, 9);
    edit(opened, (editor) => editor.protect('Shifts!C3:D4'));
    expect(opened.scene.refresh(opened.reportId, BOB).kind).toBe('failed');
    edit(opened, (editor) => editor.type('Shifts!B9', 'Total'));
    await opened.scene.server.clearScenarios();
    await opened.scene.server.setScenario('report', { name: 'rows', rows: 4 });

    state(opened.scene.refresh(opened.reportId));

    expect(opened.scene.book.cell('Shifts!B9').value).toBe('Total');
    expect(shiftIds(opened, 5).map((id) => typeof id)).toEqual([
      'number',
      'number',
      'number',
      'number',
      'string',
    ]);
  });

  test('grows when it may, over the cells that were claimed before', async () => {
    const opened = await openTable(stage, 5, 9);
    edit(opened, (editor) => editor.protect('Shifts!C3:D4'));
    expect(opened.scene.refresh(opened.reportId, BOB).kind).toBe('failed');

    state(opened.scene.refresh(opened.reportId));

    expect(shiftIds(opened, 9).every((id) => typeof id === 'number')).toBe(true);
  });
});

test('formats that cells far below refuse fail nothing: the rows have theirs, and the status says what to do', async () => {
  const scene = await stage.open();
  scene.connect();
  const days = { from: '2026-03-02', to: '2026-03-02' };
  const id = scene.saveReport({ ...days, columns: 'VENUE_NAME, SHIFT_ID' });
  state(scene.refresh(id));
  scene.book.document.editor.protect('Shifts!A500:C510');
  scene.saveReport({ ...days, id, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID' });

  const outcome = scene.refresh(id, BOB);

  const advice =
    'Set the number formats on “Shifts” yourself (Format ▸ Number): Google Sheets refused some of them.';
  expect([outcome.kind, outcome.message]).toEqual(['done', expect.stringContaining(advice)]);
  expect(scene.book.cell('Shifts!A1').value).toBe('SHIFT_DATE');
  expect(scene.book.cell('Shifts!A2').display).toBe('2 Mar 2026');
  expect(scene.book.values('Shift Reports status!B2:L2')[0]).toEqual(
    expect.arrayContaining(['OK', expect.stringContaining(advice)]),
  );
});
