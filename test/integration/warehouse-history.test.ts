import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documentProperties } from '../support/document-properties';
import { FULL_SIZE_MILLIS } from '../support/full-size';
import { type Scene, state, wireCalls } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';

/*
 * History that is sent month by month, at the keyboard and by the schedule. WAREHOUSE_HISTORY_DAYS=730
 * WAREHOUSE_SHIFTS_A_DAY=50 npx jest test/integration/warehouse-history is two years of 5,000 shifts a day at 1:100.
 */

const DAYS = Number(process.env.WAREHOUSE_HISTORY_DAYS ?? 120);
const SHIFTS = Number(process.env.WAREHOUSE_SHIFTS_A_DAY ?? 3);
/** What the service's operator says of a large employer, and what one load holds. */
const FULL = { days: 730, shifts: 5000, rowsALoad: 50_000 };
const DAY_MILLIS = 86_400_000;

let stage: WarehouseStage;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());

const isoDay = (scene: Scene, back: number) =>
  new Date(scene.emulator.clock.now() - back * DAY_MILLIS).toISOString().slice(0, 10);

/** So many days up to yesterday. */
function history(scene: Scene, days: number, shifts: number): SentRecord[] {
  return Array.from({ length: days }, (_, at) => isoDay(scene, at + 1)).flatMap((day) =>
    Array.from({ length: shifts }, (_none, at) =>
      sentRecord({ day, venue: `Venue ${at % 7}`, posted: 20, booked: 18, worked: at % 18 }),
    ),
  );
}

const ids = async (open: WarehouseScene) =>
  (await open.rows('shifts')).map(({ SHIFT_ID }) => Number(SHIFT_ID)).sort((one, other) => one - other);

/** Presses *Send history* until nothing is left. @returns The service calls and estimated milliseconds of each call. */
function sendAll({ scene }: WarehouseScene, since: string) {
  const steps: { readonly calls: number; readonly millis: number }[] = [];
  for (let more = true; more && steps.length < 2000; ) {
    const began = scene.emulator.clock.now();
    const outcome = scene.ask('sidebarSendHistory', { since });
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    more = outcome.more;
    steps.push({ calls: wireCalls(scene.last).length, millis: scene.emulator.clock.now() - began });
  }
  return steps;
}

test(
  `${DAYS} days of ${SHIFTS} shifts a day go to the warehouse, the newest first, each once`,
  async () => {
    const open = await stage.open();
    open.setUp();
    const records = history(open.scene, DAYS, SHIFTS);
    await open.scene.serve(records);
    await open.server.forgetRequests();
    const since = isoDay(open.scene, DAYS);
    const steps = sendAll(open, since);
    expect(await ids(open)).toEqual(
      records.map(({ SHIFT_ID }) => SHIFT_ID).sort((one, other) => Number(one) - Number(other)),
    );
    expect(open.view().history).toEqual({
      since,
      sentence: `All days since ${since} are sent.`,
      share: 1,
      isDone: true,
    });
    const bigQuery = await open.server.requests();
    const loads = bigQuery.filter(({ operation }) => operation === 'jobs.query').length;
    const uploaded = bigQuery.filter(({ operation }) => operation === 'upload');
    const bytes = uploaded.reduce((sum, one) => sum + one.bytes, 0) / records.length;
    const calls = steps.reduce((sum, one) => sum + one.calls, 0);
    const seconds = steps.reduce((sum, one) => sum + one.millis, 0) / 1000;
    const [callsALoad, secondsALoad] = [calls / loads, seconds / loads];
    const fullLoads = (FULL.days * FULL.shifts) / FULL.rowsALoad;
    process.stdout.write(
      `Warehouse, history of ${DAYS} days × ${SHIFTS}: ${steps.length} runs, ${calls} service calls, ${bigQuery.length} requests to BigQuery, ` +
        `${(await open.scene.server.requests()).length} to the service, ${loads} loads, ${seconds.toFixed(0)} s by the clock of the run, ${bytes.toFixed(1)} bytes a row. ` +
        `${FULL.days} days × ${FULL.shifts}: ${fullLoads} loads, ${Math.round(fullLoads * callsALoad)} calls, ` +
        `${Math.round((fullLoads * bigQuery.length) / loads)} requests to BigQuery, ${((fullLoads * (secondsALoad + 20)) / 3600).toFixed(1)} h with 20 s more for each load\n`,
    );
  },
  FULL_SIZE_MILLIS,
);

test('scheduled runs go on with it, a kill loses nothing, and Stop ends it', async () => {
  const open = await stage.open();
  const id = open.setUp();
  const records = history(open.scene, 100, 2);
  await open.scene.serve(records);
  const since = isoDay(open.scene, 100);
  state(open.scene.refresh(id));
  state(open.scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email: '' }));
  // The first step is killed before anything is sent.
  open.scene.emulator.fault = { killAtCall: 1, match: ({ method }) => method === 'ScriptApp.getOAuthToken' };
  expect(() => open.scene.ask('sidebarSendHistory', { since })).toThrow();
  open.scene.emulator.fault = null;
  expect(open.view().history).toMatchObject({ share: 0, isDone: false });
  for (let hour = 1; hour <= 3; hour += 1) {
    open.scene.emulator.fault =
      hour === 1 ? { killAtCall: 5, match: ({ method }) => method === 'UrlFetchApp.fetchAll' } : null;
    open.scene.emulator.advance({ hours: 1 });
  }
  expect(open.view().history).toMatchObject({ share: 1, isDone: true });
  expect(await ids(open)).toEqual(
    records.map(({ SHIFT_ID }) => SHIFT_ID).sort((one, other) => Number(one) - Number(other)),
  );
  await open.setClocks();
  state(open.scene.ask('sidebarStopHistory'));
  expect(open.view().history).toBeNull();
  expect(
    Object.entries(documentProperties(open.scene)).filter(
      ([name, text]) => name.includes('owed') && text !== '',
    ),
  ).toEqual([]);
}, 120_000);

test('answers that the service cuts off do not reach the warehouse: their days are requested in parts', async () => {
  const open = await stage.open();
  open.setUp();
  const records = history(open.scene, 60, 20) as (SentRecord & { SHIFT_DATE: string; SHIFT_ID: number })[];
  await open.scene.server.setScenario('report', { name: 'day-filter', rows: records, most: 500 });
  sendAll(open, isoDay(open.scene, 60));
  expect(await ids(open)).toEqual(
    records.map(({ SHIFT_ID }) => SHIFT_ID).sort((one, other) => Number(one) - Number(other)),
  );
}, 120_000);
