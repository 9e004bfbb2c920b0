import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../../api-server/scenarios/scenario-rule';
import { SPEC_FIELDS, type SpecType } from '../../support/spec-fields';
import type { Reply } from './http-call';
import { loadOpenApiChecker } from './openapi-checker';
import {
  buildTokenForm,
  FINISHED_WEEK,
  isOurServer,
  type ReportCall,
  type ServiceUnderTest,
  startService,
  type TokenCall,
} from './service-under-test';

/* The specification by hand, section by section; each answer fits the OpenAPI file, too. README.md says how to ask another server. */

const checker = loadOpenApiChecker();
let service: ServiceUnderTest;
let token: string;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  token = await service.obtainToken();
});
afterAll(() => service.close());

const reportPath = (name: string) => `/v1/reporting/me/reports/${name}`;
const days = (from: string, to: string) => `?from_date=${from}&to_date=${to}`;

/** The status of an answer that fits the OpenAPI file. */
async function fitting(asked: Promise<Reply>): Promise<number> {
  const { status, exchange } = await asked;
  expect(checker.checkAnswer(exchange)).toEqual([]);
  return status;
}

const report = async (call: ReportCall = {}) =>
  JSON.parse((await service.requestReport(token, call)).text) as {
    readonly request: Readonly<Record<string, unknown>>;
    readonly report: { readonly shifts: readonly Readonly<Record<string, unknown>>[] };
    readonly metadata: Readonly<Record<string, unknown>>;
  };

/** The documented form with one field changed; null leaves it out. */
function form(field: string, value: string | null): string {
  const fields = new URLSearchParams(buildTokenForm(service.employer));
  if (value === null) fields.delete(field);
  else fields.set(field, value);
  return fields.toString();
}

describe('sections 2.1 and 4.1, the access token', () => {
  test('comes for the documented request as JSON, of the documented type, scope and lifetime', async () => {
    const reply = await service.requestToken();
    expect([checker.checkRequest(reply.exchange), checker.checkAnswer(reply.exchange)]).toEqual([[], []]);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(reply.text)).toMatchObject({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: expect.stringContaining('employer_access'),
    });
  });

  test.each([
    ['client_id', null],
    ['client_secret', null],
    ['grant_type', null],
    ['scope', null],
    ['client_id', 'someone-else'],
    ['client_secret', 'wrong'],
    ['grant_type', 'password'],
    ['scope', 'everything'],
  ])('is not given where %s is %s, nor is the secret said back', async (field, value) => {
    const reply = await service.requestToken({ body: form(field, value) });
    expect(reply.status).not.toBe(200);
    expect(reply.text).not.toMatch(/access_token/);
    expect(reply.text).not.toContain(service.employer.clientSecret);
  });
});

describe('section 2.2, the shift fulfilment report', () => {
  const FITS: Readonly<Record<SpecType, (value: unknown) => boolean>> = {
    date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
    string: (value) => typeof value === 'string',
    integer: Number.isInteger,
    // Nullability is not shown.
    number: (value) => value === null || typeof value === 'number',
  };

  test('has the eighteen fields of their types in every record, of the days that were asked for', async () => {
    const { shifts } = (await report()).report;
    const { from, to } = FINISHED_WEEK;
    expect(shifts.length).toBeGreaterThan(0);
    for (const [name, kind] of SPEC_FIELDS)
      expect([name, shifts.filter((shift) => !FITS[kind](shift[name]))]).toEqual([name, []]);
    const names = new Set(shifts.flatMap((shift) => Object.keys(shift)));
    expect([...names].sort()).toEqual(SPEC_FIELDS.map(([name]) => name).sort());
    expect(
      shifts.filter((shift) => String(shift.SHIFT_DATE) < from || String(shift.SHIFT_DATE) > to),
    ).toEqual([]);
    const booked = Math.max(...shifts.map((shift) => Number(shift.SHIFTS_BOOKED_PERCENTAGE)));
    expect([booked > 1, booked <= 100]).toEqual([true, true]);
  });

  test('says back what was asked for, of whom, and when it was made', async () => {
    const { request, metadata, ...others } = await report();
    expect(Object.keys(others)).toEqual(['report']);
    expect(request).toMatchObject({
      from_date: FINISHED_WEEK.from,
      to_date: FINISHED_WEEK.to,
      employer_id: expect.any(Number),
      // The UK value is not shown.
      deployment_code: service.employer.region === 'US' ? 'US' : expect.any(String),
    });
    expect(metadata).toMatchObject({
      employer_id: request.employer_id,
      generated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/),
    });
  });
});

