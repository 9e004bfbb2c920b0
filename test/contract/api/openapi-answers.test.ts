import { describe, expect, test } from '@jest/globals';
import type { CheckableExchange } from './checkable-exchange';
import { loadOpenApiChecker } from './openapi-checker';

const checker = loadOpenApiChecker();

const TOKEN = { access_token: 'abc', token_type: 'Bearer', expires_in: 3600, scope: 'employer_access' };
const SHIFT = {
  SHIFT_DATE: '2026-11-02',
  VENUE_NAME: 'Grand Hotel, London',
  AREA_NAME: '',
  JOB_TITLE: 'Waiting Staff',
  SHIFTS_POSTED: 20,
  SHIFTS_BOOKED: 19,
  SHIFTS_BOOKED_PERCENTAGE: 95.0,
  SHIFTS_UNFILLED: 1,
  SHIFTS_UNFILLED_PERCENTAGE: 5.0,
  SHIFTS_WORKED: 18,
  SHIFTS_WORKED_PERCENTAGE: 94.7,
  NO_SHOWS: 1,
  NO_SHOWS_PERCENTAGE: null,
  HOURS_SCHEDULED: 152.0,
  HOURS_WORKED: null,
  TRUE_DEMAND: 20,
  TRUE_FULFILMENT_PERCENTAGE: 90.0,
  SHIFT_ID: 10000001,
};
const REQUEST = { employer_id: 20417, deployment_code: 'UK', from_date: '2026-11-02', to_date: '2026-11-02' };
const METADATA = { employer_id: 20417, generated_at: '2026-11-21T12:00:00.000Z' };

function tokenAnswer(body: unknown, change: Partial<CheckableExchange> = {}): CheckableExchange {
  return {
    role: 'auth',
    method: 'POST',
    url: '/oauth/v2/tokens',
    rawHeaders: [],
    body: '',
    status: 200,
    answerHeaders: [['Content-Type', 'application/json']],
    answerBody: JSON.stringify(body),
    deliberatelyBroken: false,
    ...change,
  };
}

function reportAnswer(body: unknown, change: Partial<CheckableExchange> = {}): CheckableExchange {
  return tokenAnswer(body, {
    role: 'UK',
    url: '/v1/reporting/me/reports/shift_fulfilment?from_date=2026-11-02&to_date=2026-11-02',
    ...change,
  });
}

function report(change: { readonly request?: object; readonly shift?: object; readonly metadata?: object }) {
  return {
    request: { ...REQUEST, ...change.request },
    report: { shifts: [{ ...SHIFT, ...change.shift }] },
    metadata: { ...METADATA, ...change.metadata },
  };
}

describe('a documented answer', () => {
  test.each([
    ['a token', tokenAnswer(TOKEN)],
    ['a report', reportAnswer(report({}))],
    ['a report without shifts', reportAnswer({ ...report({}), report: { shifts: [] } })],
    ['a refusal', reportAnswer({ message: 'No.' }, { status: 403 })],
    ['a refused token', tokenAnswer({ error: 'invalid_client' }, { status: 401 })],
    ['a body that was not kept', reportAnswer(null, { answerBody: null })],
    ['404 at an unknown path', reportAnswer({}, { url: '/v2/x', status: 404 })],
    ['405 to another method', reportAnswer({}, { method: 'GET', status: 405 })],
  ])('%s has no violation', (_, exchange) => {
    expect(checker.checkAnswer(exchange)).toEqual([]);
  });

  test('that is broken on purpose is passed over', () => {
    const exchange = reportAnswer('nonsense', { status: 299, deliberatelyBroken: true });
    expect(checker.checkAnswer(exchange)).toEqual([]);
  });
});

