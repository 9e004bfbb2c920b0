import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerText } from '../support/answer-text';
import { recordFigure } from '../support/record-figure';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';
import { STATUS_HEADINGS } from '../support/status-headings';
import { SurfaceScene } from '../support/surface-run';

/* The sheet that says how fresh each table is. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const STATUS = 'Shift Reports status';
const UNDO = 'Shift Reports undo';
/** 10 March 2026, 09:58 in London. */
const REFRESHED = 46_091 + (9 * 60 + 58) / 1440;

/**
 * What the formula in the column STALE shows now. It is `=NOW()>` and a cell: that is read here, as no formula of Sheets'
 * own is calculated on the emulator. Local time is UTC in London before the last Sunday of March.
 */
function isStale({ book, emulator }: Scene): boolean {
  const [headings = []] = book.values(`${STATUS}!A1:Q1`);
  const column = String.fromCharCode('A'.charCodeAt(0) + headings.indexOf('STALE'));
  const { formula } = book.cell(`${STATUS}!${column}2`);
  const [, cell] = /^=NOW\(\)>([A-Z]+2)$/.exec(formula) ?? [];
  if (cell === undefined) throw new Error(`${formula} cannot be evaluated.`);
  const staleAfter = book.cell(`${STATUS}!${cell}`).value;
  if (typeof staleAfter !== 'number') throw new Error(`${cell} holds no time.`);
  return emulator.clock.now() / 86_400_000 + 25_569 > staleAfter;
}

describe('the status sheet', () => {
  test('says of each table when, how many, which days, and the reference of the request', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { book, emulator, server } = opened.scene;
    const records = [RECORD, { ...RECORD, SHIFT_ID: 7, HOURS_WORKED: null }];
    const text = answerText(
      20_417,
      records.map((record) => JSON.stringify(record)),
    );
    await server.setScenario('report', { name: 'body', text });

    opened.run();

    const [headings, line = []] = book.values(`${STATUS}!A1:Q2`);

    expect(headings).toEqual(STATUS_HEADINGS);
    expect(line.slice(0, 2)).toEqual(['Shifts', 'OK']);
    expect(line[2]).toBeCloseTo(REFRESHED, 4);
    expect(line.slice(4, 8)).toEqual([2, 46_083, 46_083, 0]);
    expect(line.slice(8, 10)).toEqual(['', '']);
    expect(line[10]).toBeCloseTo(REFRESHED, 4);
    // The answer states 08:59:58 UTC.
    expect(line[3]).toBeCloseTo(46_091 + (8 * 3600 + 59 * 60 + 58) / 86_400, 6);
    expect(line[11]).toMatch(
      /^2 shifts from 2026-03-02, 1 value left empty by the service\. 2 shifts added, 21 removed\.$/,
    );
    const sent = new Map(emulator.requests.at(-1)?.headers).get('X-Correlation-ID');
    expect(line[12]).toBe(sent);
    expect(line[13]).toBeCloseTo(REFRESHED, 4);
    expect(line.slice(14, 16)).toEqual(['', '']);
    expect(line[16]).toBe(Date.parse('2026-03-10T09:58:00Z'));
    expect(book.cell(`${STATUS}!F2`).display).toBe('2026-03-02');
    expect(book.cell(`${STATUS}!C2`).display).toBe('2026-03-10 09:58');
  });

  test('keeps the time of the table when a refresh fails, and says why', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const before = opened.scene.book.values(`${STATUS}!C2:H2`);
    await opened.scene.server.setScenario('report', { name: 'status', status: 404 });
    opened.scene.emulator.clock.advance(600_000);

    const { message } = opened.run();

    expect(opened.scene.book.values(`${STATUS}!C2:H2`)).toEqual(before);
    expect(opened.scene.book.cell(`${STATUS}!B2`).value).toBe('FAILED');
    expect(opened.scene.book.cell(`${STATUS}!L2`).value).toBe(message);
    expect(opened.scene.book.cell(`${STATUS}!K2`).value).toBeCloseTo(REFRESHED + 10 / 1440, 4);
  });

  test.each([
    ['hour', 2 * 60],
    ['day', 2 * 24 * 60],
    ['week', 14 * 24 * 60],
  ] as const)(
    'turns STALE two intervals after the refresh, by a formula alone (every %s: %i minutes)',
    async (every, minutes) => {
      const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
      const { scene } = opened;
      state(scene.ask('sidebarSaveSchedule', { every, hour: 6, weekday: 1 }));
      opened.run();
      // The schedule stops: nothing runs any more, whatever time it is.
      scene.emulator.world.triggers.triggers.length = 0;
      const runs = scene.emulator.executions.length;
      const shown: [number, boolean][] = [];

      for (const after of [0, minutes - 1, minutes + 1, 10 * minutes]) {
        const at = Date.parse('2026-03-10T09:58:00Z') + after * 60_000;
        scene.emulator.clock.advance(Math.max(0, at - scene.emulator.clock.now()));
        shown.push([after, isStale(scene)]);
      }

      expect(shown).toEqual([
        [0, false],
        [minutes - 1, false],
        [minutes + 1, true],
        [10 * minutes, true],
      ]);
      expect(scene.emulator.executions.length).toBe(runs);
      const what = 'moments at which the formula was evaluated';
      recordFigure({ requirement: 'W7', what, n: shown.length, figure: 'right at each, runs 0' });
    },
  );

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
    const before = scene.book.cell(`${STATUS}!Q2`).value;
    scene.emulator.clock.advance(60_000);

    state(scene.ask('sidebarRefreshAll'));

    expect(scene.book.values(`${STATUS}!A2:P2`)).toEqual([new Array(16).fill('')]);
    expect(Number(scene.book.cell(`${STATUS}!Q2`).value) - Number(before)).toBeGreaterThanOrEqual(60_000);
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
      ['REPORT', 'STATE'],
      ['Shifts', 'OK'],
    ]);
    expect(outcome.message).toMatch(
      / The status is on “Shift Reports status 2”: “Shift Reports status” is a sheet of yours\.$/,
    );
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
    expect(opened.scene.book.cell('Health!I2').value).not.toBe('');
    editor.deleteSheet('Health');
    const names = () => opened.scene.book.document.snapshot().sheets.map(({ name }) => name);

    opened.run();
    expect(names()).toEqual(['Sheet1', 'Shifts', UNDO]);

    opened.runAgain();
    expect(names()).toEqual(['Sheet1', 'Shifts', UNDO, STATUS]);
  });
});

