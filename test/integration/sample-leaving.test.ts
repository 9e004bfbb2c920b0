import { describe, expect, test } from '@jest/globals';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* From sample data to the service and back: nothing of the user's is lost, and no table holds rows of both. */

const stage = new Stage();

const WEEK = { period: 'last week', from: '', to: '' };

/** A spreadsheet with sample data, and a report of last week that was refreshed from it. */
async function tried(
  changes: Parameters<Scene['saveReport']>[0] = {},
): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  state(scene.ask('sidebarUseSampleData', 'UK'));
  const id = scene.saveReport({ ...WEEK, ...changes });
  state(scene.ask('sidebarRefreshReport', id));
  return { scene, id };
}

const cells = (scene: Scene) => scene.book.values('Shifts!A1:R6000');
const rows = (scene: Scene) =>
  cells(scene)
    .slice(1)
    .filter(([day]) => day !== '');
const venues = (scene: Scene) => [...new Set(rows(scene).map((row) => String(row[1])))];
const areSamples = (scene: Scene) => venues(scene).map((name) => name.startsWith('Sample '));
const report = (scene: Scene, id: string) =>
  state(scene.ask('sidebarState')).reports.find((one) => one.id === id);

describe('leaving sample data', () => {
  test('by Disconnect keeps the reports and every cell', async () => {
    const { scene } = await tried();
    scene.book.as(ANN).enter('Shifts!T3', 'my note');
    const before = cells(scene);
    const names = state(scene.ask('sidebarState')).reports.map(({ sheet }) => sheet);

    const after = state(scene.ask('sidebarDisconnect'));

    expect([after.connection, after.reports.map(({ sheet }) => sheet)]).toEqual([null, names]);
    expect([cells(scene), scene.book.cell('Shifts!T3').value]).toEqual([before, 'my note']);
  });

  test('by Connect keeps the reports, the schedule and every cell, and is no sample any more', async () => {
    const { scene } = await tried();
    state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6 }));
    const before = cells(scene);

    const after = scene.connect();

    expect([after.connection?.isSample, after.reports.length, after.schedule.every]).toEqual([
      false,
      2,
      'day',
    ]);
    expect(cells(scene)).toEqual(before);
  });

  test('by Connect gives the sheet of the sample its own name, and says which cells still show the sample', async () => {
    const scene = await stage.open();
    const [first] = state(scene.ask('sidebarUseSampleData', 'UK')).reports;
    const id = first?.id ?? '';
    state(scene.ask('sidebarRefreshReport', id));
    const ann = scene.book.as(ANN);
    for (const cell of ['B2', 'C37', 'C38', 'C39', 'C40']) {
      ann.enter(`Sheet1!${cell}`, '=SHIFT_METRIC("worked", "last week")');
    }
    ann.enter('Sheet1!D1', '=SHIFT_METRIC("worked", "last week", SHIFT_STAMP)');
    const stamp = () => scene.book.cell('SHIFT_STAMP').value;
    const before = stamp();
    scene.emulator.clock.advance(60_000);

    const outcome = scene.ask('sidebarConnect', scene.form());

    expect(outcome.message).toMatch(
      / The sheet “Sample shifts” is now “Shifts”\. Retype 5 cells with sample figures, or add SHIFT_STAMP: Sheet1!B2, Sheet1!C37, Sheet1!C38, Sheet1!C39, Sheet1!C40\.$/,
    );
    expect(state(outcome).reports.map(({ sheet }) => sheet)).toEqual(['Shifts']);
    expect(stamp()).not.toEqual(before);
    const refreshed = state(scene.ask('sidebarRefreshReport', id));
    expect(refreshed.reports.map(({ sheet }) => sheet)).toEqual(['Shifts']);
    expect([rows(scene).length > 0, areSamples(scene).includes(true)]).toEqual([true, false]);
    expect(scene.ask('sidebarConnect', scene.form()).message).not.toMatch(/is now|sample figures/);
  });

  test('lets the next refresh put real rows in the place of all sample rows, without asking', async () => {
    const { scene, id } = await tried();
    expect(areSamples(scene)).toEqual(new Array(12).fill(true));
    scene.connect();

    const outcome = scene.ask('sidebarRefreshReport', id);

    expect(outcome.kind).toBe('done');
    expect(venues(scene).length).toBeGreaterThan(1);
    expect(areSamples(scene)).not.toContain(true);
    expect(report(scene, id)?.lastRun?.message).not.toContain('SAMPLE');
  });

  test('ends the marks on the status sheet with the refresh, and not before', async () => {
    const { scene, id } = await tried();
    const states = () => scene.book.values("'Shift Reports status'!A1:B3").flat();
    scene.connect();
    scene.ask('sidebarSaveSchedule', { every: 'off', hour: 0 });
    expect(states()).toContain('Sample: OK');
    const status = scene.call('SHIFT_STATUS');
    expect(status).toMatchObject({ values: [[expect.stringMatching(/^SAMPLE data\. /)]] });

    state(scene.ask('sidebarRefreshReport', id));

    expect(states()).not.toContain('Sample: OK');
    expect(scene.call('SHIFT_STATUS')).toMatchObject({ values: [[expect.not.stringContaining('SAMPLE')]] });
  });

  test('leaves no sample row in a table that keeps history', async () => {
    const { scene, id } = await tried({ mode: 'history' });
    scene.emulator.clock.advance(7 * 86_400_000);
    state(scene.ask('sidebarRefreshReport', id));
    const sampleDays = new Set(rows(scene).map(([day]) => day)).size;
    scene.connect();

    state(scene.ask('sidebarRefreshReport', id));

    expect([sampleDays, new Set(rows(scene).map(([day]) => day)).size]).toEqual([14, 7]);
    expect(areSamples(scene)).not.toContain(true);
  });

  test('lets formulas ask the service at once', async () => {
    const { scene } = await tried();
    scene.formula('2026-03-02', '2026-03-02');
    scene.connect();
    const result = scene.formula('2026-03-02', '2026-03-02');
    expect(scene.last.fetches).toBe(1);
    expect(JSON.stringify(result)).not.toContain('Sample ');
  });
});

describe('sample data after a real connection', () => {
  /** A table of real rows, whose connection was removed and exchanged for the sample. */
  async function back(mode: 'replace' | 'history') {
    const scene = await stage.connected();
    const id = scene.saveReport({ ...WEEK, mode });
    state(scene.ask('sidebarRefreshReport', id));
    state(scene.ask('sidebarDisconnect'));
    state(scene.ask('sidebarUseSampleData', 'UK'));
    return { scene, id, before: cells(scene) };
  }

  test.each(['replace', 'history'] as const)(
    'takes the place of real rows with a person’s word only: %s',
    async (mode) => {
      const { scene, id, before } = await back(mode);

      const outcome = scene.ask('sidebarRefreshReport', id);

      expect(outcome).toMatchObject({
        kind: 'failed',
        code: 'held_back',
        message: expect.stringMatching(
          /^Keep or replace the table in the sidebar: sample rows would replace/,
        ),
      });
      expect(cells(scene)).toEqual(before);
      state(scene.refresh(id));
      expect(areSamples(scene)).toEqual(new Array(12).fill(true));
    },
  );
});
