import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ReferenceClient } from './reference-client';

let client: ReferenceClient;
beforeAll(async () => {
  client = await ReferenceClient.start();
});
afterAll(() => client.server.close());

const FIELDS = [
  { name: 'DAY', type: 'DATE', mode: 'REQUIRED' },
  { name: 'WHO', type: 'STRING' },
  { name: 'N', type: 'INTEGER' },
  { name: 'X', type: 'FLOAT' },
  { name: 'AT', type: 'TIMESTAMP' },
];
const UNIT = 256 * 1024;
const row = (n: number) => `{"DAY":"2026-05-01","N":${n}}\n`;
let serial = 0;
const jobId = () => {
  serial += 1;
  return `job_${serial}`;
};
const rowsOf = async (table: string) => (await client.server.rows(client.server.tableName(table))).rows;

describe('a resumable upload', () => {
  test('answers the start with the address of a session, and the end with the job', async () => {
    const id = jobId();
    const started = await client.startUpload(client.loadJob('plain', id, FIELDS));
    expect(started).toMatchObject({ status: 200, body: '' });
    const session = new URL(started.headers.get('Location') ?? '');
    expect(session.origin).toBe(client.server.origin);
    expect(session.pathname).toBe('/upload/bigquery/v2/projects/acme-shifts/jobs');
    expect(session.searchParams.get('uploadType')).toBe('resumable');
    expect(session.searchParams.get('upload_id')).toMatch(/^\w+$/);

    expect(await client.put(session.href, Buffer.from(row(1)))).toMatchObject({
      status: 200,
      body: {
        kind: 'bigquery#job',
        jobReference: { projectId: 'acme-shifts', jobId: id, location: 'EU' },
        status: { state: 'RUNNING' },
      },
    });
    expect((await client.call('GET', `/jobs/${id}?location=EU`)).body).toMatchObject({
      status: { state: 'DONE' },
      statistics: { load: { outputRows: '1' } },
    });
  });

  test('takes chunks of 256 KiB, says with 308 how far it came, and goes on after a break', async () => {
    const id = jobId();
    const bytes = Buffer.from(Array.from({ length: 30_000 }, (_one, n) => row(n)).join(''));
    const total = bytes.length;
    expect(total).toBeGreaterThan(3 * UNIT);
    const started = await client.startUpload(client.loadJob('chunks', id, FIELDS));
    const session = started.headers.get('Location') ?? '';
    const nothing = await client.put(session, Buffer.alloc(0), `bytes */${total}`);
    expect([nothing.status, nothing.headers.get('Range')]).toEqual([308, null]);

    const one = await client.put(session, bytes.subarray(0, UNIT), `bytes 0-${UNIT - 1}/${total}`);
    expect([one.status, one.headers.get('Range')]).toEqual([308, `bytes=0-${UNIT - 1}`]);
    // Cut in the middle of the second chunk: whole units of it are kept.
    await client.server.fail({ on: 'upload', fault: { kind: 'cut', bytes: UNIT + 1000 } });
    await expect(
      client.put(session, bytes.subarray(UNIT, 3 * UNIT), `bytes ${UNIT}-${3 * UNIT - 1}/${total}`),
    ).rejects.toThrow();
    const asked = await client.put(session, Buffer.alloc(0), `bytes */${total}`);
    expect([asked.status, asked.headers.get('Range')]).toEqual([308, `bytes=0-${2 * UNIT - 1}`]);

    const last = await client.put(
      session,
      bytes.subarray(2 * UNIT),
      `bytes ${2 * UNIT}-${total - 1}/${total}`,
    );
    expect(last.status).toBe(200);
    // Whoever lost that answer asks again.
    expect(await client.put(session, Buffer.alloc(0), `bytes */${total}`)).toMatchObject({
      status: 200,
      body: { jobReference: { jobId: id } },
    });
    await client.call('GET', `/jobs/${id}?location=EU`);
    expect(await rowsOf('chunks')).toHaveLength(30_000);
  });

  test('refuses a chunk that is not last and no multiple of 256 KiB', async () => {
    const started = await client.startUpload(client.loadJob('chunks', jobId(), FIELDS));
    const session = started.headers.get('Location') ?? '';
    expect((await client.put(session, Buffer.alloc(1000), 'bytes 0-999/5000')).status).toBe(400);
  });

  test('answers 410 for a session that is lost', async () => {
    const started = await client.startUpload(client.loadJob('chunks', jobId(), FIELDS));
    const session = started.headers.get('Location') ?? '';
    await client.server.forgetUploads();
    expect((await client.put(session, Buffer.from(row(1)))).status).toBe(410);
  });

  test('answers 409 duplicate for the ID of a job that is there', async () => {
    const id = jobId();
    await client.load('taken', id, FIELDS, row(1));
    expect(await client.startUpload(client.loadJob('taken', id, FIELDS))).toMatchObject({
      status: 409,
      body: { error: { errors: [{ reason: 'duplicate' }] } },
    });
  });

  test('answers 404 for a dataset that is not in the location of the job', async () => {
    const job = client.loadJob('plain', jobId(), FIELDS) as { jobReference: object };
    const elsewhere = { ...job, jobReference: { ...job.jobReference, location: 'US' } };
    const answer = await client.startUpload(elsewhere);
    expect(answer.status).toBe(404);
    expect(answer.body.error.message).toBe(
      'Not found: Dataset acme-shifts:shift_reports was not found in location US',
    );
  });
});

