import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../../api-server/scenarios/scenario-rule';
import { loadOpenApiChecker } from './openapi-checker';
import {
  buildTokenForm,
  isOurServer,
  type ReportCall,
  type ServiceUnderTest,
  startService,
} from './service-under-test';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService({ allowance: 12 });
});
afterAll(() => service.close());

const REPORT_CALLS: readonly (readonly [what: string, status: number, call: ReportCall])[] = [
  ['a good request', 200, {}],
  ['the whole history', 200, { query: '?from_date=2025-10-01&to_date=2026-12-31' }],
  ['no dates', 400, { query: '' }],
  ['another body', 400, { body: '{}' }],
  ['a bad token', 401, { headers: { Authorization: 'Bearer none' } }],
  ['another employer', 403, { employer: '1' }],
  ['another report', 404, { path: '/v1/reporting/me/reports/none' }],
  ['another method', 405, { method: 'GET' }],
  ['another content type', 415, { headers: { 'Content-Type': 'text/plain' } }],
];

/** Scenarios that change how much is answered, or how fast, but keep to the specification. */
const HARMLESS_RULES: readonly ScenarioRule[] = [
  { name: 'rows', rows: 5_000, times: 1 },
  { name: 'day-filter', excludesLastDay: true, otherDays: { every: 7, by: 1 }, most: 100, times: 1 },
  { name: 'empty', times: 1 },
  { name: 'slow', millis: 20_000, times: 1 },
];

describe('every answer fits the OpenAPI file', () => {
  const checker = loadOpenApiChecker();

  test('when a token is asked for', async () => {
    const { exchange } = await service.requestToken();
    expect([checker.checkRequest(exchange), checker.checkAnswer(exchange)]).toEqual([[], []]);
  });

  test('when a report is asked for', async () => {
    const { exchange } = await service.requestReport(await service.obtainToken());
    expect([checker.checkRequest(exchange), checker.checkAnswer(exchange)]).toEqual([[], []]);
  });

  if (isOurServer) {
    test.each(REPORT_CALLS)('to %s, status %i (needs our server)', async (_, status, call) => {
      const reply = await service.requestReport(await service.obtainToken(), call);
      expect([reply.status, checker.checkAnswer(reply.exchange)]).toEqual([status, []]);
    });

    test.each([
      [401, { body: buildTokenForm({ region: 'UK', employerId: 1, clientId: 'a', clientSecret: 'b' }) }],
      [400, { body: '' }],
      [404, { path: '/tokens' }],
      [405, { method: 'GET' }],
    ])('to a token request refused with %i (needs our server)', async (status, call) => {
      const { exchange } = await service.requestToken(call);
      expect([exchange.status, checker.checkAnswer(exchange)]).toEqual([status, []]);
    });

    test('beyond the allowance, status 429 (needs our server)', async () => {
      const token = await service.obtainToken();
      for (let index = 0; index < 12; index++) await service.requestReport(token);
      const { exchange } = await service.requestReport(token);
      expect([exchange.status, checker.checkAnswer(exchange)]).toEqual([429, []]);
    });

    test.each(HARMLESS_RULES)('in the scenario "$name" (needs our server)', async (rule) => {
      await service.ours.setScenario('report', rule);
      const { exchange } = await service.requestReport(await service.obtainToken());
      expect(checker.checkAnswer(exchange)).toEqual([]);
    });

    test('as the server itself recorded it (needs our server)', async () => {
      const exchanges = await service.ours.requests();
      expect(exchanges.length).toBeGreaterThan(20);
      expect(exchanges.flatMap((exchange) => checker.checkAnswer(exchange))).toEqual([]);
    });
  }
});
