import { describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { Stage } from '../support/scene';
import { type ServiceFailure, tokenSentenceOf } from '../support/sentences';
import { SURFACES, SurfaceScene } from '../support/surface-run';

/* Every outcome of the token call, from every surface. What is read in its answer: test/unit/employer-api/access-token.test.ts. */

const stage = new Stage();

const TOKEN = { access_token: 'abc', token_type: 'Bearer', expires_in: 3600, scope: 'employer_access' };

function answering(changes: Readonly<Record<string, unknown>>): ScenarioRule {
  return { name: 'body', text: JSON.stringify({ ...TOKEN, ...changes }) };
}

function status(code: number): ScenarioRule {
  return { name: 'status', status: code };
}

const INVALID = { code: 'invalid_response', status: 200, seconds: 60 } as const;
const REJECTED = { code: 'credentials_rejected', seconds: 60 } as const;

const FAILURES: readonly {
  readonly title: string;
  readonly rule: ScenarioRule;
  readonly code: ServiceFailure;
  readonly status: number | null;
  readonly seconds: number;
}[] = [
  { title: '200 without a token', rule: answering({ access_token: undefined }), ...INVALID },
  { title: '200 that is a sign-in page', rule: { name: 'html' }, ...INVALID },
  { title: '307', rule: status(307), code: 'redirect_refused', status: 307, seconds: 60 },
  ...[400, 401, 403].map((code) => ({
    title: String(code),
    rule: status(code),
    status: code,
    ...REJECTED,
  })),
  { title: '404', rule: status(404), code: 'request_refused', status: 404, seconds: 60 },
  { title: '429', rule: status(429), code: 'rate_limited', status: 429, seconds: 60 },
  {
    title: '429 with Retry-After of 5 minutes',
    rule: { name: 'retry-after', value: '300' },
    code: 'rate_limited',
    status: 429,
    seconds: 300,
  },
  { title: '408', rule: status(408), code: 'upstream_timeout', status: 408, seconds: 30 },
  { title: '504', rule: status(504), code: 'upstream_timeout', status: 504, seconds: 30 },
  { title: '500', rule: status(500), code: 'unreachable', status: 500, seconds: 30 },
  { title: '501', rule: status(501), code: 'unreachable', status: 501, seconds: 30 },
  { title: 'a reset', rule: { name: 'reset' }, code: 'unreachable', status: null, seconds: 30 },
  {
    title: 'silence for a minute',
    rule: { name: 'slow', millis: 60_000 },
    code: 'unreachable',
    status: null,
    seconds: 30,
  },
];

describe.each(SURFACES)('an outcome of the token call, from a %s', (surface) => {
  test.each(FAILURES)('$title: $code, asked once, remembered for $seconds s', async (row) => {
    const opened = await SurfaceScene.open(stage, surface, 'none');
    const table = opened.contents();
    await opened.scene.server.setScenario('token', row.rule);

    const run = opened.run();

    expect(run.message).toMatch(tokenSentenceOf(row.code, row.status));
    // A run on a schedule has time to wait for a minute, twice.
    const waits = row.title === '429' && surface === 'trigger' ? 2 : 0;
    expect(run).toMatchObject({ tokens: 1 + waits, reports: 0 });
    // Nobody waits longer than ten seconds for a token.
    expect(run.record.virtualMillis).toBeLessThanOrEqual(10_100 + waits * 60_000);
    expect(opened.contents()).toEqual(table);

    await opened.scene.server.clearScenarios();
    const { clock } = opened.scene.emulator;
    // A cell waits up to 25 seconds for the end of a 429.
    clock.advance(row.seconds * 1000 - 29_000);
    expect(opened.runForOtherDays()).toMatchObject({ tokens: 0, reports: 0 });
    clock.advance(30_000);
    expect(opened.runAgain()).toMatchObject({ message: '', tokens: 1, reports: 1 });
  });
});

describe('a token that failed to come', () => {
  test('saving credentials anew asks again at once', async () => {
    const opened = await SurfaceScene.open(stage, 'cell', 'none');
    const { scene } = opened;
    await scene.server.setScenario('token', { name: 'status', status: 401, times: 1 });
    opened.run();

    scene.connect();

    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });

  test('a body that repeats the secret shows nowhere', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'none');
    await opened.scene.server.setScenario('token', { name: 'echo-request', status: 400 });

    const run = opened.run();

    expect(run.message).toMatch(tokenSentenceOf('credentials_rejected', 400));
    expect(JSON.stringify(opened.scene.book.document.snapshot())).not.toContain(
      opened.scene.form().clientSecret,
    );
  });
});
