import { describe, expect, test } from '@jest/globals';
import type { ReportEntry } from '../../../src/employer-api/connection';
import { configuredReport, SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/report-kind';
import { CONNECTION, RANGE } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';

const CALL = { token: 'token-1', correlationId: 'ref-1', timeoutSeconds: 15 };
const TURNOVER: ReportEntry = {
  path: 'reports/worker_turnover',
  parameters: { from_date: '{from}', to_date: '{to}' },
};
const GROUPED: ReportEntry = { path: 'aggregated', parameters: { group: '{by}', unit: 'a b&c=d' } };
const turnover = configuredReport('worker_turnover', TURNOVER);
const RECORDS = { report: { periods: [{ hires: 3 }] } };

const read = (body: unknown, connection = CONNECTION) => turnover.read(answer(200, body), connection, RANGE);
/** The code of the refusal, or what was read instead. */
function refusal(body: unknown, connection = CONNECTION): unknown {
  try {
    return read(body, connection);
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

test('a configured report says that it is one, and a refused answer which status it had', () => {
  expect(turnover.isConfigured).toBe(true);
  expect(() => read('no JSON')).toThrow(
    expect.objectContaining({ code: 'invalid_response', detail: expect.objectContaining({ status: 200 }) }),
  );
});

describe('the request of a configured report', () => {
  test('differs from that of shift fulfilment in nothing but the address', () => {
    const { url, ...request } = turnover.request(CONNECTION, RANGE, CALL);
    const { url: _, ...documented } = SHIFT_FULFILMENT_REPORT.request(CONNECTION, RANGE, CALL);
    expect(request).toEqual(documented);
    expect(url).toBe(
      'https://uk.service.example/v1/reporting/me/reports/worker_turnover?from_date=2026-03-01&to_date=2026-03-07',
    );
  });

  test('is a POST of an empty array with a bearer token', () => {
    expect(turnover.request(CONNECTION, RANGE, CALL)).toMatchObject({
      headers: {
        Authorization: 'Bearer token-1',
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'X-Correlation-ID': 'ref-1',
      },
      body: { json: '[]' },
      timeoutSeconds: 15,
    });
  });

  test.each<readonly [string, ReportEntry, string | undefined, string]>([
    ['what to group by', GROUPED, 'week, venue', '/aggregated?group=week%2C%20venue&unit=a%20b%26c%3Dd'],
    ['no parameter that nothing stands in for', GROUPED, undefined, '/aggregated?unit=a%20b%26c%3Dd'],
    ['no question mark without parameters', { path: 'all', parameters: {} }, undefined, '/all'],
  ])('carries %s', (_, entry, by, end) => {
    const { url } = configuredReport('shift_fulfilment_aggregated', entry, by).request(
      { ...CONNECTION, employer: '20417' },
      RANGE,
      CALL,
    );
    expect(url).toBe(`https://uk.service.example/v1/reporting/20417${end}`);
  });
});

describe('the name of a configured report', () => {
  const nameOf = (by?: string) => configuredReport('shift_fulfilment_aggregated', GROUPED, by).name;

  test('is that of the report', () => {
    expect(turnover.name).toBe('worker_turnover');
  });

  test.each(['week', 'week, venue', '', '?&=/'])(
    'grouped by %j has no other characters than allowed',
    (by) => {
      expect(nameOf(by)).toMatch(/^[A-Za-z0-9_?=]+$/);
    },
  );

  test('is another one for each thing to group by', () => {
    const names = [undefined, '', 'week', 'Week', 'week,venue', 'week venue', 'week_venue', '_20_', ' '].map(
      nameOf,
    );
    expect(new Set(names).size).toBe(9);
  });

  test('says that its days cannot be asked for in parts', () => {
    expect([turnover.dayField, turnover.idField]).toEqual([undefined, undefined]);
  });
});

describe('an answer of a configured report', () => {
  test('becomes rows under fields', () => {
    expect(read({ ...RECORDS, metadata: { generated_at: '2026-03-10T09:00:00Z' } })).toEqual({
      fields: [{ name: 'hires', kind: 'integer' }],
      rows: [[3]],
      issueCount: 0,
      emptyCount: 0,
      issues: [],
      generatedAt: '2026-03-10T09:00:00Z',
    });
  });

  test.each<readonly [string, unknown]>([
    ['without an echo', RECORDS],
    ['that is an array by itself', [{ hires: 3 }]],
    [
      'with the echo of the request',
      { ...RECORDS, request: { from_date: '2026-03-01', to_date: '2026-03-07' } },
    ],
    ['with an echo of another shape', { ...RECORDS, request: 'GET', metadata: [1] }],
    ['with an odd time', { ...RECORDS, metadata: { generated_at: 'yesterday' } }],
    ['with an employer nobody asked for', { ...RECORDS, metadata: { employer_id: 7 } }],
  ])('%s is read', (_, body) => {
    expect(read(body)).toMatchObject({ rows: [[3]], generatedAt: null });
  });

  test.each<readonly [string, unknown]>([
    ['not JSON', '<html>'],
    ['empty', ''],
    ['null', null],
    ['a number', 5],
    ['without an array', { report: { total: 5 } }],
    ['of nothing but scalars', { report: [1, 'a', null, [{ hires: 3 }]] }],
    ['of nothing but empty records', [{}, { venue: {} }]],
    ['for another first day', { ...RECORDS, request: { from_date: '2026-02-01' } }],
    ['for another last day', { ...RECORDS, request: { to_date: '2026-03-08' } }],
    ['for two employers', { ...RECORDS, request: { employer_id: 1 }, metadata: { employer_id: 2 } }],
    [
      'for an employer that is no number',
      { ...RECORDS, request: { employer_id: { toString: 1, valueOf: 2 } }, metadata: { employer_id: 2 } },
    ],
  ])('%s is refused', (_, body) => {
    expect(refusal(body)).toBe('invalid_response');
  });

  test.each(['request', 'metadata'])('whose %s names another employer than asked is refused', (part) => {
    const body = { ...RECORDS, [part]: { employer_id: 20418 } };
    expect(refusal(body, { ...CONNECTION, employer: '20417' })).toBe('invalid_response');
  });
});
