import { describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import type { FormulaArgument } from '../emulator/values';
import { linesOf, oneValue, rowsOf, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage } from '../support/scene';
import { type ServiceFailure, sentenceOf } from '../support/sentences';
import { RECORDS } from '../support/two-weeks';

/* What a cell shows when the service does not answer as it should. */

const stage = new Stage();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TWO_WEEKS = ['2026-02-23', '2026-03-08'] as const;

/** A spreadsheet that has read the two weeks at 9:00. */
async function withRowsKept(): Promise<Scene> {
  const { scene } = await stage.again('rows kept', async () => {
    const opened = await stage.connected();
    await opened.serve(RECORDS);
    expect(rowsOf(opened.call('SHIFT_FULFILMENT', ...TWO_WEEKS))).toHaveLength(43);
    return { scene: opened };
  });
  return scene;
}

/** From now on the service answers so; so much time has passed. */
async function breakAfter(scene: Scene, millis: number, rule: ScenarioRule): Promise<void> {
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', rule);
  scene.emulator.clock.advance(millis);
}

const posted = (scene: Scene, ...options: FormulaArgument[]) =>
  scene.call('SHIFT_METRIC', 'posted', ...TWO_WEEKS, ...options);
const status = (scene: Scene, word: string) => oneValue(scene.call('SHIFT_STATUS', word));
const POSTED = RECORDS.reduce((sum, record) => sum + Number(record.SHIFTS_POSTED), 0);

const PASSING: readonly (readonly [
  title: string,
  rule: ScenarioRule,
  code: ServiceFailure,
  status: number | null,
])[] = [
  ['504', { name: 'status', status: 504 }, 'upstream_timeout', 504],
  ['429', { name: 'retry-after', value: '30' }, 'rate_limited', 429],
  ['503', { name: 'status', status: 503 }, 'unreachable', 503],
  ['a connection that breaks', { name: 'reset' }, 'unreachable', null],
  ['a sign-in page', { name: 'html' }, 'invalid_response', 200],
  ['half an answer', { name: 'truncated', bytes: -40 }, 'invalid_response', 200],
];
const DENIED: readonly (readonly [
  title: string,
  rule: ScenarioRule,
  code: ServiceFailure,
  status: number,
])[] = [
  ['401 twice', { name: 'status', status: 401 }, 'token_rejected', 401],
  ['403', { name: 'status', status: 403 }, 'access_refused', 403],
  ['404', { name: 'status', status: 404 }, 'not_available', 404],
];

describe('a service that fails for the moment', () => {
  test.each(PASSING)(
    'with %s: rows up to 6 hours old are shown, and an error where the formula asks for one, where nothing is kept, and in SHIFT_STATUS',
    async (_, rule, code, answered) => {
      const scene = await withRowsKept();
      await breakAfter(scene, HOUR, rule);
      const sentence = sentenceOf(code, answered);

      expect(sentenceIn(posted(scene, 'if failed', 'error'))).toMatch(sentence);
      expect(oneValue(posted(scene, 'if failed', 'last'))).toBe(POSTED);
      expect(status(scene, 'state')).toBe('failing');
      expect(status(scene, 'last error')).toMatch(sentence);
      expect(sentenceIn(scene.call('SHIFT_METRIC', 'posted', '2026-01-05', '2026-01-11'))).toMatch(sentence);
      scene.emulator.clock.advance(4 * HOUR + 58 * MINUTE);
      expect(oneValue(posted(scene))).toBe(POSTED);
      expect(scene.last.fetches).toBeGreaterThan(0);
      scene.emulator.clock.advance(2 * MINUTE);
      expect(sentenceIn(posted(scene))).toMatch(sentence);
    },
  );

  test('AS_OF tells how old the rows are', async () => {
    const scene = await withRowsKept();
    await breakAfter(scene, 5 * HOUR, { name: 'status', status: 504 });

    const [line] = linesOf(scene.call('SHIFT_FULFILMENT', ...TWO_WEEKS, 'limit', 1, 'as of', true));

    expect(Math.abs(Number(line?.AS_OF) - Date.parse('2026-03-10T09:00:00Z'))).toBeLessThan(MINUTE);
  });

  test('every function shows them', async () => {
    const scene = await withRowsKept();
    await breakAfter(scene, HOUR, { name: 'status', status: 504 });
    const results = [
      scene.call('SHIFT_FULFILMENT', ...TWO_WEEKS),
      scene.call('SHIFT_FULFILMENT_AGGREGATED', ...TWO_WEEKS, 'venue'),
      scene.call('SHIFT_TREND', 'worked', ...TWO_WEEKS),
      scene.call('SHIFT_COMPARE', 'venue', '2026-02-23', '2026-03-01', '2026-03-02', '2026-03-08'),
      scene.call('SHIFT_LIST', 'venues', ...TWO_WEEKS),
    ];

    expect(results.map(({ kind }) => kind)).toEqual(new Array(5).fill('values'));
  });

  test('they are shown as well while someone else holds the lock for too long', async () => {
    const scene = await withRowsKept();
    scene.emulator.clock.advance(HOUR);
    scene.holdLock();

    expect(oneValue(posted(scene))).toBe(POSTED);
    expect(scene.last.fetches).toBe(0);
    expect(sentenceIn(posted(scene, 'if failed', 'error'))).toBe(
      'Try again later: another refresh was running.',
    );
  });

  test('a part of the days kept is enough for a formula of that part', async () => {
    const scene = await withRowsKept();
    await breakAfter(scene, HOUR, { name: 'status', status: 504 });

    expect(oneValue(scene.call('SHIFT_METRIC', 'posted', '2026-02-23', '2026-02-23'))).toBe(35);
  });

  test('fresh rows come as soon as it answers again', async () => {
    // One of each week: what was too slow is asked for in halves.
    const [first, last] = [RECORDS[0], RECORDS[RECORDS.length - 1]];
    const scene = await withRowsKept();
    await breakAfter(scene, HOUR, { name: 'status', status: 504 });
    posted(scene);
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'replace-rows', rows: [first, last] });
    scene.emulator.clock.advance(10 * MINUTE);

    expect(oneValue(posted(scene))).toBe(Number(first?.SHIFTS_POSTED) + Number(last?.SHIFTS_POSTED));
    expect(status(scene, 'last error')).toBe('');
  });
});

describe('access that was withdrawn', () => {
  test.each(DENIED)('with %s: an error, though rows are kept', async (_, rule, code, answered) => {
    const scene = await withRowsKept();
    await breakAfter(scene, HOUR, rule);

    expect(sentenceIn(posted(scene))).toMatch(sentenceOf(code, answered));
    expect(sentenceIn(posted(scene, 'if failed', 'last'))).toMatch(sentenceOf(code, answered));
  });

  test('with a secret that is refused: an error, though rows are kept', async () => {
    const scene = await withRowsKept();
    await scene.server.setScenario('token', { name: 'status', status: 401 });
    scene.emulator.clock.advance(2 * HOUR);

    expect(sentenceIn(posted(scene))).toMatch(/^Check the client ID and the client secret: /);
  });
});

describe('a spreadsheet that is disconnected', () => {
  test('shows an error, though rows are kept', async () => {
    const scene = await withRowsKept();
    scene.ask('sidebarDisconnect');

    expect(sentenceIn(posted(scene))).toBe(
      'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.',
    );
    expect(scene.last.fetches).toBe(0);
  });
});
