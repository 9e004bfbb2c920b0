import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { START_OF_REFRESH } from '../support/refresh-calls';
import { type Scene, Stage, state, wireCalls } from '../support/scene';

/* Service calls of a refresh that is too large for one write. TEST_ROWS sets how large. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const ROWS = Number(process.env.TEST_ROWS ?? 10_000);
/** One `setValues` takes 90,000 cells: 5,000 rows of 18. */
const CHUNKS = Math.ceil(ROWS / 5000);
const STAGING = [
  // Whether a filter may hide rows from the copy.
  'Sheet.getFilter',
  'Spreadsheet.insertSheet',
  'Properties.setProperties',
  'Sheet.hideSheet',
  'Sheet.deleteColumns',
  'Sheet.insertRowsAfter',
  ...new Array<string>(CHUNKS).fill('Range.setValues'),
  'SpreadsheetApp.flush',
];
/** What is kept of the table before it, and the new one; the heading row and merged cells last. */
const READY = ['Range.getValues', 'Range.setValues', 'Range.getValues', 'Range.getMergedRanges'];
const WRITE = [
  ...READY,
  'Lock.tryLock',
  'Properties.getProperties',
  'Range.copyTo',
  'Spreadsheet.deleteSheet',
  'Range.setValues',
  'SpreadsheetApp.flush',
  'Properties.setProperties',
  'Lock.releaseLock',
];
const FRONT = ['Spreadsheet.getActiveSheet', 'Spreadsheet.setActiveSheet'];

/** A report of so many rows of one day that has been refreshed twice before. */
async function large(rows = ROWS): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  scene.connect();
  await scene.server.setScenario('report', { name: 'rows', rows });
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  for (const _ of [1, 2]) state(scene.refresh(id));
  return { scene, id };
}

describe('a refresh of more than 1,000 rows', () => {
  test(`of ${ROWS} rows in the sidebar: 30 calls and one for every 5,000 rows, one of them a request`, async () => {
    const { scene, id } = await large();

    state(scene.ask('sidebarRefreshReport', id));

    const calls = wireCalls(scene.last);
    expect(calls.filter((call) => !FRONT.includes(call))).toEqual([
      ...START_OF_REFRESH,
      ...STAGING,
      ...WRITE,
    ]);
    // The sheet that the person looks at is asked for before a new one comes to the front, and put there again.
    expect(calls.filter((call) => FRONT.includes(call))).toEqual(FRONT);
    expect([scene.last.wireCalls, scene.last.fetches]).toEqual([30 + CHUNKS, 1]);
  });

  test('on the schedule nobody’s sheet is put in front', async () => {
    const { scene } = await large(1200);
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'rows', rows: 1190 });

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    if (run === undefined) throw new Error('Nothing ran.');
    const calls = wireCalls(run);
    expect(calls).toContain('Range.copyTo');
    expect(calls.filter((call) => FRONT.includes(call))).toEqual([]);
    expect(scene.book.values('Shifts!R2:R1202').filter(([id]) => id !== '')).toHaveLength(1190);
  });

  test('writes each cell of its rows once into staging and once into the table', async () => {
    const { scene, id } = await large(1200);

    state(scene.ask('sidebarRefreshReport', id));

    const cells = (method: string) =>
      scene.last.calls.filter((call) => call.method === method).map((call) => call.cells);
    expect(cells('Range.setValues')).toEqual([18 * 1200, 46, 2 * 17]);
    expect(scene.book.document.snapshot().sheets.map(({ name }) => name)).toEqual([
      'Sheet1',
      'Shifts',
      'Shift Reports undo',
      'Shift Reports status',
    ]);
  });
});
