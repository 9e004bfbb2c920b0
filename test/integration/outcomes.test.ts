import { describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { Stage } from '../support/scene';
import { type ServiceFailure, sentenceOf } from '../support/sentences';
import { LONGEST_MILLIS, SURFACES, SurfaceScene } from '../support/surface-run';

/*
 * Every outcome of the report call, from every surface.
 */

const stage = new Stage();

interface Row {
  readonly title: string;
  readonly rule: ScenarioRule;
  readonly status: number | null;
  readonly code: ServiceFailure;
  /** The fewest and the most requests of one run. */
  readonly requests: readonly [fewest: number, most: number];
  /** What is remembered concerns one month, or every request of the connection. */
  readonly concerns: 'month' | 'connection';
  readonly seconds: number;
}

function status(code: number): { title: string; rule: ScenarioRule; status: number } {
  return { title: String(code), rule: { name: 'status', status: code }, status: code };
}

const ONCE = { requests: [1, 1], seconds: 60 } as const;
const WRONG = { code: 'invalid_response', ...ONCE, concerns: 'month' } as const;
const REDIRECT = { code: 'redirect_refused', ...ONCE, concerns: 'connection' } as const;
const REFUSED = { code: 'request_refused', ...ONCE, concerns: 'month' } as const;
/** A month, its halves and quarters, one at a time. */
const TOO_MUCH = { ...REFUSED, requests: [3, 3] } as const;
const DOWN = { seconds: 30, concerns: 'connection' } as const;

const REMEMBERED: readonly Row[] = [
  { title: '200 that is a sign-in page', rule: { name: 'html' }, status: 200, ...WRONG },
  { title: '200 cut short', rule: { name: 'truncated', bytes: -20 }, status: 200, ...WRONG },
  { title: '200 of another shape', rule: { name: 'body', text: '{"shifts":[]}' }, status: 200, ...WRONG },
  ...[204, 206].map((code) => ({ ...status(code), ...WRONG })),
  ...[301, 302, 303, 304, 307, 308].map((code) => ({ ...status(code), ...REDIRECT })),
  ...[405, 414, 415, 418].map((code) => ({ ...status(code), ...REFUSED })),
  ...[400, 413, 422].map((code) => ({ ...status(code), ...TOO_MUCH })),
  { ...status(401), code: 'token_rejected', requests: [4, 4], concerns: 'connection', seconds: 60 },
  // The employer is `me`, which is never another one.
  { ...status(403), code: 'access_refused', ...ONCE, concerns: 'connection' },
  { ...status(404), code: 'not_available', ...ONCE, concerns: 'connection' },
  ...[500, 501, 502].map((code) => ({
    ...{ ...status(code), code: 'unreachable' as const, requests: [3, 3] as const, ...DOWN },
  })),
  { ...status(504), code: 'upstream_timeout', requests: [4, 6], ...DOWN },
  { ...status(408), code: 'upstream_timeout', requests: [4, 6], ...DOWN },
  {
    title: 'a connection that is reset',
    rule: { name: 'reset' },
    status: null,
    code: 'unreachable',
    requests: [4, 6],
    ...DOWN,
  },
];

describe.each(SURFACES)('an outcome of the report call, from a %s', (surface) => {
  test('200: one request', async () => {
    const opened = await SurfaceScene.open(stage, surface, 'kept');

    const run = opened.run();

    expect(run).toMatchObject({ message: '', reports: 1, tokens: 0 });
  });

  test.each(REMEMBERED)('$title: $code, remembered for $seconds s', async (row) => {
    const opened = await SurfaceScene.open(stage, surface, 'kept');
    const table = opened.contents();
    await opened.scene.server.setScenario('report', row.rule);

    const run = opened.run();

    expect(run.message).toMatch(sentenceOf(row.code, row.status));
    expect(run.tokens).toBe(row.code === 'token_rejected' ? 2 : 0);
    expect(run.reports).toBeGreaterThanOrEqual(row.requests[0]);
    expect(run.reports).toBeLessThanOrEqual(row.requests[1]);
    expect(run.record.virtualMillis).toBeLessThanOrEqual(LONGEST_MILLIS[surface]);
    expect(opened.contents()).toEqual(table);

    await opened.scene.server.clearScenarios();
    const { clock } = opened.scene.emulator;
    const until = clock.now() + row.seconds * 1000;
    clock.advanceTo(until - 2000);
    const within = opened.runAgain();
    expect(within).toMatchObject({ reports: 0, tokens: 0 });
    expect(within.message).toMatch(sentenceOf(row.code, row.status));
    expect(opened.runForOtherDays().reports).toBe(row.concerns === 'month' ? 1 : 0);

    clock.advanceTo(until + 1000);
    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });
});