describe('section 4.2, asking for the report', () => {
  test('by the numeric ID that "me" stands for brings the same, by another one 403', async () => {
    const { employer_id: id } = (await report()).request;
    expect((await report({ employer: String(id) })).request.employer_id).toBe(id);
    expect(await fitting(service.requestReport(token, { employer: String(Number(id) + 1) }))).toBe(403);
  });

  test('for a single day brings all that a longer range holds of it: the last day is included', async () => {
    const { from, to } = FINISHED_WEEK;
    const idsUntil = async (last: string) => (await report({ query: days(from, last) })).report.shifts;
    const wider = (await idsUntil(to)).filter((shift) => shift.SHIFT_DATE === from);
    expect(wider.length).toBeGreaterThan(0);
    expect(await idsUntil(from)).toEqual(wider);
  });
});

type Asked = readonly [status: number, what: string, call: ReportCall];

describe('sections 4.3, 5, 7 and 9', () => {
  test.each<Asked>([
    [200, 'a good request', {}],
    [200, 'one with a correlation ID', { headers: { 'X-Correlation-ID': 'trace-1' } }],
    [401, 'no Authorization', { headers: { Authorization: undefined } }],
    [401, 'an empty one', { headers: { Authorization: '' } }],
    [401, 'another scheme', { headers: { Authorization: 'Basic dXNlcjpwYXNz' } }],
    [401, 'no token', { headers: { Authorization: 'Bearer' } }],
    [401, 'a token that was never issued', { headers: { Authorization: 'Bearer not-a-token' } }],
    [403, 'an employer that the token was not issued for', { employer: '1' }],
    [404, 'a report that does not exist', { path: reportPath('no_such_report') }],
    [404, 'an endpoint that does not exist', { path: '/v1/reporting/me/workers' }],
    [404, 'no version', { path: '/reporting/me/reports/shift_fulfilment' }],
    [404, 'another version', { path: '/v0/reporting/me/reports/shift_fulfilment' }],
  ])('answer %i to %s', async (status, _, call) => {
    expect(await fitting(service.requestReport(token, call))).toBe(status);
  });
});

const ours = isOurServer ? describe : describe.skip;

