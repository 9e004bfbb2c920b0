import { describe, expect, test } from '@jest/globals';
import { ANN, Stage, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';
import { STATUS_HEADINGS } from '../support/status-headings';
import { SurfaceScene } from '../support/surface-run';

/* The sheet that says how fresh each table is. */

const stage = new Stage();

const STATUS = 'Shift Reports status';
/** 10 March 2026, 09:58 in London. */
const REFRESHED = 46_091 + (9 * 60 + 58) / 1440;

describe('the status sheet', () => {
  test('says of each table its state, what happened, when, how many and which days', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { book } = opened.scene;
    const records = [RECORD, { ...RECORD, SHIFT_ID: 7, HOURS_WORKED: null }];
    await opened.scene.serve(records);

    opened.run();

    const [headings, line = []] = book.values(`${STATUS}!A1:I2`);

    expect(headings).toEqual(STATUS_HEADINGS);
    expect(line).toEqual([
      'Shifts',
      'OK',
      '2 shifts from 2 Mar 2026. 2 shifts added, 21 removed.',
      expect.closeTo(REFRESHED, 4),
      '',
      expect.closeTo(REFRESHED, 4),
      '',
      '2 Mar 2026',
      2,
    ]);
    expect(book.cell(`${STATUS}!D2`).display).toBe('10 Mar 2026, 09:58');
    expect(book.cell(`${STATUS}!J1`)).toMatchObject({
      value: Date.parse('2026-03-10T09:58:00Z'),
      display: '',
    });
  });

  test('keeps the time of the table when a refresh fails, and says why', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    await opened.scene.server.setScenario('report', { name: 'status', status: 404 });
    opened.scene.emulator.clock.advance(600_000);

    const { message } = opened.run();

    expect(opened.scene.book.values(`${STATUS}!B2:F2`)).toEqual([
      [
        'Failed',
        expect.stringContaining(message.replace(')', '')),
        expect.closeTo(REFRESHED, 2),
        '',
        expect.closeTo(REFRESHED + 10 / 1440, 4),
      ],
    ]);
  });

  test('has one line per report, in the order they were made, and none of a removed one', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { scene } = opened;
    scene.emulator.clock.advance(1000);
    scene.saveReport({ sheet: 'Alpha', from: '2026-03-01', to: '2026-03-01' });
    state(scene.ask('sidebarRefreshAll'));
    expect(scene.book.values(`${STATUS}!A2:A4`)).toEqual([['Shifts'], ['Alpha'], ['']]);

    state(scene.ask('sidebarRemoveReport', opened.reportId));
    state(scene.ask('sidebarRefreshAll'));

    expect(scene.book.values(`${STATUS}!A2:B4`)).toEqual([
      ['Alpha', 'OK'],
      ['', ''],
      ['', ''],
    ]);
  });

  test('of a spreadsheet without reports has the stamp alone, and keeps it when the last report is removed', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { scene } = opened;
    state(scene.ask('sidebarRemoveReport', opened.reportId));
    const before = scene.book.cell(`${STATUS}!J1`).value;
    scene.emulator.clock.advance(60_000);

    state(scene.ask('sidebarRefreshAll'));

    expect(scene.book.values(`${STATUS}!A2:I2`)).toEqual([new Array(9).fill('')]);
    expect(Number(scene.book.cell(`${STATUS}!J1`).value) - Number(before)).toBeGreaterThanOrEqual(60_000);
  });

  test('writes the name of a sheet as text, whatever it looks like', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ sheet: '=1+1', from: '2026-03-02', to: '2026-03-02' });

    state(scene.ask('sidebarRefreshReport', id));

    expect(scene.book.cell(`${STATUS}!A2`)).toMatchObject({ value: '=1+1', formula: '' });
  });

  test('a sheet of that name that is someone’s own is left alone, and the status stands on another', async () => {
    const scene = await stage.open();
    scene.connect();
    const { editor } = scene.book.document;
    editor.createSheet(STATUS);
    editor.type(`${STATUS}!A1`, 'mine');

    const outcome = scene.ask('sidebarRefreshReport', scene.saveReport());

    expect(scene.book.values(`${STATUS}!A1:B2`)).toEqual([
      ['mine', ''],
      ['', ''],
    ]);
    expect(scene.book.values(`${STATUS} 2!A1:B2`)).toEqual([
      ['Report', 'State'],
      ['Shifts', 'OK'],
    ]);
    expect(outcome.message).toMatch(/The status is not on “Shift Reports status”, which is a sheet of yours/);
    scene.book.as(ANN).enter('Sheet1!A1', '=SHIFT_METRIC("records", "2026-03-02", , "refresh", SHIFT_STAMP)');
    scene.emulator.clock.advance(60_000);
    state(scene.ask('sidebarRefreshAll'));
    expect(scene.book.recalculate()).toBe(1);
  });

  test('renamed it is still written; deleted it comes back with a click, not on the schedule', async () => {
    const opened = await SurfaceScene.open(stage, 'trigger', 'kept');
    const { editor } = opened.scene.book.document;
    editor.renameSheet(STATUS, 'Health');
    opened.run();
    expect(opened.scene.book.cell('Health!D2').value).not.toBe('');
    editor.deleteSheet('Health');
    const names = () => opened.scene.book.document.snapshot().sheets.map(({ name }) => name);

    opened.run();
    expect(names()).toEqual(['Sheet1', 'Shifts']);

    opened.runAgain();
    expect(names()).toEqual(['Sheet1', 'Shifts', STATUS]);
  });
});

test('rows and columns that people insert are no hindrance: the sheet is rewritten from A1', async () => {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  state(scene.refresh(id));
  scene.book.as(ANN).enter('Sheet1!A1', '=SHIFT_METRIC("records", "2026-03-02", , "refresh", SHIFT_STAMP)');
  const { editor } = scene.book.document;
  const block = () => scene.book.values(`${STATUS}!A1:B2`);
  const before = block();
  editor.insertColumns(STATUS, 1);
  editor.insertRows(STATUS, 1);
  scene.book.recalculate();
  scene.emulator.clock.advance(60_000);

  state(scene.refresh(id));

  expect(block()).toEqual(before);
  expect(scene.book.recalculate()).toBe(1);
});
