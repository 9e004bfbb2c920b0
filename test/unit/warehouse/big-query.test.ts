import { describe, expect, test } from '@jest/globals';
import type { HttpResponse } from '../../../src/employer-api/ports';
import { addressAt, BigQuery } from '../../../src/warehouse/big-query';
import { StubClock } from '../../support/stub-clock';
import { FORM, ScriptedBigQuery, SESSION } from './warehouse-scene';

const CHUNK = 8 * 1024 * 1024;
const resumeAt = (bytes: number): Partial<HttpResponse> => ({
  status: 308,
  headers: bytes === 0 ? {} : { range: `bytes=0-${bytes - 1}` },
});
const refusal = (status: number, reason: string): Partial<HttpResponse> => ({
  status,
  text: JSON.stringify({ error: { code: status, message: 'Project acme secret', errors: [{ reason }] } }),
});

function scene(answers: ScriptedBigQuery['answers']) {
  const transport = new ScriptedBigQuery(answers);
  const clock = new StubClock();
  return { transport, clock, bigQuery: new BigQuery({ transport, clock }, FORM) };
}
const ranges = ({ asked }: ScriptedBigQuery) =>
  asked.filter(({ method }) => method === 'put').map(({ headers }) => headers?.['Content-Range']);
const bytesOf = (length: number) => new Array<number>(length).fill(1);

describe('an upload', () => {
  test('makes the stage table and the session side by side, then sends the bytes at once', () => {
    const { bigQuery, transport } = scene([200, SESSION]);
    expect(bigQuery.load('stage_1', 'job_1', bytesOf(10)).kind).toBe('done');
    expect(transport.asked.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'post /bigquery/v2/projects/acme-shifts/datasets/shift_reports/tables',
      'post /upload/bigquery/v2/projects/acme-shifts/jobs?uploadType=resumable',
      `put ${SESSION.headers.location}`,
    ]);
    expect(ranges(transport)).toEqual(['bytes 0-9/10']);
    expect(transport.asked[0]?.json).toMatchObject({
      expirationTime: String(Date.parse('2026-03-11T12:00:00Z')),
    });
    expect(transport.asked[1]?.json).toMatchObject({
      jobReference: { projectId: 'acme-shifts', jobId: 'job_1', location: 'EU' },
      configuration: {
        load: { destinationTable: { tableId: 'stage_1' }, createDisposition: 'CREATE_NEVER' },
      },
    });
  });

  test('goes in chunks, each from where BigQuery has got to', () => {
    const total = CHUNK + 100;
    const { bigQuery, transport } = scene([200, SESSION, resumeAt(CHUNK - 262_144), 200]);
    expect(bigQuery.load('s', 'j', bytesOf(total)).kind).toBe('done');
    expect(ranges(transport)).toEqual([
      `bytes 0-${CHUNK - 1}/${total}`,
      `bytes ${CHUNK - 262_144}-${total - 1}/${total}`,
    ]);
    expect(CHUNK % 262_144).toBe(0);
  });

  test('that breaks off asks how far it came, and goes on there', () => {
    const { bigQuery, transport } = scene([200, SESSION, undefined, resumeAt(4), 200]);
    expect(bigQuery.load('s', 'j', bytesOf(10)).kind).toBe('done');
    expect(ranges(transport)).toEqual(['bytes 0-9/10', 'bytes */10', 'bytes 4-9/10']);
  });

  test('whose last answer is lost is found complete', () => {
    const { bigQuery, transport } = scene([200, SESSION, 503, 200]);
    expect(bigQuery.load('s', 'j', bytesOf(10)).kind).toBe('done');
    expect(ranges(transport)).toEqual(['bytes 0-9/10', 'bytes */10']);
  });

  test('that BigQuery never takes ends', () => {
    const { bigQuery } = scene([200, SESSION, ...Array.from({ length: 40 }, () => resumeAt(0))]);
    expect(bigQuery.load('s', 'j', bytesOf(10))).toMatchObject({
      kind: 'failed',
      failure: { kind: 'no_answer' },
    });
  });

  test('that BigQuery does not answer is given up after three pauses', () => {
    const { bigQuery, clock, transport } = scene([200, SESSION, ...Array.from({ length: 40 }, () => 503)]);
    expect(bigQuery.load('s', 'j', bytesOf(10))).toMatchObject({
      kind: 'failed',
      failure: { kind: 'no_answer', sentence: 'Wait for the next run: BigQuery did not answer' },
    });
    expect(clock.pauses).toEqual([1000, 2000, 4000]);
    // Each try asks first how far the last one came.
    expect(ranges(transport)).toEqual([
      ...['bytes 0-9/10', 'bytes */10', 'bytes 0-9/10', 'bytes */10', 'bytes 0-9/10', 'bytes */10'],
      'bytes 0-9/10',
    ]);
  });

  test.each([
    ['a session that is gone', [200, SESSION, 410], 'lost'],
    ['a session that is not found', [200, SESSION, 404], 'lost'],
    ['no session', [200, { status: 200 }], 'lost'],
    ['a refused table', [refusal(403, 'accessDenied')], 'denied'],
    ['a refused session', [200, refusal(429, 'rateLimitExceeded')], 'rate'],
  ] as const)('with %s fails', (_, answers, kind) => {
    const { bigQuery } = scene([...answers]);
    expect(bigQuery.load('s', 'j', bytesOf(10))).toMatchObject({ kind: 'failed', failure: { kind } });
  });

  test('of a job that is there already is done: it was begun by an earlier try', () => {
    expect(scene([409, refusal(409, 'duplicate')]).bigQuery.load('s', 'j', bytesOf(10)).kind).toBe('done');
  });
});

