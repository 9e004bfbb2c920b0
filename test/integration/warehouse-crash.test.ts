import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SeededRandom } from '../emulator/random';
import { ANN, state } from '../support/scene';
import { findLeaks, type Needle, outputsOf } from '../support/secrets-search';
import { type SentRecord, sentRecord } from '../support/shift-records';
import { BIGQUERY, type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';
import type { Fault } from '../warehouse-server/server';

/*
 * The warehouse under kills, faults and many spreadsheets. WAREHOUSE_SPREADSHEETS=50 WAREHOUSE_DAYS=30 runs the whole.
 */

const SEED = Number(process.env.TEST_SEED ?? 20_261_128);
const SPREADSHEETS = Number(process.env.WAREHOUSE_SPREADSHEETS ?? 4);
const DAYS = Number(process.env.WAREHOUSE_DAYS ?? 3);

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

test(`${SPREADSHEETS} spreadsheets that send hourly into one dataset leave in every day the newest answer that was sent, once`, async () => {
  const random = new SeededRandom(SEED);
  const opened: { open: WarehouseScene; id: string; day: string }[] = [];
  const newest = new Map<string, string[]>();
  for (let index = 0; index < SPREADSHEETS; index += 1) {
    const open = await stage.open({}, opened[0]?.open.place);
    // Neighbours share a day.
    const first = `2026-03-0${1 + (index % 5)}`;
    const day = `2026-03-0${2 + (index % 5)}`;
    opened.push({ open, id: open.setUp({ from: first, to: day }), day });
  }
  let failures = 0;
  for (let hour = 0; hour < 24 * DAYS; hour += 1) {
    for (const { open, id } of opened) {
      open.scene.emulator.advance({ hours: 1 });
      await open.setClocks();
      if (random.below(4) > 0) continue;
      const records = [1, 2, 3, 4, 5, 6].flatMap((day) =>
        [0, 1].map(() =>
          sentRecord({ day: `2026-03-0${day}`, posted: 9, booked: 9, worked: random.below(9) }),
        ),
      );
      await open.scene.serve(records);
      if (random.below(3) === 0) await open.server.fail(FAULTS[random.below(FAULTS.length)] as Fault);
      if (random.below(3) === 0) await open.server.conflict(random.below(6));
      if (random.below(3) === 0) open.scene.emulator.fault = { killAtCall: 1 + random.below(40) };
      try {
        open.scene.refresh(id);
      } catch {
        failures += 1;
      }
      open.scene.emulator.fault = null;
      await open.server.clearFaults();
      open.scene.emulator.advance({ minutes: 20 });
      await open.setClocks();
      state(open.scene.refresh(id));
      const [, message] = open.line();
      if (open.line()[0] !== 'OK') throw new Error(String(message));
      for (const day of daysOf(open, id))
        newest.set(day, shownOf(records.filter((one) => one.SHIFT_DATE === day)));
    }
  }
  const rows = await (opened[0] as { open: WarehouseScene }).open.rows('shifts');
  for (const [day, expected] of newest) {
    expect([day, shownOf(rows.filter((row) => row.SHIFT_DATE === day))]).toEqual([day, expected]);
  }
  process.stdout.write(
    `Warehouse: ${SPREADSHEETS} spreadsheets, ${24 * DAYS} hours, ${failures} kills, ${newest.size} days equal (seed ${SEED})\n`,
  );
  function daysOf(open: WarehouseScene, id: string): string[] {
    const found = opened.find((one) => one.open === open && one.id === id);
    const last = Number(found?.day.slice(-1));
    return [`2026-03-0${last - 1}`, `2026-03-0${last}`];
  }
}, 3_600_000);

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
    await open.server.fail({ ...fault, times: 2 });
    await scene.serve([sentRecord({ day: '2026-03-02', posted: 20, booked: 20, worked: index })]);
    scene.ask('sidebarRefreshReport', id);
    scene.ask('sidebarSetUpWarehouse');
    scene.ask('sidebarSendHistory', { since: '2026-03-01' });
  }
  await open.server.clearFaults();
  state(scene.refresh(id));
  const token = scene.book.as(ANN).oauthToken();
  const { requests } = scene.emulator.world;
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
