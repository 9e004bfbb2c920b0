import { describe, expect, test } from '@jest/globals';
import { asReportError, failureOf, jobFailure, type Subject } from '../../../src/warehouse/failures';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const SECRET = 'acme-project ann@employer.example';

function refusal(status: number, reason: string, headers: Readonly<Record<string, string>> = {}) {
  const error = { code: status, message: SECRET, errors: [{ reason, message: SECRET }] };
  return { status, headers, text: JSON.stringify({ error }) };
}

describe('a refusal of BigQuery', () => {
  // https://cloud.google.com/bigquery/docs/error-messages
  test.each([
    [401, 'authError', 'token'],
    [403, 'accessNotConfigured', 'api_off'],
    [403, 'insufficientPermissions', 'scope'],
    [403, 'accessDenied', 'denied'],
    [403, 'billingNotEnabled', 'billing'],
    [403, 'quotaExceeded', 'quota'],
    [403, 'rateLimitExceeded', 'rate'],
    [403, 'no such reason', 'denied'],
    [400, 'invalidQuery', 'invalid'],
    [400, 'invalid', 'invalid'],
    [400, 'no such reason', 'invalid'],
    [404, 'notFound', 'not_found'],
    [409, 'duplicate', 'duplicate'],
    [410, 'gone', 'lost'],
    [429, 'rateLimitExceeded', 'rate'],
    [500, 'internalError', 'backend'],
    [503, 'backendError', 'backend'],
    [302, 'found', 'other'],
  ] as const)('%i %s is %s, with a sentence that holds nothing of the answer', (status, reason, kind) => {
    const found = failureOf(refusal(status, reason), 'job', NOW);
    expect(found?.kind).toBe(kind);
    expect(found?.sentence).toMatch(/^[A-Z][^.]+$/);
    expect(found?.sentence).not.toContain('acme-project');
    expect(asReportError(found as NonNullable<typeof found>).message).toBe(`${found?.sentence}.`);
  });

  test.each(['', '<html>', 'null', '[]', '{"error":3}', '{"error":{"errors":[null,{"reason":7}]}}'])(
    'that is not as documented (%j) goes by its status',
    (text) => {
      expect(failureOf({ status: 503, headers: {}, text }, 'job', NOW)?.kind).toBe('backend');
    },
  );

  test('names the missing scope where Google names it in the details', () => {
    const text = JSON.stringify({
      error: { code: 403, details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] },
    });
    expect(failureOf({ status: 403, headers: {}, text }, 'job', NOW)?.kind).toBe('scope');
  });

  test.each([
    ['90', 90],
    ['Tue, 10 Mar 2026 12:01:00 GMT', 60],
    [undefined, undefined],
    ['soon', undefined],
  ])('keeps the wait %j', (header, seconds) => {
    const headers = header === undefined ? {} : { 'retry-after': header };
    expect(failureOf(refusal(429, 'rateLimitExceeded', headers), 'job', NOW)?.waitSeconds).toBe(seconds);
  });

  test.each(['job', 'load', 'dataset', 'table', 'rows'] as const)(
    'says who can help with a %s',
    (subject: Subject) => {
      expect(failureOf(refusal(403, 'accessDenied'), subject, NOW)?.sentence).toMatch(/^Ask .*role/);
    },
  );

  test('is none for a success, and no answer is one', () => {
    expect(failureOf({ status: 204, headers: {}, text: '' }, 'job', NOW)).toBeUndefined();
    expect(failureOf(undefined, 'job', NOW)?.kind).toBe('no_answer');
  });

  test.each([undefined, null, 'x', {}, { reason: 'unheardOf' }])(
    'of a job without a known reason (%j) has a sentence',
    (result) => {
      expect(jobFailure(result, 'rows')).toMatchObject({
        kind: 'other',
        sentence: expect.stringContaining('Check'),
      });
    },
  );
});
