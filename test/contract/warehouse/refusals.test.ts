import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { changeNothing, queryRequest, replaceDays } from '../../../src/warehouse/statements';
import { tableResources } from '../../../src/warehouse/tables';
import { ReferenceClient } from './reference-client';

const FIELDS = [{ name: 'A', type: 'STRING' }];
const ALL = [
  'bigquery.jobs.create',
  'bigquery.datasets.get',
  'bigquery.datasets.create',
  'bigquery.tables.list',
  'bigquery.tables.get',
  'bigquery.tables.create',
  'bigquery.tables.update',
  'bigquery.tables.delete',
  'bigquery.tables.getData',
  'bigquery.tables.updateData',
];

let client: ReferenceClient;
let place: { project: string; dataset: string; location: string };
beforeAll(async () => {
  client = await ReferenceClient.start();
  const { project, dataset, location } = client.server;
  place = { project, dataset, location };
  for (const table of tableResources(place)) await client.tables('POST', '', table);
  await client.tables('POST', '', client.table('there', FIELDS));
});
afterAll(() => client.server.close());
beforeEach(async () => {
  await client.server.clearFaults();
  await client.server.setProject(place.project);
});

const DAYS = {
  connection: 'UK 1',
  from: '2026-05-25',
  to: '2026-05-31',
  refreshedAt: '2026-06-01T09:30:00.000Z',
};
let requests = 0;
const script = (stage = 'there', more: object = {}) => {
  requests += 1;
  const options = { requestId: `request ${requests}`, timeoutMs: 10_000 };
  return { ...queryRequest(place, replaceDays(place, stage, DAYS), options), ...more };
};
const dayParameter = (value: string) => [
  { name: 'first_day', parameterType: { type: 'DATE' }, parameterValue: { value } },
];
const reasonOf = ({
  status,
  body,
}: {
  status: number;
  body: { error?: { errors: { reason: string }[] } };
}) => [status, body.error?.errors[0]?.reason];

describe('a request', () => {
  test('without a good token is refused with 401 authError and a challenge', async () => {
    for (const other of ['unknown-token', '']) {
      const answer = await client.as(other).tables('GET', '/there');
      expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer /);
      expect(reasonOf(answer)).toEqual([401, 'authError']);
      expect(answer.body.error.status).toBe('UNAUTHENTICATED');
    }
  });

  test('with a token that was revoked is refused', async () => {
    await client.server.grant('brief-token');
    expect((await client.as('brief-token').tables('GET', '/there')).status).toBe(200);
    await client.server.revoke('brief-token');
    expect((await client.as('brief-token').tables('GET', '/there')).status).toBe(401);
  });

  test('with a token that lacks the scope is refused with 403 insufficientPermissions', async () => {
    await client.server.grant('narrow-token', { scope: false });
    const answer = await client.as('narrow-token').tables('GET', '/there');
    expect(reasonOf(answer)).toEqual([403, 'insufficientPermissions']);
    expect(answer.body.error).toMatchObject({
      status: 'PERMISSION_DENIED',
      message: 'Request had insufficient authentication scopes.',
    });
  });

  test('to a project without the API is refused with 403 accessNotConfigured', async () => {
    await client.server.setProject(place.project, { apiEnabled: false });
    expect(reasonOf(await client.tables('GET', '/there'))).toEqual([403, 'accessNotConfigured']);
    expect(reasonOf(await client.startUpload(client.loadJob('there', 'j', FIELDS)))).toEqual([
      403,
      'accessNotConfigured',
    ]);
  });

  test('to an address that is none is answered 404', async () => {
    expect((await client.call('GET', '/nothing')).status).toBe(404);
    expect((await client.call('PUT', '/datasets/shift_reports')).status).toBe(404);
  });
});

