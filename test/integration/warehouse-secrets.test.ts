import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANN, state } from '../support/scene';
import { findLeaks, type Needle, outputsOf } from '../support/secrets-search';
import { sentRecord } from '../support/shift-records';
import { BIGQUERY, type WarehouseScene, WarehouseStage } from '../support/warehouse-scene';
import type { FaultRule } from '../warehouse-server/faults';

/* The token for BigQuery, the secret and the service's token, searched for in everything that anyone can see. */

const SECRET = 'CANARY-7f3a&="é"+/%\\\'<x>-9c21d4e8b05f';

let stage: WarehouseStage;
let open: WarehouseScene;
beforeAll(async () => {
  stage = await WarehouseStage.start();
  open = await stage.open();
}, 60_000);
afterAll(() => stage.close());

const FAULTS: readonly FaultRule[] = [
  { fault: { kind: 'html', status: 500 } },
  { fault: { kind: 'html', status: 200 } },
  { fault: { kind: 'reset' } },
  { fault: { kind: 'error', status: 401, reason: 'authError' } },
  { fault: { kind: 'error', status: 403, reason: 'accessDenied' } },
  { fault: { kind: 'error', status: 302, reason: 'found' } },
  { on: 'upload', fault: { kind: 'lost session' } },
  { on: 'jobs.get', fault: { kind: 'error', status: 404, reason: 'notFound' } },
  { on: 'jobs.query', fault: { kind: 'error', status: 400, reason: 'invalidQuery' } },
];

test('no token and no secret is anywhere but where it belongs, and the token for BigQuery goes there alone', async () => {
  const { scene } = open;
  scene.book.as(ANN).open();
  await scene.server.setSecret(scene.server.demoEmployer.employerId, SECRET);
  scene.connect({ region: 'UK', clientSecret: SECRET });
  const id = scene.saveReport();
  open.save([id]);
  state(scene.ask('sidebarCreateTables'));
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0, email: 'ann@employer.example' }));
  for (const [index, rule] of FAULTS.entries()) {
    await open.server.clearFaults();
    await open.server.fail({ ...rule, times: 2 });
    await scene.serve([sentRecord({ day: '2026-03-02', posted: 20, booked: 20, worked: index })]);
    scene.ask('sidebarRefreshReport', id);
    scene.ask('sidebarCheckWarehouse');
    scene.ask('sidebarCreateTables');
    scene.ask('sidebarSendHistory', { since: '2026-03-01' });
    scene.emulator.advance({ hours: 1 });
    scene.book.as(ANN).clickMenu('Refresh all reports');
  }
  await open.server.clearFaults();
  state(scene.refresh(id));
  const token = scene.book.as(ANN).oauthToken();
  const requests = scene.emulator.world.requests;
  const withToken = requests.filter(({ headers }) => headers.some(([, value]) => value.includes(token)));
  expect(withToken.length).toBeGreaterThan(50);
  expect([...new Set(withToken.map(({ url }) => new URL(url).origin))]).toEqual([BIGQUERY]);
  const tokens = requests.flatMap(({ url, headers }) =>
    url.startsWith(`${BIGQUERY}/`)
      ? []
      : headers.filter(([name]) => name === 'Authorization').map(([, value]) => value.replace('Bearer ', '')),
  );
  expect(tokens.length).toBeGreaterThan(0);
  const needles: Needle[] = [
    { name: 'Google token', text: token },
    { name: 'secret', text: SECRET },
    { name: 'client ID', text: scene.form().clientId.slice('employer-'.length) },
    ...[...new Set(tokens)].map((text): Needle => ({ name: 'token', text })),
  ];
  const outputs = outputsOf(scene);
  expect(findLeaks(outputs, needles)).toEqual([]);
  // What is planted is found.
  expect(findLeaks([{ place: 'log', text: `x ${token}` }], needles)).toEqual(['Google token in a log']);
  process.stdout.write(
    `Warehouse, leaks: 0 of ${needles.length} needles in ${outputs.length} outputs; ${withToken.length} requests with the token, all to BigQuery\n`,
  );
}, 120_000);