describe('a load job', () => {
  test('reads gzip and plain text alike, every type, and null for what is missing', async () => {
    const rows = [
      { DAY: '2026-05-01', WHO: 'Ann “the cook”\n2', N: 3, X: 1.5, AT: '2026-05-01T10:00:00.250Z' },
      { DAY: '2026-05-02', WHO: null, N: '-4', X: 2, AT: '2026-05-01 10:00:00+01:00' },
      { DAY: '2026-05-03' },
    ];
    const expected = [
      ['2026-05-01', 'Ann “the cook”\n2', 3, 1.5, '2026-05-01T10:00:00.250Z'],
      ['2026-05-02', null, -4, 2, '2026-05-01T09:00:00.000Z'],
      ['2026-05-03', null, null, null, null],
    ];
    await client.load('typed', jobId(), FIELDS, rows);
    expect(await rowsOf('typed')).toEqual(expected);
    const started = await client.startUpload(client.loadJob('typed_plain', jobId(), FIELDS));
    await client.put(
      started.headers.get('Location') ?? '',
      Buffer.from(rows.map((one) => JSON.stringify(one)).join('\n')),
    );
    await client.tables('GET', '/typed_plain');
    expect(await rowsOf('typed_plain')).toEqual(expected);
  });

  test.each([
    ['a text for a whole number', '{"DAY":"2026-05-01","N":"four"}', /integer.*N/],
    ['a fraction for a whole number', '{"DAY":"2026-05-01","N":1.5}', /integer.*N/],
    ['a number beyond 64 bits', '{"DAY":"2026-05-01","N":"9223372036854775808"}', /integer.*N/],
    ['a text for a number', '{"DAY":"2026-05-01","X":"much"}', /float.*X/],
    ['a day that is none', '{"DAY":"2026-02-30"}', /date.*DAY/],
    ['a day with a time', '{"DAY":"2026-05-01T00:00:00Z"}', /date.*DAY/],
    ['a moment that is none', '{"DAY":"2026-05-01","AT":"soon"}', /timestamp.*AT/],
    ['a required value that is missing', '{"WHO":"Ann"}', /Missing required field: DAY/],
    ['a required value that is null', '{"DAY":null}', /Missing required field: DAY/],
    ['an unknown field', '{"DAY":"2026-05-01","OTHER":1}', /No such field: OTHER/],
    ['a line that is no JSON', '{"DAY":"2026-05-01"', /Parser terminated/],
    ['a list', '[1]', /JSON object/],
  ])('fails whole for %s, and the table stays as it was', async (_what, line, message) => {
    const table = `kept_${serial}`;
    await client.load(table, jobId(), FIELDS, row(7));
    const failed = await client.load(table, jobId(), FIELDS, `${row(8)}${line}\n`);
    expect(failed.body.status).toMatchObject({
      state: 'DONE',
      errorResult: { reason: 'invalid', message: expect.stringMatching(/Error while reading data/) },
    });
    expect(failed.body.status.errors[1]).toMatchObject({
      reason: 'invalid',
      message: expect.stringMatching(message),
    });
    expect(await rowsOf(table)).toEqual([['2026-05-01', null, 7, null, null]]);
  });

  test('fails for a damaged gzip file', async () => {
    const packed = gzipSync(Buffer.from(row(1).repeat(100)));
    const id = jobId();
    const started = await client.startUpload(client.loadJob('damaged', id, FIELDS));
    await client.put(started.headers.get('Location') ?? '', packed.subarray(0, packed.length - 9));
    const { body } = await client.call('GET', `/jobs/${id}?location=EU`);
    expect(body.status.errorResult.reason).toBe('invalid');
    expect((await client.tables('GET', '/damaged')).status).toBe(404);
  });

  test('makes no table with CREATE_NEVER', async () => {
    const failed = await client.load('never', jobId(), FIELDS, row(1), { createDisposition: 'CREATE_NEVER' });
    expect(failed.body.status.errorResult.reason).toBe('notFound');
    expect((await client.tables('GET', '/never')).status).toBe(404);
  });

  test('replaces with WRITE_TRUNCATE, adds with WRITE_APPEND, and keeps when the table expires', async () => {
    const end = String(Date.UTC(2100, 0, 1));
    await client.tables('POST', '', client.table('written', FIELDS, { expirationTime: end }));
    await client.load('written', jobId(), FIELDS, row(1));
    await client.load('written', jobId(), FIELDS, row(2));
    expect((await rowsOf('written')).map((values) => values[2])).toEqual([2]);
    await client.load('written', jobId(), FIELDS, row(3), { writeDisposition: 'WRITE_APPEND' });
    expect((await rowsOf('written')).map((values) => values[2])).toEqual([2, 3]);
    expect((await client.tables('GET', '/written')).body.expirationTime).toBe(end);
  });

  test('stays RUNNING as long as the door says, and its table as it was', async () => {
    const id = jobId();
    await client.server.nextJobs({ kind: 'load', polls: 2 });
    const states = [(await client.load('slow', id, FIELDS, row(1))).body.status.state];
    expect((await client.tables('GET', '/slow')).status).toBe(404);
    for (let time = 0; time < 2; time += 1) {
      states.push((await client.call('GET', `/jobs/${id}?location=EU`)).body.status.state);
    }
    expect(states).toEqual(['RUNNING', 'RUNNING', 'DONE']);
    expect(await rowsOf('slow')).toHaveLength(1);
  });

  test('ends by the clock, or when it is released, or fails with what the door says', async () => {
    const state = async (id: string) =>
      (await client.call('GET', `/jobs/${id}?location=EU`)).body.status.state;
    await client.server.setClock('2026-06-01T10:00:00Z');
    const [timed, stuck, failing] = [jobId(), jobId(), jobId()];
    await client.server.nextJobs(
      { kind: 'load', millis: 60_000 },
      { kind: 'load', stuck: true },
      { kind: 'load', error: { reason: 'backendError', message: 'Try again.' } },
    );
    for (const id of [timed, stuck, failing]) await client.load('timed', id, FIELDS, row(1));
    await client.server.setClock('2026-06-01T10:00:59Z');
    expect([await state(timed), await state(stuck)]).toEqual(['RUNNING', 'RUNNING']);
    await client.server.setClock('2026-06-01T11:00:00Z');
    expect([await state(timed), await state(stuck)]).toEqual(['DONE', 'RUNNING']);
    await client.server.releaseJobs();
    expect(await state(stuck)).toBe('DONE');
    expect((await client.call('GET', `/jobs/${failing}?location=EU`)).body.status.errorResult.reason).toBe(
      'backendError',
    );
    await client.server.setClock(null);
  });
});

describe('jobs.get', () => {
  test('needs the location of a job outside EU and US', async () => {
    await client.server.setDataset(client.server.project, 'london', 'europe-west2');
    const id = jobId();
    const load = {
      destinationTable: { ...client.reference('t'), datasetId: 'london' },
      schema: { fields: FIELDS },
      sourceFormat: 'NEWLINE_DELIMITED_JSON',
    };
    const started = await client.startUpload({
      jobReference: { projectId: client.server.project, jobId: id, location: 'europe-west2' },
      configuration: { load },
    });
    await client.put(started.headers.get('Location') ?? '', Buffer.from(row(1)));
    expect((await client.call('GET', `/jobs/${id}`)).status).toBe(404);
    expect((await client.call('GET', `/jobs/${id}?location=EU`)).status).toBe(404);
    expect((await client.call('GET', `/jobs/${id}?location=europe-west2`)).status).toBe(200);
  });

  test('answers 404 for a job that is not there', async () => {
    expect(await client.call('GET', '/jobs/none?location=EU')).toMatchObject({
      status: 404,
      body: { error: { errors: [{ reason: 'notFound' }] } },
    });
  });
});
