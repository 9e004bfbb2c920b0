import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { state } from '../support/scene';
import { sentRecord } from '../support/shift-records';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';

/* What a transfer costs: of small and large refreshes, into an empty table and one of two million rows. */

const ROWS = Number(process.env.WAREHOUSE_ROWS ?? 2_000_000);

let stage: WarehouseStage;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());

/** Refreshes so many shifts of a week, then as many others. @returns What the second refresh took. */
async function measure(open: WarehouseScene, id: string, shifts: number) {
  const { scene, server } = open;
  let found = { calls: 0, requests: 0, bytes: 0 };
  for (const worked of [7, 8]) {
    const days = Array.from({ length: shifts }, (_, at) => `2026-03-0${1 + (at % 7)}`);
    await scene.serve(
      days.map((day, at) => sentRecord({ day, venue: `Venue ${at % 50}`, posted: 9, booked: 9, worked })),
    );
    await server.forgetRequests();
    state(scene.refresh(id));
    const requests = await server.requests();
    const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
    found = { calls: scene.last.calls.length, requests: requests.length, bytes };
    expect(open.line()).toEqual(['OK', expect.stringContaining('Last sent: ')]);
  }
  return found;
}

test.each([1000, 50_000])('a refresh of %s shifts is one request', async (shifts) => {
  const open = await stage.open();
  const id = open.setUp({ columns: 'SHIFT_DATE, SHIFT_ID' });
  const { requests } = await measure(open, id, shifts);
  expect(requests).toBe(1);
});

test(`a table of ${ROWS} rows takes no more calls and no more bytes than an empty one`, async () => {
  const measured = async (rows: number) => {
    const open = await stage.open();
    const id = open.setUp({ columns: 'SHIFT_DATE, SHIFT_ID' });
    await open.server.run(
      `INSERT INTO "${open.table('shifts')}" (CONNECTION, SHIFT_DATE, SHIFT_ID, REFRESHED_AT) SELECT 'UK 1', DATE '2020-01-01' + CAST(range % 2000 AS INTEGER), range, TIMESTAMP '2026-01-01' FROM range(${rows})`,
    );
    const found = await measure(open, id, 1000);
    const tables = await open.server.tables();
    const count = tables.find(({ name }) => name === open.table('shifts'))?.rowCount;
    return { ...found, count };
  };
  const [none, many] = [await measured(0), await measured(ROWS)];
  expect(many).toEqual({ ...none, count: ROWS + 1000 });
});
