import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ReferenceClient } from './reference-client';

let client: ReferenceClient;
beforeAll(async () => {
  client = await ReferenceClient.start();
});
afterAll(() => client.server.close());

const FIELDS = [
  { name: 'DAY', type: 'DATE', mode: 'REQUIRED', description: 'The day' },
  { name: 'WHO', type: 'STRING' },
];

describe('datasets.get', () => {
  test('answers the resource with its location', async () => {
    const { server } = client;
    expect(await client.call('GET', `/datasets/${server.dataset}`)).toMatchObject({
      status: 200,
      body: {
        kind: 'bigquery#dataset',
        id: 'acme-shifts:shift_reports',
        datasetReference: { projectId: 'acme-shifts', datasetId: 'shift_reports' },
        location: 'EU',
      },
    });
  });

  test('answers 404 notFound for a dataset or project that is not there', async () => {
    const dataset = await client.call('GET', '/datasets/elsewhere');
    expect(dataset).toMatchObject({
      status: 404,
      body: {
        error: {
          code: 404,
          message: 'Not found: Dataset acme-shifts:elsewhere',
          errors: [{ domain: 'global', reason: 'notFound' }],
          status: 'NOT_FOUND',
        },
      },
    });
    expect((await client.call('GET', '/datasets/x', undefined, 'no-such-project')).status).toBe(404);
  });
});

describe('datasets.insert', () => {
  test('makes a dataset in a location, once', async () => {
    const body = {
      datasetReference: { projectId: client.server.project, datasetId: 'fresh' },
      location: 'europe-west2',
    };
    expect(await client.call('POST', '/datasets', body)).toMatchObject({
      status: 200,
      body: { location: 'europe-west2' },
    });
    expect(await client.call('POST', '/datasets', body)).toMatchObject({
      status: 409,
      body: { error: { errors: [{ reason: 'duplicate' }] } },
    });
  });

  test.each(['Europe', '', 'eu-', 7])('refuses the location %j', async (location) => {
    const body = { datasetReference: { projectId: client.server.project, datasetId: 'odd' }, location };
    expect((await client.call('POST', '/datasets', body)).status).toBe(400);
  });
});

describe('tables.insert', () => {
  test('makes a table with columns, partitions and clusters, as tables.get answers it', async () => {
    const made = await client.tables(
      'POST',
      '',
      client.table('full', FIELDS, {
        description: 'A table',
        timePartitioning: { type: 'DAY', field: 'DAY' },
        clustering: { fields: ['WHO'] },
        expirationTime: String(Date.UTC(2100, 0, 1)),
      }),
    );
    expect(made.status).toBe(200);
    expect((await client.tables('GET', '/full')).body).toMatchObject({
      kind: 'bigquery#table',
      id: 'acme-shifts:shift_reports.full',
      tableReference: { projectId: 'acme-shifts', datasetId: 'shift_reports', tableId: 'full' },
      type: 'TABLE',
      description: 'A table',
      schema: {
        fields: [
          { name: 'DAY', type: 'DATE', mode: 'REQUIRED', description: 'The day' },
          { name: 'WHO', type: 'STRING', mode: 'NULLABLE' },
        ],
      },
      timePartitioning: { type: 'DAY', field: 'DAY' },
      clustering: { fields: ['WHO'] },
      numRows: '0',
      location: 'EU',
      expirationTime: String(Date.UTC(2100, 0, 1)),
    });
  });

  test('takes INT64, FLOAT64 and BOOL for INTEGER, FLOAT and BOOLEAN', async () => {
    const types = ['INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP'];
    const fields = types.map((type, at) => ({ name: `F${at}`, type }));
    const { body } = await client.tables('POST', '', client.table('types', fields));
    expect(body.schema.fields.map(({ type }: { type: string }) => type)).toEqual([
      'INTEGER',
      'FLOAT',
      'BOOLEAN',
      'TIMESTAMP',
    ]);
  });

  test('answers 409 duplicate for a name that is taken', async () => {
    await client.tables('POST', '', client.table('taken', FIELDS));
    expect(await client.tables('POST', '', client.table('taken', FIELDS))).toMatchObject({
      status: 409,
      body: {
        error: {
          message: 'Already Exists: Table acme-shifts:shift_reports.taken',
          errors: [{ reason: 'duplicate' }],
        },
      },
    });
  });

  test.each([
    ['no column', { schema: { fields: [] } }],
    ['an unknown type', { schema: { fields: [{ name: 'A', type: 'WORDS' }] } }],
    ['a name with a space', { schema: { fields: [{ name: 'A B', type: 'STRING' }] } }],
    [
      'a column twice',
      {
        schema: {
          fields: [
            { name: 'A', type: 'STRING' },
            { name: 'a', type: 'STRING' },
          ],
        },
      },
    ],
    ['partitions by a text', { timePartitioning: { type: 'DAY', field: 'WHO' } }],
    ['clusters by an unknown column', { clustering: { fields: ['NONE'] } }],
    ['an end in the past', { expirationTime: '1000' }],
    ['another project', { tableReference: { projectId: 'other', datasetId: 'd', tableId: 't' } }],
  ])('refuses %s', async (_what, more) => {
    expect(await client.tables('POST', '', client.table('refused', FIELDS, more))).toMatchObject({
      status: 400,
      body: { error: { errors: [{ reason: 'invalid' }] } },
    });
    expect((await client.tables('GET', '/refused')).status).toBe(404);
  });

  test('a table vanishes when it expires', async () => {
    const now = Date.UTC(2026, 5, 1);
    await client.server.setClock(new Date(now).toISOString());
    await client.tables('POST', '', client.table('short', FIELDS, { expirationTime: String(now + 60_000) }));
    expect((await client.tables('GET', '/short')).status).toBe(200);
    await client.server.setClock(new Date(now + 60_000).toISOString());
    expect((await client.tables('GET', '/short')).status).toBe(404);
    await client.server.setClock(null);
  });
});

