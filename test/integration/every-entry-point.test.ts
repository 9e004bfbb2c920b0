import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENTRY_POINTS } from '../../build/entry-point-names';
import type { RecordedExchange } from '../api-server/recorder';
import { loadOpenApiChecker } from '../contract/api/openapi-checker';
import { type FetchOptions, watchFetchOptions } from '../support/fetch-options';
import { recordFigure } from '../support/record-figure';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { storeCalls } from '../support/script-wide-calls';
import { ALERT } from './alerts-scene';

/* Everything that can be called, watched at run time: its stores (S9), its requests (Q4) and how they are sent (S6). */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const FORM = { id: null, period: 'custom', from: '2026-03-02', to: '2026-03-04', sheet: 'Shifts' };

/** All formulas, cold and warm. */
function calculate(scene: Scene): void {
  for (const _ of ['cold', 'warm']) {
    for (const name of ['SHIFT_FULFILMENT', 'SHIFT_FULFILLMENT'])
      scene.call(name, '2026-03-02', '2026-03-03');
    for (const name of ['SHIFT_FULFILMENT_AGGREGATED', 'SHIFT_FULFILLMENT_AGGREGATED'])
      scene.call(name, 'venue', '2026-03-02', '2026-03-03');
    scene.call('SHIFT_METRIC', 'worked', '2026-03-02', '2026-03-03');
    scene.call('SHIFT_TREND', 'worked', 'day', '2026-03-02', '2026-03-03');
    scene.call('SHIFT_COMPARE', 'worked', 'last week', 'previous');
    scene.call('SHIFT_LIST', 'venue');
    scene.call('SHIFT_STATUS');
    scene.call('WORKER_TURNOVER', '2026-03-02', '2026-03-03');
  }
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
  state(scene.ask('sidebarCheckConnection'));
  calculate(scene);
  const id = scene.saveReport(FORM);
  state(scene.ask('sidebarPreviewReport', { ...FORM, id }));
  state(scene.refresh(id));
  state(scene.refresh(id));
  state(scene.ask('sidebarShowChanges', id));
  state(scene.ask('sidebarUndoRefresh', id));
  state(scene.refresh(id));
  await scene.server.setScenario('report', { name: 'empty', times: 1 });
  expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ code: 'held_back' });
  state(scene.ask('sidebarKeepTable', id));
  state(scene.ask('sidebarBuildDashboard', id, ANN, 'overview'));
  state(scene.ask('sidebarExplainCell'));
  const week = scene.saveReport({ period: 'last week', from: '', to: '', sheet: 'Week' });
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  const { alerts } = state(scene.ask('sidebarSaveAlert', { ...ALERT, report: week }));
  state(scene.ask('sidebarTakeOver'));
  scene.emulator.advance({ hours: 2, minutes: 1 });
  ann.clickMenu('Refresh all reports');
  state(scene.ask('sidebarRefreshAll'));
  state(scene.ask('sidebarRemoveAlert', alerts[0]?.id));
  state(scene.ask('sidebarRemoveReport', week));
  await scene.server.setScenario('report', { name: 'status', status: 403, times: 1 });
  scene.ask('sidebarRefreshAll');
  state(scene.ask('sidebarDisconnect'));
}

/** One whole session, and what was seen of it. */
interface Session {
  readonly scene: Scene;
  readonly options: readonly FetchOptions[];
  readonly exchanges: readonly RecordedExchange[];
}

describe.each(['everyone', 'me'] as const)('all entry points, with a connection for %s', (audience) => {
  let session: Session;
  beforeAll(async () => {
    const scene = await stage.open();
    const options = watchFetchOptions(scene.emulator);
    await playAll(scene, audience);
    session = { scene, options, exchanges: await scene.server.requests() };
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
    const scopes = [...properties.scopes.keys(), ...caches.scopes.keys()].map((name) => name.split(':')[0]);
    expect(scopes).toContain(audience === 'me' ? 'user' : 'document');
    expect(scopes).not.toContain('script');
    const what = `stores of the whole script, all entry points, for ${audience}`;
    recordFigure({ requirement: 'S9', what, n: all, figure: String(scriptWide.length) });
  });

  test('send requests, and get answers, that the OpenAPI file allows', () => {
    const checker = loadOpenApiChecker();
    const { scene, exchanges } = session;

    const faults = exchanges.flatMap((one) => [...checker.checkRequest(one), ...checker.checkAnswer(one)]);

    expect(faults).toEqual([]);
    const answered = scene.emulator.requests.filter(({ outcome }) => typeof outcome === 'number');
    expect(answered.length).toBeGreaterThanOrEqual(15);
    expect(exchanges.length).toBeGreaterThanOrEqual(answered.length);
    const figure = `${exchanges.length} of ${exchanges.length}`;
    const what = `requests that fit the OpenAPI file, all entry points, for ${audience}`;
    recordFigure({ requirement: 'Q4', what, n: exchanges.length, figure });
  });

  test('follow no redirect and let no status throw, on every call', () => {
    const { scene, options } = session;
    const safe = options.filter((one) => !one.followRedirects && one.muteHttpExceptions);

    expect([safe.length, options.length]).toEqual([options.length, scene.emulator.requests.length]);
    const figure = `${safe.length} of ${options.length}`;
    const what = `calls with both safe options, all entry points, for ${audience}`;
    recordFigure({ requirement: 'S6', what, n: options.length, figure });
  });
});
