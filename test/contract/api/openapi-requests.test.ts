import { describe, expect, test } from '@jest/globals';
import type { CheckableExchange } from './checkable-exchange';
import { loadOpenApiChecker } from './openapi-checker';

const checker = loadOpenApiChecker();
const FORM = 'client_id=a&client_secret=b%26c&grant_type=client_credentials&scope=employer_access';

const UNANSWERED = {
  status: 200,
  answerHeaders: [],
  answerBody: null,
  deliberatelyBroken: false,
} as const;

function tokenRequest(change: Partial<CheckableExchange> = {}): CheckableExchange {
  return {
    role: 'auth',
    method: 'POST',
    url: '/oauth/v2/tokens',
    rawHeaders: ['Content-Type', 'application/x-www-form-urlencoded', 'Accept', 'application/json'],
    body: FORM,
    ...UNANSWERED,
    ...change,
  };
}

function reportRequest(change: Partial<CheckableExchange> = {}): CheckableExchange {
  return {
    role: 'UK',
    method: 'POST',
    url: '/v1/reporting/me/reports/shift_fulfilment?from_date=2026-11-02&to_date=2026-11-08',
    rawHeaders: reportHeaders({}),
    body: '[]',
    ...UNANSWERED,
    ...change,
  };
}

/** The documented headers with some changed; null leaves one out. */
function reportHeaders(change: Readonly<Record<string, string | null>>): string[] {
  const headers = {
    Authorization: 'Bearer abc.DEF-123_~+/=',
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'X-Correlation-ID': '7f3a2c1e-0000-4000-8000-000000000000',
    'User-Agent': 'Mozilla/5.0',
    ...change,
  };
  return Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [name, value]));
}

const url = (employer: string, query: string) => `/v1/reporting/${employer}/reports/shift_fulfilment${query}`;
const DATES = '?from_date=2026-11-02&to_date=2026-11-08';

describe('a documented request', () => {
  test.each([
    ['for a token', tokenRequest()],
    ['for a report', reportRequest()],
    ['for a report of a numeric employer in the US', reportRequest({ role: 'US', url: url('1108', DATES) })],
    ['without a correlation ID', reportRequest({ rawHeaders: reportHeaders({ 'X-Correlation-ID': null }) })],
    [
      'with a character set',
      reportRequest({ rawHeaders: reportHeaders({ 'Content-Type': 'application/json; charset=utf-8' }) }),
    ],
  ])('%s has no violation', (_, exchange) => {
    expect(checker.checkRequest(exchange)).toEqual([]);
  });
});

describe('a token request', () => {
  const headers = (type: string, accept: string) => ['Content-Type', type, 'Accept', accept];
  const FORM_TYPE = 'application/x-www-form-urlencoded';

  test.each<readonly [string, Partial<CheckableExchange>, string]>([
    ['other method', { method: 'GET' }, 'GET /oauth/v2/tokens is no operation of the auth server.'],
    ['other path', { url: '/oauth/tokens' }, 'POST /oauth/tokens is no operation of the auth server.'],
    ['other server', { role: 'UK' }, 'POST /oauth/v2/tokens is no operation of the UK server.'],
    ['query', { url: '/oauth/v2/tokens?client_id=a' }, 'The query parameter client_id is not documented.'],
    [
      'JSON',
      { rawHeaders: headers('application/json', 'application/json') },
      'The header Content-Type is not application/x-www-form-urlencoded, once.',
    ],
    ['no Accept', { rawHeaders: ['Content-Type', FORM_TYPE] }, 'The header Accept is not application/json.'],
    ['any answer', { rawHeaders: headers(FORM_TYPE, '*/*') }, 'The header Accept is not application/json.'],
    [
      'Basic authentication',
      { rawHeaders: [...headers(FORM_TYPE, 'application/json'), 'Authorization', 'Basic YTpi'] },
      'The header Authorization is sent where none is asked for.',
    ],
    [
      'missing field',
      { body: FORM.replace('client_id=a&', '') },
      "The body must have required property 'client_id'.",
    ],
    [
      'empty secret',
      { body: FORM.replace('b%26c', '') },
      'The body /client_secret must NOT have fewer than 1 characters.',
    ],
    [
      'other grant',
      { body: FORM.replace('client_credentials', 'password') },
      'The body /grant_type must be equal to constant "client_credentials".',
    ],
    [
      'other scope',
      { body: FORM.replace('employer_access', 'all') },
      'The body /scope must be equal to constant "employer_access".',
    ],
    [
      'field too many',
      { body: `${FORM}&audience=x` },
      'The body must NOT have additional properties (audience).',
    ],
    ['field twice', { body: `${FORM}&client_id=a` }, 'The form field client_id is sent more than once.'],
  ])('%s is a violation', (_, change, sentence) => {
    expect(checker.checkRequest(tokenRequest(change))).toEqual([sentence]);
  });

  test('is never repeated in a violation', () => {
    const sentences = checker.checkRequest(
      tokenRequest({ body: 'client_secret=top-secret&scope=top-secret' }),
    );
    expect(sentences.join()).not.toContain('top-secret');
  });
});

