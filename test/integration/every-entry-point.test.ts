import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import type { RecordedExchange } from '../api-server/recorder';
import { loadOpenApiChecker } from '../contract/api/openapi-checker';
import type { FormulaArgument } from '../emulator/values';
import { ENTRY_POINTS } from '../support/entry-points';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { storeCalls } from '../support/script-wide-calls';
import { SPEC_NAMES } from '../support/spec-fields';
import { RECORDS } from '../support/two-weeks';
import { ALERT } from './alerts-scene';

/* Everything that can be called, watched at run time: its stores and its requests. */

const stage = new Stage();

const FORM = { id: null, period: 'custom', from: '2026-03-02', to: '2026-03-04', sheet: 'Shifts' };

/** What each formula is asked; their figures: the tests of formulas. */
const DAYS = ['2026-03-02', '2026-03-03'] as const;
const QUESTIONS: readonly (readonly [name: string, args: readonly FormulaArgument[]])[] = [
  ['SHIFT_FULFILMENT', DAYS],
  ['SHIFT_FULFILLMENT', DAYS],
  ['SHIFT_FULFILMENT_AGGREGATED', [...DAYS, 'venue']],
  ['SHIFT_FULFILLMENT_AGGREGATED', [...DAYS, 'venue']],
  ['SHIFT_METRIC', ['worked', ...DAYS]],
  ['SHIFT_TREND', ['worked', ...DAYS, 'day']],
  ['SHIFT_COMPARE', ['venue', '2026-02-23', '2026-03-01', '2026-03-02', '2026-03-08', 'measures', 'posted']],
  ['SHIFT_LIST', ['venues']],
  ['SHIFT_STATUS', ['state']],
  // Its path is not published.
  ['WORKER_TURNOVER', DAYS],
];

/** All formulas, cold and warm; then the service has its own records again. */
async function calculate(scene: Scene): Promise<void> {
  await scene.serve(RECORDS);
  for (const [name, args] of [...QUESTIONS, ...QUESTIONS]) {
    const { kind } = scene.call(name, ...args);
    expect([name, kind]).toEqual([name, name === 'WORKER_TURNOVER' ? 'error' : 'values']);
  }
  await scene.server.clearScenarios();
  scene.emulator.world.caches.clear();
}

/** Every entry point with a connection of that kind; only a missing path and a missing table may refuse. */
async function playAll(scene: Scene, audience: 'everyone' | 'me'): Promise<void> {
  const ann = scene.book.as(ANN);
  ann.install();
  ann.open();
  ann.clickMenu('Open sidebar');
  const { reports } = state(scene.ask('sidebarUseSampleData', 'UK'));
  for (const { id } of reports) state(scene.ask('sidebarRemoveReport', id));
  state(scene.ask('sidebarDisconnect'));
  scene.connect({ audience });
  state(scene.ask('sidebarState'));
  const { checks } = done(scene.ask('sidebarCheckConnection'));
  expect(checks?.map((check) => check.state)).toEqual(['ok', 'ok']);
  await calculate(scene);
  const id = scene.saveReport(FORM);
  const { preview } = done(scene.ask('sidebarPreviewReport', { ...FORM, id, readableHeadings: false }));
  expect([preview?.headings, preview?.rows.length]).toEqual([SPEC_NAMES, 5]);
  state(scene.refresh(id));
  await scene.serve(RECORDS);
  state(scene.refresh(id));
  await scene.server.clearScenarios();
  state(scene.ask('sidebarShowChanges', id));
  state(scene.ask('sidebarUndoRefresh', id));
  expect(done(scene.ask('sidebarExportNotes')).notesFile?.count).toBe(0);
  state(scene.ask('sidebarDeleteNotes', 0));
  state(scene.ask('sidebarKeepNotes', 0));
  state(scene.refresh(id));
  await scene.server.setScenario('report', { name: 'empty', times: 1 });
  expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ code: 'held_back' });
  state(scene.ask('sidebarKeepTable', id));
  state(scene.ask('sidebarBuildDashboard', id, ANN, 'overview'));
  ann.enter('Overview!B2', 'Whole report');
  expect(done(scene.ask('sidebarExplainCell')).explanation?.title).toBe('The dashboard Overview');
  const week = scene.saveReport({ period: 'last week', from: '', to: '', sheet: 'Week' });
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  const { alerts } = state(scene.ask('sidebarSaveAlert', { ...ALERT, report: week }));
  const summary = { id: null, report: week, to: [ANN], every: 'week', day: 1, hour: 6, split: 'all' };
  const { summaries } = state(scene.ask('sidebarSaveSummary', summary));
  expect(done(scene.ask('sidebarPreviewSummary', summary)).summary?.subject).toContain('(week of 2 Mar)');
  state(scene.ask('sidebarTestSummary', summary));
  state(scene.ask('sidebarTakeOver'));
  state(scene.ask('sidebarSetTargets'));
  scene.emulator.advance({ hours: 2, minutes: 1 });
  ann.clickMenu('Refresh all reports');
  state(scene.ask('sidebarRefreshAll'));
  state(scene.ask('sidebarRemoveAlert', alerts[0]?.id));
  state(scene.ask('sidebarRemoveSummary', summaries[0]?.id));
  state(scene.ask('sidebarRemoveReport', week));
  await scene.server.setScenario('report', { name: 'status', status: 403, times: 1 });
  expect(scene.ask('sidebarRefreshAll')).toMatchObject({ code: 'access_refused' });
  expect(state(scene.ask('sidebarDisconnect')).connection).toBeNull();
}

