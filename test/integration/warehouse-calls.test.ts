import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ExecutionRecord } from '../emulator/execution-record';
import { builtBundle } from '../support/built-bundle';
import { state, wireCalls } from '../support/scene';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';

/* What the warehouse adds to a refresh: service calls and bytes. */

const isoDay = (first: string, days: number) =>
  new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);

let stage: WarehouseStage;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());

const SEND = [
  'ScriptApp.getOAuthToken',
  'UrlFetchApp.fetchAll',
  'UrlFetchApp.fetch',
  'UrlFetchApp.fetch',
  'UrlFetchApp.fetch',
  'Properties.setProperties',
  'Properties.getProperties',
  'Range.setValues',
];

/** The week of the report, with other figures for each number. */
function week(worked: number): SentRecord[] {
  return [1, 2, 3, 4, 5, 6, 7].map((day) =>
    sentRecord({ day: `2026-03-0${day}`, posted: 20, booked: 20, worked }),
  );
}

/** A daily schedule over a report that is refreshed once. @param dist The add-on. @default the warehouse edition */
async function scheduled(dist?: string): Promise<{ readonly open: WarehouseScene; readonly id: string }> {
  const open = await stage.open(dist === undefined ? {} : { dist });
  let id: string;
  if (dist === undefined) id = open.setUp();
  else {
    open.scene.connect({ region: 'UK' });
    id = open.scene.saveReport();
  }
  await open.scene.serve(week(1));
  state(open.scene.refresh(id));
  state(open.scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6, email: '' }));
  await nextRun(open, 2);
  return { open, id };
}

/** The scheduled run of the next day, with other figures. */
async function nextRun({ scene }: WarehouseScene, worked: number): Promise<ExecutionRecord> {
  await scene.serve(week(worked));
  const runs = scene.emulator.advance({ days: 1 });
  const run = [...runs].sort((one, other) => other.calls.length - one.calls.length)[0];
  if (run === undefined) throw new Error('No trigger ran.');
  return run;
}

test('a scheduled refresh makes eight service calls more, whatever the warehouse holds', async () => {
  const { open, id } = await scheduled();
  const sending = wireCalls(await nextRun(open, 3));
  open.save([]);
  const plain = wireCalls(await nextRun(open, 4));
  expect(sending.slice(-SEND.length)).toEqual(SEND);
  expect(sending.slice(0, -SEND.length)).toEqual(plain);
  expect(await open.rows('shifts')).toHaveLength(7);
  open.save([id]);
  // A year of other rows in the warehouse.
  const year = Array.from({ length: 365 }, (_, index) =>
    sentRecord({ day: isoDay('2025-02-01', index), posted: 5, booked: 5, worked: 5 }),
  );
  await open.scene.serve(year);
  let more = true;
  while (more) {
    const outcome = open.scene.ask('sidebarSendHistory', { since: '2025-02-01' });
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    more = outcome.more;
  }
  expect((await open.rows('shifts')).length).toBeGreaterThan(300);
  expect(wireCalls(await nextRun(open, 5))).toEqual(sending);
}, 120_000);

test('a refresh of a report that is not sent costs what it costs in the sheets edition', async () => {
  const { open } = await scheduled();
  open.save([]);
  const warehouse = wireCalls(await nextRun(open, 3));
  const sheets = await scheduled(path.resolve(builtBundle()));
  expect(warehouse).toEqual(wireCalls(await nextRun(sheets.open, 3)));
}, 60_000);

test('rows take at most 25 bytes each on the way', async () => {
  const open = await stage.open();
  const id = open.setUp({ from: '2026-03-01', to: '2026-03-01' });
  await open.scene.server.setScenario('report', { name: 'rows', rows: 5000 });
  await open.server.forgetRequests();
  state(open.scene.refresh(id));
  const sent = await open.rows('shifts');
  expect(sent.length).toBe(5000);
  const uploads = (await open.server.requests()).filter(({ operation }) => operation === 'upload');
  expect(uploads).toHaveLength(1);
  const bytes = uploads.reduce((sum, request) => sum + request.bytes, 0) / sent.length;
  process.stdout.write(`Warehouse, bytes a row: ${bytes.toFixed(1)} (n = ${sent.length})\n`);
  expect(bytes).toBeLessThanOrEqual(25);
}, 60_000);