describe('a token that lacks one permission', () => {
  // The permissions that the reference lists for each method.
  test.each([
    ['bigquery.datasets.get', () => client.call('GET', '/datasets/shift_reports')],
    ['bigquery.datasets.create', () => client.call('POST', '/datasets', {})],
    ['bigquery.tables.list', () => client.tables('GET')],
    ['bigquery.tables.get', () => client.tables('GET', '/there')],
    ['bigquery.tables.create', () => client.tables('POST', '', client.table('new', FIELDS))],
    ['bigquery.tables.update', () => client.tables('PATCH', '/there', { description: 'x' })],
    ['bigquery.tables.delete', () => client.tables('DELETE', '/there')],
    ['bigquery.jobs.create', () => client.startUpload(client.loadJob('there', 'j', FIELDS))],
    ['bigquery.tables.updateData', () => client.startUpload(client.loadJob('there', 'j', FIELDS))],
    ['bigquery.jobs.create', () => client.call('POST', '/queries', script())],
    ['bigquery.tables.getData', () => client.call('POST', '/queries', script())],
    ['bigquery.tables.updateData', () => client.call('POST', '/queries', script())],
    ['bigquery.tables.delete', () => client.call('POST', '/queries', script())],
  ])('%s is refused with 403 accessDenied where it is needed', async (permission, ask) => {
    const whole = client;
    const permissions = ALL.filter((one) => one !== permission);
    await client.server.grant('lesser-token', { permissions });
    client = whole.as('lesser-token');
    const answer = await ask();
    client = whole;
    expect(reasonOf(answer)).toEqual([403, 'accessDenied']);
    expect(answer.body.error.message).toMatch(new RegExp(`^Access Denied: .*${permission}`));
  });
});

