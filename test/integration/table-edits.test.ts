import { describe, expect, test } from '@jest/globals';
import type { DocumentEditor } from '../emulator/spreadsheet/editor';
import { ANN, BOB, Stage, state } from '../support/scene';
import { SPEC_NAMES } from '../support/spec-fields';
import { SurfaceScene } from '../support/surface-run';
import { edit, openTable, shiftIds } from '../support/table-scene';

/* What people do to the sheet of a table between two refreshes, and cells that refuse a write or hold something else. */

const stage = new Stage();

type Edit = (editor: DocumentEditor) => unknown;

test.each<[string, Edit, (string | undefined)?]>([
  ['nothing', () => undefined],
  ['its cells cleared', (editor) => editor.clear('Shifts!A2:R6')],
  ['its sheet moved', (editor) => editor.moveSheet('Shifts', 0)],
  ['its sheet deleted', (editor) => editor.deleteSheet('Shifts')],
  ['its sheet renamed', (editor) => editor.renameSheet('Shifts', 'Our shifts'), 'Our shifts!A1:R6'],
  [
    'its sheet renamed, and another that took its name',
    (editor) => {
      editor.renameSheet('Shifts', 'Mine');
      editor.createSheet('Shifts');
      editor.type('Shifts!A1', 'private');
    },
    'Mine!A1:R6',
  ],
  ['its headings cleared', (editor) => editor.clear('Shifts!A1:R1')],
  ['a column inserted before it', (editor) => editor.insertColumns('Shifts', 1), 'Shifts!B1:S6'],
  ['a column inserted behind it', (editor) => editor.insertColumns('Shifts', 19)],
  ['rows inserted above it', (editor) => editor.insertRows('Shifts', 1, 3), 'Shifts!A4:R9'],
  ['rows inserted in it', (editor) => editor.insertRows('Shifts', 3, 2)],
  ['rows deleted in it', (editor) => editor.deleteRows('Shifts', 3, 2)],
  ['all its rows deleted', (editor) => editor.deleteRows('Shifts', 2, 5)],
  ['its rows sorted', (editor) => editor.sort('Shifts!A2:R6', 18, false)],
  [
    'values typed over',
    (editor) =>
      editor.paste('Shifts!E2', [
        ['99', 'x'],
        ['=1+1', ''],
      ]),
  ],
  ['a named range over it', (editor) => editor.nameRange('SHIFTS_DATA', 'Shifts!A1:R6')],
])(
  'a table with %s is exact after a refresh, and no other sheet is touched',
  async (_, change, at = 'Shifts!A1:R6') => {
    const opened = await openTable(stage, 5);
    const exact = opened.scene.book.values('Shifts!A1:R6');
    edit(opened, change);
    const names = () => opened.scene.book.snapshot().sheets.map(({ name }) => name);
    const before = names().filter((name) => name !== 'Shifts');

    expect(opened.run().message).toBe('');

    expect(opened.scene.book.values(at)).toEqual(exact);
    expect(names()).toEqual(expect.arrayContaining(before));
    expect(
      names().filter((name) => !/^(Shifts|Sheet1|Shift Reports (status|undo))$/.test(name)),
    ).toHaveLength(at.startsWith('Shifts') ? 0 : 1);
    if (at.startsWith('Mine'))
      expect(opened.sheet('Shifts').cells).toEqual({ A1: expect.objectContaining({ value: 'private' }) });
  },
);

const BACK =
  /^Put the heading (\w+) back in (\w+) of “Shifts” \(undo the change\),.*: the cell holds “[\w ]*”\.$/;
const NAMELESS =
  /^Give the table on “Shifts” its name (\w+) back \(Data ▸ Named ranges\), or clear the sheet: the name was deleted, and (\w+) is in use\.$/;
const IN_THE_WAY = /^Clear or move (\w+) on “Shifts”: the table grows over this cell\.$/;
const REFUSED =
  /^Unprotect the cells, remove their drop-downs \(Data ▸ Data validation\) or make room, or ask an owner to, then refresh: Google Sheets refused the write, the old table stays\.$/;

