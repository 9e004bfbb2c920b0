import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentProperties } from '../support/document-properties';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/* Reports as they are stored: those of an earlier version, and those of a spreadsheet that was copied. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

/** Puts properties into the scene's document as they were stored. */
function store(scene: Scene, properties: Readonly<Record<string, unknown>>): void {
  const { scopes } = scene.emulator.world.properties;
  const [scope] = [...scopes.keys()].filter((name) => scopes.get(name)?.has('connection'));
  for (const [name, value] of Object.entries(properties)) {
    scopes.get(scope ?? '')?.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
}

/** As the version before filters, groups, columns and history stored it. */
const FIRST_VERSION = {
  version: 1,
  id: 'r-1',
  createdAt: 1_773_000_000_000,
  period: 'custom',
  from: '2026-03-02',
  to: '2026-03-02',
  sheet: 'Shifts',
};
const NEVER_REFRESHED = {
  ...FIRST_VERSION,
  sheetId: null,
  headed: false,
  extent: 0,
  content: null,
  lastRun: null,
};
const CONTENT = {
  refreshedAt: 1_773_100_000_000,
  generatedAt: '2026-03-09T20:26:39Z',
  rows: 21,
  from: 46_083,
  to: 46_083,
  issues: 0,
  empty: 0,
};
const RUN = {
  outcome: 'refreshed',
  finishedAt: 1_773_100_000_000,
  message: '21 shifts.',
  correlationId: 'c-1',
};

describe('a report that an earlier version stored', () => {
  test('that was never refreshed is shown, refreshed and stored as the present version stores it', async () => {
    const scene = await stage.open();
    scene.connect();
    store(scene, { 'report.r-1': NEVER_REFRESHED });
    expect(state(scene.ask('sidebarState')).reports).toMatchObject([
      { id: 'r-1', report: 'shift_fulfilment', mode: 'replace', columns: '', held: null, canUndo: false },
    ]);

    state(scene.ask('sidebarRefreshReport', 'r-1'));

    expect(scene.book.values('Shifts!R2:R60').flat().filter(Boolean).length).toBeGreaterThan(10);
    expect(JSON.parse(documentProperties(scene)['report.r-1'] ?? '')).toMatchObject({
      version: 3,
      id: 'r-1',
    });
  });

  test('whose table stands in its sheet finds it again, and the table is exact', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    state(scene.refresh(id));
    const before = scene.book.values('Shifts!A1:R60');
    const { sheetId, extent } = JSON.parse(documentProperties(scene)[`report.${id}`] ?? '');
    state(scene.ask('sidebarRemoveReport', id));
    store(scene, {
      'report.r-1': { ...FIRST_VERSION, sheetId, headed: true, extent, content: CONTENT, lastRun: RUN },
    });
    scene.book.as(ANN).enter('Shifts!T2', 'ours');
    scene.book.document.editor.renameSheet('Shifts', 'Renamed');

    state(scene.ask('sidebarRefreshReport', 'r-1'));

    expect(scene.book.values('Renamed!A1:R60')).toEqual(before);
    expect(scene.book.cell('Renamed!T2').value).toBe('ours');
  });

  test('and its schedule runs as before', async () => {
    const scene = await stage.open();
    scene.connect();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const triggerIds = scene.emulator.world.triggers.triggers.map(({ uniqueId }) => uniqueId);
    const savedAt = scene.emulator.clock.now();
    store(scene, {
      'report.r-1': NEVER_REFRESHED,
      schedule: { every: 'hour', hour: 6, savedAt, lastRunAt: null, triggerIds },
    });

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    // The token of an hour ago has ended.
    expect(run).toMatchObject({ outcome: { kind: 'returned' }, fetches: 2 });
    expect(state(scene.ask('sidebarState'))).toMatchObject({
      reports: [{ lastRun: { outcome: 'refreshed' } }],
      schedule: { every: 'hour', isOwn: true },
    });
  });

  test.each(['{', '{"version":1}', '{"version":99,"id":"r-1"}', '[]', 'null'])(
    'and that is %s by now is none: the others are refreshed',
    async (text) => {
      const scene = await stage.open();
      scene.connect();
      const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
      store(scene, { 'report.r-1': text });

      expect(state(scene.ask('sidebarRefreshAll')).reports.map((report) => report.id)).toEqual([id]);
    },
  );
});

describe('a copy of a spreadsheet', () => {
  test('has the sheets and nothing else: no connection, no report, no run, no request', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    for (const _ of [1, 2]) state(scene.refresh(id));
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const before = scene.emulator.requests.length;

    const copy = scene.emulator.copySpreadsheet(scene.book, { owner: BOB });
    const opened = copy.as(BOB).callFromSidebar('sidebarState');
    const refreshed = copy.as(BOB).callFromSidebar('sidebarRefreshAll');
    const formula = copy.as(BOB).runFormula('SHIFT_FULFILMENT', ['2026-03-02', '2026-03-02']);

    expect(opened).toMatchObject({
      kind: 'success',
      value: {
        kind: 'done',
        state: { connection: null, reports: [], schedule: { every: 'off' }, activity: [] },
      },
    });
    expect(refreshed).toMatchObject({ value: { kind: 'failed', code: 'settings_missing' } });
    expect(formula).toMatchObject({ kind: 'error' });
    expect(scene.emulator.world.triggers.triggers.map(({ bookId }) => bookId)).toEqual([scene.book.id]);
    expect(scene.emulator.requests.length).toBe(before);
    expect(copy.values('Shifts!A1:R60')).toEqual(scene.book.values('Shifts!A1:R60'));
  });

  test('that is connected makes sheets of its own beside those that came with it', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    for (const _ of [1, 2]) state(scene.refresh(id));
    const original = scene.book.document.snapshot();
    const copy = scene.emulator.copySpreadsheet(scene.book, { owner: BOB });
    const ask = (name: string, ...args: unknown[]) => {
      const result = copy.as(BOB).callFromSidebar(name, ...args);
      if (result.kind === 'failure') throw new Error(result.message);
      return state(result.value as never);
    };
    ask('sidebarConnect', scene.form());
    const form = { id: null, period: 'custom', from: '2026-03-03', to: '2026-03-03', sheet: 'Mine' };
    const [report] = ask('sidebarSaveReport', form).reports;

    for (const _ of [1, 2]) ask('sidebarRefreshReport', report?.id, true);
    ask('sidebarUndoRefresh', report?.id);

    expect(scene.book.document.snapshot()).toEqual(original);
    expect(copy.values('Shifts!A1:R60')).toEqual(scene.book.values('Shifts!A1:R60'));
    expect(copy.values('Mine!A2:A2')).toEqual([[46_084]]);
    expect(copy.values('Shift Reports status!A2:A3')).toEqual([['Mine'], ['']]);
  });
});