describe('tables.patch', () => {
  test('adds columns behind the others, describes them, and keeps rows', async () => {
    await client.tables('POST', '', client.table('grown', FIELDS));
    await client.load('grown', 'grown_1', FIELDS, [{ DAY: '2026-05-01', WHO: 'Ann' }]);
    const added = { name: 'HOW', type: 'FLOAT', description: 'Added' };
    expect(
      (await client.tables('PATCH', '/grown', { schema: { fields: [added, ...FIELDS] } })).body,
    ).toMatchObject({
      numRows: '1',
      schema: { fields: [{ name: 'DAY' }, { name: 'WHO' }, { ...added, mode: 'NULLABLE' }] },
    });
    expect(await client.server.rows(client.server.tableName('grown'))).toEqual({
      columns: ['DAY', 'WHO', 'HOW'],
      rows: [['2026-05-01', 'Ann', null]],
    });
  });

  test.each([
    ['lacks a column', [FIELDS[0]], /Field WHO is missing in new schema/],
    ['changes a type', [FIELDS[0], { name: 'WHO', type: 'DATE' }], /changed type from STRING to DATE/],
    ['requires a column', [FIELDS[0], { name: 'WHO', type: 'STRING', mode: 'REQUIRED' }], /changed mode/],
    [
      'adds a required column',
      [...FIELDS, { name: 'NEW', type: 'STRING', mode: 'REQUIRED' }],
      /Cannot add required fields/,
    ],
  ])('refuses a schema that %s', async (_what, fields, message) => {
    await client.tables('POST', '', client.table('kept', FIELDS));
    const answer = await client.tables('PATCH', '/kept', { schema: { fields } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(message);
    expect((await client.tables('GET', '/kept')).body.schema.fields).toHaveLength(2);
  });
});

describe('views', () => {
  const view = (tableId: string, query: string, useLegacySql: unknown = false) => ({
    tableReference: client.reference(tableId),
    view: { query, useLegacySql },
  });

  test('have the columns of their query; descriptions come by a patch afterwards', async () => {
    await client.tables('POST', '', client.table('source', FIELDS));
    const query = 'SELECT WHO, COUNT(*) AS HOW_MANY FROM `acme-shifts.shift_reports.source` GROUP BY WHO';
    const made = await client.tables('POST', '', view('a_view', query));
    expect(made).toMatchObject({ status: 200, body: { type: 'VIEW', view: { query, useLegacySql: false } } });
    const columns = [
      { name: 'WHO', type: 'STRING', mode: 'NULLABLE' },
      { name: 'HOW_MANY', type: 'INTEGER', mode: 'NULLABLE' },
    ];
    expect(made.body.schema.fields).toEqual(columns);
    const described = columns.map((column) => ({ ...column, description: 'Said' }));
    const patched = await client.tables('PATCH', '/a_view', { schema: { fields: described } });
    expect(patched.body.schema.fields).toEqual(described);

    await client.load('source', 'source_1', FIELDS, [{ DAY: '2026-05-01', WHO: 'Ann' }]);
    expect((await client.server.rows(client.server.tableName('a_view'))).rows).toEqual([['Ann', 1]]);
  });

  test('are refused with a schema, in legacy SQL, on a table that is not there, and with a mistake', async () => {
    const withSchema = { ...view('refused_view', 'SELECT 1 AS A'), schema: { fields: FIELDS } };
    const refused = await client.tables('POST', '', withSchema);
    expect(refused.body.error.message).toBe("Schema field shouldn't be used as input with a view");
    expect((await client.tables('POST', '', view('refused_view', 'SELECT 1 AS A', true))).status).toBe(400);
    // The reference: legacy SQL is the default.
    const silent = { ...view('refused_view', ''), view: { query: 'SELECT 1 AS A' } };
    expect((await client.tables('POST', '', silent)).status).toBe(400);
    const missing = view('refused_view', 'SELECT A FROM `acme-shifts.shift_reports.nowhere`');
    expect((await client.tables('POST', '', missing)).status).toBe(404);
    expect(await client.tables('POST', '', view('refused_view', 'SELEKT 1'))).toMatchObject({
      status: 400,
      body: { error: { errors: [{ reason: 'invalidQuery' }] } },
    });
  });

  test('get other columns with another query', async () => {
    await client.tables('POST', '', view('turned', 'SELECT 1 AS A'));
    const patched = await client.tables('PATCH', '/turned', {
      view: { query: "SELECT 'x' AS B", useLegacySql: false },
    });
    expect(patched.body.schema.fields).toEqual([{ name: 'B', type: 'STRING', mode: 'NULLABLE' }]);
  });
});

describe('tables.delete and tables.list', () => {
  test('a deleted table is gone, from the list too', async () => {
    await client.tables('POST', '', client.table('brief', FIELDS));
    const names = async () =>
      (await client.tables('GET', '')).body.tables.map(
        (table: { tableReference: { tableId: string } }) => table.tableReference.tableId,
      );
    expect(await names()).toContain('brief');
    expect((await client.tables('DELETE', '/brief')).status).toBe(204);
    expect(await names()).not.toContain('brief');
    expect((await client.tables('DELETE', '/brief')).status).toBe(404);
  });
});
