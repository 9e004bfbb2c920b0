import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { queryRequest, replaceDays } from '../../../src/warehouse/statements';
import {
  loadJobResource,
  SHIFTS_COLUMNS,
  stageResource,
  tableResources,
} from '../../../src/warehouse/tables';
import { DoorClient } from '../../warehouse-server/control/door-client';
import { WarehouseServer } from '../../warehouse-server/server';

/*
 * How a day's transfer grows with the rows that are there.
 * WAREHOUSE_ROWS=10000000 npx jest test/contract/warehouse/growth takes ten seconds and 2.5 GB.
 */

const LARGE = Number(process.env.WAREHOUSE_ROWS ?? 200_000);
const SMALL = 10_000;
const ROWS_A_DAY = 5000;
const PLACE = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU' };
const DAY = '2026-05-31';
const REFRESHED = '2026-06-01T09:30:00.000Z';

/** A day of a large employer, changed a little since the last transfer. */
function dayText(): string {
  return Array.from({ length: ROWS_A_DAY }, (_one, n) =>
    JSON.stringify({
      CONNECTION: 'UK 1234',
      EMPLOYER_ID: 1234,
      SHIFT_DATE: DAY,
      VENUE_NAME: `Venue ${n % 200}`,
      SHIFTS_POSTED: n % 9,
      HOURS_WORKED: (n % 50) / 4,
      SHIFT_ID: n,
      REFRESHED_AT: REFRESHED,
    }),
  ).join('\n');
}

interface Measured {
  readonly there: number;
  readonly requests: readonly string[];
  readonly bytes: number;
  readonly mergeMillis: number;
  readonly rows: number;
  readonly changes: number;
  readonly residentMegabytes: number;
}

async function transferDay(there: number): Promise<Measured> {
  const server = await WarehouseServer.open();
  const { origin, door } = await server.listen();
  const { warehouse } = server;
  warehouse.projects.set(PLACE.project, { apiEnabled: true, billing: true });
  warehouse.datasets.set(`${PLACE.project}.${PLACE.dataset}`, { location: 'EU', created: 0 });
  warehouse.tokens.set('t', { scope: true, permissions: null });
  const send = (path: string, method: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(path.startsWith('http') ? path : `${origin}${path}`, {
      method,
      headers: { Authorization: 'Bearer t' },
      ...(method === 'GET' ? {} : { body }),
    });
  const base = `/bigquery/v2/projects/${PLACE.project}`;
  const tables = `${base}/datasets/${PLACE.dataset}/tables`;
  for (const table of tableResources(PLACE)) await send(tables, 'POST', JSON.stringify(table));
  // The newest day is there already; the others fill the years before it.
  const values: Readonly<Record<string, string>> = {
    CONNECTION: "'UK 1234'",
    EMPLOYER_ID: '1234',
    SHIFT_DATE: `DATE '${DAY}' - CAST(n // ${ROWS_A_DAY} AS INTEGER)`,
    VENUE_NAME: "'Venue ' || (n % 200)",
    SHIFTS_POSTED: 'n % 7',
    HOURS_WORKED: '(n % 50) / 4',
    SHIFT_ID: 'n',
    REFRESHED_AT: "TIMESTAMPTZ '2026-05-31 09:30:00Z'",
  };
  const columns = SHIFTS_COLUMNS.map(({ name }) => values[name] ?? 'NULL');
  await warehouse.engine.run(
    `INSERT INTO "${PLACE.project}.${PLACE.dataset}.shifts" SELECT ${columns.join(', ')} FROM range(${there}) AS t(n)`,
  );
  const hand = new DoorClient(door);
  await hand.forgetRequests();

  const job = JSON.stringify(loadJobResource(PLACE, 'stage_day', 'job_day'));
  await send(tables, 'POST', JSON.stringify(stageResource(PLACE, 'stage_day', Date.now())));
  const started = await send(`/upload${base}/jobs?uploadType=resumable`, 'POST', job);
  await send(started.headers.get('Location') ?? '', 'PUT', new Uint8Array(gzipSync(dayText())));
  await send(`${base}/jobs/job_day?location=EU`, 'GET', '');
  const days = { connection: 'UK 1234', from: DAY, to: DAY, refreshedAt: REFRESHED };
  const options = { requestId: 'request_day', timeoutMs: 60_000 };
  const statement = replaceDays(PLACE, 'stage_day', days);
  const answer = await send(
    `${base}/queries`,
    'POST',
    JSON.stringify(queryRequest(PLACE, statement, options)),
  );
  expect(await answer.json()).toMatchObject({ jobComplete: true });

  const seen = await hand.requests();
  const jobs = await hand.jobs();
  const listed = await hand.tables();
  const countOf = (name: string) => listed.find(({ table }) => table === name)?.rowCount ?? -1;
  const measured = {
    there,
    requests: seen.map(({ operation, status }) => `${operation} ${status}`),
    bytes: seen.reduce((sum, { bytes }) => sum + bytes, 0),
    mergeMillis: jobs.find(({ kind }) => kind === 'query')?.took ?? -1,
    rows: countOf('shifts'),
    changes: countOf('shift_changes'),
    residentMegabytes: Math.round(process.memoryUsage().rss / 1e6),
  };
  await server.close();
  return measured;
}

describe('a day of 5,000 shifts', () => {
  test(`makes the same requests and sends the same bytes beside ${LARGE} rows as beside ${SMALL}`, async () => {
    const small = await transferDay(SMALL);
    const large = await transferDay(LARGE);
    process.stdout.write(`${JSON.stringify([small, large], null, 1)}\n`);

    expect(large.requests).toEqual(small.requests);
    expect(large.bytes).toBe(small.bytes);
    expect([small.rows, large.rows]).toEqual([SMALL, LARGE]);
    expect(large.changes).toBe(small.changes);
    expect(small.requests).toHaveLength(5);
  });
});
