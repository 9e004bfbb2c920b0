import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-records';
import { type RunningApiServer, startApiServer } from '../../api-server/start-api-server';
import { compareWithService, serviceShifts } from '../../workbench/service-comparison';
import { viewRows, viewWarehouse } from '../../workbench/warehouse-record';
import { ReferenceClient } from './reference-client';

/* What the workbench says of the local warehouse: what is there, and whether it is what the service says. */

const TODAY = '2026-03-10';
const NOW = Date.parse(`${TODAY}T12:00:00Z`);
const TYPES = {
  date: 'DATE',
  text: 'STRING',
  integer: 'INTEGER',
  decimal: 'FLOAT',
  percentage: 'FLOAT',
  boolean: 'BOOLEAN',
};
const FIELDS = [
  { name: 'CONNECTION', type: 'STRING' },
  ...SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => ({ name, type: TYPES[kind] })),
];

let client: ReferenceClient;
let server: RunningApiServer;
let loads = 0;
beforeAll(async () => {
  client = await ReferenceClient.start();
  server = await startApiServer({ today: TODAY });
});
afterAll(async () => {
  await client.server.close();
  await server.close();
});

type Row = Readonly<Record<string, unknown>>;

async function hold(rows: readonly Row[]): Promise<void> {
  loads += 1;
  const loaded = await client.load('shifts', `load_${loads}`, FIELDS, rows);
  expect(loaded.body.status.errorResult).toBeUndefined();
}

const rowsOf = async (from: string, to: string): Promise<Row[]> =>
  (await serviceShifts(server, from, to, NOW)).map((shift) => ({ CONNECTION: 'UK 1', ...shift }));
const compare = () => compareWithService({ server, warehouse: client.server, now: NOW });

describe('the comparison with the service', () => {
  test('has nothing to say before there is a table', async () => {
    expect((await compare()).sentence).toBe('The table shifts holds nothing to compare.');
  });

  test('finds them equal over more days than one request asks for', async () => {
    const rows = await rowsOf('2026-01-20', '2026-03-05');
    await hold(rows);

    expect(await compare()).toEqual({
      isEqual: true,
      sentence: `Equal to the service, 2026-01-20 to 2026-03-05: ${rows.length.toLocaleString('en')} shifts.`,
    });
  });

  test('counts what is missing, changed, extra and there twice', async () => {
    const rows = await rowsOf('2026-03-01', '2026-03-03');
    const [first, second, third, ...others] = rows;
    const stranger = { ...first, SHIFT_ID: 1 };
    const other = { ...second, NO_SHOWS: null, SHIFTS_POSTED: 99 };
    await hold([stranger, other, third as Row, third as Row, ...others]);

    expect(await compare()).toEqual({
      isEqual: false,
      sentence: `Differs from the service, 2026-03-01 to 2026-03-03: ${rows.length} shifts, 1 missing, 1 changed, 1 extra, 1 twice.`,
    });
  });

  test('notices what the service has restated since', async () => {
    await hold(await rowsOf('2026-03-07', '2026-03-09'));
    expect((await compare()).isEqual).toBe(true);
    await server.setClock(new Date(NOW).toISOString());
    await server.restate(3);

    expect((await compare()).sentence).toMatch(/^Differs from the service, 2026-03-07 to 2026-03-09: /);
  });

  test('has nothing to say of an empty table', async () => {
    await hold([]);

    expect(await compare()).toEqual({
      isEqual: false,
      sentence: 'The table shifts holds nothing to compare.',
    });
  });
});

describe('the view of the warehouse', () => {
  test('lists tables before stage tables, with their facts and first rows, and the newest job first', async () => {
    const expires = { expirationTime: String(Date.now() + 3_600_000) };
    await client.tables('POST', '', client.table('stage_1', FIELDS, expires));
    const rows = (await rowsOf('2026-03-01', '2026-03-05')).slice(0, 101);
    await hold(rows);
    const { place, tables, jobs } = await viewWarehouse(client.server);

    expect(place).toBe('acme-shifts.shift_reports, EU');
    expect(tables.map(({ title, rowCount }) => [title, rowCount])).toEqual([
      ['shifts', 101],
      ['stage_1', 0],
    ]);
    expect(tables[1]?.facts).toMatch(/^table, expires \d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/);
    expect(jobs[0]).toMatchObject({ id: `load_${loads}`, kind: 'load', state: 'DONE', isFailed: false });
    expect(jobs[0]?.outcome).toContain('outputRows 101');
    const shown = await viewRows(client.server, client.server.tableName('shifts'));
    expect(shown.columns).toEqual(FIELDS.map(({ name }) => name));
    expect(shown.rows).toHaveLength(100);
  });
});
