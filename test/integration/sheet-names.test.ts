import { describe, expect, test } from '@jest/globals';
import { ANN, mails, type Scene, Stage, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';

/*
 * Names of sheets. To Google Sheets, names that differ only in capitals are the same: a second sheet of such a name is
 * refused. A sheet that people rename is its report's under the name it has now.
 */

const stage = new Stage();

/** A report, in a spreadsheet where someone has sheets of these names already. */
async function opened(theirs: readonly string[], isBlank = false): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  for (const name of theirs) {
    scene.book.editor.createSheet(name);
    if (!isBlank) scene.book.as(ANN).enter(`${name}!A1`, 'mine');
  }
  scene.connect();
  await scene.serve([RECORD]);
  return { scene, id: scene.saveReport({ from: '2026-03-02', to: '2026-03-02' }) };
}

const names = ({ book }: Scene) => book.snapshot().sheets.map(({ name }) => name);

/** Two refreshes with another table each, then *What changed*. @returns The message of the second and of that. */
async function changed(scene: Scene, id: string): Promise<string> {
  let message = '';
  for (const venue of ['Arena', 'Crown']) {
    await scene.serve([{ ...RECORD, VENUE_NAME: venue }]);
    message = state(scene.refresh(id)).reports[0]?.lastRun?.message ?? '';
  }
  return `${message} ${scene.ask('sidebarShowChanges', id).message}`;
}

describe('a sheet of a person that has our name in other capitals', () => {
  test.each([
    ['shift reports STATUS', 'Shift Reports status', 'Shift Reports needs its name.'],
    ['Shift Reports Changes', 'Shift Reports changes', 'Shift Reports needs its name.'],
    [
      'shift reports undo',
      'Shift Reports undo',
      'Shift Reports needs its name. This refresh can’t be undone.',
    ],
  ])('is left alone, and the message names it: %s', async (theirs, name, rest) => {
    const { scene, id } = await opened([theirs]);
    expect(await changed(scene, id)).toContain(`Rename the sheet “${name}”, which is one of yours: ${rest}`);
    expect(scene.book.cell(`${theirs}!A1`).value).toBe('mine');
  });

  test.each([
    ['SHIFT REPORTS STATUS', 'B2', 'OK'],
    ['SHIFT REPORTS CHANGES', 'F2', 'Venue Arena → Crown'],
  ])('is used where it is blank: %s', async (theirs, cell, value) => {
    const { scene, id } = await opened([theirs], true);
    await changed(scene, id);
    expect(scene.book.cell(`${theirs}!${cell}`).value).toBe(value);
    expect(names(scene).filter((name) => name.toUpperCase() === theirs)).toEqual([theirs]);
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

const DAY = { from: '2026-03-02', to: '2026-03-02' } as const;

/** A report on the sheet `Shifts`, whose tab someone called `March`. */
async function renamed(): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.connected();
  const id = scene.saveReport({ ...DAY, mode: 'history' });
  state(scene.refresh(id));
  scene.book.editor.renameSheet('Shifts', 'March');
  return { scene, id };
}
const save = (scene: Scene, sheet: string, id: string | null = null) =>
  scene.ask('sidebarSaveReport', {
    id,
    report: 'shift_fulfilment',
    period: 'custom',
    ...DAY,
    mode: id === null ? 'replace' : 'history',
    venue: '',
    area: '',
    role: '',
    groupBy: '',
    columns: '',
    sheet,
  });

describe('a tab that was renamed', () => {
  test('stays the report’s when its new name is typed into the form, with its rows and its Undo', async () => {
    const { scene, id } = await renamed();
    state(scene.refresh(id));
    const before = names(scene);

    state(save(scene, 'March', id));
    await scene.server.restate();
    state(scene.refresh(id));

    expect(names(scene)).toEqual([...before, 'Shift Reports undo']);
    expect(state(scene.ask('sidebarState')).reports).toMatchObject([{ sheet: 'March', canUndo: true }]);
  });

  test('keeps its spelling where its name is typed in another case', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport({ ...DAY, mode: 'history' });
    state(scene.refresh(id));

    expect(state(save(scene, 'SHIFTS', id)).reports).toMatchObject([{ sheet: 'Shifts' }]);
  });

  test('leaves its former name to another report', async () => {
    const { scene, id } = await renamed();

    const { reports } = state(save(scene, 'Shifts'));
    state(scene.refresh(reports[1]?.id ?? ''));
    state(scene.refresh(id));

    expect(names(scene)).toEqual(expect.arrayContaining(['March', 'Shifts']));
    expect(state(scene.ask('sidebarState')).reports.map(({ sheet }) => sheet)).toEqual(['March', 'Shifts']);
  });

  test('is taken by no other report, even when it is empty', async () => {
    const { scene } = await renamed();
    scene.book.editor.clear('March!A1:Z3000');

    expect(save(scene, 'March')).toMatchObject({
      kind: 'failed',
      message: 'Choose another sheet: “March” belongs to another report.',
    });
  });

  test('gets no second table when it is given the name of a report that has no sheet yet', async () => {
    const { scene } = await renamed();
    const { reports } = state(save(scene, 'April'));
    scene.book.editor.renameSheet('March', 'April');
    scene.book.editor.clear('April!A1:Z3000');

    expect(scene.refresh(reports[1]?.id ?? '')).toMatchObject({
      kind: 'failed',
      message: 'Choose an empty sheet or a new name: “April” already holds something.',
    });
  });
});

test('where two tabs have changed names, the mail tells of the report that failed, and of no other', async () => {
  const scene = await stage.connected();
  for (const sheet of ['One', 'Two']) scene.saveReport({ ...DAY, sheet });
  await scene.serve([RECORD]);
  state(scene.ask('sidebarRefreshAll'));
  const { editor } = scene.book;
  editor.renameSheet('One', 'Three');
  editor.renameSheet('Two', 'One');
  editor.renameSheet('Three', 'Two');
  editor.type('One!C1', 'broken');
  await scene.serve([RECORD, { ...RECORD, SHIFT_ID: 99 }]);
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email: ANN }));

  scene.emulator.advance({ hours: 1, minutes: 2 });

  expect(mails(scene).map(({ subject }) => subject)).toEqual([
    'Shift Reports: 1 report not refreshed in “Untitled spreadsheet”',
  ]);
});
