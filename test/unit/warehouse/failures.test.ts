import { describe, expect, test } from '@jest/globals';
import { failureOf, jobFailure, type Subject } from '../../../src/warehouse/failures';

/** An error answer in the form of Google's reference. */
const refused = (status: number, reason: string, message = 'Of acme-shifts and ann@employer.example.') => ({
  status,
  headers: {},
  text: JSON.stringify({ error: { code: status, message, errors: [{ message, domain: 'global', reason }] } }),
});
const kindOf = (status: number, reason: string, message?: string) =>
  failureOf(refused(status, reason, message), 'table', 0)?.kind;

describe('the failure of a request', () => {
  // https://cloud.google.com/bigquery/docs/error-messages
  test.each([
    [403, 'accessDenied', 'denied'],
    [403, 'accessNotConfigured', 'api_off'],
    [403, 'insufficientPermissions', 'scope'],
    [403, 'billingNotEnabled', 'billing'],
    [403, 'quotaExceeded', 'quota'],
    [403, 'rateLimitExceeded', 'rate'],
    [403, 'something new', 'denied'],
    [401, 'authError', 'token'],
    [404, 'notFound', 'not_found'],
    [409, 'duplicate', 'duplicate'],
    [410, 'gone', 'lost'],
    [400, 'invalid', 'invalid'],
    [400, 'invalidQuery', 'invalid'],
    [429, 'rateLimitExceeded', 'rate'],
    [500, 'internalError', 'backend'],
    [503, 'backendError', 'backend'],
    [502, '', 'backend'],
    [418, '', 'other'],
  ] as const)('%i %s is %s', (status, reason, kind) => {
    expect(kindOf(status, reason)).toBe(kind);
  });

  test('is none for a success, and no answer where there is none', () => {
    expect(failureOf({ status: 204, headers: {}, text: '' }, 'table', 0)).toBeUndefined();
    expect(failureOf(undefined, 'table', 0)?.kind).toBe('no_answer');
  });

  test('says how long to wait only where BigQuery does', () => {
    const answer = { ...refused(429, 'rateLimitExceeded'), headers: { 'retry-after': '120' } };
    expect(failureOf(answer, 'table', 0)).toMatchObject({ kind: 'rate', waitSeconds: 120 });
    expect(failureOf(refused(429, 'rateLimitExceeded'), 'table', 0)).not.toHaveProperty('waitSeconds');
  });

  test.each<[Subject, RegExp]>([
    ['job', /^Ask .* BigQuery Job User/],
    ['load', /BigQuery Job User .* and BigQuery Data Editor/],
    ['dataset', /^Ask .* BigQuery Data Editor.*read the dataset/],
    ['table', /^Ask .* BigQuery Data Editor.*create or read/],
    ['rows', /^Ask .* BigQuery Data Editor.*change the rows/],
  ])('of a %s that is not allowed names the role that is missing', (subject, sentence) => {
    expect(failureOf(refused(403, 'accessDenied'), subject, 0)?.sentence).toMatch(sentence);
    expect(jobFailure({ reason: 'accessDenied', message: '' }, subject).sentence).toMatch(sentence);
  });

  test('never repeats what BigQuery said', () => {
    for (const status of [400, 401, 403, 404, 409, 410, 429, 500]) {
      const { sentence = '' } = failureOf(refused(status, 'accessDenied'), 'job', 0) ?? {};
      expect(sentence).not.toMatch(/acme-shifts|ann@/);
    }
  });
});
