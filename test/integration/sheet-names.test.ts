import { describe, expect, test } from '@jest/globals';
import { REPORT_FORM } from '../support/report-form';
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
  test('leaves the status a sheet with a number, and says so', async () => {
    const { scene, id } = await opened(['shift reports STATUS']);

    const { reports } = state(scene.refresh(id));

    expect(reports[0]?.lastRun?.message).toContain(
      'The status is not on “Shift Reports status”, which is a sheet of yours, but on the next of that name.',
    );
    expect(scene.book.values('Shift Reports status 2!A1:B2')).toEqual([
      ['Report', 'State'],
      ['Shifts', 'OK'],
    ]);
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
        'Rename the sheet “Shift Reports changes”, which is not the sheet of changes: its name is needed.',
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

  test('leaves tables for Undo a sheet with a number', async () => {
    const { scene, id } = await opened(['shift reports undo']);
    for (const venue of ['Arena', 'Crown']) {
      await scene.serve([{ ...RECORD, VENUE_NAME: venue }]);
      expect(state(scene.refresh(id)).reports[0]?.lastRun?.message).not.toContain(
        'This refresh can’t be undone',
      );
    }
    expect(names(scene)).toContain('Shift Reports undo 2');
    state(scene.ask('sidebarUndoRefresh', id));
    expect(scene.book.cell('Shifts!B2').value).toBe('Arena');
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

  test('is seen by the preview', async () => {
    const { scene } = await opened(['ARENA']);
    const outcome = scene.ask('sidebarPreviewReport', {
      ...REPORT_FORM,
      sheet: 'Arena',
      from: '2026-03-02',
      to: '2026-03-02',
    });
    expect(JSON.stringify(outcome)).toContain('“Arena” already holds something');
  });
});
