import { describe, expect, test } from '@jest/globals';
import type { HttpResponse } from '../../../src/employer-api/ports';
import { runStatement } from '../../../src/warehouse/query';

const PLACE = { project: 'acme-shifts', dataset: 'shift_reports', location: 'EU' };
const STATEMENT = { query: 'SELECT 1', parameters: [{ name: 'rows', type: 'STRING', value: '[]' } as const] };

/** Answers requests in order, and remembers them. Pauses move the clock. */
function warehouse(...answers: readonly (object | number | undefined)[]) {
  const requests: { readonly path: string; readonly json?: unknown }[] = [];
  let now = 0;
  const services = {
    send: (path: string, json?: unknown): HttpResponse | undefined => {
      const answer = answers[requests.length];
      requests.push({ path, ...(json === undefined ? {} : { json }) });
      if (answer === undefined) return undefined;
      const [status, body] =
        typeof answer === 'number' ? [answer, {}] : ['error' in answer ? 400 : 200, answer];
      return { status, headers: {}, text: JSON.stringify(body) };
    },
    clock: {
      now: () => now,
      random: () => 0.5,
      sleep: (millis: number) => {
        now += millis;
      },
    },
  };
  return { services, requests, run: (until = 300_000) => runStatement(services, PLACE, STATEMENT, until) };
}
const refusal = (reason: string, message = '') => ({ error: { errors: [{ reason, message }], message } });
const DONE = { jobComplete: true };

describe('a statement', () => {
  test('is one request with its parameters, a limit of bytes and a label', () => {
    const { run, requests } = warehouse(DONE);
    run();
    expect(requests).toEqual([
      {
        path: '/bigquery/v2/projects/acme-shifts/queries',
        json: expect.objectContaining({
          query: 'SELECT 1',
          queryParameters: [
            { name: 'rows', parameterType: { type: 'STRING' }, parameterValue: { value: '[]' } },
          ],
          parameterMode: 'NAMED',
          useLegacySql: false,
          location: 'EU',
          maximumBytesBilled: '100000000000',
          labels: { product: 'shift-reports' },
        }),
      },
    ]);
  });

  test('is done when its job is complete, also with warnings', () => {
    expect(() => warehouse({ ...DONE, errors: [{ reason: 'invalid' }] }).run()).not.toThrow();
  });

  test('that takes longer is asked after until it is complete', () => {
    const running = { jobComplete: false, jobReference: { jobId: 'job 1' } };
    const { run, requests } = warehouse(running, running, DONE);
    run();
    expect(requests.slice(1).map(({ path }) => path)).toEqual(
      [1, 2].map(
        () => '/bigquery/v2/projects/acme-shifts/queries/job%201?location=EU&maxResults=0&timeoutMs=30000',
      ),
    );
    expect(() => warehouse(running, DONE).run(20_000)).toThrow(
      'Wait for the next run: BigQuery had an internal error, or took too long',
    );
  });

  test.each([
    'Could not serialize access to table x due to concurrent update',
    'Too many DML statements outstanding against table x, limit is 20.',
  ])('that others stand in the way of is sent again three times: %s', (message) => {
    const busy = refusal('invalidQuery', message);
    const { run, requests } = warehouse(busy, busy, busy, DONE);
    run();
    expect(requests).toHaveLength(4);
    expect(() => warehouse(busy, busy, busy, busy, DONE).run()).toThrow(
      'Wait for the next run: other spreadsheets were sending to this table',
    );
  });

  test.each([
    [
      undefined,
      'Wait for the next run, or ask your administrator to allow bigquery.googleapis.com: BigQuery did not answer',
    ],
    [401, 'Open the sidebar and allow access again'],
    [403, 'Ask for the roles BigQuery Job User'],
    [404, 'Check project, dataset and location'],
    [500, 'Wait for the next run: BigQuery had an internal error'],
    [refusal('billingNotEnabled'), 'Use a project with billing'],
    [refusal('accessNotConfigured'), 'Enable the BigQuery API'],
    [refusal('ACCESS_TOKEN_SCOPE_INSUFFICIENT'), 'Choose Extensions ▸ Shift Reports ▸ Refresh all reports'],
    [refusal('quotaExceeded'), 'Wait until tomorrow'],
    [refusal('invalidQuery', 'SECRET names'), 'Press “Set up”'],
  ])('that fails says what to do and repeats nothing of the answer: %j', (answer, sentence) => {
    const { run } = warehouse(answer);
    expect(run).toThrow(sentence);
    expect(run).not.toThrow('SECRET');
  });
});