describe('a status sheet whose cells were moved', () => {
  const MOVED = /The status was not written: rows or columns of “Shift Reports status” were moved\./;
  const FORMULA = '=SHIFT_METRIC("records", "2026-03-02", , "refresh", SHIFT_STAMP)';
  type Edit = (editor: Awaited<ReturnType<typeof opened>>['editor']) => void;

  async function opened() {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    state(scene.refresh(id));
    scene.book.as(ANN).enter('Sheet1!A1', FORMULA);
    return { scene, id, editor: scene.book.document.editor };
  }

  test.each<[string, Edit, string, Edit]>([
    [
      'a column inserted before it',
      (editor) => editor.insertColumns(STATUS, 1),
      'A2',
      (editor) => editor.deleteColumns(STATUS, 1),
    ],
    [
      'a column inserted in it',
      (editor) => editor.insertColumns(STATUS, 3),
      'C1',
      (editor) => editor.deleteColumns(STATUS, 3),
    ],
    [
      'a row inserted above it',
      (editor) => editor.insertRows(STATUS, 1),
      'A1',
      (editor) => editor.deleteRows(STATUS, 1),
    ],
    [
      'a row inserted below its headings',
      (editor) => editor.insertRows(STATUS, 2),
      'A2',
      (editor) => editor.deleteRows(STATUS, 2),
    ],
  ])(
    'by %s keeps what people wrote there; formulas are calculated again all the same',
    async (_title, move, cell, back) => {
      const { scene, id, editor } = await opened();
      move(editor);
      editor.type(`${STATUS}!${cell}`, 'mine');
      scene.book.recalculate();
      scene.emulator.clock.advance(60_000);

      const outcome = scene.refresh(id);

      expect(outcome.message).toMatch(MOVED);
      expect([scene.book.cell(`${STATUS}!${cell}`).value, scene.book.recalculate()]).toEqual(['mine', 1]);

      back(editor);
      scene.emulator.clock.advance(60_000);
      expect(scene.refresh(id).message).not.toMatch(MOVED);
      expect(scene.book.cell(`${STATUS}!C2`).value).toBeCloseTo(46_091.375 + 2 / 1440, 4);
      expect(scene.book.recalculate()).toBe(1);
    },
  );

  test('is not one to which rows and columns were added beyond it', async () => {
    const { scene, id, editor } = await opened();
    editor.insertRows(STATUS, 900, 5);
    editor.insertColumns(STATUS, 20);
    scene.emulator.clock.advance(60_000);

    expect(scene.refresh(id).message).not.toMatch(MOVED);

    expect(scene.book.cell(`${STATUS}!C2`).value).toBeCloseTo(46_091.375 + 1 / 1440, 4);
  });

  test('is none either for a refresh that fails before it has begun, nor for what the sidebar changes', async () => {
    const { scene, id, editor } = await opened();
    const other = scene.saveReport({ sheet: 'Other', from: '2026-03-02', to: '2026-03-02' });
    state(scene.refresh(other));
    await scene.server.setScenario('report', { name: 'status', status: 401 });
    await scene.server.setScenario('token', { name: 'status', status: 401 });
    // The kept token is discarded: from now on there is none to begin with.
    scene.refresh(id);
    editor.insertColumns(STATUS, 20);
    scene.emulator.clock.advance(60_000);

    expect(scene.refresh(other)).toMatchObject({ kind: 'failed' });
    expect(scene.book.values(`${STATUS}!A2:B3`)).toEqual([
      ['Shifts', 'FAILED'],
      ['Other', 'FAILED'],
    ]);

    editor.insertRows(STATUS, 900, 5);
    state(scene.ask('sidebarRemoveReport', id));
    expect(scene.book.values(`${STATUS}!A2:B3`)).toEqual([
      ['Other', 'FAILED'],
      ['', ''],
    ]);
  });

  test('that is one keeps what people wrote there from a refresh that fails before it has begun', async () => {
    const { scene, id, editor } = await opened();
    editor.insertRows(STATUS, 2);
    editor.type(`${STATUS}!A2`, 'mine');
    await scene.server.setScenario('report', { name: 'status', status: 401 });
    await scene.server.setScenario('token', { name: 'status', status: 401 });
    scene.refresh(id);
    scene.emulator.clock.advance(60_000);

    expect(scene.refresh(id)).toMatchObject({ kind: 'failed' });
    state(scene.ask('sidebarRemoveReport', id));

    expect(scene.book.values(`${STATUS}!A2:B2`)).toEqual([['mine', '']]);
  });
});
