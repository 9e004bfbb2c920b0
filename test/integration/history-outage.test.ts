import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';

/* A table that keeps history, in the hours in which all its days are read again: the service, or the sheet, refuses. */

const HOUR = 3_600_000;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

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
async function neverGivesJanuary(scene: Scene): Promise<void> {
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', {
    name: 'status',
    status: 504,
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

describe.each([504, 429])('an outage with HTTP %i', (code) => {
  test('is told as one, and does not use up the turn of the month', async () => {
    const { scene } = await kept();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 6, email: ANN }));
    await pass(scene, 12);
    await neverGivesJanuary(scene);
    await pass(scene, 3);
    expect(lastRun(scene)).toMatchObject({
      outcome: 'refreshed',
      message: expect.stringContaining('are still to be read again'),
    });
    const before = lastRun(scene)?.finishedAt ?? '';
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: code });

    await pass(scene, 1);

    expect([lastRun(scene)?.outcome, status(scene)]).toEqual(['failed', 'FAILED']);
    expect((lastRun(scene)?.finishedAt ?? '') > before).toBe(true);
    await pass(scene, 4);
    expect(lastRun(scene)?.outcome).toBe('failed');
    expect(mails(scene)).toHaveLength(1);

    await neverGivesJanuary(scene);
    await pass(scene, 1);

    expect(lastRun(scene)).toMatchObject({
      outcome: 'refreshed',
      message: expect.stringContaining('are still to be read again'),
    });
    await scene.server.clearScenarios();
    // After 429 it goes at the pace that it has learnt, for more than one run.
    await pass(scene, 3);
    expect(lastRun(scene)).toMatchObject({
      outcome: 'refreshed',
      message: expect.not.stringContaining('read again'),
    });
    const told = state(scene.ask('sidebarState')).activity.map(({ sentence }) => sentence);
    expect(told.join('\n')).not.toContain('next month');
  });
});

describe('a click while old days are still to be read again', () => {
  test('asks for the newest days once more', async () => {
    const { scene, id } = await kept();
    await pass(scene, 24);
    await neverGivesJanuary(scene);
    expect(scene.ask('sidebarRefreshReport', id).message).toContain('are still to be read again');
    await asked(scene);
    await neverGivesJanuary(scene);
    scene.emulator.clock.advance(0.9 * HOUR);

    state(scene.ask('sidebarRefreshReport', id));

    // The last ten days, and the one of the report.
    expect((await asked(scene)).slice(0, 2)).toEqual([
      '2026-03-22 to 2026-03-30',
      '2026-03-31 to 2026-03-31',
    ]);
  });
});

describe('a sheet that refuses the table', () => {
  test('of the newest days costs none of the others', async () => {
    const { scene, id } = await kept();
    await pass(scene, 24);
    await neverGivesJanuary(scene);
    scene.book.document.editor.protectSheet('Shifts');
    expect(scene.refresh(id, BOB)).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    expect(await asked(scene)).toContain('2026-02-01 to 2026-02-28');
    await neverGivesJanuary(scene);

    state(scene.refresh(id));

    expect(await asked(scene)).not.toContain('2026-02-01 to 2026-02-28');
  });

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
    scene.book.document.editor.protectSheet('Shifts');
    expect(scene.refresh(id, BOB)).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    await asked(scene);

    state(scene.refresh(id));

    const days = await asked(scene);
    expect(days[0]).toMatch(/^2025-12-01 to 2025-12-/);
    expect(days).toContainEqual(expect.stringMatching(/^2026-02-\d\d to 2026-02-/));
  });
});