describe('a job', () => {
  const state = (text: object) => ({ text: JSON.stringify({ status: text }) });

  test('is looked at after 1, 2, 4 and 8 seconds, until the time is up', () => {
    const { bigQuery, clock, transport } = scene(
      Array.from({ length: 9 }, () => state({ state: 'RUNNING' })),
    );
    expect(bigQuery.waitFor('j', 'job', clock.now() + 60_000)).toEqual({ kind: 'running', job: 'j' });
    expect(clock.pauses).toEqual([1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000]);
    expect(transport.asked[0]?.target).toBe('/bigquery/v2/projects/acme-shifts/jobs/j?location=EU');
  });

  test('that failed says why by its reason, never by its text', () => {
    const errorResult = { reason: 'accessDenied', message: 'Table acme:shifts' };
    const { bigQuery, clock } = scene([state({ state: 'DONE', errorResult })]);
    expect(bigQuery.waitFor('j', 'rows', clock.now())).toMatchObject({
      kind: 'failed',
      failure: { kind: 'denied', sentence: expect.stringContaining('BigQuery Data Editor') },
    });
  });
});

describe('a job of which BigQuery says little', () => {
  test.each([
    ['no state', '{"status":{}}'],
    ['no status', '{"kind":"bigquery#job"}'],
    ['nothing that is JSON', '<html>'],
  ])('with %s counts as running', (_, text) => {
    expect(scene([{ text }]).bigQuery.look('j', 'job')).toEqual({ kind: 'running', job: 'j' });
  });

  test('with an error that has no known reason failed all the same', () => {
    const text = JSON.stringify({ status: { state: 'DONE', errorResult: 'secret text' } });
    expect(scene([{ text }]).bigQuery.look('j', 'job')).toEqual({
      kind: 'failed',
      failure: {
        kind: 'other',
        sentence: 'Press “Check” in Settings ▸ Warehouse: BigQuery refused the request',
      },
    });
  });
});

describe('a statement', () => {
  const run = (...answers: ScriptedBigQuery['answers']) => {
    const { bigQuery, clock, transport } = scene(answers);
    const found = bigQuery.run({ query: 'SELECT 1', queryParameters: [] }, 'r-1', clock.now() + 60_000);
    return { found, clock, transport };
  };
  const body = (text: object): Partial<HttpResponse> => ({ text: JSON.stringify(text) });
  const RUNNING = body({ jobComplete: false, jobReference: { jobId: 'q-1' } });

  test('that ends at once takes one request', () => {
    const { found, transport } = run(body({ jobComplete: true }));
    expect(found.kind).toBe('done');
    expect(transport.asked.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'post /bigquery/v2/projects/acme-shifts/queries',
    ]);
  });

  test('that takes long is looked at as a job until it is done', () => {
    const { found, clock, transport } = run(
      RUNNING,
      body({ status: { state: 'RUNNING' } }),
      body({ status: { state: 'DONE' } }),
    );
    expect(found.kind).toBe('done');
    expect(clock.pauses).toEqual([1000, 2000]);
    expect(transport.asked[1]?.target).toBe('/bigquery/v2/projects/acme-shifts/jobs/q-1?location=EU');
  });

  test('that fails while it is looked at says why', () => {
    const errorResult = { reason: 'billingNotEnabled', message: 'Project acme' };
    expect(run(RUNNING, body({ status: { state: 'DONE', errorResult } })).found).toMatchObject({
      kind: 'failed',
      failure: { kind: 'billing' },
    });
  });

  test('that ends with errors failed, for the first of their reasons', () => {
    const errors = [{ reason: 'quotaExceeded' }, { reason: 'accessDenied' }];
    expect(run(body({ jobComplete: true, errors })).found).toMatchObject({
      kind: 'failed',
      failure: { kind: 'quota' },
    });
  });

  test.each([
    ['no job', '{"jobComplete":false}'],
    ['a job without a name', '{"jobReference":{}}'],
    ['nothing that is JSON', '<html>'],
  ])('answered with %s failed: nothing can be looked at', (_, text) => {
    expect(run({ text }).found).toMatchObject({ kind: 'failed', failure: { kind: 'other' } });
  });
});

describe('where the token may go', () => {
  const ORIGIN = 'https://bigquery.googleapis.com';

  test('is a path of the origin, or an address there', () => {
    expect(addressAt(ORIGIN, '/bigquery/v2/projects/p')).toBe(`${ORIGIN}/bigquery/v2/projects/p`);
    expect(addressAt(ORIGIN, `${ORIGIN}/upload/x`)).toBe(`${ORIGIN}/upload/x`);
  });

  test.each([
    'https://bigquery.googleapis.com.evil.example/upload',
    'https://bigquery.googleapis.com@evil.example/',
    'https://evil.example/https://bigquery.googleapis.com/',
    'http://bigquery.googleapis.com/upload',
    '//evil.example/upload',
    'HTTPS://BIGQUERY.GOOGLEAPIS.COM/upload',
    '',
    'upload',
  ])('is not %j', (target) => {
    expect(addressAt(ORIGIN, target)).toBeUndefined();
  });
});
