import { describe, expect, test } from '@jest/globals';
import { store } from '../support/document-properties';
import { Stage, state } from '../support/scene';
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

    expect(book.values(`${STATUS}!A1:I2`)).toEqual([
      STATUS_HEADINGS,
      [
        ...['Shifts', 'OK', '2 shifts from 2 Mar 2026. 2 shifts added, 21 removed.'],
        ...[expect.closeTo(REFRESHED, 4), '–', expect.closeTo(REFRESHED, 4), 'By hand', '2 Mar 2026', 2],
      ],
    ]);
    expect(book.cell(`${STATUS}!D2`).display).toBe('10 Mar 2026, 09:58');
    // A person reads what these cells are for.
    expect(['J1', 'K1'].map((cell) => book.cell(`${STATUS}!${cell}`).display)).toEqual([
      'SHIFT_STAMP',
      'Written by this script',
    ]);
    expect(book.cell(`${STATUS}!J1`).value).toBe(Date.parse('2026-03-10T09:58:00Z'));
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
        '–',
        expect.closeTo(REFRESHED + 10 / 1440, 4),
      ],
    ]);
  });

  test('is rewritten from A1, whatever was typed there', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { book } = opened.scene;
    const before = book.values(`${STATUS}!A1:C2`);
    book.editor.paste(`${STATUS}!A1`, [['mine'], ['mine']]);
    opened.run();
    expect(book.values(`${STATUS}!A1:B2`)).toEqual(before.map((line) => line.slice(0, 2)));
  });

  test('blanks twenty rows below its lines, where reports were, and leaves those below to people', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { scene } = opened;
    const other = scene.saveReport({ from: '2026-03-02', to: '2026-03-02', sheet: 'Two' });
    state(scene.refresh(other));
    scene.book.editor.type(`${STATUS}!A23`, 'mine');
    state(scene.ask('sidebarRemoveReport', other));
    opened.run();
    const names = scene.book.values(`${STATUS}!A2:A23`).flat();
    expect(names).toEqual(['Shifts', ...new Array(20).fill(''), 'mine']);
  });

  test('is refreshed by hand after Disconnect, with the stamp of before: formulas keep what they show', async () => {
    const { scene } = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const shown = () => ['G2', 'J1'].map((cell) => scene.book.cell(`${STATUS}!${cell}`).value);
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const [next, stamp] = shown();
    expect(next).toMatch(/^10 Mar 2026, \d\d:00 to/);
    scene.emulator.clock.advance(600_000);
    state(scene.ask('sidebarDisconnect'));
    expect(shown()).toEqual(['By hand', stamp]);
  });

  test('is not written where the add-on beside the script writes it, which every refresh says', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { book } = opened.scene;
    book.editor.type(`${STATUS}!K1`, 'Written by the add-on');
    // This installation has not written it yet.
    store(opened.scene, { statusSheet: '' });
    const before = opened.sheet(STATUS);
    for (const _ of [1, 2]) {
      expect(state(opened.scene.refresh(opened.reportId)).reports[0]?.lastRun).toMatchObject({
        outcome: 'refreshed',
        message: expect.stringContaining(
          'Remove the add-on or the script of this spreadsheet: both refresh reports, and the status is the other’s.',
        ),
      });
      expect(opened.sheet(STATUS)).toEqual(before);
    }
  });

  test('renamed it is still written; deleted it comes back with a click, not on the schedule', async () => {
    const opened = await SurfaceScene.open(stage, 'trigger', 'kept');
    const { editor } = opened.scene.book;
    editor.renameSheet(STATUS, 'Health');
    opened.run();
    expect(opened.scene.book.cell('Health!D2').value).not.toBe('');
    editor.deleteSheet('Health');
    const names = () => opened.scene.book.snapshot().sheets.map(({ name }) => name);

    opened.run();
    expect(names()).toEqual(['Sheet1', 'Shifts']);

    opened.runAgain();
    expect(names()).toEqual(['Sheet1', 'Shifts', STATUS]);
  });
});
