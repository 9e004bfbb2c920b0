import { describe, expect, test } from '@jest/globals';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/* A table that keeps history, in the hours in which kept days are read again: the service, or the sheet, refuses. */

const HOUR = 3_600_000;

const stage = new Stage({ allowance: 100_000 });

/** So many hours by the clocks of both sides. */
async function pass(scene: Scene, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await scene.server.setClock(new Date(scene.emulator.clock.now() + HOUR).toISOString());
    scene.emulator.advance({ hours: 1 });
  }
}

/** Half a year until 30 March is kept; from now on of “yesterday”, in the morning of the 31st. */
function kept(): Promise<{ scene: Scene; id: string }> {
  return stage.again('kept', async () => {
    const scene = await stage.open({ startAt: '2026-03-31T09:00:00Z' });
    scene.connect();
    const id = scene.saveReport({ from: '2025-10-01', to: '2026-03-30', mode: 'history' });
    state(scene.refresh(id));
    scene.saveReport({ id, period: 'yesterday', from: '', to: '', mode: 'history' });
    state(scene.refresh(id));
    return { scene, id };
  });
}

/** From now on the service never answers a window with one day of January. */
async function neverGivesJanuary(scene: Scene, code = 504): Promise<void> {
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', {
    name: 'status',
    status: code,
    when: { includes: '2026-01-15' },
  });
}

/** The days that the service was asked for since the last call. */
async function asked(scene: Scene): Promise<string[]> {
  const requests = await scene.server.requests();
  await scene.server.clear();
  return requests.flatMap(({ url }) => {
    const dates = /from_date=([\d-]+)&to_date=([\d-]+)/.exec(url);
    return dates ? [`${dates[1]} to ${dates[2]}`] : [];
  });
}

const lastRun = (scene: Scene) => state(scene.ask('sidebarState')).reports[0]?.lastRun;
const status = (scene: Scene) => scene.book.values('Shift Reports status!B2')[0]?.[0];
const mails = (scene: Scene) =>
  scene.emulator.mails.filter(({ subject }) => subject.startsWith('Shift Reports:'));

const shown = (scene: Scene) =>
  scene.book
    .values('Shifts!A2:R9000')
    .filter(([day]) => day !== '')
    .map((row) => JSON.stringify(row));
const isJanuary = (row: string) => /^\[4605[3-9]|^\[460[67]\d|^\[4608[0-3]/.test(row);

describe.each([504, 429])('rows of a month that someone deleted, in an outage with HTTP %i', (code) => {
  test('are missed by each run, in one mail, and come back with the service', async () => {
    const { scene } = await kept();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 6, email: ANN }));
    const before = shown(scene);
    const first = before.findIndex(isJanuary);
    scene.book.document.editor.deleteRows('Shifts', 2 + first, before.filter(isJanuary).length);
    expect(shown(scene).filter(isJanuary)).toEqual([]);
    await neverGivesJanuary(scene, code);

    await pass(scene, 4);

    expect([lastRun(scene)?.outcome, status(scene)]).not.toEqual(['refreshed', 'OK']);
    expect(mails(scene)).toHaveLength(1);
    await scene.server.clearScenarios();

    await pass(scene, 2);

    expect([lastRun(scene)?.outcome, status(scene)]).toEqual(['refreshed', 'OK']);
    const found = shown(scene);
    expect(found.filter(isJanuary).sort()).toEqual(before.filter(isJanuary).sort());
    expect(new Set(found).size).toBe(found.length);
  });
});

describe('a sheet that refuses the table', () => {
  test('gets rows as they are by then, once it is mended', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport();
    state(scene.refresh(id));
    scene.saveReport({ id, from: '2025-12-01', to: '2026-03-07' });
    await neverGivesJanuary(scene);
    state(scene.refresh(id));
    expect(lastRun(scene)?.outcome).toBe('unfinished');
    await scene.server.clearScenarios();
    scene.emulator.clock.advance(60_000);
    scene.book.document.editor.protectSheet('Shifts');
    expect(scene.refresh(id, BOB)).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    await asked(scene);

    state(scene.refresh(id));

    const days = await asked(scene);
    // In parts, because January was too much.
    expect(days[0]).toMatch(/^2025-11-30 to 2025-12-/);
    expect(days).toContainEqual(expect.stringMatching(/^2026-02-\d\d to 2026-02-/));
  });
});
