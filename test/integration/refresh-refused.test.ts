import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BOB, Stage, state } from '../support/scene';
import { edit, openTable, shiftIds } from '../support/table-scene';

/* What becomes of the cells below a table when Google refuses to let it grow. Reliability guide, W1 and W6. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

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
      ...['number', 'number', 'number', 'number', 'string'],
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