describe('an answer', () => {
  test.each<readonly [string, Partial<CheckableExchange>, string]>([
    ['missing', { status: null }, 'There is no answer.'],
    ['with another status', { status: 418 }, 'The status 418 is not documented.'],
    [
      'in HTML',
      { answerHeaders: [['Content-Type', 'text/html']] },
      'The content type is not application/json.',
    ],
    ['without a type', { answerHeaders: [] }, 'The content type is not application/json.'],
    ['that is not JSON', { answerBody: '{' }, 'The body is not JSON.'],
    [
      'of success at an unknown path',
      { url: '/v2/x' },
      'POST /v2/x is no operation, but the status is not 404.',
    ],
    [
      'of success to another method',
      { method: 'GET' },
      'GET /v1/reporting/me/reports/shift_fulfilment is no operation, but the status is not 405.',
    ],
  ])('%s is a violation', (_, change, sentence) => {
    expect(checker.checkAnswer(reportAnswer(report({}), change))).toEqual([sentence]);
  });

  test.each([
    ['soon', ['The header Retry-After must match pattern "^[0-9]{1,9}$".']],
    ['5', []],
  ])('with the waiting time "%s" is checked', (value, sentences) => {
    const answerHeaders = [
      ['Content-Type', 'application/json'],
      ['retry-after', value],
    ] as const;
    expect(checker.checkAnswer(reportAnswer({}, { status: 429, answerHeaders }))).toEqual(sentences);
  });

  test('with two waiting times is a violation', () => {
    const answerHeaders = [
      ['Content-Type', 'application/json'],
      ['Retry-After', '5'],
      ['Retry-After', '7'],
    ] as const;
    expect(checker.checkAnswer(reportAnswer({}, { status: 429, answerHeaders }))).toEqual([
      'The header Retry-After is sent more than once.',
    ]);
  });
});

describe('a token answer', () => {
  test.each<readonly [string, object, string]>([
    ['no token', { access_token: undefined }, "The body must have required property 'access_token'."],
    ['an empty token', { access_token: '' }, 'The body /access_token must match pattern "^[\\x21-\\x7E]+$".'],
    ['another type', { token_type: 'MAC' }, 'The body /token_type must be equal to constant "Bearer".'],
    ['a lifetime as text', { expires_in: '3600' }, 'The body /expires_in must be integer.'],
    ['no lifetime', { expires_in: 0 }, 'The body /expires_in must be >= 1.'],
    ['another scope', { scope: 'all' }, 'The body /scope must match pattern "(^| )employer_access( |$)".'],
  ])('with %s is a violation', (_, change, sentence) => {
    expect(checker.checkAnswer(tokenAnswer({ ...TOKEN, ...change }))).toEqual([sentence]);
  });
});

describe('a report', () => {
  test.each(Object.keys(SHIFT))('without %s in a record is a violation', (name) => {
    expect(checker.checkAnswer(reportAnswer(report({ shift: { [name]: undefined } })))).toEqual([
      `The body /report/shifts/0 must have required property '${name}'.`,
    ]);
  });

  test.each([
    ['SHIFT_DATE', '2026-02-30', 'must match format "date"'],
    ['VENUE_NAME', null, 'must be string'],
    ['SHIFTS_POSTED', 1.5, 'must be integer'],
    ['SHIFTS_BOOKED', '5', 'must be integer'],
    ['NO_SHOWS', null, 'must be integer'],
    ['TRUE_DEMAND', -1, 'must be >= 0'],
    ['HOURS_SCHEDULED', null, 'must be number'],
    ['HOURS_WORKED', '8', 'must be number,null'],
    ['SHIFTS_WORKED_PERCENTAGE', '95.0', 'must be number,null'],
    ['SHIFT_ID', true, 'must be integer'],
  ])('with a bad %s is a violation', (name, value, phrase) => {
    expect(checker.checkAnswer(reportAnswer(report({ shift: { [name]: value } })))).toEqual([
      `The body /report/shifts/0/${name} ${phrase}.`,
    ]);
  });

  test.each<readonly [string, Parameters<typeof report>[0], string]>([
    [
      'a field too many',
      { shift: { extra: 1 } },
      'The body /report/shifts/0 must NOT have additional properties (extra).',
    ],
    [
      'an employer as text',
      { request: { employer_id: '1' } },
      'The body /request/employer_id must be integer.',
    ],
    [
      'another region',
      { request: { deployment_code: 'FR' } },
      'The body /request/deployment_code must be equal to one of the allowed values.',
    ],
    [
      'an echo without a day',
      { request: { to_date: undefined } },
      "The body /request must have required property 'to_date'.",
    ],
    [
      'a local time',
      { metadata: { generated_at: '2026-11-21T12:00:00+01:00' } },
      'The body /metadata/generated_at must match pattern "Z$".',
    ],
  ])('with %s is a violation', (_, change, sentence) => {
    expect(checker.checkAnswer(reportAnswer(report(change)))).toEqual([sentence]);
  });

  test('whose records are no array is a violation', () => {
    const body = { ...report({}), report: { shifts: {} } };
    expect(checker.checkAnswer(reportAnswer(body))).toEqual(['The body /report/shifts must be array.']);
  });
});