describe('jobs.query', () => {
  test('refuses DML without billing, with 403 billingNotEnabled, and new tables then expire', async () => {
    await client.server.setProject(place.project, { billing: false });
    expect(reasonOf(await client.call('POST', '/queries', script()))).toEqual([403, 'billingNotEnabled']);
    expect(reasonOf(await client.call('POST', '/queries', script('there', { dryRun: true })))).toEqual([
      403,
      'billingNotEnabled',
    ]);
    const made = await client.tables('POST', '', client.table('sandbox', FIELDS));
    const days = (Number(made.body.expirationTime) - Number(made.body.creationTime)) / 86_400_000;
    expect(days).toBe(60);
  });

  test('reads without billing, with the permission to run jobs alone, and changes nothing', async () => {
    await client.server.setProject(place.project, { billing: false });
    await client.server.grant('lesser-token', { permissions: ['bigquery.jobs.create'] });
    const plain = { query: 'SELECT 1', useLegacySql: false, location: 'EU' };
    expect(await client.as('lesser-token').call('POST', '/queries', plain)).toMatchObject({
      status: 200,
      body: { jobComplete: true },
    });
    const { query } = changeNothing(place);
    const probe = { query, useLegacySql: false, location: 'EU' };
    expect(reasonOf(await client.call('POST', '/queries', probe))).toEqual([403, 'billingNotEnabled']);
    await client.server.setProject(place.project);
    expect((await client.call('POST', '/queries', probe)).status).toBe(200);
    expect(reasonOf(await client.as('lesser-token').call('POST', '/queries', probe))).toEqual([
      403,
      'accessDenied',
    ]);
  });

  test.each([
    ['SELECT 2', {}],
    ['DROP TABLE `acme-shifts.shift_reports.there`', {}],
    ['DROP TABLE IF EXISTS `acme-shifts.shift_reports.there`;\n', {}],
  ])('refuses %s with 400 invalidQuery, and the log says where it differs', async (query, more) => {
    await client.server.forgetRequests();
    const answer = await client.call('POST', '/queries', { ...script(), query, ...more });
    expect(reasonOf(answer)).toEqual([400, 'invalidQuery']);
    expect(answer.body.error.message).not.toContain('acme-shifts');
    const [seen] = await client.server.requests();
    expect(seen).toMatchObject({ operation: 'jobs.query', status: 400, hasToken: true });
    expect(seen?.note).toMatch(/instead of|does not end/);
    expect((await client.tables('GET', '/there')).status).toBe(200);
  });

  test('refuses one letter more in a script of the add-on', async () => {
    const { query } = script();
    const changed = query.replace('T.REFRESHED_AT <= ', 'T.REFRESHED_AT < ');
    expect(changed).not.toBe(query);
    expect(reasonOf(await client.call('POST', '/queries', { ...script(), query: changed }))).toEqual([
      400,
      'invalidQuery',
    ]);
  });

  test.each([
    ['legacy SQL', { useLegacySql: true }, 'invalidQuery'],
    ['legacy SQL, which is the default', { useLegacySql: undefined }, 'invalidQuery'],
    ['no text', { query: undefined }, 'invalid'],
    ['parameters without their mode', { parameterMode: undefined }, 'invalid'],
    ['a location that is none', { location: 'Europe' }, 'invalid'],
    ['a request ID of more than 36 characters', { requestId: 'x'.repeat(37) }, 'invalid'],
    ['a day that is none', { queryParameters: dayParameter('2026-05') }, 'invalid'],
  ])('refuses %s', async (_what, more, reason) => {
    expect(reasonOf(await client.call('POST', '/queries', script('there', more)))).toEqual([400, reason]);
  });

  test('answers 404 in a location where the dataset is not, and for a stage table that is gone', async () => {
    const elsewhere = await client.call('POST', '/queries', script('there', { location: 'US' }));
    expect(reasonOf(elsewhere)).toEqual([404, 'notFound']);
    expect(elsewhere.body.error.message).toMatch(/Dataset .* was not found in location US$/);
    const gone = await client.call('POST', '/queries', script('stage_gone'));
    expect(reasonOf(gone)).toEqual([404, 'notFound']);
    expect(gone.body.error.message).toMatch(/^Not found: Table .*stage_gone/);
  });

  test('answers jobComplete false until the job is done, and runs one request once', async () => {
    const { tables } = { tables: tableResources(place) };
    const fields = tables[0]?.schema?.fields ?? [];
    await client.tables('POST', '', client.table('stage_q', fields));
    await client.server.nextJobs({ kind: 'query', polls: 2 });
    const request = script('stage_q');
    const first = await client.call('POST', '/queries', request);
    expect(first).toMatchObject({ status: 200, body: { jobComplete: false } });
    const { jobId } = first.body.jobReference;
    expect((await client.call('GET', `/queries/${jobId}?location=EU`)).body.jobComplete).toBe(false);
    const again = await client.call('POST', '/queries', request);
    expect(again.body).toMatchObject({ jobComplete: true, jobReference: { jobId } });
    expect((await client.call('GET', `/queries/${jobId}?location=EU`)).body.jobComplete).toBe(true);
    expect((await client.server.jobs()).filter(({ id }) => id === jobId)).toHaveLength(1);
    expect((await client.tables('GET', '/stage_q')).status).toBe(404);
  });

  test('takes a request ID for the same request only with the same text and parameters', async () => {
    const fields = tableResources(place)[0]?.schema?.fields ?? [];
    await client.tables('POST', '', client.table('stage_r', fields));
    await client.tables('POST', '', client.table('stage_s', fields));
    const first = await client.call('POST', '/queries', script('stage_r', { requestId: 'same' }));
    const second = await client.call('POST', '/queries', script('stage_s', { requestId: 'same' }));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.jobReference.jobId).not.toBe(second.body.jobReference.jobId);
    expect((await client.tables('GET', '/stage_s')).status).toBe(404);
  });

  test.each([
    [{ kind: 'drop', column: 'VENUE_NAME' }],
    [{ kind: 'rename', column: 'VENUE_NAME', to: 'VENUE' }],
    [{ kind: 'retype', column: 'SHIFTS_POSTED', type: 'STRING' }],
  ] as const)('fails for a table altered by hand, %j, and all stays as it was', async (alteration) => {
    const name = client.server.tableName('shifts');
    const [resource] = tableResources(place);
    const fields = resource?.schema?.fields ?? [];
    await client.tables('DELETE', '/shifts');
    await client.tables('POST', '', resource);
    const row = {
      CONNECTION: 'UK 1',
      SHIFT_DATE: '2026-05-25',
      SHIFT_ID: 1,
      SHIFTS_POSTED: 2,
      REFRESHED_AT: DAYS.refreshedAt,
    };
    await client.load('shifts', `shifts_${requests}`, fields, [row], { writeDisposition: 'WRITE_APPEND' });
    await client.load('stage_h', `stage_${requests}`, fields, [{ ...row, SHIFT_ID: 2 }]);
    await client.server.alter(name, alteration);
    const before = await client.server.rows(name);
    expect(before.rows).toHaveLength(1);
    expect(reasonOf(await client.call('POST', '/queries', script('stage_h')))).toEqual([400, 'invalidQuery']);
    expect(await client.server.rows(name)).toEqual(before);
    expect((await client.tables('GET', '/stage_h')).status).toBe(200);
  });
});

