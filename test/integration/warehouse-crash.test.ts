import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANN, state } from '../support/scene';
import { findLeaks, type Needle, outputsOf } from '../support/secrets-search';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { WarehouseStage } from '../support/warehouse-scene';
import type { Fault } from '../warehouse-server/server';
import { BIGQUERY } from '../warehouse-server/start-warehouse-server';

/* The warehouse under kills and faults; test/long/warehouse-fleet.test.ts has many spreadsheets. */

let stage: WarehouseStage;
beforeAll(async () => {
  stage = await WarehouseStage.start();
}, 60_000);
afterAll(() => stage.close());

const shownOf = (records: readonly Record<string, unknown>[]) =>
  records
    .map(({ SHIFT_DATE, SHIFT_ID, SHIFTS_WORKED }) => `${SHIFT_DATE} ${SHIFT_ID} ${SHIFTS_WORKED}`)
    .sort();

test('a run that is killed at any of its calls loses nothing: the next one sends it, once', async () => {
  const open = await stage.open();
  const id = open.setUp();
  const make = (worked: number): SentRecord[] =>
    [1, 2, 3].map((day) => sentRecord({ day: `2026-03-0${day}`, posted: 9, booked: 9, worked }));
  await open.scene.serve(make(1));
  state(open.scene.refresh(id));
  await open.scene.serve(make(2));
  state(open.scene.refresh(id));
  const calls = open.scene.last.calls.length;
  let kills = 0;
  for (let call = 1; call <= calls; call += 1) {
    const records = make(3 + (call % 6));
    await open.scene.serve(records);
    open.scene.emulator.fault = { killAtCall: call };
    try {
      open.scene.refresh(id);
    } catch {
      kills += 1;
    }
    open.scene.emulator.fault = null;
    open.scene.emulator.advance({ minutes: 20 });
    state(open.scene.refresh(id));
    expect([call, shownOf(await open.rows('shifts'))]).toEqual([call, shownOf(records)]);
  }
  expect(kills).toBeGreaterThan(10);
}, 300_000);

const FAULTS: readonly Fault[] = [
  { kind: 'reset' },
  { kind: 'lost' },
  { kind: 'error', status: 503, reason: 'backendError' },
  { kind: 'error', status: 403, reason: 'quotaExceeded' },
];

test('no token and no secret is anywhere but where it belongs, and the token for BigQuery goes there alone', async () => {
  const open = await stage.open();
  const { scene } = open;
  const secret = 'CANARY-7f3a&="é"+/%\\\'<x>-9c21d4e8b05f';
  scene.book.as(ANN).open();
  scene.server.setSecret(scene.server.demoEmployer.employerId, secret);
  scene.connect({ region: 'UK', clientSecret: secret });
  const id = scene.saveReport();
  open.save([id]);
  for (const [index, fault] of [
    ...FAULTS,
    { kind: 'error', status: 401, reason: 'authError' } as Fault,
  ].entries()) {
    await open.server.clearFaults();
    await open.server.fail(fault, fault);
    await scene.serve([sentRecord({ day: '2026-03-02', posted: 20, booked: 20, worked: index })]);
    scene.ask('sidebarRefreshReport', id);
    scene.ask('sidebarSetUpWarehouse');
    scene.ask('sidebarSendHistory', { since: '2026-03-01' });
  }
  await open.server.clearFaults();
  state(scene.refresh(id));
  const token = scene.book.as(ANN).oauthToken();
  const { requests } = scene.emulator;
  const withToken = requests.filter(({ headers }) => headers.some(([, value]) => value.includes(token)));
  expect(withToken.length).toBeGreaterThan(10);
  expect([...new Set(withToken.map(({ url }) => new URL(url).origin))]).toEqual([BIGQUERY]);
  const needles: Needle[] = [
    { name: 'Google token', text: token },
    { name: 'secret', text: secret },
  ];
  expect(findLeaks(outputsOf(scene), needles)).toEqual([]);
  expect(findLeaks([{ place: 'log', text: `x ${token}` }], needles)).toEqual(['Google token in a log']);
}, 120_000);
