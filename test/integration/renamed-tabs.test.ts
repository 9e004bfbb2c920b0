import { describe, expect, test } from '@jest/globals';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';

/* Tabs of reports that people rename: a sheet is its report's under the name it has now. */

const stage = new Stage();

const DAY = { from: '2026-03-02', to: '2026-03-02' } as const;

/** A report on the sheet `Shifts`, whose tab someone called `March`. */
async function renamed(): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ ...DAY, mode: 'history' });
  state(scene.refresh(id));
  scene.book.document.editor.renameSheet('Shifts', 'March');
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
const sheets = (scene: Scene) => scene.book.document.snapshot().sheets.map(({ name }) => name);

describe('a tab that was renamed', () => {
  test('stays the report’s when its new name is typed into the form, with its rows and its Undo', async () => {
    const { scene, id } = await renamed();
    state(scene.refresh(id));
    const before = sheets(scene);

    state(save(scene, 'March', id));
    await scene.server.restate();
    state(scene.refresh(id));

    expect(sheets(scene)).toEqual([...before, 'Shift Reports undo']);
    expect(state(scene.ask('sidebarState')).reports).toMatchObject([{ sheet: 'March', canUndo: true }]);
  });

  test('keeps its spelling where its name is typed in another case', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ ...DAY, mode: 'history' });
    state(scene.refresh(id));

    expect(state(save(scene, 'SHIFTS', id)).reports).toMatchObject([{ sheet: 'Shifts' }]);
  });

  test('leaves its former name to another report', async () => {
    const { scene, id } = await renamed();

    const { reports } = state(save(scene, 'Shifts'));
    state(scene.refresh(reports[1]?.id ?? ''));
    state(scene.refresh(id));

    expect(sheets(scene)).toEqual(expect.arrayContaining(['March', 'Shifts']));
    expect(state(scene.ask('sidebarState')).reports.map(({ sheet }) => sheet)).toEqual(['March', 'Shifts']);
  });

  test('is taken by no other report, even when it is empty', async () => {
    const { scene } = await renamed();
    scene.book.document.editor.clear('March!A1:Z3000');

    expect(save(scene, 'March')).toMatchObject({
      kind: 'failed',
      message: 'Choose another sheet: “March” belongs to another report.',
    });
  });

  test('gets no second table when it is given the name of a report that has no sheet yet', async () => {
    const { scene } = await renamed();
    const { reports } = state(save(scene, 'April'));
    scene.book.document.editor.renameSheet('March', 'April');
    scene.book.document.editor.clear('April!A1:Z3000');

    expect(scene.refresh(reports[1]?.id ?? '')).toMatchObject({
      kind: 'failed',
      message: 'Choose an empty sheet or a new name: “April” already holds something.',
    });
  });
});

test('where two tabs have changed names, the mail tells of the report that failed, and of no other', async () => {
  const scene = await stage.open();
  scene.connect();
  for (const sheet of ['One', 'Two']) scene.saveReport({ ...DAY, sheet });
  await scene.serve([RECORD]);
  state(scene.ask('sidebarRefreshAll'));
  const { editor } = scene.book.document;
  editor.renameSheet('One', 'Three');
  editor.renameSheet('Two', 'One');
  editor.renameSheet('Three', 'Two');
  editor.type('One!C1', 'broken');
  await scene.serve([RECORD, { ...RECORD, SHIFT_ID: 99 }]);
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email: ANN }));

  scene.emulator.advance({ hours: 1, minutes: 2 });

  const subjects = scene.emulator.mails.map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Shift Reports: '))).toEqual([
    'Shift Reports: 1 report not refreshed in “Untitled spreadsheet”',
  ]);
});
