import { describe, expect, test } from '@jest/globals';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';

/* To Google Sheets, names that differ only in capitals are the same: a second sheet of such a name is refused. */

const stage = new Stage();

/** A report, in a spreadsheet where someone has sheets of these names already. */
async function opened(theirs: readonly string[], isBlank = false): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  for (const name of theirs) {
    scene.book.document.editor.createSheet(name);
    if (!isBlank) scene.book.as(ANN).enter(`${name}!A1`, 'mine');
  }
  scene.connect();
  await scene.serve([RECORD]);
  return { scene, id: scene.saveReport({ from: '2026-03-02', to: '2026-03-02' }) };
}

const names = ({ book }: Scene) => book.document.snapshot().sheets.map(({ name }) => name);

describe('a sheet of a person that has our name in other capitals', () => {
  test('is left alone, and the message says that the status needs its name', async () => {
    const { scene, id } = await opened(['shift reports STATUS']);

    const { reports } = state(scene.refresh(id));

    expect(reports[0]?.lastRun?.message).toContain(
      'Rename the sheet “Shift Reports status”, which is one of yours: Shift Reports needs its name.',
    );
    expect(scene.book.cell('shift reports STATUS!A1').value).toBe('mine');
  });

  test('is used for the status where it is blank', async () => {
    const { scene, id } = await opened(['SHIFT REPORTS STATUS'], true);
    state(scene.refresh(id));
    expect(scene.book.cell('SHIFT REPORTS STATUS!B2').value).toBe('OK');
    expect(names(scene).filter((name) => name.toLowerCase().startsWith('shift reports status'))).toHaveLength(
      1,
    );
  });

  test('is named where changes are to be listed', async () => {
    const { scene, id } = await opened(['Shift Reports Changes']);
    for (const venue of ['Arena', 'Crown']) {
      await scene.serve([{ ...RECORD, VENUE_NAME: venue }]);
      state(scene.refresh(id));
    }
    expect(scene.ask('sidebarShowChanges', id)).toMatchObject({
      kind: 'failed',
      code: 'sheet_blocked',
      message:
        'Rename the sheet “Shift Reports changes”, which is one of yours: Shift Reports needs its name.',
    });
  });

  test('takes changes where it is blank', async () => {
    const { scene, id } = await opened(['SHIFT REPORTS CHANGES'], true);
    for (const venue of ['Arena', 'Crown']) {
      await scene.serve([{ ...RECORD, VENUE_NAME: venue }]);
      state(scene.refresh(id));
    }
    state(scene.ask('sidebarShowChanges', id));
    expect(scene.book.cell('SHIFT REPORTS CHANGES!F2').value).toBe('Venue');
  });

  test('is named where a table is to be kept for Undo', async () => {
    const { scene, id } = await opened(['shift reports undo']);
    for (const venue of ['Arena', 'Crown']) {
      await scene.serve([{ ...RECORD, VENUE_NAME: venue }]);
      state(scene.refresh(id));
    }
    expect(state(scene.ask('sidebarState')).reports[0]?.lastRun?.message).toContain(
      'Rename the sheet “Shift Reports undo”, which is one of yours: Shift Reports needs its name. This refresh can’t be undone.',
    );
    expect(scene.book.cell('shift reports undo!A1').value).toBe('mine');
  });

  test('leaves a dashboard a sheet with the name of its report', async () => {
    const { scene, id } = await opened(['OVERVIEW']);
    state(scene.refresh(id));
    const [report] = state(scene.ask('sidebarBuildDashboard', id, ANN, 'overview')).reports;
    expect(report?.dashboards).toEqual([{ template: 'overview', sheet: 'Overview – Shifts' }]);
    expect(scene.book.cell('OVERVIEW!A1').value).toBe('mine');
  });

  test('is not written over by a report, and its name is told', async () => {
    const { scene, id } = await opened(['SHIFTS']);
    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(
        'Choose an empty sheet or a new name: “Shifts” already holds something',
      ),
    });
    expect(scene.book.cell('SHIFTS!A1').value).toBe('mine');
  });

  test('is used for a report where it is blank, with the name that it has', async () => {
    const { scene, id } = await opened(['SHIFTS'], true);
    state(scene.refresh(id));
    scene.emulator.clock.advance(1000);
    expect(state(scene.refresh(id)).reports[0]).toMatchObject({ sheet: 'SHIFTS' });
    expect(scene.book.cell('SHIFTS!B2').value).toBe('Harbour Hall');
  });
});
