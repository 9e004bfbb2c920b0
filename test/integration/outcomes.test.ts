import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { Stage } from '../support/scene';
import { type ServiceFailure, sentenceOf } from '../support/sentences';
import { LONGEST_MILLIS, SURFACES, type Surface, SurfaceScene } from '../support/surface-run';

/*
 * Every outcome of the report call, from every surface.
 */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

type Attempts = Readonly<Record<Surface, number>>;
const ONCE: Attempts = { cell: 1, sidebar: 1, trigger: 1 };

interface Row {
  readonly title: string;
  readonly rule: ScenarioRule;
  readonly status: number | null;
  readonly code: ServiceFailure;
  readonly attempts: Attempts;
  /** What is remembered concerns one request, or every request with the credentials. */
  readonly concerns: 'request' | 'credential';
  readonly seconds: number;
}

function status(code: number): { title: string; rule: ScenarioRule; status: number } {
  return { title: String(code), rule: { name: 'status', status: code }, status: code };
}

const WRONG = {
  code: 'invalid_response',
  attempts: { ...ONCE, trigger: 2 },
  concerns: 'request',
  seconds: 60,
} as const;
const REDIRECT = {
  code: 'redirect_refused',
  attempts: ONCE,
  concerns: 'request',
  seconds: 600,
} as const;
const REFUSED = { code: 'request_refused', attempts: ONCE, concerns: 'request', seconds: 600 } as const;

const REMEMBERED: readonly Row[] = [
  { title: '200 that is a sign-in page', rule: { name: 'html' }, status: 200, ...WRONG },
  { title: '200 cut short', rule: { name: 'truncated', bytes: -20 }, status: 200, ...WRONG },
  { title: '200 of another shape', rule: { name: 'body', text: '{"shifts":[]}' }, status: 200, ...WRONG },
  ...[204, 206].map((code) => ({ ...status(code), ...WRONG })),
  ...[301, 302, 303, 304, 307, 308].map((code) => ({ ...status(code), ...REDIRECT })),
  ...[400, 405, 413, 414, 415, 422, 418].map((code) => ({ ...status(code), ...REFUSED })),
  { ...status(401), code: 'token_rejected', attempts: ONCE, concerns: 'credential', seconds: 60 },
  { ...status(403), code: 'wrong_employer', attempts: ONCE, concerns: 'credential', seconds: 600 },
  { ...status(404), code: 'not_available', attempts: ONCE, concerns: 'credential', seconds: 600 },
  {
    title: 'a connection that is reset',
    rule: { name: 'reset' },
    status: null,
    code: 'unreachable',
    attempts: { cell: 2, sidebar: 2, trigger: 2 },
    concerns: 'credential',
    seconds: 30,
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

    const renewed = row.code === 'token_rejected' ? 1 : 0;
    expect(run.message).toMatch(sentenceOf(row.code, row.status));
    expect(run).toMatchObject({ reports: row.attempts[surface] + renewed, tokens: renewed });
    expect(run.record.virtualMillis).toBeLessThanOrEqual(LONGEST_MILLIS[surface]);
    expect(opened.contents()).toEqual(table);

    await opened.scene.server.clearScenarios();
    const { clock } = opened.scene.emulator;
    const until = clock.now() + row.seconds * 1000;
    clock.advanceTo(until - 2000);
    const within = opened.runAgain();
    expect(within).toMatchObject({ reports: 0, tokens: 0 });
    expect(within.message).toMatch(sentenceOf(row.code, row.status));
    expect(opened.runForOtherDays().reports).toBe(row.concerns === 'request' ? 1 : 0);

    clock.advanceTo(until + 1000);
    expect(opened.runAgain()).toMatchObject({ message: '', reports: 1 });
  });
});
