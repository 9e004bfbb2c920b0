import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { queryRequest, replaceDays } from '../../../src/warehouse/statements';
import { SHIFTS_COLUMNS, stageResource, tableResources } from '../../../src/warehouse/tables';
import { ReferenceClient } from './reference-client';

let client: ReferenceClient;
beforeAll(async () => {
  client = await ReferenceClient.start();
});
afterAll(() => client.server.close());

const record = (day: string, id: number | null, more: object = {}) => ({
  CONNECTION: 'UK 1234',
  SHIFT_DATE: day,
  SHIFT_ID: id,
  REFRESHED_AT: '2026-06-01T09:30:00.000Z',
  ...more,
});

async function replace(stage: string, rows: readonly object[], refreshedAt = '2026-06-01T09:30:00.000Z') {
  const { server } = client;
  const place = { project: server.project, dataset: server.dataset, location: server.location };
  await client.tables('POST', '', stageResource(place, stage, Date.now()));
  await client.load(
    stage,
    `job_${stage}`,
    SHIFTS_COLUMNS,
    rows.map((row) => ({ ...row, REFRESHED_AT: refreshedAt })),
  );
  const days = { connection: 'UK 1234', from: '2026-05-25', to: '2026-05-31', refreshedAt };
  const statement = replaceDays(place, stage, days);
  return client.call(
    'POST',
    '/queries',
    queryRequest(place, statement, { requestId: stage, timeoutMs: 10_000 }),
  );
}

/** The rows of a table, in the order of the columns asked for. */
async function rowsOf(table: string, ...columns: string[]) {
  const listed = await client.server.rows(client.server.tableName(table));
  const rows = listed.rows.map((row) => columns.map((name) => row[listed.columns.indexOf(name)]));
  return rows.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

describe('the script that replaces days, run by the server', () => {
  test('replaces days, lists what changed, keeps later ones, and drops the stage table', async () => {
    const { server } = client;
    const place = { project: server.project, dataset: server.dataset, location: server.location };
    for (const table of tableResources(place))
      expect((await client.tables('POST', '', table)).status).toBe(200);

    const first = await replace('stage_a', [
      record('2026-05-25', 1, { VENUE_NAME: 'Inn', SHIFTS_POSTED: 4, HOURS_WORKED: 7.5 }),
      record('2026-05-25', 2, { VENUE_NAME: 'Inn', SHIFTS_POSTED: 2 }),
      record('2026-05-26', null, { VENUE_NAME: 'Inn', SHIFTS_POSTED: 1 }),
    ]);
    expect(first).toMatchObject({ status: 200, body: { jobComplete: true } });
    expect(await rowsOf('shifts', 'SHIFT_DATE', 'SHIFT_ID', 'SHIFTS_POSTED')).toEqual([
      ['2026-05-25', 1, 4],
      ['2026-05-25', 2, 2],
      ['2026-05-26', null, 1],
    ]);
    expect(await rowsOf('shift_changes', 'FIELD')).toEqual([]);
    expect((await server.tables()).map(({ table }) => table)).toEqual(['shifts', 'shift_changes']);

    await replace(
      'stage_b',
      [
        record('2026-05-25', 1, { VENUE_NAME: 'Inn', SHIFTS_POSTED: 5, HOURS_WORKED: null }),
        record('2026-05-26', 3, { VENUE_NAME: 'Bar' }),
        record('2026-05-27', 4, { VENUE_NAME: 'Bar' }),
      ],
      '2026-06-02T09:30:00.000Z',
    );
    expect(await rowsOf('shifts', 'SHIFT_DATE', 'SHIFT_ID')).toEqual([
      ['2026-05-25', 1],
      ['2026-05-26', 3],
      ['2026-05-27', 4],
    ]);
    expect(
      await rowsOf('shift_changes', 'SHIFT_DATE', 'SHIFT_ID', 'FIELD', 'OLD_VALUE', 'NEW_VALUE'),
    ).toEqual([
      ['2026-05-25', 1, 'HOURS_WORKED', '7.5', null],
      ['2026-05-25', 1, 'SHIFTS_POSTED', '4', '5'],
      ['2026-05-25', 2, 'RECORD', 'removed', null],
      ['2026-05-26', 3, 'RECORD', null, 'added'],
    ]);

    // An older run comes late: the days that the newer one sent stay.
    await replace('stage_c', [record('2026-05-25', 9), record('2026-05-28', 10)], '2026-06-01T12:00:00.000Z');
    expect(await rowsOf('shifts', 'SHIFT_DATE', 'SHIFT_ID')).toEqual([
      ['2026-05-25', 1],
      ['2026-05-26', 3],
      ['2026-05-27', 4],
      ['2026-05-28', 10],
    ]);
  });
});