test.each<[string, Edit, RegExp, string, number?]>([
  ['a heading cleared', (editor) => editor.clear('Shifts!R1'), BACK, 'SHIFT_ID R1'],
  ['a column inserted in it', (editor) => editor.insertColumns('Shifts', 5), BACK, 'SHIFTS_POSTED E1'],
  ['a column deleted', (editor) => editor.deleteColumns('Shifts', 7), BACK, 'SHIFTS_BOOKED_PERCENTAGE G1'],
  ['its heading row deleted', (editor) => editor.deleteRows('Shifts', 1), BACK, 'SHIFT_DATE A1'],
  ['its heading row sorted with it', (editor) => editor.sort('Shifts!A1:R6', 18), BACK, 'SHIFT_DATE A1'],
  [
    'its headings cleared and a column inserted in it',
    (editor) => {
      editor.clear('Shifts!A1:R1');
      editor.insertColumns('Shifts', 5);
    },
    BACK,
    'SHIFT_DATE A1',
  ],
  ['its name deleted', (editor) => editor.deleteName('Shifts_Shifts'), NAMELESS, 'Shifts_Shifts A1'],
  ['cells in use below it', (editor) => editor.type('Shifts!B9', 'Total'), IN_THE_WAY, 'B9', 9],
  [
    'a column of a person in its name',
    (editor) => {
      editor.type('Shifts!T5', 'mine');
      editor.nameRange('Shifts_Shifts', 'Shifts!A1:T6');
    },
    IN_THE_WAY,
    'T5',
  ],
  ['a formula that shows nothing below it', (editor) => editor.type('Shifts!A8', '=""'), IN_THE_WAY, 'A8', 9],
  ['no room left', (editor) => editor.insertColumns('Shifts', 27, 9000), REFUSED, '', 1200],
  ['a protected block', (editor) => editor.protect('Shifts!C3:D4'), REFUSED, ''],
  ['a protected sheet', (editor) => editor.protectSheet('Shifts'), REFUSED, ''],
  ['a validation of numbers', (editor) => editor.validate('Shifts!E2:E6', ['-1']), REFUSED, ''],
  ['a validation of a text', (editor) => editor.validate('Shifts!B4', ['x']), REFUSED, ''],
])(
  'a table with %s is left as it is, and sidebar and status say why',
  async (_, change, told, named, next = 5) => {
    const opened = await openTable(stage, 5, next);
    edit(opened, change);
    const before = opened.sheet();

    const outcome = opened.scene.refresh(opened.reportId, BOB);

    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'sheet_blocked',
      message: expect.stringMatching(told),
    });
    expect(told.exec(outcome.message)?.slice(1).join(' ')).toBe(named);
    expect(opened.sheet()).toEqual(before);
    expect(opened.scene.book.cell('Shift Reports status!C2').value).toBe(outcome.message);
  },
);