/** An outcome that must have succeeded. */
function done(outcome: SidebarOutcome): Extract<SidebarOutcome, { kind: 'done' }> {
  if (outcome.kind === 'failed') throw new Error(outcome.message);
  return outcome;
}

/** One whole session, and what was seen of it. */
interface Session {
  readonly scene: Scene;
  readonly exchanges: readonly RecordedExchange[];
}

describe.each(['everyone', 'me'] as const)('all entry points, with a connection for %s', (audience) => {
  let session: Session;
  beforeAll(async () => {
    const scene = await stage.open();
    await playAll(scene, audience);
    session = { scene, exchanges: await scene.server.requests() };
  });

  test('are called, each at least once', () => {
    const called = new Set(session.scene.emulator.executions.map(({ functionName }) => functionName));

    expect([...called].sort()).toEqual(Object.keys(ENTRY_POINTS).sort());
  });

  test('ask for no store and no lock of the whole script', () => {
    const { all, scriptWide } = storeCalls(session.scene);

    expect(scriptWide).toEqual([]);
    expect(all).toBeGreaterThan(200);
    const { properties, caches } = session.scene.emulator.world;
    const scopes = [...properties.keys(), ...caches.keys()].map((name) => name.split(':')[0]);
    expect(scopes).toContain(audience === 'me' ? 'user' : 'document');
    expect(scopes).not.toContain('script');
  });

  test('send requests, and get answers, that the OpenAPI file allows', () => {
    const checker = loadOpenApiChecker();
    const { scene, exchanges } = session;

    const faults = exchanges.flatMap((one) => [...checker.checkRequest(one), ...checker.checkAnswer(one)]);

    expect(faults).toEqual([]);
    const answered = scene.emulator.requests.filter(({ outcome }) => typeof outcome === 'number');
    expect(answered.length).toBeGreaterThanOrEqual(15);
    expect(exchanges.length).toBeGreaterThanOrEqual(answered.length);
  });
});

test.each([
  ['everyone', 'document', 'user'],
  ['me', 'user', 'document'],
] as const)(
  'what a connection for %s fetched is in the cache of the %s, and nothing in that of the %s',
  async (audience, own, other) => {
    const scene = await stage.open();
    scene.connect({ audience });
    expect(scene.formula(...DAYS).kind).toBe('values');
    state(scene.refresh(scene.saveReport(FORM)));

    const entries = [...scene.emulator.world.caches].map(
      ([name, kept]) => [name.split(':')[0], kept.size] as const,
    );
    const countOf = (scope: string) =>
      entries.reduce((sum, [name, count]) => sum + (name === scope ? count : 0), 0);
    expect(countOf(own)).toBeGreaterThan(2);
    expect(countOf(other)).toBe(0);
  },
);
