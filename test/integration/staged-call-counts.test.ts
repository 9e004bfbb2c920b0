import { describe, expect, test } from '@jest/globals';
import { START_OF_REFRESH } from '../support/refresh-calls';
import { type Scene, Stage, state, wireCalls } from '../support/scene';

/* Service calls of a refresh that is too large for one write. TEST_ROWS sets how large. */

const stage = new Stage();

const ROWS = Number(process.env.TEST_ROWS ?? 10_000);
/** One `setValues` takes 90,000 cells: 5,000 rows of 18. */
const CHUNKS = Math.ceil(ROWS / 5000);
/** The table by its name with its heading row, the name of the stamp, and merged cells. */
const READY = [
  'Spreadsheet.getRangeByName',
  'Range.getValues',
  'Spreadsheet.getRangeByName',
  'Range.getMergedRanges',
];
const STAGING = [
  // Whether a filter may hide rows from the copy.
  'Sheet.getFilter',
  // The mark of the hidden sheet, which is cleared, and gets its mark, the heading row and the rows.
  'Range.getValues',
  'Range.clearContent',
  'Range.setValues',
  'Range.setValues',
  ...new Array<string>(CHUNKS).fill('Range.setValues'),
  'SpreadsheetApp.flush',
];
const WRITE = [
  'Lock.tryLock',
  'Properties.getProperties',
  'Range.copyTo',
  // Whether a slicer hid rows from the copy.
  'Range.getValues',
  'Range.setValues',
  'SpreadsheetApp.flush',
  'Properties.setProperties',
  'Lock.releaseLock',
];
const FRONT = ['Spreadsheet.getActiveSheet', 'Spreadsheet.setActiveSheet'];

/** A report of so many rows of one day that has been refreshed twice before: both hidden sheets are there. */
async function large(rows = ROWS): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  for (const count of [rows + 1, rows]) {
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'rows', rows: count });
    state(scene.refresh(id));
  }
  return { scene, id };
}

describe('a refresh of more than 1,000 rows', () => {
  test(`of ${ROWS} rows in the sidebar: 29 calls and one for every 5,000 rows, one of them a request`, async () => {
    const { scene, id } = await large();

    state(scene.ask('sidebarRefreshReport', id));

    const calls = wireCalls(scene.last);
    expect(calls).toEqual([...START_OF_REFRESH, ...READY, ...STAGING, ...WRITE]);
    expect([scene.last.wireCalls, scene.last.fetches]).toEqual([29 + CHUNKS, 1]);
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
    expect(cells('Range.setValues')).toEqual([1, 18, 18 * 1200, 2 * 11]);
    expect(scene.book.document.snapshot().sheets.map(({ name }) => name)).toEqual([
      'Sheet1',
      'Shifts',
      'Shift Reports status',
      'Shift Reports staging',
      'Shift Reports undo',
    ]);
  });
});