describe('a fault', () => {
  test.each([
    [403, 'quotaExceeded'],
    [403, 'rateLimitExceeded'],
    [429, 'rateLimitExceeded'],
    [500, 'internalError'],
    [503, 'backendError'],
  ])('answers %i %s as often as asked, then all is well', async (status, reason) => {
    await client.server.fail({
      on: 'tables.get',
      fault: { kind: 'error', status, reason },
      times: 2,
      after: 1,
    });
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await client.tables('GET', '/there')).status);
    expect(statuses).toEqual([200, status, status, 200]);
  });

  test('carries Retry-After only when asked', async () => {
    const error = { kind: 'error', status: 429, reason: 'rateLimitExceeded' } as const;
    await client.server.fail({ fault: { ...error, retryAfter: '120' } }, { fault: error });
    expect((await client.tables('GET', '/there')).headers.get('Retry-After')).toBe('120');
    expect((await client.tables('GET', '/there')).headers.get('Retry-After')).toBeNull();
  });

  test('resets a connection before anything is done, or after all is done', async () => {
    const make = (table: string) => client.tables('POST', '', client.table(table, FIELDS));
    await client.server.fail({ on: 'tables.insert', fault: { kind: 'reset' } });
    await expect(make('reset_1')).rejects.toThrow();
    expect((await client.tables('GET', '/reset_1')).status).toBe(404);
    await client.server.fail({ on: 'tables.insert', fault: { kind: 'lost answer' } });
    await expect(make('reset_2')).rejects.toThrow();
    expect((await client.tables('GET', '/reset_2')).status).toBe(200);
  });

  test('answers a page of HTML, and loses a session for good', async () => {
    await client.server.fail({ on: 'datasets.get', fault: { kind: 'html', status: 502 } });
    const page = await client.call('GET', '/datasets/shift_reports');
    expect([page.status, page.headers.get('Content-Type')]).toEqual([502, 'text/html']);
    const started = await client.startUpload(client.loadJob('there', 'lost', FIELDS));
    const session = started.headers.get('Location') ?? '';
    await client.server.fail({ on: 'upload', fault: { kind: 'lost session' } });
    expect((await client.put(session, Buffer.from('{"A":"x"}'))).status).toBe(410);
    expect((await client.put(session, Buffer.alloc(0), 'bytes */9')).status).toBe(410);
  });

  test('is in the log, which never holds a token', async () => {
    await client.server.forgetRequests();
    await client.server.fail({ fault: { kind: 'error', status: 503, reason: 'backendError' } });
    await client.tables('GET', '/there');
    const seen = await client.server.requests();
    expect(seen).toMatchObject([{ operation: 'tables.get', status: 503, fault: 'error', hasToken: true }]);
    expect(JSON.stringify(seen)).not.toContain(client.server.token);
  });
});
