import { describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { Stage } from '../support/scene';
import { type ServiceFailure, sentenceOf, tokenSentenceOf } from '../support/sentences';
import { LONGEST_MILLIS, SURFACES, type Surface, SurfaceScene } from '../support/surface-run';

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
/** A month and its halves; of a whole one the quarters too. One at a time. */
const TOO_MUCH = { ...REFUSED, requests: [2, 3] } as const;
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

/* Too many requests, and tokens that are refused. How Retry-After is read: test/unit/employer-api/errors.test.ts. */

async function limited(surface: Surface, rule: ScenarioRule): Promise<SurfaceScene> {
  const opened = await SurfaceScene.open(stage, surface, 'kept');
  await opened.scene.server.setScenario('report', rule);
  return opened;
}

describe.each(SURFACES)('429, asked from a %s', (surface) => {
  test('without a header: nobody asks for a minute; only a run on a schedule has time to wait', async () => {
    const opened = await limited(surface, { name: 'status', status: 429 });

    const run = opened.run();

    expect(run.message).toMatch(sentenceOf('rate_limited', 429));
    expect(run).toMatchObject({ reports: surface === 'trigger' ? 3 : 1, tokens: 0 });
    expect(run.record.sleptMillis).toBe(surface === 'trigger' ? 120_000 : 0);
    expect(run.record.virtualMillis).toBeLessThanOrEqual(LONGEST_MILLIS[surface]);
    expect(opened.runForOtherDays().reports).toBe(0);
  });

  test('Retry-After of 5 s: it waits that long, three times at most', async () => {
    const opened = await limited(surface, { name: 'retry-after', value: '5' });

    const run = opened.run();

    expect([run.reports, run.record.sleptMillis]).toEqual([3, 10_000]);
  });

  test('and then an answer: the days come in one run', async () => {
    const opened = await limited(surface, { name: 'retry-after', value: '5', times: 1 });

    expect(opened.run()).toMatchObject({ message: '', reports: 2 });
  });

  test('401 once: one fresh token and one repeat, not counted as an attempt', async () => {
    const opened = await limited(surface, { name: 'status', status: 401, times: 1 });

    expect(opened.run()).toMatchObject({ message: '', reports: 2, tokens: 1 });
  });
});

describe('how long 429 is obeyed', () => {
  test.each<[string, ScenarioRule, number]>([
    ['an HTTP date', { name: 'retry-after', dateInSeconds: 180 }, 180],
    ['the first of several headers', { name: 'retry-after', value: ['90', '7'] }, 90],
  ])('%s', async (_title, rule, seconds) => {
    const opened = await limited('cell', rule);
    const { clock } = opened.scene.emulator;

    expect(opened.run().reports).toBe(1);

    await opened.scene.server.clearScenarios();
    clock.advance(seconds * 1000 - 29_000);
    expect(opened.runAgain().reports).toBe(0);
    clock.advance(31_000);
    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });

  test('503 asks for the same', async () => {
    const opened = await limited('cell', { name: 'retry-after', value: '1800', status: 503 });
    expect(opened.run()).toMatchObject({ reports: 1, record: { sleptMillis: 0 } });
    opened.scene.emulator.clock.advance(1_700_000);
    expect(opened.runAgain().reports).toBe(0);
  });
});

/* The token call. Its other outcomes, and what is read in its answer: test/unit/employer-api/access-token.test.ts. */

const TOKEN_FAILURES: readonly Pick<Row, 'title' | 'rule' | 'code' | 'status' | 'seconds'>[] = [
  {
    title: '200 that is a sign-in page',
    rule: { name: 'html' },
    code: 'invalid_response',
    status: 200,
    seconds: 60,
  },
  { ...status(401), code: 'credentials_rejected', seconds: 60 },
  { ...status(429), code: 'rate_limited', seconds: 60 },
  {
    title: '429 with Retry-After of 5 minutes',
    rule: { name: 'retry-after', value: '300' },
    code: 'rate_limited',
    status: 429,
    seconds: 300,
  },
  {
    title: 'silence for a minute',
    rule: { name: 'slow', millis: 60_000 },
    code: 'unreachable',
    status: null,
    seconds: 30,
  },
];

describe.each(SURFACES)('an outcome of the token call, from a %s', (surface) => {
  test.each(TOKEN_FAILURES)('$title: $code, asked once, remembered for $seconds s', async (row) => {
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
    expect(JSON.stringify(opened.scene.book.snapshot())).not.toContain(opened.scene.form().clientSecret);
  });
});

/* No redirect is followed: neither the secret nor a token goes where an answer points to. */

const REDIRECTS = [302, 307].flatMap((status) =>
  (['token', 'report'] as const).flatMap((call) =>
    (['the same host', 'another host'] as const).map((target) => ({ status, call, target })),
  ),
);

describe('a redirect', () => {
  test.each(REDIRECTS)(
    '$status of the $call call to $target is refused',
    async ({ status, call, target }) => {
      const opened = await SurfaceScene.open(stage, 'cell', call === 'token' ? 'none' : 'kept');
      const { server, addresses } = opened.scene;
      const sameHost = call === 'token' ? addresses.auth : addresses.regions.UK;
      // A host that the manifest allows and that would answer.
      const otherHost = addresses.regions.US;
      const location = `${target === 'the same host' ? sameHost : otherHost}/elsewhere`;
      await server.setScenario(call, { name: 'redirect', status, location });
      const before = (await server.requests()).length;

      const run = opened.run();

      const told = call === 'token' ? tokenSentenceOf : sentenceOf;
      expect(run.message).toMatch(told('redirect_refused', status));
      expect(run).toMatchObject(call === 'token' ? { tokens: 1, reports: 0 } : { tokens: 0, reports: 1 });
      const arrived = (await server.requests()).slice(before);
      expect(arrived.map(({ url, role }) => [url.includes('elsewhere'), role])).toEqual([
        [false, call === 'token' ? 'auth' : 'UK'],
      ]);
    },
  );

  test('a refused one names neither address', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const location = 'https://elsewhere.example/sign-in?back=1';
    await opened.scene.server.setScenario('report', { name: 'redirect', status: 302, location });

    const run = opened.run();

    expect(run.message).not.toMatch(/elsewhere|example|https?:/);
  });
});