ours('what the specification does not show, as chosen (needs our server)', () => {
  test.each([
    ['a wrong secret', 'client_secret', 'wrong', 401, 'invalid_client'],
    ['an unknown client', 'client_id', 'nobody', 401, 'invalid_client'],
    ['a missing field', 'scope', null, 400, 'invalid_request'],
    ['an empty field', 'client_id', '', 400, 'invalid_request'],
    ['a field too many', 'audience', 'x', 400, 'invalid_request'],
    ['another grant', 'grant_type', 'password', 400, 'unsupported_grant_type'],
    ['another scope', 'scope', 'admin', 400, 'invalid_scope'],
  ])('a token request with %s is refused', async (_, field, value, status, error) => {
    const reply = await service.requestToken({ body: form(field, value) });
    expect([reply.status, JSON.parse(reply.text).error]).toEqual([status, error]);
  });

  test.each<readonly [number, string, TokenCall]>([
    [400, 'no body', { body: '' }],
    [400, 'JSON', { headers: { 'Content-Type': 'application/json' } }],
    [404, 'another path', { path: '/oauth/v1/tokens' }],
    [405, 'another method', { method: 'GET', body: '' }],
  ])('a token request is answered %i for %s', async (status, _, call) => {
    expect(await fitting(service.requestToken(call))).toBe(status);
  });

  test('a secret with characters that a form must encode is accepted, and the token kept out of caches', async () => {
    expect(service.employer.clientSecret).toMatch(/[+/%&=]/);
    expect((await service.requestToken()).headers['cache-control']).toBe('no-store');
  });

  test.each<Asked>([
    [400, 'no dates', { query: '' }],
    [400, 'no first day', { query: '?to_date=2026-11-08' }],
    [400, 'no last day', { query: '?from_date=2026-11-02' }],
    [400, 'an empty day', { query: days('', '2026-11-08') }],
    [400, 'a day that does not exist', { query: days('2026-02-30', '2026-11-08') }],
    [400, 'another spelling', { query: days('02/11/2026', '2026-11-08') }],
    [400, 'a day with a time', { query: days('2026-11-02T00:00:00Z', '2026-11-08') }],
    [400, 'an inverted range', { query: days('2026-11-08', '2026-11-02') }],
    [400, 'a day given twice', { query: `${days('2026-11-02', '2026-11-08')}&from_date=2026-11-03` }],
    [400, 'another parameter', { query: `${days('2026-11-02', '2026-11-08')}&venue=1` }],
    ...['', '{}', '[1]', 'null', '[', '[][]'].map((body): Asked => [400, `the body "${body}"`, { body }]),
    ...['0', '-1', 'ME', 'm%65x', '020417', '20417.0', '1e3'].map(
      (employer): Asked => [403, `the employer "${employer}"`, { employer }],
    ),
    [403, 'the token of another region', { region: 'US' }],
    [403, 'another employer before a complaint about dates', { employer: '1', query: '' }],
    [
      401,
      'a bad token before another employer',
      { employer: '1', headers: { Authorization: 'Bearer none' } },
    ],
    [405, 'another method', { method: 'GET' }],
    [415, 'another content type', { headers: { 'Content-Type': 'text/plain' } }],
    [415, 'no content type', { headers: { 'Content-Type': undefined } }],
    [
      200,
      'a content type with a character set',
      { headers: { 'Content-Type': 'application/json; charset=utf-8' } },
    ],
    [200, 'the longest range that can be written', { query: days('0001-01-01', '9999-12-31') }],
    [200, 'a range without shifts', { query: days('1999-01-01', '1999-12-31') }],
  ])('a report is answered %i for %s', async (status, _, call) => {
    expect(await fitting(service.requestReport(token, call))).toBe(status);
  });

  test('a refusal is one sentence without the token, and whole decimals have a decimal point', async () => {
    expect(JSON.parse((await service.requestReport(token, { employer: '1' })).text)).toEqual({
      status: 403,
      error: 'Forbidden',
      message: 'The token was issued for another employer.',
    });
    expect((await service.requestReport(token)).text).toMatch(/"SHIFTS_BOOKED_PERCENTAGE":100\.0,/);
  });

  test('reports without a path answer what they are given, with the checks of any other', async () => {
    const answer = { report: { periods: [{ PERIOD: '2026-11', HEADCOUNT: 41 }] } };
    const path = reportPath('headcount');
    const status = async (call: ReportCall, by = token) =>
      (await service.requestReport(by, { path, ...call })).status;
    await service.ours.setReport('headcount', answer);
    const given = await service.requestReport(token, { path, query: '?year=2026' });
    expect(JSON.parse(given.text)).toEqual(answer);
    expect([
      await status({}, 'none'),
      await status({ path: path.replace('me', '1') }),
      await status({ body: '{}' }),
    ]).toEqual([401, 403, 400]);
    await service.ours.setReport('headcount', null);
    expect(await status({})).toBe(404);
  });

  test('a token is valid for 3600 seconds and not one more, and until it is revoked; a newer one changes nothing', async () => {
    const status = async () => (await service.requestReport(token)).status;
    const at = async (time: string) => {
      await service.ours.setClock(`2026-11-21T${time}Z`);
      return status();
    };
    await service.ours.setClock('2026-11-21T12:00:00Z');
    token = await service.obtainToken();
    expect([await at('12:59:59'), await at('13:00:00')]).toEqual([200, 401]);
    await service.ours.setClock(null);
    token = await service.obtainToken();
    await service.obtainToken();
    expect(await status()).toBe(200);
    await service.ours.revokeTokens();
    expect(await status()).toBe(401);
  });

  test('the instant of a simulated clock comes with the request and is not recorded', async () => {
    await service.ours.clear();
    const { metadata } = await report({ headers: { 'X-Virtual-Now': '2026-11-20T08:00:00Z' } });
    const [recorded] = await service.ours.requests();
    await service.ours.setClock(null);
    expect(metadata.generated_at).toBe('2026-11-20T08:00:00.000Z');
    expect(recorded?.rawHeaders).not.toContain('X-Virtual-Now');
  });

  test('404 while API access is not enabled, and the old secret is refused after a change', async () => {
    const { employerId, clientSecret } = service.ours.demoEmployer;
    await service.ours.setAccess(employerId, false);
    expect(await fitting(service.requestReport(token))).toBe(404);
    await service.ours.setAccess(employerId, true);
    await service.ours.setSecret(employerId, 'a new secret');
    const old = await service.requestToken();
    const renewed = await service.requestToken({}, { ...service.employer, clientSecret: 'a new secret' });
    await service.ours.setSecret(employerId, clientSecret);
    expect([old.status, renewed.status]).toEqual([401, 200]);
  });

  test('the correlation ID is said back, and made up where none was sent', async () => {
    const own = await service.requestReport(token, { headers: { 'X-Correlation-ID': 'trace-7' } });
    const made = await service.requestReport(token);
    expect(own.headers['x-correlation-id']).toBe('trace-7');
    expect(made.headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each<readonly [number, ScenarioRule]>([
    [504, { name: 'status', status: 504, times: 1 }],
    [200, { name: 'rows', rows: 5_000, times: 1 }],
    [200, { name: 'empty', times: 1 }],
    [200, { name: 'slow', millis: 20_000, times: 1 }],
  ])('%i in the scenario %j', async (status, rule) => {
    await service.ours.setScenario('report', rule);
    expect((await service.requestReport(token)).status).toBe(status);
    expect(await fitting(service.requestReport(token))).toBe(200);
  });

  test('each request and answer fits the OpenAPI file as the server recorded it', async () => {
    const exchanges = await service.ours.requests();
    expect(exchanges.length).toBeGreaterThan(10);
    expect(exchanges.flatMap((exchange) => checker.checkAnswer(exchange))).toEqual([]);
  });
});

ours('section 8, the allowance of a token (needs our server)', () => {
  let strict: ServiceUnderTest;
  beforeAll(async () => {
    strict = await startService({ allowance: 3 });
  });
  beforeEach(async () => {
    await strict.ours.setClock('2026-11-21T12:00:00Z');
    token = await strict.obtainToken();
  });
  afterAll(() => strict.close());

  async function statuses(count: number, call: ReportCall = {}): Promise<number[]> {
    const all: number[] = [];
    for (let index = 0; index < count; index++) all.push(await fitting(strict.requestReport(token, call)));
    return all;
  }

  test('is its own, counts requests refused for other reasons, and does not count those beyond it', async () => {
    expect(await statuses(1, { query: '' })).toEqual([400]);
    expect(await statuses(12)).toEqual([200, 200, ...new Array(10).fill(429)]);
    await strict.ours.setClock('2026-11-21T12:01:00Z');
    expect(await statuses(3)).toEqual([200, 200, 200]);
    token = await strict.obtainToken();
    expect(await statuses(1)).toEqual([200]);
  });

  test('says after how many seconds one more is free, and keeps to it', async () => {
    await statuses(1);
    await strict.ours.setClock('2026-11-21T12:00:20Z');
    await statuses(2);
    const retry = async () => (await strict.requestReport(token)).headers['retry-after'];
    expect(await retry()).toBe('40');
    await strict.ours.setClock('2026-11-21T12:00:59Z');
    expect(await retry()).toBe('1');
    await strict.ours.setClock('2026-11-21T12:01:00Z');
    expect(await statuses(2)).toEqual([200, 429]);
  });
});