describe('a table', () => {
  test('with one heading typed over: the message says how to rename it, and that helps', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => editor.type('Shifts!C1', 'Where'));

    expect(opened.run().message).toBe(
      'Put the heading AREA_NAME back in C1 of “Shifts” (undo the change), or edit the report and set Columns: AREA_NAME as …: the cell holds “Where”.',
    );

    const [report] = state(opened.scene.ask('sidebarState')).reports;
    const { from, to, period } = report ?? { from: '', to: '', period: '' };
    const columns = SPEC_NAMES.map((name) => (name === 'AREA_NAME' ? 'AREA_NAME as Where' : name)).join(', ');
    opened.scene.saveReport({ id: opened.reportId, from, to, period, columns });
    expect(opened.run().message).toBe('');
    expect(opened.scene.book.values('Shifts!C1')).toEqual([['Where']]);
  });

  test('that shrank does not take back rows that people use since', async () => {
    const opened = await openTable(stage, 9, 3);
    opened.run();
    await opened.scene.server.clearScenarios();
    await opened.scene.server.setScenario('report', { name: 'rows', rows: 9 });
    edit(opened, (editor) => editor.type('Shifts!A7', 'my note'));
    const before = opened.sheet();

    expect(opened.run().message).toMatch(IN_THE_WAY);
    expect(opened.sheet()).toEqual(before);
  });

  test('grows past cells beside it, hidden and at the end of a sheet that is too short', async () => {
    const opened = await openTable(stage, 5, 30);
    edit(opened, (editor) => {
      editor.deleteRows('Shifts', 9, 992);
      editor.type('Shifts!T8', 'beside');
      editor.hideSheet('Shifts');
    });

    expect(opened.run().message).toBe('');

    expect(opened.sheet()).toMatchObject({ rows: 31, isHidden: true });
    expect(shiftIds(opened, 30).every((id) => typeof id === 'number')).toBe(true);
    expect(opened.scene.book.cell('Shifts!T8').value).toBe('beside');
  });

  test('gets wider, past the end of its sheet too, and narrower, with cells beside it as they were', async () => {
    const opened = await openTable(stage, 5);
    const { scene, reportId: id } = opened;
    const days = { id, from: '2026-03-02', to: '2026-03-02' };
    const exact = scene.book.values('Shifts!A1:R6');
    scene.saveReport({ ...days, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID' });
    edit(opened, (editor) => editor.type('Shifts!T2', 'mine'));
    state(scene.refresh(id));
    const narrow = exact.map((line) => [line[0], line[1], line[17], ...new Array(16).fill(''), 'mine']);
    expect(scene.book.values('Shifts!A2:T2')).toEqual(narrow.slice(1, 2));
    edit(opened, (editor) => editor.deleteColumns('Shifts', 4, 23));
    scene.saveReport(days);

    state(scene.refresh(id));

    expect(scene.book.values('Shifts!A1:R6')).toEqual(exact);
  });

  test('whose name was deleted is begun anew exactly in a blank sheet, and says so', async () => {
    const opened = await openTable(stage, 5);
    const exact = opened.scene.book.values('Shifts!A1:R6');
    edit(opened, (editor) => {
      editor.deleteName('Shifts_Shifts');
      editor.clear('Shifts!A1:R6');
    });
    expect(state(opened.scene.refresh(opened.reportId)).reports[0]?.lastRun?.message).toContain(
      'The table was begun anew: the name Shifts_Shifts was deleted.',
    );
    expect(opened.scene.book.values('Shifts!A1:R6')).toEqual(exact);
  });

  test('whose sheet was deleted is never made again by the schedule, which says so', async () => {
    const opened = await SurfaceScene.open(stage, 'trigger', 'kept');
    edit(opened, (editor) => editor.deleteSheet('Shifts'));

    const { message } = opened.run();

    expect(message).toBe('Refresh in the sidebar to make the sheet “Shifts” again: it was deleted.');
    expect(() => opened.sheet()).toThrow('There is no sheet');
    const { reports } = state(opened.scene.ask('sidebarState'));
    expect(reports[0]?.lastRun).toMatchObject({ outcome: 'failed', message });
  });

  test('that is protected for others is still refreshed by its owner', async () => {
    const opened = await openTable(stage, 5);
    edit(opened, (editor) => editor.protectSheet('Shifts'));
    expect(opened.scene.refresh(opened.reportId, ANN).kind).toBe('done');
  });

  test('is refreshed though the status sheet is protected', async () => {
    const opened = await openTable(stage, 5, 6);
    edit(opened, (editor) => editor.protectSheet('Shift Reports status'));
    const status = opened.sheet('Shift Reports status');

    const outcome = opened.scene.refresh(opened.reportId, BOB);

    expect(state(outcome).reports[0]?.lastRun?.message).toBe('6 shifts from 2 Mar 2026. 1 shift added.');
    expect(opened.sheet('Shift Reports status')).toEqual(status);
  });
});

test('the first refresh of a report refuses a sheet that holds something, and leaves it alone', async () => {
  const scene = await stage.connected();
  scene.book.editor.type('Sheet1!H50', 'mine');
  const before = scene.book.snapshot().sheets[0];

  expect(scene.ask('sidebarRefreshReport', scene.saveReport({ sheet: 'Sheet1' }))).toMatchObject({
    kind: 'failed',
    code: 'sheet_blocked',
    message: 'Choose an empty sheet or a new name: “Sheet1” already holds something in H50.',
  });
  expect(scene.book.snapshot().sheets[0]).toEqual(before);
});

describe('the first refresh of a report whose name for its table stands for other cells', () => {
  async function named(a1: string, value: string) {
    const scene = await stage.connected();
    scene.book.editor.createSheet('Shifts');
    scene.book.editor.type(a1, value);
    scene.book.editor.nameRange('Shifts_Shifts', a1);
    return { scene, outcome: scene.refresh(scene.saveReport()) };
  }

  test('refuses them where they are of its sheet and have other headings', async () => {
    const { scene, outcome } = await named('Shifts!D7', 'mine');
    expect(outcome.message).toBe('Choose an empty sheet or a new name: “Shifts” already holds something.');
    expect(scene.book.cell('Shifts!D7').value).toBe('mine');
  });

  test('takes a name with a number where they are of another sheet', async () => {
    const { scene, outcome } = await named('Sheet1!A1', '');
    expect(outcome.kind).toBe('done');
    expect(scene.book.snapshot().names).toHaveProperty('Shifts_Shifts_2');
  });
});