describe('a report request', () => {
  test.each<readonly [string, string, string]>([
    ['employer 0', url('0', DATES), 'The path parameter employer must match pattern "^(me|[1-9][0-9]*)$".'],
    [
      'employer in capitals',
      url('ME', DATES),
      'The path parameter employer must match pattern "^(me|[1-9][0-9]*)$".',
    ],
    ['no first day', url('me', '?to_date=2026-11-08'), 'The query parameter from_date is missing.'],
    ['no last day', url('me', '?from_date=2026-11-02'), 'The query parameter to_date is missing.'],
    [
      'a day that does not exist',
      url('me', '?from_date=2026-02-30&to_date=2026-11-08'),
      'The query parameter from_date must match format "date".',
    ],
    [
      'a time',
      url('me', '?from_date=2026-11-02&to_date=2026-11-08T00:00:00Z'),
      'The query parameter to_date must match format "date".',
    ],
    [
      'a day twice',
      url('me', `${DATES}&to_date=2026-11-08`),
      'The query parameter to_date is sent more than once.',
    ],
    ['another parameter', url('me', `${DATES}&venue=1`), 'The query parameter venue is not documented.'],
  ])('with %s is a violation', (_, changedUrl, sentence) => {
    expect(checker.checkRequest(reportRequest({ url: changedUrl }))).toEqual([sentence]);
  });

  test.each<readonly [string, Readonly<Record<string, string | null>>, string]>([
    ['no token', { Authorization: null }, 'The header Authorization is missing.'],
    [
      'Basic',
      { Authorization: 'Basic YTpi' },
      'The header Authorization is not "Bearer", one space and a token.',
    ],
    [
      'two spaces',
      { Authorization: 'Bearer  a' },
      'The header Authorization is not "Bearer", one space and a token.',
    ],
    ['no Accept', { Accept: null }, 'The header Accept is not application/json.'],
    ['no Content-Type', { 'Content-Type': null }, 'The header Content-Type is not application/json, once.'],
    ['text', { 'Content-Type': 'text/plain' }, 'The header Content-Type is not application/json, once.'],
    [
      'Latin-1',
      { 'Content-Type': 'application/json; charset=iso-8859-1' },
      'The header Content-Type has odd parameters.',
    ],
    [
      'a correlation ID with a space',
      { 'X-Correlation-ID': 'a b' },
      'The header X-Correlation-ID must match pattern "^[\\x21-\\x7E]{1,128}$".',
    ],
    ['a private header', { 'X-Secret': '1' }, 'The header x-secret is not documented.'],
    ['a cookie', { Cookie: 'a=b' }, 'The header cookie is not documented.'],
  ])('with %s is a violation', (_, change, sentence) => {
    expect(checker.checkRequest(reportRequest({ rawHeaders: reportHeaders(change) }))).toEqual([sentence]);
  });

  test.each([
    ['Authorization', 'Bearer abc', 'The header Authorization is sent more than once.'],
    ['X-Correlation-ID', 'b', 'The header X-Correlation-ID is sent more than once.'],
    ['Content-Type', 'text/plain', 'The header Content-Type is not application/json, once.'],
  ])('with two %s headers is a violation', (name, value, sentence) => {
    const rawHeaders = [...reportHeaders({}), name, value];
    expect(checker.checkRequest(reportRequest({ rawHeaders }))).toEqual([sentence]);
  });

  test.each([
    ['', 'The body is not JSON.'],
    ['[1]', 'The body must NOT have more than 0 items.'],
    ['{}', 'The body must be array.'],
    ['null', 'The body must be array.'],
  ])('with the body "%s" is a violation', (body, sentence) => {
    expect(checker.checkRequest(reportRequest({ body }))).toEqual([sentence]);
  });

  test('with several faults has one sentence for each', () => {
    const exchange = reportRequest({ url: url('0', ''), body: '{}' });
    expect(checker.checkRequest(exchange)).toHaveLength(4);
  });
});
